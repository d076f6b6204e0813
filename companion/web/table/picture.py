"""A picture of the score to share: names, totals, the curve and the day; no link and no id.

It is an SVG that needs nothing else. A script (static/js/60-wake-lock-and-share.js) draws it as a PNG.
"""

import unicodedata
from dataclasses import dataclass, replace
from datetime import date

from flask import Blueprint, Response, abort

from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.kinds.chart import Chart
from companion.web.kinds.ending import GameResult
from companion.web.kinds.game_kinds import ScoredGame, load_game
from companion.web.security.membership import require_member
from companion.web.table.end import facts_of
from companion.wording.game_end import NOTHING_PLAYED, score_after

blueprint = Blueprint("picture", __name__, url_prefix="/g/<game>")

_ROOM = 960
_RANKS_ROOM, _RANKS_HEIGHT = 640, 310
_SMALLEST = 30
_SHORT_TITLE = 20


@dataclass(frozen=True, slots=True)
class TextLine:
    """A text in a size in which it fits."""

    text: str
    size: int


@dataclass(frozen=True, slots=True)
class PictureRank:
    """A player's or a side's name and total, in lines of text that fit."""

    name: tuple[TextLine, ...]
    total: TextLine
    won: bool
    y: int


@pages.context("table/picture.svg")
class Picture:
    """The picture."""

    title: tuple[TextLine, ...]
    crowned: bool
    ranks: tuple[PictureRank, ...]
    chart: Chart
    facts: TextLine
    summary: TextLine
    day: str


@blueprint.get("/picture.svg")
def picture(game: str) -> Response:
    """Show the picture of a game with at least one hand."""
    kind, scored = load_game(require_member(game))
    result, chart = kind.result(scored), kind.chart(scored)
    if chart is None:
        abort(404, NOTHING_PLAYED.format(hand=kind.hand_word))
    title = result.title if scored.sheet.over else score_after(scored.hands, kind.hand_word)
    answer = pages.show(
        Picture(
            title=in_two_lines(title, _ROOM, 80 if len(title) <= _SHORT_TITLE else 60),
            crowned=scored.sheet.over and result.crowned,
            ranks=_ranks(result),
            chart=chart,
            facts=fitted(facts_of(kind, scored), _ROOM, 40),
            summary=fitted(kind.summary(scored.state.head), _ROOM, 34),
            day=_day(scored),
        )
    )
    answer.content_type = "image/svg+xml; charset=utf-8"
    return answer


def _day(game: ScoredGame) -> str:
    day = str(game.state.head.get("at", "")) or day_of(game.state.started_at)
    try:
        parsed = date.fromisoformat(day[: len("2026-11-21")])
    except ValueError:
        return day
    return f"{parsed:%B} {parsed.day}, {parsed.year}"


def _ranks(result: GameResult) -> tuple[PictureRank, ...]:
    """Return the totals: of two side by side with their names below, of more in a list."""
    if len(result.totals) <= 2:
        return tuple(
            PictureRank(in_two_lines(name, 430, 44), fitted(str(total), 420, 190), won and result.crowned, 0)
            for name, total, won in result.totals
        )
    step = min(100, _RANKS_HEIGHT // len(result.totals))
    return tuple(
        PictureRank(
            (fitted(name, _RANKS_ROOM, min(48, step - 16)),),
            fitted(str(total), 240, min(80, step)),
            won and result.crowned,
            round(step * (place + 0.75)),
        )
        for place, (name, total, won) in enumerate(result.totals)
    )


def in_two_lines(text: str, room: int, size: int) -> tuple[TextLine, ...]:
    """Break a text in two where one line would be too small; both lines have the same size."""
    line = fitted(text, room, size)
    words = text.split()
    if line.size == size or len(words) == 1:
        return (line,)
    halves = min(
        ((" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))),
        key=lambda pair: max(map(ems, pair)),
    )
    lines = [fitted(half, room, size) for half in halves]
    smaller = min(half.size for half in lines)
    return tuple(replace(half, size=smaller) for half in lines)


def fitted(text: str, room: int, size: int) -> TextLine:
    """Return a text in the largest size up to `size` that fits, cut with an ellipsis where that would be too small."""
    fits = int(room / max(1.0, ems(text)))
    if fits >= min(size, _SMALLEST):
        return TextLine(text, min(size, fits))
    smallest = min(size, _SMALLEST)
    while text and ems(text) + 1 > room / smallest:
        text = text[:-1]
    return TextLine(text.rstrip("\u200d ") + "…", smallest)


def ems(text: str) -> float:
    """Return an upper estimate of a text's width in a bold serif, in multiples of its size."""
    return sum(map(_ems, text))


def _ems(char: str) -> float:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(char) in "WF" or unicodedata.category(char) in {"So", "Cn"}:
        return 1.3
    if char in "mwMW@%&":
        return 1.1
    if char in " .,:;'’!|ijltfIJ()[]-":
        return 0.48
    return 0.87 if char.isupper() else 0.72
