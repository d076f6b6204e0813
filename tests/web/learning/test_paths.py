"""Paths and lessons, what a phone has learned, what comes back, and the ways there and back."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.learning import finding
from companion.learning.answers import answer_text
from companion.learning.finding import find_question
from companion.learning.lessons import GAMES, lessons
from companion.learning.questions import Question, UnknownQuestionError
from companion.store.people import learning
from tests.support.pages import says, words_of
from tests.support.phones import Phone, store_of


def right_answer(key: str) -> str:
    question = find_question(key)
    return answer_text(question, question.right)


def answer(phone: Phone, key: str, typed: str = "", query: str = "") -> str:
    """Answer a question, rightly unless something else is typed; return where that leads."""
    return phone.submit(f"/learn/question/{key}{query}", typed=typed or right_answer(key))


def wrong_answer(key: str) -> str:
    return {"yes": "no", "no": "yes"}[right_answer(key)]


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
        typed = right_answer(key) if place == 1 else wrong_answer(key)
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


def test_a_question_that_is_gone_is_not_counted(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("case.GEM2-012.legal", "case.GEM2-013.legal", "case.GIN-001.legal", "case.GIN-002.legal"):
        answer(phone, key, wrong_answer(key))
    assert "Come back to what you missed: 4" in phone.words("/learn")

    def find(key: str) -> Question:
        if key == "case.GEM2-012.legal":
            raise UnknownQuestionError(key)
        return find_question(key)

    monkeypatch.setattr(finding, "find_question", find)
    assert "Come back to what you missed: 3" in phone.words("/learn")
    assert phone.get("/learn/missed").location == "/learn/question/case.GEM2-013.legal?missed=1"


def test_each_phone_has_its_own_progress(app: Flask) -> None:
    one, other = Phone(app.test_client()), Phone(app.test_client())
    answer(one, lessons("gin-rummy")[0].hands[0])
    says(one.get("/learn/gin-rummy"), "1 of 5 hands right")
    says(one.get("/learn"), "Gin Rummy 1 of 5 hands right in lesson 1")
    says(other.get("/learn/gin-rummy"), but=["hands right"])
