"""The lay-offs screen, form by form: no hints, cards tapped, letters told, turns and passes, and the house rule."""

import html
import itertools
import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.answers.judging import judge_document
from companion.register.cases import MADE_UP_PRINT
from tests.support.pages import words_of
from tests.support.showdown_table import Table


def keys_of(answer: TestResponse) -> list[str]:
    return re.findall(r'name="card"\s+value="([^"]*)"', answer.text)


def targets_of(answer: TestResponse) -> list[str]:
    return re.findall(r'name="move"\s+value="([^"]*)"', answer.text)


def mark_of(answer: TestResponse) -> str:
    """Return by what the script sees whether the lay-offs have changed."""
    (mark,) = re.findall(r'id="laying-off"[^>]*data-live="(\w+)"', answer.text)
    return str(mark)


def refusal(table: Table, **form: str) -> str:
    """Post what is refused, and return the sentence."""
    answer = table.post("/lay-offs", **form)
    assert answer.status_code == 422, words_of(answer)
    found = re.search(r'role="alert">([^<]*)<', answer.text)
    assert found
    return html.unescape(found[1])


def emeralds(client: FlaskClient) -> Table:
    """Anna knocks with 5 and a stash that the table says is Emerald; of Ben's cards no letter is known."""
    table = Table(client, "Anna", "Ben")
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.write(0, "8-ts Qc7d 4h6cjdas 2h 3d")
    assert table.write(1, "5hds jqkh 7s js 10d ah 2c") == "/letters"
    assert table.submit("/letters", gem="E") == "/lay-offs"
    return table


def test_lay_offs_of_three_can_be_looked_at_again_when_all_have_passed(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", "Cy")
    table.roll(3, 4)
    table.submit(knock="0:knock")
    table.write(0, "567c 9cds QH7d ac 2d 3s")
    table.write(1, "456d 8c as 2h 4s jd 10c kh jc")
    table.write(2, "KdKcKs 8s 3h 10h 6s qc js 9h 5h")
    assert table.submit("/lay-offs", **{"pass": "1"}) == "/lay-offs"
    assert table.submit("/lay-offs", **{"pass": "2"}) == "/ruling"
    page = table.get("/lay-offs?again=1")
    assert page.status_code == 200
    passes = re.findall(r'id="pass-(\d)"[^>]*?(disabled)?>', page.text)
    assert passes == [("1", "disabled"), ("2", "disabled")]


def test_every_leftover_card_can_be_tapped_and_nothing_says_what_fits(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert table.write(1, "456d KKK-s 8c as 2h 4s jd") == "/lay-offs"
    page = table.get("/lay-offs")
    assert keys_of(page) == ["1:AS", "1:2H", "1:4S", "1:8C", "1:JD"]
    assert targets_of(page) == []
    assert 'value="best"' not in page.text
    assert "That's all" in words_of(page)
    assert table.submit("/lay-offs", card="1:8C") == "/lay-offs"
    page = table.get("/lay-offs")
    assert "Bob lays off 8♣ on Ann's 5♣ 6♣ 7♣." in words_of(page)
    assert keys_of(page) == ["1:AS", "1:2H", "1:4S", "1:JD"]
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Bob 17 − Ann 6" in table.words("/ruling")


def test_the_screen_is_there_whether_something_fits_or_not(table: Table) -> None:
    """That it is shown must not say that there is something to be found."""
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert table.write(1, "456d KKK-s 3c as 2h 4s jd") == "/lay-offs"
    assert table.get("/ruling").headers["Location"].endswith("/lay-offs"), "no ruling, no hindsight before"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    table.record()
    assert table.exported()["hands"][0]["lay_offs"] == []


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("JD", "J♦ doesn't extend a run or join a set of Jacks."),
        ("AS", "A♠ doesn't extend a run or join a set of Aces."),
        ("4S", "4♠ doesn't extend a run or join a set of 4s."),
    ],
)
def test_a_card_that_fits_nowhere_says_why_and_names_no_other_card(table: Table, card: str, sentence: str) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    table.write(1, "456d KKK-s 8c as 2h 4s jd")
    assert refusal(table, card=f"1:{card}") == sentence
    assert table.submit("/lay-offs", act="done") == "/ruling"
    table.record()
    assert table.exported()["hands"][0]["lay_offs"] == []


