"""Points as sums, worked out by hand, and added up again for every worked case."""

import re

import pytest

from companion.documents.errors import DocumentError
from companion.documents.showdown import read_showdown
from companion.register import cases
from companion.register.cases import MADE_UP_PRINT, CaseKind
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import LineCode, Verdict
from companion.wording.rulings import OutcomeKind, outcome_of, record_label, replace_label
from companion.wording.scores import sum_words


def counted(game: str, counts: dict[str, int], **more: object) -> Verdict:
    players = [{"name": name, "deadwood_points": points} for name, points in counts.items()]
    return judge(read_showdown({"game": game, "knocker": "Ann", "players": players, **more}))


ODD_POINT = "the odd point goes to Bob, the first winner from Ann's left"
PAID_FOR_RUM = "25 paid to Ann for a missed rum"
ZERO_SUM = {"house_rules": {"zero_sum": True}}
GEM = {"dice": [3, 4], "call": "knock"}


def told(verdict: Verdict) -> list[str]:
    """Return the title of an outcome, its sum, then what others score after a plus, and reasons after dashes."""
    outcome = outcome_of(verdict)
    others = [f"+ {outcome.others}"] if outcome.others else []
    return [outcome.title, *filter(None, [outcome.how]), *others, *(f"- {reason}" for reason in outcome.reasons)]


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (counted("gem-rummy", {"Ann": 5, "Bob": 3}, **GEM), ["Bob undercuts Ann: 27", "25 undercut + 2 difference"]),
        (
            counted("gem-rummy", {"Ann": 5, "Bob": 9}, **GEM),
            ["Ann wins 11", "Bob 9 − Ann 5 = 4, raised to the minimum of 11"],
        ),
        (
            counted("gem-rummy", {"Ann": 5, "Bob": 9, "Cy": 5}, **GEM),
            [
                "Cy undercuts Ann: 25",
                "for the undercut",
                "+ Ann scores 11: Bob 9 − Ann 5 = 4, raised to the minimum of 11.",
                "- Cy and Ann both have 5: equal deadwood undercuts.",
            ],
        ),
        (
            counted("gem-rummy", {"Ann": 3, "Bob": 12, "Cy": 11}, **GEM),
            ["Ann wins 17", "9 from Bob (12 − 3) + 8 from Cy (11 − 3)"],
        ),
        (
            counted("gem-rummy", {"Ann": 5, "Bob": 8, "Cy": 9}, **GEM),
            ["Ann wins 11", "3 from Bob (8 − 5) + 4 from Cy (9 − 5) = 7, raised to the minimum of 11"],
        ),
        # As the players are listed everywhere, not as they sit left of the winner.
        (
            counted("knock-rummy", {"Ann": 12, "Bob": 10, "Cid": 3, "Dee": 20}, knocker="Cid"),
            ["Cid wins 33", "9 from Ann + 7 from Bob + 17 from Dee"],
        ),
        (
            counted("knock-rummy", {"Ann": 3, "Bob": 10, "Cid": 12, "Dee": 20}),
            ["Ann wins 33", "7 from Bob + 9 from Cid + 17 from Dee"],
        ),
        (
            counted("gem-rummy", {"Ann": 0, "Bob": 24, "Cy": 36}, dice=[3, 4], call="gin"),
            ["Ann has Gin: 85", "25 Gin + 24 from Bob + 36 from Cy"],
        ),
        (counted("gin-rummy", {"Ann": 0, "Bob": 30}), ["Ann has Gin: 55", "25 Gin + 30 deadwood"]),
        (
            counted("gin-rummy", {"Ann": 5, "Bob": 5}, house_rules={"undercut_on_tie": False, "minimum_score": 4}),
            [
                "Ann wins 4",
                "Bob 5 − Ann 5 = 0, raised to the minimum of 4",
                "- Ann and Bob both have 5: equal deadwood doesn't undercut here.",
            ],
        ),
        (
            counted("knock-rummy", {"Ann": 7, "Bob": 7, "Cid": 20}),
            [
                "Bob wins 13",
                "Cid 20 − Bob 7",
                "- Bob and Ann both have 7: neither pays the other, and there's no bonus.",
                "- A tie with the Knocker goes to the other player: Bob collects.",
            ],
        ),
        (
            counted("knock-rummy", {"Ann": 12, "Bob": 5, "Cid": 5, "Dee": 11}),
            [
                "Bob and Cid split 23",
                f"Ann 7 + Dee 6 + Ann's extra 10 = 23, split between Bob and Cid; {ODD_POINT}",
                "+ Bob gets 12 and Cid gets 11.",
                "- Bob and Cid both have 5, the lowest count, so they share the hand.",
                "- Ann knocked but isn't the lowest, so pays 10 more.",
            ],
        ),
        (
            counted("knock-rummy", {"Ann": 6, "Bob": 0, "Cid": 20}),
            [
                "Bob undercuts Ann: 36",
                "10 undercut + 6 from Ann + 20 from Cid",
                "+ Ann scores 25 for Bob's missed rum.",
            ],
        ),
        (
            counted("knock-rummy", {"Ann": 6, "Bob": 0}),
            ["Bob undercuts Ann: 16", "10 undercut + 6 difference", "+ Ann scores 25 for Bob's missed rum."],
        ),
        (
            counted("knock-rummy", {"Ann": 0, "Bob": 0, "Cid": 0, "Dee": 30}, call="rum"),
            [
                "Ann has rum: 155",
                "30 from Dee + 3 × 25 rum + 50 for 2 missed rums (Bob's and Cid's)",
                "- Bob and Cid have no deadwood either, but rum can't be tied.",
            ],
        ),
        (
            counted("gem-rummy", {"Ann": 0, "Bob": 0}, dice=[3, 4], call="gin"),
            ["Ann has Gin: 25", "for Gin", "- Bob has no deadwood either, but Gin can't be undercut."],
        ),
        (
            counted("knock-rummy", {"Ann": 5, "Bob": 0, "Cid": 12, "Dee": 0, "Eve": 10}, **ZERO_SUM),
            [
                "Bob and Dee split 37",
                f"Ann 5 + Cid 12 + Eve 10 + Ann's extra 10 = 37, split between Bob and Dee; {ODD_POINT}",
                (
                    "+ Bob gets 19 and Dee gets 18. Ann scores 35: 50 for 2 missed rums (Bob's and Dee's) − 15 paid. "
                    f"Bob loses 6: 19 won − {PAID_FOR_RUM}. Cid loses 12. Dee loses 7: 18 won − {PAID_FOR_RUM}. "
                    "Eve loses 10."
                ),
                "- Bob and Dee both have 0, the lowest count, so they share the hand.",
                "- Ann knocked but isn't the lowest, so pays 10 more.",
            ],
        ),
        # Bob is lowest, but pays more for his missed rum than he collects.
        (
            counted("knock-rummy", {"Ann": 6, "Bob": 0}, **ZERO_SUM),
            [
                "Bob undercuts Ann: 16",
                "10 undercut + 6 difference",
                f"+ Ann scores 9: 25 for Bob's missed rum − 16 paid. Bob loses 9: 16 won − {PAID_FOR_RUM}.",
            ],
        ),
        (
            counted("knock-rummy", {"Ann": 8, "Bob": 20, "Cid": 8, "Dee": 8}),
            [
                "Cid and Dee split 12",
                "Bob 12, split between Cid and Dee",
                "+ Each gets 6.",
                (
                    "- Cid and Dee both have 8, the lowest count, so they share the hand. "
                    "Ann knocked with 8 too, but in a tie the Knocker neither collects nor pays."
                ),
            ],
        ),
        (
            counted("knock-rummy", {"Ann": 9, "Bob": 5, "Cid": 30}, house_rules={"zero_sum": True}),
            [
                "Bob undercuts Ann: 39",
                "10 undercut + 4 from Ann (9 − 5) + 25 from Cid (30 − 5)",
                "+ Ann loses 14. Cid loses 25.",
            ],
        ),
    ],
)
def test_an_outcome_says_who_won_what_and_why(verdict: Verdict, said: list[str]) -> None:
    assert told(verdict) == said
    assert outcome_of(verdict).kind == OutcomeKind.WIN


