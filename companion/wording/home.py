"""The home page: the next game of the same players, and the links to everything else."""

from collections.abc import Sequence

from companion.wording.cards import listed_words

HOME_LINKS = (
    ("count.count", "sheet", "Count a hand"),
    ("rules_pages.rules", "book", "Rules"),
    ("learning.choose", "learn", "Learn a game"),
    ("deck.decks", "gem-rummy", "The deck"),
    ("gem2_moves.moves", "gem-ii", "Move referee"),
    ("exchange.choose_file", "into", "Import a game"),
    ("settings.settings", "settings", "Settings"),
)
"""Endpoint, icon, name."""


def again_line(names: Sequence[str]) -> str:
    """Return what starts the next game of the same players."""
    return f"{listed_words(names)} again"
