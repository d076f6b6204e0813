"""The way through a showdown: which screen comes next, given what was entered so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import url_for

from companion.documents.answers import judge_document
from companion.documents.entered import Way
from companion.rules.cards import CARDS_BY_NAME, Card, hand_of, name_of
from companion.rules.gems import gem_parts, group_of
from companion.rules.rummy.layoffs import LayOff, OpenMeld, OpenTable, Pass
from companion.rules.rummy.melds import Meld, NoMeld, classify
from companion.rules.rummy.solver import best_layouts
from companion.rules.rummy.verdict import Call
from companion.store.members import Role
from companion.web.showdown.shared import LaidOff
from companion.web.together.phones import acts_for, all_in, hands_to_enter

if TYPE_CHECKING:
    from companion.web.showdown.showing import Showing


def next_address(at: Showing) -> str:
    """Tell the address of the screen that comes next on this phone; where others are to act it waits."""
    plays = at.member.role.may(Role.SEAT)
    waiting = url_for("waiting.wait", **at.where)
    if at.shared.knocker is None or (at.rules.has_dice and at.shared.dice is None):
        return url_for("showdown.hub", **at.where) if plays else waiting
    for seat in hands_to_enter(at):
        return url_for("hands.hand", seat=seat, **at.where)
    if not all_in(at):
        return waiting
    if asks_gin(at):
        return url_for("showdown.gin", **at.where) if acts_for(at, at.shared.knocker) else waiting
    if letters_asked(at):
        return url_for("letters.letters", **at.where) if plays else waiting
    if asks_lay_offs(at):
        return url_for("lay_offs.lay_offs", **at.where)
    return url_for("ruling.ruling", **at.where)


def without_deadwood(at: Showing) -> bool:
    """Say whether the Knocker has no deadwood, as far as it can be told yet."""
    hand = at.hands[at.shared.knocker or 0]
    match hand.way:
        case Way.COUNTED:
            return hand.points == 0
        case Way.LOOSE:
            return bool(hand.cards) and best_layouts(hand_of(hand.cards), at.melding.meld_rules)[0].points == 0
        case Way.LAID_OUT:
            judged = [classify(group, at.melding) for group in hand.entry.melds]
            legal = all(isinstance(one, Meld) or one.gem_unknown for one in judged)
            return bool(judged) and legal and not hand.entry.deadwood


def asks_gin(at: Showing) -> bool:
    """Say whether to ask, once, if Gin was meant: a knock without deadwood, and Gin is a call (ruling 5)."""
    left_open = at.shared.call in (None, Call.KNOCK) and not at.shared.gin_asked
    hand = at.hands[at.shared.knocker or 0]
    # Of a hand that is short of cards the ruling says so first.
    whole = hand.way == Way.COUNTED or len(hand.cards) >= at.rules.hand_size
    return at.rules.gin_must_be_called and left_open and whole and without_deadwood(at)


@dataclass(frozen=True, slots=True)
class LettersAsked:
    """Cards whose gems must be known before one can rule: a claimed stash, or a whole hand for Gem Parts."""

    seat: int
    stash: bool
    cards: tuple[Card, ...]
    """All the cards that the claim is about."""
    unknown: tuple[Card, ...]


def letters_asked(at: Showing) -> tuple[LettersAsked, ...]:
    """List the claims that cannot be judged for want of letters."""
    if not at.rules.has_gems or at.gems is None:
        return ()
    known = at.gems.gems

    def unknown(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(one for one in cards if len(known.get(one, ())) < group_of(one).gems_a_card)

    asked = []
    for seat, hand in enumerate(at.hands):
        for group in hand.entry.melds if hand.way == Way.LAID_OUT else ():
            judged = classify(group, at.melding)
            if isinstance(judged, NoMeld) and judged.gem_unknown:
                asked.append(LettersAsked(seat, stash=True, cards=group, unknown=unknown(group)))
        if hand.claims and hand.cards and gem_parts(at.gems, hand_of(hand.cards)) is None and unknown(hand.cards):
            asked.append(LettersAsked(seat, stash=False, cards=hand.cards, unknown=unknown(hand.cards)))
    return tuple(asked)


def closed_hand(at: Showing) -> int | None:
    """Tell whose hand takes no lay-offs, after Gin or Big Gin (P: Gin)."""
    called = at.shared.call in (Call.GIN, Call.BIG_GIN)
    is_gin = not at.rules.gin_must_be_called and without_deadwood(at)
    return at.shared.knocker if called or is_gin else None


@dataclass(slots=True)
class LayingOff:
    """The lay-offs as far as they were played: the table as it lies, and who may go on."""

    table: OpenTable
    seats: tuple[int, ...]
    """Those who may lay off, from the Knocker's left."""
    in_turns: bool
    moves: list[LayOff | Pass]
    due: int = 0
    passed: frozenset[int] = frozenset()

    def play(self, move: LayOff | Pass) -> None:
        """Play a move that was found legal."""
        self.moves.append(move)
        self.due = (self.seats.index(move.seat) + 1) % len(self.seats)
        if isinstance(move, Pass):
            self.passed |= {move.seat}
        else:
            self.passed -= {move.seat}
            self.table.play(move)

    @property
    def turn(self) -> tuple[int, ...]:
        """Tell whose turn it is: in turns the first who has something and has not passed, and who passed before."""
        able = [seat for seat in (*self.seats[self.due :], *self.seats[: self.due]) if self.table.choices(seat)]
        if not self.in_turns:
            return tuple(able)
        first = next((place for place, seat in enumerate(able) if seat not in self.passed), len(able))
        return tuple(able[: first + 1])

    @property
    def over(self) -> bool:
        """Say whether nobody can lay anything off, or all who could have passed."""
        return all(seat in self.passed for seat in self.turn)

    def allows(self, move: LayOff | Pass) -> bool:
        """Say whether a move can be played now."""
        if move.seat not in self.turn:
            return False
        if isinstance(move, Pass):
            return self.in_turns
        return any(
            (one, onto.owner, onto.place) == (move.card, move.owner, move.place)
            for one, onto in self.table.choices(move.seat)
        )


