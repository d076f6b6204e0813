"""Lay-offs screen: each player's leftover cards; a tapped card goes where it fits, or the app says why it does not.

Nothing is listed as fitting, and nothing is laid off for a player (R.14).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.rules.cards import CARDS_BY_NAME, listed, name_of, points_in
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.showdown.hand_view import spoken
from companion.web.showdown.state.draft import load_draft
from companion.web.showdown.state.flow import next_screen
from companion.web.showdown.state.laying_off import load_lay_offs
from companion.web.showdown.state.saving import save_shared
from companion.web.showdown.state.seats import acts_for, all_in, may_act_for
from companion.wording.cards import GEM_NAMES, KIND_WORDS, card_word, with_article

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.cards import Card
    from companion.rules.rummy.lay_offs import OpenMeld
    from companion.web.showdown.state.draft import ShowdownDraft
    from companion.web.showdown.state.laying_off import LayOffsInPlay
    from companion.web.showdown.state.shared import LaidOff

blueprint = Blueprint("lay_offs", __name__, url_prefix="/g/<game>/hand/<int:number>/lay-offs")

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
    """It could, where the player's own phone is away."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A player's melds as they lie now, each with the cards that were laid off on it."""

    name: str
    melds: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


@pages.context("showdown/lay_offs.html")
class LayOffsPage:
    """What the lay-offs screen shows."""

    address: str
    back: str
    players: tuple[Leftover, ...]
    last: str
    """The move that can be undone."""
    moves: int
    ends_here: bool
    may_end_here: bool
    may_undo: bool
    table: tuple[Lying, ...]
    letters: Mapping[str, str]
    made_up: bool
    refused: str


@pages.context("showdown/_lay_offs.html")
class LayOffsPart(LayOffsPage):
    """The lay-offs alone."""


@dataclass(frozen=True, slots=True)
class Target:
    """A meld that a tapped card may go on."""

    value: str
    label: str
    cards: tuple[str, ...]


@pages.context("showdown/lay_off_where.html")
class WherePage:
    """What is asked of a card that fits two melds, or that may share a stash's gem."""

    address: str
    card_name: str
    question: str
    targets: tuple[Target, ...]
    no: str
    moves: int
    letters: Mapping[str, str]
    made_up: bool


@blueprint.get("")
def lay_offs(game: str, number: int) -> Response | BaseResponse:
    """Show the players' leftover cards, or ask where a tapped card goes."""
    at = load_draft(access.require(game), number)
    done_with = at.shared.settled and "again" not in request.args
    if at.shared.knocker is None or not all_in(at) or not at.lays_off_by_tap or done_with:
        return go_to(next_screen(at))
    state = load_lay_offs(at)
    if "card" not in request.args:
        return pages.show(_page(at, state))
    tapped = _tapped(state, request.args["card"])
    known, possible = _places(state, *tapped) if tapped else ([], [])
    if tapped is None or not (known or possible) or not may_act_for(at, tapped[0]):
        return go_to(_address(at))
    return pages.show(_where(at, state, *tapped, (*known, *possible)))


def _address(at: ShowdownDraft) -> str:
    return url_for("lay_offs.lay_offs", **at.where)


def _page(at: ShowdownDraft, state: LayOffsInPlay, refused: str = "") -> LayOffsPage:
    here = [seat for seat in state.waiting if acts_for(at, seat)]
    others = [seat for seat in state.turns.seats if state.table.deadwood[seat] and seat not in state.waiting]
    return LayOffsPage(
        address=_address(at),
        back=url_for("showdown.hub", **at.where),
        players=tuple(_leftover(at, state, seat) for seat in (*state.waiting, *others)),
        last=_sentence(at, state.moves[-1]) if state.moves else "",
        moves=len(state.moves),
        ends_here=bool(here) or (state.over and at.member.role.may(Role.SEAT)),
        may_end_here=_may_end(at, state),
        may_undo=bool(state.moves) and may_act_for(at, _seat_of(state.moves[-1])),
        table=tuple(_lying(at, state, seat) for seat in at.order),
        letters=at.letters,
        made_up=at.table.made_up,
        refused=refused,
    )


