"""Read and write hands in shorthand, `567c QQQ 9d`, and read lay-offs, `8c onto 1`.

A token is a meld or a single card of deadwood; after a `/` everything is deadwood. `5-9c` is a run, `Qcdh` three
Queens, `QQQ-s` all Queens but the spade, and `QQQ` the three Queens that are left.

The number of a lay-off is that of a meld, as the screen of the lay-offs counts them. `>` and `on` mean the same as
`onto`. Several lay-offs stand one after the other, with a comma or `and` between them, and are played in that order;
`pass` is a turn without one. Several cards before one `onto` go on the same meld, in their order: `8c 9c onto 1`, or
`89c onto 1`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from companion.rules.cards import GLYPHS, SUITS, Card, Rank, Suit, card_of, name_of, rank_of, suit_of
from companion.rules.rummy.entry import Owners

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


class ShorthandProblem(StrEnum):
    TOO_LONG = "too-long"
    CARD_TWICE = "card-twice"
    CARD_TAKEN = "card-taken"
    AMBIGUOUS = "ambiguous"
    NONE_LEFT = "none-left"
    TOO_FEW_LEFT = "too-few-left"
    NEEDS_SUIT = "needs-suit"
    NOT_A_CARD = "not-a-card"
    RUN_OF_TWO_SUITS = "run-of-two-suits"
    SUITS_UNCLEAR = "suits-unclear"
    LAY_OFFS_TOO_LONG = "lay-offs-too-long"
    LAY_OFFS_MISSING = "lay-offs-missing"
    LAY_OFF_UNREADABLE = "lay-off-unreadable"


class ShorthandError(ValueError):
    def __init__(
        self,
        problem: ShorthandProblem,
        token: str = "",
        *,
        cards: Sequence[Card] = (),
        owner: str = "",
        example: str = "",
        rank: Rank = Rank.ACE,
    ) -> None:
        super().__init__(f"{problem.value}: {token}")
        self.problem = problem
        self.token = token
        self.cards = cards
        self.owner = owner
        self.example = example
        self.rank = rank


@dataclass(frozen=True, slots=True)
class ShorthandHand:
    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    put_down: tuple[Card, ...] = field(default=(), compare=False)
    """The deadwood behind a slash, which is deadwood on purpose."""


@dataclass(frozen=True, slots=True)
class _Wild:
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
        raise ShorthandError(ShorthandProblem.TOO_LONG)
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
            raise ShorthandError(ShorthandProblem.NEEDS_SUIT, group.token, example=f"{group.token[0]}C")
        cards += group
    return tuple(cards)


_THIS_HAND = ""
"""In place of an owner: the hand that is being read."""


def _take(group: Iterable[Card], taken: dict[Card, str]) -> None:
    for card in group:
        if card in taken:
            problem = ShorthandProblem.CARD_TWICE if taken[card] == _THIS_HAND else ShorthandProblem.CARD_TAKEN
            raise ShorthandError(problem, cards=(card,), owner=taken[card])
        taken[card] = _THIS_HAND


def _resolved(group: "tuple[Card, ...] | _Wild", taken: dict[Card, str]) -> tuple[Card, ...]:
    if not isinstance(group, _Wild):
        return group
    left = [card for suit in SUITS if suit not in group.but and (card := card_of(group.rank, suit)) not in taken]
    if len(left) != group.number:
        raise _unclear(group, left)
    _take(left, taken)
    return tuple(left)


def _unclear(wild: _Wild, left: list[Card]) -> ShorthandError:
    if not left:
        return ShorthandError(ShorthandProblem.NONE_LEFT, wild.token, rank=Rank(wild.rank))
    if len(left) < wild.number:
        return ShorthandError(ShorthandProblem.TOO_FEW_LEFT, wild.token, cards=left)
    example = wild.token[0] + "".join(suit_of(card) for card in left[: wild.number])
    return ShorthandError(ShorthandProblem.AMBIGUOUS, wild.token, cards=left, example=example)


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
            raise _unknown(token, plain[position:])
        cards += _unit(token, unit)
        position = unit.end()
    return tuple(cards)


def _unknown(token: str, rest: str) -> ShorthandError:
    if _RANKS_ALONE.fullmatch(rest):
        return ShorthandError(ShorthandProblem.NEEDS_SUIT, token, example=f"{rest}C")
    return ShorthandError(ShorthandProblem.NOT_A_CARD, token)


def _unit(token: str, unit: re.Match[str]) -> list[Card]:
    first, first_suit, last, last_suit, ranks, suits = unit.groups()
    if first:
        if first_suit not in {"", last_suit}:
            raise ShorthandError(ShorthandProblem.RUN_OF_TWO_SUITS, token)
        step = 1 if _rank(first) <= _rank(last) else -1
        return [card_of(rank, Suit(last_suit)) for rank in range(_rank(first), _rank(last) + step, step)]
    if len(ranks) == len(suits) and len(set(ranks)) == 1:
        return [card_of(_rank(ranks[0]), Suit(suit)) for suit in suits]
    if len(ranks) > 1 and len(suits) > 1:
        raise ShorthandError(ShorthandProblem.SUITS_UNCLEAR, token)
    return [card_of(_rank(rank), Suit(suit)) for rank in ranks for suit in suits]


def _rank(letter: str) -> int:
    return "A23456789TJQK".index(letter) + 1


def _letter(card: Card) -> str:
    return name_of(card)[:-1].replace("10", "T")


def write_shorthand(melds: Iterable[tuple[Card, ...]], deadwood: Iterable[Card]) -> str:
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


_BETWEEN = re.compile(r"[,;\n]|\band\b", re.IGNORECASE)
_ONTO = re.compile(r"->|[>→]|\b(?:onto|on)\b", re.IGNORECASE)
_MELD = re.compile(r"(?:meld\s*)?(\d{1,3})", re.IGNORECASE | re.ASCII)
_PASS = frozenset({"pass", "passes"})


@dataclass(frozen=True, slots=True)
class WrittenLayOff:
    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class WrittenPass:
    """The player whose turn it is passes."""


def parse_lay_offs(text: str) -> tuple[WrittenLayOff | WrittenPass, ...]:
    """Read lay-offs in the order in which they are played.

    >>> moves = parse_lay_offs("8c onto 1, 10h > 2 and pass")
    >>> [(name_of(move.card), move.meld) if isinstance(move, WrittenLayOff) else "pass" for move in moves]
    [('8C', 1), ('10H', 2), 'pass']
    >>> parse_lay_offs("8c")
    Traceback (most recent call last):
    companion.documents.shorthand.ShorthandError: lay-off-unreadable: 8c
    """
    if len(text) > LONGEST:
        raise ShorthandError(ShorthandProblem.LAY_OFFS_TOO_LONG)
    moves = [move for part in _BETWEEN.split(text) if part.strip() for move in _moves(part.strip())]
    if not moves:
        raise ShorthandError(ShorthandProblem.LAY_OFFS_MISSING)
    laid = [move.card for move in moves if isinstance(move, WrittenLayOff)]
    for place, card in enumerate(laid):
        if card in laid[:place]:
            raise ShorthandError(ShorthandProblem.CARD_TWICE, cards=(card,))
    return tuple(moves)


def _moves(part: str) -> Iterator[WrittenLayOff | WrittenPass]:
    if part.lower() in _PASS:
        yield WrittenPass()
        return
    cards, *onto = _ONTO.split(part)
    number = _MELD.fullmatch(onto[0].strip()) if len(onto) == 1 else None
    if number is None or not cards.strip():
        raise ShorthandError(ShorthandProblem.LAY_OFF_UNREADABLE, part)
    for card in parse_cards(cards):
        yield WrittenLayOff(card, int(number[1]))
