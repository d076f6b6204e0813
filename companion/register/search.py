"""Search the register in the words of players, best matches first.

A rule matches if it has every word that matters, or one that `words.toml` says means the same. Where a rule has a word
decides how much it weighs: most in its title and keywords, least in its place in the book. The best matches may lack a
word: a rule named after two of three words says more than one that has all three somewhere.
"""

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from companion.register.entries import GROUP_NAMES, PlayedBy, Rule, rules

BEST_SHOWN = 3
"""So many stand first in a search, under a heading of their own."""

MOST_WORDS = 20
"""More words than a question has aren't looked for: each is compared with the whole register."""

_TITLE, _KEYWORDS, _ID, _TEXT, _GROUP, _PLACE = 4.0, 5.0, 2.5, 2.0, 1.0, 0.5
"""What a word weighs, by where a rule has it."""
_AS_TYPED, _BEGINNING, _SYNONYM = 1.0, 0.85, 0.7
"""How much of that a word counts that is typed, only begins so, or means the same."""
_SOFT = 0.25
"""How much of it a word counts that says nothing about a rule by itself."""
_PHRASE = 3.0
"""For words that a title or the keywords have side by side."""
_COVERAGE = 1.5
"""How steeply a rule falls for lacking some of the words."""
_OVERRULED = 0.3
_SECOND_TEXT, _OTHER_GAMES = 0.9, 0.85
"""How much the rules of Gem Rummy's second text, and those of other games, count beside equal ones of its first."""
_FOR_THREE = 0.95


@dataclass(frozen=True, slots=True)
class Matches:
    rules: tuple[Rule, ...]
    in_part: bool = False
    """No rule has all the words; these have some of them."""

    @property
    def best(self) -> tuple[Rule, ...]:
        return self.rules[:BEST_SHOWN] if len(self.rules) > BEST_SHOWN else ()

    @property
    def others(self) -> tuple[Rule, ...]:
        return self.rules[len(self.best) :]


def find(words: str, among: Iterable[Rule] | None = None) -> Matches:
    listed = tuple(rules().values()) if among is None else tuple(among)
    terms = _terms(words)
    if not terms:
        return Matches(() if words.strip() else listed)
    scores = {rule.id: _score(rule, terms) for rule in listed}
    needed = len([term for term in terms if not term.soft])
    ranked = sorted(
        (rule for rule in listed if scores[rule.id].held),
        key=lambda rule: -scores[rule.id].weight * (scores[rule.id].held / needed) ** _COVERAGE,
    )
    complete = [rule for rule in ranked if scores[rule.id].held == needed]
    if len(complete) < BEST_SHOWN:
        return Matches(tuple(ranked), in_part=not complete and bool(ranked))
    best = ranked[:BEST_SHOWN]
    return Matches((*best, *(rule for rule in complete if rule not in best)))


@dataclass(frozen=True, slots=True)
class _Term:
    stem: str
    synonyms: tuple[str, ...]
    soft: bool


def _terms(words: str) -> list[_Term]:
    vocabulary = _vocabulary()
    text = f" {_plain(words)} "
    for phrase, instead in vocabulary.phrases.items():
        text = text.replace(f" {phrase} ", f" {instead} ")
    typed = list(dict.fromkeys(text.split()))[:MOST_WORDS]
    terms = [
        _Term(
            _stem(word),
            tuple(_stem(other) for other in vocabulary.words.get(_stem(word), "").split()),
            soft=word in vocabulary.soft,
        )
        for word in typed
    ]
    # Of words that are all soft, each has to be there.
    return [_Term(term.stem, term.synonyms, soft=False) for term in terms] if all(t.soft for t in terms) else terms


@dataclass(frozen=True, slots=True)
class _Closeness:
    held: int
    weight: float


