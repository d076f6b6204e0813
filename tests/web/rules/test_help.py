"""The rules of a game with its house rules: what they hold, how they are found, and where Back leads."""

import html
import re
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.register.cases import cases_of
from companion.register.entries import rules
from tests.support.pages import listed, words_of
from tests.support.phones import Party, Phone, import_game
from tests.support.showdown_table import Table

LINK = re.compile(r'<a href="([^"?]*/help(?:\?[^"]*)?)" data-rules>')


def figures(page: str) -> dict[str, str]:
    """Return the numbers of a game by their labels."""
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
    return {words_of(label): words_of(value).strip() for label, value in found}


def headings(page: str) -> list[str]:
    return [words_of(part).strip() for part in re.findall(r"<summary>\s*<h2>(.*?)</h2>", page)]


def back(page: str) -> str:
    found = re.search(r'<header class="bar">\s*<a href="([^"]*)"', page)
    assert found
    return html.unescape(found[1])


def test_the_numbers_of_a_game_come_first(table: Table) -> None:
    page = table.phone.get("/help").text
    assert figures(page) == {
        "Game to": "110",
        "Knock with at most": "7 dice 3 and 4",
        "Queen’s Diamonds": "Q 7♦",
        "Cards each": "11",
        "Undercut": "25 + difference",
        "Gin": "25 if called",
        "Big Gin": "35 if called",
        "Minimum score": "11",
        "Gem Parts": "16, 8 Knocker, others",
    }
    assert "house rule" not in words_of(page).casefold()


def test_before_the_roll_the_dice_set_the_knock(client: FlaskClient) -> None:
    shown = figures(Table(client, "Ann", "Bob").phone.get("/help").text)
    assert shown["Knock with at most"] == "the dice"
    assert "Queen’s Diamonds" not in shown


def test_house_rules_are_marked_beside_the_book_s_number_and_at_the_rules_that_they_change(client: FlaskClient) -> None:
    house_rules = {"target": 150, "undercut_bonus": 20, "undercut_on_tie": False, "lay_offs": "found"}
    page = Table(client, "Ann", "Bob", house_rules=house_rules).phone.get("/help")
    shown = figures(page.text)
    assert shown["Game to"] == "150 house rule, book: 110"
    assert shown["Undercut"] == "20 + difference house rule, book: 25"
    assert shown["Gin"] == "25 if called"
    words = words_of(page)
    assert "P.gin" not in words, "an id stands behind the rule's link"
    house = {
        rule: words_of(said)
        for rule, said in re.findall(r'href="/rules/([^"?]+)[^>]*>(.*?)</li>', page.text, re.DOTALL)
    }
    assert "House rule: equal deadwood undercuts: no" in words
    assert "House rule: lay-offs: the app finds them" in words
    assert "House rule: undercut: 20; equal deadwood undercuts: no" in house["P.undercut"]
    assert "House rule: the game goes to: 150" in house["P.end"]
    assert "House rule" not in house["P.gin"]


@pytest.mark.parametrize(
    ("game", "names", "there", "not_there"),
    [
        ("gem-rummy", "Ann Bob", {"P.end", "P.top-discard", "R.5", "R.13"}, {"P3.end", "R.10", "N.gin", "R.22"}),
        ("gin-rummy", "Ann Bob", {"N.knock", "R.7", "R.16", "R.13"}, {"P.stash", "R.1", "P.minimum", "K.rum"}),
        ("knock-rummy", "Ann Bob Cid", {"K.rum", "K.knock", "R.20"}, {"K.knock-under-ten", "R.22", "N.gin", "R.9"}),
    ],
)
def test_only_the_rules_of_this_game_and_number_of_players_are_there(
    client: FlaskClient, game: str, names: str, there: set[str], not_there: set[str]
) -> None:
    ids = listed(Table(client, *names.split(), game=game).phone.get("/help").text)
    assert there <= ids
    assert not there & not_there
    assert not ids & not_there


