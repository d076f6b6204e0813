"""What is asked when a hand is finished, and where each answer leads."""

import pytest

from tests.support.pages import words_of
from tests.support.phones import Party
from tests.support.showdown_table import Table

OVER = (
    "Not legal. Ann can't knock with 20: that's 13 over the limit of 7, which the dice 3 and 4 set. The hand goes on."
)


def tap(table: Table, names: str, seat: int = 0) -> None:
    for name in names.split():
        table.post(f"/seat/{seat}", card=name)


def done(table: Table, seat: int = 0) -> str:
    return words_of(table.post(f"/seat/{seat}", act="done"))


def test_a_knock_over_the_limit_is_asked_about_where_it_is_entered(table: Table) -> None:
    table.submit(knock="0:knock")
    tap(table, "5C 6C 7C 8H 8D 8S 9C 4H KD 7H AS")
    words = done(table)
    assert "31 is over 7. 9♣ 4♥ K♦ 7♥: a stash?" in words
    table.post("/seat/0", offer="new-stash-9C-4H-KD-7H")
    assert "A♠: in your stash too?" in done(table)
    assert table.submit("/seat/0", act="as-laid") == "/seat/1"


def test_a_stash_of_unknown_gems_is_asked_about_whoever_may_have_laid_it(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c QQQ-s 999-h / as 2s")
    assert table.submit("/seat/0", act="done") == "/seat/1"
    tap(table, "8H 8D 8S JS JH JC 10S 5S KH 7D AD", seat=1)
    assert "10♠ 5♠ K♥ 7♦: a stash?" in done(table, seat=1)
    table.post("/seat/1", offer="new-stash-10S-5S-KH-7D")
    assert "11 of 11 deadwood 1 " in table.words("/seat/1")


def test_an_illegal_knock_is_ruled_before_the_others_show_their_cards(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c QQQ-s 9cds / ks qs")
    words = done(table)
    assert OVER in words
    assert "Play on" in words
    assert "Correct the hand" in words
    assert table.submit("/seat/0", act="as-laid") == "/seat/1", "the table may still show all hands"
    table.post("/seat/1", text="KKK-s 456d 8c 2h 4s jd 3c")
    assert table.post("/play-on").location == table.address
    assert "Who knocked?" in table.words()


def test_an_illegal_knock_is_ruled_once_no_meld_of_it_is_in_question(table: Table) -> None:
    table.submit(knock="0:knock")
    tap(table, "5C 6C 7C 8H 8D 8S 9C 4H KD 7H AS")
    page = table.post("/seat/0", act="done").text
    assert 'value="rule"' in page
    assert 'value="as-laid"' not in page
    assert "Not legal. Ann can't knock with 31: that's 24 over the limit of 7, which the dice 3 and 4 set." in words_of(
        table.post("/seat/0", act="rule")
    )


def test_an_illegal_gin_is_ruled_with_the_knock_that_it_may_have_been(table: Table) -> None:
    table.submit(knock="0:gin")
    table.post("/seat/0", text="567c QQQ-s 9cds / as 2s")
    words = done(table)
    assert "Not legal. Ann called Gin but still has 3 points of deadwood (A♠ 2♠)." in words
    assert "It was a knock" in words
    assert "Play on" in words


def test_a_counted_knock_over_the_limit_is_ruled_too(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", act="way:counted")
    words = words_of(table.post("/seat/0", points="20", done="1"))
    assert OVER in words
    assert "Play on" in words
    assert table.submit("/seat/0", act="as-laid") == "/seat/1"


def test_a_recorded_hand_that_is_corrected_does_not_go_on(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QQQ-s 9cds ac 2d")
    table.write(1, "KKK-s 456d 8c 2h 4s jd 3c")
    table.submit("/lay-offs", act="done")
    table.record()
    table.post("/seat/0", text="567c QQQ-s 9cds / ks qs")
    words = done(table)
    assert "20 is over 7." in words
    assert "Play on" not in words


def test_only_the_scorekeeper_plays_on_over_hands_that_lie_face_down(three: Party) -> None:
    ann, (bob, _) = three.owner, three.guests
    three.roll()
    bob.submit("/hand/1", knock="1:knock")
    ann.write(0, "456d Kcdh 8c as 2h 4s jd")
    ann.submit("/hand/1/seat/0", act="done")
    bob.write(1, "567c QQQ-s 9cds / ks qs")
    page = bob.post("/hand/1/seat/1", act="done").text
    assert "Bob can&#39;t knock with 20" in page
    assert "Play on" not in page
    assert 'value="as-laid"' in page


def test_gin_with_deadwood_may_have_been_a_knock(table: Table) -> None:
    table.submit(knock="0:gin")
    table.post("/seat/0", text="567c QQQ-s 9cds / as 2s")
    assert "It was a knock" in done(table)
    assert table.submit("/seat/0", call="knock") == "/seat/1"


def test_gin_with_a_group_that_is_no_meld_was_no_knock_either(table: Table) -> None:
    """Without 9♣ 9♦ 4♠ the deadwood is 3, but these three count too."""
    table.submit(knock="0:gin")
    table.post("/seat/0", text="567c QQQ-s 9c9d4s / as 2s")
    words = done(table)
    assert "3 points of deadwood (A♠ 2♠) besides what isn't a meld. The hand goes on." in words
    assert "It was a knock" not in words


def test_cards_that_lie_apart_are_asked_about_before_the_hand_is_in(table: Table) -> None:
    table.submit(knock="0:knock")
    tap(table, "3H 4H 5H 9C 9D 9S QC QD QH AS 6H")
    assert "6♥ fits your run. Was it laid there?" in done(table)
    assert table.submit("/seat/0", act="as-laid") == "/seat/1"


def test_a_hand_that_may_lie_better_is_asked_about_without_naming_how(table: Table) -> None:
    table.submit(knock="0:knock")
    tap(table, "7C 7D 7H 7S 2D 8S 9S QC QD QH")
    table.post("/seat/0", card="QS")
    words = done(table)
    assert "Do they lie like this on the table?" in words
    table.post("/seat/0", act="way:loose")
    assert table.submit("/seat/0", act="done") == "/seat/1"


def test_equal_readings_are_asked_about(table: Table) -> None:
    table.submit(knock="0:knock")
    tap(table, "7C 7D 7H 7S 8S 9S 10S QC QD QH AS")
    assert "These cards can lie in two ways." in done(table)
    table.post("/seat/0", reading="7C-7D-7H-7S_8S-9S-10S_QC-QD-QH")
    assert table.submit("/seat/0", act="done") == "/seat/1"
    table.post("/seat/0", reading="nonsense")
    assert table.submit("/seat/0", act="done") == "/seat/1"


@pytest.mark.parametrize("taps", ["KD KH 2C KS 3H 4H 5H 9C 9D 9S AS"])
def test_what_was_put_down_is_not_asked_about(table: Table, taps: str) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", act="dead")
    tap(table, taps)
    assert "a set?" not in done(table)


def test_a_call_that_was_not_legal_is_ruled_as_the_knock_it_was_in_one_tap(table: Table) -> None:
    table.submit(knock="0:gin")
    table.write(0, "567c QQQ-s 9cds as 2s")
    table.write(1, "KKK-s 456d 8c 2h 4s jd 3c")
    words = table.words("/ruling")
    assert "Not legal" in words
    assert "It was a knock: rule it so" in words
    assert table.submit("/gin", call="knock") == "/lay-offs"
    table.submit("/lay-offs", act="done")
    assert "Not legal" not in table.words("/ruling")


def test_no_call_is_offered_where_none_would_be_legal(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QQQ-s 9cds ks qs")
    table.write(1, "KKK-s 456d 8c 2h 4s jd 3c")
    assert "rule it so" not in table.words("/ruling")


def test_numbers_of_a_knock_without_deadwood_are_asked_about(table: Table) -> None:
    numbers = {"knocker": "0", "points-0": "0", "points-1": "22"}
    assert table.submit("/numbers", call="gin", **numbers) == "/ruling"
    assert table.submit("/numbers", call="knock", **numbers) == "/gin"
    assert table.submit("/gin", call="gin") == "/ruling"
    assert "Ann called Gin" in table.words("/ruling")
