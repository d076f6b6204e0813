"""Which letters that nobody has entered yet could change a ruling (ruling 1).

Letters change a ruling where the app lays out a hand, where it lays off onto a stash, and where Gem Parts is neither
claimed nor waived. What no unknown letter can change is not asked: a ruling without unknown letters is the one that the
whole print gives.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.cards import Card, listing_order
from companion.rules.gems import NOTHING_KNOWN, Gem, letters_for_gem_parts, unknown_cards
from companion.rules.rummy.laid_hand import LAYOUTS_WEIGHED, LaidHand, open_melds
from companion.rules.rummy.lay_offs import OpenMeld, openings_of
from companion.rules.rummy.melds import MeldContext, melds_of
from companion.rules.rummy.reach import Gems, Reach
from companion.rules.rummy.solver import best_layouts

EFFORT = 2000
EFFORT_LOOKING_BACK = 100


@dataclass(frozen=True, slots=True)
class UnknownLetter:
    """A card in a hand whose letter is not known, and the gems that would make a difference."""

    seat: int
    card: Card
    gems: frozenset[Gem]


@dataclass(frozen=True, slots=True)
class Position:
    """A showdown as it was ruled, as far as letters could change it."""

    context: MeldContext
    knocker: int
    others: tuple[int, ...]
    """Round from the Knocker's left."""
    hands: Sequence[LaidHand]
    """As they score, before lay-offs."""
    is_open: Sequence[bool]
    """Whose hands the app lays out."""
    settles_gem_parts: Sequence[bool]
    """Whose Gem Parts the app finds: neither claimed nor waived."""
    limit: int
    """With how much deadwood the call is still legal."""
    finds_lay_offs: bool
    closed: int | None
    laid_off: Sequence[int]
    """What was laid off, as the table says or as the app found."""
    turns_matter: bool = False
    """The table says in which turns cards were laid off, and the app laid out hands that they concern."""
    might_be_ahead: frozenset[int] = frozenset()
    """Who might have had the turn when another laid off, if unknown letters let them lay off too."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The letters to be asked first, and all the cards whose letters could change the ruling."""

    asked: tuple[UnknownLetter, ...] = ()
    cards: tuple[Card, ...] = ()


NOTHING = Unknown()


def unknown_letters(position: Position) -> Unknown:
    """Find the letters that could change a ruling."""
    return _Finder(position).find()


def could_do_better(context: MeldContext, hand: int, points: int, lying: Sequence[OpenMeld]) -> bool:
    """Say whether unknown letters could let a hand leave less than its best that is known."""
    if not context.has_gems or not hand & unknown_cards(context.gems or NOTHING_KNOWN):
        return False
    reach = Reach(context, EFFORT_LOOKING_BACK)
    loose = reach.lay_offs(hand, _stash_gems(lying))
    return reach.could_come_to(hand, points - 1, openings_of(hand, lying, context), loose)