@pytest.mark.parametrize(
    ("head", "there", "not_there", "rounds"),
    [
        ({"game": "gem-ii-solo", "players": ["Ann"]}, {"II.solo.object", "R.23"}, {"II.bet.won", "R.28"}, "5"),
        (
            {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann"},
            {"II.bet.won", "R.28"},
            {"II.bonus.five", "II.teams.rotation"},
            "6",
        ),
    ],
)
def test_gem_ii_has_rules_of_its_own(
    client: FlaskClient, head: dict[str, object], there: set[str], not_there: set[str], rounds: str
) -> None:
    page = import_game(client, {**head, "level": 2, "rounds": []}).get("/help").text
    assert there <= listed(page)
    assert not listed(page) & not_there
    assert figures(page).items() >= {"Rounds": rounds, "Level": "2 X and I aren't neighbors"}.items()
    assert headings(page)[:2] == ["Moves", "Levels"]


def test_the_groups_are_in_the_order_of_a_hand(table: Table) -> None:
    page = table.phone.get("/help").text
    assert headings(page) == ["Knock", "Melds", "Lay-offs", "Bonuses", "End", "Deal and turns", "About the game"]


def test_the_rules_are_searched_without_a_script(table: Table) -> None:
    page = table.phone.get("/help?q=11+points").text
    best = re.search(r'aria-labelledby="best">(.*?)</section>', page, re.DOTALL)
    assert best
    assert listed(best[1]) <= {"P.minimum", "P.minimum-undercut", "R.9"}
    assert "P.gin" in listed(page)
    assert "G.minimum" not in listed(page)
    assert "<dt>" not in page
    nothing = words_of(table.phone.get("/help?q=xyzzy"))
    assert "No rule mentions “xyzzy”." in nothing
    assert "All rules of this game" in nothing


def test_what_was_typed_is_shown_and_nothing_else(table: Table) -> None:
    page = table.phone.get("/help", query_string={"q": '"><script>alert(1)</script>'})
    assert "<script>alert" not in page.text
    assert '“"><script>alert(1)</script>”' in html.unescape(page.text)


def test_every_screen_of_a_hand_has_the_button_and_back_leads_there(table: Table) -> None:
    for path in ("", "/showdown", "/hand/1", "/hand/1/seat/0", "/hand/1/seat/0?typed=", "/hand/1/numbers"):
        address = table.address + path
        page = table.client.get(address)
        while page.location:
            address = page.location
            page = table.client.get(address)
        link = LINK.search(page.text)
        assert link, path
        assert back(table.client.get(html.unescape(link[1])).text) == address
    for path in ("/help", "/people", "/about", "/sheet"):
        assert not LINK.search(table.phone.get(path).text), "no hand is played there"


@pytest.mark.parametrize(
    "sent",
    [
        "https://evil.example/",
        "//evil.example/g/{game}",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:/g/{game}",
        "/g/{game}/../../rules",
        "/g/{game}/dice",
        "/g/anothergame1",
        "/rules",
        "/g/{game}\n/x",
        "http://[",
        "",
    ],
)
def test_back_leads_to_no_other_place_than_this_game(table: Table, sent: str) -> None:
    asked = {"from": sent.format(game=table.address.removeprefix("/g/"))}
    page = table.phone.get("/help", query_string=asked).text
    assert back(page) == table.address
    assert "evil" not in page


def test_the_query_of_the_page_before_can_t_change_where_it_is(table: Table) -> None:
    sent = f"{table.address}?_external=1&_scheme=javascript&_anchor=x&game=other"
    assert back(table.phone.get("/help", query_string={"from": sent}).text) == sent


@pytest.mark.parametrize("parameter", ["from", "other", "q"])
def test_a_very_long_address_isn_t_repeated_in_every_link(table: Table, parameter: str) -> None:
    long = f"{table.address}?other={'%00' * 9000}"
    for path in (f"{table.address}/help", f"{table.address}/help?q=knock", "/rules/P.undercut"):
        separator = "&" if "?" in path else "?"
        page = table.client.get(path + separator + urlencode({parameter: long}))
        assert page.status_code == 200
        assert len(page.data) < 100_000, path


def test_a_rule_opened_from_a_hand_leads_back_to_it(table: Table) -> None:
    hand = f"{table.address}/hand/1/seat/0?typed="
    page = table.client.get("/rules/P.gin", query_string={"from": hand}).text
    assert back(page) == hand
    example = re.search(r'href="(/rules/cases/[^"]*)"', page)
    assert example
    assert back(table.client.get(html.unescape(example[1])).text) == hand
    assert back(table.client.get("/rules/P.gin?from=//evil.example").text) == "/rules"


def test_who_may_see_the_table_may_read_its_rules_and_nobody_else(app: Flask, two: Party) -> None:
    watcher = two.join("watch", link=two.link("viewer"))
    assert watcher.get("/help").status_code == 200
    stranger = Phone(app.test_client(), two.owner.address)
    assert stranger.get("/help").status_code == stranger.get("").status_code == 404


def test_an_unknown_rule_offers_the_search_and_no_link_to_a_game(client: FlaskClient) -> None:
    for path in ("/rules/P.undrcut", "/rules/cases/GEM2-999"):
        page = client.get(path)
        assert page.status_code == 404
        assert 'role="search"' in page.text
        assert "link" not in words_of(page).casefold()
    assert listed(client.get("/rules/P.undrcut").text) >= {"P.undercut"}


def test_every_rule_page_links_all_its_examples(client: FlaskClient) -> None:
    for rule_id in ("P.undercut", "R.5", "II.move-1"):
        page = client.get(f"/rules/{rule_id}").text
        assert set(re.findall(r'href="/rules/cases/([^"?]+)"', page)) == {case.id for case in cases_of(rule_id)}
        assert rules()[rule_id].title in words_of(page)


def test_a_rule_of_gem_ii_brings_the_style_of_its_board(client: FlaskClient) -> None:
    styles = [
        set(re.findall(r'rel="stylesheet" href="([^"]*)"', client.get(f"/rules/{rule}").text))
        for rule in ("II.move-1", "P.gin")
    ]
    assert styles[0] > styles[1]
