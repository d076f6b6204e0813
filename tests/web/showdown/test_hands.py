"""Hands without a script, form by form: tapped, written and counted, in batches, with their mistakes."""

import re

import pytest

from tests.support.pages import words_of
from tests.support.showdown_table import HTMX, WRITTEN, Table, lying

FEW_BYTES = 5_000
TWELVE = "a-qc"
"""As many cards as a hand of two players can have, for Big Gin."""


@pytest.fixture
def hand(table: Table) -> Table:
    """Begin a showdown in which Ann knocked with 3 and 4."""
    table.submit(knock="0:knock")
    return table


@pytest.mark.parametrize(
    ("taps", "groups"),
    [
        ("card:5C act:run card:9C", "Run: 5C 6C 7C 8C 9C"),
        ("card:QH act:rank", "Set: QH QC QD QS"),
        ("card:QH act:rank act:undo", "Deadwood: QH"),
        ("card:5C card:6C card:7C out:6C", "Deadwood: 5C 7C"),
        ("card:5C card:6C card:7C act:dead card:8C", "Run: 5C 6C 7C, Deadwood: 8C"),
        ("card:5C card:6C card:7C act:new card:8C", "Run: 5C 6C 7C, Deadwood: 8C"),
        ("run:5C-7C act:dead card:8C pick:8C act:to:0", "Run: 5C 6C 7C 8C"),
        ("run:5C-10C pick:8C pick:9C pick:10C act:new", "Run: 5C 6C 7C, Run: 8C 9C 10C"),
        ("run:5C-8C pick:8C act:dead", "Run: 5C 6C 7C, Deadwood: 8C"),
        ("card:5C pick:5C pick:5C act:new", "Deadwood: 5C"),
        ("run:7D-5D", "Run: 7D 6D 5D"),
        ("run:7D-5D act:undo run:QH-QH", "Deadwood: QH"),
        ("card:KS run:5H run:5H-6H-7H run:1X-2X run:", "Deadwood: KS"),
        ("act:done", ""),
        (": card card: act:nonsense card:1X out:: pick:KD act:to:7 act:to:x way:loose", ""),
    ],
)
def test_taps_lay_and_regroup_a_hand(hand: Table, taps: str, groups: str) -> None:
    hand.post("/seat/0", taps=taps)
    assert hand.lying() == groups


@pytest.mark.parametrize(
    ("forms", "sentence"),
    [
        ([{"act": "run"}], "Tap the card to start from first."),
        ([{"card": "5C"}, {"taps": "act:run card:9D"}], "can't be in one run: a run stays in one suit."),
        ([{"card": "7D"}, {"run": "5D-9D"}], "already in this hand"),
        ([{"run": "6S-8S"}], "in Bob's hand"),
        ([{"run": "7S-10S"}], "in Bob's hand"),
        ([{"text": "QQQ"}], "QQQ could be several"),
        ([{"text": "567"}], "567 needs a suit"),
        (
            [{"text": TWELVE}, {"card": "KC"}],
            "No hand has more than 12 cards, and this would be 13. Nothing was added.",
        ),
        ([{"text": TWELVE}, {"run": "5D-8D"}], "this would be 16."),
        ([{"text": TWELVE}, {"text": "a-qc 5d 7h"}], "this would be 14."),
        ([{"text": TWELVE}, {"taps": "out:QC card:QC"}, {"taps": "card:4C act:rank"}], "this would be 15."),
    ],
)
def test_what_cannot_be_entered_is_named_and_changes_nothing(
    hand: Table, forms: list[dict[str, str]], sentence: str
) -> None:
    hand.submit("/seat/1", text="789s")
    for form in forms[:-1]:
        hand.post("/seat/0", **form)
    before = hand.lying()
    answer = hand.post("/seat/0", **forms[-1])
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert hand.lying() == before


def test_what_was_written_last_goes_with_the_word_that_the_hand_is_in(hand: Table) -> None:
    hand.submit("/seat/0?typed=", text="567c QH7d 9cds")
    assert hand.submit("/seat/0?typed=", text=WRITTEN[0], done="done") == "/seat/1?typed="
    assert "11 of 11" in hand.words("/seat/0")
    short = hand.post("/seat/1?typed=", text="4d 5d 6d", done="done")
    assert short.status_code == 422
    assert "3 of 11 cards: 8 are missing." in words_of(short)


