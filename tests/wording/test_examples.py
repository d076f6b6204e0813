"""Small sentences by example."""

import pytest

from companion.documents.game import RecordedHand
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gem2.lines import Side
from companion.rules.gem2.solo import SoloRound
from companion.rules.gem2.turn import Deal
from companion.rules.rummy.entry import NotLaid, Refusal
from companion.rules.rummy.melds import Meld, MeldContext, classify
from companion.wording.game import scores
from companion.wording.game_end import (
    duration,
    games_so_far,
    given_away_note,
    settled_reason,
    won_by_words,
)
from companion.wording.gem2_card import round_change
from companion.wording.gem2_table import deal_words
from companion.wording.history import undo_sentence
from companion.wording.learning import as_move, move_question, penalty_question, round_points_question, wrong_sentence
from companion.wording.rulings import (
    group_words,
    responses_summary,
    spoken,
    total_words,
)
from companion.wording.scores import left_words
from companion.wording.showdown import refusal_sentence


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        # a game at its table
        (scores({"Ann": 11, "Bob": 0}), "Ann\N{NO-BREAK SPACE}+11"),
        # the end of a game
        (won_by_words({"Ann": 300, "Bob": 100}), "Ann wins by 200"),
        (won_by_words({"Ann": 150, "Bob": 150}), "a tie"),
        (
            settled_reason(["Ann"], 100, {"Ann": 170, "Bob": 180}),
            "Ann reached 100. In the end it is 170 to 180, so Bob wins by 10.",
        ),
        (games_so_far({"Ann": 1, "Tom": 2}), "Tom leads 2 : 1."),
        (games_so_far({"Ann": 1, "Tom": 1}), "1 : 1 so far."),
        (games_so_far({"Ann": 1, "Tom": 0, "Mia": 2}), "Games won: Ann 1, Tom 0, Mia 2."),
        (
            given_away_note({"Ann": 3, "Bob": 3}, {"Ann": 3, "Bob": 3}).partition(": ")[2],
            "what a better layout or lay-off of the same cards would have changed in the score.",
        ),
        (
            given_away_note({"Ann": 3, "Bob": 2}, {"Ann": 3, "Bob": 3}).partition(". ")[2],
            "Known where cards were entered: Ann 3, Bob 2 of 3 hands.",
        ),
        (duration(48), "48 minutes"),
        (duration(60), "1 hour"),
        (duration(125), "2 hours 5 minutes"),
        # deals of Gem II
        (
            deal_words({Side.FIRST: "Ann", Side.SECOND: "Bob"}, Deal(2, 1), Side.FIRST),
            "Ann took off 2, Bob finished with 1",
        ),
        (deal_words({Side.FIRST: "Ann", Side.SECOND: "Bob"}, Deal(3), Side.FIRST, 5), "Ann took off 3 (+15)"),
        # the history
        (undo_sentence("note on hand 3", redone=True), "Redone: note on hand 3."),
        # questions and answers
        (wrong_sentence("12", "14"), "No: it's 12, not 14."),
        (wrong_sentence("no", "yes"), "Wrong: the answer is no."),
        (
            as_move("V Emerald moved into the space of pile 4.", 3),
            "V Emerald moved into the space of pile 4, as Move 3.",
        ),
        (move_question("The turn was passed.", None, passed=True), "The turn was passed. Is that allowed?"),
        (penalty_question("V Ruby came off.", 2), "V Ruby came off. Which penalty can the other side call on Level 2?"),
        (round_points_question("Ann", 1, finished=True), "How many points does Ann score in round 1?"),
        # rulings
        (responses_summary(["Ann"], [], ["Ann", "Bob"]), "Accepted by Ann. Bob hasn't answered yet."),
        (
            spoken("Ben lays off 8♣ on Ann's 5♣. Bob 17 − Ann 6."),
            "Ben lays off 8 of clubs on Ann's 5 of clubs. Bob 17 minus Ann 6.",
        ),
        (spoken("Ann wins 27: 25 undercut + 2 difference."), "Ann wins 27: 25 undercut plus 2 difference."),
        (spoken("Bob 17 − Ann 6 = 11, raised to 25"), "Bob 17 minus Ann 6 equals 11, raised to 25"),
        (spoken("Ann and J♣"), "Ann and Jack of clubs"),
        (total_words(110, [55, 55, 0]), "55 in game 1, 55 in game 2, 0 in game 3"),
        # labels of a hand
        (left_words(5, 7, counted=False), "5 left, 7 allowed"),
        (left_words(17, None, counted=True), "17 counted"),
        (left_words(3, 0, counted=False), "3 left, only Gin allowed"),
        (left_words(10, None, counted=False, besides_groups=True), "10 left besides what isn't a meld"),
    ],
)
def test_a_sentence_is_written_like_this(written: str, expected: str) -> None:
    assert written == expected


def test_what_is_new_in_a_round() -> None:
    before, now = RecordedHand(SoloRound((3,))), RecordedHand(SoloRound((3, 5)))
    assert (round_change(before, now, (), {}), round_change(now, before, (), {})) == ("deal 2: 5 off", "deal 2 deleted")
    assert round_change(now, RecordedHand(SoloRound((3, 4))), (), {}) == "deal 2 corrected: 4 off"
    assert round_change(before, RecordedHand(SoloRound((3, 4, 2))), (), {}) == "2 more deals"


def test_groups_of_cards() -> None:
    def words(text: str) -> str:
        cards = tuple(CARDS_BY_NAME[name] for name in text.split())
        found = classify(cards, MeldContext(False, None, None))
        return group_words(cards, found if isinstance(found, Meld) else None)

    assert (words("5H 6H 7H"), words("QC QD QH"), words("QC QD QH QS")) == (
        "run 5, 6, 7 of hearts",
        "set of three Queens, no spade",
        "set of four Queens",
    )
    assert words("QC 5D") == "no meld: Queen of clubs and 5 of diamonds"


@pytest.mark.parametrize(
    ("reason", "names", "owner", "sentence"),
    [
        (NotLaid.HELD_BY_ANOTHER, "8C", "Bob", "8♣ is in Bob's hand."),
        (NotLaid.HELD_BY_ANOTHER, "8C 9C", "Bob", "8♣ 9♣ are in Bob's hand."),
        (NotLaid.LAID_ALREADY, "7C", None, "7♣ is already in this hand."),
        (NotLaid.LAID_ALREADY, "7C 8C", None, "7♣ 8♣ are already in this hand."),
        (NotLaid.NO_START, "", None, "Tap the card to start from first."),
        (NotLaid.TWO_SUITS, "5C 9D", None, "5♣ and 9♦ can't be in one run: a run stays in one suit."),
        (NotLaid.NONE_LEFT, "QD", None, "There's no other Queen left."),
    ],
)
def test_a_refusal_is_one_sentence(reason: NotLaid, names: str, owner: str | None, sentence: str) -> None:
    cards = tuple(CARDS_BY_NAME[name] for name in names.split())
    assert refusal_sentence(Refusal(reason, cards, owner)) == sentence
