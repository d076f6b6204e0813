"""Questions about worked games of Gin Rummy for three to eight, answered as worked out by hand."""

import pytest

from companion.learning.finding import find_question, keys_of_case
from companion.learning.questions import AnswerKind, Question, UnknownQuestionError
from companion.learning.round_questions import RoundAsk, told
from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import rules

IN_ROUNDS = [
    case
    for case in cases().values()
    if case.kind == CaseKind.GAME and "form" in case.document and "error" not in case.expect
]


def asked_of(case: Case) -> dict[str, Question]:
    """Return the questions of a case by what they ask."""
    return {key.split(".", 2)[2]: find_question(key) for key in keys_of_case(case.id)}


def sides_of(case: Case) -> list[list[str]]:
    sides: list[list[str]] = case.document.get("sides", [[name] for name in case.document["players"]])
    return sides


@pytest.mark.parametrize("case", IN_ROUNDS, ids=lambda case: case.id)
def test_the_right_answer_is_what_the_case_expects(case: Case) -> None:
    expected, sides = case.expect, sides_of(case)
    coming = expected.get("next", {"pairs": []})
    for ask, question in asked_of(case).items():
        kind, _, about = ask.partition(".")
        match kind:
            case RoundAsk.ROUND:
                assert question.right == {str(expected["rounds"][-1]["points"][int(about)])}
            case RoundAsk.OPPONENT:
                (pair,) = [pair for pair in coming["pairs"] if about in pair]
                assert {*question.right, about} == set(pair)
            case RoundAsk.SITS_OUT:
                assert question.right == {coming["sits_out"]}
            case RoundAsk.DEALS:
                dealers = (
                    [name for answer in question.right for name in sides[int(answer)]]
                    if about_sides(question)
                    else [*question.right]
                )
                assert set(coming["dealers"]) <= set(dealers)
            case RoundAsk.OWES:
                owed = [each["points"] for each in expected["settlement"] if about in each["from"]]
                assert question.right == {str(sum(owed))}
        assert question.rules, question.key
        assert set(question.rules) <= rules().keys()
        assert question.game == "gin-rummy"


def about_sides(question: Question) -> bool:
    return question.kind == AnswerKind.CHOICE


def test_only_what_makes_sense_is_asked() -> None:
    asks = {case.id: {ask.partition(".")[0] for ask in asked_of(case)} for case in IN_ROUNDS}
    assert asks["GAME-093"] == {"round", "opponent", "deals"}
    assert asks["GAME-094"] == {"round"}, "its last round isn't over, so nothing comes after it yet"
    assert asks["GAME-099"] == {"round", "owes"}
    assert asks["GAME-106"] == {"opponent", "sits-out", "deals"}
    assert asks["GAME-110"] == {"round"}, "boxes are settled there, not points"
    assert asks["GAME-111"] == {"owes"}
    assert keys_of_case("GAME-115") == (), "it can't be read"


@pytest.mark.parametrize(
    ("key", "prompt", "rule", "answer"),
    [
        ("case.GAME-093.round.1", "How many points do Bob & Dee score in the last round?", "T.partners-net", "6"),
        ("case.GAME-107.round.1", "How many points do Cid & Dee & Eva score in the last round?", "R.41", "0"),
        ("case.GAME-093.opponent.Ann", "Who plays against Ann next?", "T.partners-stay", "Bob"),
        ("case.GAME-098.opponent.Ann", "Who plays against Ann next?", "T.partners-rotate", "Dee"),
        ("case.GAME-093.deals", "Which side deals the next round?", "T.partners-deal", "1"),
        ("case.GAME-107.deals", "Which side deals the next round?", "R.41", "0"),
        ("case.GAME-106.deals", "Who deals next?", "R.41", "Cid"),
        ("case.GAME-119.deals", "Who deals next?", "T.cutthroat-deal", "Cid"),
        ("case.GAME-106.sits-out", "Who sits out next?", "T.captain", "Bob"),
        ("case.GAME-107.sits-out", "Who sits out next?", "T.captain-loses", "Dee"),
        ("case.GAME-119.sits-out", "Who sits out next?", "T.cutthroat", "Bob"),
        ("case.GAME-099.owes.Bob", "How many points does Bob owe in the end, in all?", "R.40", "35"),
        ("case.GAME-105.owes.Ann", "How many points does Ann owe in the end, in all?", "T.captain-pays", "410"),
        ("case.GAME-111.owes.Ann", "How many points does Ann owe in the end, in all?", "T.cutthroat-pays", "190"),
    ],
)
def test_a_question_is_a_plain_sentence_with_its_main_rule(key: str, prompt: str, rule: str, answer: str) -> None:
    question = find_question(key)
    assert (question.prompt, question.rules[0], question.right) == (prompt, rule, frozenset({answer}))


def test_the_rounds_are_told_without_the_answer() -> None:
    assert told(cases()["GAME-093"].document) == (
        "Round 1, Ann and Cid dealt: Ann 16, Bob 0; Cid 12, Dee 0.",
        "Round 2, Ann and Cid dealt: Ann 7, Bob 0; Cid 0, Dee 13.",
    )
    assert told(cases()["GAME-111"].document)[2:] == (
        "Round 3, Bob dealt: Bob and Cid: drawn.",
        "Round 4, Bob dealt: Bob 45, Cid 0.",
        "Round 5, Ann dealt: Ann 0, Bob 30.",
        "In the end Ann has 45, Bob has 225 and Cid has 55.",
    )
    assert told(cases()["GAME-099"].document)[-1] == "In the end Ann & Cid have 35 and Bob & Dee have 0."


@pytest.mark.parametrize(
    "key",
    [
        "case.GAME-093.round.2",
        "case.GAME-093.sits-out",
        "case.GAME-093.owes.Ann",
        "case.GAME-001.round.0",
        "case.GAME-116.deals",
    ],
)
def test_what_is_no_key_is_no_question(key: str) -> None:
    with pytest.raises(UnknownQuestionError):
        find_question(key)
