"""Whatever comes in, the answer is a ruling, a sheet, moves or one clear sentence, and the document stays as it was."""

import json
import unicodedata
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from companion.answers.judging import error_document, judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json
from companion.register.cases import CaseKind, cases
from companion.wording.terminal import TerminalStyle, sheet_table
from tests.support.gem2.random_documents import random_document
from tests.support.rummy.random_showdowns import random_showdown
from tests.support.seeds import random_sources
from tests.support.spoiled_documents import spoiled

pytestmark = [pytest.mark.random, pytest.mark.slow]

Document = dict[str, Any]
TABLES = [("gem-rummy", 2), ("gem-rummy", 3), ("gin-rummy", 2), ("knock-rummy", 2), ("knock-rummy", 4)]


def of_kind(*kinds: CaseKind) -> list[Document]:
    return [case.document for case in cases().values() if case.kind in kinds]


SHOWDOWNS = [
    *of_kind(CaseKind.SHOWDOWN),
    *(random_showdown(rng, *rng.choice(TABLES)) for _, rng in random_sources(200)),
]
GAMES = [
    *of_kind(CaseKind.GAME, CaseKind.GEM_II, CaseKind.GEM_II_SOLO),
    *(random_document(rng.choice(("gem-ii-solo", "gem-ii")), rng) for _, rng in random_sources(60)),
]
BOARDS = [*of_kind(CaseKind.GEM_II_BOARD), *(random_document("gem-ii-board", rng) for _, rng in random_sources(30))]


def answered(answer: Callable[[object], Document], text: bytes) -> Document:
    """Answer a document as the command line does."""
    try:
        document = parse_json(text)
        untouched = repr(document)
        try:
            return answer(document)
        finally:
            assert repr(document) == untouched
    except DocumentError as error:
        return error_document(error)


def check_error(error: dict[str, str]) -> None:
    """See that an error is one clear sentence, with a short place, and nothing in it that spoils a terminal."""
    assert set(error) == {"code", "where", "message"}
    assert error["code"].replace("-", "").isalnum()
    assert error["message"]
    for text in error.values():
        assert not {unicodedata.category(char) for char in text} & {"Cc", "Cs"}
    assert len(error["where"]) < 200
    assert len(error["message"]) < 5000


@pytest.mark.parametrize(
    ("answer", "documents", "count", "keys"),
    [
        (judge_document, SHOWDOWNS, 6_000, ("legal", "faults", "players", "winner", "call", "lay_offs")),
        (score_document, GAMES, 5_000, ("over",)),
        (moves_document, BOARDS, 1_000, ("moves", "must_move")),
    ],
    ids=["showdowns", "games", "boards"],
)
def test_spoiled_documents(
    answer: Callable[[object], Document], documents: list[Document], count: int, keys: tuple[str, ...]
) -> None:
    seen: Counter[str] = Counter()
    for seed, rng in random_sources(count):
        text = spoiled(rng, rng.choice(documents))
        document = answered(answer, text)
        assert json.dumps(document, ensure_ascii=False, allow_nan=False).encode("utf-8"), seed
        if "error" in document:
            check_error(document["error"])
            seen[document["error"]["code"]] += 1
            continue
        assert set(keys) <= set(document), seed
        seen["answered"] += 1
        if answer is score_document:
            assert sheet_table(parse_json(text), document, TerminalStyle(color=True, columns=40)).encode("utf-8"), seed
    assert seen["answered"] > count / 20, "spoiled so badly that hardly anything is read any more"
    assert len(seen) > 12, seen
