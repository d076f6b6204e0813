"""Lay-offs that are typed: `8c onto 1`, by the numbers on the screen; all of a text is played, or none of it."""

import html
import re

import pytest
from flask.testing import FlaskClient

from tests.support.pages import value_of, words_of
from tests.support.phones import Party
from tests.support.showdown_table import Table


def refused(table: Table, typed: str, status: int = 422, **form: str) -> str:
    """Type what is refused, see that it stays in its field, and return the sentence."""
    answer = table.post("/lay-offs", typed=typed, **form)
    assert answer.status_code == status, words_of(answer)
    field = re.search(r'name="typed"\s+form="typing"\s+value="([^"]*)"', answer.text)
    assert field
    assert html.unescape(field[1]) == typed
    assert 'aria-invalid="true"' in answer.text
    found = re.search(r'role="alert" id="unplayed">([^<]*)<', answer.text)
    assert found
    return html.unescape(found[1])


def laid_off(table: Table) -> list[str]:
    """Return what was laid off in the recorded hand."""
    table.record()
    return [move.get("card", "pass") for move in table.exported()["hands"][0]["lay_offs"]]


@pytest.fixture
def open_table(table: Table) -> Table:
    """Give Ann's run, Queen's Diamonds and set, and Bob's run and set; his 8♣ fits Ann's run."""
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert table.write(1, "456d KKK-s 8c as 2h 4s jd") == "/lay-offs"
    return table


def three(client: FlaskClient) -> Table:
    """Bob's 8♣ and Cid's 4♣ fit Ann's run, Cid's K♠ her Kings."""
    table = Table(client, "Ann", "Bob", "Cid")
    table.roll(4, 4)
    table.submit(knock="0:knock")
    table.write(0, "5-7c KKK-s 2-4h 2s 2d")
    table.write(1, "QQQ-s 9999 8c ad as 3s")
    assert table.write(2, "jjj-s 666-c 4c ks 10h 7s 5s") == "/lay-offs"
    return table


def test_a_typed_lay_off_is_played_and_the_field_is_ready_for_the_next(open_table: Table) -> None:
    page = open_table.get("/lay-offs").text
    for number, name in enumerate(
        ("Ann&#39;s run", "Ann&#39;s Queen&#39;s Diamonds", "Ann&#39;s set", "Bob&#39;s run"), 1
    ):
        assert f'aria-label="Meld {number}, {name}"' in page
    assert "autofocus" not in page
    assert open_table.submit("/lay-offs", typed="8c onto 1") == "/lay-offs?typed="
    page = open_table.get("/lay-offs?typed=").text
    assert "autofocus" in page
    assert 'data-say="Bob lays off 8 of clubs on Ann&#39;s 5 of clubs 6 of clubs 7 of clubs."' in page
    assert open_table.submit("/lay-offs", act="done") == "/ruling"
    assert laid_off(open_table) == ["8C"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("8c 1", "“8c 1” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8c onto 6", "There is no meld 6 on the table."),
        ("8c onto 0", "There is no meld 0 on the table."),
        ("5h onto 1", "5♥ isn't in anyone's deadwood."),
        ("ac onto 4", "A♣ isn't in anyone's deadwood."),
        ("jd onto 4", "J♦ can't go on Bob's own meld: lay-offs go on other players' melds."),
        ("8c onto 2", "8♣ doesn't fit on Ann's 7♦ Q♥: Queen's Diamonds can't be extended."),
        ("8c onto 1, jd onto 3", "J♦ doesn't fit on Ann's 9♣ 9♦ 9♠: it isn't a 9."),
        ("pass", "Nobody has to pass here. Press “That's all” when everything is laid off."),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence_and_plays_nothing(
    open_table: Table, typed: str, sentence: str
) -> None:
    assert refused(open_table, typed) == sentence
    assert open_table.submit("/lay-offs", act="done") == "/ruling"
    assert laid_off(open_table) == []


def test_what_was_typed_is_kept_when_someone_laid_off_meanwhile(open_table: Table) -> None:
    seen = value_of(open_table.get("/lay-offs"), "seen")
    open_table.submit("/lay-offs", card="1:8C")
    sentence = "Someone else just laid off. Check the melds, then enter yours again."
    assert refused(open_table, "8c onto 1", 409, seen=seen) == sentence


def test_three_players_take_turns_and_pass(client: FlaskClient) -> None:
    table = three(client)
    assert (
        refused(table, "4c onto 1") == "It's Bob's turn to lay off, not Cid's: one card each, from the Knocker's left."
    )
    assert table.submit("/lay-offs", typed="8c > 1, 4c > 1 and pass") == "/lay-offs?typed="
    assert table.submit("/lay-offs", typed="ks onto 2, pass") == "/ruling"
    assert laid_off(table) == ["8C", "4C", "pass", "KS", "pass"]


def test_the_melds_of_a_gin_hand_take_nothing(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", "Cid")
    table.roll(4, 4)
    table.submit(knock="0:gin")
    table.write(0, "4-7c KKK-s 2-5h")
    table.write(1, "QQQ-s 9999 8c ad as 3s")
    assert table.write(2, "jjj-s 666-c qs ks 10h 7s 5s") == "/lay-offs"
    assert refused(table, "8c onto 1") == "8♣ can't go on Ann's 4♣ 5♣ 6♣ 7♣: nobody lays off on a Gin hand."
    assert refused(table, "pass, qs onto 1").startswith("Q♠ can't go on Ann's")
    assert table.submit("/lay-offs", typed="pass, qs onto 4") == "/lay-offs?typed="


def test_a_letter_is_told_by_a_lay_off_typed_alone(client: FlaskClient) -> None:
    table = Table(client, "Anna", "Ben")
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.write(0, "8-ts Qc7d 4h6cjdas 2h 3d")
    assert table.write(1, "5hds jqkh 7s js 10d ah 2c") == "/letters"
    assert table.submit("/letters", gem="E") == "/lay-offs"
    assert refused(table, "7s > 1, 10d > 3") == "10♦ would show its gem: enter it by itself."
    assert table.submit("/lay-offs", typed="10d > 3") == "/lay-offs?typed="
    assert "Ben lays off 10♦" in table.words("/lay-offs")


def test_each_phone_types_for_its_own_player(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    two.roll()
    ann.submit("/hand/1", knock="1:knock")
    bob.write(1, "567c QH7d 9cds ac 2d 3s")
    bob.submit("/hand/1/seat/1", act="done")
    ann.write(0, "456d KKK-s 8c as 2h 4s jd")
    ann.submit("/hand/1/seat/0", act="done")
    answer = bob.post("/hand/1/lay-offs", typed="8c onto 1")
    assert answer.status_code == 422
    assert "Each player lays off on their own phone." in words_of(answer)
    assert 'id="typed"' not in bob.get("/hand/1/lay-offs").text
    assert ann.submit("/hand/1/lay-offs", typed="8c onto 1") == "/hand/1/lay-offs?typed="
