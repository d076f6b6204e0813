"""Lay-offs being played at a showdown: the table as it lies, whose turn it is, and what a tapped card can do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.documents.hand_draft import Way
from companion.rules.cards import CARDS_BY_NAME, hand_of, name_of
from companion.rules.gems import Gem, print_faults
from companion.rules.rummy.lay_offs import LayOff, OpenMeld, OpenMelds, Pass, Turns
from companion.rules.rummy.melds import Meld, classify, might_extend
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.solver import best_layouts
from companion.rules.rummy.verdict import Call
from companion.web.showdown.state.shared import LaidOff
from companion.wording.faults import out_of_turn_sentence, print_sentence
from companion.wording.lay_offs import no_place_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.rules.cards import Card
    from companion.web.showdown.state.draft import ShowdownDraft


def knocker_has_no_deadwood(at: ShowdownDraft) -> bool:
    """Say whether the Knocker has no deadwood, as far as it can be told yet."""
    hand = at.hands[at.shared.knocker or 0]
    if hand.way == Way.COUNTED:
        return hand.points == 0
    if hand.way == Way.LOOSE or at.rules.layout == LayoutRule.BEST:
        return bool(hand.cards) and best_layouts(hand_of(hand.cards), at.melding.meld_rules)[0].points == 0
    judged = [classify(group, at.melding) for group in hand.entry.melds]
    legal = all(isinstance(one, Meld) or one.gem_unknown for one in judged)
    return bool(judged) and legal and not hand.entry.deadwood


def closed_hand(at: ShowdownDraft) -> int | None:
    """Return the seat whose melds are closed to lay-offs, after Gin or Big Gin (rule P.no-lay-off-on-gin), or None."""
    called = at.shared.call in (Call.GIN, Call.BIG_GIN)
    is_gin = not at.rules.gin_must_be_called and knocker_has_no_deadwood(at)
    return at.shared.knocker if called or is_gin else None


@dataclass(slots=True)
class LayOffsInPlay:
    """The lay-offs as far as they were played."""

    at: ShowdownDraft
    table: OpenMelds
    closed: Sequence[OpenMeld]
    """The melds of a Gin hand, which take nothing."""
    turns: Turns
    moves: list[LaidOff | int] = field(default_factory=list)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return who may still lay off, the player whose turn it is first, whether a card of theirs fits or not."""
        due, seats = self.turns.due, self.turns.seats
        return tuple(
            seat
            for seat in (*seats[due:], *seats[:due])
            if self.table.is_open_to(seat) and seat not in self.turns.passed
        )

    @property
    def over(self) -> bool:
        """Return whether nobody has cards left over, or all who do have passed."""
        return not self.waiting

    def play(self, kept: LaidOff | int) -> None:
        """Play a lay-off or a pass that was found legal."""
        move = self._move(kept)
        if move is None:
            return
        self.moves.append(kept)
        self.turns.take(move)
        if isinstance(move, LayOff):
            self.table.play(move)

    def still_fits(self, kept: LaidOff | int) -> bool:
        """Return whether a lay-off or a pass can be played as the hands lie now."""
        move = self._move(kept)
        if move is None or move.seat not in self.turns.seats:
            return False
        if isinstance(move, Pass):
            return True
        onto = self.table.places_for(move.seat, move.card) if self._holds(move) else []
        return any((there.owner, there.place) == (move.owner, move.place) for there in onto)

    def _holds(self, move: LayOff) -> bool:
        return bool(self.table.deadwood[move.seat] >> move.card & 1)

    def _move(self, kept: LaidOff | int) -> LayOff | Pass | None:
        if isinstance(kept, int):
            return Pass(kept)
        place = self.at.place_of(kept)
        return None if place is None else LayOff(kept.seat, CARDS_BY_NAME[kept.card], kept.owner, place)

    def kept(self, seat: int, card: Card, there: OpenMeld) -> LaidOff:
        """Return a lay-off as it is kept; onto a stash that the card may share, with the letter that this tells."""
        onto = self.at.hands[there.owner].entry.melds[there.place]
        tells = there.meld.gem if might_extend(there.meld, card, self.table.context) else None
        names = tuple(name_of(other) for other in onto)
        return LaidOff(seat, name_of(card), there.owner, names, tells.value if tells else "")

    def out_of_turn(self, seat: int) -> str:
        """Return why a player may not lay off yet; nothing where it is the player's turn.

        A card of unknown letter counts as one that could be laid off: told later, it must make no lay-off wrong.
        """
        ahead = self.turns.ahead_of(seat, self.table.might_lay_off)
        names = self.at.players
        return "" if ahead is None else out_of_turn_sentence(names[seat], names[ahead])

    def why_nowhere(self, seat: int, card: Card) -> str:
        """Return why a card fits nowhere."""
        names = self.at.players
        why = self.table.why_nowhere(seat, card, self.closed)
        return no_place_sentence(why, names[seat], names, self.at.shared.call or Call.GIN)

    def letters_with(self, move: LaidOff) -> dict[str, str] | str:
        """Return the letters told in this showdown with the one that a lay-off tells, or why it cannot be."""
        told = dict(self.at.shared.gems)
        if not move.letter:
            return told
        known = self.at.gems.gems if self.at.gems else {}
        card = CARDS_BY_NAME[move.card]
        gems = (*known.get(card, ()), Gem(move.letter))
        faults = print_faults({**known, card: gems}, whole=False)
        return print_sentence(faults[0]) if faults else {**told, move.card: "".join(gems)}

    def letters_without(self, move: LaidOff | int) -> dict[str, str]:
        """Return the letters told in this showdown without the one that a lay-off told."""
        told = dict(self.at.shared.gems)
        if isinstance(move, int) or not move.letter:
            return told
        left = told.pop(move.card, "").replace(move.letter, "")
        return {**told, move.card: left} if left else told


def load_lay_offs(at: ShowdownDraft) -> LayOffsInPlay:
    """Play the lay-offs that were chosen so far; from one on that fits no more they are forgotten."""
    closed = closed_hand(at)
    melds = [
        OpenMeld(owner, place, judged)
        for owner, hand in enumerate(at.hands)
        for place, group in enumerate(hand.entry.melds)
        if isinstance(judged := classify(group, at.melding), Meld)
    ]
    others = tuple(seat for seat in at.order if seat != at.shared.knocker)
    deadwood = {seat: int(hand_of(at.hands[seat].entry.deadwood)) for seat in others}
    state = LayOffsInPlay(
        at,
        OpenMelds([there for there in melds if there.owner != closed], deadwood, at.melding),
        [there for there in melds if there.owner == closed],
        Turns(others, at.rules.lay_offs_take_turns),
    )
    for kept in at.shared.lay_offs:
        if not state.still_fits(kept):
            break
        state.play(kept)
    return state
