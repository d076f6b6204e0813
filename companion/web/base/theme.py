"""How the app looks on this phone: light or dark, two colors of suits or four. Kept in a cookie, no account needed."""

from dataclasses import dataclass
from enum import StrEnum

from flask import Flask, Response, request

COOKIE = "look"
KEPT_FOR = 400 * 24 * 3600


class Theme(StrEnum):
    """Light, dark, or what the phone says."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class SuitColors(StrEnum):
    """Two colors of suits, as printed, or four."""

    TWO = "two"
    FOUR = "four"


_THEMES, _COLORS = frozenset(Theme), frozenset(SuitColors)


@dataclass(frozen=True, slots=True)
class Appearance:
    """What the person has chosen."""

    theme: Theme = Theme.AUTO
    colors: SuitColors = SuitColors.TWO


def init_app(app: Flask) -> None:
    """Give every template the appearance, as `look`."""
    app.context_processor(lambda: {"look": current()})


def current() -> Appearance:
    """Read the look from the cookie; whatever is not understood is the default."""
    theme, _, colors = request.cookies.get(COOKIE, "").partition("-")
    return Appearance(
        Theme(theme) if theme in _THEMES else Theme.AUTO,
        SuitColors(colors) if colors in _COLORS else SuitColors.TWO,
    )


def remember(answer: Response, look: Appearance) -> None:
    """Have the phone remember the look."""
    answer.set_cookie(
        COOKIE,
        f"{look.theme}-{look.colors}",
        max_age=KEPT_FOR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
