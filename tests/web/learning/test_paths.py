"""Paths and lessons, what a phone has learned; questions by plain forms, and the ruling after each answer."""

import random
import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.learning.answers import answer_text
from companion.learning.finding import cases_of_game, find_question, keys_of_case
from companion.learning.lessons import GAMES, lessons
from companion.learning.questions import AnswerKind
from companion.store.people import learning
from companion.web.learning import practice
from companion.web.learning.practice import TABLES
from tests.support.pages import says, words_of
from tests.support.phones import Phone, store_of


@pytest.fixture
def phone(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Phone:
    monkeypatch.setattr(practice, "_chance", random.Random(7))
    return Phone(client)


def right_answer(key: str) -> str:
    question = find_question(key)
    return answer_text(question, question.right)


def answer(phone: Phone, key: str, typed: str = "", query: str = "") -> str:
    """Answer a question, rightly unless something else is typed; return where that leads."""
    return phone.submit(f"/learn/question/{key}{query}", typed=typed or right_answer(key))


def main_button(page: str) -> str:
    (address,) = re.findall(r'<a class="button main wide"\s+href="([^"]+)"', page)
    return unescape(address)


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_a_page_with_its_picture_and_its_rules(phone: Phone, game: str) -> None:
    path = phone.get(f"/learn/{game}").text
    for lesson in lessons(game):
        assert f'href="/learn/{game}/{lesson.slug}"' in path
        page = phone.get(f"/learn/{game}/{lesson.slug}")
        words = words_of(page)
        assert lesson.title in words
        assert all(words_of(text) in words for text in lesson.text)
        assert page.text.count("<figure") == 1
        assert f"/learn/question/{lesson.hands[0]}?lesson={lesson.id}" in page.text


def test_looking_stores_nothing_and_leads_to_no_other_site(phone: Phone, app: Flask) -> None:
    lesson = lessons("gin-rummy")[0]
    for path in ("/learn/whist", "/learn/gem-rummy/whist", "/learn/gem-ii-solo"):
        assert phone.get(path).status_code == 404
    for path in ("/learn", "/learn/gin-rummy", "/learn/practice"):
        for elsewhere in ("https://evil.test/", "//evil.test/learn"):
            assert "evil.test" not in phone.get(f"{path}?from={elsewhere}").text
    says(phone.get("/learn"), "Gem Rummy 0 of 10", "Knock Rummy 0 of 10", "Gem II 0 of 10", but=["Clear my progress"])
    says(phone.get("/"), "Learn a game")
    for path in ("/learn", "/learn/gin-rummy", f"/learn/gin-rummy/{lesson.slug}", f"/learn/question/{lesson.hands[0]}"):
        assert phone.get(path).status_code == 200
    assert phone.get("/learn/missed").location == "/learn"
    assert store_of(app).rows("SELECT id FROM devices") == []


def test_five_right_hands_in_a_row_pass_a_lesson(phone: Phone) -> None:
    lesson = lessons("gin-rummy")[0]
    at = main_button(phone.get(f"/learn/gin-rummy/{lesson.slug}").text)
    for place, key in enumerate(lesson.hands, start=1):
        assert at.startswith(f"/learn/question/{key}?")
        assert f"Hand {place} of 5" in phone.words(at)
        ruling = phone.submit(at, typed=right_answer(key))
        at = main_button(phone.get(ruling).text)
    assert at == "/learn/gin-rummy"
    says(phone.words(at), "1 of 13 lessons done.", "Lesson 2")
    assert "Gin Rummy 1 of 13" in phone.words("/learn")


def test_what_was_missed_is_counted_whole_and_one_less_once_put_right(phone: Phone) -> None:
    """The last two missed wait for other questions, and so do the others as each is put right."""
    lesson = lessons("gin-rummy")[0]
    for place, key in enumerate(lesson.hands, start=1):
        typed = right_answer(key) if place == 1 else {"yes": "no", "no": "yes"}[right_answer(key)]
        ruling = answer(phone, key, typed, f"?lesson={lesson.id}&place={place}")
    page = phone.get(ruling)
    assert main_button(page.text) == "/learn/missed", "the end of the lesson leads there"
    says(page, "Come back to what you missed: 4")
    for left in (4, 3, 2, 1):
        assert f"Come back to what you missed: {left} " in phone.words("/learn")
        back = phone.get("/learn/missed").location
        page = phone.get(answer(phone, back.removeprefix("/learn/question/").partition("?")[0], query="?missed=1"))
        if left > 1:
            assert f"Come back to what you missed: {left - 1} " in words_of(page)
    assert "missed" not in phone.words("/learn")


def test_progress_is_cleared_after_a_question(phone: Phone, app: Flask) -> None:
    answer(phone, lessons("gin-rummy")[0].hands[0])
    assert "Clear my progress" in phone.words("/learn")
    assert "what you answered to 1 question." in phone.words("/learn/clear")
    assert "cleared" not in phone.words(phone.submit("/learn/clear"))
    assert "cleared" not in phone.words("/learn?cleared=1")
    assert len(learning.learned(store_of(app), phone.device)) == 1
    assert "Your progress is cleared." in phone.words(phone.submit("/learn/clear", act="clear"))
    assert learning.learned(store_of(app), phone.device) == {}


LAY_OFFS = "/learn/question/case.GEM2-030.lay-offs"
POINTS = "/learn/question/case.GEM2-029.points"
LEGAL = "/learn/question/case.GEM2-012.legal"


def test_a_question_shows_the_hands_and_not_the_answer(phone: Phone) -> None:
    page = phone.get(POINTS)
    says(
        page,
        "How many points does the winner score?",
        "Bob lays off 8♣ on Ann's 5♣ 6♣ 7♣.",
        but=["deadwood 17", "Difference"],
    )
    # Nor is it given away whether a group is a meld, where that is asked.
    assert not re.search(r'class="kind">(run|set|stash|not a meld)', phone.get(LEGAL).text)
    assert 'class="kind">1: run' in phone.get(LAY_OFFS).text


ANSWERS: list[tuple[str, dict[str, str | list[str]], str]] = [
    (POINTS, {"typed": "Bob 11"}, "No: it's 11, not Bob 11."),
    (LAY_OFFS, {"typed": "8c onto 2"}, "No: it's 8♣, not 8♣ on meld 2."),
    (LAY_OFFS, {"nothing": "1"}, "No: it's 8♣, not nothing."),
    (LAY_OFFS, {"answer": ["8C"]}, "Right: 8♣."),
    (LAY_OFFS, {"answer": ["8C", "JD"]}, "No: it's 8♣, not 8♣ and J♦."),
    (LEGAL, {"answer": "yes"}, "Right: yes."),
]


def test_an_answer_is_typed_ticked_or_tapped(phone: Phone) -> None:
    for question, form, ruling in ANSWERS:
        assert phone.words(phone.submit(question, form)).strip().startswith(ruling)


def test_an_answer_that_cannot_be_read_is_asked_again(phone: Phone) -> None:
    for question, form, sentence in (
        (POINTS, {"typed": "many"}, "Answer with a number"),
        (POINTS, {}, "Answer first"),
        (LAY_OFFS, {}, "Tap the cards first"),
        (LAY_OFFS, {"typed": "9c"}, "9♣ is nobody's deadwood"),
        (LEGAL, {"answer": "perhaps"}, "Answer first"),
    ):
        answer = phone.post(question, form)
        says(answer, sentence, status=422)
        assert 'role="alert"' in answer.text


def test_nothing_is_answered_by_an_address_alone(phone: Phone) -> None:
    assert phone.get(f"{POINTS}/ruling").location == POINTS
    assert phone.get(f"{POINTS}/ruling?given=what").location == POINTS
    for gone in ("case.NONE.legal", "made.gem-rummy.any.2.1.lay-off", "made.gem-rummy.any.02.5.legal"):
        assert phone.get(f"/learn/question/{gone}").status_code == 404
    assert phone.post("/learn/question/case.NONE.legal", typed="yes").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_question_of_every_game_is_a_page(phone: Phone, game: str) -> None:
    of_cases = [key for case_id in cases_of_game(game)[::40] for key in keys_of_case(case_id)]
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


def test_a_novel_is_no_answer(phone: Phone) -> None:
    for question, more in ((POINTS, {"key": "-"}), (LAY_OFFS, {"nothing": "1"}), (LEGAL, {"answer": "yes"})):
        refused = phone.post(question, {"typed": "1" * 50_000, **more})
        says(refused, "too long for an answer", status=422)
        assert re.findall(r'<input[^>]*name="typed"[^>]*value="([^"]*)"', refused.text) == ["1" * 120]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_every_order_of_every_table_leads_to_a_question(phone: Phone, table: practice.Table) -> None:
    orders = re.findall(r'href="(/learn/practice/deal[^"]+)"', phone.get(f"/learn/practice?table={table.key}").text)
    assert len(orders) >= 3
    for order in orders:
        question = phone.get(unescape(order)).location
        assert phone.get(question).status_code == 200, question
        key = urlsplit(question).path.rpartition("/")[2]
        assert find_question(key).game == table.game
