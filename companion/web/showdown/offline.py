"""A whole hand on one page, for a phone without a network: kept by the phone, sent by itself when there is one again.

The page knows no rules. Each hand is a number or shorthand; what is wrong with it is said when it arrives, and then the
phone shows that it is needed. A phone that only plays gives its own hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import abort, request, url_for

from companion.documents.answers import judge_document
from companion.documents.errors import DocumentError
from companion.documents.hand_draft import NOT_BEGUN, EnteredHand, Way
from companion.documents.shorthand import parse_shorthand
from companion.rules.rummy.entry import entered
from companion.rules.rummy.verdict import Call
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.rummy.views.table_view import read_dice
from companion.web.shared import game_kinds
from companion.web.shared.game_kinds import OfflinePage
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key
from companion.web.showdown import recording
from companion.web.showdown.hand_actions import MOST_POINTS
from companion.web.showdown.hub import CallKey, calls
from companion.web.showdown.state.draft import load_draft
from companion.web.showdown.state.saving import save_hand
from companion.wording.hand_changes import card_count_words

if TYPE_CHECKING:
    from typing import Any

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.cards import Card
    from companion.store.derived.table_cache import TableSummary
    from companion.store.people.members import Member
    from companion.web.rummy.views.table_view import Dice
    from companion.web.showdown.state.draft import ShowdownDraft


@dataclass(frozen=True, slots=True)
class HandAsked:
    """A player's line: a number, or the cards in shorthand."""

    seat: int
    name: str
    text: str
    claims: bool
    wrong: str


@dataclass(frozen=True, slots=True)
class HandForm:
    """What is asked of the hand that is being played."""

    number: int
    hand_number: int
    whole: bool
    """All hands and the knock are given here, not only the own one."""
    hands: tuple[HandAsked, ...]
    calls: tuple[CallKey, ...]
    call: str
    knocker: int | None
    dice: Dice | None
    has_dice: bool
    has_gems: bool
    idempotency_key: str
    seen: int


@pages.context("showdown/offline.html")
class OfflineHandPage:
    """What is shown of a game without a network."""

    game: str
    game_name: str
    standing: tuple[tuple[str, int], ...]
    said: str
    form: HandForm | None
    wrong: str


def show(member: Member, table: TableSummary) -> Response:
    """Show the page that the phone keeps."""
    at = None if _nothing_to_enter(table) else load_draft(member, table.next_hand)
    return _show(member, table, _asked(at, member) if at else None)


def _nothing_to_enter(table: TableSummary) -> bool:
    return table.over or table.closed


def _show(member: Member, table: TableSummary, form: HandForm | None, wrong: str = "", status: int = 200) -> Response:
    page = OfflineHandPage(
        game=member.game,
        game_name=game_kinds.name_of(table.game),
        standing=game_kinds.standing_of(table),
        said=game_kinds.progress_of(table),
        form=form,
        wrong=wrong,
    )
    return pages.show(page, status)


def _asked(at: ShowdownDraft, member: Member, wrong: dict[int, str] | None = None) -> HandForm | None:
    """Say what is asked, with what was typed where something was."""
    if not member.role.may(Role.SEAT) or (not member.role.may(Role.SCORER) and member.seat is None):
        return None
    whole = member.role.may(Role.SCORER)
    seats = range(len(at.players)) if whole else [member.seat or 0]
    typed = request.form
    dice = _dice() or at.shared.dice
    knocker = typed.get("knocker", -1 if at.shared.knocker is None else at.shared.knocker, type=int)
    return HandForm(
        number=at.number,
        hand_number=at.position,
        whole=whole,
        hands=tuple(
            HandAsked(
                seat,
                at.players[seat],
                typed.get(f"hand-{seat}", ""),
                f"claims-{seat}" in typed,
                (wrong or {}).get(seat, ""),
            )
            for seat in seats
        ),
        calls=calls(at),
        call=typed.get("call", at.shared.call or calls(at)[0].value),
        knocker=knocker if 0 <= knocker < len(at.players) else None,
        dice=dice,
        has_dice=at.rules.has_dice and whole,
        has_gems=at.rules.has_gems,
        idempotency_key=idempotency_key_of(typed) or new_idempotency_key(),
        seen=at.table.seq,
    )


def _dice() -> Dice | None:
    return read_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])


