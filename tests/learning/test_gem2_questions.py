"""Questions about Gem II, with answers worked out by hand from the rulebook."""

import pytest

from companion.learning.finding import find_question, keys_of_case
from companion.learning.gem2_questions import Gem2Ask, Gem2Position
from companion.learning.questions import AnswerKind, Question, UnknownQuestionError
from companion.register.cases import CaseKind, cases
from companion.register.entries import rules

# Boards. II-030 is: II Emerald under V Heart; IX Marquis; VI Ruby, X Emerald and on top IV Marquis; an empty space.
# Move 1: IV and IX Marquis are both on top, so the IV comes off; V Heart is alone in its suit.
# Move 3: V Heart (red) and IV Marquis (green) are neighbors, and both have a card below: either may cross.
# II-034: I, IV and V Emerald and X Heart, each alone in its pile: the I and the IV come off, the V stays.
# II-038: V Emerald and VI Heart are neighbors of different colors with cards below. Move 3 may stay unmade.
# II-042: X Emerald and I Heart, on Level 1 neighbors. II-043 is the same on Level 2: nothing moves.
# II-048: IV Ruby can cross onto V Marquis; then X Emerald shows and III Emerald comes off: one card.
HAND_WORKED = {
    "case.II-030.remove": {"IVM"},
    "case.II-030.cross": {"VH", "IVM"},
    "case.II-031.penalty": {"wrong-move"},
    "case.II-033.penalty": {"no"},
    "case.II-034.remove": {"IE", "IVE"},
    "case.II-035.penalty": {"missed-move"},
    "case.II-035.end": {"no"},
    "case.II-036.none": {"no"},
    "case.II-038.cross": {"VE", "VIH"},
    "case.II-038.move": {"yes"},
    "case.II-042.cross": {"XE", "IH"},
    "case.II-043.cross": set(),
    "case.II-048.best": {"1"},
    # Runs of 4, 5, 9 and 10 cards alone: 0 + 5 + 5 + 50.
    "case.II-005.points.Ann": {"60"},
    # 10 for the four X's; the lost bonus round leaves 36 - 29 = 7 cards for 3, and has a run of five for 5.
    "case.II-010.points.Ann": {"18"},
    # Ann deals and takes 20 cards: 100 for the four X's and 100 for the cards. Bob takes 16: 80.
    "case.II-104.points.Ann": {"200"},
    # Bob: twelve cards 60, two bets on 5 won 50, Ann's lost 25; his bet on 10 with seven cards gives Ann 50.
    "case.II-112.points.Bob": {"135"},
    "case.II-160.points.Bob": {"180"},
    "case.II-114.allowed": {"no"},
    "case.II-112.allowed": {"yes"},
    # Ann: 40+125+50, 70, 75+40, 70, 85+40+25, 100+25 = 745; Bob: 45, 80, 95, 110+100, 85, 55+10 = 580.
    "case.II-101.winner": {"Ann"},
    "case.II-106.winner": {"shared"},
}


@pytest.mark.parametrize(("key", "right"), HAND_WORKED.items(), ids=list(HAND_WORKED))
def test_answers_worked_out_by_hand(key: str, right: set[str]) -> None:
    assert find_question(key).right == right


def all_case_questions() -> list[Question]:
    gem2 = [case for case in cases().values() if str(case.document["game"]).startswith("gem-ii")]
    return [find_question(key) for case in gem2 for key in keys_of_case(case.id)]


def test_every_question_of_a_case_can_be_answered_and_cites_its_rules() -> None:
    questions = all_case_questions()
    assert {question.key.split(".")[2] for question in questions} == set(Gem2Ask)
    boards = [case for case in cases().values() if case.kind == CaseKind.GEM_II_BOARD and "error" not in case.expect]
    assert all({"remove", "cross", "none", "end"} <= set(Gem2Position(case.document).asks) for case in boards)
    for question in questions:
        values = {option.value for option in question.options}
        assert question.rules, question.key
        assert set(question.rules) <= set(rules()), question.key
        assert question.game == "gem-ii"
        assert question.prompt.endswith("?"), question.key
        match question.kind:
            case AnswerKind.NUMBER:
                (number,) = question.right
                assert number.isdecimal(), question.key
            case AnswerKind.YES_NO:
                assert question.right in ({"yes"}, {"no"}), question.key
            case _:
                assert question.right <= values, question.key


def test_cases_with_errors_are_asked_about_only_where_a_rule_forbids_them() -> None:
    assert Gem2Position(cases()["II-044"].document).asks == ()  # there is no XI
    assert Gem2Position(cases()["II-057"].document).asks == ("remove", "cross", "none", "end")  # where to is missing
    assert Gem2Position(cases()["II-114"].document).asks == ("allowed",)
    assert Gem2Position(cases()["II-102"].document).asks == ()  # nothing has been played
    assert "allowed" not in Gem2Position(cases()["II-001"].document).asks  # the counts are doubtful
    assert Gem2Position(cases()["II-025"].document).asks == ()  # overruled by the table


def test_prompts_name_the_move_and_the_level_where_it_matters() -> None:
    assert (
        find_question("case.II-042.move").prompt
        == "X Emerald moved onto pile 2, I Heart, as Move 3. Is that a legal move on Level 1?"
    )
    assert find_question("case.II-035.move").prompt == "The turn was passed. Is that allowed?"
    for ask in ("move", "penalty"):
        prompt = find_question(f"case.II-053.{ask}").prompt
        assert prompt.startswith("V Emerald moved into the space of pile 4, as Move 3. ")
    assert find_question("case.II-110.points.Bob").prompt == "How many points does Bob have so far in round 1?"


UNKNOWN_KEYS = (
    *("case.II-030", "case.II-030.best.Ann", "case.II-030.points.Ann", "case.II-104.points.Zoe", "case.II-999.move"),
    *("made.gem-ii.board.3.1.move", "made.gem-ii.board.1.x.move", "made.gem-ii.board.1.12345678.move"),
    *("made.gem-ii.any.1.1.move", "made.gin-rummy.board.1.1.move", "made.gem-ii.board.1.1.best"),
    *("made.gem-ii.board.1.1", "made.gem-ii.board.1.07.none", "other.II-030.move"),
)


@pytest.mark.parametrize("key", UNKNOWN_KEYS)
def test_unknown_keys(key: str) -> None:
    with pytest.raises(UnknownQuestionError):
        find_question(key)
