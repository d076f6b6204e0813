"""Find the unknown letters that could change a ruling (R.1), by how little deadwood a hand could have with them.

Letters change a ruling where the app lays out a hand, where it lays off on a stash, and where Gem Parts is neither
claimed nor waived. Letters that can't change it aren't asked: if none can, the whole print would give the same ruling.

A stash made by unknown letters has four or more cards, each from a different group, as no two cards of a group bear the
same gem. A letter matters to a hand if such a stash, or a lay-off, with that letter leaves few enough points. The
search is bounded: if it takes too long, the letter counts as one that matters. It works on bits, as the solver does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.rules.cards import FULL_DECK, Card, Hand, cards_in, cards_in_runs, listing_order, points_in, points_of
from companion.rules.facts import fact
from companion.rules.gems import (
    GEMS,
    GROUPS,
    NOTHING_KNOWN,
    Gem,
    Print,
    letters_for_gem_parts,
    possible_bearers,
    unknown_cards,
    with_all_possible,
)
from companion.rules.rummy.calls import is_big_gin_size, knock_limit
from companion.rules.rummy.lay_offs import LayOff, OpenMeld, Turns, check_played, openings_of
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.ruling import LAYOUTS_WEIGHED, OpenRuling, laid_out
from companion.rules.rummy.showdown_input import Loose
from companion.rules.rummy.solver import LEAST_STASH, NO_OPENINGS, QUEENS, Openings, best_layouts, least_deadwood
from companion.rules.rummy.verdict import Call, CallFacts, Fault, FaultCode, UnknownLetter

LARGEST_SEARCHED = 16
"""In a larger hand every letter that could be in a stash counts as one that matters."""
COST_OF_A_SEARCH = 10
COST_OF_A_LAYOUT = 10
EFFORT = 8000
"""How much may be searched for a ruling before a letter counts as one that matters: looking up a known hand costs 1."""
EFFORT_LOOKING_BACK = 400
"""The same for hindsight, where a wrong guess costs nothing but a sentence."""
ALL_QUEENS = sum(1 << queen for queen in QUEENS)

GROUPS_OF_EIGHT = tuple(Hand.of(group.cards).bits for group in GROUPS)

GemsByCard = dict[Card, set[Gem]]


@dataclass(frozen=True, slots=True)
class _ReachedStash:
    gems: tuple[Gem, ...]
    cards: int
    unknown: int

    @property
    def groups(self) -> list[list[Card]]:
        held = (self.cards & group for group in GROUPS_OF_EIGHT)
        return [sorted(cards_in(own), key=points_of, reverse=True) for own in held if own]

    def with_card(self, card: Card) -> Iterator[int]:
        others = [group for group in self.groups if card not in group]
        return _one_of_each(others, LEAST_STASH - 1, 1 << card)

    def ways(self) -> Iterator[int]:
        return (way for way in _one_of_each(self.groups, LEAST_STASH, 0) if way & self.unknown)


def _one_of_each(groups: Sequence[Sequence[Card]], least: int, taken: int) -> Iterator[int]:
    for chosen in product(*[[*(1 << card for card in group), 0] for group in groups]):
        way = sum(chosen)
        if way.bit_count() >= least:
            yield taken | way


class Reach:
    def __init__(self, context: MeldContext, effort: int) -> None:
        self.gems: Print = context.gems or NOTHING_KNOWN
        self.rules = context.meld_rules
        self.diamond = context.diamond
        self.possible = possible_bearers(self.gems)
        self.unknown = 0
        for bearers in self.possible.values():
            self.unknown |= bearers.bits
        self.effort = effort
        self.known: dict[tuple[int, int, Openings], bool] = {}

    def lay_offs(self, hand: Hand, stashes: Sequence[Gem]) -> GemsByCard:
        letters: GemsByCard = {}
        for gem in stashes:
            for card in hand & self.possible[gem]:
                letters.setdefault(card, set()).add(gem)
        return letters

    def in_any_stash(self, hand: Hand) -> GemsByCard:
        letters: GemsByCard = {}
        for stash in self._stashes(hand.bits):
            for card in cards_in(stash.unknown):
                letters.setdefault(card, set()).update(stash.gems)
        return letters

    def letters(
        self, hand: Hand, at_most: int, openings: Openings = NO_OPENINGS, loose: Mapping[Card, set[Gem]] | None = None
    ) -> GemsByCard:
        """Return the letters that could be part of a layout of `at_most` points; `loose` cards may be laid off."""
        loose, bits = loose or {}, hand.bits
        if at_most < 0 or not bits & self.unknown:
            return {}
        openings = openings._replace(cards=openings.cards | Hand.of(loose).bits)
        if not loose and not self._can_come_to(bits, at_most, openings, new=True):
            return {}
        if len(hand) > LARGEST_SEARCHED:
            return _merged(self.in_any_stash(hand), loose)
        letters: GemsByCard = {}
        for stash in self._stashes(bits):
            for card in cards_in(stash.unknown):
                ways = stash.with_card(card)
                if any(self._can_come_to(bits & ~way, at_most, openings) for way in ways):
                    letters.setdefault(card, set()).update(stash.gems)
        for card, gems in loose.items():
            if self._can_come_to(bits & ~(1 << card), at_most, openings):
                letters.setdefault(card, set()).update(gems)
        return letters

    def could_come_to(self, hand: Hand, at_most: int, openings: Openings, loose: Mapping[Card, set[Gem]]) -> bool:
        if at_most < 0 or not hand.bits & self.unknown:
            return False
        openings = openings._replace(cards=openings.cards | Hand.of(loose).bits)
        return self._can_come_to(hand.bits, at_most, openings)

    def _can_come_to(self, hand: int, at_most: int, openings: Openings, *, new: bool = False) -> bool:
        if self.effort < 0 or hand.bit_count() > LARGEST_SEARCHED:
            return True
        self.effort -= 1
        if new:
            return self._search(hand, at_most, openings, new=True)
        key = hand, at_most, openings
        if key not in self.known:
            self.known[key] = self._search(hand, at_most, openings)
        return self.known[key]

    def _search(self, hand: int, at_most: int, openings: Openings, *, new: bool = False) -> bool:
        self.effort -= COST_OF_A_SEARCH
        stashes = self._stashes(hand)
        if points_in(hand & ~self._meldable(hand, stashes, openings)) > at_most:
            return False
        if not new:
            self.effort -= COST_OF_A_LAYOUT
            if least_deadwood(hand, self.rules, openings) <= at_most:
                return True
        return any(self._can_come_to(hand & ~way, at_most, openings) for stash in stashes for way in stash.ways())

    def _stashes(self, hand: int) -> list[_ReachedStash]:
        by_cards: dict[tuple[int, int], list[Gem]] = {}
        for gem in GEMS:
            unknown = hand & self.possible[gem].bits
            cards = unknown | hand & self.gems.bearing[gem].bits
            if unknown and cards.bit_count() >= LEAST_STASH:
                by_cards.setdefault((cards, unknown), []).append(gem)
        return [
            _ReachedStash(tuple(gems), cards, unknown)
            for (cards, unknown), gems in by_cards.items()
            if sum([cards & group > 0 for group in GROUPS_OF_EIGHT]) >= LEAST_STASH
        ]

    def _meldable(self, hand: int, stashes: Sequence[_ReachedStash], openings: Openings) -> int:
        cards = cards_in_runs(hand) | openings.taking(hand)
        for demand in self.rules.demands_met_by(hand):
            cards |= hand & demand.cards
        for stash in stashes:
            cards |= stash.cards
        if self.diamond is not None and hand >> self.diamond & 1 and hand & ALL_QUEENS:
            cards |= hand & (ALL_QUEENS | 1 << self.diamond)
        return cards


def _merged(some: GemsByCard, others: Mapping[Card, set[Gem]]) -> GemsByCard:
    return {card: some.get(card, set()) | others.get(card, set()) for card in (*some, *others)}


@fact
class UnknownLetters:
    asked: tuple[UnknownLetter, ...] = ()
    cards: tuple[Card, ...] = ()


NO_LETTERS = UnknownLetters()


def unknown_letters(ruling: OpenRuling, faults: Sequence[Fault]) -> UnknownLetters:
    """Return the letters that could change a ruling; none if it is illegal whatever they are."""
    if not ruling.lacks_letters or not all(_depends_on_letters(ruling, fault) for fault in faults):
        return NO_LETTERS
    return _Finder(ruling).find()


def _depends_on_letters(ruling: OpenRuling, fault: Fault) -> bool:
    if not ruling.is_open[ruling.knocker] or fault.player != ruling.names[ruling.knocker]:
        return False
    if fault.code == FaultCode.CARD_COUNT:
        return _may_be_big_gin(ruling)
    is_played = not isinstance(fault.facts, CallFacts) or fault.facts.played_here
    removable = (FaultCode.KNOCK_TOO_HIGH, FaultCode.NOT_GIN, FaultCode.NOT_BIG_GIN)
    return fault.code in removable and is_played


def _may_be_big_gin(ruling: OpenRuling) -> bool:
    return ruling.showdown.call is None and is_big_gin_size(ruling.rules, len(ruling.given[ruling.knocker]))


def _most_deadwood(ruling: OpenRuling) -> int:
    showdown = ruling.showdown
    if showdown.call not in (None, Call.KNOCK) or _may_be_big_gin(ruling):
        return 0
    limit = knock_limit(ruling.rules, showdown.dice, showdown.upcard)
    return FULL_DECK.points if limit is None else limit


def _might_be_ahead(ruling: OpenRuling) -> list[int]:
    """Return the seats that might have had the turn before a lay-off, if unknown letters let them lay off."""
    table = ruling.open_table(ruling.on_table(), ruling.closed)
    table.context = replace(ruling.context, gems=with_all_possible(ruling.context.gems or NOTHING_KNOWN))
    wrong = check_played(table, ruling.showdown.lay_offs or (), Turns(ruling.others, alternating=True), ruling.closed)
    return sorted({problem.ahead for problem in wrong if problem.ahead is not None})


def could_do_better(context: MeldContext, hand: Hand, points: int, on_table: Sequence[OpenMeld]) -> bool:
    if not context.has_gems or hand.isdisjoint(unknown_cards(context.gems or NOTHING_KNOWN)):
        return False
    reach = Reach(context, EFFORT_LOOKING_BACK)
    loose = reach.lay_offs(hand, _stash_gems(on_table))
    return reach.could_come_to(hand, points - 1, openings_of(hand, on_table, context), loose)


class _Finder:
    """Repeat the steps of a ruling: the Knocker's layout, the others', the lay-offs, Gem Parts."""

    def __init__(self, ruling: OpenRuling) -> None:
        self.ruling = ruling
        self.reach = Reach(ruling.context, EFFORT)
        self.limit = _most_deadwood(ruling)
        lay_offs = ruling.showdown.lay_offs
        self.finds_lay_offs = ruling.rules.has_lay_offs and lay_offs is None
        self.takes_turns = ruling.rules.lay_offs_take_turns and any(isinstance(move, LayOff) for move in lay_offs or ())
        """Lay-offs were entered turn by turn."""
        has_loose_hand = any(isinstance(player.hand, Loose) for player in ruling.showdown.seats)
        self.turns_matter = self.takes_turns and has_loose_hand
        self.asked: list[GemsByCard] = [{} for _ in ruling.seats]
        self.later: set[Card] = set()

    def find(self) -> UnknownLetters:
        ruling = self.ruling
        self._knocker()
        is_legal = ruling.hands[ruling.knocker].points <= self.limit
        if not is_legal and not self.asked[ruling.knocker]:
            return NO_LETTERS
        if is_legal:
            self._others()
        if is_legal and not self.asked[ruling.knocker]:
            if self.finds_lay_offs:
                self._lay_offs(ruling.others)
            elif self.takes_turns:
                self._lay_offs(_might_be_ahead(ruling))
        uncertain = [seat for seat, letters in enumerate(self.asked) if letters and ruling.is_open[seat]]
        if uncertain:
            self._what_follows(uncertain)
        for seat in ruling.seats:
            if ruling.showdown.claims_gem_parts(seat) is None:
                letters_needed = letters_for_gem_parts(self.reach.gems, ruling.cards[seat])
                if is_legal:
                    self._ask(seat, letters_needed)
                else:
                    self.later.update(letters_needed)
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
        ruling, knocker = self.ruling, self.ruling.knocker
        if not ruling.is_open[knocker]:
            return
        counts = self.finds_lay_offs or self.turns_matter
        matters = counts and ruling.closed != knocker and any(ruling.cards[other] for other in ruling.others)
        points = ruling.hands[knocker].points
        at_most = points if matters else points - 1
        self._ask(knocker, self.reach.letters(ruling.cards[knocker], min(at_most, self.limit)))
        if matters and self.finds_lay_offs and not self.asked[knocker]:
            self._choice_of_layout()

    def _choice_of_layout(self) -> None:
        """Ask for the others' letters that make the Knocker choose another of the best layouts."""
        ruling = self.ruling
        choices = best_layouts(ruling.cards[ruling.knocker].bits, ruling.context.meld_rules, most=LAYOUTS_WEIGHED)
        for other in ruling.others:
            hand = ruling.cards[other]
            ways = {}
            for layout in choices:
                on_table = laid_out(layout).open_melds(ruling.knocker)
                ways[openings_of(hand, on_table, ruling.context), _stash_gems(on_table)] = on_table
            if len(ways) > 1:
                for on_table in ways.values():
                    self._ask(other, self._letters_of_plan(hand, on_table, as_well=False))

    def _letters_of_plan(self, hand: Hand, on_table: Sequence[OpenMeld], *, as_well: bool) -> GemsByCard:
        """Return letters that leave fewer points by melding and laying off; with `as_well`, as many too."""
        openings = openings_of(hand, on_table, self.ruling.context)
        points = least_deadwood(hand.bits, self.ruling.context.meld_rules, openings)
        loose = self.reach.lay_offs(hand, _stash_gems(on_table))
        return self.reach.letters(hand, points if as_well else points - 1, openings, loose)

    def _others(self) -> None:
        """Ask for letters that leave another hand fewer points, or other melds if a third player lays off."""
        ruling = self.ruling
        takers = ruling.first_takers()
        for seat in ruling.others:
            if not ruling.is_open[seat]:
                continue
            hand = ruling.cards[seat]
            if self.finds_lay_offs:
                third = any(ruling.cards[other] for other in ruling.others if other != seat)
                self._ask(seat, self._letters_of_plan(hand, ruling.open_melds(takers), as_well=third))
                takers.append(seat)
            else:
                points = ruling.points_left(seat)
                at_most = points if self.turns_matter else points - 1
                self._ask(seat, self.reach.letters(hand - Hand.of(ruling.laid_off[seat]), at_most))

    def _lay_offs(self, seats: Sequence[int]) -> None:
        """Ask for letters that let a card be laid off; with three players any of them may change the turns."""
        ruling = self.ruling
        for seat in seats:
            if ruling.is_open[seat] and len(ruling.others) == 1:
                continue
            stashes = _stash_gems(ruling.open_melds(ruling.takers_for(seat)))
            held = ruling.left(seat) if len(ruling.others) == 1 else ruling.hands[seat].deadwood
            self._ask(seat, self.reach.lay_offs(held, stashes))

    def _what_follows(self, uncertain: Sequence[int]) -> None:
        """Add letters that could matter once those asked first change how a hand lies."""
        ruling = self.ruling
        if not self.finds_lay_offs:
            for seat in ruling.others:
                if ruling.knocker in uncertain and ruling.is_open[seat]:
                    self.later.update(self.reach.in_any_stash(ruling.cards[seat] - Hand.of(ruling.laid_off[seat])))
            return
        for seat in ruling.others:
            upstream = [owner for owner in uncertain if owner != seat]
            if not upstream:
                continue
            gems = {gem for owner in upstream for own in self.asked[owner].values() for gem in own}
            owners = [owner for owner in ruling.seats if owner != seat]
            gems.update(_stash_gems(ruling.open_melds(owners)))
            hand = ruling.cards[seat] if ruling.is_open[seat] else ruling.hands[seat].deadwood
            self.later.update(self.reach.lay_offs(hand, tuple(gems)))
            if ruling.is_open[seat]:
                self.later.update(self.reach.in_any_stash(hand))


def _stash_gems(melds: Iterable[OpenMeld]) -> tuple[Gem, ...]:
    return tuple({open_meld.meld.gem: None for open_meld in melds if open_meld.meld.gem is not None})
