"""Questions by plain forms: what is shown before the answer, the ruling after it, and where it leads."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.learning.finding import cases_of_game, find_question, keys_of_case
from companion.learning.lessons import GAMES, lessons
from companion.learning.questions import AnswerKind
from tests.support.pages import fields_of, form_with, says, words_of
from tests.support.phones import Phone

LAY_OFFS = "/learn/question/case.GEM2-030.lay-offs"
POINTS = "/learn/question/case.GEM2-029.points"
LEGAL = "/learn/question/case.GEM2-012.legal"


def ruled(phone: Phone, question: str, **form: str | list[str]) -> str:
    """Answer a question, and return the words of its ruling."""
    return phone.words(phone.submit(question, **form)).strip()


def test_a_question_shows_the_hands_and_not_the_answer(phone: Phone) -> None:
    page = phone.get(POINTS)
    says(
        page,
        "How many points does the winner score?",
        "Bob lays off 8♣ on Ann's 5♣ 6♣ 7♣.",
        but=["deadwood 17", "Difference"],
    )
    assert 'aria-label="7 of diamonds"' in page.text
    # Nor is it given away whether a group is a meld, where that is asked.
    assert not re.search(r'class="kind">(run|set|stash|not a meld)', phone.get(LEGAL).text)
    shown = phone.get(LAY_OFFS).text
    assert 'class="kind">1: run' in shown
    assert 'aria-label="8 of clubs"' in shown
    form = form_with(phone.get(LEGAL), 'name="answer"')
    assert re.findall(r'name="answer"\s+value="(\w+)"', form) == ["yes", "no"]


def test_the_right_answer_and_its_ruling_as_at_the_table(phone: Phone) -> None:
    says(
        ruled(phone, POINTS, typed="11"),
        "Right: 11.",
        "Ann wins",
        "What a knock scores",
        "A card laid off on a run is no longer deadwood",
    )
    at = phone.submit(POINTS, typed="12")
    assert phone.get(at).text == phone.get(at).text
    # It counts once however often the ruling is loaded, and two other questions come first.
    says(phone.get("/learn"), "The hand that you missed comes back after a few others.", but=["Come back"])


@pytest.mark.parametrize(
    ("question", "form", "ruling"),
    [
        (POINTS, {"typed": "Bob 11"}, "No: it's 11, not Bob 11."),
        (LAY_OFFS, {"typed": "8c onto 2"}, "No: it's 8♣, not 8♣ on meld 2."),
        (LAY_OFFS, {"typed": "8c onto 1"}, "Right: 8♣."),
        (LAY_OFFS, {"nothing": "1"}, "No: it's 8♣, not nothing."),
        (LAY_OFFS, {"answer": ["8C"]}, "Right: 8♣."),
        (LAY_OFFS, {"answer": ["8C", "JD"]}, "No: it's 8♣, not 8♣ and J♦."),
        (LEGAL, {"answer": "yes"}, "Right: yes."),
        (LEGAL, {"typed": "yes"}, "Right: yes."),
    ],
)
def test_an_answer_is_typed_ticked_or_tapped(
    phone: Phone, question: str, form: dict[str, str | list[str]], ruling: str
) -> None:
    assert ruled(phone, question, **form).startswith(ruling)


def test_an_answer_that_cannot_be_read_is_asked_again(phone: Phone) -> None:
    for question, form, sentence in (
        (POINTS, {"typed": "many"}, "Answer with a number"),
        (POINTS, {}, "Answer first"),
        (LAY_OFFS, {}, "Tap the cards first"),
        (LAY_OFFS, {"typed": "9c"}, "9♣ is nobody's deadwood"),
        (LEGAL, {"answer": "perhaps"}, "Answer first"),
    ):
        answer = phone.post(question, form)
        assert answer.status_code == 422
        assert sentence in words_of(answer)
        assert 'role="alert"' in answer.text


def test_the_pad_works_without_a_script(phone: Phone) -> None:
    at = phone.submit(POINTS, typed="", key="1")
    for key, typed in (("1", "11"), ("7", "117"), ("back", "11"), ("-", "-11"), ("-", "11")):
        shown = parse_qs(urlsplit(at).query).get("typed", [""])[0]
        assert f'value="{shown}"' in phone.get(at).text
        at = phone.submit(POINTS, typed=shown, key=key)
        assert parse_qs(urlsplit(at).query)["typed"] == [typed]


def test_nothing_is_answered_by_an_address_alone(phone: Phone) -> None:
    assert phone.get(f"{POINTS}/ruling").location == POINTS
    assert phone.get(f"{POINTS}/ruling?given=what").location == POINTS
    assert phone.get("/learn/question/case.NONE.legal").status_code == 404
    assert phone.get("/learn/question/made.gem-rummy.any.2.1.lay-off").status_code == 404
    assert phone.post("/learn/question/case.NONE.legal", typed="yes").status_code == 404


def test_made_up_gems_are_said_to_be(phone: Phone) -> None:
    assert "The gems are made up" in phone.words("/learn/question/made.gem-rummy.any.2.5.legal")
    assert "made up" not in phone.words("/learn/question/made.gin-rummy.any.2.5.legal")
    assert 'aria-label="' in phone.get("/learn/question/made.gem-rummy.any.2.5.legal").text
    assert ", Ruby" in phone.get("/learn/question/made.gem-rummy.lay-offs.3.8.lay-offs").text


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_question_of_every_game_is_a_page(phone: Phone, game: str) -> None:
    of_cases = [key for case_id in cases_of_game(game)[::9] for key in keys_of_case(case_id)]
    keys = [*of_cases, *(lesson.hands[0] for lesson in lessons(game))]
    kinds = set()
    for key in keys:
        question = find_question(key)
        kinds.add(question.kind)
        assert phone.get(f"/learn/question/{key}").status_code == 200, key
        given = next(iter(question.right), "nothing") if question.kind != AnswerKind.CARDS else "nothing"
        assert phone.get(f"/learn/question/{key}/ruling", query_string={"given": given}).status_code == 200, key
    assert AnswerKind.YES_NO in kinds
    assert AnswerKind.NUMBER in kinds


def test_the_form_says_which_run_it_belongs_to(phone: Phone) -> None:
    page = phone.get(f"{POINTS}?lesson=gem-rummy.lay-offs&place=2&from=https://elsewhere.test/")
    assert "Hand 2 of 5" in words_of(page)
    assert "elsewhere" not in page.text
    assert fields_of(form_with(page, "answering")).keys() == {"form_token"}
    at = phone.submit(f"{POINTS}?lesson=gem-rummy.lay-offs&place=2", typed="11")
    following = lessons("gem-rummy")[4].hands[2]
    assert f"/learn/question/{following}?lesson=gem-rummy.lay-offs&amp;place=3" in phone.get(at).text


def test_what_is_called_is_said_alike_everywhere(phone: Phone) -> None:
    gin = phone.words("/learn/question/case.GEM2-047.legal")
    assert "Ann calls Gin" in gin.replace("Ann calls Gin. Is everything legal?", "")
    assert "Ann called Gin" in gin
    assert "knock" not in gin
    says(phone.words("/learn/question/case.KNOCK-018.legal"), "Ann called Rum", but=["had rum"])
    ruling = ruled(phone, "/learn/question/case.KNOCK-018.legal", typed="no")
    assert "had rum" not in ruling


def typed_in(page: str) -> str:
    (value,) = re.findall(r'<input[^>]*name="typed"[^>]*value="([^"]*)"', page)
    return str(value)


@pytest.mark.parametrize("more", [{}, {"key": "1"}, {"key": "-"}, {"nothing": "1"}, {"answer": "yes"}])
def test_a_novel_is_no_answer(phone: Phone, more: dict[str, str]) -> None:
    for question in (POINTS, LAY_OFFS, LEGAL):
        refused = phone.post(question, {"typed": "1" * 50_000, **more})
        assert refused.status_code == 422
        assert "too long for an answer" in words_of(refused)
        assert typed_in(refused.text) == "1" * 120
        assert len(refused.text) < 50_000


def test_an_address_claims_nothing_about_a_question(phone: Phone) -> None:
    assert "You missed this one" not in phone.words(f"{LEGAL}?missed=1")
    phone.submit(LEGAL, typed="no" if "yes" in find_question("case.GEM2-012.legal").right else "yes")
    assert "You missed this one" in phone.words(f"{LEGAL}?missed=1")
    note = "No hand like that came up"
    made = "/learn/question/made.gem-rummy.{}.2.5.legal?table=gem-rummy.2&order={}&other=1"
    assert note in phone.words(made.format("any", "big-gin"))
    for key, order in (("big-gin", "big-gin"), ("any", "any"), ("any", "trump")):
        assert note not in phone.words(made.format(key, order))
    assert note not in phone.words(f"{LEGAL}?other=1")


def test_a_key_has_one_spelling(phone: Phone) -> None:
    assert phone.get("/learn/question/made.gem-rummy.any.2.5.legal").status_code == 200
    for alias in ("any.02.5", "any.2.05", "any.2.\u0665"):
        assert phone.get(f"/learn/question/made.gem-rummy.{alias}.legal").status_code == 404
