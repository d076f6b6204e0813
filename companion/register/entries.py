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
    """Find the entries that hold all the words, in their id, place or text.

    "Lay-offs", "lay off" and "layoff" are alike, and so are "knock", "knocks" and "knocking".
    """
    wanted = _stems(words)
    return [rule for rule in rules().values() if all(word in _words_of(rule) for word in wanted)]


def search_some(words: str) -> list[Rule]:
    """Find the entries that hold most of the words, where none holds all."""
    wanted = _stems(words)
    held = {rule.id: sum(word in _words_of(rule) for word in wanted) for rule in rules().values()}
    most = max(held.values())
    return [rule for rule in rules().values() if most and held[rule.id] == most]


_ENDINGS = ("ing", "ed", "ie", "y", "e")
_SHORTEST_STEM = 4


def _stems(words: str) -> list[str]:
    """Cut each word to what its other forms begin with.

    >>> _stems("Lay-offs, penalties and undercutting")
    ['lay', 'off', 'penalt', 'and', 'undercut']
    """
    return [_stem(word) for word in _plain(words).split()]


def _stem(word: str) -> str:
    one = word if word.endswith("ss") else word.removesuffix("s") or word
    ending = next((end for end in _ENDINGS if one.endswith(end) and len(one) - len(end) >= _SHORTEST_STEM), "")
    cut = one.removesuffix(ending)
    return cut[:-1] if ending in {"ing", "ed"} and cut[-1] == cut[-2] else cut


_AS_ONE_WRITES = str.maketrans(dict.fromkeys('-,;:!?()"“”', " ") | dict.fromkeys("'’", ""))


def _plain(text: str) -> str:
    return text.casefold().translate(_AS_ONE_WRITES).replace("layoff", "lay off")


def _words_of(rule: Rule) -> str:
    said = f"{rule.id} {rule.place} {rule.says}"
    return f"{said.casefold()} {_plain(said)}"
