"""Hands without a script, form by form: tapped and written, mistakes, the question of Gin, letters, Gem Parts."""

import re

import pytest
from flask.testing import FlaskClient

from companion.answers.scoring import score_document
from companion.register.cases import MADE_UP_PRINT
from tests.support.pages import words_of
from tests.support.showdown_table import ANN, BOB, Table

HTMX = {"HX-Request": "true", "HX-Target": "hand"}
FEW_BYTES = 5_000


def test_cards_tapped_in_table_order_are_recorded_as_they_lay(table: Table) -> None:
    assert table.submit(knock="0:knock") == "/seat/0"
    for name in ANN.split():
        assert table.post("/seat/0", card=name).status_code == 303
    said = table.words("/seat/0")
    assert "11 of 11" in said
    assert "deadwood 6" in said
    assert table.submit("/seat/0", act="done") == "/seat/1"
    assert table.write(1, "456d KKK-s 8c as 2h 4s jd") == "/lay-offs"
    assert table.submit("/lay-offs", card="1:8C") == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    ruling = table.words("/ruling")
    assert "Ann wins 11 Bob 17 − Ann 6" in ruling
    assert "Bob 17 − Ann 6" in ruling
    answer = table.record()
    assert answer.headers["Location"] == table.address
    document = table.exported()
    hand = document["hands"][0]
    assert hand["dice"] == [3, 4]
    assert hand["players"][0]["melds"] == [["5C", "6C", "7C"], ["QH", "7D"], ["9C", "9D", "9S"]]
    assert hand["lay_offs"] == [{"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}]
    assert score_document(document)["totals"] == {"Ann": 11, "Bob": 0}


def test_a_tap_is_answered_by_a_few_bytes_that_know_the_owner_of_a_used_card(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    for name in BOB.split():
        answer = table.hand.post("/seat/1", {"card": name}, HTMX)
        assert answer.status_code == 200
        assert len(answer.data) <= FEW_BYTES
    refused = table.hand.post("/seat/1", {"card": "9C"}, HTMX)
    assert "9♣ is in Ann's hand." in words_of(refused)
    assert 'with Ann"' in table.get("/seat/1").text


def test_a_refused_tap_without_a_script_says_why_and_changes_nothing(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    answer = table.post("/seat/1", card="9C")
    assert answer.status_code == 422
    assert "9♣ is in Ann's hand." in words_of(answer)
    assert "0 of 11" in table.words("/seat/1")


@pytest.mark.parametrize(
    ("taps", "count", "groups"),
    [
        ([("card", "5C"), ("act", "run"), ("card", "9C")], "5 of 11", ["Run"]),
        ([("card", "QH"), ("act", "rank")], "4 of 11", ["Set"]),
        ([("card", "QH"), ("act", "rank"), ("act", "undo")], "1 of 11", ["Deadwood"]),
        ([("card", "5C"), ("card", "6C"), ("card", "7C"), ("out", "6C")], "2 of 11", ["Deadwood"]),
        (
            [("card", "5C"), ("card", "6C"), ("card", "7C"), ("act", "dead"), ("card", "8C")],
            "4 of 11",
            ["Run", "Deadwood"],
        ),
        (
            [("card", "5C"), ("card", "6C"), ("card", "7C"), ("act", "new"), ("card", "8C")],
            "4 of 11",
            ["Run", "Deadwood"],
        ),
        ([("text", "567c 8c 2c 3d 6h"), ("pick", "8C"), ("act", "to:0")], "7 of 11", ["Run", "Deadwood"]),
        ([("text", "5-8c 2c"), ("pick", "8C"), ("act", "dead")], "5 of 11", ["Run", "Deadwood"]),
        (
            [("text", "5-10c"), ("pick", "8C"), ("pick", "9C"), ("pick", "10C"), ("act", "new")],
            "6 of 11",
            ["Run", "Run"],
        ),
        ([("text", "5-7c"), ("act", "way:loose"), ("card", "2D")], "4 of 11", ["Cards"]),
        ([("card", "5C"), ("pick", "5C"), ("pick", "5C"), ("act", "new")], "1 of 11", ["Deadwood"]),
        ([("act", "done")], "0 of 11", []),
        ([("act", "nonsense"), ("card", "1X"), ("act", "to:7")], "0 of 11", []),
    ],
)
def test_taps_regroup_a_hand(table: Table, taps: list[tuple[str, str]], count: str, groups: list[str]) -> None:
    table.submit(knock="0:knock")
    for name, value in taps:
        table.post("/seat/0", **{name: value})
    page = table.get("/seat/0").text
    assert count in page
    assert re.findall(r'role="group"\s+aria-label="([^"]*)"', page) == groups


@pytest.mark.parametrize(
    ("taps", "sentence"),
    [
        ([("act", "run")], "Tap the card to start from first."),
        ([("card", "5C"), ("act", "run"), ("card", "9D")], "5♣ and 9♦ can't be in one run: a run stays in one suit."),
        ([("text", "QQQ-s"), ("text", "QQQ")], "QQQ could be several"),
        ([("text", "568c")], "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ([("text", "a-qc")], "1 card too many: a hand has 11."),
        ([("text", "567")], "567 needs a suit"),
    ],
)
def test_mistakes_are_named_while_entering(table: Table, taps: list[tuple[str, str]], sentence: str) -> None:
    table.submit(knock="0:knock")
    answers = [table.post("/seat/0", **{name: value}) for name, value in taps]
    said = words_of(answers[-1]) if answers[-1].status_code != 303 else table.words("/seat/0")
    assert sentence in said


def test_what_was_written_last_goes_with_the_word_that_the_hand_is_in(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0?typed=", text="567c QH7d 9cds")
    assert table.submit("/seat/0?typed=", text="567c QH7d 9cds ac 2d 3s", done="done") == "/seat/1?typed="
    table.post("/seat/0?typed=", text="567c QH7d 9cds ac 2d 3s")
    assert table.write(1, "456d KKK-s 8c as 2h 4s jd") == "/lay-offs"
    assert "11 of 11" in table.words("/seat/0")


def test_a_written_hand_that_cannot_be_read_stays_to_be_mended(table: Table) -> None:
    table.submit(knock="0:knock")
    refused = table.post("/seat/0?typed=", text="567c QQQ 5c", done="done")
    assert refused.status_code == 422
    assert "5♣ is entered twice." in words_of(refused)
    assert 'value="567c QQQ 5c"' in refused.text
    empty = table.post("/seat/0?typed=", text="", done="done")
    assert "No cards yet." in words_of(empty)


def test_choosing_cards_leaves_the_hand_where_it_is(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c 9d")
    answer = table.hand.post("/seat/0", {"pick": "9D"}, HTMX)
    assert answer.headers["HX-Reswap"] == "none"
    assert 'id="hand"' not in answer.text
    assert 'aria-pressed="true"' in answer.text


def test_a_hand_of_one_way_is_kept_when_another_is_tried(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c 9d")
    table.post("/seat/0", act="way:counted")
    wrong = table.post("/seat/0", points="lots", done="1")
    assert "Deadwood is a whole number up to 110." in words_of(wrong)
    assert table.submit("/seat/0", points="6", done="1") == "/seat/1"
    table.post("/seat/0", act="way:laid-out")
    assert "4 of 11" in table.words("/seat/0")


def test_a_knock_without_deadwood_is_asked_once_whether_gin_was_meant(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "4-8c QH7d 9cdhs")
    assert table.write(1, "456d KKK-s as 2h 4s jd 3s") == "/gin"
    assert "Did Ann call Gin?" in table.words("/gin")
    assert table.submit_without_lay_offs("/gin", call="knock") == "/ruling"
    assert "Ann wins 20 Bob 20 − Ann 0" in table.words("/ruling")
    assert table.submit("/seat/0", act="done") == "/ruling"


def test_a_hand_that_is_short_of_cards_is_not_asked_about_gin(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cdh", as_it_is=True)
    assert table.write(1, "456d KKK-s as 2h 4s jd 3s") == "/ruling"
    assert "Ann has 8 cards but should have 11." in table.words("/ruling")


def test_gin_that_was_meant_scores_and_closes_the_hand(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "4-8c QH7d 9cdhs")
    table.write(1, "456d KKK-s 3c as 2h 4s jd")
    assert table.submit("/gin", call="gin") == "/ruling"
    assert "Ann has Gin 45 25 Gin + 20 deadwood" in table.words("/ruling")


def test_the_letters_of_a_claimed_stash_are_asked_for_and_remembered(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "ah3s5c7d 9cds JJJ-s 2d")
    assert table.write(1, "456d KKK-h 2h 4s 8h 10s qc") == "/letters"
    page = table.get("/letters")
    assert "Which gem do these cards share?" in words_of(page)
    assert table.post("/letters", gem="?").status_code == 422
    assert table.submit_without_lay_offs("/letters", gem="M") == "/ruling"
    assert "stash" in table.words("/ruling")
    table.record()
    assert table.exported()["gems"] == {"AH": "M", "3S": "M", "5C": "M", "7D": "M"}
    assert "4 of 56 gems known" in words_of(table.client.get("/decks"))


def test_letters_that_were_wrong_are_asked_for_anew_before_the_hand_is_recorded(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "ah3s5c7d 9cds JJJ-s 2d")
    assert table.write(1, "456d KKK-h 2h 4s 8h 10s qc") == "/letters"
    assert table.submit_without_lay_offs("/letters", gem="M") == "/ruling"
    assert "A gem is wrong: enter it again" in table.words("/ruling")
    assert table.submit("/letters", act="forget") == "/letters"
    assert table.submit("/letters", gem="T") == "/ruling"
    table.record()
    assert set(table.exported()["gems"].values()) == {"T"}


def test_the_letters_of_a_claimed_gem_parts_are_asked_for(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c QH7d 9cds ac 2d 3s")
    table.post("/seat/0", act="claims")
    table.submit("/seat/0", act="done")
    assert table.write(1, "456d KKK-s as 2h 4s jd 3c") == "/letters"
    told, then = table.answer_gems(MADE_UP_PRINT)
    assert (then, set(told) <= set(ANN.split())) == ("/ruling", True)
    said = table.words("/ruling")
    assert "Not legal" in said
    assert re.search("Ann claimed Gem Parts, but .* (is|are) missing", said)
    assert "Gem Parts" in table.words("/seat/0"), "there the claim is taken back"
    table.post("/seat/0", act="claims")
    assert table.submit_without_lay_offs("/seat/0", act="done") == "/ruling"
    assert "Not legal" not in table.words("/ruling")


def test_a_claim_of_gem_parts_can_be_taken_back(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c QH7d 9cds ac 2d 3s")
    table.post("/seat/0", act="claims")
    table.submit("/seat/0", act="done")
    table.write(1, "456d KKK-s as 2h 4s jd 3c")
    assert table.submit_without_lay_offs("/letters", act="withdraw") == "/ruling"


def test_a_stash_is_offered_only_for_cards_that_may_share_a_gem(table: Table) -> None:
    table.submit(knock="0:knock")
    for text, offered in (("AH 2C 7D 9C", False), ("AH 3C 7D 9S", True), ("AH 3C 7D", False)):
        for name in text.split():
            table.post("/seat/0", card=name)
        assert ("a stash?" in table.words("/seat/0")) == offered, text
        for name in text.split():
            table.post("/seat/0", out=name)


def test_a_stash_stays_offered_and_takes_no_later_card(table: Table) -> None:
    table.submit(knock="0:knock")
    for name in ["AH", "3C", "7D", "9S", "KD"]:
        table.post("/seat/0", card=name)
    assert "A♥ 3♣ 7♦ 9♠: a stash?" in table.words("/seat/0")
    table.post("/seat/0", offer="new-stash-AH-3C-7D-9S")
    page = table.get("/seat/0")
    assert re.findall(r'role="group"\s+aria-label="([^"]*)"', page.text) == ["Stash of unknown gem", "Deadwood"]
    assert "K♦: in your stash too?" in table.words("/seat/0")


def test_cards_that_lie_apart_are_offered_until_the_player_answers(table: Table) -> None:
    table.submit(knock="0:knock")
    for name in ["KD", "KH", "2C", "KS", "3H", "4H", "5H", "9C", "6H"]:
        table.post("/seat/0", card=name)
    assert "K♦ K♥ K♠: a set?" in table.words("/seat/0")
    table.post("/seat/0", **{"no-offer": "new-set-KD-KH-KS"})
    assert "6♥ fits your run. Was it laid there?" in table.words("/seat/0")
    table.post("/seat/0", offer="onto-run-6H")
    table.post("/seat/0", offer="new-set-KD-KH-KS")
    page = table.get("/seat/0").text
    assert 'name="offer"' not in page
    assert re.findall(r'role="group"\s+aria-label="([^"]*)"', page) == ["Run", "Deadwood"]


def test_cards_that_lie_together_and_are_no_meld_become_deadwood_at_one_tap(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c QQQ-s 9d2h4s")
    assert "not a meld" in table.words("/seat/0")
    assert table.get("/seat/0").text.count('value="down:') == 1
    table.post("/seat/0", act="down:2")
    assert 'aria-label="Deadwood"' in table.get("/seat/0").text
    laid = table.words("/seat/0")
    assert "not a meld" not in laid
    table.post("/seat/0", act="down:7")  # there is no such group
    assert table.words("/seat/0") == laid


def test_a_key_names_the_owner_of_its_card_and_shows_no_single_letter_that_could_be_a_gem(client: FlaskClient) -> None:
    table = Table(client, "Grandma", "G", "Grant")
    table.roll(3, 4)
    table.submit(knock="0:knock")
    for seat, card in enumerate(("5C", "6C", "7C")):
        table.post(f"/seat/{seat}", card=card)
    page = table.get("/seat/2").text
    assert re.findall(r"<i>([^<]*)</i>", page) == ["Grd", "G’s"], "Gra begins Grant too"
    page = table.get("/seat/1").text
    assert re.findall(r"<i>([^<]*)</i>", page) == ["Grd", "Grt"]
    assert "6 of clubs, with G" in table.get("/seat/0").text


def test_deadwood_is_not_offered_to_cards_that_lie_there(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c / 9d ks")
    table.post("/seat/0", pick="9D")
    assert "Tap + or new meld." in table.words("/seat/0")
    table.post("/seat/0", pick="5C")
    assert "Tap +, new meld or Deadwood." in table.words("/seat/0")


def test_the_hands_of_the_others_say_who_ended_the_round(table: Table) -> None:
    table.submit(knock="0:gin")
    assert "Ann called Gin" in table.words("/seat/1")
    assert "Ann called Gin" not in table.words("/seat/0")


def test_cards_typed_one_by_one_lie_as_if_they_were_tapped(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0?typed=", text="7c 7d 7h 7s 8s 9s 2d")
    page = table.get("/seat/0")
    assert re.findall(r'role="group"\s+aria-label="([^"]*)"', page.text) == ["Set", "Run", "Deadwood"]
    assert "deadwood 2 " in words_of(page)
    # With a group among them single cards are deadwood, as the examples say.
    table.post("/seat/0?typed=", text="567c 7d 7h 7s")
    assert re.findall(r'role="group"\s+aria-label="([^"]*)"', table.get("/seat/0").text) == ["Run", "Deadwood"]
