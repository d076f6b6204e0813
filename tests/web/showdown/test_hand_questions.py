"""What is asked when a hand is finished, and where each answer leads."""

import pytest

from tests.support.pages import words_of
from tests.support.showdown_table import Table


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


def test_an_illegal_knock_goes_on_only_when_the_player_says_so(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c QQQ-s 9cds / ks qs")
    assert "20 is over 7." in done(table)
    assert table.submit("/seat/0", act="as-laid") == "/seat/1"


def test_gin_with_deadwood_may_have_been_a_knock(table: Table) -> None:
    table.submit(knock="0:gin")
    table.post("/seat/0", text="567c QQQ-s 9cds / as 2s")
    assert "Gin with 3 left: a knock?" in done(table)
    assert table.submit("/seat/0", call="knock") == "/seat/1"


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
