"""What is said about photos of cards, about decks, and about a hand that is counted by itself."""

from collections.abc import Collection, Mapping, Sequence

from companion.photo.reading import Trouble
from companion.rules.cards import ALL_CARDS, GLYPHS, RANK_NAMES, Card, Suit, card_of, name_of
from companion.rules.rummy.entry import UnsureCard
from companion.wording.cards import SUIT_WORDS, card_word, card_words, listed_words, plural

TROUBLES: Mapping[Trouble, str] = {
    Trouble.TOO_LARGE: "This photo is too large. Choose a lower resolution, or tap the cards.",
    Trouble.TOO_SMALL: "This picture is too small to read cards from. Take a larger one, or tap the cards.",
    Trouble.NO_PHOTO: "This file isn't a photo that the app can read. Take another one, or tap the cards.",
    Trouble.BUSY: "Other photos are being read right now. Nothing was changed. Try again in a moment.",
    Trouble.NOT_HERE: "The first photo needs a connection: 1 MB is downloaded once. Try again, or tap the cards.",
}
NO_PHOTO_SENT = "Take a photo first, or tap the cards."
NO_READER = "Photos can't be read here. Tap the cards instead."
TOO_MANY_PHOTOS = "Too many photos came from here. Wait a few minutes, or tap the cards."
NO_CARDS_FOUND = "No cards found. Take the photo from above, with every corner in sight."
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def found_sentence(found: int, expected: int, unread: int, *, or_more: bool) -> str:
    """Say that a hand has too few or too many cards after a photo; empty if the number is right."""
    if not found:
        return NO_CARDS_FOUND
    if found > expected and not or_more:
        return f"{found} cards found, {found - expected} too many. Does the photo show other cards as well?"
    if found >= expected:
        return ""
    missing = expected - found
    if unread:
        return f"{found} of {expected} cards found. {plural(unread, 'corner')} couldn't be read."
    covered = f"{'Is' if missing == 1 else 'Are'} {_NUMBERS[missing] if missing < len(_NUMBERS) else missing} covered?"
    return f"{found} of {expected} cards found. {covered}"


def held_sentence(cards: Sequence[Card], owners: Mapping[Card, str]) -> str:
    by_owner: dict[str, list[Card]] = {}
    for card in cards:
        by_owner.setdefault(owners[card], []).append(card)
    held = [f"{card_words(theirs)} in {owner}'s hand" for owner, theirs in by_owner.items()]
    return f"Not added: {listed_words(held)}." if held else ""


REPLACED = "This photo took the place of the cards that were here."
IN_ORDER = "The photo shows no groups, so the cards lie in their order. Check them."


def one_row_sentence(cards: int) -> str:
    return f"These {cards} cards aren't one meld."


def doubt_words(doubt: UnsureCard) -> str:
    return f"{listed_words([card_word(guess) for guess in doubt.guesses], 'or')}?"


def open_doubts_question(doubts: Sequence[UnsureCard]) -> str:
    left_out = "they aren't" if len(doubts) > 1 else "it isn't"
    return f"Still open: {' '.join(map(doubt_words, doubts))} Left like this, {left_out} in the hand."


def photo_words(cards: int, unsure: int, unread: int) -> tuple[str, str, str]:
    """Return what the marks on a photo stand for: cards read, unsure ones, corners that can't be read.

    The unsure ones have no number: they are asked about one by one, and the photo's words stay as they are.
    """
    return (
        f"{plural(cards, 'card')} read" if cards or not unsure + unread else "",
        "unsure" if unsure else "",
        f"{plural(unread, 'corner')} not read" if unread else "",
    )


def photo_alt(read: Sequence[Card], unsure: Sequence[UnsureCard], unread: int) -> str:
    parts = [f"read {card_words(read)}"] if read else []
    parts += [f"unsure {' '.join(map(doubt_words, unsure))}"] if unsure else []
    parts += [f"{plural(unread, 'corner')} not read"] if unread else []
    return f"Your photo: {', '.join(parts) or 'no cards found'}"


ONLY_IF_NEEDED = "Only if photos of this deck are read wrongly."
CANNOT_BE_TAUGHT = "Photos can't be read here, so a deck can't be taught."
NOTHING_NAMED = "Choose which cards these are, then save."
SUIT_SIZE = len(RANK_NAMES)


def without_taps(sentence: str) -> str:
    return sentence.replace(", or tap the cards", "")


def taught_words(taught: int) -> str:
    return f"{taught} of {len(ALL_CARDS)} cards taught." if taught else "No cards taught yet."


def suit_state(suit: Suit, taught: Collection[str]) -> str:
    cards = [card_of(rank + 1, suit) for rank in range(SUIT_SIZE)]
    missing = [RANK_NAMES[rank] for rank, card in enumerate(cards) if name_of(card) not in taught]
    name = _plural(suit)
    if not missing:
        return f"{name}: all taught"
    return f"{name}: none taught" if len(missing) == SUIT_SIZE else f"{name}: {', '.join(missing)} missing"


def _plural(suit: Suit) -> str:
    return f"{SUIT_WORDS[suit]}s".capitalize()


def order_words(suit: Suit, *, downward: bool) -> tuple[str, str]:
    first, last = ("King", "Ace") if downward else ("Ace", "King")
    return f"{first[0]}–{last[0]}", f"{_plural(suit)} from {first} to {last}"


def wrong_number(found: int, suit: Suit) -> str:
    if found == SUIT_SIZE:
        return ""
    counted = f"{plural(found, 'card')} found, and {GLYPHS[suit]} has {SUIT_SIZE}."
    if found > SUIT_SIZE:
        return f"{counted} Skip what isn't a card of it, then tap the same order again."
    return (
        f"{counted} If one is missing in between, choose the right card after the gap, then tap the same order again."
    )


def twice(card: Card, numbers: Sequence[int]) -> str:
    return f"Numbers {numbers[0]} and {numbers[1]} are both the {card_word(card)}. Change one of them."


def taught_photo_alt(cards: int) -> str:
    return f"Your photo: {plural(cards, 'card')} found, each with its number"


DEFAULT_NAME = "Our deck"
MADE_UP_NAME = "Made-up print"
GROUP_WORDS = ("Aces and 2s", "3s and 4s", "5s and 6s", "7s and 8s", "9s and 10s", "Jacks and Queens", "Kings")
ASK_FOR_GEM = "Tap the {gem} card."
GROUP_KNOWN = "{cards} are known."


NO_DEADWOOD = "No deadwood."
MAY_KNOCK = "Can knock: {points} is within the limit of {limit}."
MAY_NOT_KNOCK = "Can't knock: {points} is {over} over the limit of {limit}."
GEM_PARTS = "All eight gems: Gem Parts."
MADE_UP_PRINT_NAME = "A made-up print"
NO_GEMS = "No gems"