def _leftover(at: ShowdownDraft, state: LayOffsInPlay, seat: int) -> Leftover:
    name = at.players[seat]
    alone_here = [other for other in state.waiting if acts_for(at, other)] == [seat]
    if not state.turns.alternating:
        headline = f"{name}'s deadwood"
    elif seat in state.turns.passed:
        headline = f"{name} passed, deadwood"
    else:
        headline = f"{name}'s turn, deadwood" if seat in state.waiting[:1] else f"Next: {name}, deadwood"
    cards = listed(state.table.deadwood[seat])
    return Leftover(
        seat=seat,
        name=name,
        headline=headline,
        points=points_in(state.table.deadwood[seat]),
        keys=tuple(CardKey(f"{seat}:{name_of(card)}", name_of(card), f"Lay off the {spoken(card)}") for card in cards),
        may_pass=state.turns.alternating and seat in state.waiting[:1] and not alone_here,
        here=acts_for(at, seat),
        may_be_here=may_act_for(at, seat),
    )


def _may_end(at: ShowdownDraft, state: LayOffsInPlay) -> bool:
    """Return whether this phone may end the lay-offs for everybody who could go on."""
    return at.member.role.may(Role.SEAT) and all(may_act_for(at, seat) for seat in state.waiting)


def _seat_of(move: LaidOff | int) -> int:
    return move if isinstance(move, int) else move.seat


def _sentence(at: ShowdownDraft, move: LaidOff | int) -> str:
    if isinstance(move, int):
        return f"{at.players[move]} passes."
    card, owner = card_word(CARDS_BY_NAME[move.card]), at.players[move.owner]
    onto = " ".join(card_word(CARDS_BY_NAME[name]) for name in move.onto)
    return f"{at.players[move.seat]} lays off {card} on {owner}'s {onto}."


def _lying(at: ShowdownDraft, state: LayOffsInPlay, seat: int) -> Lying:
    melds = []
    for place, group in enumerate(at.hands[seat].entry.melds):
        there = state.table.melds.get((seat, place))
        laid = tuple(name_of(card) for card in group)
        now = tuple(name_of(card) for card in (there.meld.cards if there else group))
        melds.append((now, tuple(card for card in now if card not in laid)))
    return Lying(at.players[seat], tuple(melds))


def _where(at: ShowdownDraft, state: LayOffsInPlay, seat: int, card: Card, places: tuple[OpenMeld, ...]) -> WherePage:
    moves = [(state.kept(seat, card, there), there) for there in places]
    told = {move.letter for move, _ in moves}
    only_gem = places[0].meld.gem if len(told) == 1 and "" not in told else None
    targets = tuple(
        Target(
            value=f"{seat}:{name_of(card)}:{there.owner}:{there.place}",
            label=_label(at, there, tells=bool(move.letter)),
            cards=tuple(name_of(other) for other in there.meld.cards),
        )
        for move, there in moves
    )
    gem = with_article(GEM_NAMES[only_gem]) if only_gem else ""
    return WherePage(
        address=_address(at),
        card_name=name_of(card),
        question=f"Is {card_word(card)} {gem}?" if gem else f"Where does {card_word(card)} go?",
        targets=targets,
        no="No, it isn't" if gem else f"Keep {card_word(card)}",
        moves=len(state.moves),
        letters=at.letters,
        made_up=at.table.made_up,
    )


def _label(at: ShowdownDraft, there: OpenMeld, *, tells: bool) -> str:
    owner, kind = at.players[there.owner], KIND_WORDS[there.meld.kind]
    if there.meld.gem is None:
        return f"On {owner}'s {kind}"
    gem = GEM_NAMES[there.meld.gem]
    return f"Yes, {with_article(gem)}: lay it on {owner}'s stash" if tells else f"On {owner}'s {gem} stash"


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
def laid(game: str, number: int) -> Response | BaseResponse:
    """Take a tapped card, the meld chosen for it, a pass, one back, or that this was all."""
    member = access.require(game, Role.SEAT)
    at = load_draft(member, number)
    if not at.lays_off_by_tap or at.shared.knocker is None or not all_in(at):
        return go_to(next_screen(at))
    state = load_lay_offs(at)
    if request.form.get("moves", len(state.moves), type=int) != len(state.moves):
        # Another phone was faster, or this one sent twice: what lies there now is shown first.
        return go_to(_address(at))
    act = request.form.get("act", "")
    if act == "undo":
        return _undone(at, state)
    if act == "done":
        return _ended(at, state)
    passing = {str(seat): seat for seat in state.turns.seats}.get(request.form.get("pass", ""))
    if passing is not None and state.turns.alternating:
        return _played(at, state, passing)
    if "move" in request.form:
        return _chosen(at, state, request.form["move"])
    tapped = _tapped(state, request.form.get("card", ""))
    return _laid_off(at, state, *tapped) if tapped else abort(400)


