"""A rummy's hand that was entered without a network: all hands on one page, each a number or shorthand.

A phone that only plays enters only its own hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Response, abort, request
from werkzeug.exceptions import UnprocessableEntity
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.errors import DocumentError
from companion.documents.shorthand import ShorthandError, parse_shorthand
from companion.documents.showdown import DECK_KEYS, read_showdown, write_hand
from companion.documents.showdown_draft import NOT_BEGUN, Dice, EnteredHand, Way, as_dice, as_upcard, tapped
from companion.rules.cards import Card
from companion.rules.rummy.calls import most_cards
from companion.rules.rummy.house_rules import rules_of_hands
from companion.rules.rummy.offers import open_offers
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.taps import Written
from companion.rules.rummy.verdict import Call
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of
from companion.web.rummy.catalog import house_rules_of
from companion.web.showdown import recording
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.hub import CallKey, calls
from companion.web.showdown.saving import save_hand
from companion.web.showdown.taps import MAX_POINTS, doubted_points
from companion.web.table.offline import OfflineShell, shell_of
from companion.wording.cards import card_count_words
from companion.wording.document_errors import document_error_sentence, shorthand_sentence
from companion.wording.faults import fault_sentence
from companion.wording.showdown import (
    CARDS_OR_NUMBER,
    CORRECT_FIRST,
    GAME_IS_OVER,
    HAND_IS_RECORDED,
    HANDS_BEING_ENTERED,
    NO_SEAT,
    OTHERS_PLAY,
    WHAT_CALL,
    WHICH_DICE,
    WHICH_UPCARD,
    WHO_KNOCKED,
    too_many_cards_sentence,
    written_question,
)


@dataclass(frozen=True, slots=True)
class HandForm:
    """The form for the hand that is being played; what was typed for a player's hand is in the request."""

    draft: ShowdownDraft
    seats: Sequence[int]
    """Whose hands are entered here."""
    whole: bool
    """All hands and the knock are entered here, not only the player's own hand."""
    calls: tuple[CallKey, ...]
    call: str
    knocker: int | None
    dice: Dice | None
    upcard: str | None
    errors: Mapping[int, str]
    """By seat."""


@pages.context("showdown/offline.html")
class OfflineHandPage:
    """What a phone shows of a game without a network."""

    shell: OfflineShell
    form: HandForm | None


def show(member: Member, table: TableSummary) -> Response:
    """Show the page that the phone keeps."""
    if table.over or table.closed:
        return pages.show(OfflineHandPage(shell=shell_of(member, table, 0), form=None))
    return _show(load_draft(member, table.next_hand), {})


def _show(draft: ShowdownDraft, errors: Mapping[int, str], error: str = "", status: int = 200) -> Response:
    shell = shell_of(draft.member, draft.table, draft.position, error)
    return pages.show(OfflineHandPage(shell=shell, form=_form(draft, errors)), status)


def _refuse(draft: ShowdownDraft, error: str, errors: Mapping[int, str] | None = None) -> Response:
    return _show(draft, errors or {}, error, 422)


def _form(draft: ShowdownDraft, errors: Mapping[int, str]) -> HandForm | None:
    """Return the form, with what was typed in it; None for a phone that enters no hand, or where several are played."""
    role, own_seat = draft.member.role, draft.member.seat
    whole = role.may(Role.SCORER)
    if draft.is_of_round or not role.may(Role.SEAT) or (not whole and own_seat is None):
        return None
    typed = request.form
    knocker = typed.get("knocker", -1 if draft.shared.knocker is None else draft.shared.knocker, type=int)
    return HandForm(
        draft=draft,
        seats=range(len(draft.players)) if whole else [own_seat or 0],
        whole=whole,
        calls=calls(draft),
        call=typed.get("call", draft.shared.call or calls(draft)[0].value),
        knocker=knocker if 0 <= knocker < len(draft.players) else None,
        dice=_dice() or draft.shared.dice,
        upcard=_upcard() or draft.shared.upcard,
        errors=errors,
    )


def _dice() -> Dice | None:
    return as_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])


def _upcard() -> str | None:
    return as_upcard(request.form.get("rank", "") + request.form.get("suit", ""))


def record(member: Member, table: TableSummary, seen: int) -> Response | BaseResponse:
    """Record a hand that was entered without a network; the phone had seen the journal up to `seen`."""
    if table.over or table.closed:
        raise UnprocessableEntity(GAME_IS_OVER)
    whole = member.role.may(Role.SCORER)
    draft = load_draft(member, table.next_hand)
    if not whole and draft.member.seat is None:
        abort(403, NO_SEAT)
    if draft.is_of_round:
        raise UnprocessableEntity(HAND_IS_RECORDED)
    if draft.is_of_others(request.form):
        # Of a hand that waited behind another one the phone couldn't know who would play it.
        return _refuse(draft, OTHERS_PLAY)
    hands, errors = _read(draft, range(len(draft.players)) if whole else [draft.member.seat or 0])
    if errors:
        return _refuse(draft, CORRECT_FIRST, errors)
    return _record_whole(draft, hands, seen) if whole else _save_own(draft, hands)


