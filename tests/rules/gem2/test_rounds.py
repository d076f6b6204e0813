"""Whole random games, played and scored by the plain simulator, against the card of the product."""

import random
from collections import Counter
from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.rules.gem2.lines import Side
from companion.rules.gem2.round import player_of
from tests.support.gem2 import simulator
from tests.support.seeds import random_sources

BOXES = {"dealer": "dealer_points", "player": "player_points", "betting": "betting_points", "penalty": "penalty_points"}


@pytest.mark.random
def test_games_alone() -> None:
    met: Counter[str] = Counter()
    for seed, source in random_sources(120):
        document, rows = simulator.solo_game(source)
        card: Any = score_document(document)
        got = [[row["dealer_points"], row["card_run_points"], row["bonus_round_points"]] for row in card["rows"]]
        assert got == rows, seed
        assert [row["total"] for row in card["rows"]] == [sum(row) for row in rows], seed
        assert (card["grand_total"], card["over"], card["doubts"]) == (sum(map(sum, rows)), True, []), seed
        met["rounds"] += len(document["rounds"])
        met["filled by a lost bonus round"] += 5 - len(document["rounds"])
        met["bonus rounds won"] += sum(row[2] // 10 for row in rows)
        met["all five won"] += sum(row[2] == 150 for row in rows)
        met["runs of ten"] += sum(row[1] >= 50 for row in rows)
    assert min(met.values()) > 0, met


@pytest.mark.random
def test_games_of_two() -> None:
    met: Counter[str] = Counter()
    for _, source in random_sources(160):
        for table, said in check_game_of_two(source):
            check_as_counted(table)
            met.update(f"{call['penalty']} {call['correct']}" for deal in table.deals for call in deal.get("calls", []))
            met["ended early"] += bool(table.cards)
            met["odd number of deals"] += len(table.deals) % 2 and not table.cards
            met["short last deal"] += table.short
            met["four left"] += simulator.on_board(table.piles) == 4
            met["an X missing, the players know who holds it"] += "x_held_by" in said
            met["an X missing, nobody knows who holds it"] += "not_all_x" in said and "x_held_by" not in said
            met["owned up"] += any("on_self" in call for deal in table.deals for call in deal.get("calls", []))
            met["two bets"] += any(len(deal.get("bets", [])) == 2 for deal in table.deals)
            met["time ran out"] += any("timed_out" in deal for deal in table.deals)
    assert min(met.values()) > 0, met
    assert len(met) == 18, met


def check_game_of_two(source: random.Random) -> list[tuple[simulator.Table, dict[str, Any]]]:
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
    return played


def check_as_counted(table: simulator.Table) -> None:
    """No round that can be played is refused, or scored otherwise, where the table only counted it."""
    held = {name: len(table.held[name]) for name in table.names}
    points = {box: {name: table.points[name][box] for name in table.names} for box in BOXES}
    counted = {"remaining": 40 - sum(held.values()), "cards": held}
    counted |= {"betting": points["betting"], "penalties": points["penalty"]}
    document = {"game": "gem-ii", "players": list(table.names), "first_dealer": table.dealer, "level": 1}
    card: Any = score_document({**document, "rounds": [{"counted": counted}]})
    for name in table.names:
        row = card["rounds"][0]["players"][name]
        assert [row[BOXES[box]] for box in ("player", "betting", "penalty")] == [
            points[box][name] for box in ("player", "betting", "penalty")
        ]


@pytest.mark.random
def test_a_round_deal_by_deal() -> None:
    """After every deal the card tells whose turn comes, what lies there and who holds which jewels."""
    for seed, source in random_sources(40):
        table = simulator.Table(("Ann", "Bob"), "Bob", 1, source)
        head = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Bob", "level": 1}
        while table.cards and not table.ended:
            upcoming: Any = score_document({**head, "rounds": [{"deals": table.deals}]})["next"]
            expected = {
                "round": 1,
                "deal": len(table.deals) + 1,
                "turn": table.whose(),
                "on_board": simulator.on_board(table.piles) + min(4, len(table.cards)),
                "in_hand": max(0, len(table.cards) - 4),
                "last_deal": len(table.cards) <= 4,
                "betting_jewels": table.betting,
                "penalty_jewels": table.calling,
            }
            assert {key: upcoming[key] for key in expected} == expected, seed
            table.play_deal()


def test_the_sides_swap_roles_each_round_and_the_receiver_has_the_odd_turns() -> None:
    """The first side deals round 1, so the second has its turns 1 and 3 (II.duel.swap)."""
    turns = [player_of(number, deal) for number in (1, 2) for deal in (1, 2, 3)]
    assert turns == [Side.SECOND, Side.FIRST, Side.SECOND, Side.FIRST, Side.SECOND, Side.FIRST]
