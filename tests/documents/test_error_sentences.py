"""Every error of a document says where, in plain English: many documents, each spoiled in every place."""

import copy
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.register.cases import CaseKind, cases
from companion.wording.document_errors import document_error_sentence, placed_sentence
from tests.support.documents import knocked
from tests.support.spoiled_documents import Way, at, ways

ANSWERS = {
    CaseKind.SHOWDOWN: judge_document,
    CaseKind.GAME: score_document,
    CaseKind.GEM_II: score_document,
    CaseKind.GEM_II_SOLO: score_document,
    CaseKind.GEM_II_BOARD: moves_document,
}
WRONG: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 3, 7, 2.5, 10**6),
    *("", "zzz", "\u0007", "x" * 600, "Ann", [], [[]], {}, {"a": 1}, ["Ann"] * 60),
)
ABOUT_THE_WHOLE = ("the document ", "this is ")
BAD_ENGLISH = (
    r"\s[:;,.]",
    r"\s\s",
    r"[:;,]$",
    r"\.$",
    r"\bat$",
    r"\bnot$",
    r"\bfor \S+ .*\bexpected\b",
    r"\bexpected\b.*\bexpected\b",
    r"\bexpected one of \S+, not\b",
    r"\b(None|True|False|dict|list object|NoneType|Traceback|enclosed in)\b",
    r"[{}]",
    r"\b1 (cards|players|items|characters|deals|rounds)\b",
    r"\ban? [aeiou]?game, not a game\b",
    r"\bcannot\b",
)


def spoiled(documents: Iterable[dict[str, Any]]) -> Iterator[Any]:
    """Yield documents with everything in them left out, doubled, and replaced by each wrong value.

    What stands in many places of many documents, such as the cards of a hand, is spoiled in one of them.
    """
    yield from WRONG
    spoiled_so_far: set[Way] = set()
    for document in documents:
        for path in islice(ways(document), 1, None):
            place = tuple(key if isinstance(key, str) else 0 for key in path)
            if place not in spoiled_so_far:
                spoiled_so_far.add(place)
                yield from spoiled_at(document, path)


def spoiled_at(document: dict[str, Any], path: Way) -> Iterator[Any]:
    def changed(change: str, value: object = None) -> object:
        other = copy.deepcopy(document)
        holder = at(other, path[:-1])
        match change:
            case "without":
                del holder[path[-1]]
            case "twice" if isinstance(holder, list):
                holder.append(holder[int(path[-1])])
            case "with":
                holder[path[-1]] = value
            case "more" if isinstance(holder, dict):
                holder[str(value)] = 1
        return other

    yield changed("without")
    yield changed("twice")
    for value in WRONG:
        yield changed("with", value)
    for key in ("", "key", "a b", "\u0007", "y" * 100):
        yield changed("more", key)


def without_quoted(message: str) -> str:
    """Leave out what a message quotes from the document."""
    text = re.sub(r"^[\[{].*(?= isn)", "“…”", message)
    text = re.sub(r'"(?:[^"\\]|\\.)*(?:"|…)', "“…”", text)
    text = re.sub(r"(?<=not )[\[{].*$", "…", text)
    return re.sub(r"^[IVX]+ \w+(?= is)", "“…”", text)


def check(error: DocumentError) -> None:
    sentence = document_error_sentence(error)
    assert error.where or sentence.startswith(ABOUT_THE_WHOLE), sentence
    assert not error.where.endswith("."), error.where
    said = without_quoted(sentence)
    for fault in BAD_ENGLISH:
        assert not re.search(fault, said), (fault, placed_sentence(error))
    assert re.match(r"[a-z0-9“-]", said) or said.split()[0] in NAMES, placed_sentence(error)


NAMES = {"Ann", "Bob", "Cid", "Dee", "Red", "Blue", "Big", "Gin"}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_error_of_a_spoiled_document_has_its_place_and_is_plain_english(kind: CaseKind) -> None:
    seen: set[str] = set()
    refused = 0
    for document in spoiled(case.document for case in cases().values() if case.kind == kind):
        try:
            ANSWERS[kind](document)
        except DocumentError as error:
            refused += 1
            sentence = document_error_sentence(error)
            if sentence not in seen:
                seen.add(sentence)
                check(error)
    assert refused > 200
    assert len(seen) > 20


KNOCK_RUMMY_HAS = (
    "knock-rummy has hand_size, target, knock_limit, undercut_bonus, layout, tie_break, rum_bonus, zero_sum"
)
A_LIMIT = "expected a whole number from 0 to 500 or"


@pytest.mark.parametrize(
    ("game", "rule", "value", "said"),
    [
        ("gin-rummy", "columns", 2, "expected 1 or 3, not 2"),
        ("gin-rummy", "knock_limit", None, f'{A_LIMIT} "upcard", not null'),
        ("knock-rummy", "knock_limit", "dice", f'{A_LIMIT} null, not "dice"'),
        ("gin-rummy", "big_gin_bonus", "no", 'expected a whole number from 0 to 1000 or null, not "no"'),
        ("gem-rummy", "layout", "worst", 'expected one of as-laid, best, not "worst"'),
        ("knock-rummy", '" "', 1, f'unknown house rule " "; {KNOCK_RUMMY_HAS}'),
        ("gem-rummy", "target", 0, "expected a whole number from 1 to 100000, not 0"),
    ],
)
def test_a_house_rule_is_refused_with_all_that_it_may_be(game: str, rule: str, value: object, said: str) -> None:
    document = {"game": game, **knocked(5, 5), "house_rules": {rule.strip('"'): value}}
    with pytest.raises(DocumentError) as caught:
        judge_document(document)
    assert placed_sentence(caught.value) == f"house_rules.{rule}: {said}"


def test_house_rules_that_contradict_each_other_are_both_named() -> None:
    document = {"game": "gin-rummy", **knocked(5, 5), "house_rules": {"gin_bonus": 40, "big_gin_bonus": 31}}
    with pytest.raises(DocumentError) as caught:
        judge_document(document)
    assert "gin_bonus and big_gin_bonus contradict each other: " in placed_sentence(caught.value)


@pytest.mark.parametrize(
    ("answer", "document", "said"),
    [
        (
            score_document,
            {"journal": 1, "records": []},
            "this is the file of a game with its whole history, not a game document: use `companion import`",
        ),
        (score_document, {"piles": []}, "this is a Gem II board, not a game document: use `companion moves`"),
        (judge_document, {"hands": []}, "this is a game document, not a showdown: use `companion score`"),
        (score_document, {"knocker": "Ann"}, "this is a showdown, not a game document: use `companion judge`"),
        (score_document, [], "the document must be an object, not []"),
    ],
)
def test_a_document_of_another_kind_is_named(answer: Callable[[object], object], document: object, said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        answer(document)
    assert placed_sentence(caught.value) == said
