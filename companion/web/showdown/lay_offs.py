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
from companion.rules.cards import CARDS_BY_NAME, NO_CARDS, Card, name_of
from companion.rules.rummy.lay_offs import OpenMeld
from companion.rules.rummy.melds import Meld, classify
from companion.store.drafts import TRIES, DraftConflict
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to, target, tell, wants_part
from companion.web.base.idempotency import is_outdated, note_seen
from companion.web.cards import card_names
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import next_screen
from companion.web.showdown.laying_off import LayOffsInPlay, load_lay_offs, numbered_melds, play_typed
from companion.web.showdown.saving import save_shared_if
from companion.wording.cards import KIND_WORDS, card_words
from companion.wording.rulings import spoken
from companion.wording.showdown import (
    LAY_OFFS_CHANGED,
    OWN_PHONES_LAY_OFF,
    decline_label,
    laid_off_sentence,
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
class TableMeld:
    """A meld as it lies now, with the cards that were laid off on it."""

    cards: tuple[str, ...]
    added: tuple[str, ...]
    name: str
    """As it is read aloud, with its number."""
    caption: str


@pages.context("showdown/_laying_off.html")
class LayOffsPart:
    """The answer to a tap: all that lies on the table."""

    draft: ShowdownDraft
    state: LayOffsInPlay
    melds: tuple[tuple[str, tuple[TableMeld, ...]], ...]
    """Those of each player, by name."""
    last: str
    """The move that can be undone."""
    may_undo: bool
    may_end: bool
    """This phone may end the lay-offs for everybody who could go on."""
    acted: str
    """The seat of which a card was just tapped."""
    error: str
    typed: str
    """Lay-offs that couldn't be played, to be corrected."""
    typing: bool
    """The lay-offs before were typed, and the next may be too."""


@pages.context("showdown/lay_offs.html")
class LayOffsPage(LayOffsPart):
    """Context of the lay-offs screen."""

    said: str
    """What is read aloud: why nothing was laid off, or what was laid off last."""


@pages.context("showdown/lay_off_where.html")
class WherePage:
    """Context of the question where a card goes that fits two melds, or that may share a stash's gem."""

    draft: ShowdownDraft
    card_name: str
    question: str
    targets: tuple[tuple[str, str, tuple[str, ...]], ...]
    """The melds that it may go on: as a form sends them, their labels, and their cards."""
    decline: str


@blueprint.get("")
def lay_offs(game: str, number: int) -> Response | BaseResponse:
    """Show the players' leftover cards, or ask where a tapped card goes."""
    draft = load_draft(require_member(game), number)
    is_done = draft.shared.settled and "again" not in request.args
    if draft.shared.knocker is None or not draft.all_in or not draft.lays_off_by_tap or is_done:
        return go_to(next_screen(draft))
    state = load_lay_offs(draft)
    if "card" not in request.args:
        return _show(state)
    tapped = _card_of(request.args["card"])
    known, possible = _places(state, *tapped) if tapped and _is_left(state, *tapped) else ([], [])
    if tapped is None or not (known or possible) or not draft.may_act_for(tapped[0]):
        return go_to(draft.url("lay_offs.lay_offs"))
    note_seen(version=draft.version_of())
    return pages.show(_where(state, *tapped, (*known, *possible)))


def _show(state: LayOffsInPlay, error: str = "", typed: str = "", status: int = HTTPStatus.OK) -> Response:
    """Show the lay-offs: of a page that is there already, the part that a tap changes."""
    draft, last = state.draft, state.moves[-1] if state.moves else None
    note_seen(version=draft.version_of())
    part = LayOffsPart(
        draft=draft,
        state=state,
        melds=tuple((draft.players[seat], _melds(state, seat)) for seat in draft.order),
        last="" if last is None else _sentence(draft, last),
        may_undo=last is not None and draft.may_act_for(_seat_of(last)),
        may_end=_may_end(state),
        acted=request.form.get("card", "").partition(":")[0],
        error=error,
        typed=typed,
        typing=bool(typed) or _TYPED in request.args,
    )
    said = spoken(error or part.last)
    if wants_part() and target() == PART:
        return tell(pages.show(part, status), {"say": said})
    return pages.show(LayOffsPage(**pages.values_of(part), said=said), status)


def _may_end(state: LayOffsInPlay) -> bool:
    return state.draft.may_play and all(state.draft.may_act_for(seat) for seat in state.waiting)


def _seat_of(move: LaidOff | int) -> int:
    return move if isinstance(move, int) else move.seat


def _sentence(draft: ShowdownDraft, move: LaidOff | int) -> str:
    if isinstance(move, int):
        return pass_sentence(draft.players[move])
    meld = card_words(CARDS_BY_NAME[name] for name in move.onto)
    return laid_off_sentence(draft.players[move.seat], CARDS_BY_NAME[move.card], draft.players[move.owner], meld)


def _melds(state: LayOffsInPlay, seat: int) -> tuple[TableMeld, ...]:
    draft, melds, numbers = state.draft, [], numbered_melds(state.draft)
    for place, group in enumerate(draft.hands[seat].entry.melds):
        there = state.table.melds.get((seat, place))
        lying = there.meld.cards if there else group
        judged = classify(group, draft.context)
        kind = KIND_WORDS[judged.kind] if isinstance(judged, Meld) else ""
        added = card_names(card for card in lying if card not in group)
        number = numbers.index((seat, place)) + 1
        name, caption = meld_name(number, draft.players[seat], kind), meld_caption(number, kind)
        melds.append(TableMeld(card_names(lying), added, name, caption))
    return tuple(melds)


def _where(state: LayOffsInPlay, seat: int, card: Card, places: tuple[OpenMeld, ...]) -> WherePage:
    draft = state.draft
    reveals = [bool(state.lay_off(seat, card, there).letter) for there in places]
    letters = {state.lay_off(seat, card, there).letter for there in places}
    only_gem = places[0].meld.gem if len(letters) == 1 and all(reveals) else None
    return WherePage(
        draft=draft,
        card_name=name_of(card),
        question=target_question(card, only_gem),
        targets=tuple(
            (
                f"{seat}:{name_of(card)}:{there.owner}:{there.place}",
                target_label(draft.players[there.owner], there.meld, reveals=tells),
                card_names(there.meld.cards),
            )
            for there, tells in zip(places, reveals, strict=True)
        ),
        decline=decline_label(card, only_gem),
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
        answer = _make_move(load_lay_offs(draft))
        if answer is not None:
            return answer
        draft = draft.reloaded()
    raise DraftConflict(None)


def _make_move(state: LayOffsInPlay) -> Response | BaseResponse | None:
    """Make the move that was sent; None where another phone changed the lay-offs meanwhile."""
    draft = state.draft
    card, onto, typed = (request.form.get(name, "") for name in ("card", "move", _TYPED))
    if is_outdated(draft.version_of()) and not (card or onto):
        # Another phone was faster, or this one sent twice: show the lay-offs as they are now first. A card still goes
        # where it fits.
        return _changed(draft, typed) if typed else _again(state)
    if _TYPED in request.form:
        gems = play_typed(state, typed)
        if isinstance(gems, str):
            return _refuse(load_lay_offs(draft), gems, typed)
        return _save(state, settled=state.over, gems=gems, typed=typed)
    match request.form.get("act", ""):
        case "undo":
            return _undo(state)
        case "done":
            return _end(state)
    passing = {str(seat): seat for seat in state.turns.seats}.get(request.form.get("pass", ""))
    if passing is not None and state.turns.alternating:
        return _play(state, passing)
    chosen = _MOVE.fullmatch(onto)
    tapped = _card_of(f"{chosen[1]}:{chosen[2]}" if chosen else card)
    if tapped is None or tapped[1] not in _laid_out(draft, tapped[0]):
        abort(400)
    _check_may_act(draft, tapped[0])
    if not _is_left(state, *tapped):
        return _again(state)  # a second tap, or another phone laid the card off
    return _lay_off(state, *tapped, (int(chosen[3]), int(chosen[4])) if chosen else None)


def _again(state: LayOffsInPlay) -> Response | BaseResponse:
    """Show the lay-offs as they are now."""
    return _show(state) if wants_part() and target() == PART else go_to(state.draft.url("lay_offs.lay_offs"))


def _refuse(state: LayOffsInPlay, error: str, typed: str = "") -> Response:
    return _show(state, error, typed, HTTPStatus.UNPROCESSABLE_ENTITY)


def _changed(draft: ShowdownDraft, typed: str) -> Response:
    return _show(load_lay_offs(draft), LAY_OFFS_CHANGED, typed, HTTPStatus.CONFLICT)


def _lay_off(
    state: LayOffsInPlay, seat: int, card: Card, onto: tuple[int, int] | None
) -> Response | BaseResponse | None:
    """Lay off a card on the meld chosen for it, or where it fits; ask where there is a choice.

    On a stash that reveals the card's letter, if it was not known.
    """
    known, possible = _places(state, seat, card)
    places = [there for there in (*known, *possible) if onto in (None, (there.owner, there.place))]
    error = state.out_of_turn(seat) or ("" if places else state.why_nowhere(seat, card))
    if error:
        return _refuse(state, error)
    if onto is None and len(known) != 1:
        return go_to(state.draft.url("lay_offs.lay_offs", card=f"{seat}:{name_of(card)}"))
    return _play(state, state.lay_off(seat, card, places[0]))


def _play(state: LayOffsInPlay, move: LaidOff | int) -> Response | BaseResponse | None:
    _check_may_act(state.draft, _seat_of(move))
    gems = state.draft.shared.gems if isinstance(move, int) else state.letters_with(move)
    if isinstance(gems, str):
        return _refuse(state, gems)
    state.play(move)
    return _save(state, settled=state.over, gems=gems)


def _undo(state: LayOffsInPlay) -> Response | BaseResponse | None:
    if not state.moves:
        return _again(state)
    last = state.moves.pop()
    _check_may_act(state.draft, _seat_of(last))
    return _save(state, settled=False, gems=state.letters_without(last))


def _end(state: LayOffsInPlay) -> Response | BaseResponse | None:
    """Pass for the players of this phone; the scorekeeper ends it for those whose phone is away."""
    gems = state.draft.shared.gems
    here = [seat for seat in state.waiting if state.draft.acts_for(seat)]
    if not here and not _may_end(state):
        abort(403, OWN_PHONES_LAY_OFF)
    if here and len(here) < len(state.waiting):
        for seat in here:
            state.play(seat)
        return _save(state, settled=state.over, gems=gems)
    return _save(state, settled=True, gems=gems)


def _save(
    state: LayOffsInPlay, *, settled: bool, gems: Mapping[str, str], typed: str = ""
) -> Response | BaseResponse | None:
    """Save the lay-offs and go on; None where another phone changed them meanwhile."""
    draft = state.draft
    saved = save_shared_if(
        draft,
        lambda now: (now.shared.lay_offs, now.shared.gems) == (draft.shared.lay_offs, draft.shared.gems),
        lambda shared: replace(shared, lay_offs=tuple(state.moves), settled=settled, gems=gems),
    )
    if saved is None:
        return _changed(draft.reloaded(), typed) if typed else None
    if settled:
        return go_to(next_screen(saved))
    return go_to(draft.url("lay_offs.lay_offs", **{_TYPED: ""})) if typed else _again(load_lay_offs(saved))


def _check_may_act(draft: ShowdownDraft, seat: int) -> None:
    """Refuse to play for a player who has a phone, unless this phone keeps the score."""
    if not draft.may_act_for(seat):
        abort(403, OWN_PHONES_LAY_OFF)
