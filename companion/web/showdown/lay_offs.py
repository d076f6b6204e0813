"""The lay-offs: what fits where is shown; the players choose, pass, or have the app lay off as well as can be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.rules.cards import CARDS_BY_NAME, listed, name_of, points_in
from companion.rules.rummy.layoffs import LayOff, Pass, play_best
from companion.store.members import Role
from companion.web import access, pages
from companion.web.game.sheet_view import short_names
from companion.web.htmx import go_to
from companion.web.showdown.hand_view import spoken
from companion.web.showdown.showing import save_shared, showing
from companion.web.showdown.steps import kept_moves, laying_off, next_address
from companion.web.together.phones import acts_for, all_in, may_act_for
from companion.wording.cards import KIND_WORDS, card_word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.rummy.layoffs import OpenMeld
    from companion.web.showdown.showing import Showing
    from companion.web.showdown.steps import LayingOff

blueprint = Blueprint("lay_offs", __name__, url_prefix="/g/<game>/hand/<int:number>/lay-offs")

ROOM_BESIDE_CARDS = 16
"""Letters of a name beside the cards of an offer."""
_MOVE = re.compile(r"(\d):(\w{2,3}):(\d):(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Target:
    """A meld that a card fits onto."""

    value: str
    owner: str
    kind: str
    cards: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that can be laid off, and where; more than one place is a question."""

    card: str
    word: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A player who may lay off now."""

    seat: int
    name: str
    offers: tuple[Offer, ...]
    may_pass: bool
    left: int
    """The deadwood as it stands."""
    here: bool
    """This phone plays for the player."""
    may_be_here: bool
    """It could, where the player's own phone is away."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A player's melds as they lie now, and the deadwood."""

    name: str
    melds: tuple[tuple[str, ...], ...]
    deadwood: tuple[str, ...]
    points: int


@pages.context("showdown/lay_offs.html")
class LayOffsPage:
    """What the screen of the lay-offs shows."""

    address: str
    back: str
    turns: tuple[Turn, ...]
    played: tuple[str, ...]
    moves: int
    ends_here: bool
    may_end_here: bool
    may_undo: bool
    table: tuple[Lying, ...]
    letters: Mapping[str, str]
    made_up: bool


@pages.context("showdown/_lay_offs.html")
class LayOffsPart(LayOffsPage):
    """The lay-offs alone."""


@blueprint.get("")
def lay_offs(game: str, number: int) -> Response | BaseResponse:
    """Show what can be laid off."""
    at = showing(access.require(game), number)
    done_with = at.shared.settled and "again" not in request.args
    if at.shared.knocker is None or not all_in(at) or done_with:
        return go_to(next_address(at))
    return pages.show(_page(at, laying_off(at)))


def _page(at: Showing, state: LayingOff) -> LayOffsPage:
    able = [seat for seat in state.seats if state.table.choices(seat)]
    return LayOffsPage(
        address=url_for("lay_offs.lay_offs", **at.where),
        back=url_for("showdown.hub", **at.where),
        turns=tuple(_turn(at, state, seat) for seat in state.turn),
        played=tuple(_said(at, state, move) for move in state.moves),
        moves=len(state.moves),
        ends_here=at.member.role.may(Role.SEAT) and all(acts_for(at, seat) for seat in able),
        may_end_here=_may_end(at, able),
        may_undo=bool(state.moves) and may_act_for(at, state.moves[-1].seat),
        table=tuple(_lying(at, state, seat) for seat in at.order),
        letters=at.letters,
        made_up=at.table.made_up,
    )


def _turn(at: Showing, state: LayingOff, seat: int) -> Turn:
    offers: dict[str, list[Target]] = {}
    for one, onto in state.table.choices(seat):
        value = f"{seat}:{name_of(one)}:{onto.owner}:{onto.place}"
        offers.setdefault(name_of(one), []).append(_target(at, onto, value, spoken(one)))
    return Turn(
        seat=seat,
        name=at.players[seat],
        offers=tuple(Offer(name, card_word(CARDS_BY_NAME[name]), tuple(targets)) for name, targets in offers.items()),
        may_pass=state.in_turns and seat not in state.passed,
        left=points_in(state.table.deadwood[seat]),
        here=acts_for(at, seat),
        may_be_here=may_act_for(at, seat),
    )


def _may_end(at: Showing, able: Sequence[int]) -> bool:
    """Say whether this phone may end the lay-offs: nobody who could go on has a phone of the own to say so."""
    return at.member.role.may(Role.SEAT) and all(may_act_for(at, seat) for seat in able)


def _target(at: Showing, onto: OpenMeld, value: str, card: str) -> Target:
    owner, kind = at.players[onto.owner], KIND_WORDS[onto.meld.kind]
    cards = tuple(name_of(one) for one in onto.meld.cards)
    words = f"Lay the {card} off onto {owner}'s {kind}: {', '.join(spoken(one) for one in onto.meld.cards)}"
    return Target(value, short_names(at.players, ROOM_BESIDE_CARDS)[onto.owner], kind, cards, words)


def _said(at: Showing, state: LayingOff, move: LayOff | Pass) -> str:
    name = at.players[move.seat]
    if isinstance(move, Pass):
        return f"{name} passes."
    kind = KIND_WORDS[state.table.melds[move.owner, move.place].meld.kind]
    return f"{name} lays {card_word(move.card)} off onto {at.players[move.owner]}'s {kind}."


def _lying(at: Showing, state: LayingOff, seat: int) -> Lying:
    melds = []
    for place, group in enumerate(at.hands[seat].entry.melds):
        lying = state.table.melds.get((seat, place))
        melds.append(tuple(name_of(one) for one in (lying.meld.cards if lying else group)))
    deadwood = at.hands[seat].entry.deadwood
    if seat in state.table.deadwood:
        deadwood = listed(state.table.deadwood[seat])
    return Lying(
        at.players[seat],
        tuple(melds),
        tuple(name_of(one) for one in deadwood),
        points_in(sum(1 << one for one in deadwood)),
    )


@blueprint.post("")
def laid(game: str, number: int) -> Response | BaseResponse:
    """Take a lay-off, a pass, the app's play, one back, or that this was all."""
    member = access.require(game, Role.SEAT)
    at = showing(member, number)
    if not at.rules.has_lay_offs or not at.laid_out or at.shared.knocker is None or not all_in(at):
        return go_to(next_address(at))
    state = laying_off(at)
    seen = at.shared.lay_offs
    if request.form.get("moves", len(state.moves), type=int) != len(state.moves):
        # Another phone was quicker, or this one sent twice: what lies there now is shown first.
        return go_to(url_for("lay_offs.lay_offs", **at.where))
    what = request.form.get("act", "")
    move = _read_move(state)
    _check_own(at, state, move, what)
    if move is not None:
        if not state.allows(move):
            return pages.show(_page(at, state), 422)
        state.play(move)
    elif what == "undo":
        state.moves = state.moves[:-1]
    elif what == "best":
        turn = (*state.seats[state.due :], *state.seats[: state.due])
        state.moves += play_best(state.table, turn, in_turns=state.in_turns)
    elif what != "done":
        abort(400)
    settled = state.over if move is not None else what != "undo"
    done = save_shared(at, only_if={"lay_offs": seen}, lay_offs=kept_moves(at, state), settled=settled)
    if settled and done:
        return go_to(next_address(showing(member, number)))
    return go_to(url_for("lay_offs.lay_offs", **at.where))


def _check_own(at: Showing, state: LayingOff, move: LayOff | Pass | None, what: str) -> None:
    """See to it that nobody plays for a player who has a phone; whoever keeps the score may."""
    if move is not None:
        seats = [move.seat]
    elif what == "undo":
        seats = [one.seat for one in state.moves[-1:]]
    else:
        seats = [seat for seat in state.seats if state.table.choices(seat)]
    if not all(may_act_for(at, seat) for seat in seats):
        abort(403, "Each player lays off on the own phone.")


def _read_move(state: LayingOff) -> LayOff | Pass | None:
    passing = {str(seat): seat for seat in state.seats}.get(request.form.get("pass", ""))
    if passing is not None:
        return Pass(passing)
    match = _MOVE.fullmatch(request.form.get("move", ""))
    if match is None or match[2] not in CARDS_BY_NAME:
        return None
    return LayOff(int(match[1]), CARDS_BY_NAME[match[2]], int(match[3]), int(match[4]))