def record(member: Member, table: TableSummary, seen: int) -> Response | BaseResponse:
    """Record a hand that was entered without a network; the phone had seen the journal up to `seen`."""
    if _nothing_to_enter(table):
        raise NotPossible("This game is over or cleared: no hand can be added. Yours is kept until you throw it away.")
    whole = member.role.may(Role.SCORER)
    if not whole and member.seat is None:
        abort(403, "This phone sits on no seat. Take one first.")
    at = load_draft(member, table.next_hand)
    hands, wrong = _read(at, range(len(at.players)) if whole else [member.seat or 0])
    if wrong:
        return _show(member, table, _asked(at, member, wrong), "Something is still to be corrected.", 422)
    return _whole_hand(at, hands, seen) if whole else _own_hand(at, hands)


def _read(at: ShowdownDraft, seats: Any) -> tuple[dict[int, EnteredHand], dict[int, str]]:  # noqa: ANN401 (a range or a list)
    """Read the hands one after the other: cards of one are not free for the next."""
    hands: dict[int, EnteredHand] = {}
    wrong: dict[int, str] = {}
    taken: dict[Card, str] = {}
    for seat in seats:
        text = request.form.get(f"hand-{seat}", "").strip()
        try:
            hands[seat] = _hand(text, taken, claims=f"claims-{seat}" in request.form)
        except DocumentError as trouble:
            wrong[seat] = trouble.message
        else:
            taken |= dict.fromkeys(hands[seat].cards, at.players[seat])
    return hands, wrong


def _hand(text: str, taken: dict[Card, str], *, claims: bool) -> EnteredHand:
    if text.isdecimal() and len(text) <= len(str(MOST_POINTS)):
        return replace(NOT_BEGUN, way=Way.COUNTED, points=int(text), claims=claims)
    written = parse_shorthand(text, taken)
    hand = replace(NOT_BEGUN, entry=entered(written.melds, written.deadwood), claims=claims)
    if not hand.begun:
        raise DocumentError("empty", "", "A number, or the cards.")
    return hand


def _own_hand(at: ShowdownDraft, hands: dict[int, EnteredHand]) -> Response | BaseResponse:
    """Put a player's own hand to the others, if it is still the hand that is being played."""
    if _number() != at.number:
        raise NotPossible(
            "The hand that this was entered for is recorded already. Look at the sheet, then throw it away."
        )
    ((seat, hand),) = hands.items()
    if not at.complete(seat, hand):
        wrong = {seat: f"{card_count_words(len(hand.cards), at.wanted(seat)).capitalize()}."}
        return _show(at.member, at.table, _asked(at, at.member, wrong), "Something is still to be corrected.", 422)
    save_hand(at, seat, lambda before: replace(hand, claims=before.claims), ready=True)
    return go_to(url_for("waiting.wait", **at.where))


def _number() -> int:
    """Tell for which hand of the game it was entered."""
    return request.form.get("number", 0, type=int)


def _whole_hand(at: ShowdownDraft, hands: dict[int, EnteredHand], seen: int) -> Response | BaseResponse:
    member, table = at.member, at.table
    if at.face_down:
        abort(409, "The others are entering this hand on their phones already. Yours is kept until you throw it away.")
    dice, knocker = _dice() or at.shared.dice, request.form.get("knocker", -1, type=int)
    call = request.form.get("call", "")
    missing = ""
    if at.rules.has_dice and dice is None:
        missing = "Which dice were rolled?"
    elif not 0 <= knocker < len(at.players):
        missing = "Who knocked?"
    elif call not in {one.value for one in calls(at)}:
        missing = "What was called?"
    if missing:
        return _show(member, table, _asked(at, member), missing, 422)
    shared = replace(at.shared, dice=dice, knocker=knocker, call=Call(call) if call else None, settled=False, gems={})
    document = replace(at, shared=shared, hands=tuple(hands[seat] for seat in range(len(at.players)))).hand_of_game()
    # The form asks for no lay-offs: the app finds them, as in a document that leaves them out.
    document.pop("lay_offs", None)
    faults = _faults(at, document)
    if faults:
        return _show(member, table, _asked(at, member), " ".join(faults), 422)
    given = recording.Sent(document, {}, idempotency_key_of(request.form), seen, new=True, accepts=False)
    return recording.record(member, min(max(1, _number()), at.number), given)


def _faults(at: ShowdownDraft, document: dict[str, object]) -> list[str]:
    head = {key: at.table.head[key] for key in ("game", "house_rules", "print", "gems") if key in at.table.head}
    try:
        verdict: Any = judge_document({**head, **document})
    except DocumentError as trouble:
        return [trouble.message]
    return [fault["message"] for fault in verdict["faults"]]


PAGE = OfflinePage(show=show, record=record)
