"""Reasons for points where a loser would argue, worked out by hand from K and the rulings."""

from typing import Any

import pytest

from companion.answers.judging import judge_document


def verdict_of(game: str, knocker: str, counts: dict[str, int], **more: object) -> dict[str, Any]:
    players = [{"name": name, "deadwood_points": points} for name, points in counts.items()]
    document: dict[str, object] = {"game": game, "knocker": knocker, "players": players, **more}
    verdict: dict[str, Any] = judge_document(document)
    assert verdict["legal"]
    return verdict


def lines(verdict: dict[str, Any], name: str) -> list[str]:
    (player,) = (player for player in verdict["players"] if player["name"] == name)
    return [f"{line['points']} {line['text']} ({line['rule']})" for line in player["lines"]]


def test_a_tie_with_the_knocker_names_the_tie_rule() -> None:
    """Bob and Ann, who knocked, count 7: Bob collects from Cid, nothing from Ann and no extra 10."""
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 7, "Bob": 7, "Cid": 20})
    assert lines(verdict, "Bob") == [
        "0 Ann 7 − Bob 7: a tie, so neither pays the other and there's no bonus (K.tie-with-knocker)",
        "13 Cid 20 − Bob 7 (K.difference)",
    ]


def test_divided_winnings_show_their_sum_and_who_gets_the_odd_point() -> None:
    """Bob and Cid count 5, Ann, who knocked, 12 and Dee 11: 7 + 6 and the extra 10 make 23, for Bob 12, for Cid 11."""
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 12, "Bob": 5, "Cid": 5, "Dee": 11})
    reason = (
        "Ann 7 + Dee 6 + Ann's extra 10 = 23, split between Bob and Cid; "
        "the odd point goes to Bob, the first winner from Ann's left (K.divide)"
    )
    assert lines(verdict, "Bob") == [f"12 {reason}"]
    assert lines(verdict, "Cid") == ["11 Cid's share of the same 23 (K.divide)"]


def test_divided_winnings_that_come_out_even_speak_of_no_odd_point() -> None:
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 9, "Bob": 5, "Cid": 5})
    assert lines(verdict, "Bob") == ["7 Ann 4 + Ann's extra 10 = 14, split between Bob and Cid (K.divide)"]


def test_two_odd_points_among_three_who_tie_with_the_knocker() -> None:
    """Ann knocked with 5, as have Bob, Cid and Dee; Eve pays 11: 4, 4 and 3."""
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 5, "Bob": 5, "Cid": 5, "Dee": 5, "Eve": 16})
    reason = (
        "Eve 11, split among Bob, Cid and Dee; the odd points go to Bob and Cid, the first winners from Ann's left"
        " (K.divide)"
    )
    tie = "a tie, so neither pays the other and there's no bonus (K.tie-with-knocker)"
    assert lines(verdict, "Bob") == [f"0 Ann 5 − Bob 5: {tie}", f"4 {reason}"]
    assert lines(verdict, "Dee") == [f"0 Ann 5 − Dee 5: {tie}", "3 Dee's share of the same 11 (K.divide)"]


@pytest.mark.parametrize(
    ("game", "counts", "more", "players", "text", "rule"),
    [
        (
            "gem-rummy",
            {"Ann": 3, "Bob": 2, "Cid": 2},
            {"dice": [3, 4]},
            ["Bob", "Cid"],
            "Bob and Cid score the same. A tied hand goes to the Knocker, Ann, whatever the Knocker scored.",
            "P3.tie",
        ),
        # Ann 33 − 7 from Cid, and Bob, who has nothing left, 25 and 7 less 6: both have 26.
        (
            "gem-rummy",
            {"Ann": 7, "Bob": 6, "Cid": 33},
            {"dice": [3, 4]},
            ["Ann", "Bob"],
            "Ann and Bob both score 26: Ann knocked, and the Knocker wins ties.",
            "P3.tie",
        ),
        (
            "gin-rummy",
            {"Ann": 5, "Bob": 5},
            {"house_rules": {"undercut_on_tie": False}},
            ["Ann", "Bob"],
            "Ann knocked, and the Knocker wins ties.",
            "R.11",
        ),
    ],
)
def test_a_hand_that_the_knocker_wins_by_a_tie_says_so(
    game: str, counts: dict[str, int], more: dict[str, object], players: list[str], text: str, rule: str
) -> None:
    verdict = verdict_of(game, "Ann", counts, call="knock", **more)
    assert verdict["winner"] == "Ann"
    assert verdict["tie"] == {"players": players, "text": text, "rule": rule}


