"""The lay-offs screen, form by form: no hints, cards tapped and typed, gems told, turns and passes, the house rule."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.register.cases import MADE_UP_PRINT
from tests.support.pages import found_in, says, value_of, words_of
from tests.support.phones import Party
from tests.support.showdown_table import WRITTEN, Table, anna_and_ben, put_in

MARK = r'id="laying-off"[^>]*data-live="(\w+)"'
OUT_OF_TURN = "It's Bob's turn to lay off, not Cid's: one card each, from the Knocker's left."


def keys_of(answer: TestResponse) -> list[str]:
    return re.findall(r'name="card"\s+value="([^"]*)"', answer.text)


def targets_of(answer: TestResponse) -> list[str]:
    return re.findall(r'name="move"\s+value="([^"]*)"', answer.text)


@pytest.fixture
def laid(table: Table) -> Table:
    """Give Ann's run, Queen's Diamonds and set, and Bob's run and set; his 8♣ fits Ann's run."""
    assert table.showdown(*WRITTEN) == "/lay-offs"
    return table


@pytest.fixture
def emeralds(client: FlaskClient) -> Table:
    """Anna's stash is Emerald; Ben's 7♠ and J♠ fit her run, and 10♦ the stash if it shows an Emerald."""
    table = anna_and_ben(client)
    assert table.submit("/letters", gem="E") == "/lay-offs"
    return table


@pytest.fixture
def three_hands(client: FlaskClient) -> Table:
    """Bob's 8♣ and Cid's 4♣ fit Ann's run, Cid's K♠ her Kings."""
    table = Table(client, "Ann", "Bob", "Cid")
    table.roll(4, 4)
    hands = ("5-7c KKK-s 2-4h 2s 2d", "QQQ-s 9999 8c ad as 3s", "jjj-s 666-c 4c ks 10h 7s 5s")
    assert table.showdown(*hands) == "/lay-offs"
    return table


def test_every_leftover_card_can_be_tapped_and_nothing_says_what_fits(laid: Table) -> None:
    assert laid.hand.led("/ruling") == "/lay-offs", "no ruling, no hindsight before"
    page = laid.get("/lay-offs")
    assert keys_of(page) == ["1:AS", "1:2H", "1:4S", "1:8C", "1:JD"]
    assert targets_of(page) == []
    assert "That's all" in words_of(page)
    assert laid.submit("/lay-offs", card="1:8C") == "/lay-offs"
    page = laid.get("/lay-offs")
    assert "Bob lays off 8♣ on Ann's 5♣ 6♣ 7♣." in words_of(page)
    assert keys_of(page) == ["1:AS", "1:2H", "1:4S", "1:JD"]
    assert laid.submit("/lay-offs", act="done") == "/ruling"
    assert "Bob 17 − Ann 6" in laid.words("/ruling")
    assert laid.submit("/lay-offs", act="undo") == "/lay-offs"
    assert laid.submit("/lay-offs", act="done") == "/ruling"
    assert laid.laid_off() == []


def test_what_cannot_be_played_is_said_in_one_sentence(laid: Table) -> None:
    assert laid.refusal(card="1:JD") == "J♦ doesn't extend a run or join a set of Jacks."
    for typed, sentence in (
        ("8c 1", "“8c 1” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8c onto 6", "There is no meld 6 on the table."),
        ("ac onto 4", "A♣ isn't in anyone's deadwood."),
        ("8c onto 1, jd onto 3", "J♦ doesn't fit on Ann's 9♣ 9♦ 9♠: it isn't a 9."),
        ("pass", "Nobody has to pass here. Press “That's all” when everything is laid off."),
    ):
        assert laid.refusal(typed=typed) == sentence
        answer = laid.hand.post("/lay-offs", {"typed": typed}, {"HX-Request": "true", "HX-Target": "laying-off"})
        # The script replaces a block whose mark differs from that of the page fetched again.
        assert found_in(laid.get("/lay-offs"), MARK) == found_in(answer, MARK)
        assert value_of(answer, "typed") == typed
    assert laid.submit("/lay-offs", act="done") == "/ruling"
    assert laid.laid_off() == []


def test_what_the_screen_does_not_send_is_refused(laid: Table) -> None:
    for form in ({"pass": "1"}, {"card": "1:KC"}, {"card": "0:AC"}, {"card": "x"}, {"move": "1:8C"}, {"act": "best"}):
        assert laid.post("/lay-offs", **form).status_code == 400


def test_a_card_that_fits_two_melds_is_asked_about(table: Table) -> None:
    assert table.showdown("567c 8dhs 2-4d as ac", "KKK-s jjj-s 8c 9h js 2h 3c") == "/lay-offs"
    assert "own meld" in table.refusal(card="1:JS")
    assert table.submit("/lay-offs", card="1:8C") == "/lay-offs?card=1:8C"
    asked = table.get("/lay-offs?card=1:8C")
    assert "Where does 8♣ go?" in words_of(asked)
    assert targets_of(asked) == ["1:8C:0:0", "1:8C:0:1"]
    assert table.hand.led("/lay-offs?card=1:9H") == "/lay-offs", "it fits nowhere"
    assert table.post("/lay-offs", move="1:9H:0:0").status_code == 422
    assert table.submit("/lay-offs", move="1:8C:0:1") == "/lay-offs"
    table.submit("/lay-offs", act="done")
    assert table.recorded()["lay_offs"][0]["onto"] == {"player": "Ann", "meld": 1}


def test_a_card_of_unknown_gem_goes_on_a_stash_and_its_gem_is_remembered(emeralds: Table) -> None:
    """Ben is left with A♥ 2♣, 3 against Anna's 5: he undercuts, 25 and 2."""
    for card in ("7S", "JS"):
        assert emeralds.submit("/lay-offs", card=f"1:{card}") == "/lay-offs"
    assert emeralds.submit("/lay-offs", card="1:10D") == "/lay-offs?card=1:10D"
    asked = emeralds.get("/lay-offs?card=1:10D")
    assert "Is 10♦ an Emerald?" in words_of(asked)
    assert targets_of(asked) == ["1:10D:0:2"]
    emeralds.submit("/lay-offs", move="1:10D:0:2")
    emeralds.submit("/lay-offs", act="undo")
    assert emeralds.submit("/lay-offs", card="1:10D") == "/lay-offs?card=1:10D", "asked again"
    emeralds.submit("/lay-offs", move="1:10D:0:2")
    assert emeralds.submit("/lay-offs", act="done") == "/ruling"
    assert "Ben undercuts Anna 27" in emeralds.words("/ruling")
    emeralds.record()
    assert emeralds.exported()["gems"]["10D"] == "E"


