"""One deal of a round for two, to be put right afterwards: cards, bets, calls, what was dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, request, url_for

from companion.documents.gem2_duel import read_deal
from companion.journal.events import HandReplaced
from companion.rules.gem2.round import LARGEST_DEAL, player_of
from companion.rules.gem2.sides import Side
from companion.rules.gem2.turn import Bet, Call, Deal, Misdeal, Penalty
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.gem2.state.game import as_sentence, load_game, record_event, without_ruling
from companion.web.gem2.state.turn_draft import PILES, deal_document
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key
from companion.wording.gem2 import PENALTY_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.sheet import SheetRow
    from companion.web.gem2.state.game import Gem2Game

blueprint = Blueprint("gem2_deals", __name__, url_prefix="/g/<game>/hands/<int:number>/deals/<int:deal>")

EXAMPLES = {
    Misdeal.TWO_AT_ONCE: "two cards at once",
    Misdeal.SHORT_LAST_DEAL: "fewer than four in the last deal",
    Misdeal.DEALER_NOT_LAST: "the dealer was not last",
}
PENALTIES = (
    *((one.value, PENALTY_NAMES[one]) for one in (Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN)),
    *((f"{Penalty.INCORRECT_DEAL}:{one}", f"Incorrect Deal, {said}") for one, said in EXAMPLES.items()),
    (Penalty.LAST_ROUND_4X.value, PENALTY_NAMES[Penalty.LAST_ROUND_4X]),
    (f"{Penalty.LAST_ROUND_4X}:self", f"{PENALTY_NAMES[Penalty.LAST_ROUND_4X]}, owned up to"),
)
"""What a call can be of, as one choice."""


@dataclass(frozen=True, slots=True)
class CallView:
    """A call of the deal, that may be left out."""

    place: int
    said: str


@pages.context("gem2/round/deal.html")
class DealPage:
    """What the page of one deal shows."""

    game: str
    hand: int
    address: str
    back: str
    number: int
    deal: int
    player: str
    other: str
    removed: str
    finished: str
    bets: tuple[int, int]
    timed_out: bool
    dealt: int
    deal_sizes: range
    calls: tuple[CallView, ...]
    sides: tuple[tuple[str, str], ...]
    penalties: tuple[tuple[str, str], ...]
    trouble: str
    seq: int
    idempotency_key: str


@blueprint.get("")
def deal(game: str, number: int, deal: int) -> Response:
    """Show a deal, to be changed."""
    at = load_game(access.require(game, Role.SCORER))
    row, deals = _found(at, number, deal)
    return _show(at, row, deal, read_deal(deals[deal - 1], "", at.sides))


def _found(at: Gem2Game, number: int, deal: int) -> tuple[SheetRow, list[Any]]:
    row = at.sheet.row(number)
    deals = row.hand.document.get("deals") if row and not at.solo else None
    if row is None or row.place is None or not isinstance(deals, list) or not 1 <= deal <= len(deals):
        abort(404, "There is no such deal on the sheet.")
    return row, deals


def _show(at: Gem2Game, row: SheetRow, number: int, known: Deal, trouble: str = "") -> Response:
    names = at.sides
    player = player_of(row.place or 1, number)
    bets = [*(bet.value for bet in known.bets), 0, 0]
    page = DealPage(
        game=at.game,
        hand=row.hand.number,
        address=url_for("gem2_deals.deal", game=at.game, number=row.hand.number, deal=number),
        back=url_for("sheet.hand", game=at.game, number=row.hand.number),
        number=row.position,
        deal=number,
        player=names[player],
        other=names[player.other],
        removed=str(known.removed),
        finished=str(known.finished_by_opponent or ""),
        bets=(bets[0], bets[1]),
        timed_out=known.timed_out,
        dealt=known.dealt or PILES,
        deal_sizes=range(1, LARGEST_DEAL + 1),
        calls=tuple(CallView(place, call_said(call, names)) for place, call in enumerate(known.calls)),
        sides=tuple((side.value, names[side]) for side in Side),
        penalties=PENALTIES,
        trouble=trouble,
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    return pages.show(page, 422 if trouble else 200)


def call_said(call: Call, names: Mapping[Side, str]) -> str:
    """Say a call in a few words."""
    penalty = PENALTY_NAMES[call.penalty]
    if call.penalty is Penalty.INCORRECT_DEAL:
        penalty += f" ({EXAMPLES[call.misdeal]})"
    if call.caller is call.against:
        return f"{names[call.caller]} owned up to {penalty}"
    return f"{names[call.caller]} called {penalty}, {'rightly' if call.correct else 'wrongly'}"


@blueprint.post("")
def change(game: str, number: int, deal: int) -> Response | BaseResponse:
    """Record the deal as it should have been."""
    at = load_game(access.require(game, Role.SCORER))
    row, deals = _found(at, number, deal)
    known = read_deal(deals[deal - 1], "", at.sides)
    entered = _entered(known)
    document = without_ruling(row.hand.document)
    if (entered.removed, entered.finished_by_opponent) == (known.removed, known.finished_by_opponent):
        # The same cards are left: what the table said of them holds.
        document |= {key: row.hand.document[key] for key in ("not_all_x", "x_held_by") if key in row.hand.document}
    changed = [*deals[: deal - 1], deal_document(entered, at.sides), *deals[deal:]]
    try:
        record_event(at, HandReplaced(number, {**document, "deals": changed}))
    except NotPossible as error:
        return _show(at, row, deal, entered, as_sentence(error))
    return go_to(url_for("sheet.hand", game=game, number=number))


def _entered(known: Deal) -> Deal:
    form = request.form
    bets = [form.get(f"bet-{jewel}", "0") for jewel in range(len(Bet))]
    calls = [call for place, call in enumerate(known.calls) if form.get(f"call-{place}") == "keep"]
    new = read_call_choice(form.get("penalty", ""), form.get("caller", ""), correct=form.get("correct") != "no")
    dealt = _number("dealt") or PILES
    return Deal(
        removed=_number("removed"),
        finished_by_opponent=_number("finished"),
        bets=tuple(Bet(int(bet)) for bet in bets if bet in {str(one.value) for one in Bet}),
        calls=(*calls, *([new] if new else [])),
        dealt=dealt if dealt != PILES else None,
        timed_out="timed_out" in form,
    )


def _number(name: str) -> int:
    text = request.form.get(name, "").strip()
    if text and not (text.isdecimal() and text.isascii()):
        abort(422, f"“{text[:20]}” is no number of cards.")
    return int(text[:4] or 0)


def read_call_choice(choice: str, caller: str, *, correct: bool) -> Call | None:
    """Read a call from a form; None where none was chosen."""
    if (choice, caller) not in {(value, side.value) for value, _ in PENALTIES for side in Side}:
        return None
    name, _, detail = choice.partition(":")
    side = Side(caller)
    own = detail == "self"
    misdeal = Misdeal(detail) if detail in set(Misdeal) else Misdeal.TWO_AT_ONCE
    return Call(Penalty(name), side, correct or own, side if own else side.other, misdeal)
