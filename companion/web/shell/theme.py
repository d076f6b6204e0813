"""How the app looks on this phone: light or dark, two colours of suits or four. Kept in a cookie, no account needed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from flask import Flask, request

if TYPE_CHECKING:
    from flask import Response

COOKIE = "look"
KEPT_FOR = 400 * 24 * 3600


class Theme(StrEnum):
    """Light, dark, or what the phone says."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Colours(StrEnum):
    """Two colours of suits, as printed, or four."""

    TWO = "two"
    FOUR = "four"


@dataclass(frozen=True, slots=True)
class Look:
    """What the person has chosen."""

    theme: Theme = Theme.AUTO
    colours: Colours = Colours.TWO


def init_app(app: Flask) -> None:
    """Give every template the look."""
    app.context_processor(lambda: {"look": current()})


def current() -> Look:
    """Read the look from the cookie; whatever is not understood is the default."""
    theme, _, colours = request.cookies.get(COOKIE, "").partition("-")
    return Look(
        Theme(theme) if theme in set(Theme) else Theme.AUTO,
        Colours(colours) if colours in set(Colours) else Colours.TWO,
    )


def keep(answer: Response, look: Look) -> None:
    """Have the phone remember the look."""
    answer.set_cookie(
        COOKIE,
        f"{look.theme}-{look.colours}",
        max_age=KEPT_FOR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