@pytest.mark.parametrize(
    ("counts", "players", "text"),
    [
        (
            {"Ann": 7, "Bob": 5, "Cid": 5},
            ["Bob", "Cid"],
            "Bob and Cid both have 5, the lowest count, so they share the hand.",
        ),
        (
            {"Ann": 7, "Bob": 4, "Cid": 4, "Dee": 4},
            ["Bob", "Cid", "Dee"],
            "Bob, Cid and Dee all have 4, the lowest count, so they share the hand.",
        ),
        (
            {"Ann": 5, "Bob": 5, "Cid": 9, "Dee": 5},
            ["Bob", "Dee"],
            (
                "Bob and Dee both have 5, the lowest count, so they share the hand. "
                "Ann knocked with 5 too, but in a tie the Knocker neither collects nor pays."
            ),
        ),
        (
            {"Ann": 7, "Bob": 7, "Cid": 7},
            ["Bob", "Cid"],
            "Everybody has 7, so nobody pays. A tie with the Knocker goes to the others: Bob and Cid share the hand.",
        ),
    ],
)
def test_players_who_split_the_winnings_share_the_hand(counts: dict[str, int], players: list[str], text: str) -> None:
    verdict = verdict_of("knock-rummy", "Ann", counts)
    assert verdict["winner"] is None
    assert verdict["tie"] == {"players": players, "text": text, "rule": "R.18"}


def test_a_hand_that_everyone_ties_has_nothing_to_split() -> None:
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 5, "Bob": 5, "Cid": 5})
    assert lines(verdict, "Cid")[1:] == ["0 Nobody pays, so there's nothing to split (K.divide)"]


def test_the_odd_point_goes_to_the_first_of_the_winners_who_need_not_sit_at_the_knocker_s_left() -> None:
    """Ann knocked with 9: 4 and 10 more from her and 15 from Bob make 29, for Cid 15 and for Dee 14."""
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 9, "Bob": 20, "Cid": 5, "Dee": 5})
    reason = (
        "Ann 4 + Bob 15 + Ann's extra 10 = 29, split between Cid and Dee; "
        "the odd point goes to Cid, the first winner from Ann's left (K.divide)"
    )
    assert lines(verdict, "Cid") == [f"15 {reason}"]
    assert lines(verdict, "Dee") == ["14 Dee's share of the same 29 (K.divide)"]


def test_a_hand_that_is_won_outright_has_no_tie() -> None:
    assert verdict_of("gin-rummy", "Ann", {"Ann": 5, "Bob": 20})["tie"] is None


def test_an_undercut_by_an_equal_count_says_that_equal_is_enough() -> None:
    verdict = verdict_of("gin-rummy", "Ann", {"Ann": 5, "Bob": 5})
    assert "25 Undercut: Bob has 5 to Ann's 5, and equal is enough (N.undercut)" in lines(verdict, "Bob")
    lower = verdict_of("gin-rummy", "Ann", {"Ann": 5, "Bob": 4})
    assert "25 Undercut: Bob has 4 to Ann's 5 (N.undercut)" in lines(lower, "Bob")


