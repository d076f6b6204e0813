"""The big screen of a table, read across the room: what it shows, as a kind of game fills it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """What everybody looks for when a hand begins: a number, or cards; "Q" is a Queen of any suit."""

    label: str
    text: str = ""
    cards: tuple[str, ...] = ()
