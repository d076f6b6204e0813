"""A round for two as the table counted it: no deals, just what the two cards say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, request, url_for

from companion.journal.events import HandRecorded, HandReplaced
from companion.rules.gem2.cards import DECK
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.members import Role
from companion.web import access, pages
from companion.web.gem2.deal_fields import NumberError, number_of
from companion.web.gem2.game import playing_two_sides, said_by_the_rules, say
from companion.web.htmx import go_to
from companion.web.once import new_once, once_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response as BaseResponse

    from companion.web.gem2.game import Playing

blueprint = Blueprint("gem2_counted", __name__, url_prefix="/g/<game>/counted")

COLUMNS = ("cards", "betting", "penalties")
LABELS = {"cards": "cards held", "betting": "betting points", "penalties": "penalty points"}
ENDINGS = {
    "unannounced": "The eight cards in hand were not announced",
    "not_all_x": "Four cards are left, but an X is not among them",
    "B": "The last deal had fewer than four cards",
    "C": "The dealer did not have the last turn",
}
"""What decides the dealer points besides the cards that are left."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as it was typed, side after side."""

    columns: Mapping[str, tuple[str, str]]
    remaining: str
    endings: frozenset[str]


NOTHING_TYPED = Typed(dict.fromkeys(COLUMNS, ("", "")), "", frozenset())

Field = tuple[str, str, tuple[str, str]]
"""A number of both sides: its name, what it is called, what was typed."""
EndingShown = tuple[str, str, bool]
"""Something at the end of a round: its name, what is said of it, whether it was chosen."""


def fields_of(typed: Typed) -> tuple[Field, ...]:
    """Show the numbers."""
    return tuple((one, LABELS[one], typed.columns[one]) for one in COLUMNS)


def endings_of(typed: Typed) -> tuple[EndingShown, ...]:
    """Show what the end may have had."""
    return tuple((ending, said, ending in typed.endings) for ending, said in ENDINGS.items())


@pages.context("gem2/counted.html")
class CountedPage:
    """What the page of a counted round shows."""

    address: str
    back: str
    place: int
    dealer: str
    players: tuple[str, ...]
    fields: tuple[Field, ...]
    remaining: str
    endings: tuple[EndingShown, ...]
    replaces: bool
    trouble: str
    seq: int
    once: str


@blueprint.get("")
def counted(game: str) -> Response:
    """Ask for a round as it was counted: a new one, or in the place of one on the sheet."""
    at = playing_two_sides(access.require(game, Role.SCORER))
    number = request.args.get("hand", 0, type=int)
    document: Mapping[str, Any] = at.hand(number).document if number else {}
    said: Mapping[str, Any] = document.get("counted", {})
    columns = {one: _values(at, said.get(one, {})) for one in COLUMNS}
    endings = {ending for ending in ENDINGS if ending in document.get("incorrect_deal", ())}
    endings |= {"not_all_x"} if document.get("not_all_x") else set()
    endings |= {"unannounced"} if document.get("announced_eight") is False else set()
    return _show(at, number, Typed(columns, str(said.get("remaining", "")), frozenset(endings)))


def _values(at: Playing, said: Mapping[str, int]) -> tuple[str, str]:
    first, second = (str(said.get(name, "")) for name in at.state.players)
    return first, second


def _show(at: Playing, number: int, typed: Typed, trouble: str = "") -> Response:
    if at.solo or (at.over and not number):
        abort(404)
    row = at.sheet.row(number) if number else None
    place = (row.place or 1) if row else at.next_round
    page = CountedPage(
        address=url_for("gem2_counted.record", game=at.game, hand=number or None),
        back=url_for("sheet.hand", game=at.game, number=number) if row else url_for("table.table", game=at.game),
        place=place,
        dealer=list(at.sides.values())[(place + 1) % 2],
        players=at.state.players,
        fields=fields_of(typed),
        remaining=typed.remaining,
        endings=endings_of(typed),
        replaces=row is not None or at.running is not None,
        trouble=trouble,
        seq=at.state.seq,
        once=new_once(),
    )
    return pages.show(page, 422 if trouble else 200)


@blueprint.post("")
def record(game: str) -> Response | BaseResponse:
    """Record the round, in the place of what was entered of it deal by deal."""
    at = playing_two_sides(access.require(game, Role.SCORER))
    asked = request.args.get("hand", 0, type=int)
    known = games.recorded(access.store(), game, once_of(request.form))
    if known:
        return _away(game, known.hand or asked)
    number = asked or (at.running.hand.number if at.running else 0)
    typed = read_typed(request.form)
    try:
        document = document_of(at, typed)
        if number:
            document |= remarks_of(at.hand(number).document)
        say(at, HandReplaced(number, document) if number else HandRecorded(document))
    except NumberError as error:
        return _show(at, asked, typed, error.sentence)
    except NotPossible as error:
        return _show(at, asked, typed, said_by_the_rules(error))
    return _away(game, number or at.state.next_hand)


def _away(game: str, number: int) -> BaseResponse:
    return go_to(url_for("sheet.hand", game=game, number=number, over=1))


def remarks_of(document: Mapping[str, object]) -> dict[str, object]:
    """Keep the date and the note of a round."""
    return {key: document[key] for key in ("at", "note") if key in document}


def read_typed(form: MultiDict[str, str]) -> Typed:
    """Take the form as it was typed."""
    columns = {one: (form.get(f"{one}-0", "").strip(), form.get(f"{one}-1", "").strip()) for one in COLUMNS}
    return Typed(columns, form.get("remaining", "").strip(), frozenset(form.getlist("ending")) & ENDINGS.keys())


def document_of(at: Playing, typed: Typed) -> dict[str, object]:
    """Write the round; where nobody counted what is left on the board, it is the rest of the deck."""
    numbers = {one: [number_of(text) for text in typed.columns[one]] for one in COLUMNS}
    left = number_of(typed.remaining) if typed.remaining else max(0, DECK - sum(numbers["cards"]))
    said: dict[str, object] = {"remaining": left}
    for one in COLUMNS:
        by_name = dict(zip(at.state.players, numbers[one], strict=True))
        if one == "cards" or any(by_name.values()):
            said[one] = by_name
    document: dict[str, object] = {"counted": said}
    misdeals = sorted(typed.endings & {"B", "C"})
    if "unannounced" in typed.endings:
        document["announced_eight"] = False
    if misdeals:
        document["incorrect_deal"] = misdeals
    if "not_all_x" in typed.endings:
        document["not_all_x"] = True
    return document
