"""Hands made to order: every order leads to a question that is what was ordered."""

import re
from html import unescape
from urllib.parse import urlsplit

import pytest

from companion.learning import showdowns
from companion.learning.finding import find_question
from companion.web.learning import practice
from companion.web.learning.practice import TABLES
from tests.support.pages import words_of
from tests.support.phones import Phone


def deals(phone: Phone, table: str) -> list[str]:
    page = phone.get(f"/learn/practice?table={table}").text
    return [unescape(address) for address in re.findall(r'href="(/learn/practice/deal[^"]+)"', page)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_every_order_of_every_table_leads_to_a_question(phone: Phone, table: practice.Table) -> None:
    orders = deals(phone, table.key)
    assert len(orders) >= 3
    for order in orders:
        question = phone.get(order).location
        assert phone.get(question).status_code == 200, question
        key = urlsplit(question).path.rpartition("/")[2]
        assert find_question(key).game == table.game


def test_an_undercut_for_three_comes_and_the_next_one_too(phone: Phone) -> None:
    question = phone.get("/learn/practice/deal?table=gem-rummy.3&order=undercut").location
    assert question.startswith("/learn/question/made.gem-rummy.undercut.3.")
    key = urlsplit(question).path.rpartition("/")[2]
    typed = next(iter(find_question(key).right), "nothing")
    if find_question(key).kind == "cards":
        typed = " ".join(find_question(key).right) or "nothing"
    ruling = phone.get(phone.submit(question, typed=typed))
    assert "Right" in words_of(ruling)
    assert "/learn/practice/deal?table=gem-rummy.3&amp;order=undercut" in ruling.text


def test_an_order_that_did_not_come_up_is_told(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    made = showdowns.make_showdown
    monkeypatch.setattr(
        practice, "make_showdown", lambda game, order, *rest: made(game, order, *rest) if order == "any" else Unmatched
    )
    question = phone.get("/learn/practice/deal?table=gem-rummy.2&order=big-gin").location
    assert question.startswith("/learn/question/made.gem-rummy.any.2.")
    assert "No hand like that came up, so here is another one." in phone.words(question)


class Unmatched:
    matches = False


def test_what_was_missed_comes_back_among_new_hands(phone: Phone) -> None:
    phone.submit("/learn/question/case.GIN-001.legal", typed="no")
    phone.submit("/learn/question/case.GIN-002.legal", typed="yes")
    phone.submit("/learn/question/case.GIN-003.legal", typed="yes")
    missed = phone.get("/learn/practice/deal?table=gin-rummy.2&order=any").location
    assert missed.startswith("/learn/question/case.GIN-001.legal?")
    assert phone.get("/learn/practice/deal?table=knock-rummy.2&order=any").location.startswith(
        "/learn/question/made.knock-rummy."
    )
    ruling = phone.submit(missed, typed="yes")
    assert "table=gin-rummy.2&amp;order=any" in phone.get(ruling).text


def test_unknown_tables_and_orders_are_any_hand(phone: Phone) -> None:
    assert phone.get("/learn/practice?table=whist").status_code == 200
    at = phone.get("/learn/practice/deal?table=whist&order=trump").location
    assert at.startswith("/learn/question/made.gem-rummy.any.2.")
