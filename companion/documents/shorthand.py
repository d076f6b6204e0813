"""Read and write hands in shorthand: `567c QQQ 9d`.

A token is a meld or a single card of deadwood; after a `/` everything is deadwood. `5-9c` is a run, `Qcdh` three
Queens, `QQQ-s` all Queens but the spade, and `QQQ` the three Queens that are left.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from companion.documents.errors import DocumentError
from companion.rules.cards import GLYPHS, SUITS, Card, Rank, Suit, card_of, name_of, rank_of, suit_of
from companion.rules.rummy.entry import Owners
from companion.wording.cards import card_word, rank_word
from companion.wording.errors import documents as errors

LONGEST = 400
"""A hand of all 52 cards, one by one, is shorter."""

_RANK, _SUIT = "[A2-9TJQK]", "[CDHS]"
_TOKEN = re.compile(r"[^\s,;]+")
_WILD = re.compile(rf"({_RANK})(\1{{1,3}})(?:-({_SUIT}+))?")
_UNIT = re.compile(rf"({_RANK})({_SUIT}?)-({_RANK})({_SUIT})|({_RANK}+)({_SUIT}+)")
_RANKS_ALONE = re.compile(rf"{_RANK}+")
_SAME_CHARACTERS = str.maketrans(
    {**{glyph: suit.value for suit, glyph in GLYPHS.items()}, "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
    | dict.fromkeys("\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "-")
)


@dataclass(frozen=True, slots=True)
class ShorthandHand:
    """A hand as written: its melds in order, and its deadwood."""

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    put_down: tuple[Card, ...] = field(default=(), compare=False)
    """The deadwood behind a slash, which is deadwood on purpose."""


@dataclass(frozen=True, slots=True)
class _Wild:
    """Cards of a rank without their suits, as in `QQQ`."""

    token: str
    rank: int
    number: int
    but: frozenset[Suit]


def parse_shorthand(text: str, others: Owners | None = None) -> ShorthandHand:
    """Read a hand; `others` are the cards that lie in other hands, and who holds them.

    >>> hand = parse_shorthand("567c QQQ-s 9d")
    >>> [[name_of(card) for card in meld] for meld in hand.melds], [name_of(card) for card in hand.deadwood]
    ([['5C', '6C', '7C'], ['QC', 'QD', 'QH']], ['9D'])
    >>> write_shorthand(hand.melds, hand.deadwood)
    '567C QCDH 9D'
    """
    if len(text) > LONGEST:
        raise DocumentError("shorthand-too-long", "", errors.SHORTHAND_TOO_LONG)
    before, slash, behind = text.partition("/")
    parts = [_groups(before), _groups(behind.replace("/", " "))] if slash else [_groups(before), []]
    taken: dict[Card, str] = dict(others or {})
    for group in (*parts[0], *parts[1]):
        if not isinstance(group, _Wild):
            _take(group, taken)
    melds, deadwood = ([_resolved(group, taken) for group in part] for part in parts)
    single = [group for group in melds if len(group) == 1]
    loose = [card for group in (*single, *deadwood) for card in group]
    put_down = tuple(card for group in deadwood for card in group)
    return ShorthandHand(tuple(group for group in melds if len(group) > 1), tuple(loose), put_down)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards that are named one by one, in their order.

    >>> [name_of(card) for card in parse_cards("8c 9-Jc Q\u2665")]
    ['8C', '9C', '10C', 'JC', 'QH']
    """
    cards: list[Card] = []
    for group in _groups(text):
        if isinstance(group, _Wild):
            example = f"{group.token[0]}C"
            raise DocumentError(
                "shorthand-unknown", group.token, errors.SHORTHAND_NEEDS_SUIT.format(token=group.token, example=example)
            )
        cards += group
    return tuple(cards)


_THIS_HAND = ""
"""In place of an owner: the hand that is being read."""


def _take(group: Iterable[Card], taken: dict[Card, str]) -> None:
    for card in group:
        if card in taken:
            raise DocumentError("card-repeated", "", _taken(card, taken[card]))
        taken[card] = _THIS_HAND


def _taken(card: Card, owner: str) -> str:
    sentence = errors.SHORTHAND_TWICE if owner == _THIS_HAND else errors.SHORTHAND_TAKEN
    return sentence.format(card=card_word(card), owner=owner)


