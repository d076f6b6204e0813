"""How it is said that a hand's number of cards is not right, and that a hand was changed after all were turned up."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.cards import CARDS_BY_NAME, Card
from companion.wording.cards import card_words, listed_words, plural


def card_count_words(held: int, wanted: int) -> str:
    """Say how many cards are missing, or too many; nothing where the number is right."""
    if held < wanted:
        return f"{plural(wanted - held, 'card')} missing"
    return f"{plural(held - wanted, 'card')} too many" if held > wanted else ""


def changed_sentences(changed: Iterable[Mapping[str, Any]], hand: Mapping[str, Any]) -> tuple[str, ...]:
    """Say of each hand that was changed after the hands were turned up who changed it, and what."""
    now = {player["name"]: player for player in hand.get("players", ())}
    return tuple(
        f"{change['player']}'s hand was changed by {listed_words(change['by'])} after the hands were turned up: "
        f"{_what(change['before'], now[change['player']])}."
        for change in changed
    )


def _what(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    if "deadwood_points" in before:
        return f"{before['deadwood_points']} was counted before"
    if "deadwood_points" in now:
        return f"{now['deadwood_points']} is counted now"
    old, new = _cards(before), _cards(now)
    out, into = ([card for card in cards if card not in others] for cards, others in ((old, new), (new, old)))
    parts = [f"{card_words(cards)} {word}" for cards, word in ((out, "out"), (into, "in")) if cards]
    return listed_words(parts) or "the same cards, laid otherwise"


def _cards(hand: Mapping[str, Any]) -> list[Card]:
    names = (
        hand["cards"] if "cards" in hand else [*(name for group in hand["melds"] for name in group), *hand["deadwood"]]
    )
    return [CARDS_BY_NAME[name] for name in names]
