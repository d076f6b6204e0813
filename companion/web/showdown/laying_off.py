"""Lay-offs in play: the table as it lies, whose turn it is, what a tapped card can do, and lay-offs that are typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.documents.shorthand import ShorthandError, WrittenLayOff, WrittenPass, parse_lay_offs
from companion.documents.showdown_draft import LaidOff
from companion.rules.cards import CARDS_BY_NAME, Card, Hand, name_of
from companion.rules.gems import Gem, print_faults
from companion.rules.rummy.calls import closed_in
from companion.rules.rummy.lay_offs import LayOff, OpenMeld, OpenMelds, Pass, Turns
from companion.rules.rummy.melds import Meld, classify, extends, might_extend
from companion.rules.rummy.verdict import Call, MeldInPlay
from companion.web.showdown.draft import ShowdownDraft
from companion.wording.cards import card_word
from companion.wording.document_errors import shorthand_sentence
from companion.wording.faults import does_not_fit_sentence, out_of_turn_sentence, own_meld_sentence, print_sentence
from companion.wording.showdown import (
    ENTER_ALONE,
    NO_PASSING,
    NO_SUCH_MELD,
    NOT_A_MELD,
    NOT_IN_DEADWOOD,
    OWN_PHONES_LAY_OFF,
    closed_sentence,
    leftover_headline,
    no_place_sentence,
)


@dataclass(slots=True)
class LayOffsInPlay:
    """The lay-offs played so far."""

    draft: ShowdownDraft
    table: OpenMelds
    closed: Sequence[OpenMeld]
    """The melds of a Gin hand, which take no cards."""
    turns: Turns
    moves: list[LaidOff | int] = field(default_factory=list)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The players who may still lay off, whether a card of theirs fits or not; first the one whose turn it is."""
        return self.turns.waiting(self.table.is_open_to)

    @property
    def over(self) -> bool:
        """Whether nobody has cards left over, or all who do have passed."""
        return not self.waiting

    @property
    def players(self) -> tuple[int, ...]:
        """The seats of those who had deadwood to lay off."""
        return tuple(seat for seat in self.turns.seats if self.draft.hands[seat].entry.deadwood)

    @property
    def here(self) -> tuple[int, ...]:
        """The seats for which this phone lays off."""
        return tuple(seat for seat in self.turns.seats if self.draft.acts_for(seat))

    @property
    def ends_here(self) -> bool:
        """Whether a player of this phone has yet to say that this was all, or nobody has."""
        return not {*self.waiting}.isdisjoint(self.here) or (self.over and self.draft.may_play)

    def laid_out(self, seat: int) -> tuple[Card, ...]:
        """Return a player's deadwood before anything was laid off, as the screen lists it."""
        return tuple(Hand.of(self.draft.hands[seat].entry.deadwood).listed)

    def headline(self, seat: int) -> str:
        """Return what stands above a player's deadwood: whose turn it is, who passed."""
        in_turns = self.turns.alternating and bool(self.table.deadwood[seat])
        passed, due = seat in self.turns.passed, seat in self.waiting[:1]
        return leftover_headline(self.draft.players[seat], in_turns=in_turns, passed=passed, due=due)

    def play(self, move: LaidOff | int) -> None:
        """Play a legal lay-off, or a pass; a pass that changes nothing isn't kept, so it can be sent without end."""
        played = self.draft.as_played(move)
        if played is None or (isinstance(played, Pass) and (self.over or self.moves[-1:] == [move])):
            return
        self.moves.append(move)
        self.turns.take(played)
        if isinstance(played, LayOff):
            self.table.play(played)

    def still_fits(self, stored: LaidOff | int) -> bool:
        """Return whether a lay-off or a pass can be played as the hands lie now."""
        move = self.draft.as_played(stored)
        if move is None or move.seat not in self.turns.seats:
            return False
        if isinstance(move, Pass):
            return True
        onto = self.table.places_for(move.seat, move.card) if self._holds(move) else []
        return any((there.owner, there.place) == (move.owner, move.place) for there in onto)

    def _holds(self, move: LayOff) -> bool:
        return move.card in self.table.deadwood[move.seat]

    def lay_off(self, seat: int, card: Card, there: OpenMeld) -> LaidOff:
        """Return a lay-off; onto a stash whose gem the card may share, with the letter that this reveals."""
        onto = self.draft.hands[there.owner].entry.melds[there.place]
        tells = there.meld.gem if might_extend(there.meld, card, self.table.context) else None
        names = tuple(name_of(other) for other in onto)
        return LaidOff(seat, name_of(card), there.owner, names, tells.value if tells else "")

    def out_of_turn(self, seat: int) -> str:
        """Return why a player may not lay off yet; nothing where it is the player's turn.

        A card of unknown letter counts as one that could be laid off: told later, it must make no lay-off wrong.
        """
        ahead = self.turns.ahead_of(seat, self.table.might_lay_off)
        names = self.draft.players
        return "" if ahead is None else out_of_turn_sentence(names[seat], names[ahead])

    def why_nowhere(self, seat: int, card: Card) -> str:
        """Return why a card fits nowhere."""
        names = self.draft.players
        why = self.table.why_nowhere(seat, card, self.closed)
        return no_place_sentence(why, names[seat], names, self.draft.shared.call or Call.GIN)

    def letters_with(self, move: LaidOff) -> dict[str, str] | str:
        """Return the letters told in this showdown with the one that a lay-off tells, or why it cannot be."""
        told = dict(self.draft.shared.gems)
        if not move.letter:
            return told
        known = self.draft.gems.gems if self.draft.gems else {}
        card = CARDS_BY_NAME[move.card]
        gems = (*known.get(card, ()), Gem(move.letter))
        faults = print_faults({**known, card: gems}, whole=False)
        return print_sentence(faults[0]) if faults else {**told, move.card: "".join(gems)}

    def letters_without(self, move: LaidOff | int) -> dict[str, str]:
        """Return the letters told in this showdown without the one that a lay-off told."""
        told = dict(self.draft.shared.gems)
        if isinstance(move, int) or not move.letter:
            return told
        left = told.pop(move.card, "").replace(move.letter, "")
        return {**told, move.card: left} if left else told


