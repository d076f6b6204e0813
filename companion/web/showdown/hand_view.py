"""A hand on the screen while it is entered: its groups, the keys of the deck, what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from companion.documents.hand_draft import Way
from companion.documents.shorthand import write_shorthand
from companion.rules.cards import ALL_CARDS, RANK_NAMES, SUITS, hand_of, name_of, points_in, rank_of, suit_of
from companion.rules.rummy.entry import Next
from companion.rules.rummy.melds import Meld, classify, may_be_stash
from companion.wording.cards import KIND_WORDS, card_word, plural, rank_word
from companion.wording.faults import no_meld_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.documents.hand_draft import EnteredHand
    from companion.rules.cards import Card
    from companion.rules.rummy.melds import MeldContext

SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
CLOSE_FROM = 12
MARK_LENGTH = 3
UPPER_HALF = 7
"""Ace to 7 stand in a suit's first row of keys, 8 to King in its second."""


def spoken(one: Card) -> str:
    """Name a card as it is read aloud: Queen of hearts."""
    return f"{rank_word(rank_of(one))} of {SUIT_WORDS[suit_of(one)]}"


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the keypad: one card, and in whose hand it lies if in any."""

    name: str
    rank: str
    suit: str
    words: str
    mine: bool
    owner: str
    mark: str
    """The beginning of the owner's name, to stand on the key; never one letter, which would read as a gem."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Half a suit: seven keys at the most."""

    suit: str
    keys: tuple[Key, ...]


def key_rows(hand: EnteredHand, others: Mapping[Card, str]) -> tuple[KeyRow, ...]:
    """Lay out the 52 keys in eight rows, two a suit."""
    marks = _marks(tuple(dict.fromkeys(others.values())))
    rows = []
    for suit in SUITS:
        of_suit = [_key(one, hand, others, marks) for one in ALL_CARDS if suit_of(one) == suit]
        rows += [KeyRow(suit, tuple(of_suit[:UPPER_HALF])), KeyRow(suit, tuple(of_suit[UPPER_HALF:]))]
    return tuple(rows)


def _key(one: Card, hand: EnteredHand, others: Mapping[Card, str], marks: Mapping[str, str]) -> Key:
    owner = others.get(one, "")
    name = name_of(one)
    return Key(name, name[:-1], name[-1], spoken(one), one in hand.cards, owner, marks.get(owner, ""))


def _marks(owners: tuple[str, ...]) -> dict[str, str]:
    """Shorten names to three letters that tell them apart: Grandma and Grant are Grd and Grt."""
    marks = {}
    for owner in owners:
        alike = [other for other in owners if other != owner and other[:MARK_LENGTH] == owner[:MARK_LENGTH]]
        same = max((_same_letters(owner, other) for other in alike), default=MARK_LENGTH - 1)
        marks[owner] = owner[: MARK_LENGTH - 1] + owner[same : same + 1] if len(owner) > 1 else f"{owner}’s"
    return marks


def _same_letters(name: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False)))


@dataclass(frozen=True, slots=True)
class GroupView:
    """A meld as it lies, named by its kind; one that is none has no kind."""

    place: int
    cards: tuple[str, ...]
    kind: str

    @property
    def words(self) -> str:
        """Name the group for whoever listens."""
        return self.kind.capitalize() if self.kind else "No meld"


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as far as it was entered."""

    way: Way
    groups: tuple[GroupView, ...]
    deadwood: tuple[str, ...]
    cards: tuple[str, ...]
    deadwood_points: int
    held: int
    wanted: int
    or_more: bool
    picked: tuple[str, ...]
    begins: bool
    """The next card begins a meld of its own, for it was asked to."""
    to_deadwood: bool
    run_begun: bool
    offers_stash: bool
    """The cards laid last, which fell into no meld, may be a stash together."""
    fresh: int
    run_label: str
    rank_label: str
    said: str
    wrong: bool
    written: str
    points: int | None
    claims: bool
    asks: bool
    """It was said to be in, and its number of cards is not right: is it so?"""

    @property
    def count(self) -> str:
        """Say how many cards are there: 7 of 11."""
        return f"{self.held} of {self.wanted}" if not self.or_more or self.held < self.wanted else f"{self.held} cards"

    @property
    def many(self) -> bool:
        """Say whether the cards must lie closer, so that the keys below them keep their place."""
        return self.held > CLOSE_FROM

    @property
    def full(self) -> bool:
        """Say whether the number of cards is right."""
        if self.way == Way.COUNTED:
            return self.points is not None
        return self.held == self.wanted or (self.or_more and self.held > self.wanted)


def hand_shown(
    hand: EnteredHand, melding: MeldContext, wanted: int, *, or_more: bool, refused: str = "", asks: bool = False
) -> HandView:
    """Show a hand; `refused` says why the last tap did nothing."""
    loose = hand.way == Way.LOOSE
    entry = hand.entry
    groups = () if loose else tuple(_group(place, group, melding) for place, group in enumerate(entry.melds))
    deadwood = tuple(sorted(entry.cards)) if loose else entry.deadwood
    said = _said(hand, melding, wanted, or_more=or_more)
    return HandView(
        way=hand.way,
        groups=groups,
        deadwood=tuple(name_of(one) for one in deadwood),
        cards=tuple(name_of(one) for one in entry.cards),
        deadwood_points=points_in(hand_of(entry.deadwood)),
        held=len(entry.cards),
        wanted=wanted,
        or_more=or_more,
        picked=tuple(name_of(one) for one in hand.picked),
        begins=entry.next == Next.NEW_MELD,
        to_deadwood=entry.next == Next.DEADWOOD and not loose,
        run_begun=hand.run_begun,
        offers_stash=not loose and may_be_stash(entry.deadwood[len(entry.deadwood) - entry.unsettled :], melding),
        fresh=0 if loose else entry.unsettled,
        run_label=f"{card_word(entry.last)} to …" if entry.last is not None else "run to …",
        rank_label=f"all {RANK_NAMES[rank_of(entry.last) - 1]}s" if entry.last is not None else "all of rank",
        said=refused or said,
        wrong=bool(refused or said),
        written=write_shorthand((), sorted(entry.cards)) if loose else write_shorthand(entry.melds, entry.deadwood),
        points=hand.points,
        claims=hand.claims,
        asks=asks,
    )


def _group(place: int, group: tuple[Card, ...], melding: MeldContext) -> GroupView:
    judged = classify(group, melding)
    if isinstance(judged, Meld):
        kind = KIND_WORDS[judged.kind]
    else:
        kind = "stash, its gem still to be said" if judged.gem_unknown else ""
    return GroupView(place, tuple(name_of(one) for one in group), kind)


def _said(hand: EnteredHand, melding: MeldContext, wanted: int, *, or_more: bool) -> str:
    """Name the mistakes: groups that are no melds, and too many cards. What would be better is never said."""
    if hand.way == Way.COUNTED:
        return ""
    sentences = []
    if hand.way == Way.LAID_OUT:
        judged = (classify(group, melding) for group in hand.entry.melds)
        sentences = [no_meld_sentence(one) for one in judged if not isinstance(one, Meld) and not one.gem_unknown]
    over = len(hand.entry.cards) - wanted
    if over > 0 and not or_more:
        sentences.append(f"{plural(over, 'card')} too many: a hand has {wanted}.")
    return " ".join(sentences)