def test_an_undercut_knocker_is_told_why_there_is_no_minimum_score() -> None:
    verdict = verdict_of("gem-rummy", "Ann", {"Ann": 6, "Bob": 2}, dice=[3, 4])
    expected = "25 Undercut: Bob has 2 to Ann's 6, so Ann gets no minimum score of 11 (P.undercut)"
    assert expected in lines(verdict, "Bob")
    # With three players, Cid's 4 above Ann's 6 are raised to 11 although Bob undercuts her.
    three = verdict_of("gem-rummy", "Ann", {"Ann": 6, "Bob": 2, "Cid": 10}, dice=[3, 4])
    assert "25 Undercut: Bob has 2 to Ann's 6 (P.undercut)" in lines(three, "Bob")
    minimum = "7 Minimum score: 4 raised to 11; it takes two undercuts to lose it (P.minimum-undercut)"
    assert minimum in lines(three, "Ann")
    both = verdict_of("gem-rummy", "Ann", {"Ann": 6, "Bob": 2, "Cid": 6}, dice=[3, 4])
    assert "25 Undercut: Bob has 2 to Ann's 6 (P.undercut)" in lines(both, "Bob")
    assert (
        "25 Undercut: Cid has 6 to Ann's 6, and equal is enough; Bob undercut too, so Ann gets no minimum score of 11"
        " (P.undercut)"
    ) in lines(both, "Cid")


def test_who_gets_nothing_of_a_payment_is_not_named_among_those_paid() -> None:
    """Dee pays one point, which Bob and Cid split: Bob, the first from Ann's left, gets it."""
    counts = {"Ann": 5, "Bob": 5, "Cid": 5, "Dee": 6}
    verdict = verdict_of("knock-rummy", "Ann", counts, house_rules={"zero_sum": True})
    assert [line.split(" (")[0] for line in lines(verdict, "Dee")] == ["-1 Paid to Bob: 1 difference"]


def test_against_gin_it_is_said_that_nobody_lays_off_or_undercuts() -> None:
    gin = verdict_of("gem-rummy", "Ann", {"Ann": 0, "Bob": 10, "Cid": 0}, call="gin", dice=[3, 4])
    assert lines(gin, "Ann") == [
        "10 Bob 10 − Ann 0; nobody lays off on Gin (P.no-lay-off-on-gin)",
        "0 Cid 0 − Ann 0; Gin can't be undercut (R.5)",
        "25 Gin: no deadwood (P.gin)",
    ]


def test_a_gin_that_scores_less_than_the_minimum_says_why() -> None:
    """By house rule Gin is worth 3, which with a difference of 4 is 7: the 11 are for a knock (R.9)."""
    rules = {"gin_bonus": 3, "big_gin_bonus": 3}
    gin = verdict_of("gem-rummy", "Ann", {"Ann": 0, "Bob": 4}, call="gin", dice=[3, 4], house_rules=rules)
    assert "3 Gin: no deadwood; with Gin there's no minimum score of 11; 3 by house rule (P.gin)" in lines(gin, "Ann")
    gin = verdict_of("gem-rummy", "Ann", {"Ann": 0, "Bob": 8}, call="gin", dice=[3, 4], house_rules=rules)
    assert "3 Gin: no deadwood; 3 by house rule (P.gin)" in lines(gin, "Ann")
    big = verdict_of("gem-rummy", "Ann", {"Ann": 0, "Bob": 4}, call="big-gin", dice=[3, 4], house_rules=rules)
    said = "3 Big Gin: every card melded, no discard; with Big Gin there's no minimum score of 11; 3 by house rule"
    assert f"{said} (P.big-gin)" in lines(big, "Ann")


def test_a_flat_undercut_says_that_the_difference_does_not_count() -> None:
    rules = {"undercut_scores_difference": False}
    verdict = verdict_of("gin-rummy", "Ann", {"Ann": 7, "Bob": 3}, house_rules=rules)
    assert "25 Undercut: Bob has 3 to Ann's 7; here an undercut scores no difference (house rule) (R.7)" in lines(
        verdict, "Bob"
    )