@pytest.mark.parametrize("form", [{"card": "1:JD"}, {"card": "1:8C"}, {"typed": "jd onto 1"}])
def test_news_of_a_tap_before_leaves_the_answer_to_the_latest(table: Table, form: dict[str, str]) -> None:
    """The script replaces a block whose mark differs from that of the page fetched again."""
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    table.write(1, "456d KKK-s 8c as 2h 4s jd")
    answer = table.hand.post("/lay-offs", form, {"HX-Request": "true", "HX-Target": "laying-off"})
    said = mark_of(answer)
    assert mark_of(table.get("/lay-offs")) == said


def test_a_card_of_ones_own_meld_goes_nowhere(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    table.write(1, "456d KKK-s 8c as 2h 4s 3d")
    assert "own meld" in refusal(table, card="1:3D")


def test_a_card_of_unknown_letter_goes_on_a_stash_and_its_letter_is_remembered(client: FlaskClient) -> None:
    """Ben is left with A♥ 2♣, 3 against Anna's 5: he undercuts, 25 and 2."""
    table = emeralds(client)
    assert len(keys_of(table.get("/lay-offs"))) == 5
    assert table.submit("/lay-offs", card="1:7S") == "/lay-offs"
    assert table.submit("/lay-offs", card="1:JS") == "/lay-offs"
    assert table.submit("/lay-offs", card="1:10D") == "/lay-offs?card=1:10D"
    asked = table.get("/lay-offs?card=1:10D")
    assert "Is 10♦ an Emerald?" in words_of(asked)
    assert "No, it isn't" in words_of(asked)
    assert targets_of(asked) == ["1:10D:0:2"]
    assert table.submit("/lay-offs", move="1:10D:0:2") == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Ben undercuts Anna 27" in table.words("/ruling")
    table.record()
    document = table.exported()
    assert document["gems"]["10D"] == "E"
    hand = document["hands"][0]
    verdict = judge_document({key: document[key] for key in ("game", "house_rules", "gems") if key in document} | hand)
    assert verdict["winner"] == "Ben"


def test_a_letter_told_by_a_lay_off_moves_no_card_that_was_laid(client: FlaskClient) -> None:
    """Once 9♦ is an Emerald, Ben's row could be a stash of Pearls. He said it isn't one, and cards score as laid."""
    gems = {card: letters for card, letters in MADE_UP_PRINT.items() if card not in {"9D", "10D"}}
    table = Table(client, "Anna", "Ben", gems=gems)
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.write(0, "ad3c5s7h 8cds jdhs 2s")
    for card in ["KH", "KC", "5D", "7C", "10D", "QC", "9D", "2C", "4H", "6C", "8H"]:
        table.submit("/seat/1", card=card)
    table.submit("/seat/1", **{"no-offer": "new-stash-5D-7C-10D-QC"})
    assert table.submit("/seat/1", act="as-laid") == "/lay-offs"
    assert "Ben's deadwood 81" in table.words("/lay-offs")
    assert table.submit("/lay-offs", move="1:9D:0:0") == "/lay-offs"
    assert "Ben's deadwood 72" in table.words("/lay-offs")


def test_a_letter_learned_by_a_correction_moves_no_card_of_the_hand_being_entered(client: FlaskClient) -> None:
    gems = {card: letters for card, letters in MADE_UP_PRINT.items() if card not in {"9D", "10D"}}
    table = Table(client, "Anna", "Ben", gems=gems)
    for number, nine in ((1, "9D"), (2, "2D")):
        table.number = number
        table.roll(4, 3)
        table.submit(knock="0:knock")
        table.write(0, "ad3c5s7h 8cds jdhs 2s")
        for card in f"KH KC 5D 7C 10D QC {nine} 2C 4H 6C 8H".split():
            table.submit("/seat/1", card=card)
        table.submit("/seat/1", **{"no-offer": "new-stash-5D-7C-10D-QC"})
        if number == 1:
            table.submit("/seat/1", act="as-laid")
            table.submit("/lay-offs", act="done")
            table.record()
    before = table.get("/seat/1").text
    table.number = 1
    table.submit("/lay-offs", act="undo")
    table.submit("/lay-offs", move="1:9D:0:0")
    table.submit("/lay-offs", act="done")
    table.record()
    assert table.exported()["gems"]["9D"] == "E"
    table.number = 2
    lying = re.compile(r'aria-label="(?:Stash|Deadwood)[^"]*"')
    assert lying.findall(before) == lying.findall(table.get("/seat/1").text) == ['aria-label="Deadwood"']


def test_a_letter_that_is_denied_leaves_the_card_where_it_is(client: FlaskClient) -> None:
    table = emeralds(client)
    assert table.submit("/lay-offs", card="1:10D") == "/lay-offs?card=1:10D"
    assert "1:10D" in keys_of(table.get("/lay-offs"))
    assert table.submit("/lay-offs", act="done") == "/ruling"
    table.record()
    assert "10D" not in table.exported()["gems"]


def test_the_letter_goes_with_the_lay_off_that_is_taken_back(client: FlaskClient) -> None:
    table = emeralds(client)
    table.submit("/lay-offs", move="1:10D:0:2")
    assert "Emerald" in table.get("/lay-offs").text
    assert table.submit("/lay-offs", act="undo") == "/lay-offs"
    assert table.submit("/lay-offs", card="1:10D") == "/lay-offs?card=1:10D", "asked again"
    table.submit("/lay-offs", act="done")
    table.record()
    assert "10D" not in table.exported()["gems"]


def test_a_letter_that_another_card_bears_is_refused_with_a_sentence(client: FlaskClient) -> None:
    """A♠ is in the stash, so it is the Emerald of the Aces and twos, and 2♣ cannot be one."""
    table = emeralds(client)
    sentence = refusal(table, card="1:2C")
    assert sentence == "2♣ can't be Emerald: among the Aces and 2s, only A♠ is."
    assert refusal(table, move="1:2C:0:2") == sentence


def test_a_known_meld_comes_before_a_stash_that_the_card_might_share(client: FlaskClient) -> None:
    """7♠ continues 8♠ 9♠ 10♠; whether it is an Emerald too is not asked."""
    table = emeralds(client)
    assert table.submit("/lay-offs", card="1:7S") == "/lay-offs"
    assert "Ben lays off 7♠ on Anna's 8♠ 9♠ 10♠." in table.words("/lay-offs")


def test_with_the_house_rule_the_app_finds_them_and_the_screen_is_skipped(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", game="gin-rummy", house_rules={"lay_offs": "found"})
    table.submit(knock="0:")
    table.write(0, "567c 9cds Kcds 2d")
    assert table.write(1, "456d KhQhJh 8c as 2h 4s") == "/ruling"
    said = table.words("/ruling")
    assert "laid off onto it: 8" in said
    assert table.get("/lay-offs").headers["Location"].endswith("/ruling")
    table.record()
    assert "lay_offs" not in table.exported()["hands"][0]


@pytest.mark.parametrize(("rule", "leads_to"), [("found", "/ruling"), ("as-played", "/lay-offs")])
def test_only_who_lays_off_without_the_app_sees_the_screen_where_nothing_fits(
    client: FlaskClient, rule: str, leads_to: str
) -> None:
    """Bob's A♠, J♠, 2♥ and 4♠ fit none of Ann's melds."""
    table = Table(client, "Ann", "Bob", game="gin-rummy", house_rules={"lay_offs": rule})
    table.submit(knock="0:")
    table.write(0, "567c 9cds Kcds 2d")
    assert table.write(1, "456d QhQcQs as js 2h 4s") == leads_to
    if leads_to == "/lay-offs":
        assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Bob 17 − Ann 2" in table.words("/ruling")


def test_a_hand_with_its_lay_offs_keeps_them_when_the_table_lets_the_app_find_them_later(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    table.write(1, "456d KKK-s 8c as 2h 4s jd")
    table.submit("/lay-offs", act="done")
    table.record()
    page = table.phone.get("/rules").text
    fields = dict(re.findall(r'name="(idempotency_key|seen)"\s+value="([^"]*)"', page))
    change = {"rule-lay_offs": "found", **fields}
    assert "Lay-offs" in html.unescape(page)
    preview = words_of(table.phone.post("/rules", change))
    assert "the app finds them" in preview
    table.phone.post("/rules", {**change, "act": "change"})
    document = table.exported()
    assert document["house_rules"] == {"lay_offs": "found"}
    assert document["hands"][0]["lay_offs"] == []
    assert "lays off" not in table.phone.words("/hands/1")
    assert "Bob 25 − Ann 6" in table.phone.words("/hands/1")
    assert table.submit("/seat/0", text="567c QH7d 9cds ac 2d 3c", done="1") == "/lay-offs", "the players found them"


def test_also_where_hands_score_at_their_best_nothing_is_laid_off_for_a_player(client: FlaskClient) -> None:
    """Bob's leftover cards are 8♣ A♠ 2♥ 4♠, 15 points; he lays off only if he says so."""
    table = Table(client, "Ann", "Bob", game="gin-rummy", house_rules={"layout": "best"})
    table.submit(knock="0:")
    table.write(0, "567c 9cds Kcds 2d")
    assert table.write(1, "456d 3chs 8c as 2h 4s") == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Bob 15 − Ann 2" in table.words("/ruling")


def test_a_gin_that_shows_at_the_best_layout_takes_no_lay_offs(client: FlaskClient) -> None:
    """As it lies 4♣ is left over; at the best layout nothing is: Gin, without a call in Gin Rummy."""
    table = Table(client, "Ann", "Bob", game="gin-rummy", house_rules={"layout": "best"})
    table.submit(knock="0:")
    table.write(0, "567c 9cds Kcds / 4c")
    assert table.write(1, "456d 3chs 8c as 2h 4s") == "/ruling"
    assert "Ann has Gin 40 25 Gin + 15 deadwood" in table.words("/ruling")


def three(client: FlaskClient) -> Table:
    """Cid could lay 4♣ off on Ann's run, Bob his 8♣."""
    table = Table(client, "Ann", "Bob", "Cid")
    table.roll(4, 4)
    table.submit(knock="0:knock")
    table.write(0, "5-7c KKK-s 2-4h 2s 2d")
    table.write(1, "QQQ-s 9999 8c ad as 3s")
    assert table.write(2, "jjj-s 666-c 4c ks 10h 7s 5s") == "/lay-offs"
    return table


def test_three_take_turns_by_the_rules_own_order(client: FlaskClient) -> None:
    table = three(client)
    assert "Bob's turn" in table.words("/lay-offs")
    assert "That's all for everyone" in table.words("/lay-offs")
    assert (
        refusal(table, card="2:4C") == "It's Bob's turn to lay off, not Cid's: one card each, from the Knocker's left."
    )
    assert table.submit("/lay-offs", card="1:8C") == "/lay-offs"
    assert "Cid's turn" in table.words("/lay-offs")
    assert table.submit("/lay-offs", **{"pass": "1"}) == "/lay-offs", "a pass out of turn is no fault"
    assert table.submit("/lay-offs", card="2:4C") == "/lay-offs"
    assert table.submit("/lay-offs", card="2:KS") == "/lay-offs", "Bob's pass stands"
    assert table.submit("/lay-offs", **{"pass": "2"}) == "/ruling"
    assert "Not legal" not in table.words("/ruling")
    table.record()
    moves = [move.get("card", "pass") for move in table.exported()["hands"][0]["lay_offs"]]
    assert moves == ["8C", "pass", "4C", "KS", "pass"]


def test_hindsight_tells_each_of_three_what_was_missed(client: FlaskClient) -> None:
    """8♣ onto 5♣ 6♣ 7♣ leaves Bob 13 − 8 = 5; 4♣ there and K♠ onto the Kings leave Cid 36 − 14 = 22."""
    table = three(client)
    assert table.submit("/lay-offs", act="done") == "/ruling"
    said = table.words("/ruling")
    assert "Bob could have had 5 instead of 13" in said
    assert "Cid could have had 22 instead of 36" in said


def test_a_pass_with_two_players_is_nothing_that_could_be_sent(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    table.write(1, "456d KKK-s 8c as 2h 4s jd")
    for form in ({"pass": "1"}, {"card": "1:KC"}, {"card": "0:AC"}, {"card": "x"}, {"move": "1:8C"}, {"act": "best"}):
        assert table.post("/lay-offs", **form).status_code == 400


def test_a_card_laid_off_on_a_run_stands_in_its_place(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "JQKs 999-h 567h 2d ac")
    assert table.write(1, "456d AAA-c 10s 4h 8h Jd 3c") == "/lay-offs"
    for number, card in enumerate(("10S", "8H")):
        table.submit("/lay-offs", card=f"1:{card}", moves=str(number))
    lying = table.get("/lay-offs").text
    assert table.submit("/lay-offs", act="done") == "/ruling"
    for page in (lying, table.get("/ruling").text):
        labels = re.findall(r'aria-label="(\w+ of \w+)"', page)
        neighbors = list(itertools.pairwise(labels))
        assert ("10 of spades", "Jack of spades") in neighbors
        assert ("7 of hearts", "8 of hearts") in neighbors


def test_a_pass_sent_again_and_again_is_one_pass(client: FlaskClient) -> None:
    """Two for each card of a deck are as many moves as a document can have."""
    table = three(client)
    for _ in range(110):
        table.submit("/lay-offs", **{"pass": "1"})
    assert "Cid's turn" in table.words("/lay-offs")
    table.submit("/lay-offs", card="2:4C")
    table.submit("/lay-offs", act="done")
    table.record()
    lay_offs = table.exported()["hands"][0]["lay_offs"]
    assert [move["player"] for move in lay_offs] == ["Bob", "Cid"]
