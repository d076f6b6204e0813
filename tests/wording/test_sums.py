"""Points as sums, worked out by hand, and added up again for every worked case."""

import re
from typing import Any

import pytest

from companion.documents.showdown import read_showdown
from companion.register import cases
from companion.register.cases import CaseKind
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import LineCode
from companion.wording.rulings import Outcome, OutcomeKind, outcome_of, record_label, replace_label
from companion.wording.scores import sum_words


def outcome_in(game: str, counts: str, **more: object) -> Outcome:
    """Return what comes of hands of which only the deadwood is known: Ann's, who knocks, Bob's, Cid's and so on."""
    names = ("Ann", "Bob", "Cid", "Dee", "Eve")
    players = [
        {"name": name, "deadwood_points": int(points)} for name, points in zip(names, counts.split(), strict=False)
    ]
    return outcome_of(judge(read_showdown({"game": game, "knocker": "Ann", "players": players, **more})))


GEM: dict[str, Any] = {"dice": [3, 4], "call": "knock"}
GIN: dict[str, Any] = {"dice": [3, 4], "call": "gin"}
ZERO_SUM: dict[str, Any] = {"house_rules": {"zero_sum": True}}
NO_TIE_UNDERCUT = {"undercut_on_tie": False}
ODD_POINT = "the odd point goes to Bob, the first winner from Ann's left"
PAID_FOR_RUM = "25 paid to Ann for a missed rum"
PAYS_MORE = "- Ann knocked but isn't the lowest, so pays 10 more."


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (outcome_in("gem-rummy", "5 3", **GEM), ["Bob undercuts Ann: 27", "25 undercut + 2 difference"]),
        (outcome_in("gem-rummy", "5 9", **GEM), ["Ann wins 11", "Bob 9 − Ann 5 = 4, raised to the minimum of 11"]),
        (
            outcome_in("gem-rummy", "5 9 5", **GEM),
            [
                "Cid undercuts Ann: 25",
                "for the undercut",
                "+ Ann scores 11: Bob 9 − Ann 5 = 4, raised to the minimum of 11.",
                "- Cid and Ann both have 5: equal deadwood undercuts.",
            ],
        ),
        # R.5: Gin must be called. Bob, who has no deadwood either, then undercuts.
        (
            outcome_in("gem-rummy", "0 0", **GEM),
            [
                "Bob undercuts Ann: 25",
                "for the undercut",
                "- Ann knocked without calling Gin, so it counts as a knock.",
                "- Bob and Ann both have 0: equal deadwood undercuts.",
            ],
        ),
        (outcome_in("gem-rummy", "0 24 36", **GIN), ["Ann has Gin: 85", "25 Gin + 24 from Bob + 36 from Cid"]),
        (
            outcome_in("gem-rummy", "0 0", **GIN),
            ["Ann has Gin: 25", "for Gin", "- Bob has no deadwood either, but Gin can't be undercut."],
        ),
        (
            outcome_in("knock-rummy", "7 7 20"),
            [
                "Bob wins 13",
                "Cid 20 − Bob 7",
                "- Bob and Ann both have 7: neither pays the other, and there's no bonus.",
                "- A tie with the Knocker goes to the other player: Bob collects.",
            ],
        ),
        (
            outcome_in("knock-rummy", "12 5 5 11"),
            [
                "Bob and Cid split 23",
                f"Ann 7 + Dee 6 + Ann's extra 10 = 23, split between Bob and Cid; {ODD_POINT}",
                "+ Bob gets 12 and Cid gets 11.",
                "- Bob and Cid both have 5, the lowest count, so they share the hand.",
                PAYS_MORE,
            ],
        ),
        (
            outcome_in("knock-rummy", "0 0 0 30", call="rum"),
            [
                "Ann has rum: 155",
                "30 from Dee + 3 × 25 rum + 50 for 2 missed rums (Bob's and Cid's)",
                "- Bob and Cid have no deadwood either, but rum can't be tied.",
            ],
        ),
        (
            outcome_in("knock-rummy", "5 0 12 0 10", **ZERO_SUM),
            [
                "Bob and Dee split 37",
                f"Ann 5 + Cid 12 + Eve 10 + Ann's extra 10 = 37, split between Bob and Dee; {ODD_POINT}",
                (
                    "+ Bob gets 19 and Dee gets 18. Ann scores 35: 50 for 2 missed rums (Bob's and Dee's) − 15 paid. "
                    f"Bob loses 6: 19 won − {PAID_FOR_RUM}. Cid loses 12. Dee loses 7: 18 won − {PAID_FOR_RUM}. "
                    "Eve loses 10."
                ),
                "- Bob and Dee both have 0, the lowest count, so they share the hand.",
                PAYS_MORE,
            ],
        ),
        # Bob is lowest, but pays more for his missed rum than he collects.
        (
            outcome_in("knock-rummy", "6 0", **ZERO_SUM),
            [
                "Bob undercuts Ann: 16",
                "10 undercut + 6 difference",
                f"+ Ann scores 9: 25 for Bob's missed rum − 16 paid. Bob loses 9: 16 won − {PAID_FOR_RUM}.",
            ],
        ),
        (
            outcome_in("gin-rummy", "5 5", house_rules=NO_TIE_UNDERCUT),
            [
                "Nobody scores",
                "- Ann knocked, and the Knocker wins ties.",
                "- Ann and Bob both have 5: equal deadwood doesn't undercut here.",
            ],
        ),
    ],
)
def test_an_outcome_says_who_won_what_and_why(outcome: Outcome, said: list[str]) -> None:
    """Its title and its sum, then what others score after a plus, and reasons after dashes."""
    others = [f"+ {outcome.others}"] if outcome.others else []
    reasons = [f"- {reason}" for reason in outcome.reasons]
    assert [outcome.title, *filter(None, [outcome.how]), *others, *reasons] == said
    assert outcome.kind == (OutcomeKind.DRAWN if outcome.title == "Nobody scores" else OutcomeKind.WIN)


