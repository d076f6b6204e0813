"""An answer cites only rules that hold at its table: those of its game as it is played there, and rulings on it."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.showdown import read_showdown
from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import Seating, chosen_by, overruled_by, rules, rules_in_play
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown import judge
from companion.wording.scores import notes
from tests.support.rummy.random_showdowns import random_showdown
from tests.support.seeds import random_sources

ANSWERS = {
    CaseKind.SHOWDOWN: judge_document,
    CaseKind.GAME: score_document,
    CaseKind.GEM_II_SOLO: score_document,
    CaseKind.GEM_II: score_document,
    CaseKind.GEM_II_BOARD: moves_document,
}
CASES = [case for case in cases().values() if case.kind in ANSWERS]


def cited(answer: object) -> Iterator[str]:
    """Yield every rule that an answer names."""
    match answer:
        case dict():
            yield from (text for key, text in answer.items() if key == "rule" and isinstance(text, str))
            for inner in answer.values():
                yield from cited(inner)
        case list():
            for inner in answer:
                yield from cited(inner)


def applicable(document: Mapping[str, Any]) -> set[str]:
    """Return the rules that hold at the table of a document, by its house rules and those of its single hands."""
    game = document.get("game", "gem-ii")
    # A board names no players: its moves are those of two.
    players = 1 if game == "gem-ii-solo" else len(document.get("players", ("Ann", "Bob")))
    sides = bool(document.keys() & {"sides", "teams"})
    if game not in tuple(Game):
        return {rule.id for rule in rules_in_play(Seating(game, players, sides))}
    tables = [document, *(hand for hand in document.get("hands", ()) if "house_rules" in hand)]
    holding: set[str] = set()
    for table in (ruleset_for(Game(game), players, each.get("house_rules")) for each in tables):
        holding |= {rule.id for rule in rules_in_play(Seating(game, players, sides), chosen_by(table))}
        holding -= overruled_by(table)
    return holding


def rules_of(document: Mapping[str, Any], kind: CaseKind = CaseKind.SHOWDOWN) -> set[str]:
    """Return the rules that the answer to a document cites, and those that stand beside it on a screen."""
    answer = ANSWERS[kind](document)
    beside = notes(judge(read_showdown(document))) if kind == CaseKind.SHOWDOWN else ()
    return {*cited(answer), *(note.rule for note in beside)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_cites_only_rules_that_hold_at_its_table(case: Case) -> None:
    try:
        found = rules_of(case.document, case.kind)
    except DocumentError:
        assert "error" in case.expect
        return
    assert found <= applicable(case.document)
    game = case.document.get("game", "gem-ii")
    assert {rule_id for rule_id in case.rules if game not in rules()[rule_id].games} == set()


@pytest.mark.random
@pytest.mark.parametrize("game", Game)
def test_a_ruling_cites_only_rules_that_hold_at_its_table(game: Game) -> None:
    seats = {Game.GEM_RUMMY: (2, 3), Game.GIN_RUMMY: (2,), Game.KNOCK_RUMMY: range(2, 8)}[game]
    for seed, rng in random_sources(400):
        document = random_showdown(rng, game, rng.choice(seats))
        try:
            found = rules_of(document)
        except DocumentError:
            continue
        assert found <= applicable(document), seed
