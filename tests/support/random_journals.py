"""Random journals: games in which anything happens that could be recorded."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from companion.documents.errors import DocumentError
from companion.documents.game import DrawnHand, RecordedHand
from companion.journal import events
from companion.journal.events import game, hands
from companion.journal.state import GameState
from tests.support.documents import HEAD, hand_of
from tests.support.journals import folded

HEADS: list[dict[str, Any]] = [
    HEAD,
    {**HEAD, "game": "gem-rummy"},
    {**HEAD, "game": "gem-rummy", "players": ["Ann", "Bob", "Cid"], "house_rules": {"target": 40}},
    {**HEAD, "game": "knock-rummy", "players": ["Ann", "Bob", "Cid", "Dee"], "sides": [["Ann", "Cid"], ["Bob", "Dee"]]},
    {
        **HEAD,
        "game": "gin-rummy",
        "form": "partners",
        "players": ["Ann", "Bob", "Cid", "Dee"],
        "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
        "house_rules": {"target": 20},
    },
    {
        **HEAD,
        "game": "gin-rummy",
        "form": "captain",
        "players": ["Ann", "Bob", "Cid"],
        "sides": [["Ann"], ["Bob", "Cid"]],
    },
    {**HEAD, "game": "gin-rummy", "form": "cutthroat", "players": ["Ann", "Bob", "Cid"]},
]
RULES: list[dict[str, Any]] = [{}, {"target": 30}, {"target": 60, "undercut_bonus": 5}, {"knock_limit": 3}]
Deed = tuple[type[events.Event], int, int]
"""What is done, with two numbers that say to what and how; see `event_for`."""
deeds = st.lists(
    st.tuples(
        st.sampled_from(
            [hands.HandRecorded] * 8
            + [hands.HandReplaced, hands.HandStruckOut, game.Undone] * 2
            + list(events.CLASS_OF.values())
        ),
        st.integers(0, 60),
        st.integers(0, 60),
    ),
    min_size=15,
    max_size=40,
)


def counted(state: GameState, knocker: int, points: int) -> dict[str, Any]:
    """Make a counted hand of the state's game; the knocker may be undercut, or knock too high for a house rule."""
    players = state.players
    if "form" in state.head:
        sides: Any = state.head.get("sides", [[players[points % 2]], players[2:]])
        first, second = sides
        players = (first[points % len(first)], second[knocker % len(second)])
        knocker %= 2
    seats = [
        {"name": name, "deadwood_points": points % 7 if seat == knocker else points}
        | ({"gem_parts": False} if state.game == "gem-rummy" else {})
        for seat, name in enumerate(players)
    ]
    dice = {"dice": [6, 4]} if state.game == "gem-rummy" else {}
    return {"knocker": players[knocker], "players": seats, **dice}


def event_for(state: GameState, deed: type[events.Event], one: int, two: int) -> events.Event:
    """Make a deed an event that fits the game as it is: the numbers choose among hands, players and rules."""
    number = state.hands[one % len(state.hands)].number if state.hands else 1
    player = state.players[two % len(state.players)]
    points = {name: two if name == player else 0 for name in state.players}
    recorded = RecordedHand(DrawnHand())
    document = counted(state, one % len(state.players), two % 29) if two % 9 else {"drawn": True}
    with suppress(DocumentError):  # who was renamed as nobody can be isn't at the table
        recorded = hand_of(document, **state.head)
    gem = state.game == "gem-rummy"
    made: tuple[events.Event, ...] = (
        hands.HandRecorded(replace(recorded, note="" if two % 5 else "late", at="" if two % 5 else "2026-11-21")),
        hands.DealRecorded(number, recorded),
        hands.HandReplaced(number, recorded),
        hands.HandStruckOut(number, "misdeal" if two % 2 else ""),
        hands.HandRestored(number),
        hands.HandNoted(number, "a note" if two % 2 else ""),
        hands.HandDated(number, "2026-11-21T20:15" if two % 2 else ""),
        hands.HandAccepted(number, player, points),
        hands.HandDisputed(number, player, "no set"),
        hands.HandOverruled(number, points, player, "agreed", state.players[0]),
        hands.OverrulingWithdrawn(number),
        game.HouseRulesChanged(RULES[two % 4]),
        game.HouseRulesFrom(RULES[one % 4]),
        game.GemsLearned({"7D": "S", "8D": "G"} if gem else {}),
        game.PlayersRenamed(
            {player: f"{player}{one}"} if two % 2 else dict(zip(state.players, state.players[::-1], strict=True))
        ),
        game.GameNoted("club" if two % 2 else ""),
        game.GameDated("2026-11-21" if two % 2 else ""),
        game.GamePlaced("at home" if two % 2 else ""),
        game.GameClosed(moved=two % 2 == 1),
        game.GameReopened(),
        game.Undone(state.undoable or one),
        game.Redone(state.redoable or one),
        game.GameStarted(state.head),
    )
    return next(event for event in made if type(event) is deed)


def played(head: dict[str, Any], done: Iterable[Deed]) -> list[events.Event]:
    """Tell a game, leaving out what would be refused at the table."""
    kept: list[events.Event] = []
    for deed, one, two in done:
        state = folded(*kept, head=head)
        event = event_for(state, deed, one, two)
        if event == game.GemsLearned({}):
            continue
        if event.why_impossible(state) is None:
            kept.append(event)
    return kept
