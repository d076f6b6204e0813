"""Roles, phones and links by their names on the page of players and phones; keys are roles as stored."""

from collections.abc import Sequence

from companion.wording.cards import listed_words, plural

ROLE_WORDS = {"viewer": "watches", "seat": "plays", "scorer": "keeps the score", "owner": "owns the game"}
LINK_NAMES = {"scorer": "To keep score", "viewer": "To watch", "seat": "To play"}
SEAT_LINK = "{name}'s seat"
THIS_PHONE = "This phone"
A_PHONE = "A phone"
SCOREKEEPER = "the scorekeeper"
OPERATOR = "the server's operator"
"""Who brings games in by the command line."""
UNNAMED = {"viewer": "a viewer", "seat": "a player", "scorer": "a scorekeeper", "owner": "the scorekeeper"}
"""Authors in the history whose phones have no name."""


def joined_sentence(names: Sequence[str], unnamed: int) -> str:
    """Return who joined, with phones that have no name; empty if nobody did.

    >>> joined_sentence(["Dev", "Mia"], 1)
    'Dev, Mia and 1 phone joined'
    """
    who = [*names, plural(unnamed, "phone")] if unnamed else [*names]
    return f"{listed_words(who)} joined" if who else ""
