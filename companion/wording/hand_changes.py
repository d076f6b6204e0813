"""Sentences about a hand's number of cards, and about changes to a hand after all hands were shown."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.cards import CARDS_BY_NAME, Card
from companion.wording.cards import card_words, listed_words, plural


def card_count_words(held: int, wanted: int) -> str:
    """Return how many cards are missing or too many; nothing where the number is right."""
    if held < wanted:
        return f"{plural(wanted - held, 'card')} missing"
    return f"{plural(held - wanted, 'card')} too many" if held > wanted else ""


def changed_sentences(changed: Iterable[Mapping[str, Any]], hand: Mapping[str, Any]) -> tuple[str, ...]:
    """Return who changed which hand after all hands were shown, and how."""
    now = {player["name"]: player for player in hand.get("players", ())}
    return tuple(_changed(change, now[change["player"]]) for change in changed)


def _changed(change: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    player, by = change["player"], change["by"]
    whose = "their own hand" if by == [player] else f"{player}'s hand"
    difference = _difference(change["before"], now)
    return f"{listed_words(by)} changed {whose} after all hands were shown: {difference}."


def _difference(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    if "deadwood_points" in before:
        return f"{before['deadwood_points']} points counted before"
    if "deadwood_points" in now:
        return f"{now['deadwood_points']} points counted now"
    old, new = _cards(before), _cards(now)
    out, into = ([card for card in cards if card not in others] for cards, others in ((old, new), (new, old)))
    parts = [f"{card_words(cards)} {word}" for cards, word in ((out, "out"), (into, "in")) if cards]
    return listed_words(parts) or "same cards, laid out differently"


def _cards(hand: Mapping[str, Any]) -> list[Card]:
    names = (
        hand["cards"] if "cards" in hand else [*(name for group in hand["melds"] for name in group), *hand["deadwood"]]
    )
    return [CARDS_BY_NAME[name] for name in names]
