"""The register, searched and read; the rules of a game with its house rules, and where Back leads."""

import re
from urllib.parse import urlencode

from flask.testing import FlaskClient

from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import rules
from tests.support.html_lint import LintingClient
from tests.support.pages import found_in, words_of
from tests.support.showdown_table import Table


def test_the_numbers_come_first_and_house_rules_are_marked_there_and_at_the_rules_that_they_change(
    client: FlaskClient,
) -> None:
    house_rules = {"target": 150, "undercut_bonus": 20, "undercut_on_tie": False, "lay_offs": "found"}
    table = Table(client, "Ann", "Bob", house_rules=house_rules)
    table.roll(3, 4)
    page = table.phone.get("/help")
    figures = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page.text, re.DOTALL)
    assert {words_of(label): words_of(value).strip() for label, value in figures} == {
        "Game to": "150 house rule, book: 110",
        "Knock with at most": "7 dice 3 and 4",
        "Queen’s Diamonds": "Q 7♦",
        "Cards each": "11",
        "Undercut": "20 + difference house rule, book: 25",
        "Gin": "25 if called",
        "Big Gin": "35 if called",
        "Minimum score": "11",
        "Gem Parts": "16, 8 Knocker, others",
    }
    house = dict(re.findall(r'href="/rules/([^"?]+)[^>]*>(.*?)</li>', page.text, re.DOTALL))
    assert "House rule: undercut: 20; equal deadwood undercuts: no" in words_of(house["P.undercut"])
    assert "House rule" not in words_of(house["P.gin"])


def test_back_leads_to_no_other_place_than_this_game(table: Table) -> None:
    here = table.address
    elsewhere = ("https://evil.example/", f"//evil.example{here}", "/\\evil.example", "javascript:alert(1)", "http://[")
    wrong = (f"http:{here}", f"{here}/../../rules", f"{here}/dice", "/g/anothergame1", f"{here}\n/x")
    for sent in elsewhere + wrong:
        page = table.phone.get("/help", query_string={"from": sent}).text
        assert found_in(page, r'<header class="bar">\s*<a href="([^"]*)"') == here, sent
        assert "evil" not in page


def test_a_very_long_address_isn_t_repeated_in_every_link(table: Table) -> None:
    long = f"{table.address}?other={'%00' * 9000}"
    for path in (f"{table.address}/help", f"{table.address}/help?q=knock", "/rules/P.undercut"):
        separator = "&" if "?" in path else "?"
        page = table.client.get(path + separator + urlencode({"from": long}))
        assert page.status_code == 200
        assert len(page.data) < 100_000, path


def test_a_search_that_finds_nothing_offers_words_that_find_something(client: FlaskClient) -> None:
    nothing = client.get("/rules?q=xyzzy")
    assert "No rule mentions “xyzzy”." in words_of(nothing)
    offered = re.findall(r'href="(/rules\?q=[^"]+)"', nothing.text)
    assert len(offered) > 5
    for address in offered:
        assert "No rule" not in words_of(client.get(address)), address


def test_every_rule_and_every_case_has_its_page(client: FlaskClient) -> None:
    """Pages of a few of them are linted by the tests below."""
    assert isinstance(client, LintingClient)
    client.lints = False
    for rule in rules().values():
        assert " ".join(rule.says.split()) in words_of(client.get(f"/rules/{rule.id}")), rule.id
    for case in cases().values():
        page = client.get(f"/rules/cases/{case.id}")
        said = words_of(page)
        assert " ".join(case.title.split()) in said, case.id
        if case.kind in {CaseKind.GEM_II_BOARD, CaseKind.GEM_II_SOLO, CaseKind.GEM_II}:
            assert ("Not possible:" in said) is ("error" in case.expect), case.id
            check_drawing(case, page.text, said)


def check_drawing(case: Case, html: str, said: str) -> None:
    """See a case of Gem II drawn with what comes of it."""
    match case.kind:
        case _ if "error" in case.expect:
            pass
        case CaseKind.GEM_II_BOARD:
            assert html.count('class="g2card') == sum(len(pile) for pile in case.document["piles"]), case.id
            assert ("A move must be made" in said) is case.expect["must_move"], case.id
        case CaseKind.GEM_II_SOLO:
            assert f"Grand total {case.expect['grand_total']} " in said, case.id
        case _:
            totals = [int(total) for total in re.findall(r"Grand total (-?\d+)", said)]
            assert totals == case.expect["totals"], case.id
