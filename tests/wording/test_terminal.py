"""The score sheet in the terminal: what stands on it, of rounds and sides too, and that it fits and lines up."""

from typing import Any

from companion.answers.scoring import score_document
from companion.wording.terminal import TerminalStyle, sheet_table
from tests.support.documents import counted_hand as hand

PLAIN = TerminalStyle()


def sheet(game: dict[str, Any], look: TerminalStyle = PLAIN) -> list[str]:
    document = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann", "hands": [], **game}
    return sheet_table(document, score_document(document), look).splitlines()


EVENING: dict[str, Any] = {
    "at": "2026-11-21",
    "place": "the club",
    "note": "rain",
    "house_rules": {"gin_bonus": 20, "undercut_on_tie": False, "big_gin_bonus": None},
    "hands": [
        hand("Ann", Ann=2, Bob=17),
        {"drawn": True, "note": "nobody\ndared"},
        {
            **hand("Bob", Ann=9, Bob=3),
            "overruled": {"points": {"Ann": 0, "Bob": 12}, "winner": "Bob", "reason": "miscounted", "by": "Ann"},
        },
    ],
}


def test_a_whole_sheet() -> None:
    assert sheet(EVENING) == [
        "Gin Rummy, to 100 points",
        "House rules: gin bonus 20, undercut on tie no, big gin bonus none",
        "2026-11-21",
        "the club",
        "rain",
        "",
        "Hand  Dealer  Ann  total  Bob  total",
        "   1  Ann     15*     15   0       0",
        "   2  Bob      –      15   –       0",
        "      drawn, and dealt again",
        "      nobody dared",
        "   3  Bob      0      15  12*     12",
        "      overruled by Ann: miscounted",
        "      Total           15          12",
        "",
        "* won the hand",
        "Ann leads, 85 points from 100. Ann deals next.",
    ]


FULL_SCORING = {"game_bonus": 100, "box_bonus": 25, "shutout": "hand-points"}


def test_bonuses_stand_below_a_sheet_that_is_over() -> None:
    game: dict[str, Any] = {
        "house_rules": {**FULL_SCORING, "stake_per_point": 2},
        "hands": [hand("Bob", Ann=25, Bob=5), hand("Ann", Ann=0, Bob=80)],
    }
    assert sheet(game)[-7:] == [
        "* won the hand",
        "Ann: Game bonus: first to the target, +100.",
        "Ann: Hands won that count in this game: 1 × 25, +25.",
        "Bob: Hands won that count in this game: 1 × 25, +25.",
        "Total: Ann 230, Bob 45.",
        "Ann wins by 185.",
        "Bob owes Ann 3.70: 185 points at 0.02.",
    ]
    assert "The end" not in " ".join(sheet({**game, "hands": game["hands"][:1]}))


def test_each_hand_names_the_games_where_it_counts() -> None:
    """Ann ends game 1 in hand 4. So Bob's first win counts in game 2; there the table gave Ann points as well."""
    by_table = {"points": {"Ann": 10, "Bob": 20}, "winner": "Bob", "reason": "a bet", "by": "Ann"}
    game: dict[str, Any] = {
        "house_rules": {"columns": 3, "target": 50, "undercut_on_tie": False},
        "hands": [
            hand("Ann", Ann=5, Bob=35),
            {"drawn": True},
            hand("Ann", Ann=5, Bob=5),
            hand("Ann", Ann=5, Bob=30),
            {**hand("Bob", Ann=25, Bob=5), "overruled": by_table},
        ],
    }
    assert sheet(game)[3:14] == [
        "Hand  Dealer  Ann  total  Bob  total",
        "   1  Ann     30*     30   0       0",
        "      Counts for Ann in game 1.",
        "   2  Bob      –      30   –       0",
        "      drawn, and dealt again",
        "   3  Bob      0*     30   0       0",
        "      Counts for Ann in games 1 and 2.",
        "   4  Ann     25*     55   0       0",
        "      Counts for Ann in games 1, 2 and 3. Ends game 1.",
        "   5  Bob     10      65  20*     20",
        "      Counts for Ann in games 2 and 3 and for Bob in game 2.",
    ]
    assert not any("Counts for" in line for line in sheet({"hands": game["hands"][:1]})), "one game"


def test_what_gives_way_on_a_narrow_terminal() -> None:
    lines = sheet(EVENING, TerminalStyle(columns=30))
    assert all(len(line) <= 30 for line in lines)
    assert {"   3  Bob      0   12*", "      Total   15   12", "House rules: gin bonus 20,"} <= set(lines)
    names = ["Maximiliane von Hohenstein", "Bartholomew Featherstone"]
    long = {"players": names, "first_dealer": names[0], "hands": [hand(names[0], **dict.fromkeys(names, 2))]}
    heading = next(line for line in sheet(long, TerminalStyle(columns=50)) if line.startswith("Hand"))
    assert (heading.count("total"), heading.count("…"), len(heading) <= 50) == (2, 2, True), "names give way first"
    overruled = {"points": {"Ann": 1_000_000, "Bob": 0}, "winner": "Ann", "reason": "a bet", "by": "Bob"}
    numbers = sheet({"hands": [{**hand("Ann", Ann=2, Bob=17), "overruled": overruled}]}, TerminalStyle(columns=10))
    assert any("1000000*" in line for line in numbers), "numbers never do"


