"""Whole random games, played and scored by the plain simulator, against the card of the product."""

import random
from collections import Counter
from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.rules.gem2.lines import Side
from companion.rules.gem2.round import player_of
from tests.support.gem2 import simulator

BOXES = {"dealer": "dealer_points", "player": "player_points", "betting": "betting_points", "penalty": "penalty_points"}


@pytest.mark.parametrize("seed", range(30))
def test_a_game_alone(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(5):
        document, rows = simulator.solo_game(source)
        card = score_document(document)
        got = [[row["dealer_points"], row["card_run_points"], row["bonus_round_points"]] for row in rows_of(card)]
        assert got == rows
        assert [row["total"] for row in rows_of(card)] == [sum(row) for row in rows]
        assert card["grand_total"] == sum(map(sum, rows))
        assert card["over"]
        assert card["doubts"] == []


def rows_of(card: dict[str, Any]) -> list[dict[str, Any]]:
    rows = card["rows"]
    assert isinstance(rows, list)
    return rows


def test_the_simulator_alone_meets_what_it_should() -> None:
    source = random.Random(1)
    met: Counter[str] = Counter()
    for _ in range(60):
        document, rows = simulator.solo_game(source)
        met["rounds"] += len(document["rounds"])
        met["filled by a lost bonus round"] += 5 - len(document["rounds"])
        met["bonus rounds won"] += sum(row[2] // 10 for row in rows)
        met["all five won"] += sum(row[2] == 150 for row in rows)
        met["runs of ten"] += sum(row[1] >= 50 for row in rows)
    assert min(met.values()) > 0, met


@pytest.mark.parametrize("seed", range(40))
def test_games_of_two(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(4):
        check_game_of_two(source)


def check_game_of_two(source: random.Random) -> None:
    names = ("Ann", "Bob")
    level = source.choice((1, 2))
    first = source.choice(names)
    dealers = [first if number % 2 == 0 else names[1 - names.index(first)] for number in range(6)]
    played = [simulator.duel_round(names, dealer, level, source) for dealer in dealers]
    tables = [table for table, _ in played]
    document = {
        "game": "gem-ii",
        "players": list(names),
        "first_dealer": first,
        "level": level,
        "rounds": [said for _, said in played],
    }
    card: Any = score_document(document)
    for table, one in zip(tables, card["rounds"], strict=True):
        assert one["dealer"] == table.dealer
        assert one["finished"]
        assert one["cards"] == {name: len(table.held[name]) for name in names}
        for name in names:
            assert {box: one["players"][name][key] for box, key in BOXES.items()} == table.points[name]
    totals = {name: sum(sum(table.points[name].values()) for table in tables) for name in names}
    assert card["totals"] == totals
    assert card["over"]
    assert card["winners"] == [name for name in names if totals[name] == max(totals.values())]


@pytest.mark.parametrize("seed", range(40))
def test_what_was_played_can_be_counted(seed: int) -> None:
    """No round that can be played is refused, or scored otherwise, where the table only counted it."""
    source = random.Random(seed)
    names = ("Ann", "Bob")
    for _ in range(8):
        table, _ = simulator.duel_round(names, "Ann", source.choice((1, 2)), source)
        held = {name: len(table.held[name]) for name in names}
        points = {box: {name: table.points[name][box] for name in names} for box in BOXES}
        counted = {"remaining": 40 - sum(held.values()), "cards": held}
        counted |= {"betting": points["betting"], "penalties": points["penalty"]}
        document = {"game": "gem-ii", "players": list(names), "first_dealer": "Ann", "level": 1}
        card: Any = score_document({**document, "rounds": [{"counted": counted}]})
        for name in names:
            row = card["rounds"][0]["players"][name]
            assert [row[BOXES[box]] for box in ("player", "betting", "penalty")] == [
                points[box][name] for box in ("player", "betting", "penalty")
            ]


@pytest.mark.parametrize("seed", range(40))
def test_a_round_deal_by_deal(seed: int) -> None:
    """After every deal the card tells whose turn comes, what lies there and who holds which jewels."""
    source = random.Random(seed)
    table = simulator.Table(("Ann", "Bob"), "Bob", 1, source)
    while table.cards and not table.ended:
        document = {
            "game": "gem-ii",
            "players": ["Ann", "Bob"],
            "first_dealer": "Bob",
            "level": 1,
            "rounds": [{"deals": table.deals}],
        }
        upcoming: Any = score_document(document)["next"]
        assert upcoming["round"] == 1
        assert upcoming["deal"] == len(table.deals) + 1
        assert upcoming["turn"] == table.whose()
        assert upcoming["on_board"] == simulator.on_board(table.piles) + min(4, len(table.cards))
        assert upcoming["in_hand"] == max(0, len(table.cards) - 4)
        assert upcoming["last_deal"] == (len(table.cards) <= 4)
        assert upcoming["betting_jewels"] == table.betting
        assert upcoming["penalty_jewels"] == table.calling
        table.play_deal()


def test_the_simulator_of_two_meets_what_it_should() -> None:
    source = random.Random(2)
    met: Counter[str] = Counter()
    for number in range(600):
        table, said = simulator.duel_round(("Ann", "Bob"), "Ann", 1 + number % 2, source)
        calls = [call for deal in table.deals for call in deal.get("calls", [])]
        met.update(f"{call['penalty']} {call['correct']}" for call in calls)
        met["ended early"] += bool(table.cards)
        met["odd number of deals"] += len(table.deals) % 2 and not table.cards
        met["short last deal"] += table.short
        met["four left"] += simulator.on_board(table.piles) == 4
        met["an X missing, the players know who holds it"] += "x_held_by" in said
        met["an X missing, nobody knows who holds it"] += "not_all_x" in said and "x_held_by" not in said
        met["owned up"] += any("on_self" in call for call in calls)
        met["two bets"] += any(len(deal.get("bets", [])) == 2 for deal in table.deals)
        met["time ran out"] += any("timed_out" in deal for deal in table.deals)
    assert min(met.values()) > 0, met
    assert len(met) == 18, met


def test_the_sides_swap_roles_each_round_and_the_receiver_has_the_odd_turns() -> None:
    """The first side deals round 1, so the second has its turns 1 and 3 (II.duel.swap)."""
    turns = [player_of(number, deal) for number in (1, 2) for deal in (1, 2, 3)]
    assert turns == [Side.SECOND, Side.FIRST, Side.SECOND, Side.FIRST, Side.SECOND, Side.FIRST]
