"""The rules: one entry for every sentence of a rulebook that rules something, and one for every ruling of our own."""

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
    "R": "How we rule where the books are silent or disagree",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry: which book, where in it, what it says in our words; what the app never sees has its reason."""

    id: str
    book: str
    place: str
    says: str
    settles: tuple[str, ...]
    why_unseen: str | None

    @property
    def seen(self) -> bool:
        """Say whether anything of this shows at a showdown or on a sheet."""
        return self.why_unseen is None


@cache
def rules() -> dict[str, Rule]:
    """Give the register, by id, book after book."""
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
        settles=tuple(str(one) for one in settles) if isinstance(settles, list) else (),
        why_unseen=str(entry["why_unseen"]) if entry.get("seen") is False else None,
    )


def search(words: str) -> list[Rule]:
    """Find the entries that hold all the words, in their id, place or text: "lay-offs" and "lay off" alike."""
    wanted = [_singular(word) for word in words.casefold().replace("-", " ").split()]
    return [rule for rule in rules().values() if all(word in _words_of(rule) for word in wanted)]


def _singular(word: str) -> str:
    return word.removesuffix("s") or word


def _words_of(rule: Rule) -> str:
    said = f"{rule.id} {rule.place} {rule.says}".casefold()
    return f"{said} {said.replace('-', '')}"
