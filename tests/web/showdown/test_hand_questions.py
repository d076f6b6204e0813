"""What is asked when a hand is finished, and where each answer leads."""

import pytest

from tests.support.pages import words_of
from tests.support.phones import Party
from tests.support.showdown_table import WRITTEN, Table, knock, put_in

OVER = (
    "Not legal. Ann can't knock with 20: that's 13 over the limit of 7, which the dice 3 and 4 set. The hand goes on."
)
OVER_THE_LIMIT = "567c QQQ-s 9cds / ks qs"
WITH_THREE = "567c QQQ-s 9cds / as 2s"
LEGAL = "567c QQQ-s 9cds ac 2d"
BOB = "KKK-s 456d 8c 2h 4s jd 3c"
MAY_BE_A_STASH = "5C 6C 7C 8H 8D 8S 9C 4H KD 7H AS"


def done(table: Table, seat: int = 0) -> str:
    answer = table.post(f"/seat/{seat}", act="done")
    assert answer.status_code == 422
    return words_of(answer)


@pytest.mark.parametrize(
    ("cards", "question", "answer"),
    [
        (MAY_BE_A_STASH, "31 is over 7. 9♣ 4♥ K♦ 7♥: a stash?", {"offer": "new-stash-9C-4H-KD-7H"}),
        ("3H 4H 5H 9C 9D 9S QC QD QH AS 6H", "6♥ fits your run. Was it laid there?", {"offer": "onto-run-6H"}),
        ("7C 7D 7H 7S 2D 8S 9S QC QD QH QS", "Do they lie like this on the table?", {"act": "way:loose"}),
        (
            "7C 7D 7H 7S 8S 9S 10S QC QD QH AS",
            "These cards can lie in two ways.",
            {"reading": "7C-7D-7H-7S_8S-9S-10S_QC-QD-QH"},
        ),
    ],
)
def test_how_the_cards_lie_is_asked_before_the_hand_is_in(
    table: Table, cards: str, question: str, answer: dict[str, str]
) -> None:
    table.submit(knock="0:knock")
    table.tap(cards)
    assert question in done(table)
    table.submit("/seat/0", **answer)
    assert question not in table.words("/seat/0")
    assert table.submit("/seat/0", act="as-laid") == "/seat/1"


def test_a_reading_that_is_none_changes_nothing(table: Table) -> None:
    table.submit(knock="0:knock")
    table.submit("/seat/0", text=LEGAL)
    table.submit("/seat/0", reading="nonsense")
    assert table.submit("/seat/0", act="done") == "/seat/1"


@pytest.mark.parametrize("way", ["laid-out", "counted"])
def test_an_illegal_knock_is_ruled_before_the_others_show_their_cards(table: Table, way: str) -> None:
    table.submit(knock="0:knock")
    table.submit("/seat/0", act=f"way:{way}")
    entered = {"points": "20"} if way == "counted" else {"text": OVER_THE_LIMIT}
    words = words_of(table.post("/seat/0", **entered, done="1"))
    assert OVER in words
    assert "Play on Correct the hand" in words
    assert table.submit("/seat/0", act="as-laid") == "/seat/1", "the table may still show all hands"
    table.submit("/seat/1", text=BOB)
    assert table.post("/play-on").location == table.address
    assert "Who knocked?" in table.words()


def test_an_illegal_knock_is_ruled_once_no_meld_of_it_is_in_question(table: Table) -> None:
    table.submit(knock="0:knock")
    table.tap(MAY_BE_A_STASH)
    page = table.post("/seat/0", act="done").text
    assert 'value="rule"' in page
    assert 'value="as-laid"' not in page
    ruled = words_of(table.post("/seat/0", act="rule"))
    assert "Not legal. Ann can't knock with 31: that's 24 over the limit of 7" in ruled


def test_only_the_scorekeeper_plays_on_over_hands_that_lie_face_down(three: Party) -> None:
    ann, (bob, _) = three.owner, three.guests
    three.roll()
    bob.submit("/hand/1", knock="1:knock")
    put_in(ann, 0, "456d Kcdh 8c as 2h 4s jd")
    bob.write(1, OVER_THE_LIMIT)
    page = bob.post("/hand/1/seat/1", act="done").text
    assert "Bob can&#39;t knock with 20" in page
    assert "Play on" not in page
    assert 'value="as-laid"' in page


def test_gin_with_deadwood_is_ruled_with_the_knock_that_it_may_have_been(table: Table) -> None:
    table.submit(knock="0:gin")
    table.submit("/seat/0", text=WITH_THREE)
    words = done(table)
    assert "Not legal. Ann called Gin but still has 3 points of deadwood (A♠ 2♠)." in words
    assert "It was a knock" in words
    assert "Play on" in words
    assert table.submit("/seat/0", call="knock") == "/seat/1"


def test_a_call_that_was_not_legal_is_ruled_as_the_knock_it_was_in_one_tap(table: Table) -> None:
    assert table.submit(knock="0:gin") == "/seat/0"
    table.write(0, WITH_THREE)
    assert table.write(1, BOB) == "/ruling"
    assert "It was a knock: rule it so" in table.words("/ruling")
    assert table.submit("/gin", call="knock") == "/lay-offs"
    table.submit("/lay-offs", act="done")
    assert "Not legal" not in table.words("/ruling")


def test_a_knock_without_deadwood_is_asked_whether_gin_was_meant(table: Table) -> None:
    assert table.showdown(LEGAL, BOB) == "/lay-offs"
    assert table.hand.led("/gin") == "/lay-offs", "it has deadwood"
    assert table.write(0, "7-10d 567c QQQQ") == "/gin"
    assert "Did Ann call Gin?" in table.words("/gin")
    assert table.submit_without_lay_offs("/gin", call="knock") == "/ruling"
    assert "Bob 27 − Ann 0" in table.words("/ruling")
    assert table.submit("/seat/0", act="done") == "/ruling", "it is asked once"
    assert table.submit("/gin", call="gin") == "/ruling", "the answer can be changed"
    assert "Ann has Gin 52 25 Gin + 27 deadwood" in table.words("/ruling")


def test_the_knocker_is_asked_for_gin_on_their_own_phone(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, WRITTEN[1])
    assert put_in(ann, 0, "567c QH7d 9cds Jchs") == "/hand/1/gin"
    assert "Ann is asked whether Gin was called." in bob.words("/hand/1/wait")
    assert bob.led("/hand/1/gin") == "/hand/1/wait"
    ann.submit("/hand/1/gin", call="gin")
    assert bob.led("/hand/1/wait") == "/hand/1/ruling"
