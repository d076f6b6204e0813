"""Showdowns made to order are what was ordered, always the same, and right by the rules written down a second time."""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from companion.answers.judging import judge_document
from companion.documents.showdown import read_showdown
from companion.learning.finding import find_question
from companion.learning.questions import MADE
from companion.learning.rummy_questions import ShowdownAsk, ShowdownPosition, made_position
from companion.learning.showdowns import PLAYERS, TRIES, HandOrder, make_showdown, orders_for
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown import judge
from tests.support.rummy.random_showdowns import Document, judged, melds_of_document
from tests.support.rummy.reference import VALUES, Melds
from tests.support.rummy.reference_ruling import PlainRuling
from tests.support.seeds import random_sources

EVERY_ORDER = [
    (game, players, order) for game in Game for players in PLAYERS[game] for order in orders_for(game, players)
]


def position_made(parts: tuple[str, str, str, str]) -> ShowdownPosition:
    position = made_position(parts)
    assert position is not None
    return position


@pytest.mark.parametrize(("game", "players", "order"), EVERY_ORDER)
def test_a_showdown_says_what_is_called(game: Game, players: int, order: HandOrder) -> None:
    for seed in range(20):
        made = make_showdown(game, order, players, seed)
        document = made.document
        assert made.matches, seed
        verdict = judge(read_showdown(document))
        assert document["call"] == verdict.call.value
        knocker = next(player for player in document["players"] if player["name"] == document["knocker"])
        if verdict.legal and not knocker["deadwood"]:
            assert document["call"] != "knock", seed


def test_an_order_that_nothing_fits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.learning.showdowns._matches", lambda *_: False)
    made = make_showdown(Game.GIN_RUMMY, HandOrder.GIN, 2, 1)
    assert not made.matches
    assert TRIES > 1
    assert judge_document(made.document)["legal"]
    assert "call" in made.document


def made_positions(game: Game, players: int, count: int) -> Iterator[tuple[str, ShowdownPosition]]:
    for seed, rng in random_sources(count):
        order = rng.choice(orders_for(game, players))
        parts = (game.value, order.value, str(players), str(seed % 10**6))
        yield ".".join((MADE, *parts)), position_made(parts)


def all_laid_off(position: ShowdownPosition, melds: Melds) -> tuple[set[str], dict[str, int]]:
    """Lay off whatever fits anywhere until nothing does; return the cards, and each player's deadwood."""
    document = position.document
    knocker = document["knocker"]
    names = [player["name"] for player in document["players"]]
    deadwood = {player["name"]: set(player["deadwood"]) for player in document["players"]}
    goes_out = not deadwood[knocker]
    table = [
        (player["name"], frozenset(group))
        for player in document["players"]
        for group in player["melds"]
        if not (goes_out and player["name"] == knocker)
    ]
    gone: set[str] = set()
    if document["game"] == "knock-rummy":
        return gone, {name: sum(VALUES[card] for card in deadwood[name]) for name in names}
    while True:
        moves = [
            (name, card, place, longer)
            for name in names
            if name != knocker
            for card in deadwood[name]
            for place, (owner, meld) in enumerate(table)
            if owner != name
            for longer in [melds.extended_by(meld, card)]
            if longer is not None
        ]
        if not moves:
            return gone, {name: sum(VALUES[card] for card in deadwood[name]) for name in names}
        # A run that grows may take more; a set or a stash takes a card later just as well.
        name, card, place, longer = max(moves, key=lambda move: table[move[2]][1] in melds.runs)
        table[place] = table[place][0], longer
        deadwood[name].remove(card)
        gone.add(card)


def winner_of(document: Document, points: Sequence[int], left: Mapping[str, int]) -> str:
    """Return who wins a hand alone: in Knock Rummy the lowest count, elsewhere the most points; ties as ruled."""
    names: list[str] = [player["name"] for player in document["players"]]
    knocker: str = document["knocker"]
    if document["game"] == "knock-rummy":
        lowest = [name for name in names if left[name] == min(left.values()) and name != knocker]
        return knocker if not left[knocker] or not lowest else lowest[0]
    best = [name for name, own in zip(names, points, strict=True) if own == max(points)]
    return best[0] if len(best) == 1 else knocker


@pytest.mark.random
@pytest.mark.parametrize(
    ("game", "players", "count"),
    [
        (Game.GEM_RUMMY, 2, 120),
        (Game.GEM_RUMMY, 3, 120),
        (Game.GIN_RUMMY, 2, 120),
        (Game.KNOCK_RUMMY, 2, 60),
        (Game.KNOCK_RUMMY, 4, 60),
    ],
)
def test_every_right_answer_is_that_of_the_rules_written_down_a_second_time(
    game: Game, players: int, count: int
) -> None:
    asked = 0
    for key, position in made_positions(game, players, count):
        document: Document = {"house_rules": {}, **position.document}
        document["lay_offs"] = judged(dict(position.document))["lay_offs"]
        melds = melds_of_document(document)
        ruling = PlainRuling(document, melds)
        points = ruling.points()
        names = [player["name"] for player in document["players"]]
        gone, left = all_laid_off(position, melds)
        for ask in position.asks:
            question = find_question(f"{key}.{ask}")
            right = question.right
            kind, _, player = ask.partition(".")
            asked += 1
            if kind == ShowdownAsk.LEGAL:
                assert right == {"yes" if points is not None else "no"}, question.key
            elif kind == ShowdownAsk.DEADWOOD:
                # In an illegal showdown nothing is laid off, and only the Knocker's deadwood is asked for.
                assert right == {str(left[player])}, question.key
            elif kind == ShowdownAsk.LAY_OFFS:
                assert right == gone, question.key
            elif kind == ShowdownAsk.POINTS and player:
                assert points is not None
                assert right == {str(points[names.index(player)])}, question.key
            elif kind == ShowdownAsk.POINTS:
                assert points is not None
                won = winner_of(document, points, left)
                assert right == {str(points[names.index(won)])}, question.key
            else:
                assert points is not None
                assert right == {winner_of(document, points, left)}, key
    assert asked > count
