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
from companion.rules.rummy.ruleset import Form, Game, HouseRuleValue
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
    form = Form(document["form"]) if "form" in document else None
    holding: set[str] = set()
    for table in (ruleset_for(Game(game), players, each.get("house_rules"), form) for each in tables):
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


GIN_FORMS = {
    None: (2, {"N.players", "N.dealer", "N.end"}),
    Form.PARTNERS: (4, {"T.partners-net", "T.partners-deal", "R.41"}),
    Form.CAPTAIN: (3, {"T.captain-pays", "R.36", "R.41", "N.end"}),
    Form.CUTTHROAT: (3, {"T.cutthroat", "R.43", "N.end"}),
}
"""Who plays each, and rules that hold at its tables."""


def in_play(form: Form | None, **house_rules: HouseRuleValue) -> set[str]:
    players, _ = GIN_FORMS[form]
    table = ruleset_for(Game.GIN_RUMMY, players, house_rules, form)
    seating = Seating(Game.GIN_RUMMY, players, sides=form in {Form.PARTNERS, Form.CAPTAIN})
    return {rule.id for rule in rules_in_play(seating, chosen_by(table))} - overruled_by(table)


@pytest.mark.parametrize("form", GIN_FORMS)
def test_a_table_has_the_rules_of_the_form_that_it_plays(form: Form | None) -> None:
    _, holding = GIN_FORMS[form]
    found = in_play(form)
    assert holding <= found
    assert {rule_id for rule_id in found if rules()[rule_id].forms and form not in rules()[rule_id].forms} == set()
    assert ("N.players" in found) == (form is None)
    assert {rule.id for rule in rules().values() if form in rule.forms and not rule.house_rules} <= found


@pytest.mark.parametrize(
    ("form", "house_rules", "gained", "lost"),
    [
        (Form.PARTNERS, {"opponents": "stay"}, {"T.partners-stay"}, {"T.partners-rotate"}),
        (Form.PARTNERS, {"target": 300}, {"T.partners-300"}, set()),
        (Form.PARTNERS, {"next_dealer": "loser"}, {"T.loser-deals"}, {"T.partners-deal"}),
        (Form.PARTNERS, {"stake_per_point": 5}, {"R.40", "R.39", "T.stake-point", "T.won-by"}, set()),
        (Form.CAPTAIN, {"columns": 3}, {"R.42", "T.hollywood", "T.won-by"}, set()),
        (Form.CUTTHROAT, {"shutout_bonus": 100}, {"T.cutthroat-shutout", "R.32"}, {"T.shutout-bonus", "T.won-by"}),
    ],
)
def test_house_rules_bring_in_rules_of_a_form(
    form: Form, house_rules: dict[str, HouseRuleValue], gained: set[str], lost: set[str]
) -> None:
    before, after = in_play(form), in_play(form, **house_rules)
    assert gained <= after
    assert not gained & before
    assert not lost & after


def test_a_rule_of_a_form_is_not_called_a_house_rule() -> None:
    sources = {rule_id: rules()[rule_id].source for rule_id in ("T.partners-net", "T.box-bonus", "R.41", "P3.end")}
    assert sources == {
        "T.partners-net": "Gin Rummy for more than two",
        "T.box-bonus": "Gin Rummy, house rule",
        "R.41": "Our ruling",
        "P3.end": "Gem Rummy, publisher, three players",
    }