@pytest.mark.parametrize(
    ("text", "sentence"), [("567c QQQ 5c", "5♣ is entered twice."), ("568c", "isn't a run"), ("", "No cards yet.")]
)
def test_a_written_hand_that_cannot_be_read_stays_to_be_mended(hand: Table, text: str, sentence: str) -> None:
    refused = hand.post("/seat/0?typed=", text=text, done="done")
    assert refused.status_code == 422
    assert sentence in words_of(refused)
    assert f'value="{text}"' in refused.text


def test_choosing_cards_leaves_the_hand_where_it_is(hand: Table) -> None:
    hand.submit("/seat/0", text="567c / 9d ks")
    answer = hand.hand.post("/seat/0", {"pick": "9D"}, HTMX)
    assert answer.headers["HX-Reswap"] == "none"
    assert 'id="hand"' not in answer.text
    assert 'aria-pressed="true"' in answer.text
    assert "Tap + or new meld." in hand.words("/seat/0"), "not where it lies"
    hand.submit("/seat/0", pick="5C")
    assert "Tap +, new meld or Deadwood." in hand.words("/seat/0")


def test_a_hand_of_one_way_is_kept_when_another_is_tried(hand: Table) -> None:
    hand.tap("5C 6C 7C QC QH QS 2D")
    hand.submit("/seat/0", act="way:counted")
    wrong = hand.post("/seat/0", points="lots", done="1")
    assert "Deadwood is a whole number up to 110." in words_of(wrong)
    assert hand.submit("/seat/0", points="6", done="1") == "/seat/1"
    hand.submit("/seat/0", act="way:loose")
    assert hand.lying() == "Cards: 5C 6C 7C QC 2D QH QS"
    hand.submit("/seat/0", text="/ 2d 5c 6c 7c qc qh qs")
    hand.submit("/seat/0", act="way:laid-out")
    assert hand.lying() == "Run: 5C 6C 7C, Set: QC QH QS, Deadwood: 2D", "the groups whose cards stay are kept"
    hand.submit("/seat/0", act="way:loose")
    hand.submit("/seat/0", text="/ 2d 5c 6c 7c qc qh 3d")
    hand.submit("/seat/0", act="way:laid-out")
    assert hand.lying() == "Run: 5C 6C 7C, Deadwood: 2D QC QH 3D"


def test_cards_that_lie_apart_are_offered_until_the_player_answers(hand: Table) -> None:
    hand.tap("KD KH 2C KS 3H 4H 5H 9C 6H")
    assert "K♦ K♥ K♠: a set?" in hand.words("/seat/0")
    hand.submit("/seat/0", **{"no-offer": "new-set-KD-KH-KS"})
    assert "6♥ fits your run. Was it laid there?" in hand.words("/seat/0")
    hand.submit("/seat/0", offer="onto-run-6H")
    hand.submit("/seat/0", offer="new-set-KD-KH-KS")
    assert 'name="offer"' not in hand.get("/seat/0").text
    assert hand.lying() == "Run: 3H 4H 5H 6H, Deadwood: KD KH 2C KS 9C"


def test_cards_that_lie_together_and_are_no_meld_become_deadwood_at_one_tap(hand: Table) -> None:
    hand.submit("/seat/0", text="567c QQQ-s 9d2h4s")
    assert "not a meld" in hand.words("/seat/0")
    assert re.findall(r'value="(down:\d)"', hand.get("/seat/0").text) == ["down:2"]
    hand.submit("/seat/0", act="down:2")
    laid = "Run: 5C 6C 7C, Set: QC QD QH, Deadwood: 9D 2H 4S"
    assert hand.lying() == laid
    hand.post("/seat/0", act="down:7")  # there is no such group
    assert hand.lying() == laid


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


def test_one_batch_lays_the_last_card_and_says_that_the_hand_is_in(hand: Table) -> None:
    assert hand.post("/seat/0", taps="card:5C card:6C card:7C act:done card:8C").status_code == 422, "cards are missing"
    assert hand.lying() == "Run: 5C 6C 7C"
    assert hand.submit("/seat/0", taps="card:8C act:as-it-is card:9C") == "/seat/1"
    assert hand.lying() == "Run: 5C 6C 7C 8C"


def test_a_hand_with_a_refused_tap_is_not_ready(hand: Table) -> None:
    hand.write(1, WRITTEN[1])
    answer = hand.post("/seat/0", taps="card:5C card:KC card:6C act:done")
    assert answer.status_code == 422
    assert "Bob" in words_of(answer)
    assert hand.lying() == "Deadwood: 5C 6C"


def test_more_taps_than_anybody_makes_are_refused(hand: Table) -> None:
    assert hand.post("/seat/0", taps="card:5C " * 81, batch="b" * 200).status_code == 400
    assert hand.lying() == ""
