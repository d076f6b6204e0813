"""Documents spoiled in every way: always an answer that JSON can write, or one error with code, place and sentence."""

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest

from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.wording.document_errors import document_error_sentence
from tests.support.gem2.random_documents import random_document

pytestmark = pytest.mark.random

NONSENSE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 4, 5, 9, 10, 40, 41, 10**30, 3.0, float("nan"), float("inf")),
    *("", "Ann", "Bob", "A", "C", "?", "XE", "ie", "\u0131", "\ud800", "\x00", "x" * 50),
    *("gem-ii", "gem-ii-solo", "wrong-move", [], [[]], [0], [5], [4] * 12, {}, {"deals": []}, {"Ann": 5}),
    *({"removed": 4}, {"counted": {}}, {"pass": True}, {"move": 2, "card": "IE"}),
)
KEYS = (
    *("game", "players", "level", "rounds", "deals", "removed", "calls", "bets", "counted", "dealt", "timed_out"),
    *("on_self", "example", "overruled", "teams", "note", "at", "bonus_rounds", "announced_eight", "not_all_x"),
    *("incorrect_deal", "best", "claimed", "piles", "", "nonsense", "\ud800", "finished_by_opponent"),
)
Json = Any  # a document may be anything that JSON can say


def places(value: Json) -> list[tuple[Json, Json]]:
    """List every container of a document with each of its keys."""
    if isinstance(value, dict):
        return [(value, key) for key in value] + [place for one in value.values() for place in places(one)]
    if isinstance(value, list):
        return [(value, key) for key in range(len(value))] + [place for one in value for place in places(one)]
    return []


def spoiled(document: Json, source: random.Random) -> Json:
    document = copy.deepcopy(document)
    for _ in range(source.choice((1, 1, 2, 4))):
        found = places(document)
        if not found:
            return source.choice(NONSENSE)
        container, key = source.choice(found)
        other, other_key = source.choice(found)
        match source.randrange(6):
            case 0:
                del container[key]
            case 1:
                container[key] = copy.deepcopy(source.choice(NONSENSE))
            case 2:
                container[key] = copy.deepcopy(other[other_key])
            case 3 if isinstance(container, dict):
                container[source.choice(KEYS)] = copy.deepcopy(source.choice(NONSENSE))
            case 4 if isinstance(container, list):
                container.insert(key, copy.deepcopy(source.choice((container[key], *NONSENSE))))
            case _ if isinstance(container[key], int):
                container[key] = container[key] + source.choice((-1, 1, 2, 5))
    return document


def check_message(error: DocumentError) -> None:
    message = json.dumps([error.code, error.where, document_error_sentence(error)], ensure_ascii=False)
    assert message.encode("utf-8")
    assert "\\n" not in message
    assert len(message) < 600


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["gem-ii-solo", "gem-ii", "gem-ii-board"])
def test_spoiled_documents(kind: str) -> None:
    source = random.Random(kind)
    answers: Counter[str] = Counter()
    door = moves_document if kind == "gem-ii-board" else score_document
    for _ in range(40):
        document = random_document(kind, source)
        door(document)
        for _ in range(50):
            broken = spoiled(document, source)
            untouched = repr(broken)
            try:
                json.dumps(door(broken), allow_nan=False)
                answers["answered"] += 1
            except DocumentError as error:
                answers[error.code] += 1
                check_message(error)
            assert repr(broken) == untouched
    assert answers["answered"] > 50, answers
    assert len(answers) > 7, answers
