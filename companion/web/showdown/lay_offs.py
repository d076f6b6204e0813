"""Lay-offs screen: each player's deadwood; a tapped card goes where it fits, or the app says why it doesn't.

Lay-offs can be typed as well: `8c onto 1`.

Nothing is listed as fitting, and nothing is laid off for a player (R.14).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import LaidOff
from companion.rules.cards import CARDS_BY_NAME, Card, listed, name_of, points_in
from companion.rules.rummy.lay_offs import OpenMeld
from companion.rules.rummy.melds import Meld, classify
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.showdown.state.draft import ShowdownDraft, load_draft
from companion.web.showdown.state.flow import next_screen
from companion.web.showdown.state.laying_off import LayOffsInPlay, load_lay_offs
from companion.web.showdown.state.saving import save_shared_if
from companion.web.showdown.state.seats import acts_for, all_in, may_act_for
from companion.web.showdown.state.typed_lay_offs import numbered_melds, play_typed
from companion.wording.cards import KIND_WORDS, card_words, spoken_card
from companion.wording.lay_offs import (
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
from companion.wording.read_back import spoken

blueprint = Blueprint("lay_offs", __name__, url_prefix="/g/<game>/hand/<int:number>/lay-offs")

_TYPED = "typed"
_TAP = re.compile(r"(\d):(\w{2,3})")
_MOVE = re.compile(r"(\d):(\w{2,3}):(\d):(\d{1,2})")


@dataclass(frozen=True, slots=True)
class CardKey:
    """A card that can be tapped."""

    value: str
    card: str
    words: str


@dataclass(frozen=True, slots=True)
class Leftover:
    """A player's deadwood, to be laid off card by card."""

    seat: int
    name: str
    headline: str
    points: int
    keys: tuple[CardKey, ...]
    may_pass: bool
    here: bool
    """This phone plays for the player."""
    may_be_here: bool
    """It could, if the player's own phone is away."""


@dataclass(frozen=True, slots=True)
class MeldView:
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
    melds: tuple[MeldView, ...]


@pages.context("showdown/lay_offs.html")
class LayOffsPage:
    """Context of the lay-offs screen."""

    address: str
    back: str
    players: tuple[Leftover, ...]
    last: str
    """The move that can be undone."""
    moves: int
    ends_here: bool
    may_end_here: bool
    may_undo: bool
    table: tuple[TableMelds, ...]
    letters: Mapping[str, str]
    made_up: bool
    error: str
    typed: str
    """Lay-offs that couldn't be played, to be corrected."""
    said: str
    """What is read aloud: why nothing was laid off, or what was laid off last."""
    typing: bool
    """The lay-offs before were typed, and the next may be too."""


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
    draft = load_draft(access.require(game), number)
    is_done = draft.shared.settled and "again" not in request.args
    if draft.shared.knocker is None or not all_in(draft) or not draft.lays_off_by_tap or is_done:
        return go_to(next_screen(draft))
    state = load_lay_offs(draft)
    if "card" not in request.args:
        return pages.show(_page(draft, state))
    tapped = _tapped(state, request.args["card"])
    known, possible = _places(state, *tapped) if tapped else ([], [])
    if tapped is None or not (known or possible) or not may_act_for(draft, tapped[0]):
        return go_to(_address(draft))
    return pages.show(_where(draft, state, *tapped, (*known, *possible)))


def _address(draft: ShowdownDraft) -> str:
    return draft.url("lay_offs.lay_offs")


