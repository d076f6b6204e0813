"""Reasons for points where a loser would argue, and numbers that the table changed, worked out by hand."""

from typing import Any

import pytest

from companion.answers.judging import judge_document

GEM: dict[str, Any] = {"game": "gem-rummy", "dice": [3, 4], "knocker": "Ann"}
GIN: dict[str, Any] = {"game": "gin-rummy", "knocker": "Ann"}
KNOCK: dict[str, Any] = {"game": "knock-rummy", "knocker": "Ann"}


def verdict_of(document: dict[str, Any], counts: str, house_rules: dict[str, object], **of_ann: object) -> Any:  # noqa: ANN401
    """Rule hands of which only the deadwood is known: Ann's, Bob's, Cid's, Dee's and Eve's."""
    names = ("Ann", "Bob", "Cid", "Dee", "Eve")
    players: list[dict[str, Any]] = [
        {"name": name, "deadwood_points": int(points)} for name, points in zip(names, counts.split(), strict=False)
    ]
    players[0] |= of_ann
    verdict: Any = judge_document({**document, "players": players, "house_rules": house_rules})
    assert verdict["legal"]
    return verdict


def lines(verdict: Any) -> list[str]:  # noqa: ANN401
    return [
        f"{player['name']} {line['points']}: {line['text']} ({line['rule']})"
        for player in verdict["players"]
        for line in player["lines"]
    ]


TIE = "a tie, so neither pays the other and there's no bonus (K.tie-with-knocker)"
BOTH = "Ann 7 + Dee 6 + Ann's extra 10 = 23, split between Bob and Cid"
ODD = "the odd point goes to {}, the first winner from Ann's left (K.divide)"
ODDS = "the odd points go to Bob and Cid, the first winners from Ann's left (K.divide)"
MISSED = "Bob had rum but didn't knock; a missed rum costs 25, whatever rum scores (R.30)"
SHARE = "a share of 5 difference + 10 undercut = 15 (house rule) (R.21)"


@pytest.mark.parametrize(
    ("counts", "house_rules", "line"),
    [
        ("7 7 20", {}, f"Bob 0: Ann 7 − Bob 7: {TIE}"),
        ("12 5 5 11", {}, f"Bob 12: {BOTH}; {ODD.format('Bob')}"),
        ("12 5 5 11", {}, "Cid 11: Cid's share of the same 23 (K.divide)"),
        ("9 5 5", {}, "Bob 7: Ann 4 + Ann's extra 10 = 14, split between Bob and Cid (K.divide)"),
        ("5 5 5 5 16", {}, f"Bob 4: Eve 11, split among Bob, Cid and Dee; {ODDS}"),
        ("5 5 5", {}, "Cid 0: Nobody pays, so there's nothing to split (K.divide)"),
        ("0 0", {}, "Ann 0: Bob 0 − Ann 0: no tie, because rum can't be tied (K.rum-untied)"),
        ("0 12", {}, "Ann 25: Rum: the bonus from Bob (K.rum-bonus)"),
        ("6 0", {}, "Ann 25: Bob had rum but didn't knock (K.missed-rum)"),
        ("6 0", {"rum_bonus": 40}, f"Ann 25: {MISSED}"),
        ("13 3 20", {"zero_sum": True}, "Cid -17: Paid to Bob: 17 difference (house rule) (R.21)"),
        # Dee pays one point, which Bob and Cid split: Bob, the first from Ann's left, gets it.
        ("5 5 5 6", {"zero_sum": True}, "Dee -1: Paid to Bob: 1 difference (house rule) (R.21)"),
        ("0 0 9", {"zero_sum": True}, "Bob -50: Paid to Ann: 25 rum + 25 missed rum (house rule) (R.21)"),
        # Ann's 5 and 10 more go to Bob and Dee, 8 and 7; each of the two pays Ann 25.
        ("5 0 12 0 10", {"zero_sum": True}, f"Ann -8: Paid to Bob: {SHARE}"),
        ("5 0 12 0 10", {"zero_sum": True}, "Bob -25: Paid to Ann: 25 missed rum (house rule) (R.21)"),
    ],
)
def test_a_line_of_knock_rummy(counts: str, house_rules: dict[str, object], line: str) -> None:
    assert line in lines(verdict_of(KNOCK, counts, house_rules))


GIN_CALLED, BIG_GIN_CALLED = {**GEM, "call": "gin"}, {**GEM, "call": "big-gin"}
CHEAP: dict[str, object] = {"gin_bonus": 3, "big_gin_bonus": 3}
"""With a difference of 4 this is 7, and the minimum score of 11 is for a knock (R.9)."""
FLAT = {"undercut_scores_difference": False}
FLAT_SAID = "Bob has 3 to Ann's 7; here an undercut scores no difference (house rule) (R.7)"
NOT_LOST = "4 raised to 11; it takes two undercuts to lose it (P.minimum-undercut)"
SECOND = "Cid has 6 to Ann's 6, and equal is enough; Bob undercut too"
NO_MINIMUM = "so Ann gets no minimum score of 11 (P.undercut)"
BIG_GIN = "Big Gin: every card melded, no discard"


