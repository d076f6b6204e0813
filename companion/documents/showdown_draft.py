"""A showdown while it is being entered: the state that all its phones share, and each hand with what the rules take."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self, TypeAlias, assert_never

from companion.documents.game import DrawnHand, HandChange, RecordedHand
from companion.documents.showdown import PlayedShowdown
from companion.rules.cards import CARDS_BY_NAME, Card, Hand, listing_order, name_of, parse_card
from companion.rules.rummy.entry import EMPTY, HandEntry, Next, Offer
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.melds import MeldContext, MeldKind, designated_diamond
from companion.rules.rummy.partition import Reading
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose
from companion.rules.rummy.taps import Begun, Tap, after, laid_by, with_tap, without_last
from companion.rules.rummy.verdict import Call


class Way(StrEnum):
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
    checked: bool = False
    picked: tuple[Card, ...] = ()
    run_begun: bool = False
    as_it_is: bool = False
    """The player has confirmed a wrong number of cards."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that this hand takes out of the deck. A counted hand takes none."""
        return () if self.way == Way.COUNTED else self.entry.cards

    @property
    def begun(self) -> bool:
        return self.points is not None if self.way == Way.COUNTED else bool(self.entry.cards)

    @property
    def deadwood_points(self) -> int:
        """What its deadwood counts as it lies."""
        return Hand.of(self.entry.deadwood).points

    def as_input(self, *, gem_parts: bool | None = None) -> HandInput:
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
    entry = after(hand.entry, tap, context)
    return hand if entry == hand.entry else replace(hand, entry=entry, taps=with_tap(hand.taps, tap, context))


def undone(hand: EnteredHand, context: MeldContext) -> EnteredHand:
    return laid_out(replace(hand, taps=without_last(hand.taps)), context)


def laid_out(hand: EnteredHand, context: MeldContext) -> EnteredHand:
    return replace(hand, entry=laid_by(hand.taps, context))


def to_store(hand: EnteredHand) -> EnteredHand:
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
    return "_".join("-".join(map(name_of, meld)) for meld in reading.melds)


def read_offer(text: str) -> Offer | None:
    match text.split("-"):
        case ["new" | "onto" as place, kind, *names] if kind in _KINDS and names and CARDS_BY_NAME.keys() >= set(names):
            return Offer(tuple(CARDS_BY_NAME[name] for name in names), _KINDS[kind], extends=place == "onto")
        case _:
            return None


def entered_from(hand: HandInput, diamond: Card | None) -> EnteredHand:
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


PIPS = range(1, 7)
BATCHES_KEPT = 8

Dice: TypeAlias = tuple[int, int]


def as_dice(value: object) -> Dice | None:
    match value:
        case [int(first), int(second)] | (int(first), int(second)) if first in PIPS and second in PIPS:
            return first, second
        case _:
            return None


def as_upcard(value: object) -> str | None:
    card = parse_card(value) if isinstance(value, str) else None
    return None if card is None else name_of(card)


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A lay-off. It keeps the meld by its cards, because the meld's place may change in a correction."""

    seat: int
    card: str
    owner: int
    onto: tuple[str, ...]
    letter: str = ""


@dataclass(frozen=True, slots=True)
class SharedState:
    """The part of a showdown draft that belongs to no one hand."""

    dice: Dice | None = None
    knocker: int | None = None
    call: Call | None = None
    gin_asked: bool = False
    gems: Mapping[str, str] = field(default_factory=dict)
    lay_offs: tuple[LaidOff | int, ...] = ()
    """A number is the seat of a player who passed."""
    settled: bool = False
    not_gems: Mapping[str, str] = field(default_factory=dict)
    """The gems that a card is known not to bear, while its own letter is unknown; empty if that was forgotten."""
    gem_answers: tuple[tuple[str, ...], ...] = ()
    """The cards of each answer about gems, in the order of the answers, so that they can be taken back."""
    upcard: str | None = None
    deck: Mapping[str, Mapping[str, str]] | None = field(default=None, compare=False)
    """What was known of the gems when the hand was called, under the head's keys: by that its cards are laid (R.14)."""
    restored: bool = field(default=False, compare=False)
    pair: tuple[int, int] | None = field(default=None, compare=False)
    """The seats of the two who play it, where that isn't the whole table."""
    done: bool = field(default=False, compare=False)
    """The pair is done, and its hand is recorded when all pairs of the round are."""
    points: tuple[int, ...] = field(default=(), compare=False)
    """What it came to, where the pair is done."""
    drawn: bool = field(default=False, compare=False)
    """Done, because nobody knocked."""

    def with_gems(self, cards: tuple[str, ...], gems: Mapping[str, str], not_gems: Mapping[str, str]) -> Self:
        return replace(
            self,
            gems={**self.gems, **gems},
            not_gems={**self.not_gems, **not_gems},
            gem_answers=(*self.gem_answers, cards),
        )

    def without_last_gems(self) -> Self:
        """Take back the last answer about gems, with every earlier answer about the same cards."""
        taken_back = frozenset(self.gem_answers[-1] if self.gem_answers else ())
        return replace(
            self,
            gems={card: gems for card, gems in self.gems.items() if card not in taken_back},
            not_gems={card: gems for card, gems in self.not_gems.items() if card not in taken_back},
            gem_answers=tuple(answer for answer in self.gem_answers if not taken_back.issuperset(answer)),
        )


@dataclass(frozen=True, slots=True)
class HandDraft:
    hand: EnteredHand = NOT_BEGUN
    batches: tuple[str, ...] = ()
    """The ids of the batches of taps that were applied last."""
    changed: HandChange | None = None
    lies: Begun | None = None


def entered_again(recorded: RecordedHand, seats: int) -> tuple[SharedState, tuple[EnteredHand, ...]]:
    """Return a recorded hand as it was entered, the hands in seat order: to be corrected, or because it was undone."""
    played = recorded.played
    if not isinstance(played, PlayedShowdown):
        drawn = played if isinstance(played, DrawnHand) else DrawnHand()
        return SharedState(dice=drawn.dice, upcard=_name(drawn.upcard)), (NOT_BEGUN,) * seats
    moves = (
        move.seat if isinstance(move, Pass) else _laid_off(move, played.hands[move.owner])
        for move in played.lay_offs or ()
    )
    shared = SharedState(
        dice=played.dice,
        upcard=_name(played.upcard),
        knocker=played.knocker,
        call=played.call,
        gin_asked=True,
        lay_offs=tuple(moves),
        settled=played.lay_offs is not None,
    )
    diamond = designated_diamond(played.dice) if played.dice else None
    return shared, tuple(entered_from(hand, diamond) for hand in played.hands)


def _laid_off(move: LayOff, owner: HandInput) -> LaidOff:
    onto = owner.groups[move.place] if isinstance(owner, LaidOut) else ()
    return LaidOff(move.seat, name_of(move.card), move.owner, tuple(map(name_of, onto)))


def _name(card: Card | None) -> str | None:
    return None if card is None else name_of(card)