def _page(draft: ShowdownDraft, state: LayOffsInPlay, error: str = "", typed: str = "") -> LayOffsPage:
    here = [seat for seat in state.waiting if acts_for(draft, seat)]
    others = [seat for seat in state.turns.seats if state.table.deadwood[seat] and seat not in state.waiting]
    last = _sentence(draft, state.moves[-1]) if state.moves else ""
    return LayOffsPage(
        address=_address(draft),
        back=draft.url("showdown.hub"),
        players=tuple(_leftover(draft, state, seat) for seat in (*state.waiting, *others)),
        last=last,
        moves=len(state.moves),
        ends_here=bool(here) or (state.over and draft.member.role.may(Role.SEAT)),
        may_end_here=_may_end(draft, state),
        may_undo=bool(state.moves) and may_act_for(draft, _seat_of(state.moves[-1])),
        table=tuple(_melds(draft, state, seat) for seat in draft.order),
        letters=draft.letters,
        made_up=draft.table.made_up,
        error=error,
        typed=typed,
        said=spoken(error or last),
        typing=bool(typed) or _TYPED in request.args,
    )


def _leftover(draft: ShowdownDraft, state: LayOffsInPlay, seat: int) -> Leftover:
    name, due = draft.players[seat], seat in state.waiting[:1]
    alone_here = [other for other in state.waiting if acts_for(draft, other)] == [seat]
    cards = listed(state.table.deadwood[seat])
    return Leftover(
        seat=seat,
        name=name,
        headline=leftover_headline(name, in_turns=state.turns.alternating, passed=seat in state.turns.passed, due=due),
        points=points_in(state.table.deadwood[seat]),
        keys=tuple(CardKey(f"{seat}:{name_of(card)}", name_of(card), spoken_card(card)) for card in cards),
        may_pass=state.turns.alternating and due and not alone_here,
        here=acts_for(draft, seat),
        may_be_here=may_act_for(draft, seat),
    )


def _may_end(draft: ShowdownDraft, state: LayOffsInPlay) -> bool:
    """Return whether this phone may end the lay-offs for everybody who could go on."""
    return draft.member.role.may(Role.SEAT) and all(may_act_for(draft, seat) for seat in state.waiting)


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
        melds.append(MeldView(tuple(name_of(card) for card in lying), added, name, caption))
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


def _tapped(state: LayOffsInPlay, text: str) -> tuple[int, Card] | None:
    """Return whose card was tapped, and the card; None for one that is not in that player's deadwood."""
    match = _TAP.fullmatch(text)
    if match is None or match[2] not in CARDS_BY_NAME:
        return None
    seat, card = int(match[1]), CARDS_BY_NAME[match[2]]
    return (seat, card) if state.table.deadwood.get(seat, 0) >> card & 1 else None


def _places(state: LayOffsInPlay, seat: int, card: Card) -> tuple[list[OpenMeld], list[OpenMeld]]:
    """Return the melds that a card fits, and the stashes that it would if it bore their gem."""
    return state.table.places_for(seat, card), state.table.possible_places_for(seat, card)


@blueprint.post("")
def save_move(game: str, number: int) -> Response | BaseResponse:
    """Save a tapped card, the meld chosen for it, typed lay-offs, a pass or an undo, or end the lay-offs."""
    draft = load_draft(access.require(game, Role.SEAT), number)
    if not draft.lays_off_by_tap or draft.shared.knocker is None or not all_in(draft):
        return go_to(next_screen(draft))
    state = load_lay_offs(draft)
    typed = request.form.get(_TYPED, "")
    if request.form.get("moves", len(state.moves), type=int) != len(state.moves):
        # Another phone was faster, or this one sent twice: show the lay-offs as they are now first.
        return _changed(draft, typed) if typed else go_to(_address(draft))
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
    if "move" in request.form:
        return _lay_off_onto(draft, state, request.form["move"])
    tapped = _tapped(state, request.form.get("card", ""))
    return _lay_off(draft, state, *tapped) if tapped else abort(400)


def _lay_off(draft: ShowdownDraft, state: LayOffsInPlay, seat: int, card: Card) -> Response | BaseResponse:
    """Lay off a tapped card where it fits; ask where there is a choice, or say why it doesn't fit."""
    _check_may_act(draft, seat)
    known, possible = _places(state, seat, card)
    error = state.out_of_turn(seat) or ("" if known or possible else state.why_nowhere(seat, card))
    if error:
        return pages.show(_page(draft, state, error), 422)
    if len(known) == 1:
        return _play(draft, state, state.lay_off(seat, card, known[0]))
    return go_to(draft.url("lay_offs.lay_offs", card=f"{seat}:{name_of(card)}"))


