"""Hands without a script, form by form: tapped, written and counted, what is asked about them, and their mistakes."""

import re

import pytest

from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import best_layouts
from tests.support.pages import says
from tests.support.phones import Party
from tests.support.showdown_table import HTMX, WRITTEN, Table, lying, put_in

TWELVE = "a-qc"
"""As many cards as a hand of two players can have, for Big Gin."""
OVER_THE_LIMIT = "567c QQQ-s 9cds / ks qs"
WITH_THREE = "567c QQQ-s 9cds / as 2s"
LEGAL = "567c QQQ-s 9cds ac 2d"
BOB = "KKK-s 456d 8c 2h 4s jd 3c"
MAY_BE_A_STASH = "5C 6C 7C 8H 8D 8S 9C 4H KD 7H AS"


@pytest.fixture
def hand(table: Table) -> Table:
    """Begin a showdown in which Ann knocked with 3 and 4."""
    table.submit(knock="0:knock")
    return table


def done(table: Table, *said: str, path: str = "/seat/0", **form: str) -> None:
    """Post what is refused or asked about, if nothing else that a hand is in, and see what the page says."""
    says(table.post(path, **(form or {"act": "done"})), *said, status=422)


@pytest.mark.parametrize(
    ("taps", "groups"),
    [
        ("card:5C act:run card:9C", "Run: 5C 6C 7C 8C 9C"),
        ("card:QH act:rank", "Set: QH QC QD QS"),
        ("card:5C card:6C card:7C act:new card:8C", "Run: 5C 6C 7C, Deadwood: 8C"),
        ("run:5C-7C act:dead card:8C pick:8C act:to:0", "Run: 5C 6C 7C 8C"),
        ("run:5C-10C pick:8C pick:9C pick:10C act:new", "Run: 5C 6C 7C, Run: 8C 9C 10C"),
        ("run:7D-5D act:undo run:QH-QH", "Deadwood: QH"),
        ("card:KS run:5H run:5H-6H-7H run:1X-2X run:", "Deadwood: KS"),
        ("card:5C " * 81, ""),
        (": card card: act:nonsense card:1X out:: pick:KD act:to:7 act:to:x way:loose", ""),
    ],
)
def test_taps_lay_and_regroup_a_hand(hand: Table, taps: str, groups: str) -> None:
    answer = hand.post("/seat/0", taps=taps)
    assert (answer.status_code == 400) == (len(taps) > 400), "more taps than anybody makes"
    assert hand.lying() == groups


@pytest.mark.parametrize(
    ("forms", "sentence"),
    [
        ([{"act": "run"}], "Tap the card to start from first."),
        ([{"card": "5C"}, {"taps": "act:run card:9D"}], "can't be in one run: a run stays in one suit."),
        ([{"card": "7D"}, {"run": "5D-9D"}], "already in this hand"),
        ([{"run": "6S-8S"}], "in Bob's hand"),
        ([{"text": "567"}], "567 needs a suit"),
        ([{"text": TWELVE}, {"card": "KC"}], "more than 12 cards, and this would be 13. Nothing was added."),
        ([{"text": TWELVE}, {"taps": "out:QC card:QC"}, {"taps": "card:4C act:rank"}], "this would be 15."),
    ],
)
def test_what_cannot_be_entered_is_named(hand: Table, forms: list[dict[str, str]], sentence: str) -> None:
    hand.submit("/seat/1", text="789s")
    for form in forms[:-1]:
        hand.post("/seat/0", **form)
    before = hand.lying()
    done(hand, sentence, **forms[-1])
    assert hand.lying() == before


def test_what_was_written_last_goes_with_the_word_that_the_hand_is_in(hand: Table) -> None:
    hand.submit("/seat/0?typed=", text="567c QH7d 9cds")
    assert hand.submit("/seat/0?typed=", text=WRITTEN[0], done="done") == "/seat/1?typed="
    assert "11 of 11" in hand.words("/seat/0")
    for text, sentence in (("", "No cards yet."), ("234h KKK 2h", "2♥ is entered twice."), ("235h", "isn't a run")):
        refused = hand.post("/seat/1?typed=", text=text, done="done")
        says(refused, sentence, status=422)
        assert f'value="{text}"' in refused.text


def test_a_hand_of_one_way_is_kept_when_another_is_tried(hand: Table) -> None:
    hand.tap("5C 6C 7C QC QH QS 2D")
    hand.submit("/seat/0", act="way:counted")
    done(hand, "Deadwood is a whole number up to 110.", points="lots", done="1")
    assert hand.submit("/seat/0", points="6", done="1") == "/seat/1"
    hand.submit("/seat/0", act="way:loose")
    assert hand.lying() == "Cards: 5C 6C 7C QC 2D QH QS"
    for written, laid in (
        ("/ 2d 5c 6c 7c qc qh qs", "Run: 5C 6C 7C, Set: QC QH QS, Deadwood: 2D"),
        ("/ 2d 5c 6c 7c qc qh 3d", "Run: 5C 6C 7C, Deadwood: 2D QC QH 3D"),
    ):
        hand.submit("/seat/0", act="way:loose")
        hand.submit("/seat/0", text=written)
        hand.submit("/seat/0", act="way:laid-out")
        assert hand.lying() == laid, "the groups whose cards stay are kept"


