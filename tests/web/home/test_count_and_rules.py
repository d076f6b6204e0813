"""Counting a hand for practice, the register with its cases, and the sample ruling."""

import html
import re

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from companion.register.cases import cases
from companion.register.entries import BOOKS, rules
from companion.rules.cards import CARDS_BY_NAME
from companion.wording import worked_cases
from companion.wording.cards import GAME_WORDS
from tests.support.html_lint import LintingClient
from tests.support.pages import listed, words_of

TICKED = "/count?card=5C&card=6C&card=7C&card=QH&card=7D&card=9C&card=9D&card=9S&card=AC&card=2D&card=3S"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/count", "Tap the cards of a hand."),
        ("/count?typed=", "Type the cards of a hand."),
        (f"{TICKED}&first=3&second=4", "Can knock: 6 is within the limit of 7."),
        (f"{TICKED}&first=1&second=1", "Can't knock: 11 is 9 over the limit of 2."),
        (TICKED, "Enter the dice to see whether it can knock."),
        (f"{TICKED}&game=gin-rummy", "Can't knock: 23 is 13 over the limit of 10."),
        ("/count?typed=&hand=567c&game=knock-rummy", "No deadwood."),
        ("/count?typed=&hand=568c&first=6&second=6", "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ("/count?typed=&hand=qh+td&game=gin-rummy&first=6&second=4", "deadwood 20"),
        ("/count?typed=&hand=a-kc+a-kd+a-2h", "No hand has more than 27 cards, and here are 28."),
        ("/count?" + "&".join(f"card={name}" for name in list(CARDS_BY_NAME)[:49]), "here are 49."),
        ("/count?typed=&hand=5c", "deadwood 5"),
        ("/count?typed=&hand=5x", "5x isn't a card"),
        ("/count?typed=&hand=ah3s5c7d&deck=made-up", "stash"),
        ("/count?typed=&hand=5-8c+8dh", "Best layout: 0"),
        ("/count?typed=&deck=made-up&first=1&second=2&hand=acdhs+2cdhs", "All eight gems: Gem Parts."),
        ("/count?card=XX&first=9&deck=7&game=chess", "Tap the cards of a hand."),
    ],
)
def test_a_hand_is_counted(client: FlaskClient, address: str, said: str) -> None:
    assert said in words_of(client.get(address))


def test_a_hand_of_too_many_cards_stays_as_it_was_entered(client: FlaskClient) -> None:
    ticked = "/count?" + "&".join(f"card={name}" for name in list(CARDS_BY_NAME)[:28])
    assert client.get(ticked).text.count("checked") == 28
    assert 'value="a-kc a-kd a-2h"' in client.get("/count?typed=&hand=a-kc+a-kd+a-2h").text


def test_a_tick_is_answered_with_the_result_alone(client: FlaskClient) -> None:
    answer = client.get(TICKED, headers={"HX-Request": "true", "HX-Target": "counted"})
    page = answer.text
    assert "<html" not in page
    assert 'id="sum"' in page


def test_the_same_hand_is_typed_or_tapped(client: FlaskClient) -> None:
    typed = re.search(r'<a href="([^"]*)"\s+class="switch">Type', client.get(TICKED).text)
    assert typed
    page = client.get(html.unescape(typed[1])).text
    assert 'value="AC 5C 6C' in page or 'value="5C 6C 7C' in page
    tapped = re.search(r'<a href="([^"]*)"\s+class="switch">Tap', page)
    assert tapped
    assert client.get(html.unescape(tapped[1])).text.count("checked") == 11


def test_the_register_is_searched_without_a_script(client: FlaskClient) -> None:
    page = client.get("/rules?q=undercut+knocker").text
    listed = re.findall(r'href="/rules/([^"?]+)"', page)
    assert listed
    assert set(listed) == {
        rule.id
        for rule in rules().values()
        if all(
            word in f"{rule.id} {rule.title} {rule.place} {rule.says} {rule.keywords}".casefold()
            for word in ("undercut", "knocker")
        )
    }


