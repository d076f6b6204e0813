"""Lay-offs screen: each player's deadwood; a tapped card goes where it fits, or the app says why it doesn't.

Lay-offs can be typed as well: `8c onto 1`.

Nothing is listed as fitting, and nothing is laid off for a player (R.14).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import LaidOff
from companion.rules.cards import CARDS_BY_NAME, NO_CARDS, Card, Hand, name_of
from companion.rules.rummy.lay_offs import OpenMeld
from companion.rules.rummy.melds import Meld, classify
from companion.store.drafts import TRIES, DraftConflict
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to, target, tell, wants_part
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import next_screen
from companion.web.showdown.laying_off import LayOffsInPlay, load_lay_offs, numbered_melds, play_typed
from companion.web.showdown.saving import save_shared_if
from companion.wording.cards import KIND_WORDS, card_words, spoken_card
from companion.wording.rulings import spoken
from companion.wording.showdown import (
    LAY_OFFS_CHANGED,
    OWN_PHONES_LAY_OFF,
    decline_label,
    laid_off_sentence,
    leftover_headline,
    meld_caption,
    meld_name,
    pass_sentence,
    target_label,
    target_question,
)

blueprint = Blueprint("lay_offs", __name__, url_prefix="/g/<game>/hand/<int:number>/lay-offs")

PART = "laying-off"
"""The part of the page that a tap changes."""
_TYPED = "typed"
_TAP = re.compile(r"(\d):(\w{2,3})")
_MOVE = re.compile(r"(\d):(\w{2,3}):(\d):(\d{1,2})")


@dataclass(frozen=True, slots=True)
class CardKey:
    """A card that can be tapped."""

    value: str
    card: str
    words: str
    laid_off: bool
    """It is gone; its place stays empty, so that no other card moves under a finger."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """A player's deadwood, to be laid off card by card."""

    seat: int
    name: str
    headline: str
    points: int
    keys: tuple[CardKey, ...]
    has_pass: bool
    """This phone has a button with which the player passes."""
    may_pass: bool
    here: bool
    """This phone plays for the player."""
    may_be_here: bool
    """It could, if the player's own phone is away."""
    acted: bool
    """A card of theirs was just tapped."""


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld as it lies now, with the cards that were laid off on it."""

    cards: tuple[str, ...]
    added: tuple[str, ...]
    name: str
    """As it is read aloud, with its number."""
    caption: str


@dataclass(frozen=True, slots=True)
class TableMelds:
    """A player's melds as they lie now."""

    name: str
    melds: tuple[TableMeld, ...]


@pages.context("showdown/_laying_off.html")
class LayOffsPart:
    """The answer to a tap: all that lies on the table."""

    address: str
    players: tuple[Leftover, ...]
    last: str
    """The move that can be undone."""
    moves: int
    ends_here: bool
    may_end_here: bool
    may_undo: bool
    table: tuple[TableMelds, ...]
    letters: Mapping[str, str]
    error: str
    typed: str
    """Lay-offs that couldn't be played, to be corrected."""
    typing: bool
    """The lay-offs before were typed, and the next may be too."""


@pages.context("showdown/lay_offs.html")
class LayOffsPage(LayOffsPart):
    """Context of the lay-offs screen."""

    back: str
    made_up: bool
    said: str
    """What is read aloud: why nothing was laid off, or what was laid off last."""


@dataclass(frozen=True, slots=True)
class Target:
    """A meld that a tapped card may go on."""

    value: str
    label: str
    cards: tuple[str, ...]


@pages.context("showdown/lay_off_where.html")
class WherePage:
    """Context of the question where a card goes that fits two melds, or that may share a stash's gem."""

    address: str
    card_name: str
    question: str
    targets: tuple[Target, ...]
    decline: str
    moves: int
    letters: Mapping[str, str]
    made_up: bool


@blueprint.get("")
def lay_offs(game: str, number: int) -> Response | BaseResponse:
    """Show the players' leftover cards, or ask where a tapped card goes."""
    draft = load_draft(require_member(game), number)
    is_done = draft.shared.settled and "again" not in request.args
    if draft.shared.knocker is None or not draft.all_in or not draft.lays_off_by_tap or is_done:
        return go_to(next_screen(draft))
    state = load_lay_offs(draft)
    if "card" not in request.args:
        return _show(draft, state)
    tapped = _card_of(request.args["card"])
    known, possible = _places(state, *tapped) if tapped and _is_left(state, *tapped) else ([], [])
    if tapped is None or not (known or possible) or not draft.may_act_for(tapped[0]):
        return go_to(_address(draft))
    return pages.show(_where(draft, state, *tapped, (*known, *possible)))


