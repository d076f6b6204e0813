"""What is said while a deck is taught by photos: which cards are taught, and what keeps a photo from being saved."""

from collections.abc import Collection, Sequence

from companion.rules.cards import ALL_CARDS, GLYPHS, RANK_NAMES, Card, Suit, card_of, name_of
from companion.wording.cards import SUIT_WORDS, card_word, plural

ONLY_IF_NEEDED = "Only if photos of this deck are read wrongly."
NO_READER = "Photos can't be read here, so a deck can't be taught."
NOTHING_NAMED = "Choose which cards these are, then save."
SUIT_SIZE = len(RANK_NAMES)


def without_taps(sentence: str) -> str:
    """Return why a photo isn't read, on a screen that has no cards to tap instead."""
    return sentence.replace(", or tap the cards", "")


def taught_words(taught: int) -> str:
    """Say how many cards a deck was taught."""
    return f"{taught} of {len(ALL_CARDS)} cards taught." if taught else "No cards taught yet."


def suit_state(suit: Suit, taught: Collection[str]) -> str:
    """Say which cards of a suit are missing."""
    cards = [card_of(rank + 1, suit) for rank in range(SUIT_SIZE)]
    missing = [RANK_NAMES[rank] for rank, card in enumerate(cards) if name_of(card) not in taught]
    name = _plural(suit)
    if not missing:
        return f"{name}: all taught"
    return f"{name}: none taught" if len(missing) == SUIT_SIZE else f"{name}: {', '.join(missing)} missing"


def _plural(suit: Suit) -> str:
    return f"{SUIT_WORDS[suit]}s".capitalize()


def order_words(suit: Suit, *, downward: bool) -> tuple[str, str]:
    """Return what a button that names a whole suit shows and says: ♣ A to K."""
    first, last = ("King", "Ace") if downward else ("Ace", "King")
    return f"{first[0]}–{last[0]}", f"{_plural(suit)} from {first} to {last}"


def wrong_number(found: int, suit: Suit) -> str:
    """Say what to do where not thirteen cards were found for a whole suit; empty if there are."""
    if found == SUIT_SIZE:
        return ""
    counted = f"{plural(found, 'card')} found, and {GLYPHS[suit]} has {SUIT_SIZE}."
    if found > SUIT_SIZE:
        return f"{counted} Skip what isn't a card of it, then tap the same order again."
    return (
        f"{counted} If one is missing in between, choose the right card after the gap, then tap the same order again."
    )


def twice(card: Card, numbers: Sequence[int]) -> str:
    """Say that a card was chosen twice."""
    return f"Numbers {numbers[0]} and {numbers[1]} are both the {card_word(card)}. Change one of them."


def photo_alt(cards: int) -> str:
    """Describe the photo of a deck."""
    return f"Your photo: {plural(cards, 'card')} found, each with its number"
