"""The best layout of a hand, faults and points against the rules written down a second time, and trying everything."""

import random
from collections.abc import Sequence

import pytest

from companion.rules.cards import CARDS_BY_NAME, Hand, name_of
from companion.rules.rummy import solver
from companion.rules.rummy.lay_offs import OpenMeld, best_plan
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, classify, melds_of
from companion.rules.rummy.solver import Layout, best_layouts
from tests.support.rummy import random_hands, random_showdowns, reference
from tests.support.rummy.reference_pricing import Counts, plain_points
from tests.support.rummy.reference_ruling import Fault, PlainRuling
from tests.support.seeds import random_sources

pytestmark = pytest.mark.random

PLAIN_MELDS = reference.all_melds()


def check_layout(layout: Layout, hand: Hand, context: MeldContext) -> None:
    """Check that a layout has real melds, each card in one place, and its deadwood counted."""
    melds = melds_of(layout)
    for meld in melds:
        assert classify(meld.cards, context) == meld
    placed = [*(card for meld in melds for card in meld.cards)]
    assert len(placed) == len(set(placed))
    assert Hand.of(placed) | layout.deadwood == hand
    assert not Hand.of(placed) & layout.deadwood
    assert layout.deadwood.points == layout.points


def check_solver(names: reference.Cards, melds: reference.Melds, context: MeldContext, seed: int) -> None:
    found = best_layouts(random_hands.hand_from(names).bits, context.meld_rules)[0]
    assert found.points == reference.least_deadwood(names, melds), (seed, sorted(names))
    assert solver.least_deadwood(random_hands.hand_from(names).bits, context.meld_rules) == found.points, (
        seed,
        sorted(names),
    )
    check_layout(found, random_hands.hand_from(names), context)


@pytest.mark.parametrize(("count", "sizes"), [(3_000, (10, 10)), (500, (0, 26))])
def test_plain_rummy_hands(count: int, sizes: tuple[int, int]) -> None:
    for seed, rng in random_sources(count):
        size = rng.randint(*sizes)
        names = random_hands.random_hand(rng, size) if seed % 2 else random_hands.rich_hand(rng, size, PLAIN_MELDS)
        check_solver(names, PLAIN_MELDS, PLAIN, seed)


@pytest.mark.parametrize(
    ("prints", "sizes"),
    [
        (25, [11] * 60),
        (25, [12] * 60),
        pytest.param(12, range(28), marks=pytest.mark.slow),
    ],
)
def test_gem_rummy_hands(prints: int, sizes: Sequence[int]) -> None:
    for seed, rng in random_sources(prints):
        letters, dice = reference.random_print(rng), rng.choice(random_hands.ALL_ROLLS)
        context, melds = random_hands.table_of(letters, dice), reference.all_melds(letters, dice)
        for turn, size in enumerate(sizes):
            names = random_hands.random_hand(rng, size) if turn % 3 == 0 else random_hands.rich_hand(rng, size, melds)
            check_solver(names, melds, context, seed)


@pytest.mark.slow
def test_stashes_with_kings_under_sets_and_runs() -> None:
    for seed, rng in random_sources(25):
        letters, dice = reference.random_print(rng), rng.choice(random_hands.ALL_ROLLS)
        context, melds = random_hands.table_of(letters, dice), reference.all_melds(letters, dice)
        for _ in range(15):
            check_solver(random_hands.thick_hand(rng, melds), melds, context, seed)


def test_several_layouts_are_all_the_best_and_all_different() -> None:
    """Every layout is as good as the single best one, and none is returned twice."""
    for seed, rng in random_sources(250):
        letters, dice = reference.random_print(rng), rng.choice(random_hands.ALL_ROLLS)
        context, melds = random_hands.table_of(letters, dice), reference.all_melds(letters, dice)
        names = random_hands.rich_hand(rng, 11, melds)
        found = best_layouts(random_hands.hand_from(names).bits, context.meld_rules, most=100)
        assert {layout.points for layout in found} == {reference.least_deadwood(names, melds)}, (seed, sorted(names))
        assert len({melds_of(layout) for layout in found}) == len(found), (seed, sorted(names))
        for layout in found:
            check_layout(layout, random_hands.hand_from(names), context)