def _read(draft: ShowdownDraft, seats: Sequence[int]) -> tuple[dict[int, EnteredHand], dict[int, str]]:
    """Read the hands one after the other: the cards of each are taken for the next."""
    hands: dict[int, EnteredHand] = {}
    errors: dict[int, str] = {}
    taken: dict[Card, str] = {}
    for seat in seats:
        text = request.form.get(f"hand-{seat}", "").strip()
        hand = _read_hand(draft, text, taken, claims=f"claims-{seat}" in request.form)
        if isinstance(hand, str):
            errors[seat] = hand
        else:
            hands[seat] = hand
            taken |= dict.fromkeys(hand.cards, draft.players[seat])
    return hands, errors | doubted_points(hands, draft.rules)


def _read_hand(draft: ShowdownDraft, text: str, taken: dict[Card, str], *, claims: bool) -> EnteredHand | str:
    """Return a typed hand, or why it can't be read."""
    if text.isdecimal() and len(text) <= len(str(MAX_POINTS)):
        return replace(NOT_BEGUN, way=Way.COUNTED, points=int(text), claims=claims)
    try:
        written = parse_shorthand(text, taken)
    except ShorthandError as error:
        return shorthand_sentence(error)
    tap = Written(written.melds, written.deadwood, written.put_down, diamond=draft.laying.diamond)
    hand = replace(tapped(NOT_BEGUN, tap, draft.laying), claims=claims)
    if not hand.begun:
        return CARDS_OR_NUMBER
    held, most = len(hand.cards), most_cards(draft.rules)
    return too_many_cards_sentence(most, held) if held > most else hand


def _save_own(draft: ShowdownDraft, hands: dict[int, EnteredHand]) -> Response | BaseResponse:
    """Save a player's own hand beside the others, if it is still the hand that is being played."""
    if _number() != draft.number:
        raise UnprocessableEntity(HAND_IS_RECORDED)
    ((seat, hand),) = hands.items()
    if not draft.is_complete(seat, hand):
        error = f"{card_count_words(len(hand.cards), draft.expected_cards(seat)).capitalize()}."
        return _refuse(draft, CORRECT_FIRST, {seat: error})
    questions = _open_questions(draft, hands)
    if questions:
        return _refuse(draft, CORRECT_FIRST, questions)
    save_hand(draft, seat, lambda before: replace(hand, claims=before.claims), ready=True)
    return go_to(draft.url("waiting.wait"))


def _open_questions(draft: ShowdownDraft, hands: Mapping[int, EnteredHand]) -> dict[int, str]:
    """Return by seat what is asked about deadwood that may lie in a meld, as it is where a hand is tapped."""
    if draft.rules.layout == LayoutRule.BEST:
        return {}
    laid_out = {seat: hand for seat, hand in hands.items() if hand.way == Way.LAID_OUT}
    asked = {seat: open_offers(hand.entry, draft.context) for seat, hand in laid_out.items()}
    return {seat: written_question(offers) for seat, offers in asked.items() if offers}


def _number() -> int:
    """Return the number of the hand for which the form was made."""
    return request.form.get("number", 0, type=int)


def _record_whole(draft: ShowdownDraft, hands: dict[int, EnteredHand], seen: int) -> Response | BaseResponse:
    if draft.face_down:
        abort(409, HANDS_BEING_ENTERED)
    dice, knocker = _dice() or draft.shared.dice, request.form.get("knocker", -1, type=int)
    call = request.form.get("call", "")
    if draft.rules.has_dice and dice is None:
        return _refuse(draft, WHICH_DICE)
    upcard = _upcard() or draft.shared.upcard
    if draft.rules.has_upcard and upcard is None:
        return _refuse(draft, WHICH_UPCARD)
    if not 0 <= knocker < len(draft.players):
        return _refuse(draft, WHO_KNOCKED)
    if call not in {key.value for key in calls(draft)}:
        return _refuse(draft, WHAT_CALL)
    shared = replace(
        draft.shared,
        dice=dice,
        upcard=upcard,
        knocker=knocker,
        call=Call(call) if call else None,
        settled=False,
        gems={},
    )
    entered_here = replace(draft, shared=shared, hands=tuple(hands[seat] for seat in range(len(draft.players))))
    # The form asks for no lay-offs: the app finds them, as in a document that leaves them out.
    showdown = replace(entered_here.showdown, lay_offs=None)
    hand = recording.recorded_hand(entered_here, showdown)
    error = _error(draft, write_hand(showdown))
    if error:
        return _refuse(draft, error)
    questions = _open_questions(entered_here, hands)
    if questions:
        return _refuse(draft, CORRECT_FIRST, questions)
    sent = recording.Sent(hand, {}, {}, idempotency_key_of(request.form), seen, new=True, accepts=False)
    number = min(max(1, _number()), draft.number)
    changed = draft.changed if number == draft.number and recording.recorded_hand(draft) == hand else ()
    return recording.record(draft.at_table, draft.table, number, sent, changed)


def _error(draft: ShowdownDraft, hand: dict[str, object]) -> str:
    head = {key: draft.table.head[key] for key in ("game", *DECK_KEYS) if key in draft.table.head}
    head["house_rules"] = rules_of_hands(house_rules_of(draft.table.head))
    try:
        verdict = judge(read_showdown({**head, **hand}))
    except DocumentError as error:
        return document_error_sentence(error)
    return " ".join(fault_sentence(fault) for fault in verdict.faults)