def _laid_off(at: ShowdownDraft, state: LayOffsInPlay, seat: int, card: Card) -> Response | BaseResponse:
    """Lay off a tapped card where it fits; ask where there is a choice, or say why it does not fit."""
    _check_own(at, seat)
    refused = state.out_of_turn(seat)
    known, possible = _places(state, seat, card)
    if not refused and not (known or possible):
        refused = state.why_nowhere(seat, card)
    if refused:
        return pages.show(_page(at, state, refused), 422)
    if len(known) == 1:
        return _played(at, state, state.kept(seat, card, known[0]))
    return go_to(url_for("lay_offs.lay_offs", card=f"{seat}:{name_of(card)}", **at.where))


def _chosen(at: ShowdownDraft, state: LayOffsInPlay, text: str) -> Response | BaseResponse:
    """Lay a card off on the meld chosen for it. On a stash that says its letter, if it was not known."""
    match = _MOVE.fullmatch(text)
    tapped = _tapped(state, f"{match[1]}:{match[2]}") if match else None
    if match is None or tapped is None:
        abort(400)
    seat, card = tapped
    _check_own(at, seat)
    known, possible = _places(state, seat, card)
    chosen = [there for there in (*known, *possible) if (there.owner, there.place) == (int(match[3]), int(match[4]))]
    refused = state.out_of_turn(seat) or ("" if chosen else state.why_nowhere(seat, card))
    if refused:
        return pages.show(_page(at, state, refused), 422)
    return _played(at, state, state.kept(seat, card, chosen[0]))


def _played(at: ShowdownDraft, state: LayOffsInPlay, move: LaidOff | int) -> Response | BaseResponse:
    _check_own(at, _seat_of(move))
    gems: dict[str, str] | str = dict(at.shared.gems) if isinstance(move, int) else state.letters_with(move)
    if isinstance(gems, str):
        return pages.show(_page(at, state, gems), 422)
    state.play(move)
    return _saved(at, state, settled=state.over, gems=gems)


def _undone(at: ShowdownDraft, state: LayOffsInPlay) -> BaseResponse:
    if not state.moves:
        return go_to(_address(at))
    last = state.moves.pop()
    _check_own(at, _seat_of(last))
    return _saved(at, state, settled=False, gems=state.letters_without(last))


def _ended(at: ShowdownDraft, state: LayOffsInPlay) -> BaseResponse:
    """Pass for the players of this phone; whoever keeps the score ends it for those whose phone is away."""
    here = [seat for seat in state.waiting if acts_for(at, seat)]
    if not here and not _may_end(at, state):
        abort(403, "Each player lays off on the own phone.")
    if here and len(here) < len(state.waiting):
        for seat in here:
            state.play(seat)
        return _saved(at, state, settled=state.over, gems=dict(at.shared.gems))
    return _saved(at, state, settled=True, gems=dict(at.shared.gems))


def _saved(at: ShowdownDraft, state: LayOffsInPlay, *, settled: bool, gems: Mapping[str, str]) -> BaseResponse:
    """Save the lay-offs, unless another phone changed them meanwhile, and go on."""
    seen = {"lay_offs": at.shared.lay_offs, "gems": at.shared.gems}
    done = save_shared(at, only_if=seen, lay_offs=tuple(state.moves), settled=settled, gems=gems)
    return go_to(next_screen(load_draft(at.member, at.number)) if settled and done else _address(at))


def _check_own(at: ShowdownDraft, seat: int) -> None:
    """See to it that nobody plays for a player who has a phone; whoever keeps the score may."""
    if not may_act_for(at, seat):
        abort(403, "Each player lays off on the own phone.")
