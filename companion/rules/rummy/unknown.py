"""Find the unknown letters that could change a ruling (R.1).

Letters change a ruling where the app lays out a hand, where it lays off on a stash, and where Gem Parts is neither
claimed nor waived. Letters that can't change it aren't asked: if none can, the whole print would give the same ruling.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.cards import Card, listing_order
from companion.rules.gems import NOTHING_KNOWN, Gem, letters_for_gem_parts, unknown_cards
from companion.rules.rummy.laid_hand import LAYOUTS_WEIGHED, LaidHand, open_melds
from companion.rules.rummy.lay_offs import OpenMeld, openings_of
from companion.rules.rummy.melds import MeldContext, melds_of
from companion.rules.rummy.reach import EFFORT, EFFORT_LOOKING_BACK, GemsByCard, Reach
from companion.rules.rummy.solver import best_layouts, least_deadwood


@dataclass(frozen=True, slots=True)
class UnknownLetter:
    """A card of unknown letter in a hand, and the gems that would make a difference."""

    seat: int
    card: Card
    gems: frozenset[Gem]


@dataclass(frozen=True, slots=True)
class Position:
    """A ruled showdown, as far as letters could change it."""

    context: MeldContext
    knocker: int
    others: tuple[int, ...]
    """Clockwise from the Knocker's left."""
    hands: Sequence[LaidHand]
    """As they score, before lay-offs."""
    is_open: Sequence[bool]
    """Which hands the app lays out."""
    settles_gem_parts: Sequence[bool]
    """For which hands the app finds Gem Parts: neither claimed nor waived."""
    limit: int
    """The most deadwood with which the call is legal."""
    finds_lay_offs: bool
    closed: int | None
    laid_off: Sequence[int]
    """The cards laid off, as entered or as found."""
    turns_matter: bool = False
    """Lay-offs were entered turn by turn, and the app lays out hands that they concern."""
    might_be_ahead: frozenset[int] = frozenset()
    """Seats that might have had the turn before a lay-off, if unknown letters let them lay off too."""


@dataclass(frozen=True, slots=True)
class UnknownLetters:
    """The letters to ask for first, and all cards whose letters could change the ruling."""

    asked: tuple[UnknownLetter, ...] = ()
    cards: tuple[Card, ...] = ()


NO_LETTERS = UnknownLetters()


def unknown_letters(position: Position) -> UnknownLetters:
    """Return the letters that could change a ruling."""
    return _Finder(position).find()


def could_do_better(context: MeldContext, hand: int, points: int, on_table: Sequence[OpenMeld]) -> bool:
    """Return whether unknown letters could leave a hand with fewer points than its known best."""
    if not context.has_gems or not hand & unknown_cards(context.gems or NOTHING_KNOWN):
        return False
    reach = Reach(context, EFFORT_LOOKING_BACK)
    loose = reach.lay_offs(hand, _stash_gems(on_table))
    return reach.could_come_to(hand, points - 1, openings_of(hand, on_table, context), loose)


