"""Hands entered card by card, and how their cards lie then, as text: groups, and deadwood after a slash."""

from companion.rules.cards import name_of
from companion.rules.rummy.entry import EMPTY, HandEntry, lay
from companion.rules.rummy.melds import PLAIN, MeldContext, designated_diamond
from tests.support.rummy.random_hands import cards

THREE = MeldContext(has_gems=True, gems=None, diamond=designated_diamond((1, 2)))
SEVEN = MeldContext(has_gems=True, gems=None, diamond=designated_diamond((3, 4)))


def laid(names: str, context: MeldContext = PLAIN, entry: HandEntry = EMPTY) -> HandEntry:
    for card in cards(names):
        entry = lay(entry, card, context)
    return entry


def lies(entry: HandEntry) -> str:
    groups = [" ".join(map(name_of, group)) for group in entry.melds]
    return ", ".join(groups) + " / " + " ".join(map(name_of, entry.deadwood))
