"""Find the unknown letters that could change a ruling (R.1).

Letters change a ruling where the app lays out a hand, where it lays off on a stash, and where Gem Parts is neither
claimed nor waived. Letters that can't change it aren't asked: if none can, the whole print would give the same ruling.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.rules.cards import FULL_DECK, Card, Hand, listing_order
from companion.rules.facts import fact
from companion.rules.gems import NOTHING_KNOWN, Gem, letters_for_gem_parts, unknown_cards, with_all_possible
from companion.rules.rummy.calls import is_big_gin_size, knock_limit
from companion.rules.rummy.lay_offs import LayOff, OpenMeld, Turns, check_played, openings_of
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.reach import EFFORT, EFFORT_LOOKING_BACK, GemsByCard, Reach
from companion.rules.rummy.ruling import LAYOUTS_WEIGHED, OpenRuling, laid_out
from companion.rules.rummy.showdown_input import Loose
from companion.rules.rummy.solver import best_layouts, least_deadwood
from companion.rules.rummy.verdict import Call, CallFacts, Fault, FaultCode, UnknownLetter


@fact
class UnknownLetters:
    """The letters to ask for first, and all cards whose letters could change the ruling."""

    asked: tuple[UnknownLetter, ...] = ()
    cards: tuple[Card, ...] = ()


NO_LETTERS = UnknownLetters()


def unknown_letters(ruling: OpenRuling, faults: Sequence[Fault]) -> UnknownLetters:
    """Return the letters that could change a ruling; none if it is illegal whatever they are."""
    if not ruling.lacks_letters or not all(_depends_on_letters(ruling, fault) for fault in faults):
        return NO_LETTERS
    return _Finder(ruling).find()


def _depends_on_letters(ruling: OpenRuling, fault: Fault) -> bool:
    """Return whether a better layout of the Knocker's open hand would remove a fault."""
    if not ruling.is_open[ruling.knocker] or fault.player != ruling.names[ruling.knocker]:
        return False
    if fault.code == FaultCode.CARD_COUNT:
        return _may_be_big_gin(ruling)
    is_played = not isinstance(fault.facts, CallFacts) or fault.facts.played_here
    removable = (FaultCode.KNOCK_TOO_HIGH, FaultCode.NOT_GIN, FaultCode.NOT_BIG_GIN)
    return fault.code in removable and is_played


def _may_be_big_gin(ruling: OpenRuling) -> bool:
    """Return whether the Knocker holds enough cards for Big Gin and called nothing."""
    return ruling.showdown.call is None and is_big_gin_size(ruling.rules, len(ruling.given[ruling.knocker]))


def _most_deadwood(ruling: OpenRuling) -> int:
    """Return the most deadwood with which the call is legal."""
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
    """Return whether unknown letters could leave a hand with fewer points than its known best."""
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

    def _gem_parts(self, seat: int, *, later: bool) -> None:
        letters = letters_for_gem_parts(self.reach.gems, self.ruling.cards[seat])
        if later:
            self.later.update(letters)
        else:
            self._ask(seat, letters)


def _stash_gems(melds: Iterable[OpenMeld]) -> tuple[Gem, ...]:
    return tuple({open_meld.meld.gem: None for open_meld in melds if open_meld.meld.gem is not None})