def _address(draft: ShowdownDraft) -> str:
    return draft.url("lay_offs.lay_offs")


def _show(
    draft: ShowdownDraft, state: LayOffsInPlay, error: str = "", typed: str = "", status: int = HTTPStatus.OK
) -> Response:
    """Show the lay-offs: of a page that is there already, the part that a tap changes."""
    part = _part(draft, state, error, typed)
    said = spoken(error or part.last)
    if wants_part() and target() == PART:
        return tell(pages.show(part, status), {"say": said})
    page = LayOffsPage(**pages.values_of(part), back=draft.url("showdown.hub"), made_up=draft.table.made_up, said=said)
    return pages.show(page, status)


def _part(draft: ShowdownDraft, state: LayOffsInPlay, error: str, typed: str) -> LayOffsPart:
    here = [seat for seat in state.waiting if draft.acts_for(seat)]
    return LayOffsPart(
        address=_address(draft),
        players=tuple(_leftover(draft, state, seat) for seat in state.turns.seats if draft.hands[seat].entry.deadwood),
        last=_sentence(draft, state.moves[-1]) if state.moves else "",
        moves=len(state.moves),
        ends_here=bool(here) or (state.over and draft.member.role.may(Role.SEAT)),
        may_end_here=_may_end(draft, state),
        may_undo=bool(state.moves) and draft.may_act_for(_seat_of(state.moves[-1])),
        table=tuple(_melds(draft, state, seat) for seat in draft.order),
        letters=draft.letters,
        error=error,
        typed=typed,
        typing=bool(typed) or _TYPED in request.args,
    )


def _leftover(draft: ShowdownDraft, state: LayOffsInPlay, seat: int) -> Leftover:
    name, left, due = draft.players[seat], state.table.deadwood[seat], seat in state.waiting[:1]
    laid_out = Hand.of(draft.hands[seat].entry.deadwood).listed
    alone_here = [other for other in state.turns.seats if draft.acts_for(other)] == [seat]
    passed, in_turns = seat in state.turns.passed, state.turns.alternating and bool(left)
    return Leftover(
        seat=seat,
        name=name,
        headline=leftover_headline(name, in_turns=in_turns, passed=passed, due=due),
        points=left.points,
        keys=tuple(
            CardKey(f"{seat}:{name_of(card)}", name_of(card), spoken_card(card), laid_off=card not in left)
            for card in laid_out
        ),
        has_pass=state.turns.alternating and not alone_here,
        may_pass=due,
        here=draft.acts_for(seat),
        may_be_here=draft.may_act_for(seat),
        acted=request.form.get("card", "").partition(":")[0] == str(seat),
    )


def _may_end(draft: ShowdownDraft, state: LayOffsInPlay) -> bool:
    """Return whether this phone may end the lay-offs for everybody who could go on."""
    return draft.member.role.may(Role.SEAT) and all(draft.may_act_for(seat) for seat in state.waiting)


def _seat_of(move: LaidOff | int) -> int:
    return move if isinstance(move, int) else move.seat


def _sentence(draft: ShowdownDraft, move: LaidOff | int) -> str:
    if isinstance(move, int):
        return pass_sentence(draft.players[move])
    meld = card_words(CARDS_BY_NAME[name] for name in move.onto)
    return laid_off_sentence(draft.players[move.seat], CARDS_BY_NAME[move.card], draft.players[move.owner], meld)


def _melds(draft: ShowdownDraft, state: LayOffsInPlay, seat: int) -> TableMelds:
    melds, numbers = [], numbered_melds(draft)
    for place, group in enumerate(draft.hands[seat].entry.melds):
        there = state.table.melds.get((seat, place))
        lying = there.meld.cards if there else group
        judged = classify(group, draft.context)
        kind = KIND_WORDS[judged.kind] if isinstance(judged, Meld) else ""
        added = tuple(name_of(card) for card in lying if card not in group)
        number = numbers.index((seat, place)) + 1
        name, caption = meld_name(number, draft.players[seat], kind), meld_caption(number, kind)
        melds.append(TableMeld(tuple(name_of(card) for card in lying), added, name, caption))
    return TableMelds(draft.players[seat], tuple(melds))