def open_melds(lying: tuple[reference.Cards, ...], table: MeldContext) -> list[OpenMeld]:
    melds = [classify(tuple(CARDS_BY_NAME[name] for name in names), table) for names in lying]
    return [OpenMeld(0, place, meld) for place, meld in enumerate(melds) if isinstance(meld, Meld)]


def can_all_be_laid_off(cards: reference.Cards, lying: tuple[reference.Cards, ...], melds: reference.Melds) -> bool:
    return not cards or any(
        can_all_be_laid_off(left, table, melds) for _, _, left, table in reference.lay_offs_from(cards, lying, melds)
    )


def check_plan(
    seed: int, names: reference.Cards, lying: tuple[reference.Cards, ...], table: MeldContext, melds: reference.Melds
) -> None:
    plan = best_plan(random_hands.hand_from(names), open_melds(lying, table), table)
    assert plan.points == reference.least_with_lay_offs(names, lying, melds), (seed, lying, names)
    melded = Hand.of(one for meld in plan.melds for one in meld.cards)
    laid_off = frozenset(name_of(one) for one in plan.laid_off)
    assert not melded & plan.laid_off
    assert (random_hands.hand_from(names) - melded - plan.laid_off).points == plan.points
    assert can_all_be_laid_off(laid_off, lying, melds), (seed, lying, names)


def test_lay_offs_of_plain_rummy() -> None:
    for seed, rng in random_sources(1_000):
        lying = random_hands.melds_on_table(rng, PLAIN_MELDS, rng.randint(1, 3))
        names = random_hands.hand_that_fits(rng, rng.randint(3, 11), lying, PLAIN_MELDS)
        check_plan(seed, names, lying, PLAIN, PLAIN_MELDS)


def test_lay_offs_of_gem_rummy() -> None:
    for seed, rng in random_sources(40):
        letters, dice = reference.random_print(rng), rng.choice(random_hands.ALL_ROLLS)
        table, melds = random_hands.table_of(letters, dice), reference.all_melds(letters, dice)
        for _ in range(25):
            lying = random_hands.melds_on_table(rng, melds, rng.randint(1, 4))
            names = random_hands.hand_that_fits(rng, rng.randint(3, 12), lying, melds)
            check_plan(seed, names, lying, table, melds)


MOST_COUNTED = 48
"""What all hands of every game here can count together: seven players hold 49 cards, which count 337."""
GAMES = [("gem-rummy", 2), ("gem-rummy", 3), ("gin-rummy", 2), *(("knock-rummy", seats) for seats in range(2, 8))]


def random_counts(rng: random.Random, game: str, seats: int, house: random_showdowns.Document) -> Counts:
    """Count hands so that ties, undercuts and hands without deadwood are frequent."""
    knocker = rng.randrange(seats)
    some = rng.sample(range(1, MOST_COUNTED), 2)
    deadwood = [rng.choice((0, *some, *some, rng.randint(1, MOST_COUNTED))) for _ in range(seats)]
    calls = ["knock"]
    if deadwood[knocker] == 0:
        big = ["big-gin"] if game == "gem-rummy" or "big_gin_bonus" in house else []
        calls = {"gem-rummy": ["knock", "gin", *big], "gin-rummy": ["gin", *big], "knock-rummy": ["rum"]}[game]
    gem_parts = [game == "gem-rummy" and rng.random() < 0.3 for _ in range(seats)]
    return Counts(knocker, rng.choice(calls), deadwood, gem_parts)