def test_a_gem_that_is_told_moves_no_card_that_was_laid(client: FlaskClient) -> None:
    """Ben has a row of four, which he says is no stash; with an Emerald 9♦ it could be one. Cards score as laid."""
    gems = {card: letters for card, letters in MADE_UP_PRINT.items() if card not in {"9D", "10D"}}
    table = Table(client, "Anna", "Ben", gems=gems)
    table.roll(4, 3)
    table.showdown("ad3c5s7h 8cds jdhs 2s")
    table.tap("KH KC 5D 7C 10D QC 9D 2C 4H 6C 8H", seat=1)
    table.submit("/seat/1", **{"no-offer": "new-stash-5D-7C-10D-QC"})
    assert table.submit("/seat/1", act="as-laid") == "/lay-offs"
    before = table.lying(1)
    table.submit("/lay-offs", act="undo")
    assert table.submit("/lay-offs", move="1:9D:0:0") == "/lay-offs"
    assert "Ben's deadwood 72" in table.words("/lay-offs?again=1")
    table.submit("/lay-offs", act="done")
    table.record()
    assert table.exported()["gems"]["9D"] == "E"
    assert table.lying(1) == before


def test_three_take_turns_by_the_rules_own_order(three_hands: Table) -> None:
    assert "That's all for everyone" in three_hands.words("/lay-offs")
    assert three_hands.refusal(card="2:4C") == three_hands.refusal(typed="4c onto 1") == OUT_OF_TURN
    # A pass out of turn is no fault, and Bob's stands.
    for turn, form in (("Bob", {"card": "1:8C"}), ("Cid", {"pass": "1"}), ("Cid", {"card": "2:4C"})):
        assert f"{turn}'s turn" in three_hands.words("/lay-offs")
        assert three_hands.submit("/lay-offs", **form) == "/lay-offs"
    assert three_hands.submit("/lay-offs", typed="ks onto 2, pass") == "/ruling"
    passes = re.findall(r'id="pass-(\d)"[^>]*?(disabled)?>', three_hands.get("/lay-offs?again=1").text)
    assert passes == [("1", "disabled"), ("2", "disabled")]
    assert three_hands.laid_off() == ["8C", "pass", "4C", "KS", "pass"]


def test_a_pass_sent_again_and_again_is_one_pass(three_hands: Table) -> None:
    """Two for each card of a deck are as many moves as a document can have."""
    for _ in range(110):
        three_hands.submit("/lay-offs", **{"pass": "1"})
    three_hands.submit("/lay-offs", card="2:4C")
    three_hands.submit("/lay-offs", act="done")
    assert three_hands.laid_off() == ["pass", "4C"]


def test_each_phone_types_for_its_own_player_and_what_was_typed_is_kept_when_someone_was_faster(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    two.roll()
    ann.submit("/hand/1", knock="1:knock")
    put_in(bob, 1, WRITTEN[0])
    put_in(ann, 0, WRITTEN[1])
    says(bob.post("/hand/1/lay-offs", typed="8c onto 1"), "Each player lays off on their own phone.", status=422)
    assert 'id="typed"' not in bob.get("/hand/1/lay-offs").text
    seen = value_of(ann.get("/hand/1/lay-offs"), "seen")
    assert ann.submit("/hand/1/lay-offs", typed="8c onto 1") == "/hand/1/lay-offs?typed="
    late = ann.post("/hand/1/lay-offs", typed="8c onto 1", seen=seen)
    says(late, "Someone else just laid off. Check the melds, then enter yours again.", status=409)
    assert 'value="8c onto 1"' in late.text