def _where(
    draft: ShowdownDraft, state: LayOffsInPlay, seat: int, card: Card, places: tuple[OpenMeld, ...]
) -> WherePage:
    moves = [(state.lay_off(seat, card, there), there) for there in places]
    letters = {move.letter for move, _ in moves}
    only_gem = places[0].meld.gem if len(letters) == 1 and "" not in letters else None
    return WherePage(
        address=_address(draft),
        card_name=name_of(card),
        question=target_question(card, only_gem),
        targets=tuple(
            Target(
                value=f"{seat}:{name_of(card)}:{there.owner}:{there.place}",
                label=target_label(draft.players[there.owner], there.meld, reveals=bool(move.letter)),
                cards=tuple(name_of(other) for other in there.meld.cards),
            )
            for move, there in moves
        ),
        decline=decline_label(card, only_gem),
        moves=len(state.moves),
        letters=draft.letters,
        made_up=draft.table.made_up,
    )


def _card_of(text: str) -> tuple[int, Card] | None:
    """Return whose card was tapped, and the card."""
    match = _TAP.fullmatch(text)
    if match is None or match[2] not in CARDS_BY_NAME:
        return None
    return int(match[1]), CARDS_BY_NAME[match[2]]


def _laid_out(draft: ShowdownDraft, seat: int) -> tuple[Card, ...]:
    """Return a player's deadwood as it lay before anything was laid off; nothing of the Knocker's."""
    is_player = seat in draft.order and seat != draft.shared.knocker
    return draft.hands[seat].entry.deadwood if is_player else ()


def _is_left(state: LayOffsInPlay, seat: int, card: Card) -> bool:
    return card in state.table.deadwood.get(seat, NO_CARDS)


def _places(state: LayOffsInPlay, seat: int, card: Card) -> tuple[list[OpenMeld], list[OpenMeld]]:
    """Return the melds that a card fits, and the stashes that it would if it bore their gem."""
    return state.table.places_for(seat, card), state.table.possible_places_for(seat, card)