def load_lay_offs(draft: ShowdownDraft) -> LayOffsInPlay:
    """Play the stored lay-offs. The first that doesn't fit any more is dropped, and everything after it."""
    closed = closed_in(draft.showdown)
    melds = [
        OpenMeld(owner, place, judged)
        for owner, hand in enumerate(draft.hands)
        for place, group in enumerate(hand.entry.melds)
        if isinstance(judged := classify(group, draft.context), Meld)
    ]
    others = tuple(seat for seat in draft.order if seat != draft.shared.knocker)
    deadwood = {seat: Hand.of(draft.hands[seat].entry.deadwood) for seat in others}
    lay_offs = LayOffsInPlay(
        draft,
        OpenMelds([there for there in melds if there.owner != closed], deadwood, draft.context),
        [there for there in melds if there.owner == closed],
        Turns(others, draft.rules.lay_offs_take_turns),
    )
    for move in draft.shared.lay_offs:
        if not lay_offs.still_fits(move):
            break
        lay_offs.play(move)
    return lay_offs


def numbered_melds(draft: ShowdownDraft) -> tuple[tuple[int, int], ...]:
    """Return the owner and the place of each meld, in the order in which the screen of the lay-offs numbers them."""
    return tuple((seat, place) for seat in draft.order for place in range(len(draft.hands[seat].entry.melds)))


def play_typed(state: LayOffsInPlay, text: str) -> Mapping[str, str] | str:
    """Play typed lay-offs and return the letters told with them; or why not, and then the state is of no use."""
    try:
        written = parse_lay_offs(text)
    except ShorthandError as error:
        return shorthand_sentence(error)
    gems: Mapping[str, str] = state.draft.shared.gems
    for one in written:
        move = _pass(state) if isinstance(one, WrittenPass) else _lay_off(state, one)
        if isinstance(move, str):
            return move
        if isinstance(move, LaidOff) and move.letter:
            if len(written) > 1:
                # What the letter tells changes what fits: the next lay-off is judged with it.
                return ENTER_ALONE.format(card=card_word(CARDS_BY_NAME[move.card]))
            told = state.letters_with(move)
            if isinstance(told, str):
                return told
            gems = told
        state.play(move)
    return gems


def _pass(state: LayOffsInPlay) -> int | str:
    if not (state.turns.alternating and state.waiting):
        return NO_PASSING
    seat = state.waiting[0]
    return seat if state.draft.may_act_for(seat) else OWN_PHONES_LAY_OFF


def _lay_off(state: LayOffsInPlay, written: WrittenLayOff) -> LaidOff | str:
    """Return a lay-off, or why it can't be played. Nothing tells whether the card fits anywhere else (R.14)."""
    draft, card, melds = state.draft, written.card, numbered_melds(state.draft)
    holders = [seat for seat in state.turns.seats if card in state.table.deadwood[seat]]
    seat = next((seat for seat in holders if draft.may_act_for(seat)), None)
    if seat is None:
        return OWN_PHONES_LAY_OFF if holders else NOT_IN_DEADWOOD.format(card=card_word(card))
    if not 1 <= written.meld <= len(melds):
        return NO_SUCH_MELD.format(number=written.meld)
    owner, place = melds[written.meld - 1]
    if owner == seat:
        return own_meld_sentence(card_word(card), draft.players[seat])
    late = state.out_of_turn(seat)
    if late:
        return late
    there = state.table.melds.get((owner, place))
    return _why_not(state, written, (owner, place)) if there is None else _onto(state, seat, card, there)


def _why_not(state: LayOffsInPlay, written: WrittenLayOff, place: tuple[int, int]) -> str:
    """Return why a group takes no cards: it is a Gin hand's, or no meld."""
    closed = next((there for there in state.closed if (there.owner, there.place) == place), None)
    if closed is None:
        return NOT_A_MELD.format(number=written.meld)
    return closed_sentence(
        written.card, state.draft.players[closed.owner], closed.meld, state.draft.shared.call or Call.GIN
    )


def _onto(state: LayOffsInPlay, seat: int, card: Card, there: OpenMeld) -> LaidOff | str:
    context = state.table.context
    if extends(there.meld, card, context) or might_extend(there.meld, card, context):
        return state.lay_off(seat, card, there)
    return does_not_fit_sentence(card, MeldInPlay(state.draft.players[there.owner], there.meld))