class _Finder:
    """Goes the way of the ruling: the Knocker's layout, the others', the lay-offs, Gem Parts."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.reach = Reach(position.context, EFFORT)
        self.asked: list[Gems] = [{} for _ in position.hands]
        self.later: set[Card] = set()

    def find(self) -> Unknown:
        """Gather the letters of every stage."""
        at = self.position
        self._knocker()
        is_legal = at.hands[at.knocker].points_without(0) <= at.limit
        if not is_legal and not self.asked[at.knocker]:
            return NOTHING
        if is_legal:
            self._others()
        if is_legal and not self.asked[at.knocker]:
            self._lay_offs(at.others if at.finds_lay_offs else sorted(at.might_be_ahead))
        uncertain = [seat for seat, letters in enumerate(self.asked) if letters and at.is_open[seat]]
        if uncertain:
            self._what_follows(uncertain)
        for seat, settles in enumerate(at.settles_gem_parts):
            if settles:
                self._gem_parts(seat, later=not is_legal)
        return self._unknown()

    def _unknown(self) -> Unknown:
        asked = tuple(
            UnknownLetter(seat, card, frozenset(letters[card]))
            for seat, letters in enumerate(self.asked)
            for card in sorted(letters, key=listing_order)
        )
        cards = {letter.card for letter in asked} | self.later
        return Unknown(asked, tuple(sorted(cards, key=listing_order)))

    def _ask(self, seat: int, letters: Mapping[Card, Iterable[Gem]]) -> None:
        for card, gems in letters.items():
            self.asked[seat].setdefault(card, set()).update(gems)

    def _knocker(self) -> None:
        """Letters that let an open Knocker's hand leave less, or as much in melds that take other lay-offs."""
        at, knocker = self.position, self.position.knocker
        if not at.is_open[knocker]:
            return
        hand = at.hands[knocker]
        points = hand.points_without(0)
        counts = at.finds_lay_offs or at.turns_matter
        matters = counts and at.closed != knocker and any(at.hands[other].cards for other in at.others)
        at_most = points if matters else points - 1
        self._ask(knocker, self.reach.letters(hand.cards, min(at_most, at.limit)))
        if matters and at.finds_lay_offs and not self.asked[knocker]:
            self._choice_of_layout()

    def _choice_of_layout(self) -> None:
        """Letters of the others that let the Knocker choose another of his best layouts."""
        at = self.position
        choices = best_layouts(at.hands[at.knocker].cards, at.context.meld_rules, most=LAYOUTS_WEIGHED)
        for other in at.others:
            ways = {}
            for layout in choices:
                lying = [OpenMeld(at.knocker, place, meld) for place, meld in enumerate(melds_of(layout))]
                ways[openings_of(at.hands[other].cards, lying, at.context), _stash_gems(lying)] = lying
            for lying in ways.values() if len(ways) > 1 else ():
                self._ask(other, self._letters_of_plan(at.hands[other].cards, lying, as_well=False))

    def _letters_of_plan(self, hand: int, lying: Sequence[OpenMeld], *, as_well: bool) -> Gems:
        """Letters that let a hand leave less by melding and laying off, or `as_well` as much in other ways."""
        openings = openings_of(hand, lying, self.position.context)
        points = best_layouts(hand, self.position.context.meld_rules, openings)[0].points
        loose = self.reach.lay_offs(hand, _stash_gems(lying))
        return self.reach.letters(hand, points if as_well else points - 1, openings, loose)

    def _others(self) -> None:
        """Letters that let another open hand leave less; what it lays down matters where a third player lays off."""
        at = self.position
        lying = [seat for seat in range(len(at.hands)) if seat != at.closed and not at.is_open[seat]]
        if at.closed is None and at.knocker not in lying:
            lying.append(at.knocker)
        for seat in at.others:
            if at.is_open[seat]:
                hand = at.hands[seat].cards
                if at.finds_lay_offs:
                    third = any(at.hands[other].cards for other in at.others if other != seat)
                    melds = open_melds([at.hands[place] for place in lying], lying)
                    self._ask(seat, self._letters_of_plan(hand, melds, as_well=third))
                    lying.append(seat)
                else:
                    points = at.hands[seat].points_without(at.laid_off[seat])
                    at_most = points if at.turns_matter else points - 1
                    self._ask(seat, self.reach.letters(hand & ~at.laid_off[seat], at_most))

    def _lay_offs(self, seats: Sequence[int]) -> None:
        """Letters that let a card be laid off; with three players any may change whose turn comes when."""
        at = self.position
        for seat in seats:
            if at.is_open[seat] and len(at.others) == 1:
                continue
            owners = [owner for owner in range(len(at.hands)) if owner not in (seat, at.closed)]
            stashes = _stash_gems(open_melds([at.hands[owner] for owner in owners], owners))
            held = at.hands[seat].deadwood
            if len(at.others) == 1:
                held &= ~at.laid_off[seat]
            self._ask(seat, self.reach.lay_offs(held, stashes))

    def _what_follows(self, uncertain: Sequence[int]) -> None:
        """Letters that could matter, if those asked first change how a hand lies."""
        at = self.position
        if not at.finds_lay_offs:
            if at.knocker in uncertain:
                for seat in at.others:
                    if at.is_open[seat]:
                        self.later.update(self.reach.in_any_stash(at.hands[seat].cards & ~at.laid_off[seat]))
            return
        for seat in at.others:
            upstream = [owner for owner in uncertain if owner != seat]
            if not upstream:
                continue
            gems = {gem for owner in upstream for own in self.asked[owner].values() for gem in own}
            owners = [owner for owner in range(len(at.hands)) if owner != seat]
            gems.update(_stash_gems(open_melds([at.hands[owner] for owner in owners], owners)))
            hand = at.hands[seat].cards if at.is_open[seat] else at.hands[seat].deadwood
            self.later.update(self.reach.lay_offs(hand, tuple(gems)))
            if at.is_open[seat]:
                self.later.update(self.reach.in_any_stash(hand))

    def _gem_parts(self, seat: int, *, later: bool) -> None:
        """Letters that could show all eight gems in a hand."""
        at = self.position
        letters = letters_for_gem_parts(self.reach.gems, at.hands[seat].cards)
        if later:
            self.later.update(letters)
        else:
            self._ask(seat, letters)


def _stash_gems(melds: Iterable[OpenMeld]) -> tuple[Gem, ...]:
    return tuple({open_meld.meld.gem: None for open_meld in melds if open_meld.meld.gem is not None})