@blueprint.post("")
def save_move(game: str, number: int) -> Response | BaseResponse:
    """Save a tapped card, the meld chosen for it, typed lay-offs, a pass or an undo, or end the lay-offs."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    for _ in range(TRIES):
        if not draft.lays_off_by_tap or draft.shared.knocker is None or not draft.all_in:
            return go_to(next_screen(draft))
        answer = _make_move(draft, load_lay_offs(draft))
        if answer is not None:
            return answer
        draft = draft.reloaded()
    raise DraftConflict(None)


def _make_move(draft: ShowdownDraft, state: LayOffsInPlay) -> Response | BaseResponse | None:
    """Make the move that was sent; None where another phone changed the lay-offs meanwhile."""
    card, onto, typed = (request.form.get(name, "") for name in ("card", "move", _TYPED))
    is_outdated = request.form.get("moves", len(state.moves), type=int) != len(state.moves)
    if is_outdated and not (card or onto):
        # Another phone was faster, or this one sent twice: show the lay-offs as they are now first. A card still goes
        # where it fits.
        return _changed(draft, typed) if typed else _again(draft, state)
    if _TYPED in request.form:
        return _play_typed(draft, state, typed)
    match request.form.get("act", ""):
        case "undo":
            return _undo(draft, state)
        case "done":
            return _end(draft, state)
    passing = {str(seat): seat for seat in state.turns.seats}.get(request.form.get("pass", ""))
    if passing is not None and state.turns.alternating:
        return _play(draft, state, passing)
    chosen = _MOVE.fullmatch(onto)
    tapped = _card_of(f"{chosen[1]}:{chosen[2]}" if chosen else card)
    if tapped is None or tapped[1] not in _laid_out(draft, tapped[0]):
        abort(400)
    _check_may_act(draft, tapped[0])
    if not _is_left(state, *tapped):
        return _again(draft, state)  # a second tap, or another phone laid the card off
    return _lay_off(draft, state, *tapped, (int(chosen[3]), int(chosen[4])) if chosen else None)


def _again(draft: ShowdownDraft, state: LayOffsInPlay) -> Response | BaseResponse:
    """Show the lay-offs as they are now."""
    return _show(draft, state) if wants_part() and target() == PART else go_to(_address(draft))


def _lay_off(
    draft: ShowdownDraft, state: LayOffsInPlay, seat: int, card: Card, onto: tuple[int, int] | None
) -> Response | BaseResponse | None:
    """Lay off a card on the meld chosen for it, or where it fits; ask where there is a choice.

    On a stash that reveals the card's letter, if it was not known.
    """
    known, possible = _places(state, seat, card)
    places = [there for there in (*known, *possible) if onto in (None, (there.owner, there.place))]
    error = state.out_of_turn(seat) or ("" if places else state.why_nowhere(seat, card))
    if error:
        return _show(draft, state, error, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if onto is None and len(known) != 1:
        return go_to(draft.url("lay_offs.lay_offs", card=f"{seat}:{name_of(card)}"))
    return _play(draft, state, state.lay_off(seat, card, places[0]))


def _play(draft: ShowdownDraft, state: LayOffsInPlay, move: LaidOff | int) -> Response | BaseResponse | None:
    _check_may_act(draft, _seat_of(move))
    gems = draft.shared.gems if isinstance(move, int) else state.letters_with(move)
    if isinstance(gems, str):
        return _show(draft, state, gems, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    state.play(move)
    return _save(draft, state, settled=state.over, gems=gems)


def _play_typed(draft: ShowdownDraft, state: LayOffsInPlay, typed: str) -> Response | BaseResponse | None:
    """Play typed lay-offs; show them again where one of them can't be read or played."""
    gems = play_typed(state, typed)
    if isinstance(gems, str):
        return _show(draft, load_lay_offs(draft), gems, typed, HTTPStatus.UNPROCESSABLE_ENTITY)
    return _save(draft, state, settled=state.over, gems=gems, typed=typed)


def _changed(draft: ShowdownDraft, typed: str) -> Response:
    return _show(draft, load_lay_offs(draft), LAY_OFFS_CHANGED, typed, HTTPStatus.CONFLICT)


def _undo(draft: ShowdownDraft, state: LayOffsInPlay) -> Response | BaseResponse | None:
    if not state.moves:
        return _again(draft, state)
    last = state.moves.pop()
    _check_may_act(draft, _seat_of(last))
    return _save(draft, state, settled=False, gems=state.letters_without(last))


def _end(draft: ShowdownDraft, state: LayOffsInPlay) -> Response | BaseResponse | None:
    """Pass for the players of this phone; the scorekeeper ends it for those whose phone is away."""
    here = [seat for seat in state.waiting if draft.acts_for(seat)]
    if not here and not _may_end(draft, state):
        abort(403, OWN_PHONES_LAY_OFF)
    if here and len(here) < len(state.waiting):
        for seat in here:
            state.play(seat)
        return _save(draft, state, settled=state.over, gems=draft.shared.gems)
    return _save(draft, state, settled=True, gems=draft.shared.gems)


def _save(
    draft: ShowdownDraft, state: LayOffsInPlay, *, settled: bool, gems: Mapping[str, str], typed: str = ""
) -> Response | BaseResponse | None:
    """Save the lay-offs and go on; None where another phone changed them meanwhile."""
    before = draft.shared
    saved = save_shared_if(
        draft,
        lambda shared: (shared.lay_offs, shared.gems) == (before.lay_offs, before.gems),
        lambda shared: replace(shared, lay_offs=tuple(state.moves), settled=settled, gems=gems),
    )
    if saved is None:
        return _changed(draft.reloaded(), typed) if typed else None
    if settled:
        return go_to(next_screen(saved))
    return go_to(draft.url("lay_offs.lay_offs", **{_TYPED: ""})) if typed else _again(saved, load_lay_offs(saved))


def _check_may_act(draft: ShowdownDraft, seat: int) -> None:
    """Refuse to play for a player who has a phone, unless this phone keeps the score."""
    if not draft.may_act_for(seat):
        abort(403, OWN_PHONES_LAY_OFF)
