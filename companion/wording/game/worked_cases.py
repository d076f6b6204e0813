"""Worked cases of the rules in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.verdict import Call
from companion.wording.cards import card_word
from companion.wording.faults import CALL_WORDS
from companion.wording.game.table import won
from companion.wording.sheet import house_rule_words


def facts(game: str, document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what a case is about: the game, its level, the dice, who knocks, the house rules."""
    facts = [game]
    if "level" in document:
        facts.append(f"Level {document['level']}")
    if "dice" in document:
        facts.append(f"dice {document['dice'][0]} and {document['dice'][1]}")
    if "upcard" in document:
        facts.append(f"upcard {card_word(CARDS_BY_NAME[document['upcard']])}")
    if "knocker" in document:
        call = Call(document.get("call", Call.KNOCK))
        facts.append(f"{document['knocker']} " + ("knocks" if call == Call.KNOCK else f"calls {CALL_WORDS[call]}"))
    if document.get("house_rules"):
        facts.append(f"house rules: {house_rule_words(document['house_rules'])}")
    return tuple(facts)


def results(target: int, winners: Sequence[str], *, over: bool) -> list[str]:
    """Return how far the game of a case has come."""
    return [f"The game goes to {target}.", f"The game is over; {won(winners)}." if over else "The game goes on."]