def test_wide_characters_and_accents_by_themselves_line_up() -> None:
    names = ["李小龍", "J\u0301ose"]
    counts = dict(zip(names, (2, 17), strict=True))
    lines = sheet({"players": names, "first_dealer": names[0], "hands": [hand(names[0], **counts)]})
    table = [line for line in lines if line.startswith(("Hand", "   1"))]
    assert table == [
        "Hand  Dealer  李小龍  total  J\u0301ose  total",
        "   1  李小龍     15*     15    0       0",
    ]


def test_a_tie_at_the_target_is_played_on() -> None:
    counts = {"Ann": 20, "Bob": 5, "Cid": 5}
    game = {
        "game": "knock-rummy",
        "players": list(counts),
        "house_rules": {"target": 12, "tie_break": "play-on", "undercut_bonus": 9},
        "hands": [hand("Ann", **counts)],
    }
    assert sheet(game)[-1] == "Bob and Cid are tied at 12; another hand decides. Bob deals next."
    shared = {**game, "house_rules": {"target": 12, "undercut_bonus": 9}}
    assert sheet(shared)[-1] == "Bob and Cid share the win."
    assert sheet({})[-1] == "Ann and Bob are tied, 100 points from 100. Ann deals next."


def test_sides_have_their_totals() -> None:
    counts = {"Ann": 20, "Bob": 5, "Cid": 6, "Dee": 17}
    game = {
        "game": "knock-rummy",
        "players": list(counts),
        "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
        "hands": [hand("Ann", **counts)],
    }
    assert sheet(game)[-3:] == [
        "* won the hand",
        "Sides: Ann and Cid 0; Bob and Dee 38",
        "Bob and Dee lead, 62 points from 100. Bob deals next.",
    ]
    assert sheet({**game, "house_rules": {"target": 38}})[-1] == "Bob and Dee win."


PARTNERS: dict[str, Any] = {
    "form": "partners",
    "players": ["Ann", "Bob", "Cid", "Dee"],
    "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
}
CAPTAIN: dict[str, Any] = {
    "form": "captain",
    "players": ["Ann", "Bob", "Cid"],
    "sides": [["Ann"], ["Bob", "Cid"]],
}
CUTTHROAT: dict[str, Any] = {"form": "cutthroat", "players": ["Ann", "Bob", "Cid"]}


def in_rounds(
    table: dict[str, Any], *hands: dict[str, Any], width: int | None = None, **house_rules: object
) -> list[str]:
    return sheet({**table, "house_rules": house_rules, "hands": [*hands]}, TerminalStyle(columns=width))


def test_partners_in_a_round_that_is_not_over() -> None:
    overruled = {"points": {"Cid": 0, "Bob": 40}, "winner": "Bob", "reason": "miscounted", "by": "Ann"}
    assert in_rounds(
        PARTNERS,
        {**hand("Ann", Ann=2, Bob=17), "note": "rain"},
        {"drawn": True},
        {"drawn": True, "dealer": "Dee"},
        {**hand("Cid", Cid=3, Bob=9), "overruled": overruled},
        hand("Ann", Ann=0, Bob=10),
    ) == [
        "Gin Rummy, partners, to 125 points",
        "",
        "Round  Dealer       Ann & Cid  total  Bob & Dee  total",
        "    1  Ann and Cid        15*     15         0       0",
        "      Ann 15, Bob 0",
        "      rain",
        "      Cid and Dee: drawn",
        "    2  Dee and Cid         0      15        40*     40",
        "      Ann and Dee: drawn",
        "      Bob 40, Cid 0",
        "      overruled by Ann: miscounted",
        "    3  Bob                        15                40",
        "      Ann 35, Bob 0",
        "       Total                      15                40",
        "",
        "* won the round",
        "Bob & Dee lead, 85 points from 125. Cid plays Dee. Dee deals.",
    ]


def test_a_captain_leads_alone_and_somebody_sits_out() -> None:
    lines = in_rounds(CAPTAIN, hand("Ann", Ann=2, Bob=17))
    assert lines[0] == "Gin Rummy, captain's play, to 100 points"
    assert lines[-1] == "Ann leads, 85 points from 100. Ann plays Cid. Cid deals. Bob sits out."


def test_cutthroat_has_a_column_for_each_player() -> None:
    assert in_rounds(CUTTHROAT, hand("Ann", Ann=5, Bob=25), hand("Cid", Ann=54, Cid=4), target=50)[3:] == [
        "Round  Dealer  Ann  total  Bob  total  Cid  total",
        "    1  Ann     20*     20   0       0   0       0",
        "      Ann 20, Bob 0",
        "    2  Cid      0      20   0       0  50*     50",
        "      Ann 0, Cid 50",
        "       Total           20           0          50",
        "",
        "* won the round",
        "Cid wins.",
        "Ann owes Cid 30 points.",
        "Bob owes Ann 20 points.",
        "Bob owes Cid 50 points.",
    ]