def laying_off(at: Showing) -> LayingOff:
    """Play the lay-offs that were chosen so far; from one on that fits no more they are forgotten."""
    closed = closed_hand(at)
    melds = []
    for owner, hand in enumerate(at.hands):
        for place, group in enumerate(hand.entry.melds):
            judged = classify(group, at.melding)
            if owner != closed and isinstance(judged, Meld):
                melds.append(OpenMeld(owner, place, judged))
    others = tuple(seat for seat in at.order if seat != at.shared.knocker)
    deadwood = {seat: int(hand_of(at.hands[seat].entry.deadwood)) for seat in others}
    state = LayingOff(OpenTable(melds, deadwood, at.melding), others, at.rules.lay_offs_take_turns, [])
    for kept in at.shared.lay_offs:
        move = _move(at, kept)
        if move is None or not state.allows(move):
            break
        state.play(move)
    return state


def _move(at: Showing, kept: LaidOff | int) -> LayOff | Pass | None:
    if isinstance(kept, int):
        return Pass(kept)
    place = at.place_of(kept)
    return None if place is None else LayOff(kept.seat, CARDS_BY_NAME[kept.card], kept.owner, place)


def kept_moves(at: Showing, state: LayingOff) -> tuple[LaidOff | int, ...]:
    """Write the lay-offs for keeping."""
    return tuple(_kept(at, move) for move in state.moves)


def _kept(at: Showing, move: LayOff | Pass) -> LaidOff | int:
    if isinstance(move, Pass):
        return move.seat
    onto = at.hands[move.owner].entry.melds[move.place]
    return LaidOff(move.seat, name_of(move.card), move.owner, tuple(name_of(one) for one in onto))


def asks_lay_offs(at: Showing) -> bool:
    """Say whether lay-offs are to be chosen: hands that lie as they score, nothing wrong with them, something fits."""
    if not at.rules.has_lay_offs or not at.laid_out or at.shared.settled:
        return False
    if not laying_off(at).turn and not at.shared.lay_offs:
        return False
    return bool(judge_document({**at.document(), "lay_offs": []})["legal"])