def _resolved(group: "tuple[Card, ...] | _Wild", taken: dict[Card, str]) -> tuple[Card, ...]:
    if not isinstance(group, _Wild):
        return group
    left = [card for suit in SUITS if suit not in group.but and (card := card_of(group.rank, suit)) not in taken]
    if len(left) != group.number:
        raise DocumentError("shorthand-which", group.token, _which(group, left))
    _take(left, taken)
    return tuple(left)


def _which(wild: _Wild, left: list[Card]) -> str:
    rank = rank_word(Rank(wild.rank))
    letter = wild.token[0]
    if len(left) > wild.number:
        free = " ".join(card_word(card) for card in left)
        example = letter + "".join(suit_of(card) for card in left[: wild.number])
        return errors.SHORTHAND_AMBIGUOUS.format(token=wild.token, free=free, example=example)
    if not left:
        return errors.SHORTHAND_NONE_LEFT.format(token=wild.token, rank=rank)
    few = errors.SHORTHAND_ONE_LEFT if len(left) == 1 else errors.SHORTHAND_FEW_LEFT
    return few.format(token=wild.token, left=" ".join(map(card_word, left)))


def _groups(text: str) -> list["tuple[Card, ...] | _Wild"]:
    return [_group(token) for token in _TOKEN.findall(text)]


def _group(token: str) -> "tuple[Card, ...] | _Wild":
    plain = token.translate(_SAME_CHARACTERS).upper().replace("10", "T")
    wild = _WILD.fullmatch(plain)
    if wild:
        rank, more, but = wild.groups()
        return _Wild(plain, _rank(rank), 1 + len(more), frozenset(Suit(letter) for letter in but or ""))
    cards: list[Card] = []
    position = 0
    while position < len(plain):
        unit = _UNIT.match(plain, position)
        if unit is None:
            raise DocumentError("shorthand-unknown", token, _unknown(token, plain[position:]))
        cards += _unit(token, unit)
        position = unit.end()
    return tuple(cards)


def _unknown(token: str, rest: str) -> str:
    if _RANKS_ALONE.fullmatch(rest):
        return errors.SHORTHAND_NEEDS_SUIT.format(token=token, example=f"{rest}C")
    return errors.SHORTHAND_NOT_A_CARD.format(token=token)


def _unit(token: str, unit: re.Match[str]) -> list[Card]:
    first, first_suit, last, last_suit, ranks, suits = unit.groups()
    if first:
        if first_suit not in {"", last_suit}:
            raise DocumentError("shorthand-unknown", token, errors.SHORTHAND_RUN_SUITS.format(token=token))
        step = 1 if _rank(first) <= _rank(last) else -1
        return [card_of(rank, Suit(last_suit)) for rank in range(_rank(first), _rank(last) + step, step)]
    if len(ranks) == len(suits) and len(set(ranks)) == 1:
        return [card_of(_rank(ranks[0]), Suit(suit)) for suit in suits]
    if len(ranks) > 1 and len(suits) > 1:
        raise DocumentError("shorthand-unknown", token, errors.SHORTHAND_SUITS_UNCLEAR.format(token=token))
    return [card_of(_rank(rank), Suit(suit)) for rank in ranks for suit in suits]


def _rank(letter: str) -> int:
    return "A23456789TJQK".index(letter) + 1


def _letter(card: Card) -> str:
    return name_of(card)[:-1].replace("10", "T")


def write_shorthand(melds: Iterable[tuple[Card, ...]], deadwood: Iterable[Card]) -> str:
    """Return the shorthand of a hand; reading it returns the same hand, cards in the same order."""
    tokens = [_written(group) for group in melds]
    return " ".join([*tokens, *(_letter(card) + suit_of(card) for card in deadwood)])


_LONG_RUN = 4


def _written(group: tuple[Card, ...]) -> str:
    suit = suit_of(group[0])
    ascending = all(after == before + 1 for before, after in pairwise(group))
    if ascending and len(group) >= _LONG_RUN:
        return f"{_letter(group[0])}-{_letter(group[-1])}{suit}"
    if len({rank_of(card) for card in group}) == 1:
        return _letter(group[0]) + "".join(suit_of(card) for card in group)
    if len({suit_of(card) for card in group}) == 1:
        return "".join(_letter(card) for card in group) + suit
    return "".join(_letter(card) + suit_of(card) for card in group)
