"""The keypad: all 52 cards in half suits, marked with the hand that holds each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from companion.rules.cards import ALL_CARDS, SUITS, Card, name_of, suit_of
from companion.web.base.player_names import initials
from companion.wording.cards import spoken_card

MARK_LENGTH = 3
UPPER_HALF = 7
"""Ace to 7 are in a suit's first row of keys, 8 to King in its second."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the keypad: a card, and whose hand holds it."""

    name: str
    rank: str
    suit: str
    words: str
    mine: bool
    owner: str
    mark: str
    """The beginning of the owner's name, or its initials; never one letter, which would read as a gem."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Half a suit: at most seven keys."""

    keys: tuple[Key, ...]


def key_rows(mine: Collection[Card], others: Mapping[Card, str], players: Sequence[str] = ()) -> tuple[KeyRow, ...]:
    """Return the 52 keys in eight rows, two for each suit."""
    marks = _marks(players)
    rows = []
    for suit in SUITS:
        keys = tuple(_key(card, mine, others, marks) for card in ALL_CARDS if suit_of(card) == suit)
        rows += [KeyRow(keys[:UPPER_HALF]), KeyRow(keys[UPPER_HALF:])]
    return tuple(rows)


def _key(card: Card, mine: Collection[Card], others: Mapping[Card, str], marks: Mapping[str, str]) -> Key:
    owner = others.get(card, "")
    name = name_of(card)
    return Key(name, name[:-1], name[-1], spoken_card(card), card in mine, owner, marks.get(owner, ""))


def _marks(players: Sequence[str]) -> dict[str, str]:
    """Shorten names to three letters that differ: Grandma and Grant become Grd and Grt, Ann-Kay and Ann-Lou AK and AL.

    The players themselves are among them: on their own keys, the beginning of a name would read as theirs.
    """
    marks = {}
    for owner in players:
        alike = [other for other in players if other != owner and other[:MARK_LENGTH] == owner[:MARK_LENGTH]]
        letters = initials(owner)
        if alike and 1 < len(letters) <= MARK_LENGTH and letters not in map(initials, alike):
            marks[owner] = letters
            continue
        same = max((_same_letters(owner, other) for other in alike), default=MARK_LENGTH - 1)
        marks[owner] = owner[: MARK_LENGTH - 1] + owner[same : same + 1] if len(owner) > 1 else f"{owner}’s"
    return marks


def _same_letters(name: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False)))
