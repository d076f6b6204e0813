"""Strict reading: what can't be read, or not in time, is refused with its place; a hand is written back as read."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from companion.documents.errors import Defect, DocumentError, Flaw
from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.documents.hand_writer import write_recorded_hand
from companion.journal.codec import from_json, to_json
from companion.journal.kinds import kind_of
from companion.journal.names import renamed_head
from companion.journal.sheet import Standing, rule_on
from companion.register.cases import MADE_UP_PRINT, CaseKind, cases
from companion.rules.cards import ALL_CARDS, name_of
from companion.rules.gem2.lines import Side
from companion.rules.gem2.round import USUAL_ENDING, RoundEnding
from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import best_layouts
from companion.wording.document_errors import document_error_sentence, placed_sentence
from tests.support.documents import GEM_SHOWDOWN, HEAD, Document, error_of, hand_of, knocked
from tests.support.gem2.random_documents import random_document
from tests.support.seeds import random_sources

ABSENT = object()

OFF: Document = {"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}
GAME: Document = {
    "game": "knock-rummy",
    "players": ["Ann", "Bob", "Cid", "Dee"],
    "first_dealer": "Ann",
    "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
    "hands": [
        {
            "knocker": "Ann",
            "players": [{"name": name, "deadwood_points": 4} for name in ("Ann", "Bob", "Cid", "Dee")],
            "overruled": {
                "points": {"Ann": 1, "Bob": 2, "Cid": 3, "Dee": 4},
                "winner": "Dee",
                "reason": "so agreed",
                "by": "Bob",
            },
        },
        {"drawn": True, "at": "2026-11-21", "note": "once\nmore"},
    ],
}


def changed(document: Document, way: str, value: object) -> Document:
    """Set, or take away, what stands at a place such as `players.0.name`."""
    other = copy.deepcopy(document)
    inner: Any = other
    *path, last = [int(step) if step.isdigit() else step for step in way.split(".")]
    for step in path:
        inner = inner[step]
    if value is ABSENT:
        del inner[last]
    else:
        inner[last] = value
    return other


def test_the_documents_that_are_spoiled_below_can_be_read() -> None:
    cards = ["tc", "T♣", "10c", "10♣", "k♥"]
    verdict: Any = judge_document(changed(GEM_SHOWDOWN, "players.1.cards", cards))
    assert {card for fault in verdict["faults"] for card in fault["cards"]} >= {"10C"}
    assert judge_document(GEM_SHOWDOWN)["faults"]
    assert judge_document({**GEM_SHOWDOWN, "lay_offs": [OFF, {"player": "Bob", "pass": True}]})
    assert score_document(GAME)["totals"] == {"Ann": 1, "Bob": 2, "Cid": 3, "Dee": 4}


SHOWDOWN_ERRORS: list[tuple[str, object, str, str]] = [
    ("game", ABSENT, "missing-key", "game"),
    ("game", "whist", "wrong-value", "game"),
    ("game", "gem-ii", "wrong-value", "game"),
    ("game", "gin-rummy", "player-count", "players"),
    ("color", 1, "unknown-key", "color"),
    ("x" * 41, 1, "unknown-key", "…"),
    ("\ud800", 1, "unknown-key", "…"),
    ("house_rules", [], "wrong-type", "house_rules"),
    ("house_rules", {"\ud800": 1}, "house-rule-unknown", "house_rules.…"),
    ("house_rules", {"target": "1"}, "house-rule-value", "house_rules.target"),
    ("house_rules", {"target": 5, "minimum_score": 6}, "house-rules-contradict", "house_rules.minimum_score"),
    ("dice", ABSENT, "missing-key", "dice"),
    ("dice", [3], "wrong-value", "dice"),
    ("dice", [3, 7], "wrong-value", "dice[1]"),
    ("dice", [3, True], "wrong-type", "dice[1]"),
    ("dice", [3, 4.0], "wrong-type", "dice[1]"),
    ("knocker", ABSENT, "missing-key", "knocker"),
    ("knocker", "Eve", "not-at-the-table", "knocker"),
    ("knocker", "x" * 41, "too-long", "knocker"),
    ("call", "rum", "wrong-value", "call"),
    ("call", None, "wrong-type", "call"),
    ("print", [], "wrong-type", "print"),
    ("print", {"11C": "G"}, "unknown-card", "print.11C"),
    ("print", {"\ud800": "G"}, "unknown-card", "print.…"),
    ("print", {"AC": "X"}, "unknown-gem", "print.AC"),
    ("print", {"AC": ""}, "unknown-gem", "print.AC"),
    ("print", {"AC": "\N{LATIN SMALL LETTER LONG S}"}, "unknown-gem", "print.AC"),
    ("print", {"AC": "GGGGGGGGG"}, "too-long", "print.AC"),
    ("gems", {"10C": "G", "T♣": "G"}, "key-repeated", "gems.T♣"),
    ("players", [], "player-count", "players"),
    ("players", [GEM_SHOWDOWN["players"][0]] * 2, "name-repeated", "players[1].name"),
    ("players", [GEM_SHOWDOWN["players"][2]] * 53, "too-many", "players"),
    ("players.0", "Ann", "wrong-type", "players[0]"),
    ("players.0.name", ABSENT, "missing-key", "players[0].name"),
    ("players.0.name", None, "wrong-type", "players[0].name"),
    ("players.0.age", 9, "unknown-key", "players[0].age"),
    ("players.0.cards", [], "hand-twice", "players[0]"),
    ("players.0.deadwood", ABSENT, "missing-key", "players[0].deadwood"),
    ("players.0.melds", [[]], "meld-empty", "players[0].melds[0]"),
    ("players.0.melds", ["5C"], "wrong-type", "players[0].melds[0]"),
    ("players.0.melds", [["5C"]] * 53, "too-many", "players[0].melds"),
    ("players.0.melds.0.1", "11C", "unknown-card", "players[0].melds[0][1]"),
    ("players.0.deadwood", ["AC"] * 53, "too-many", "players[0].deadwood"),
    ("players.0.gem_parts", "yes", "wrong-type", "players[0].gem_parts"),
    ("players.1.cards", ABSENT, "hand-missing", "players[1]"),
    ("players.1.cards", ["AC"] * 53, "too-many", "players[1].cards"),
    ("players.2.deadwood_points", -1, "wrong-value", "players[2].deadwood_points"),
    ("players.2.deadwood_points", 1001, "wrong-value", "players[2].deadwood_points"),
    ("players.2.deadwood_points", 2.5, "wrong-type", "players[2].deadwood_points"),
    ("players.2.gem_parts", "checked", "wrong-type", "players[2].gem_parts"),
    ("lay_offs", [{"player": "Bob", "pass": True}] * 105, "too-many", "lay_offs"),
    ("lay_offs", [{"player": "Bob", "pass": False}], "wrong-value", "lay_offs[0].pass"),
    ("lay_offs", [{"player": "Eve", "pass": True}], "not-at-the-table", "lay_offs[0].player"),
    ("lay_offs", [{**OFF, "pass": True}], "unknown-key", "lay_offs[0].card"),
    ("lay_offs", [OFF, {**OFF, "onto": 0}], "wrong-type", "lay_offs[1].onto"),
    ("lay_offs", [OFF, {**OFF, "card": "0C"}], "unknown-card", "lay_offs[1].card"),
    ("lay_offs", [changed(OFF, "onto.meld", 2)], "wrong-value", "lay_offs[0].onto.meld"),
    ("lay_offs", [changed(OFF, "onto.meld", -1)], "wrong-value", "lay_offs[0].onto.meld"),
    ("lay_offs", [changed(OFF, "onto.player", "Eve")], "not-at-the-table", "lay_offs[0].onto.player"),
    ("lay_offs", [changed(OFF, "onto.player", "Bob")], "lay-off-unreadable", "lay_offs[0].onto"),
    ("lay_offs", [changed(OFF, "onto.player", "Cid")], "lay-off-unreadable", "lay_offs[0].onto"),
    ("lay_offs", [{**OFF, "player": "Cid"}], "lay-off-unreadable", "lay_offs[0]"),
]


@pytest.mark.parametrize(("way", "value", "code", "where"), SHOWDOWN_ERRORS)
def test_a_showdown_that_cannot_be_read(way: str, value: object, code: str, where: str) -> None:
    assert error_of(judge_document, changed(GEM_SHOWDOWN, way, value)) == (code, where)


def test_a_deck_is_given_whole_or_in_letters() -> None:
    both = {**GEM_SHOWDOWN, "print": MADE_UP_PRINT, "gems": {"AC": "G"}}
    assert error_of(judge_document, both) == ("key-conflict", "gems")
    ruled_out = {**GEM_SHOWDOWN, "print": MADE_UP_PRINT, "not_gems": {"AC": "E"}}
    assert error_of(judge_document, ruled_out) == ("key-conflict", "not_gems")
    unreadable = {**GEM_SHOWDOWN, "not_gems": {"AC": "X"}}
    assert error_of(judge_document, unreadable) == ("unknown-gem", "not_gems.AC")


def test_a_hand_without_melds_takes_no_lay_off() -> None:
    players = [*GEM_SHOWDOWN["players"][:2], {"name": "Cid", "melds": [], "deadwood": ["9C"]}]
    document = {**GEM_SHOWDOWN, "players": players, "lay_offs": [changed(OFF, "onto.player", "Cid")]}
    with pytest.raises(DocumentError) as caught:
        judge_document(document)
    assert placed_sentence(caught.value) == 'lay_offs[0].onto: "Cid" has no meld'


GIN: Document = {"game": "gin-rummy", **knocked(5, 30)}
BOBS: list[Document] = [{"cards": ["8C"]}, {"deadwood_points": 3}, {"melds": [], "deadwood": []}]
CLAIMED = [{**GIN, "players": [GIN["players"][0], {"name": "Bob", "gem_parts": True, **bob}]} for bob in BOBS]
OKLAHOMA: Document = {**GIN, "house_rules": {"knock_limit": "upcard"}}


@pytest.mark.parametrize(
    ("document", "code", "where"),
    [
        *(({**GIN, key: {}}, "unknown-key", key) for key in ("print", "gems", "not_gems", "dice")),
        ({**GIN, "call": "rum"}, "wrong-value", "call"),
        *((document, "unknown-key", "players[1].gem_parts") for document in CLAIMED),
        (OKLAHOMA, "missing-key", "upcard"),
        ({**OKLAHOMA, "upcard": None}, "unknown-card", "upcard"),
        ({**GIN, "game": "gem-rummy", "dice": [3, 4], "upcard": "4D"}, "unknown-key", "upcard"),
        ({**GIN, "game": "knock-rummy", "upcard": "4D"}, "unknown-key", "upcard"),
    ],
)
def test_a_game_has_nothing_that_is_of_another(document: Document, code: str, where: str) -> None:
    assert error_of(judge_document, document) == (code, where)


def test_an_upcard_is_read_like_any_card_and_changes_nothing_where_it_rules_nothing() -> None:
    verdict: Any = judge_document({**OKLAHOMA, "upcard": "t♠"})
    assert [player["points"] for player in verdict["players"]] == [25, 0]
    assert judge_document({**GIN, "upcard": "AS"}) == judge_document(GIN)
    for drawn in ({"drawn": True}, {"drawn": True, "upcard": "4D"}):
        sheet: Any = score_document({**HEAD, "house_rules": {"columns": 3}, "hands": [drawn]})
        assert [column["entries"] for column in sheet["columns"]] == [[{"Ann": None, "Bob": None}]] * 3
    assert error_of(score_document, {**HEAD, "hands": [{"drawn": True, "upcard": "X"}]})[0] == "unknown-card"
    won = {**HEAD, "hands": [knocked(0, 80)]}
    for key in ("columns", "final", "won_by"):
        assert key not in score_document(won)
        assert key in score_document({**won, "house_rules": {"box_bonus": 25}})


GAME_ERRORS: list[tuple[str, object, str, str]] = [
    ("players", ["Ann", "Bob", "Cid", "Ann"], "name-repeated", "players[3]"),
    ("first_dealer", "Eve", "not-at-the-table", "first_dealer"),
    ("first_dealer", ABSENT, "missing-key", "first_dealer"),
    ("winner", "Ann", "unknown-key", "winner"),
    ("at", "yesterday", "wrong-value", "at"),
    ("note", "x" * 2001, "too-long", "note"),
    ("place", "x" * 61, "too-long", "place"),
    ("hands.0.place", "club", "unknown-key", "hands[0].place"),
    ("print", MADE_UP_PRINT, "unknown-key", "print"),
    ("sides", [["Ann", "Bob"], ["Cid", "Cid"]], "wrong-value", "sides"),
    ("sides", [["Ann"], ["Bob"], ["Cid"], ["Dee"]], "wrong-value", "sides"),
    ("sides", [["Ann", "Eve"], ["Cid", "Bob"]], "not-at-the-table", "sides[0][1]"),
    ("hands.0", [], "wrong-type", "hands[0]"),
    ("hands.0.players", ABSENT, "missing-key", "hands[0].players"),
    ("hands.0.house_rules", {"target": 60}, "house-rule-of-game", "hands[0].house_rules.target"),
    ("hands.0.drawn", 1, "wrong-type", "hands[0].drawn"),
    ("hands.0.dice", [1, 1], "unknown-key", "hands[0].dice"),
    ("hands.0.game", "knock-rummy", "unknown-key", "hands[0].game"),
    ("hands.0.players.1.name", "Ann", "name-repeated", "hands[0].players[1].name"),
    ("hands.0.players.3", ABSENT, "player-missing", "hands[0].players"),
    ("hands.0.players.2.gem_parts", True, "unknown-key", "hands[0].players[2].gem_parts"),
    ("hands.0.overruled", {}, "missing-key", "hands[0].overruled.points"),
    ("hands.0.overruled.points.Ann", 10**7, "wrong-value", "hands[0].overruled.points.Ann"),
    ("hands.0.overruled.points.Dee", ABSENT, "missing-key", "hands[0].overruled.points.Dee"),
    ("hands.0.overruled.points.Eve", 1, "unknown-key", "hands[0].overruled.points.Eve"),
    ("hands.0.overruled.winner", "Eve", "not-at-the-table", "hands[0].overruled.winner"),
    ("hands.0.overruled.reason", "  ", "wrong-value", "hands[0].overruled.reason"),
    ("hands.0.overruled.by", "Eve", "not-at-the-table", "hands[0].overruled.by"),
    ("hands.1.knocker", "Ann", "unknown-key", "hands[1].knocker"),
    ("hands.1.overruled", {}, "unknown-key", "hands[1].overruled"),
    ("hands.1.at", "2026-13-01", "wrong-value", "hands[1].at"),
]


@pytest.mark.parametrize(("way", "value", "code", "where"), GAME_ERRORS)
def test_a_game_that_cannot_be_read(way: str, value: object, code: str, where: str) -> None:
    assert error_of(score_document, changed(GAME, way, value)) == (code, where)


def test_two_sides_of_one_name_are_refused() -> None:
    players = ["Bob & Cid", "Bob", "Cid"]
    head = {"game": "gin-rummy", "form": "captain", "players": players, "first_dealer": "Bob", "hands": []}
    alike = {**head, "sides": [players[:1], players[1:]]}
    assert error_of(score_document, alike) == ("wrong-value", "sides")
    assert score_document({**head, "sides": [["Cid"], ["Bob", "Bob & Cid"]]})


def test_the_dice_of_a_drawn_hand_are_read_too() -> None:
    drawn = {"game": "gem-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}
    assert error_of(score_document, {**drawn, "hands": [{"drawn": True, "dice": [1, 7]}]}) == (
        "wrong-value",
        "hands[0].dice[1]",
    )


def test_the_players_of_a_hand_may_be_in_any_order() -> None:
    turned = changed(GAME, "hands.0.players", GAME["hands"][0]["players"][::-1])
    assert score_document(turned) == score_document(GAME)
    assert error_of(score_document, {**HEAD, "hands": [], "sides": []}) == ("unknown-key", "sides")
    spoiled = changed(turned, "hands.0.players.0.gem_parts", True)
    assert error_of(score_document, spoiled) == ("unknown-key", "hands[0].players[0].gem_parts")


def test_a_value_that_is_not_json_is_shown_by_its_type() -> None:
    with pytest.raises(DocumentError) as caught:
        judge_document({**GEM_SHOWDOWN, "knocker": {"Ann"}, "game": {"gem-rummy"}})
    assert document_error_sentence(caught.value).endswith("not set")


SEARCHED = [
    {"name": "Ann", "cards": ["3C", "4C", "5C", "3D", "4D", "5D", "3H", "4H", "5H", "AS"]},
    {"name": "Bob", "deadwood_points": 30},
]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def limit(most: int) -> None:
        monkeypatch.setattr(solver, "MOST_STEPS", most)
        best_layouts.cache_clear()
        judge.cache_clear()

    return limit


def test_a_hand_that_would_be_searched_for_too_long_is_refused_or_stored_with_its_reason(
    steps: Callable[[int], None],
) -> None:
    steps(1)
    hand: dict[str, Any] = {"knocker": "Ann", "players": SEARCHED}
    assert error_of(judge_document, {"game": "gin-rummy", **hand}) == ("too-many-layouts", "players")
    assert error_of(score_document, {**HEAD, "hands": [hand]}) == ("too-many-layouts", "hand 1")
    ruling = rule_on(HEAD, hand_of(hand))
    assert (ruling.standing, ruling.defect) == (Standing.UNREADABLE, Defect(Flaw.TOO_MANY_LAYOUTS, "", {}))


def test_more_cards_than_a_hand_can_have_are_not_searched(steps: Callable[[int], None]) -> None:
    steps(0)
    names = [name_of(card) for card in ALL_CARDS]
    players = [{"name": "Ann", "cards": names[:40]}, {"name": "Bob", "melds": [names[40:43]], "deadwood": names[43:50]}]
    verdict: Any = judge_document({"game": "gin-rummy", "knocker": "Ann", "players": players})
    assert [fault["message"] for fault in verdict["faults"]] == ["Ann has 40 cards but should have 10."]
    ann, bob = verdict["players"]
    assert (ann["melds"], len(ann["deadwood"]), ann["best"]) == ([], 40, None)
    assert (len(bob["melds"]), len(bob["deadwood"]), bob["best"]) == (1, 7, None)


def test_nothing_is_laid_off_beside_a_hand_of_more_cards_than_any_has(steps: Callable[[int], None]) -> None:
    steps(1)
    left = [name_of(card) for card in ALL_CARDS if name_of(card) not in {"5C", "6C", "7C"}]
    ann = {"name": "Ann", "melds": [["5C", "6C", "7C"]], "deadwood": []}
    lay_off = {"player": "Bob", "card": "9C", "onto": {"player": "Ann", "meld": 0}}
    document: dict[str, Any] = {"game": "gin-rummy", "knocker": "Ann", "players": [ann, {"name": "Bob", "cards": left}]}
    verdict: Any = judge_document({**document, "lay_offs": [lay_off]})
    assert [(fault["code"], fault["player"]) for fault in verdict["faults"]] == [
        ("card-count", "Ann"),
        ("card-count", "Bob"),
    ]
    assert verdict["lay_offs"] == []


def test_a_hand_of_more_cards_than_a_deck_is_not_read() -> None:
    """52 groups of all 52 cards took three seconds."""
    names = [name_of(card) for card in ALL_CARDS]
    players = [{"name": "Ann", "melds": [names, names[:1]], "deadwood": []}, SEARCHED[1]]
    document = {"game": "gin-rummy", "knocker": "Ann", "players": players}
    assert error_of(judge_document, document) == ("too-many", "players[0]")


RECORDED = {
    case.id: case.document
    for case in cases().values()
    if case.kind in {CaseKind.GAME, CaseKind.GEM_II, CaseKind.GEM_II_SOLO} and "error" not in case.expect
}


@pytest.mark.parametrize("document", RECORDED.values(), ids=RECORDED)
def test_a_hand_is_read_as_it_was_written_and_scores_the_same(document: dict[str, Any]) -> None:
    check(document)


@pytest.mark.random
@pytest.mark.parametrize("game", ["gem-ii", "gem-ii-solo"])
def test_random_rounds_are_read_as_they_were_written(game: str) -> None:
    for _, source in random_sources(20):
        check(random_document(game, source))


def check(document: dict[str, Any]) -> None:
    kind = kind_of(document["game"])
    read = [kind.read_hand(hand, "", document) for hand in document[kind.hands_key]]
    written = [write_recorded_hand(hand, document) for hand in read]
    assert [kind.read_hand(hand, "", document) for hand in written] == read
    assert score_document({**document, kind.hands_key: written}) == score_document(document)
    assert [from_json(RecordedHand, to_json(hand)) for hand in read] == read
    others = {name: f"{name} II" for name in document["players"]}
    head = renamed_head(document, others)
    assert [kind.read_hand(write_recorded_hand(hand, head), "", head) for hand in read] == read


def test_the_ending_of_a_round_is_as_usual_unless_it_says_otherwise() -> None:
    counted = {"remaining": 4, "cards": {"Ann": 18, "Bob": 18}}
    held = hand_of({"counted": counted, "not_all_x": True, "x_held_by": "Bob"})
    assert ending_of(held) == RoundEnding(not_all_x=True, x_held_by=Side.SECOND)
    assert ending_of(hand_of({"deals": [{"removed": 3}]})) == ending_of(None) == USUAL_ENDING
