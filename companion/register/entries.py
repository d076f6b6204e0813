"""The rules: one entry for each sentence of a rulebook that rules something, and one for each ruling of our own."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

BOOKS = {
    "P": "Gem Rummy, the publisher's rulebook",
    "G": "Gem Rummy as described at gamerules",
    "N": "Gin Rummy, T. W. Neller",
    "K": "Knock Rummy, Card Game Heaven",
    "II": "Gem II, the publisher's rulebook",
    "R": "Our rulings where the books are silent or disagree",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its book, its place there, and what it says in our words; why the app never sees it, if so."""

    id: str
    book: str
    place: str
    says: str
    settles: tuple[str, ...]
    why_unseen: str | None
    keywords: str = ""
    """Other words that players use, for the search."""

    @property
    def seen(self) -> bool:
        """Return whether this shows at a showdown or on a sheet."""
        return self.why_unseen is None


@cache
def rules() -> dict[str, Rule]:
    """Return the register by id, book after book."""
    entries = [_rule(entry) for name in _FILES for entry in _tables(f"rules/{name}.toml", "rule")]
    return {entry.id: entry for entry in entries}


_FILES = ("gem-rummy", "gin-rummy", "knock-rummy", "gem-ii", "rulings")


def _tables(path: str, key: str) -> list[dict[str, object]]:
    tables: list[dict[str, object]] = tomllib.loads((files("companion.register") / path).read_text("utf-8"))[key]
    return tables


def _rule(entry: dict[str, object]) -> Rule:
    settles = entry.get("settles", [])
    return Rule(
        id=str(entry["id"]),
        book=str(entry["book"]),
        place=str(entry["place"]),
        says=str(entry["says"]),
        settles=tuple(str(rule_id) for rule_id in settles) if isinstance(settles, list) else (),
        why_unseen=str(entry["why_unseen"]) if entry.get("seen") is False else None,
        keywords=str(entry.get("keywords", "")),
    )