class _Finder:
    """Repeat the steps of a ruling: the Knocker's layout, the others', the lay-offs, Gem Parts."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.reach = Reach(position.context, EFFORT)
        self.asked: list[GemsByCard] = [{} for _ in position.hands]
        self.later: set[Card] = set()

    def find(self) -> UnknownLetters:
        """Return the letters of every step."""
        position = self.position
        self._knocker()
        is_legal = position.hands[position.knocker].points_without(0) <= position.limit
        if not is_legal and not self.asked[position.knocker]:
            return NO_LETTERS
        if is_legal:
            self._others()
        if is_legal and not self.asked[position.knocker]:
            self._lay_offs(position.others if position.finds_lay_offs else sorted(position.might_be_ahead))
        uncertain = [seat for seat, letters in enumerate(self.asked) if letters and position.is_open[seat]]
        if uncertain:
            self._what_follows(uncertain)
        for seat, settles in enumerate(position.settles_gem_parts):
            if settles:
                self._gem_parts(seat, later=not is_legal)
        return self._unknown()

    def _unknown(self) -> UnknownLetters:
        asked = tuple(
            UnknownLetter(seat, card, frozenset(letters[card]))
            for seat, letters in enumerate(self.asked)
            for card in sorted(letters, key=listing_order)
        )
        cards = {letter.card for letter in asked} | self.later
        return UnknownLetters(asked, tuple(sorted(cards, key=listing_order)))

    def _ask(self, seat: int, letters: Mapping[Card, Iterable[Gem]]) -> None:
        for card, gems in letters.items():
            self.asked[seat].setdefault(card, set()).update(gems)

    def _knocker(self) -> None:
        """Ask for letters that leave the Knocker fewer points, or as many with other melds to lay off on."""
        position, knocker = self.position, self.position.knocker
        if not position.is_open[knocker]:
            return
        hand = position.hands[knocker]
        points = hand.points_without(0)
        counts = position.finds_lay_offs or position.turns_matter
        matters = (
            counts and position.closed != knocker and any(position.hands[other].cards for other in position.others)
        )
        at_most = points if matters else points - 1
        self._ask(knocker, self.reach.letters(hand.cards, min(at_most, position.limit)))
        if matters and position.finds_lay_offs and not self.asked[knocker]:
            self._choice_of_layout()

    def _choice_of_layout(self) -> None:
        """Ask for the others' letters that make the Knocker choose another of the best layouts."""
        position = self.position
        choices = best_layouts(
            position.hands[position.knocker].cards, position.context.meld_rules, most=LAYOUTS_WEIGHED
        )
        for other in position.others:
            ways = {}
            for layout in choices:
                on_table = [OpenMeld(position.knocker, place, meld) for place, meld in enumerate(melds_of(layout))]
                ways[openings_of(position.hands[other].cards, on_table, position.context), _stash_gems(on_table)] = (
                    on_table
                )
            for on_table in ways.values() if len(ways) > 1 else ():
                self._ask(other, self._letters_of_plan(position.hands[other].cards, on_table, as_well=False))

    def _letters_of_plan(self, hand: int, on_table: Sequence[OpenMeld], *, as_well: bool) -> GemsByCard:
        """Return letters that leave fewer points by melding and laying off; with `as_well`, as many too."""
        openings = openings_of(hand, on_table, self.position.context)
        points = least_deadwood(hand, self.position.context.meld_rules, openings)
        loose = self.reach.lay_offs(hand, _stash_gems(on_table))
        return self.reach.letters(hand, points if as_well else points - 1, openings, loose)

    def _others(self) -> None:
        """Ask for letters that leave another hand fewer points, or other melds if a third player lays off."""
        position = self.position
        on_table = [
            seat for seat in range(len(position.hands)) if seat != position.closed and not position.is_open[seat]
        ]
        if position.closed is None and position.knocker not in on_table:
            on_table.append(position.knocker)
        for seat in position.others:
            if position.is_open[seat]:
                hand = position.hands[seat].cards
                if position.finds_lay_offs:
                    third = any(position.hands[other].cards for other in position.others if other != seat)
                    melds = open_melds([position.hands[place] for place in on_table], on_table)
                    self._ask(seat, self._letters_of_plan(hand, melds, as_well=third))
                    on_table.append(seat)
                else:
                    points = position.hands[seat].points_without(position.laid_off[seat])
                    at_most = points if position.turns_matter else points - 1
                    self._ask(seat, self.reach.letters(hand & ~position.laid_off[seat], at_most))

    def _lay_offs(self, seats: Sequence[int]) -> None:
        """Ask for letters that let a card be laid off; with three players any of them may change the turns."""
        position = self.position
        for seat in seats:
            if position.is_open[seat] and len(position.others) == 1:
                continue
            owners = [owner for owner in range(len(position.hands)) if owner not in (seat, position.closed)]
            stashes = _stash_gems(open_melds([position.hands[owner] for owner in owners], owners))
            held = position.hands[seat].deadwood
            if len(position.others) == 1:
                held &= ~position.laid_off[seat]
            self._ask(seat, self.reach.lay_offs(held, stashes))

    def _what_follows(self, uncertain: Sequence[int]) -> None:
        """Add letters that could matter once those asked first change how a hand lies."""
        position = self.position
        if not position.finds_lay_offs:
            if position.knocker in uncertain:
                for seat in position.others:
                    if position.is_open[seat]:
                        self.later.update(
                            self.reach.in_any_stash(position.hands[seat].cards & ~position.laid_off[seat])
                        )
            return
        for seat in position.others:
            upstream = [owner for owner in uncertain if owner != seat]
            if not upstream:
                continue
            gems = {gem for owner in upstream for own in self.asked[owner].values() for gem in own}
            owners = [owner for owner in range(len(position.hands)) if owner != seat]
            gems.update(_stash_gems(open_melds([position.hands[owner] for owner in owners], owners)))
            hand = position.hands[seat].cards if position.is_open[seat] else position.hands[seat].deadwood
            self.later.update(self.reach.lay_offs(hand, tuple(gems)))
            if position.is_open[seat]:
                self.later.update(self.reach.in_any_stash(hand))

    def _gem_parts(self, seat: int, *, later: bool) -> None:
        """Ask for letters that could complete Gem Parts in a hand."""
        position = self.position
        letters = letters_for_gem_parts(self.reach.gems, position.hands[seat].cards)
        if later:
            self.later.update(letters)
        else:
            self._ask(seat, letters)


def _stash_gems(melds: Iterable[OpenMeld]) -> tuple[Gem, ...]:
    return tuple({open_meld.meld.gem: None for open_meld in melds if open_meld.meld.gem is not None})