def test_a_knocker_with_gem_parts_is_told_why_there_is_no_minimum_score() -> None:
    def gem_parts_line(counted: int) -> list[str]:
        players = [
            {"name": "Ann", "deadwood_points": 6, "gem_parts": True},
            {"name": "Bob", "deadwood_points": counted, "gem_parts": False},
        ]
        document = {"game": "gem-rummy", "dice": [3, 4], "knocker": "Ann", "players": players}
        return [text for text in lines(judge_document(document), "Ann") if "Gem Parts" in text]

    said = "Gem Parts: all eight gems"
    assert [text.partition(" ")[2] for text in gem_parts_line(9)] == [
        f"{said}; with Gem Parts there's no minimum score of 11 (P.gem-parts-points)"
    ]
    assert [text.partition(" ")[2] for text in gem_parts_line(30)] == [f"{said} (P.gem-parts-points)"]
    undercut = f"{said}; an undercut doesn't take the bonus away (R.8)"
    assert [text.partition(" ")[2] for text in gem_parts_line(2)] == [undercut]


def test_a_hand_without_unmatched_cards_is_told_that_rum_can_t_be_tied() -> None:
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 0, "Bob": 0})
    assert "0 Bob 0 − Ann 0: no tie, because rum can't be tied (K.rum-untied)" in lines(verdict, "Ann")


def test_a_missed_rum_costs_the_same_where_rum_scores_something_else() -> None:
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 6, "Bob": 0}, house_rules={"rum_bonus": 40})
    reason = "Bob had rum but didn't knock; a missed rum costs 25, whatever rum scores (R.30)"
    assert lines(verdict, "Ann") == [f"25 {reason}"]
    usual = verdict_of("knock-rummy", "Ann", {"Ann": 6, "Bob": 0})
    assert lines(usual, "Ann") == ["25 Bob had rum but didn't knock (K.missed-rum)"]


ZERO_SUM = {"house_rules": {"zero_sum": True}}


def test_a_payment_says_what_it_is_for() -> None:
    """Bob knocks with 10, Cid has 3: Bob pays 7, and 20 because Cid is lower."""
    house_rules = {"zero_sum": True, "undercut_bonus": 20}
    verdict = verdict_of("knock-rummy", "Bob", {"Ann": 13, "Bob": 10, "Cid": 3}, house_rules=house_rules)
    assert lines(verdict, "Ann") == ["-10 Paid to Cid: 10 difference (house rule) (R.21)"]
    assert lines(verdict, "Bob") == ["-27 Paid to Cid: 7 difference + 20 undercut (house rule) (R.21)"]


def test_a_payment_to_several_winners_says_what_it_is_a_share_of() -> None:
    """Ann's 5 and 10 more go to Bob and Dee, 8 and 7; Cid's 12 in equal parts; each of the two pays Ann 25."""
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 5, "Bob": 0, "Cid": 12, "Dee": 0, "Eve": 10}, **ZERO_SUM)
    assert lines(verdict, "Ann")[2:] == [
        "-8 Paid to Bob: a share of 5 difference + 10 undercut = 15 (house rule) (R.21)",
        "-7 Paid to Dee: a share of 5 difference + 10 undercut = 15 (house rule) (R.21)",
    ]
    assert lines(verdict, "Cid")[0] == "-6 Paid to Bob: a share of 12 difference (house rule) (R.21)"
    assert lines(verdict, "Bob")[1] == "-25 Paid to Ann: 25 missed rum (house rule) (R.21)"


def test_who_misses_rum_pays_for_it_and_for_rum_itself() -> None:
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 0, "Bob": 0, "Cid": 9}, **ZERO_SUM)
    assert lines(verdict, "Bob") == ["-50 Paid to Ann: 25 rum + 25 missed rum (house rule) (R.21)"]


def test_a_rum_bonus_does_not_say_that_anybody_loses_it() -> None:
    verdict = verdict_of("knock-rummy", "Ann", {"Ann": 0, "Dee": 12})
    assert "25 Rum: the bonus from Dee (K.rum-bonus)" in lines(verdict, "Ann")
