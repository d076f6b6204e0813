"""Put the corners of a photo together: which belong to one card, which card it is, and how sure that is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.photo.indices import CARDS, Index
from companion.photo.melds import CornerPlace
from companion.photo.pairs import Corners, Shape, of_one_card
from companion.photo.sums import length, median, product

ANY = 0.15
"""A corner that is less likely an index is none."""
UNREADABLE = 0.6
"""From here on a corner that no card could be read from is said to be one that could not be read."""
SAME_LOOKS = 0.85
"""In a deck that is taught, corners that look so much alike belong to one card, where they stand to each other so."""
SAME_PLACE = 0.6
"""Two readings of one card whose middles are nearer than this share of its width are of the same card."""
SAME_CARD = 0.2
"""From here on two corners that stand to each other as those of one card belong to one card."""
FACTS = 6
"""What the calibration judges a reading by: so many numbers."""
ALIKE = 2.2
"""Heights of indices in one photo differ at most by this factor."""
CLEAR = 0.8
"""Corners that read at least so well say how high the indices of a photo are."""


@dataclass(frozen=True, slots=True)
class Found:
    indices: Corners
    cards: tuple[float, ...]
    """How likely it is each of the 52 cards."""
    best: int
    second: int
    confidence: float
    place: CornerPlace

    @property
    def first(self) -> Index:
        return self.indices[0]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How sure a reading is, by what was true of earlier ones: a logistic regression."""

    weights: tuple[float, ...]

    def __call__(self, facts: Sequence[float]) -> float:
        return 1 / (1 + math.exp(-product(facts, self.weights)))


def put_together(indices: Sequence[Index], calibration: Calibration) -> list[Found]:
    """Return the cards of a photo, each of the 52 at most once, and what may be a card but cannot be read."""
    cards = of_one_card(_of_one_deck(indices), _same_card, SAME_CARD)
    shape = Shape.of(cards)
    found: dict[int, Found] = {}
    repeated = []
    for corners in sorted(cards, key=_strength, reverse=True):
        card = _found(corners, calibration, shape)
        if card.best not in found:
            found[card.best] = card
        elif not _same_place(card, found[card.best]):
            repeated.append(card)
    for card in repeated:
        left = [other for other in _likeliest_first(card.cards) if other not in found]
        if left:
            found[left[0]] = _taken_for(left[0], card, calibration)
    return list(found.values())


def put_apart(indices: Sequence[Index], calibration: Calibration) -> list[Found]:
    """Return the cards of a photo that teaches a deck: corners that look alike are of one card, whatever they read."""
    readable = [index for index in _of_one_deck(indices) if index.readable >= UNREADABLE]
    cards = of_one_card(readable, _looks, SAME_LOOKS)
    shape = Shape.of(cards)
    return [_found(corners, calibration, shape) for corners in cards]


def _found(corners: Corners, calibration: Calibration, shape: Shape) -> Found:
    cards = _joined(corners)
    best, second = _likeliest_first(cards)[:2]
    confidence = calibration(facts(corners, cards, best))
    return Found(corners, cards, best, second, confidence, shape.place(corners))


def _taken_for(other: int, card: Found, calibration: Calibration) -> Found:
    return replace(card, best=other, second=card.best, confidence=calibration(facts(card.indices, card.cards, other)))


def _same_place(one: Found, other: Found) -> bool:
    """Return whether two readings are of one card: its two corners, which were not taken for that."""
    apart = math.hypot(one.place.x - other.place.x, one.place.y - other.place.y)
    return apart < SAME_PLACE * (one.place.width + other.place.width) / 2


def _same_card(one: Index, other: Index) -> float:
    return product(one.cards, other.cards)


def _looks(one: Index, other: Index) -> float:
    lengths = length(one.features) * length(other.features)
    return product(one.features, other.features) / max(lengths, 1e-6)


def facts(corners: Corners, cards: Sequence[float], best: int) -> tuple[float, ...]:
    return (
        1,
        _logit(cards[best]),
        _logit(max(index.readable for index in corners)),
        _logit(max(index.corner.likely for index in corners)),
        len(corners) - 1,
        math.log(min(corners[0].corner.height, 40) / 20),
    )


def _logit(share: float) -> float:
    kept = min(max(share, 1e-4), 1 - 1e-4)
    return math.log(kept / (1 - kept))


def _likeliest_first(cards: Sequence[float]) -> list[int]:
    return sorted(range(len(CARDS)), key=lambda card: -cards[card])


def _strength(corners: Corners) -> float:
    return max(_joined(corners)) * max(index.readable for index in corners) + len(corners)


def _joined(corners: Corners) -> tuple[float, ...]:
    together = [
        math.prod(share + 1e-5 for share in shares) for shares in zip(*(index.cards for index in corners), strict=True)
    ]
    whole = sum(together)
    return tuple(share / whole for share in together)


def _of_one_deck(indices: Sequence[Index]) -> list[Index]:
    """Leave out what is none, and indices much larger or smaller than the others: in one photo they are of one size."""
    indices = [index for index in indices if index.readable >= ANY]
    sure = [index.corner.height for index in indices if min(index.readable, max(index.cards)) >= CLEAR]
    usual = median(sure or [index.corner.height for index in indices] or [0])
    return [index for index in indices if usual / ALIKE <= index.corner.height <= usual * ALIKE]