def counted_showdown(game: str, house: random_showdowns.Document, counts: Counts) -> random_showdowns.Document:
    players: list[random_showdowns.Document] = []
    for seat, deadwood in enumerate(counts.deadwood):
        players.append({"name": random_showdowns.NAMES[seat], "deadwood_points": deadwood})
        if game == "gem-rummy":
            players[-1]["gem_parts"] = counts.gem_parts[seat]
    document = {
        "game": game,
        "house_rules": {**house, "knock_limit": 100},
        "knocker": random_showdowns.NAMES[counts.knocker],
    }
    dice = {"dice": [1, 1]} if game == "gem-rummy" else {}
    return {**document, **dice, "call": counts.call, "players": players}


def winner_of_knock_rummy(counts: Counts) -> str | None:
    """Return who collects; None if it is shared. The Knocker only with rum, or if nobody else is as low."""
    if counts.call == "rum":
        return random_showdowns.NAMES[counts.knocker]
    lowest = [seat for seat, count in enumerate(counts.deadwood) if count == min(counts.deadwood)]
    collecting = [seat for seat in lowest if seat != counts.knocker] or lowest
    return random_showdowns.NAMES[collecting[0]] if len(collecting) == 1 else None


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_points_are_what_the_books_say(game: str, seats: int) -> None:
    for seed, rng in random_sources(300):
        house = random_showdowns.random_house_rules(rng, game)
        counts = random_counts(rng, game, seats, house)
        verdict = random_showdowns.judged(counted_showdown(game, house, counts))
        assert verdict["legal"], (seed, verdict["faults"])
        expected = plain_points(game, {key: value for key, value in house.items() if key != "layout"}, counts)
        points = [player["points"] for player in verdict["players"]]
        assert points == expected, (seed, house, counts)
        first = [random_showdowns.NAMES[seat] for seat in range(seats) if points[seat] == max(points)]
        if game == "knock-rummy":
            assert verdict["winner"] == winner_of_knock_rummy(counts), seed
        elif len(first) == 1:
            assert verdict["winner"] == first[0], seed
        else:
            assert verdict["winner"] == random_showdowns.NAMES[counts.knocker], seed  # a tied hand is the Knocker's


def as_it_lies(rng: random.Random, document: random_showdowns.Document) -> random_showdowns.Document:
    """Lay all hands out, now and then with a group that is none or a card too many, and say what was laid off."""
    melds = random_showdowns.melds_of_document(document)
    players: list[random_showdowns.Document] = []
    for player in document["players"]:
        if "cards" in player:
            hand = random_showdowns.laid_out(rng, frozenset(player["cards"]), melds)
            players.append({key: value for key, value in player.items() if key != "cards"} | hand)
        else:
            players.append(player)
    for player in players:
        deadwood = player.get("deadwood", [])
        if deadwood and rng.random() < 0.1:
            group = rng.sample(deadwood, min(len(deadwood), rng.randint(1, 5)))
            player["melds"].append(group)
            player["deadwood"] = [card for card in deadwood if card not in group]
        if "melds" in player and rng.random() < 0.1:
            player["deadwood"].append(rng.choice(reference.DECK))
    document["players"] = players
    document["house_rules"].pop("layout", None)
    found = random_showdowns.judged({key: value for key, value in document.items() if key != "lay_offs"})["lay_offs"]
    document["lay_offs"] = rng.choice((found, found[::-1], random_showdowns.random_lay_offs(rng, document)))
    return document


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "count"),
    [("gem-rummy", 2, 300), ("gem-rummy", 3, 400), ("gin-rummy", 2, 200), ("knock-rummy", 4, 100)],
)
def test_everything_that_is_wrong_and_all_points(game: str, seats: int, count: int) -> None:
    for seed, rng in random_sources(count):
        document = as_it_lies(rng, random_showdowns.random_showdown(rng, game, seats))
        ruling = PlainRuling(document, random_showdowns.melds_of_document(document))
        verdict = random_showdowns.judged(document)
        faults: list[Fault] = [
            (fault["code"], fault["player"], tuple(sorted(fault["cards"]))) for fault in verdict["faults"]
        ]
        assert sorted(faults, key=str) == sorted(ruling.faults, key=str), seed
        points = [player["points"] for player in verdict["players"]]
        assert (points if verdict["legal"] else None) == ruling.points(), seed
