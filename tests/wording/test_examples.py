"""Small sentences by example."""

import pytest

from companion.documents.game import RecordedHand
from companion.journal.events.base import Kind
from companion.journal.events.hands import HandStruckOut
from companion.journal.named_changes import NamedChange
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gem2.lines import Side
from companion.rules.gem2.solo import SoloRound
from companion.rules.gem2.turn import Deal
from companion.rules.rummy.entry import NotLaid, Refusal
from companion.rules.rummy.match import EndCode, EndLine
from companion.rules.rummy.melds import Meld, MeldContext, classify
from companion.wording.game import dealer_stays, dealt_otherwise, joined_sentence, scores
from companion.wording.game_end import (
    chart_description,
    deadwood_note,
    duration,
    end_line_sentence,
    filed_sentence,
    games_reason,
    games_so_far,
    given_away_note,
    latest_description,
    score_after,
    settled_reason,
    win_headline,
    win_title,
    won_by_words,
)
from companion.wording.gem2_card import round_change
from companion.wording.gem2_table import as_sentence, deal_words
from companion.wording.history import change_words, history_sentence, undo_sentence, undone_sentence
from companion.wording.house_rules import rules_of_some_hands
from companion.wording.learning import as_move, move_question, penalty_question, round_points_question, wrong_sentence
from companion.wording.rounds import shut_out_pays
from companion.wording.rulings import (
    corrected_sentence,
    group_words,
    responses_summary,
    score_words,
    spoken,
    total_words,
)
from companion.wording.scores import deadwood_label, laid_again_sentence, laid_off_label, left_words, meld_label
from companion.wording.showdown import refusal_sentence


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        # a game at its table
        (dealt_otherwise("Ann", "Bob"), "Ann dealt this hand. By the rules it was Bob's deal."),
        (dealer_stays(3, "Ann", "Bob"), "Hand 3 stays dealt by Ann, as it was. By the rules it would be Bob now."),
        (scores({"Ann": 11, "Bob": 0}), "Ann\N{NO-BREAK SPACE}+11"),
        (joined_sentence(["Dev", "Mia"], 1), "Dev, Mia and 1 phone joined"),
        # the end of a game
        (won_by_words({"Ann": 300, "Bob": 100}), "Ann wins by 200"),
        (won_by_words({"Ann": 150, "Bob": 150}), "a tie"),
        (
            settled_reason(["Ann"], 100, {"Ann": 170, "Bob": 180}),
            "Ann reached 100. In the end it is 170 to 180, so Bob wins by 10.",
        ),
        (
            games_reason([{"Ann": 300, "Bob": 40}, {"Ann": 9, "Bob": 9}], {"Ann": 309, "Bob": 49}),
            "Game 1: Ann wins by 260. Game 2: a tie. Together Ann wins by 260.",
        ),
        (
            end_line_sentence(EndLine(EndCode.BOX_BONUS, 0, 75, "T.box-bonus", (3, 25)), ("Ann", "Bob")),
            "Hands won that count in this game: 3 × 25",
        ),
        (
            filed_sentence([[{"Ann": 50, "Bob": None}], [{"Ann": 50, "Bob": 5}]], [True, False], 1),
            "Counts for Ann in games 1 and 2 and for Bob in game 2. Ends game 1.",
        ),
        (win_title(["Ann"], are_teams=False), "Ann wins"),
        (win_title(["Ann & Cid"], are_teams=True), "Ann & Cid win"),
        (win_headline(["Ann"], [104, 3], are_teams=False), "Ann wins, 104 to 3"),
        (games_so_far({"Ann": 1, "Tom": 2}), "Tom leads 2 : 1."),
        (games_so_far({"Ann": 1, "Tom": 1}), "1 : 1 so far."),
        (games_so_far({"Ann": 1, "Tom": 0, "Mia": 2}), "Games won: Ann 1, Tom 0, Mia 2."),
        (deadwood_note(9, 11), "Deadwood is known for 9 of 11 hands."),
        (
            given_away_note({"Ann": 3, "Bob": 3}, {"Ann": 3, "Bob": 3}).partition(": ")[2],
            "what a better layout or lay-off of the same cards would have changed in the score.",
        ),
        (
            given_away_note({"Ann": 3, "Bob": 2}, {"Ann": 3, "Bob": 3}).partition(". ")[2],
            "Known where cards were entered: Ann 3, Bob 2 of 3 hands.",
        ),
        (
            shut_out_pays(100, ["Ann", "Bob"]),
            "Shutout: no entry in this game, so Ann and Bob each collect 100 more",
        ),
        (duration(48), "48 minutes"),
        (duration(60), "1 hour"),
        (duration(125), "2 hours 5 minutes"),
        (
            chart_description({"Ann": [0, 18, 18], "Bob": [0, 0, 25]}, 100, "hand"),
            "Totals after each hand. Ann: 18, 18. Bob: 0, 25. The game goes to 100.",
        ),
        (
            latest_description([(["Ann"], 27), (["Bob"], 0), (["Ann", "Bob"], 0)]),
            "The last 3 games, the latest last: Ann by 27, Bob with equal totals, shared.",
        ),
        (score_after(5, "hand"), "After 5 hands"),
        # deals of Gem II
        (as_sentence("the round was over"), "The round was over."),
        (
            deal_words({Side.FIRST: "Ann", Side.SECOND: "Bob"}, Deal(2, 1), Side.FIRST),
            "Ann took off 2, Bob finished with 1",
        ),
        (deal_words({Side.FIRST: "Ann", Side.SECOND: "Bob"}, Deal(3), Side.FIRST, 5), "Ann took off 3 (+15)"),
        # the history
        (
            history_sentence(HandStruckOut(3, "a card was missing"), "hand 3", ()),
            "Hand 3 struck out: “a card was missing”.",
        ),
        (change_words(NamedChange(Kind.HAND_STRUCK_OUT, 3), "hand"), "striking out hand 3"),
        (undone_sentence("striking out hand 3", is_draft=False), "Undone: striking out hand 3."),
        (undo_sentence("note on hand 3", redone=True), "Redone: note on hand 3."),
        # rules of some hands
        (rules_of_some_hands(4, None, {"knock_limit": 8}), "From hand 4: a knock needs at most 8"),
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
        (corrected_sentence("Hand 1", ["Bob"], overruled=False), "Hand 1 was corrected after Bob's dispute."),
        (
            spoken("Ben lays off 8♣ on Ann's 5♣. Bob 17 − Ann 6."),
            "Ben lays off 8 of clubs on Ann's 5 of clubs. Bob 17 minus Ann 6.",
        ),
        (spoken("Ann wins 27: 25 undercut + 2 difference."), "Ann wins 27: 25 undercut plus 2 difference."),
        (spoken("Bob 17 − Ann 6 = 11, raised to 25"), "Bob 17 minus Ann 6 equals 11, raised to 25"),
        (spoken("Ann and J♣"), "Ann and Jack of clubs"),
        (
            score_words([("Ann & Cid", "64"), ("Bob & Dee", "-4")], 110, "Bob"),
            "The score: Ann & Cid 64, Bob & Dee -4, to 110. Bob deals.",
        ),
        (score_words([("Ann", "64")], None, "", "A tie."), "The score: Ann 64. A tie."),
        (total_words(110, [55, 55, 0]), "55 in game 1, 55 in game 2, 0 in game 3"),
        # labels of a hand
        (meld_label("set", {}), "set"),
        (laid_off_label("Ann"), "laid off on Ann's melds"),
        (deadwood_label(5), "deadwood 5"),
        (laid_again_sentence(36), "Laid out with 36 left; this table scores the best layout (house rule)."),
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
