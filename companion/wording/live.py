"""What the live camera says of a hand that it sees."""

from companion.rules.cards import GLYPHS, Suit

AIM = "Hold the phone over the cards."


def seen_words(seen: int, wanted: int) -> str:
    """Say how many cards of a hand are seen; a hand that wants none may have any number."""
    if wanted:
        return f"{seen} of {wanted}"
    return "1 card" if seen == 1 else f"{seen} cards"


def take_words(seen: int) -> str:
    """Say what the key takes besides cards in doubt."""
    return "Take this card" if seen == 1 else f"Take these {seen or ''}".strip()


def mark_word(name: str, *, sure: bool) -> str:
    """Name the card of a mark."""
    return f"{name[:-1]}{GLYPHS[Suit(name[-1])]}{'' if sure else '?'}"
