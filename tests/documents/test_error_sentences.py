"""Every error of a document says where, in plain English: many documents, each spoiled in every place."""

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.reader import DEEPEST, parse_json
from companion.register.cases import CaseKind, cases
from companion.wording.document_errors import document_error_sentence, placed_sentence
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
    """Check the place of an error, and its sentence."""
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,\n "b": NaN}', "line 2 column 7: NaN isn't a JSON number"),
        ('{"a": "NaN", "b": -Infinity}', "line 1 column 19: -Infinity isn't a JSON number"),
        ('{"NaN": 1,\n\n"b": 12345678901234567890}', "line 3 column 6: this number has too many digits"),
        ('["12345678901234567890", -12345678901234567890]', "line 1 column 26: this number has too many digits"),
        ("[\n" * DEEPEST + "[", f"line {DEEPEST + 1} column 1: the document is nested too deeply"),
        (
            '{"players": [{"name": "Ann"}, {"name": "Ann", "name": "Bob"}]}',
            'players[1].name: the key "name" is there twice',
        ),
        ('{"a": {"b": [1, {"c": 1, "c": {"d": 1, "d": 2}}]}}', 'a.b[1].c: the key "c" is there twice'),
        ('{"": 1, "": 2}', '"": the key "" is there twice'),
        (
            '{"a": "b\nc"}',
            "line 1 column 9: this isn't JSON: a text can't contain a line break or another control character",
        ),
        ("{", "line 1 column 2: this isn't JSON: a key in double quotes is missing"),
        ('{"a" 1}', "line 1 column 6: this isn't JSON: a colon is missing"),
        ('{"a": 1 "b": 2}', "line 1 column 9: this isn't JSON: a comma is missing"),
        ('{"a": }', "line 1 column 7: this isn't JSON: a value is missing"),
        ("{} {}", "line 1 column 4: this isn't JSON: the document ended before this"),
        ('{"a": "b', "line 1 column 7: this isn't JSON: the text that starts here never ends"),
        ('["\\x"]', "line 1 column 3: this isn't JSON: this escape doesn't exist"),
    ],
)
def test_an_error_in_a_text_has_its_place(text: str, said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_json(text)
    assert placed_sentence(caught.value) == said


def test_every_error_of_a_spoiled_text_has_its_line_and_column_and_is_plain_english() -> None:
    text = json.dumps(next(iter(cases().values())).document, indent=1)
    for place in range(len(text)):
        for cut in (
            text[:place],
            text[:place] + "\x00" + text[place:],
            text[:place] + "\\" + text[place:],
            text[place:],
        ):
            try:
                parse_json(cut)
            except DocumentError as error:
                check(error)


KNOCK_RUMMY_HAS = (
    "knock-rummy has hand_size, target, knock_limit, undercut_bonus, layout, tie_break, rum_bonus, zero_sum"
)


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("gin-rummy", {"columns": 2}, "house_rules.columns: expected 1 or 3, not 2"),
        (
            "gem-rummy",
            {"knock_limit": 501},
            'house_rules.knock_limit: expected a whole number from 0 to 500 or "dice", not 501',
        ),
        (
            "gin-rummy",
            {"knock_limit": None},
            'house_rules.knock_limit: expected a whole number from 0 to 500 or "upcard", not null',
        ),
        (
            "knock-rummy",
            {"knock_limit": "dice"},
            'house_rules.knock_limit: expected a whole number from 0 to 500 or null, not "dice"',
        ),
        (
            "gin-rummy",
            {"big_gin_bonus": "no"},
            'house_rules.big_gin_bonus: expected a whole number from 0 to 1000 or null, not "no"',
        ),
        ("gem-rummy", {"layout": "worst"}, 'house_rules.layout: expected one of as-laid, best, not "worst"'),
        ("knock-rummy", {"zero_sum": 1}, "house_rules.zero_sum: expected true or false, not 1"),
        ("knock-rummy", {" ": 1}, f'house_rules." ": unknown house rule " "; {KNOCK_RUMMY_HAS}'),
        ("knock-rummy", {"": 1}, f'house_rules."": unknown house rule ""; {KNOCK_RUMMY_HAS}'),
        ("gem-rummy", {"target": 0}, "house_rules.target: expected a whole number from 1 to 100000, not 0"),
        (
            "gem-rummy",
            {"gin_bonus": 40, "big_gin_bonus": 35},
            (
                "house_rules.gin_bonus: gin_bonus and big_gin_bonus contradict each other: "
                "Big Gin can't be worth less than Gin"
            ),
        ),
    ],
)
def test_a_house_rule_is_refused_with_all_that_it_may_be(game: str, rules: dict[str, object], said: str) -> None:
    seats = [{"name": name, "deadwood_points": 5} for name in ("Ann", "Bob")]
    document: dict[str, object] = {"game": game, "knocker": "Ann", "players": seats, "house_rules": rules}
    with pytest.raises(DocumentError) as caught:
        judge_document(document)
    assert placed_sentence(caught.value) == said


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
