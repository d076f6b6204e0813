"""Pages and parts: each template has one frozen dataclass as its context.

A test fails if a template uses a name that its context lacks, or leaves one unused. Every page has a head, and the look
that the person has chosen: light or dark, two colors of suits or four, kept in a cookie. Right-to-left names within
left-to-right sentences are isolated, so that numbers beside them keep their side.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar, dataclass_transform

from flask import Flask, Response, current_app, request
from jinja2 import StrictUndefined, Template
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.runtime import Context as RenderContext
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse
from wtforms.widgets import html_params

from companion.wording.cards import plural

Context = TypeVar("Context")

CONTEXTS: dict[str, type] = {}
"""Every template that is rendered by itself, and its context."""
_HEADS = "companion.heads"
LOOK_COOKIE = "look"
KEPT_FOR = 400 * 24 * 3600
_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RUN = re.compile(f"[{_LETTERS}]+(?:[-'’ \u00a0\u200c\u200d][{_LETTERS}]+)*")
_OTHER_BYTES = bytes({*range(256)} - {chr(code).encode()[0] for code in range(0x0590, 0xFEFD) if _RUN.match(chr(code))})
"""Those that no letter written from right to left begins with, in UTF-8."""
_TAG = re.compile(r"(<[^>]*>)")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_KEPT_AS_TYPED = ("<textarea", "<script", "<style")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def context(template: str) -> Callable[[type[Context]], type[Context]]:
    """Make a class the frozen context of `template`."""

    def declare(declared: type[Context]) -> type[Context]:
        frozen = dataclass(frozen=True, kw_only=True, slots=True)(declared)
        if template in CONTEXTS:
            message = f"{template} has a context already"
            raise ValueError(message)
        CONTEXTS[template] = frozen
        _TEMPLATES[frozen] = template
        return frozen

    return declare


_TEMPLATES: dict[type, str] = {}


def init_app(app: Flask) -> None:
    """Have templates fail on undefined names, and give all of them the head and the look."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.template_class = _Template
    app.jinja_env.add_extension(_WithoutIndentation)
    app.jinja_env.filters["plural"] = plural
    app.jinja_env.globals["html_params"] = html_params
    app.jinja_env.globals |= {"head": head, "current_look": current_look, "url_for": _address_of(app)}
    app.extensions[_HEADS] = {}


class _Template(Template):
    """A template that is imported once. Jinja looks with each import whether the page has globals of its own.

    None has, and to look six times took a 17th of the time of a table page.
    """

    def _get_default_module(self, ctx: RenderContext | None = None) -> TemplateModule:  # noqa: ARG002 (there are none)
        return super()._get_default_module()


class _WithoutIndentation(Extension):
    """Leaves out the indentation of templates: 14 % of a page, and 5 % of what is sent of it, compressed."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 (one for all)
        return re.sub(r"\n[ \t]+", "\n", source)


def _address_of(app: Flask) -> Callable[..., str]:
    """Return `url_for` for templates: a page has a dozen links, and most have been built before."""

    @lru_cache(maxsize=2000)
    def built(_folder: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return app.url_for(endpoint, **dict(values))

    return lambda endpoint, **values: built(request.script_root, endpoint, tuple(values.items()))


def render(page: object) -> str:
    return isolate(part(page))


def part(page: object) -> Markup:
    """Render a part that stands within a page, which isolates the names in it too."""
    template = current_app.jinja_env.get_template(_TEMPLATES[type(page)])
    return Markup(template.render(values_of(page)))  # noqa: S704 (our own template)


def values_of(page: object) -> dict[str, Any]:
    """Return the fields of a context, for a larger one that contains them."""
    return {field.name: getattr(page, field.name) for field in fields(page)}  # type: ignore[arg-type]


def show(page: object, status: int = 200) -> Response:
    return Response(render(page), status)


class Theme(StrEnum):
    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class SuitColors(StrEnum):
    """Two colors of suits, as printed, or four."""

    TWO = "two"
    FOUR = "four"


class Ratings(StrEnum):
    """Whether the pages about people have ratings."""

    OFF = "off"
    ON = "on"


@dataclass(frozen=True, slots=True)
class Appearance:
    theme: Theme = Theme.AUTO
    colors: SuitColors = SuitColors.TWO
    ratings: Ratings = Ratings.OFF


def current_look() -> Appearance:
    """Read the look from the cookie; whatever is not understood is the default."""
    theme, colors, ratings, *_ = (*request.cookies.get(LOOK_COOKIE, "").split("-"), "", "", "")
    return Appearance(
        Theme(theme) if theme in frozenset(Theme) else Theme.AUTO,
        SuitColors(colors) if colors in frozenset(SuitColors) else SuitColors.TWO,
        Ratings(ratings) if ratings in frozenset(Ratings) else Ratings.OFF,
    )


def remember_look(answer: BaseResponse, look: Appearance) -> None:
    answer.set_cookie(
        LOOK_COOKIE,
        f"{look.theme}-{look.colors}-{look.ratings}",
        max_age=KEPT_FOR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


@context("base/_head.html")
class Head:
    theme: Theme


def head(theme: Theme) -> Markup:
    heads: dict[tuple[str, Theme], Markup] = current_app.extensions[_HEADS]
    # Its addresses begin with the app's folder.
    key = (request.script_root, theme)
    if key not in heads:
        heads[key] = Markup(render(Head(theme=theme)))  # noqa: S704 (our own template)
    return heads[key]


def isolate(page: str) -> str:
    """Return an HTML page with every right-to-left run of its text isolated; attributes and fields stay as they are.

    >>> isolate("<p>Ann +3</p>")
    '<p>Ann +3</p>'
    """
    # Nearly all pages have none, and this says so in a quarter of the time of a search.
    if not page.encode().translate(None, _OTHER_BYTES):
        return page
    pieces = _TAG.split(page)
    kept = False
    for place, piece in enumerate(pieces):
        if piece.startswith("<"):
            kept = piece.startswith(_KEPT_AS_TYPED)
        elif not kept:
            pieces[place] = _RUN.sub(_isolated, piece)
    return "".join(pieces)


def _isolated(run: re.Match[str]) -> str:
    return f"{_FIRST_STRONG_ISOLATE}{run[0]}{_POP_ISOLATE}"
