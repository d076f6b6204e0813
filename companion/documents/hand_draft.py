"""A hand while it is being entered, and what the rules take of it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from companion.rules.cards import CARDS_BY_NAME, Card, listing_order, name_of
from companion.rules.rummy.entry import EMPTY, HandEntry, Next, Offer
from companion.rules.rummy.melds import MeldContext, MeldKind
from companion.rules.rummy.partition import Reading
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose
from companion.rules.rummy.taps import Begun, Tap, after, laid_by, with_tap, without_last


class Way(StrEnum):
    """How a hand is entered: as laid out, as loose cards, or as counted points."""

    LAID_OUT = "laid-out"
    LOOSE = "loose"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class EnteredHand:
    """A player's hand while it is being entered. What was entered one way is kept when another way is tried."""

    way: Way = Way.LAID_OUT
    entry: HandEntry = EMPTY
    """How the cards lie. It follows from the taps, and isn't stored."""
    taps: tuple[Tap, ...] = ()
    points: int | None = None
    claims: bool = False
    """Gem Parts is claimed."""
    checked: bool = False
    """The table checked by eye that these cards show all eight gems."""
    picked: tuple[Card, ...] = ()
    """The cards selected to be moved."""
    run_begun: bool = False
    """The next card tapped ends a run."""
    as_it_is: bool = False
    """The player has confirmed a wrong number of cards."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that this hand takes out of the deck. A counted hand takes none."""
        return () if self.way == Way.COUNTED else self.entry.cards

    @property
    def begun(self) -> bool:
        """Whether anything was entered."""
        return self.points is not None if self.way == Way.COUNTED else bool(self.entry.cards)

    def as_input(self, *, gem_parts: bool | None = None) -> HandInput:
        """Return the hand as it lies. Gem Parts is claimed, waived, or neither."""
        checked = self.checked and gem_parts is True
        match self.way:
            case Way.LAID_OUT:
                return LaidOut(self.entry.melds, self.entry.deadwood, gem_parts, checked)
            case Way.LOOSE:
                return Loose(tuple(sorted(self.entry.cards, key=listing_order)), gem_parts, checked)
            case Way.COUNTED:
                return Counted(self.points or 0, gem_parts is True)
        assert_never(self.way)


NOT_BEGUN = EnteredHand()


def tapped(hand: EnteredHand, tap: Tap, context: MeldContext) -> EnteredHand:
    """Return the hand after a tap; the same hand where that changes nothing."""
    entry = after(hand.entry, tap, context)
    return hand if entry == hand.entry else replace(hand, entry=entry, taps=with_tap(hand.taps, tap, context))


def undone(hand: EnteredHand, context: MeldContext) -> EnteredHand:
    """Return the hand without its last tap."""
    return laid_out(replace(hand, taps=without_last(hand.taps)), context)


def laid_out(hand: EnteredHand, context: MeldContext) -> EnteredHand:
    """Return the hand as its taps lay it now."""
    return replace(hand, entry=laid_by(hand.taps, context))


def to_store(hand: EnteredHand) -> EnteredHand:
    """Return what is kept of a hand: how its cards lie follows from the taps."""
    return replace(hand, entry=EMPTY)


def write_offer(offer: Offer) -> str:
    """Return an offer as buttons have it.

    >>> write_offer(Offer((CARDS_BY_NAME["6H"],), MeldKind.RUN, extends=True))
    'onto-run-6H'
    """
    return "-".join(["onto" if offer.extends else "new", _KIND_KEYS[offer.kind], *map(name_of, offer.cards)])


_KIND_KEYS = {MeldKind.SET: "set", MeldKind.RUN: "run", MeldKind.STASH: "stash", MeldKind.QUEENS_DIAMONDS: "queens"}
_KINDS = {key: kind for kind, key in _KIND_KEYS.items()}


def write_reading(reading: Reading) -> str:
    """Return the melds of a reading as buttons have them: 7C-7D-7H_7S-8S-9S."""
    return "_".join("-".join(map(name_of, meld)) for meld in reading.melds)


def read_offer(text: str) -> Offer | None:
    """Return an offer from a button; None if it is none."""
    match text.split("-"):
        case ["new" | "onto" as place, kind, *names] if kind in _KINDS and names and CARDS_BY_NAME.keys() >= set(names):
            return Offer(tuple(CARDS_BY_NAME[name] for name in names), _KINDS[kind], extends=place == "onto")
        case _:
            return None


def entered_from(hand: HandInput, diamond: Card | None) -> EnteredHand:
    """Return a recorded hand, to be corrected; the dice named this diamond."""
    match hand:
        case LaidOut(groups, deadwood, claims, checked):
            way, entry = Way.LAID_OUT, HandEntry(groups, deadwood, next=Next.NEW_MELD)
        case Loose(cards, claims, checked):
            way, entry = Way.LOOSE, HandEntry(deadwood=cards, next=Next.DEADWOOD)
        case Counted(points, claims):
            return EnteredHand(Way.COUNTED, points=points, claims=claims)
        case _:
            assert_never(hand)
    return EnteredHand(way, entry, claims=bool(claims), checked=checked, taps=(Begun(entry, diamond=diamond),))
