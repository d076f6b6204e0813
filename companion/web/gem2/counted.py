"""A round for two as the table counted it: no deals, just what the two cards say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, request, url_for

from companion.journal.events import HandRecorded, HandReplaced
from companion.rules.gem2.cards import DECK
from companion.rules.gem2.turn import PENALTY_POINTS, Penalty
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.gem2.state.game import as_sentence, load_duel, record_event
from companion.web.gem2.views.deal_fields import NumberError, number_of
from companion.web.gem2.views.round_view import LastFour, last_four_said, with_last_four
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask import Response
    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response as BaseResponse

    from companion.web.gem2.state.game import Gem2Game

blueprint = Blueprint("gem2_counted", __name__, url_prefix="/g/<game>/counted")

COLUMNS = ("cards", "betting", "penalties")
LABELS = {"cards": "cards held", "betting": "betting points", "penalties": "penalty points"}
ENDINGS = {
    "unannounced": "The eight cards in hand were not announced",
    "B": "The last deal had fewer than four cards",
    "C": "The dealer did not have the last turn",
}
"""What decides the dealer points besides the cards that are left, and which cards these are."""
ANSWERS = ("yes", "0", "1", "no")
"""To the question whether four cards that are left are the four X's."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as it was typed, side after side."""

    columns: Mapping[str, tuple[str, str]]
    remaining: str
    endings: frozenset[str]
    four_x: str = "yes"
    """Whether the last four cards are the four X's, or which side holds a missing one (ruling 29)."""


NOTHING_TYPED = Typed(dict.fromkeys(COLUMNS, ("", "")), "", frozenset())

Field = tuple[str, str, tuple[str, str]]
"""A number of both sides: its name, what it is called, what was typed."""
EndingView = tuple[str, str, bool]
"""Something at the end of a round: its name, what is said of it, whether it was chosen."""


def fields_of(typed: Typed) -> tuple[Field, ...]:
    """Show the numbers."""
    return tuple((one, LABELS[one], typed.columns[one]) for one in COLUMNS)


def endings_of(typed: Typed) -> tuple[EndingView, ...]:
    """Show what the end may have had."""
    return tuple((ending, said, ending in typed.endings) for ending, said in ENDINGS.items())


def four_x_of(typed: Typed, players: Sequence[str]) -> tuple[LastFour, ...]:
    """Offer what the last four cards can be: a 100 that the table has not counted itself is booked with them."""
    points = PENALTY_POINTS[Penalty.LAST_ROUND_4X]
    said = (
        "Yes, or more than four are left",
        *(
            f"No, {holder} holds an X: {points} for {other}, besides the penalty points above"
            for holder, other in (players, reversed(players))
        ),
        "No; nothing more to book, or nobody can say who holds the X",
    )
    return tuple(LastFour(value, words, value == typed.four_x) for value, words in zip(ANSWERS, said, strict=True))


@pages.context("gem2/round/counted.html")
class CountedPage:
    """What the page of a counted round shows."""

    address: str
    back: str
    place: int
    dealer: str
    players: tuple[str, ...]
    fields: tuple[Field, ...]
    remaining: str
    endings: tuple[EndingView, ...]
    four_x: tuple[LastFour, ...]
    replaces: bool
    trouble: str
    seq: int
    idempotency_key: str


@blueprint.get("")
def counted(game: str) -> Response:
    """Ask for a round as it was counted: a new one, or in the place of one on the sheet."""
    at = load_duel(access.require(game, Role.SCORER))
    number = request.args.get("hand", 0, type=int)
    document: Mapping[str, Any] = at.hand(number).document if number else {}
    said: Mapping[str, Any] = document.get("counted", {})
    columns = {one: _values(at, said.get(one, {})) for one in COLUMNS}
    endings = {ending for ending in ENDINGS if ending in document.get("incorrect_deal", ())}
    endings |= {"unannounced"} if document.get("announced_eight") is False else set()
    four_x = last_four_said(document, at.state.players)
    return _show(at, number, Typed(columns, str(said.get("remaining", "")), frozenset(endings), four_x))


def _values(at: Gem2Game, said: Mapping[str, int]) -> tuple[str, str]:
    first, second = (str(said.get(name, "")) for name in at.state.players)
    return first, second


def _show(at: Gem2Game, number: int, typed: Typed, trouble: str = "") -> Response:
    if at.solo or (at.over and not number):
        abort(404)
    row = at.sheet.row(number) if number else None
    running = row or at.running
    place = (row.place or 1) if row else at.next_round
    page = CountedPage(
        address=url_for("gem2_counted.record", game=at.game, hand=number or None),
        back=url_for("sheet.hand", game=at.game, number=number) if row else url_for("table.table", game=at.game),
        place=running.position if running else at.next_position,
        dealer=list(at.sides.values())[(place + 1) % 2],
        players=at.state.players,
        fields=fields_of(typed),
        remaining=typed.remaining,
        endings=endings_of(typed),
        four_x=four_x_of(typed, at.state.players),
        replaces=row is not None or at.running is not None,
        trouble=trouble,
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    return pages.show(page, 422 if trouble else 200)


@blueprint.post("")
def record(game: str) -> Response | BaseResponse:
    """Record the round, in the place of what was entered of it deal by deal."""
    at = load_duel(access.require(game, Role.SCORER))
    asked = request.args.get("hand", 0, type=int)
    known = games.recorded(access.store(), game, idempotency_key_of(request.form))
    if known:
        return _away(game, known.hand or asked)
    number = asked or (at.running.hand.number if at.running else 0)
    typed = read_typed(request.form)
    try:
        document = document_of(at, typed)
        if number:
            document |= remarks_of(at.hand(number).document)
        record_event(at, HandReplaced(number, document) if number else HandRecorded(document))
    except NumberError as error:
        return _show(at, asked, typed, error.sentence)
    except NotPossible as error:
        return _show(at, asked, typed, as_sentence(error))
    return _away(game, number or at.state.next_hand)


def _away(game: str, number: int) -> BaseResponse:
    return go_to(url_for("sheet.hand", game=game, number=number, over=1))


def remarks_of(document: Mapping[str, object]) -> dict[str, object]:
    """Keep the date and the note of a round."""
    return {key: document[key] for key in ("at", "note") if key in document}


def read_typed(form: MultiDict[str, str]) -> Typed:
    """Take the form as it was typed."""
    columns = {one: (form.get(f"{one}-0", "").strip(), form.get(f"{one}-1", "").strip()) for one in COLUMNS}
    endings = form.getlist("ending")
    # A form that a phone has kept from before the question was asked says only that an X is missing.
    four_x = form.get("four_x", "no" if "not_all_x" in endings else "yes")
    return Typed(
        columns,
        form.get("remaining", "").strip(),
        frozenset(endings) & ENDINGS.keys(),
        four_x if four_x in ANSWERS else "yes",
    )


def document_of(at: Gem2Game, typed: Typed) -> dict[str, object]:
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
    return with_last_four(document, typed.four_x, at.state.players)
