"""The history of a game: one sentence an event, by the event's stored name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gems import Gem
from companion.wording.cards import GEM_NAMES, card_words, listed_words
from companion.wording.game.house_rules import house_rule_list
from companion.wording.game.table import NOBODY_SCORES, scores
from companion.wording.hand_changes import changed_sentences


def history_sentence(kind: str, facts: Mapping[str, Any], hand: str) -> str:
    """Return what happened; `hand` is what players call the hand that it is about.

    >>> history_sentence("hand-struck-out", {"reason": "a card was missing"}, "hand 3")
    'Hand 3 struck out: “a card was missing”.'
    """
    subject = hand.capitalize()
    match kind:
        case "game-started":
            return "The game began."
        case "hand-recorded":
            return " ".join((_recorded(subject, facts), *changed_sentences(facts["changed"], facts["document"])))
        case "deal-recorded":
            return f"Another deal of {hand} recorded."
        case "hand-replaced":
            return f"{subject} corrected."
        case "hand-struck-out":
            return f"{subject} struck out{_because(facts['reason'])}"
        case "hand-restored":
            return f"{subject} counts again."
        case "hand-noted":
            return f"Note on {hand}: “{facts['note']}”." if facts["note"] else f"Note on {hand} removed."
        case "hand-dated":
            return f"{subject} dated {facts['at']}." if facts["at"] else f"Date of {hand} removed."
        case "hand-accepted":
            return f"{facts['player']} accepted {hand}."
        case "hand-disputed":
            return f"{facts['player']} disputed {hand}{_because(facts['word'])}"
        case "hand-overruled":
            points = [f"{name} {amount:+d}" for name, amount in facts["points"].items() if amount]
            because = _because(facts["reason"])
            return f"{subject} overruled by {facts['by']}, {listed_words(points) or 'nothing'}{because}"
        case "overruling-withdrawn":
            return f"The ruling on {hand} stands again."
        case "house-rules-changed":
            return f"House rules changed for the whole game: {house_rule_list(facts['house_rules'])}."
        case "house-rules-from":
            return f"House rules changed from the next hand on: {house_rule_list(facts['house_rules'])}."
        case "gems-learned":
            return _gems_learned(facts["gems"], facts["not_gems"])
        case "players-renamed":
            return f"Renamed: {listed_words([f'{old} to {new}' for old, new in facts['names'].items()])}."
        case "game-noted":
            return f"Note on the game: “{facts['note']}”." if facts["note"] else "Note on the game removed."
        case "game-dated":
            return f"Game dated {facts['at']}." if facts["at"] else "Date of the game removed."
        case "game-closed":
            return "The game was closed."
        case "game-reopened":
            return "The game was reopened."
        case _:
            raise KeyError(kind)


def _recorded(subject: str, facts: Mapping[str, Any]) -> str:
    if facts["document"].get("drawn"):
        return f"{subject} recorded, drawn."
    if "points" not in facts:
        return f"{subject} recorded."
    return f"{subject} recorded: {scores(facts['points']) or NOBODY_SCORES.lower()}."


def _gems_learned(gems: Mapping[str, str], not_gems: Mapping[str, str]) -> str:
    cards_of: dict[str, list[str]] = {}
    for name, letters in not_gems.items():
        cards_of.setdefault(letters, []).append(name)
    told = [f"Gems entered for {_cards(gems)}."] if gems else []
    for letters, names in cards_of.items():
        shown = " or ".join(GEM_NAMES[Gem(letter)] for letter in letters)
        told.append(f"No {shown} on {_cards(names)}." if shown else f"Gems to be asked for again: {_cards(names)}.")
    return " ".join(told)


def _cards(names: Iterable[str]) -> str:
    return card_words(CARDS_BY_NAME[name] for name in names)


def _because(reason: str) -> str:
    return f": “{reason}”." if reason else "."


def correction_sentence(
    hand: str, players: Iterable[str], before: Sequence[int], after: Sequence[int], *, struck: bool
) -> str:
    """Return how a correction changed the points of a hand."""
    changes = [f"{name} {old} → {new}" for name, old, new in zip(players, before, after, strict=True) if old != new]
    remains = " The hand stays struck out." if struck else ""
    return f"{hand.capitalize()} corrected: {', '.join(changes) or 'the points stay the same'}.{remains}"