def test_a_batch_that_is_sent_again_changes_nothing_more(hand: Table) -> None:
    hand.submit("/seat/0", taps="card:5C card:6C card:7C card:KS", batch="first")
    again = {"taps": "act:undo act:undo card:AS pick:AS act:claims", "batch": "second"}
    hand.submit("/seat/0", **again)
    answer = hand.hand.post("/seat/0", again, HTMX)
    assert lying(answer) == hand.lying() == "Deadwood: 5C 6C AS"
    for pressed in ("lAS", "claims"):
        assert re.search(rf'id="{pressed}".*?aria-pressed="true"', hand.get("/seat/0").text, re.DOTALL)
    hand.submit("/seat/0", taps="act:undo", batch="third")
    assert hand.lying() == "Deadwood: 5C 6C"


def test_a_batch_with_its_last_card_and_the_word_that_the_hand_is_in_is_not_in_with_a_refused_tap(hand: Table) -> None:
    hand.submit("/seat/1", card="KC")
    done(hand, "Bob", taps="card:5C card:KC card:6C act:as-it-is")
    assert hand.lying() == "Deadwood: 5C 6C"
    assert hand.submit("/seat/0", taps="card:7C act:as-it-is card:9C") == "/seat/1"
    assert hand.lying() == "Run: 5C 6C 7C"


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
def test_how_the_cards_lie_is_asked(hand: Table, cards: str, question: str, answer: dict[str, str]) -> None:
    hand.tap(cards)
    done(hand, question)
    hand.submit("/seat/0", reading="nonsense")
    hand.submit("/seat/0", **answer)
    assert question not in hand.words("/seat/0")
    assert hand.submit("/seat/0", act="as-laid") == "/seat/1"


@pytest.mark.parametrize(("way", "entered"), [("laid-out", {"text": OVER_THE_LIMIT}), ("counted", {"points": "20"})])
def test_an_illegal_knock_is_ruled_before_others_show_cards(hand: Table, way: str, entered: dict[str, str]) -> None:
    hand.submit("/seat/0", act=f"way:{way}")
    over = "Not legal. Ann can't knock with 20: that's 13 over the limit of 7, which the dice 3 and 4 set."
    done(hand, f"{over} The hand goes on.", "Play on Correct the hand", **entered, done="1")
    assert hand.submit("/seat/0", act="as-laid") == "/seat/1", "the table may still show all hands"
    hand.submit("/seat/1", text=BOB)
    assert hand.post("/play-on").location == hand.address
    assert "Who knocked?" in hand.words()


def test_only_the_scorekeeper_plays_on_over_hands_that_lie_face_down(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    two.roll()
    bob.submit("/hand/1", knock="1:knock")
    put_in(ann, 0, WRITTEN[1])
    bob.write(1, OVER_THE_LIMIT)
    page = bob.post("/hand/1/seat/1", act="done")
    says(page, "Bob can't knock with 20", but=["Play on"])
    assert 'value="as-laid"' in page.text


def test_gin_with_deadwood_is_ruled_with_the_knock_that_it_may_have_been(table: Table) -> None:
    table.submit(knock="0:gin")
    assert "No deadwood" in table.words("/seat/0")
    table.submit("/seat/0", text=WITH_THREE)
    done(table, "Not legal. Ann called Gin but still has 3 points of deadwood (A♠ 2♠).", "It was a knock")
    assert table.submit("/seat/0", call="knock") == "/seat/1"
    table.submit(knock="0:gin")
    assert table.submit("/seat/0", act="as-laid") == "/seat/1"
    assert table.write(1, BOB) == "/ruling"
    assert "It was a knock: rule it so" in table.words("/ruling")
    assert table.submit_without_lay_offs("/gin", call="knock") == "/ruling"


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


def test_hands_whose_search_is_given_up_are_kept(hand: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for seat, text in enumerate(("3C 4C 5C 3D 4D 5D 3H 4H 5H AS 2C", "6C 8C 10C QC 6D 8D 10D QD 7H 9H JH")):
        hand.submit(f"/seat/{seat}", act="way:loose")
        hand.submit(f"/seat/{seat}?typed=", text=text)
    hand.submit("/seat/0", act="as-laid")
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    best_layouts.cache_clear()
    judge.cache_clear()
    given_up = "A hand of these cards can be laid out in too many ways. Everything that was entered is kept."
    done(hand, given_up, "count the deadwood and enter only the number", path="/seat/1", act="as-laid")
    part = hand.hand.post("/seat/1", {"act": "as-laid"}, HTMX)
    assert (part.headers["HX-Retarget"], part.headers["HX-Reswap"]) == ("body", "innerHTML")
    assert [hand.words(f"/seat/{seat}").count("11 of 11") for seat in (0, 1)] == [1, 1]
