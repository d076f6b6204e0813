"""The JSON Schemas of the public documents say what the readers say of shapes, and what the answers contain."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.answers.judging import error_document, judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError, Expected, Flaw
from companion.journal.exchange import read_journal, write_journal
from companion.register.cases import CaseKind, cases
from companion.rules.rummy.house_rules import HouseRuleProblem
from companion.schemas.catalog import TITLES, schema_of
from companion.store.limits import RECORDS_OF_A_GAME
from tests.support.command import companion
from tests.support.schema_files import FOLDER, STRICT, keys_of_answers, written
from tests.support.spoiled_documents import spoil
from tests.support.whole_games import WHOLE_GAMES, whole_game

Document = dict[str, Any]
VALIDATORS = {name: STRICT(schema_of(name)) for name in TITLES}
KINDS = {
    CaseKind.SHOWDOWN: ("showdown", judge_document, "verdict"),
    CaseKind.GAME: ("game", score_document, "sheet"),
    CaseKind.GEM_II_SOLO: ("game", score_document, "gem-ii-solo-card"),
    CaseKind.GEM_II: ("game", score_document, "gem-ii-card"),
    CaseKind.GEM_II_BOARD: ("board", moves_document, "moves"),
}
CASES = {kind: [case.document for case in cases().values() if case.kind is kind] for kind in KINDS}
JOURNALS = [json.loads(write_journal(whole_game(*played, head=head))) for head, played in WHOLE_GAMES.values()]
SHAPES = {
    *(Flaw.NOT_AN_OBJECT, Flaw.WRONG_TYPE, Flaw.WRONG_VALUE, Flaw.UNKNOWN_KEY, Flaw.MISSING_KEY, Flaw.OTHER_KIND),
    *(Flaw.TOO_MANY_ITEMS, Flaw.TEXT_TOO_LONG, Flaw.PLAYER_COUNT, Flaw.NOT_A_CARD, Flaw.NOT_GEMS, Flaw.PRINT_AND_GEMS),
    *(
        Flaw.NO_GEMS,
        Flaw.NO_GEM_PARTS,
        Flaw.NO_DICE,
        Flaw.NO_UPCARD,
        Flaw.NO_PARTNERSHIPS,
        Flaw.NO_FORMS,
        Flaw.DICE_MISSING,
    ),
    *(Flaw.UPCARD_MISSING, Flaw.HOUSE_RULE_OF_GAME, Flaw.HAND_WITHOUT_FORM, Flaw.HAND_IN_TWO_FORMS, Flaw.EMPTY_MELD),
    *(Flaw.ONLY_TRUE, Flaw.TWO_SIDES_EXPECTED, Flaw.WRONG_TEAMS, Flaw.WRONG_BET, Flaw.X_HOLDER_UNASKED),
    *(Flaw.EXAMPLE_UNASKED, Flaw.WRONG_PILES, Flaw.NOT_A_GEM2_CARD, Flaw.ONLY_TRUE_IN_CLAIM, Flaw.MOVE_MISSING),
    *(Flaw.NEWER_VERSION, Flaw.UNKNOWN_RECORD, Flaw.HANDS_IN_HEAD, Flaw.NO_VERDICT),
    *(HouseRuleProblem.UNKNOWN, HouseRuleProblem.WRONG_VALUE),
}
"""The flaws that a schema must know; docs/formats.md lists the others."""


BY_PLAYER = re.compile(r"(?:overruled\.points|counted\.(?:cards|betting|penalties))\.")


def is_of_its_shape(error: DocumentError) -> bool:
    """Return whether a schema must refuse it: not what depends on who plays, or on other parts of the document."""
    flaw, expected = error.defect.flaw, error.defect.facts.get("expected")
    about_players = flaw in (Flaw.UNKNOWN_KEY, Flaw.MISSING_KEY) and BY_PLAYER.search(error.where) is not None
    among_melds = flaw is Flaw.WRONG_VALUE and error.where.endswith(".meld")
    return flaw in SHAPES and not about_players and not among_melds and expected is not Expected.DATE


def answered_by(answer: Callable[[Any], object], document: object) -> tuple[object, DocumentError | None]:
    try:
        return answer(document), None
    except DocumentError as error:
        return error_document(error), error


def compare(name: str, document: object, error: DocumentError | None) -> bool:
    """See that a schema takes what the reader takes, and refuses what has the wrong shape; return whether it has."""
    valid = VALIDATORS[name].is_valid(document)
    wrong = error is not None and is_of_its_shape(error)
    assert valid or error is not None, document
    assert not (valid and wrong), (str(error), document)
    return wrong


def test_the_printed_schemas_are_those_of_the_code() -> None:
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == written(), "make schemas"
    for validator in VALIDATORS.values():
        STRICT.check_schema(validator.schema)


def test_the_command_prints_them() -> None:
    assert json.loads(companion("schema", "board").stdout) == schema_of("board")
    assert companion("schema").stdout.decode().count("\n") == len(TITLES)


@pytest.mark.parametrize("kind", KINDS)
def test_every_case_and_its_answer_are_described(kind: CaseKind) -> None:
    name, answer, answered = KINDS[kind]
    answers = STRICT(keys_of_answers(schema_of(answered)))
    for document in CASES[kind]:
        result, error = answered_by(answer, document)
        compare(name, document, error)
        (answers if error is None else VALIDATORS["error"]).validate(result)


@pytest.mark.parametrize("document", JOURNALS)
def test_files_of_whole_games_are_described(document: Document) -> None:
    VALIDATORS["whole-game"].validate(document)


def read_whole_game(document: object) -> None:
    read_journal(document, RECORDS_OF_A_GAME)


READERS: list[tuple[str, str, Callable[[Any], object], list[Document]]] = [
    *((str(kind), name, answer, CASES[kind]) for kind, (name, answer, _) in KINDS.items()),
    ("whole game", "whole-game", read_whole_game, JOURNALS),
]


@pytest.mark.random
@pytest.mark.parametrize(("kind", "name", "answer", "documents"), READERS, ids=[kind for kind, *_ in READERS])
def test_spoiled_documents_are_refused_for_their_shape(
    kind: str, name: str, answer: Callable[[Any], object], documents: list[Document]
) -> None:
    rng = random.Random(f"schemas {kind}")
    refused = 0
    for _ in range(400):
        document = spoil(rng, json.loads(json.dumps(rng.choice(documents))))
        _, error = answered_by(answer, document)
        refused += compare(name, document, error)
    assert refused > 50
