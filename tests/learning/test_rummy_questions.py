"""Questions about worked cases of the rummies, answered as worked out by hand, and hands that are made to order."""

import pytest

from companion.answers.judging import judge_document
from companion.documents.showdown import read_showdown
from companion.learning.finding import find_question, keys_of_case
from companion.learning.questions import Question, UnknownQuestionError
from companion.learning.rummy_questions import ShowdownAsk
from companion.learning.showdowns import PLAYERS, TRIES, HandOrder, make_showdown, orders_for
from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import rules
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown import judge

SHOWDOWNS = [case for case in cases().values() if case.kind == CaseKind.SHOWDOWN]


def asked_of(case: Case) -> list[Question]:
    return [find_question(key) for key in keys_of_case(case.id)]


@pytest.mark.parametrize("case", SHOWDOWNS, ids=lambda case: case.id)
def test_the_right_answer_is_what_the_case_expects(case: Case) -> None:
    expected = case.expect
    for question in asked_of(case):
        right = question.right
        kind, _, player = question.key.split(".", 2)[2].partition(".")
        match kind:
            case ShowdownAsk.LEGAL:
                assert right == {"yes" if expected["legal"] else "no"}
            case ShowdownAsk.DEADWOOD:
                assert right == {str(expected["players"][player]["deadwood_points"])}
            case ShowdownAsk.LAY_OFFS:
                laid_off = [card for own in expected["players"].values() for card in own["laid_off"]]
                assert right == set(laid_off)
            case ShowdownAsk.WINNER:
                assert right == {expected["winner"]}
            case ShowdownAsk.POINTS:
                assert right == {str(expected["players"][player or expected["winner"]]["points"])}
        assert question.rules, question.key
        assert set(question.rules) <= rules().keys()


def test_nothing_is_asked_that_makes_no_sense() -> None:
    for case in SHOWDOWNS:
        asks = {question.key.split(".", 2)[2].partition(".")[0] for question in asked_of(case)}
        if not case.expect["legal"]:
            assert asks <= {ShowdownAsk.LEGAL, ShowdownAsk.DEADWOOD}, case.id
        if case.document["game"] == "knock-rummy" or "lay_offs" in case.document:
            assert ShowdownAsk.LAY_OFFS not in asks, case.id
        if any("deadwood_points" in player for player in case.document["players"]):
            assert ShowdownAsk.LAY_OFFS not in asks, case.id


@pytest.mark.parametrize(
    ("key", "prompt"),
    [
        ("case.GEM2-001.legal", "Ann knocks. Is everything legal?"),
        ("case.GEM2-047.legal", "Ann calls Gin. Is everything legal?"),
        ("case.GEM2-055.legal", "Ann calls Big Gin. Is everything legal?"),
        ("case.GEM3-019.legal", "Ann calls Gin. Is everything legal?"),
        ("case.KNOCK-018.legal", "Ann calls Rum. Is everything legal?"),
        ("case.GEM2-029.legal", "Ann knocks. Is everything legal, the lay-offs too?"),
        ("case.GEM2-029.deadwood.Ann", "How much deadwood does Ann have?"),
        ("case.GEM2-030.deadwood.Bob", "How much deadwood does Bob have after the lay-offs?"),
        ("case.GEM2-030.lay-offs", "Which cards can Bob lay off?"),
        ("case.GEM2-030.winner", "After all lay-offs, who wins the hand?"),
        ("case.GEM2-029.points", "How many points does the winner score?"),
        ("case.GEM2-029.points.Bob", "How many points does Bob score?"),
    ],
)
def test_a_question_is_a_plain_sentence(key: str, prompt: str) -> None:
    assert find_question(key).prompt == prompt


MAIN_RULES = {
    "case.GEM2-030.lay-offs": "P.lay-off",
    "case.GEM2-029.points": "P.difference",
    "case.GEM2-001.legal": "P.knock",
    "case.GEM3-019.legal": "P3.gin-all-cards",
    "case.GEM2-017.legal": "P.run",
    "case.GEM3-028.lay-offs": "P.lay-off",
    "case.GEM2-030.deadwood.Ann": "P.deadwood",
    "case.GEM2-030.deadwood.Bob": "P.laid-off",
    "case.GIN-001.deadwood.Ann": "N.deadwood",
    "made.knock-rummy.knock.3.5.deadwood.Bob": "K.count",
}


def test_the_main_rule_comes_first() -> None:
    assert {key: find_question(key).rules[0] for key in MAIN_RULES} == MAIN_RULES
    assert find_question("case.GIN-035.points").rules[0] != "N.difference"


NO_KEYS = (
    *("", "case", "case.GEM2-001", "case.GEM2-001.", "case.GEM2-001.legals", "case.GEM2-001.deadwood"),
    *("case.GEM2-001.deadwood.Zoe", "case.NONE-1.legal", "case.GAME-001.legal", "case.KNOCK-001.lay-offs"),
    *("made.gem-rummy.any.2.legal", "made.gem-rummy.any.9.1.legal", "made.gem-rummy.knock.02.1.legal"),
    *("made.gem-rummy.knock.2.01.legal", "made.gem-rummy.knock.2.\u0667.legal", "made.gem-rummy.knock.\uff12.7.legal"),
    *("made.gem-rummy.rum.2.1.legal", "made.gem-rummy.big-gin.3.1.legal", "made.gem-rummy.any.2.-1.legal"),
    *("made.gem-rummy.any.2.12345678.legal", "made.whist.any.2.1.legal", "made.gem-rummy.illegal.2.1.points"),
    *("other.GEM2-001.legal", "x" * 1000),
)


@pytest.mark.parametrize("key", NO_KEYS)
def test_what_is_no_key_is_no_question(key: str) -> None:
    with pytest.raises(UnknownQuestionError):
        find_question(key)


EVERY_ORDER = [
    (game, players, order) for game in Game for players in PLAYERS[game] for order in orders_for(game, players)
]


@pytest.mark.parametrize(("game", "players", "order"), EVERY_ORDER)
def test_a_showdown_says_what_is_called(game: Game, players: int, order: HandOrder) -> None:
    for seed in range(20):
        made = make_showdown(game, order, players, seed)
        document = made.document
        assert made.matches, seed
        verdict = judge(read_showdown(document))
        assert document["call"] == verdict.call.value
        knocker = next(player for player in document["players"] if player["name"] == document["knocker"])
        if verdict.legal and not knocker["deadwood"]:
            assert document["call"] != "knock", seed


def test_an_order_that_nothing_fits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.learning.showdowns._matches", lambda *_: False)
    made = make_showdown(Game.GIN_RUMMY, HandOrder.GIN, 2, 1)
    assert not made.matches
    assert TRIES > 1
    assert judge_document(made.document)["legal"]
    assert "call" in made.document