def test_a_hand_in_which_nobody_scores_is_neither_won_nor_illegal() -> None:
    outcome = outcome_of(counted("gin-rummy", {"Ann": 5, "Bob": 5}, house_rules={"undercut_on_tie": False}))
    assert (outcome.title, outcome.kind) == ("Nobody scores", OutcomeKind.DRAWN)
    assert outcome.reasons[0] == "Ann knocked, and the Knocker wins ties."
    illegal = outcome_of(counted("gin-rummy", {"Ann": 11, "Bob": 5}))
    assert (illegal.title, illegal.kind) == ("Not legal", OutcomeKind.ILLEGAL)


def test_a_hand_that_lacks_only_gems_is_not_called_illegal() -> None:
    cards = {"melds": [["2S", "4H", "6D", "8C"], ["9C", "9D", "9S"], ["JC", "JD", "JH"]], "deadwood": ["AS"]}
    players = [{"name": "Ann", **cards}, {"name": "Bob", "deadwood_points": 30}]
    showdown = read_showdown({"game": "gem-rummy", "dice": [3, 4], "knocker": "Ann", "players": players})
    assert outcome_of(judge(showdown)).title == "Not decided yet"


def test_what_the_knocker_pays_more_is_said_to_be_a_house_rule_where_it_is() -> None:
    house_rules = {"undercut_bonus": 20}
    outcome = outcome_of(counted("knock-rummy", {"Ann": 12, "Bob": 5, "Cid": 5}, house_rules=house_rules))
    assert outcome.reasons[-1] == "Ann knocked but isn't the lowest, so pays 20 more (house rule)."


