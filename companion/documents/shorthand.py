"""A hand written in shorthand: `567c QQQ 9d`, and back.

A token is a group, a single card is deadwood, and behind a `/` everything is deadwood. `5-9c` is a run, `Qcdh` three
Queens, `QQQ-s` all but the spade, and `QQQ` the three that are left, if it is three.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from companion.documents.errors import DocumentError
from companion.rules.cards import GLYPHS, SUITS, Card, Rank, Suit, card_of, name_of, rank_of, suit_of
from companion.rules.rummy.entry import Owners
from companion.wording.cards import card_word, rank_word

LONGEST = 400
"""A hand of all 52 cards, one by one, is shorter."""

_RANK, _SUIT = "[A2-9TJQK]", "[CDHS]"
_TOKEN = re.compile(r"[^\s,;]+")
_WILD = re.compile(rf"({_RANK})(\1{{1,3}})(?:-({_SUIT}+))?")
_UNIT = re.compile(rf"({_RANK})({_SUIT}?)-({_RANK})({_SUIT})|({_RANK}+)({_SUIT}+)")
_RANKS_ALONE = re.compile(rf"{_RANK}+")
_SAME = str.maketrans(
    {**{glyph: suit.value for suit, glyph in GLYPHS.items()}, "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
    | dict.fromkeys("\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "-")
)


@dataclass(frozen=True, slots=True)
class Written:
    """A hand as it was written: its groups in their order, and its deadwood."""

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class _Wild:
    """Cards of a rank that are told by their number alone."""

    token: str
    rank: int
    number: int
    but: frozenset[Suit]


def parse_shorthand(text: str, others: Owners | None = None) -> Written:
    """Read a hand; `others` are the cards that lie in other hands, and who holds them.

    >>> hand = parse_shorthand("567c QQQ-s 9d")
    >>> [[name_of(card) for card in meld] for meld in hand.melds], [name_of(card) for card in hand.deadwood]
    ([['5C', '6C', '7C'], ['QC', 'QD', 'QH']], ['9D'])
    >>> write_shorthand(hand.melds, hand.deadwood)
    '567C QCDH 9D'
    """
    if len(text) > LONGEST:
        raise DocumentError("shorthand-too-long", "", "That is longer than any hand of cards.")
    before, slash, behind = text.partition("/")
    parts = [_groups(before), _groups(behind.replace("/", " "))] if slash else [_groups(before), []]
    taken: dict[Card, str] = dict(others or {})
    for group in (*parts[0], *parts[1]):
        if not isinstance(group, _Wild):
            _take(group, taken)
    melds, deadwood = ([_resolved(group, taken) for group in part] for part in parts)
    alone = [one for group in melds if len(group) == 1 for one in group]
    alone += [one for group in deadwood for one in group]
    return Written(tuple(group for group in melds if len(group) > 1), tuple(alone))


_HERE = ""
"""In place of an owner: the hand that is being written."""


def _take(group: Iterable[Card], taken: dict[Card, str]) -> None:
    for one in group:
        if one in taken:
            raise DocumentError("card-repeated", "", _taken(one, taken[one]))
        taken[one] = _HERE


def _taken(one: Card, owner: str) -> str:
    return (
        f"{card_word(one)} is written twice." if owner == _HERE else f"{card_word(one)} is in {owner}'s hand already."
    )


def _resolved(group: "tuple[Card, ...] | _Wild", taken: dict[Card, str]) -> tuple[Card, ...]:
    if not isinstance(group, _Wild):
        return group
    left = [one for suit in SUITS if suit not in group.but and (one := card_of(group.rank, suit)) not in taken]
    if len(left) != group.number:
        raise DocumentError("shorthand-which", group.token, _which(group, left))
    _take(left, taken)
    return tuple(left)


def _which(wild: _Wild, left: list[Card]) -> str:
    rank = rank_word(Rank(wild.rank))
    letter = wild.token[0]
    if len(left) > wild.number:
        free = " ".join(card_word(one) for one in left)
        example = letter + "".join(suit_of(one) for one in left[: wild.number])
        return f"{wild.token} could be several: {free} are free. Name the suits, as in {example}."
    if not left:
        return f"{wild.token}: no {rank} is left."
    return f"{wild.token}: only {' '.join(card_word(one) for one in left)} {'is' if len(left) == 1 else 'are'} left."


def _groups(text: str) -> list["tuple[Card, ...] | _Wild"]:
    return [_group(token) for token in _TOKEN.findall(text)]


def _group(token: str) -> "tuple[Card, ...] | _Wild":
    plain = token.translate(_SAME).upper().replace("10", "T")
    wild = _WILD.fullmatch(plain)
    if wild:
        rank, more, but = wild.groups()
        return _Wild(plain, _rank(rank), 1 + len(more), frozenset(Suit(letter) for letter in but or ""))
    cards: list[Card] = []
    at = 0
    while at < len(plain):
        unit = _UNIT.match(plain, at)
        if unit is None:
            raise DocumentError("shorthand-unknown", token, _unknown(token, plain[at:]))
        cards += _unit(token, unit)
        at = unit.end()
    return tuple(cards)


def _unknown(token: str, rest: str) -> str:
    if _RANKS_ALONE.fullmatch(rest):
        return f"{token} needs a suit: C, D, H or S, as in {rest}C."
    return f"{token} is no card: write rank and suit, as in 5C or QH."


def _unit(token: str, unit: re.Match[str]) -> list[Card]:
    first, first_suit, last, last_suit, ranks, suits = unit.groups()
    if first:
        if first_suit not in {"", last_suit}:
            raise DocumentError("shorthand-unknown", token, f"{token}: a run stays in one suit.")
        step = 1 if _rank(first) <= _rank(last) else -1
        return [card_of(rank, Suit(last_suit)) for rank in range(_rank(first), _rank(last) + step, step)]
    if len(ranks) == len(suits) and len(set(ranks)) == 1:
        return [card_of(_rank(ranks[0]), Suit(suit)) for suit in suits]
    if len(ranks) > 1 and len(suits) > 1:
        raise DocumentError("shorthand-unknown", token, f"{token}: which suit goes with which card?")
    return [card_of(_rank(rank), Suit(suit)) for rank in ranks for suit in suits]


def _rank(letter: str) -> int:
    return "A23456789TJQK".index(letter) + 1


def _letter(one: Card) -> str:
    return name_of(one)[:-1].replace("10", "T")


def write_shorthand(melds: Iterable[tuple[Card, ...]], deadwood: Iterable[Card]) -> str:
    """Write a hand so that reading it gives the same hand again, cards in their order."""
    tokens = [_written(group) for group in melds]
    return " ".join([*tokens, *(_letter(one) + suit_of(one) for one in deadwood)])


_LONG_RUN = 4


def _written(group: tuple[Card, ...]) -> str:
    suit = suit_of(group[0])
    ascending = all(after == before + 1 for before, after in pairwise(group))
    if ascending and len(group) >= _LONG_RUN:
        return f"{_letter(group[0])}-{_letter(group[-1])}{suit}"
    if len({rank_of(one) for one in group}) == 1:
        return _letter(group[0]) + "".join(suit_of(one) for one in group)
    if len({suit_of(one) for one in group}) == 1:
        return "".join(_letter(one) for one in group) + suit
    return "".join(_letter(one) + suit_of(one) for one in group)
