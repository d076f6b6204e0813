"""Search the register by the beginnings of words, best matches first."""

from functools import cache

from companion.register.entries import Rule, rules

BOOK_ORDER = ("R", "P", "G", "N", "K", "II")
"""Our own rulings first, as they settle what the books leave open."""


def search(words: str) -> list[Rule]:
    """Return the entries with all the words, best matches first.

    "Lay-offs", "lay off" and "layoff" match each other, and so do "knock" and "knocking", "eleven" and "11".
    """
    return _ranked(_stems(words), every=True)


def search_some(words: str) -> list[Rule]:
    """Return the entries with the most of the words, for when none has them all."""
    return _ranked(_stems(words), every=False)


def _ranked(stems: list[str], *, every: bool) -> list[Rule]:
    held = {rule.id: sum(_holds(_words(rule), stem) for stem in stems) for rule in rules().values()}
    most = len(stems) if every else max(held.values())
    if not every and not most:
        return []
    return sorted((rule for rule in rules().values() if held[rule.id] >= most), key=lambda rule: _rank(rule, stems))


def _rank(rule: Rule, stems: list[str]) -> tuple[int, int, int]:
    """Sort entries named after the words first, then our own rulings, then the books' order."""
    named = sum(_holds(_names(rule), stem) for stem in stems)
    number = rule.id.removeprefix("R.")
    return -named, BOOK_ORDER.index(rule.book), int(number) if number.isdecimal() else 0


def _holds(words: frozenset[str], stem: str) -> bool:
    return any(word.startswith(stem) for word in words)


@cache
def _words(rule: Rule) -> frozenset[str]:
    return frozenset(_plain(f"{rule.id} {rule.place} {rule.says} {rule.keywords}").split()) | _names(rule)


@cache
def _names(rule: Rule) -> frozenset[str]:
    return frozenset(_plain(f"{rule.id.replace('.', ' ')} {rule.keywords}").split())


_ENDINGS = ("ing", "ed", "ie", "y", "e")
_SHORTEST_STEM = 4


def _stems(words: str) -> list[str]:
    """Cut each word to the stem that its other forms begin with.

    >>> _stems("Lay-offs, penalties and undercutting by eleven")
    ['lay', 'off', 'penalt', 'and', 'undercut', 'by', '11']
    """
    return [_stem(word) for word in _plain(words).split()]


def _stem(word: str) -> str:
    singular = word if word.endswith("ss") else word.removesuffix("s") or word
    ending = next(
        (end for end in _ENDINGS if singular.endswith(end) and len(singular) - len(end) >= _SHORTEST_STEM), ""
    )
    stem = singular.removesuffix(ending)
    return stem[:-1] if ending in {"ing", "ed"} and stem[-1] == stem[-2] else stem


_PUNCTUATION = str.maketrans(dict.fromkeys('-,;:!?()"“”/', " ") | dict.fromkeys("'’", ""))
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=1
    )
}


def _plain(text: str) -> str:
    words = text.casefold().translate(_PUNCTUATION).replace("layoff", "lay off").split()
    return " ".join(_NUMBERS.get(word.rstrip("."), word.rstrip(".")) for word in words)