def test_a_knock_with_everything_melded_says_why_it_is_no_gin() -> None:
    """R.5: Gin must be called. Bob, who has no deadwood either, then undercuts."""
    outcome = outcome_of(counted("gem-rummy", {"Ann": 0, "Bob": 0}, **GEM))
    assert outcome.reasons == (
        "Ann knocked without calling Gin, so it counts as a knock.",
        "Bob and Ann both have 0: equal deadwood undercuts.",
    )


def test_two_who_tie_above_the_knocker_are_told_once_what_they_score() -> None:
    outcome = outcome_of(counted("gem-rummy", {"Ann": 5, "Bob": 5, "Cid": 5}, **GEM))
    assert outcome.sentence == "Bob and Cid undercut Ann: 25 each for the undercut."
    tied = "Bob and Cid score the same. A tied hand goes to the Knocker, Ann, whatever the Knocker scored."
    assert outcome.reasons[0] == tied


def test_gem_parts_that_score_nothing_say_why() -> None:
    """As in GEM2-080 both show all eight gems: Ann passes them up, Bob claims them where they are not played."""
    hands = [
        {
            "name": "Ann",
            "melds": [["5C", "6C", "7C"], ["QH", "8D"], ["9C", "9D", "9S"]],
            "deadwood": ["AC", "2C", "2S"],
            "gem_parts": False,
        },
        {
            "name": "Bob",
            "melds": [["4D", "5D", "6D"], ["KC", "KD", "KS"]],
            "deadwood": ["2H", "4S", "8H", "10C", "QC"],
            "gem_parts": True,
        },
    ]
    document = {"game": "gem-rummy", "dice": [4, 4], "knocker": "Ann", "print": MADE_UP_PRINT, "players": hands}
    passed = outcome_of(judge(read_showdown(document)))
    assert passed.reasons == ("Ann shows all eight gems but passed up Gem Parts.",)
    not_played = {"gem_parts_knocker": 0, "gem_parts_other": 0}
    outcome = outcome_of(judge(read_showdown({**document, "house_rules": not_played})))
    assert outcome.reasons == ("Gem Parts scores nothing for Bob here (house rule).",)


def test_a_hand_of_knock_rummy_that_everyone_ties_goes_to_those_who_didn_t_knock() -> None:
    """Nobody collects: K.tie-with-knocker and R.18 give a tie with the Knocker to the others."""
    two = outcome_of(counted("knock-rummy", {"Ann": 12, "Bob": 12}))
    assert (two.title, two.how, two.others, two.kind) == ("Nobody scores", "", "", OutcomeKind.DRAWN)
    assert two.reasons == (
        "Bob and Ann both have 12: neither pays the other, and there's no bonus.",
        "A tie with the Knocker goes to the other player: Bob wins the hand.",
    )
    three = outcome_of(counted("knock-rummy", {"Ann": 7, "Bob": 7, "Cid": 7}))
    assert (three.title, three.how, three.others) == ("Nobody scores", "", "")
    assert three.reasons == (
        "Everybody has 7, so nobody pays. A tie with the Knocker goes to the others: Bob and Cid share the hand.",
    )


def legal_verdicts() -> list[Verdict]:
    verdicts = []
    for case in cases.cases().values():
        if case.kind == CaseKind.SHOWDOWN:
            try:
                verdicts.append(judge(read_showdown(case.document)))
            except DocumentError:
                continue
    return [verdict for verdict in verdicts if verdict.legal]


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
    sums = [
        (sum_words(player, verdict), player.points)
        for verdict in legal_verdicts()
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