@pytest.mark.parametrize(
    ("document", "counts", "house_rules", "line"),
    [
        (GIN, "5 5", {}, "Bob 25: Undercut: Bob has 5 to Ann's 5, and equal is enough (N.undercut)"),
        (GIN, "7 3", FLAT, f"Bob 25: Undercut: {FLAT_SAID}"),
        (GEM, "6 2", {}, f"Bob 25: Undercut: Bob has 2 to Ann's 6, {NO_MINIMUM}"),
        # With three players, Cid's 4 above Ann's 6 are raised to 11 although Bob undercuts her.
        (GEM, "6 2 10", {}, "Bob 25: Undercut: Bob has 2 to Ann's 6 (P.undercut)"),
        (GEM, "6 2 10", {}, f"Ann 7: Minimum score: {NOT_LOST}"),
        (GEM, "6 2 6", {}, f"Cid 25: Undercut: {SECOND}, {NO_MINIMUM}"),
        (GIN_CALLED, "0 10 0", {}, "Ann 10: Bob 10 − Ann 0; nobody lays off on Gin (P.no-lay-off-on-gin)"),
        (GIN_CALLED, "0 10 0", {}, "Ann 0: Cid 0 − Ann 0; Gin can't be undercut (R.5)"),
        (
            GIN_CALLED,
            "0 4",
            CHEAP,
            "Ann 3: Gin: no deadwood; with Gin there's no minimum score of 11; 3 by house rule (P.gin)",
        ),
        (GIN_CALLED, "0 8", CHEAP, "Ann 3: Gin: no deadwood; 3 by house rule (P.gin)"),
        (BIG_GIN_CALLED, "0 4", {}, f"Ann 35: {BIG_GIN} (P.big-gin)"),
        (BIG_GIN_CALLED, "0 8", CHEAP, f"Ann 3: {BIG_GIN}; 3 by house rule (P.big-gin)"),
    ],
)
def test_a_line_of_the_other_games(
    document: dict[str, Any], counts: str, house_rules: dict[str, object], line: str
) -> None:
    assert line in lines(verdict_of(document, counts, house_rules))


@pytest.mark.parametrize(
    ("bobs", "more"),
    [
        (9, "; with Gem Parts there's no minimum score of 11 (P.gem-parts-points)"),
        (30, " (P.gem-parts-points)"),
        (2, "; an undercut doesn't take the bonus away (R.8)"),
    ],
)
def test_gem_parts_of_the_knocker_say_what_becomes_of_the_minimum_score(bobs: int, more: str) -> None:
    assert f"Ann 16: Gem Parts: all eight gems{more}" in lines(verdict_of(GEM, f"6 {bobs}", {}, gem_parts=True))


SCORE_THE_SAME = "Bob and Cid score the same. A tied hand goes to the Knocker, Ann, whatever the Knocker scored."
THREE = "Bob, Cid and Dee all have 4, the lowest count, so they share the hand."
TWO = "Bob and Dee both have 5, the lowest count, so they share the hand."
KNOCKER_TOO = "Ann knocked with 5 too, but in a tie the Knocker neither collects nor pays."
EVERYBODY = "Everybody has 7, so nobody pays. A tie with the Knocker goes to the others"


@pytest.mark.parametrize(
    ("document", "counts", "house_rules", "players", "text"),
    [
        (GEM, "3 2 2", {}, "Bob Cid", f"{SCORE_THE_SAME} (P3.tie)"),
        # Ann 33 − 7 from Cid, and Bob, who has nothing left, 25 and 7 less 6: both have 26.
        (GEM, "7 6 33", {}, "Ann Bob", "Ann and Bob both score 26: Ann knocked, and the Knocker wins ties. (P3.tie)"),
        (GIN, "5 5", {"undercut_on_tie": False}, "Ann Bob", "Ann knocked, and the Knocker wins ties. (R.11)"),
        (KNOCK, "7 4 4 4", {}, "Bob Cid Dee", f"{THREE} (R.18)"),
        (KNOCK, "5 5 9 5", {}, "Bob Dee", f"{TWO} {KNOCKER_TOO} (R.18)"),
        (KNOCK, "7 7 7", {}, "Bob Cid", f"{EVERYBODY}: Bob and Cid share the hand. (R.18)"),
    ],
)
def test_a_tied_hand_says_whose_it_is(
    document: dict[str, Any], counts: str, house_rules: dict[str, object], players: str, text: str
) -> None:
    verdict = verdict_of(document, counts, house_rules)
    assert verdict["winner"] == (None if document is KNOCK else "Ann")
    tie = verdict["tie"]
    assert (tie["players"], f"{tie['text']} ({tie['rule']})") == (players.split(), text)


@pytest.mark.parametrize(
    ("document", "key", "code", "book", "counts"),
    [
        (GEM, "minimum_score", "minimum-score", 11, "2 4"),
        (GEM, "undercut_bonus", "undercut-bonus", 25, "4 4"),
        (GEM, "gem_parts_knocker", "gem-parts", 16, "2 9"),
        (GIN, "gin_bonus", "gin-bonus", 25, "0 9"),
        (KNOCK, "undercut_bonus", "undercut-bonus", 10, "4 3"),
        (KNOCK, "rum_bonus", "rum-bonus", 25, "0 3"),
    ],
)
def test_a_line_says_that_its_points_are_a_house_rule(
    document: dict[str, Any], key: str, code: str, book: int, counts: str
) -> None:
    def said(value: int) -> str:
        verdict = verdict_of(document, counts, {key: value}, **{"gem_parts": True} if code == "gem-parts" else {})
        (text,) = (line["text"] for player in verdict["players"] for line in player["lines"] if line["code"] == code)
        return str(text)

    assert "house rule" not in said(book), "the table chose what the book says"
    assert said(book - 1).endswith(" (house rule)" if code == "minimum-score" else f"; {book - 1} by house rule")