def test_a_search_that_finds_nothing_offers_words_that_find_something(client: FlaskClient) -> None:
    nothing = client.get("/rules?q=xyzzy")
    assert "No rule mentions “xyzzy”." in words_of(nothing)
    offered = re.findall(r'href="(/rules\?q=[^"]+)"', nothing.text)
    assert len(offered) > 5
    for address in offered:
        assert "No rule" not in words_of(client.get(address)), address


def test_a_search_of_which_only_a_part_is_found_says_so(client: FlaskClient) -> None:
    found = client.get("/rules?q=xyzzy+undercuts")
    assert "No rule mentions all of “xyzzy undercuts”" in words_of(found)
    assert "R.7" in listed(found)


def test_rules_of_the_same_name_are_told_apart_by_their_games(client: FlaskClient) -> None:
    found = words_of(client.get("/rules?q=who+goes+first"))
    for name in ("Gem Rummy, publisher, two players", "Gem Rummy, publisher, three players", "Gin Rummy"):
        assert f"Who starts {name}" in found


def test_the_publishers_gem_rummy_is_the_first_of_the_books(client: FlaskClient) -> None:
    for opened in BOOKS:
        page = client.get(f"/rules?book={opened}").text
        names = [str(escape(book.short)) for book in BOOKS.values()]
        assert re.findall(r"<strong>([^<]+)</strong>", page) == names


def test_every_rule_of_every_book_is_listed_a_part_at_a_time(client: FlaskClient) -> None:
    found: list[str] = []
    open_pages = ["/rules", *re.findall(r'href="(/rules\?book=\w+)"', client.get("/rules").text)]
    while open_pages:
        page = client.get(open_pages.pop()).text
        found += re.findall(r'href="/rules/([^"?]+)"', page)
        more = re.search(r'href="([^"]+)">More rules', page)
        open_pages += [html.unescape(more[1])] if more else []
    assert sorted(found) == sorted(rules())


def test_every_rule_and_every_case_has_its_page(client: FlaskClient) -> None:
    """Pages of a few of them are linted by the tests below."""
    assert isinstance(client, LintingClient)
    client.lints = False
    for rule in rules().values():
        assert " ".join(rule.says.split()) in words_of(client.get(f"/rules/{rule.id}")), rule.id
    for case in cases().values():
        assert " ".join(case.title.split()) in words_of(client.get(f"/rules/cases/{case.id}")), case.id


@pytest.mark.parametrize(
    "case_id", ["GEM2-047", "GEM2-048", "GEM2-095", "GAME-051", "GAME-069", "II-122", "II-116", "II-007"]
)
def test_the_page_of_a_case_has_all_that_was_entered(client: FlaskClient, case_id: str) -> None:
    document = cases()[case_id].document
    page = words_of(client.get(f"/rules/cases/{case_id}"))
    game = {"gem-ii": "Gem II", "gem-ii-solo": "Gem II solo"}.get(document["game"], GAME_WORDS[document["game"]])
    assert " · ".join(worked_cases.facts(game, document)) in page
    if "rounds" not in document:
        entered = [*worked_cases.entered(document)]
    else:
        rounds = enumerate(document["rounds"], start=1)
        entered = [line for number, played in rounds for line in worked_cases.round_lines(document, number, played)]
    for line in entered:
        assert line in page


def test_the_rule_of_a_line_can_be_opened_from_the_ruling(client: FlaskClient) -> None:
    assert "First asks for the gems of 7♦." in words_of(client.get("/rules/cases/GEM2-095"))
    page = client.get("/sample")
    assert 'href="/rules/P.minimum"' in page.text
    assert "Nobody played this hand" in page.text
    assert "Ann wins 11 Bob 12 − Ann 3 = 9, raised to the minimum of 11" in words_of(page)


@pytest.mark.parametrize(("game", "most"), [("gin-rummy", 11), ("knock-rummy", 11), ("gem-rummy", 27)])
def test_a_hand_is_counted_up_to_the_most_cards_that_its_game_can_give(
    client: FlaskClient, game: str, most: int
) -> None:
    cards = list(CARDS_BY_NAME)
    fits, too_many = (client.get("/count", query_string={"game": game, "card": cards[:n]}) for n in (most, most + 1))
    sentence = f"No hand has more than {most} cards, and here are {most + 1}."
    assert sentence not in words_of(fits)
    assert sentence in words_of(too_many)