def _score(rule: Rule, terms: Sequence[_Term]) -> _Closeness:
    held, score = 0, 0.0
    for term in terms:
        weight = _weight(rule, term)
        score += weight * _rarity(term.stem) * (_SOFT if term.soft else 1)
        if weight and not term.soft:
            held += 1
    texts = _texts(rule)
    stems = " ".join(term.stem for term in terms)
    if any(f" {stems} " in f" {text.joined} " for text in texts if text.weight >= _TITLE):
        score += _PHRASE * len(terms)
    title = texts[0].stems
    named = {stem for term in terms for stem in (term.stem, *term.synonyms)}
    score += len([stem for stem in title if stem in named]) / max(1, len(title))
    return _Closeness(held, score * _standing(rule))


def _standing(rule: Rule) -> float:
    standing = 1.0
    if rule.book == "G":
        standing *= _SECOND_TEXT
    if "gem-rummy" not in rule.games:
        standing *= _OTHER_GAMES
    if rule.played_by is PlayedBy.THREE:
        standing *= _FOR_THREE
    if rule.overruled:
        standing *= _OVERRULED
    return standing


def _weight(rule: Rule, term: _Term) -> float:
    return max(text.weight * text.holds(term) for text in _texts(rule))


@dataclass(frozen=True, slots=True)
class _Text:
    weight: float
    stems: tuple[str, ...]
    words: tuple[str, ...]
    spaced: str
    """The words, each after a space."""

    @property
    def joined(self) -> str:
        return " ".join(self.stems)

    def holds(self, term: _Term) -> float:
        if term.stem in self.stems:
            return _AS_TYPED
        # Most rules lack most words: one look over the whole text says so.
        if f" {term.stem}" in self.spaced and any(_begins(word, term.stem) for word in self.words):
            return _BEGINNING
        return _SYNONYM if any(synonym in self.stems for synonym in term.synonyms) else 0


def _begins(word: str, stem: str) -> bool:
    """Return whether a word begins with a stem. After a short one only an ending may follow: "off" isn't "offered"."""
    return word.startswith(stem) and (len(stem) >= _SHORTEST_STEM or word.removeprefix(stem) in {"s", "d", "ed", "ing"})


@cache
def _texts(rule: Rule) -> tuple[_Text, ...]:
    return tuple(
        _Text(weight, tuple(_stem(word) for word in words), tuple(words), "".join(f" {word}" for word in words))
        for weight, words in (
            (_TITLE, _plain(rule.title).split()),
            (_KEYWORDS, _plain(rule.keywords).split()),
            (_ID, _plain(f"{rule.id} {rule.id.replace('.', ' ')}").split()),
            (_TEXT, _plain(rule.says).split()),
            (_GROUP, _plain(GROUP_NAMES[rule.group]).split()),
            (_PLACE, _plain(rule.place).split()),
        )
    )


@lru_cache(maxsize=2048)
def _rarity(stem: str) -> float:
    term = _Term(stem, (), soft=False)
    return math.log(2 + len(rules()) / (1 + len([rule for rule in rules().values() if _weight(rule, term)])))


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    soft: frozenset[str]
    phrases: Mapping[str, str]
    """What the register says instead, the longest phrase first."""
    words: Mapping[str, str]


@cache
def _vocabulary() -> _Vocabulary:
    content = tomllib.loads((files("companion.register") / "words.toml").read_text("utf-8"))
    phrases = {_plain(phrase): _plain(instead) for phrase, instead in content["phrases"].items()}
    return _Vocabulary(
        frozenset(_plain(content["soft"]).split()),
        dict(sorted(phrases.items(), key=lambda item: -len(item[0]))),
        {_stem(_plain(word)): _plain(others) for word, others in content["words"].items()},
    )


_ENDINGS = ("ing", "ed", "ie", "y", "e")
_SHORTEST_STEM = 4


def _stem(word: str) -> str:
    """Cut a word to the stem that its other forms begin with.

    >>> [_stem(word) for word in ("penalties", "undercutting", "knocked", "11")]
    ['penalt', 'undercut', 'knock', '11']
    """
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
} | {"twenty": "20"}


def _plain(text: str) -> str:
    words = text.casefold().translate(_PUNCTUATION).replace("layoff", "lay off").split()
    return " ".join(_NUMBERS.get(word.rstrip("."), word.rstrip(".")) for word in words)
