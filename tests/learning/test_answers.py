"""Answers as they are tapped and typed, shorthand too."""

import pytest

from companion.learning import answers
from companion.learning.finding import cases_of_game, find_question, keys_of_case
from companion.learning.lessons import GAMES
from companion.learning.questions import Question

LEGAL = find_question("case.GEM2-029.legal")
POINTS = find_question("case.GEM2-029.points")
WINNER = find_question("case.GEM2-029.winner")
LAY_OFFS = find_question("case.GEM2-030.lay-offs")
"""Ann's melds are 5♣ 6♣ 7♣, Q♥ 7♦ and 9♣ 9♦ 9♠; Bob lays off 8♣ on the first."""
BOARD = find_question("case.II-034.remove")
PENALTY = find_question("case.II-031.penalty")


@pytest.mark.parametrize(
    ("question", "typed", "answer"),
    [
        *((LEGAL, typed, "yes") for typed in ("yes", "Yes", " y ", "legal", "yes.")),
        *((LEGAL, typed, "no") for typed in ("no", "N", "illegal", "not  legal")),
        *((POINTS, typed, "11") for typed in ("11", "Ann 11", "ann: 11", "A 11", "Ann 11 points", "011", "Ann=11")),
        *((POINTS, typed, "-25") for typed in ("-25", "−25", "Ann -25")),
        (POINTS, "0", "0"),
        *((WINNER, typed, "Ann") for typed in ("Ann", "ann", "a", "Ann 25")),
        *((LAY_OFFS, typed, "8C") for typed in ("8c onto 1", "8C on 1", "8♣ to 1", "8c on meld 1", "8c", "8c onto 1,")),
        (LAY_OFFS, "8C  ONTO  1", "8C"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_answer_is_read_as_it_is_meant(question: Question, typed: str, answer: str) -> None:
    assert answers.read_typed(question, typed) == {answer}


def test_a_meld_that_takes_no_card_is_named() -> None:
    assert answers.answer_words(LAY_OFFS, answers.read_typed(LAY_OFFS, "8c onto 2")) == "8♣ on meld 2"


def test_a_meld_of_gin_takes_no_card_from_anybody() -> None:
    # With three, the others lay off on each other: 7♣ fits 4♣ 5♣ 6♣, but Bob called Gin.
    question = find_question("made.gem-rummy.gin.3.2.lay-offs")
    assert question.document["players"][1]["melds"][1] == ["4C", "5C", "6C"]
    assert question.right == {"7C", "5S", "QH"}
    assert answers.read_typed(question, "5s, qh, 7c onto 4") == {"7C>4", "5S", "QH"}
    assert answers.read_typed(question, "5s onto 7; qh onto 2; 7c") == question.right


@pytest.mark.parametrize("typed", ["IVE, IE", "ive ie", "IE;IVE"])
def test_cards_of_gem_ii(typed: str) -> None:
    assert answers.read_typed(BOARD, typed) == BOARD.right
    assert answers.answer_words(BOARD, BOARD.right) == "I Emerald and IV Emerald"


def test_a_choice_by_its_value_or_its_label() -> None:
    for option in PENALTY.options:
        assert answers.read_typed(PENALTY, option.value) == {option.value}
        assert answers.read_typed(PENALTY, option.label.upper()) == {option.value}


@pytest.mark.parametrize(
    ("key", "typed", "sentence"),
    [
        ("case.GEM2-029.legal", "", "Answer first"),
        ("case.GEM2-029.legal", "maybe", "yes or no"),
        ("case.GEM2-029.points", "many", "number"),
        ("case.GEM2-029.points", "Zoe 11", "Ann or Bob"),
        ("case.GEM2-029.winner", "Zoe", "Ann or Bob"),
        ("case.GEM2-030.lay-offs", "9c", "9♣ is nobody's deadwood"),
        ("case.GEM2-030.lay-offs", "8c onto 9", "numbered 1 to 5"),
        ("case.GEM2-030.lay-offs", "8c onto 2; 8c onto 1", "8♣ goes onto one meld only: name it once."),
        ("case.GEM2-030.lay-offs", "and", "Answer first"),
        ("case.II-034.remove", ",;", "Answer first"),
        ("case.GEM2-030.lay-offs", "8x", "8x"),
        ("case.GEM2-030.lay-offs", "8c " * 100, "too long"),
        ("case.GEM2-029.points", " " * 121, "too long"),
        ("case.II-034.remove", "XXX", "XXX isn't on the board"),
        ("case.II-031.penalty", "a fine", "Choose"),
    ],
)
def test_what_answers_nothing_is_said(key: str, typed: str, sentence: str) -> None:
    with pytest.raises(answers.UnreadableAnswerError) as refused:
        answers.read_typed(find_question(key), typed)
    assert sentence in str(refused.value)


def test_what_was_tapped() -> None:
    assert answers.read_tapped(LEGAL, ["no"]) == {"no"}
    assert answers.read_tapped(WINNER, ["Bob"]) == {"Bob"}
    assert answers.read_tapped(LAY_OFFS, ["8C", "JD"]) == {"8C", "JD"}
    for question, values in ((LEGAL, ["perhaps"]), (WINNER, ["Ann", "Bob"]), (LAY_OFFS, ["9C"]), (LEGAL, [])):
        with pytest.raises(answers.UnreadableAnswerError):
            answers.read_tapped(question, values)


@pytest.mark.parametrize("game", GAMES)
def test_every_right_answer_can_be_typed(game: str) -> None:
    for key in (key for case_id in cases_of_game(game) for key in keys_of_case(case_id)):
        question = find_question(key)
        assert answers.read_typed(question, answers.answer_text(question, question.right)) == question.right, key
        assert answers.answer_words(question, question.right), key


def test_an_answer_in_an_address_may_be_longer() -> None:
    given = "8c," + " " * answers.LONGEST
    assert answers.read_typed(LAY_OFFS, given, answers.LONGEST_GIVEN) == LAY_OFFS.right
    for most in (answers.LONGEST, len(given) - 1):
        with pytest.raises(answers.UnreadableAnswerError):
            answers.read_typed(LAY_OFFS, given, most)
