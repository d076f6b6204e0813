"""What is read back in words: my hand, the ruling, the score. Cards have their names here, no symbols."""

import re
from collections.abc import Sequence
from enum import StrEnum

from companion.rules.cards import GLYPHS, Card, Hand, listing_order, rank_of, suit_of
from companion.rules.rummy.melds import Meld, MeldKind
from companion.wording.cards import (
    GEM_NAMES,
    RANK_WORDS,
    SUIT_WORDS,
    listed_words,
    plural,
    rank_word,
    spoken_card,
    suit_word,
)


class Command(StrEnum):
    """What can be read back."""

    HAND = "hand"
    RULING = "ruling"
    SCORE = "score"


COMMANDS = ((Command.HAND, "My hand", "H"), (Command.RULING, "The ruling", "R"), (Command.SCORE, "The score", "S"))
"""What can be read back, the button that does it, and the key that does with Alt and Shift."""
MY_HAND = "My hand"
NO_HAND = "This phone plays no hand."
NO_TURN = "The game is over: no turn is being played."
NO_RULING = "The ruling: no hand has been ruled on yet."
NO_RULING_YET = "This hand has no ruling yet."
NOTHING_SCORED = "The ruling: nothing has been scored yet."
FACE_DOWN = "{whose}: face down until all hands are in."
NOT_ENTERED = "{whose}: not entered yet."
COUNTED = "{whose}: only the deadwood was counted, {points}."
RULING = "The ruling: {words}"
RULING_ON = "The ruling on hand {number}: {words}"

_NUMBERS = {3: "three", 4: "four"}
_RANKS = {rank.name[0]: word for rank, word in RANK_WORDS.items()}
_SUITS = {glyph: SUIT_WORDS[suit] for suit, glyph in GLYPHS.items()}
_CARD = re.compile(f"(10|[2-9AJQK])([{''.join(_SUITS)}])")
_SIGNS = {" \N{MINUS SIGN} ": " minus ", " + ": " plus ", " = ": " equals ", "\N{MINUS SIGN}": "minus "}


def spoken(text: str) -> str:
    """Return a sentence as a screen reader should say it: cards by their names, sums in words.

    >>> spoken("Ben lays off 8\N{BLACK CLUB SUIT} on Ann's 5\N{BLACK CLUB SUIT}. Bob 17 \N{MINUS SIGN} Ann 6.")
    "Ben lays off 8 of clubs on Ann's 5 of clubs. Bob 17 minus Ann 6."
    """
    text = _CARD.sub(lambda found: f"{_RANKS.get(found[1], found[1])} of {_SUITS[found[2]]}s", text)
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    return text


def whose_hand(name: str, *, mine: bool) -> str:
    """Return how what follows begins: My hand, or the player's where the phone has no player of its own."""
    return MY_HAND if mine else f"{name}'s hand"


def group_words(cards: Sequence[Card], meld: Meld | None, *, may_be_stash: bool = False) -> str:
    """Return a group of cards in words.

    >>> from companion.rules.cards import CARDS_BY_NAME
    >>> from companion.rules.rummy.melds import MeldContext, classify
    >>> def words(text):
    ...     cards = [CARDS_BY_NAME[name] for name in text.split()]
    ...     found = classify(cards, MeldContext(False, None, None))
    ...     return group_words(cards, found if isinstance(found, Meld) else None)
    >>> words("5H 6H 7H"), words("QC QD QH"), words("QC QD QH QS")
    ('run 5, 6, 7 of hearts', 'set of three Queens, no spade', 'set of four Queens')
    >>> words("QC 5D")
    'no meld: Queen of clubs and 5 of diamonds'
    """
    if meld is None:
        return f"{'stash of unknown gem' if may_be_stash else 'no meld'}: {_cards(cards)}"
    if meld.kind is MeldKind.RUN:
        ranks = ", ".join(rank_word(rank_of(card)) for card in sorted(cards))
        return f"run {ranks} of {suit_word(cards[0])}s"
    if meld.kind is MeldKind.SET:
        missing = [word for suit, word in SUIT_WORDS.items() if suit not in {suit_of(card) for card in cards}]
        without = f", no {listed_words(missing, 'or')}" if missing else ""
        return f"set of {_NUMBERS.get(len(cards), len(cards))} {rank_word(rank_of(cards[0]))}s{without}"
    if meld.kind is MeldKind.STASH:
        gem = f"{GEM_NAMES[meld.gem]} stash" if meld.gem else "stash"
        return f"{gem}: {_cards(sorted(cards, key=listing_order))}"
    return f"Queen's Diamonds: {_cards(cards)}"


def hand_words(whose: str, groups: Sequence[str], deadwood: Sequence[Card], laid_off: Sequence[Card] = ()) -> str:
    """Return a hand as it was laid out, its groups in words already, and what of its deadwood was laid off since."""
    points = Hand.of(deadwood).points
    away = [f"{_cards(laid_off)} laid off"] if laid_off else []
    left = f"deadwood {_cards(deadwood)}, {plural(points, 'point')}" if deadwood else "no deadwood"
    return f"{whose}: {'; '.join([*groups, *away, left])}."


def loose_words(whose: str, cards: Sequence[Card]) -> str:
    """Return a hand whose cards were entered without their melds."""
    return f"{whose}: {_cards(cards)}, not laid out."


def counted_words(whose: str, points: int) -> str:
    """Return a hand of which only the deadwood was entered."""
    return COUNTED.format(whose=whose, points=plural(points, "point"))


def total_words(total: int, games: Sequence[int]) -> str:
    """Return a player's total, or those in games that are played at once.

    >>> total_words(64, []), total_words(110, [55, 55, 0])
    ('64', '55 in game 1, 55 in game 2, 0 in game 3')
    """
    return ", ".join(f"{points} in game {number}" for number, points in enumerate(games, start=1)) or str(total)


def score_words(totals: Sequence[tuple[str, str]], target: int | None, dealer: str, tied: str = "") -> str:
    """Return the score of a rummy: The score: Ann 64, Bob 41, to 110. Bob deals."""
    between = "; " if any(", " in total for _, total in totals) else ", "
    listed = between.join(f"{name} {total}" for name, total in totals)
    goal = f", to {target}" if target else ""
    return " ".join(filter(None, (f"The score: {listed}{goal}.", tied, f"{dealer} deals." if dealer else "")))


def turn_words(heading: str, facts: str, chosen: str, bets: Sequence[int] = ()) -> str:
    """Return the turn of Gem II that is being entered."""
    words = [heading, facts, chosen, *(f"Bet on {bet}" for bet in bets)]
    return " ".join(f"{part}." for part in words)


def rounds_score(totals: str, place: str, cards: str = "") -> str:
    """Return the score of Gem II, and how far it has come."""
    return " ".join(f"{part}." for part in (f"The score: {totals}", place, cards) if part)


def _cards(cards: Sequence[Card]) -> str:
    return listed_words([spoken_card(card) for card in cards])