def test_gem_parts_that_score_nothing_say_why() -> None:
    """In GEM2-080 both show all eight gems: Ann passes them up, Bob claims them where they are not played."""
    document = cases.cases()["GEM2-080"].document
    ann, bob = document["players"]
    players = [{**ann, "gem_parts": False}, {**bob, "gem_parts": True}]
    passed = outcome_of(judge(read_showdown({**document, "players": players})))
    assert passed.reasons == ("Ann shows all eight gems but passed up Gem Parts.",)
    not_played = {"gem_parts_knocker": 0, "gem_parts_other": 0}
    outcome = outcome_of(judge(read_showdown({**document, "players": players, "house_rules": not_played})))
    assert outcome.reasons == ("Gem Parts scores nothing for Bob here (house rule).",)


def added_up(words: str) -> int:
    """Add up a sum as a player would, who knows nothing of score lines."""
    if doubled := re.fullmatch(r"2 × \((.*)\): a spade doubles", words):
        return 2 * added_up(doubled[1])
    if raised := re.search(r"raised to the minimum of (\d+)", words):
        return int(raised[1])
    if difference := re.fullmatch(r"\D+(\d+) − \D+(\d+)", words):
        return int(difference[1]) - int(difference[2])
    words = re.sub(r" (\d+) × (\d+)", lambda product: f" {int(product[1]) * int(product[2])}", f" {words}")
    # What stands in brackets, or counts missed rums, is no term.
    words = re.sub(r"\(.*?\)|\d+ missed rums", "", words)
    return sum(int(number) for number in re.findall(r"-?\d+", words.replace("− ", "-")))


def test_every_sum_of_every_worked_case_adds_up_to_the_points() -> None:
    showdowns = [case for case in cases.cases().values() if case.kind == CaseKind.SHOWDOWN]
    sums = [
        (sum_words(player, verdict), player.points)
        for verdict in (judge(read_showdown(case.document)) for case in showdowns)
        if verdict.legal
        for player in verdict.players
        if player.points and all(line.code != LineCode.SHARE for line in player.lines)
    ]
    assert len(sums) > 100
    wrong = [(words, points) for words, points in sums if not words.startswith("for ") and added_up(words) != points]
    assert not wrong


@pytest.mark.parametrize(
    ("scored", "label"),
    [
        ({"Ann": 0, "Bob": 27}, "Record 27 for Bob"),
        ({"Ann": 18, "Bob": 8}, "Record 18 for Ann, 8 for Bob"),
        ({"Ann": 0, "Bob": 0}, "Record"),
        ({"Ann": 39, "Bob": -14, "Cy": -25}, "Record 39 for Ann"),
        ({"Ann": 1, "Bob": 2, "Cy": 3}, "Record"),
    ],
)
def test_the_button_that_records_names_points_and_player(scored: dict[str, int], label: str) -> None:
    assert record_label(scored, accepts=False) == label
    assert record_label(scored, accepts=True) == label.replace("Record", "Accept and record")


@pytest.mark.parametrize(
    ("before", "now", "label"),
    [
        ({"Ann": 27, "Bob": 0}, {"Ann": 25, "Bob": 0}, "Replace hand 4 (27 → 25)"),
        ({"Ann": 27, "Bob": 0}, {"Ann": 0, "Bob": 25}, "Replace hand 4 (Ann 27 → Bob 25)"),
        ({"Ann": 27, "Bob": 0}, {"Ann": 27, "Bob": 0}, "Replace hand 4"),
        ({"Ann": 27, "Bob": 8}, {"Ann": 25, "Bob": 8}, "Replace hand 4"),
        ({}, {"Ann": 25, "Bob": 0}, "Replace hand 4"),
    ],
)
def test_the_button_that_replaces_a_hand_names_what_changes(
    before: dict[str, int], now: dict[str, int], label: str
) -> None:
    assert replace_label(4, before, now) == label