def _lay_off_onto(draft: ShowdownDraft, state: LayOffsInPlay, text: str) -> Response | BaseResponse:
    """Lay off a card on the meld chosen for it. On a stash that reveals its letter, if it was not known."""
    match = _MOVE.fullmatch(text)
    tapped = _tapped(state, f"{match[1]}:{match[2]}") if match else None
    if match is None or tapped is None:
        abort(400)
    seat, card = tapped
    _check_may_act(draft, seat)
    known, possible = _places(state, seat, card)
    chosen = [there for there in (*known, *possible) if (there.owner, there.place) == (int(match[3]), int(match[4]))]
    error = state.out_of_turn(seat) or ("" if chosen else state.why_nowhere(seat, card))
    if error:
        return pages.show(_page(draft, state, error), 422)
    return _play(draft, state, state.lay_off(seat, card, chosen[0]))


def _play(draft: ShowdownDraft, state: LayOffsInPlay, move: LaidOff | int) -> Response | BaseResponse:
    _check_may_act(draft, _seat_of(move))
    gems = draft.shared.gems if isinstance(move, int) else state.letters_with(move)
    if isinstance(gems, str):
        return pages.show(_page(draft, state, gems), 422)
    state.play(move)
    return _save(draft, state, settled=state.over, gems=gems)


def _play_typed(draft: ShowdownDraft, state: LayOffsInPlay, typed: str) -> Response | BaseResponse:
    """Play typed lay-offs; show them again where one of them can't be read or played."""
    gems = play_typed(state, typed)
    if isinstance(gems, str):
        return pages.show(_page(draft, load_lay_offs(draft), gems, typed), 422)
    return _save(draft, state, settled=state.over, gems=gems, typed=typed)


def _changed(draft: ShowdownDraft, typed: str) -> Response:
    return pages.show(_page(draft, load_lay_offs(draft), LAY_OFFS_CHANGED, typed), 409)


def _undo(draft: ShowdownDraft, state: LayOffsInPlay) -> Response | BaseResponse:
    if not state.moves:
        return go_to(_address(draft))
    last = state.moves.pop()
    _check_may_act(draft, _seat_of(last))
    return _save(draft, state, settled=False, gems=state.letters_without(last))


def _end(draft: ShowdownDraft, state: LayOffsInPlay) -> Response | BaseResponse:
    """Pass for the players of this phone; the scorekeeper ends it for those whose phone is away."""
    here = [seat for seat in state.waiting if acts_for(draft, seat)]
    if not here and not _may_end(draft, state):
        abort(403, OWN_PHONES_LAY_OFF)
    if here and len(here) < len(state.waiting):
        for seat in here:
            state.play(seat)
        return _save(draft, state, settled=state.over, gems=draft.shared.gems)
    return _save(draft, state, settled=True, gems=draft.shared.gems)


def _save(
    draft: ShowdownDraft, state: LayOffsInPlay, *, settled: bool, gems: Mapping[str, str], typed: str = ""
) -> Response | BaseResponse:
    """Save the lay-offs, unless another phone changed them meanwhile, and go on."""
    before = draft.shared
    saved = save_shared_if(
        draft,
        lambda shared: (shared.lay_offs, shared.gems) == (before.lay_offs, before.gems),
        lambda shared: replace(shared, lay_offs=tuple(state.moves), settled=settled, gems=gems),
    )
    if saved is None and typed:
        return _changed(draft.reloaded(), typed)
    again = draft.url("lay_offs.lay_offs", **{_TYPED: ""} if typed else {})
    return go_to(next_screen(saved) if settled and saved else again)


def _check_may_act(draft: ShowdownDraft, seat: int) -> None:
    """Refuse to play for a player who has a phone, unless this phone keeps the score."""
    if not may_act_for(draft, seat):
        abort(403, OWN_PHONES_LAY_OFF)
