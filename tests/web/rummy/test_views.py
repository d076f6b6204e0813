"""View-models apart from their screens: the end and its reason, short names, the history."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.events import Event, game, hands
from companion.journal.exchange import events_of
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.state import GameState, Record
from companion.web.base.player_names import short_names
from companion.web.rummy.ending import result_of
from companion.wording.history import history_sentence
from tests.support.documents import game_document, hand_of


def knock_rummy(*points: tuple[int, ...], names: str = "Ann Bob", **more: object) -> GameState:
    """Play hands that the table gave these points, so that a total is what the test wants it to be."""
    players = names.split()
    played = []
    for row in points:
        winner = players[row.index(max(row))]
        overruled = {"points": dict(zip(players, row, strict=True)), "winner": winner, "reason": "so", "by": winner}
        entered = [{"name": name, "deadwood_points": 1} for name in players]
        played.append({"knocker": winner, "players": entered, "overruled": overruled})
    return told(events_of(game_document("knock-rummy", players, hands=played, **more)))


def told(events: tuple[Event, ...]) -> GameState:
    return fold(Record(seq, "2026-11-21T20:00:00Z", "Ann", event) for seq, event in enumerate(events, start=1))


SIDES = [["Ann", "Cid"], ["Bob", "Dee"]]


@pytest.mark.parametrize(
    ("state", "headline", "why"),
    [
        (knock_rummy((104, 3), names="A&C Bob"), "A&C wins, 104 to 3", "A&C reached 100, and nobody has more."),
        (
            knock_rummy((99, 90), (1, 40)),
            "Bob wins, 130 to 100",
            "Ann and Bob reached 100, and Bob has the highest total.",
        ),
        (
            knock_rummy((90, 20), (20, 90)),
            "Bob wins, 110 to 110",
            "Ann and Bob are tied at 110, and Bob scored more in the last hand.",
        ),
        (knock_rummy((100, 100)), "Ann and Bob share the win, 100 to 100", ""),
        (
            knock_rummy((60, 5, 45, 0), names="Ann Bob Cid Dee", sides=SIDES),
            "Ann & Cid win, 105 to 5",
            "Ann & Cid reached 100, and nobody has more.",
        ),
        (told((*events_of(game_document("knock-rummy")), game.GameClosed())), "The game was closed", ""),
    ],
    ids=["most", "both", "level", "shared", "partners", "cleared"],
)
def test_the_end_says_who_won_and_why(state: GameState, headline: str, why: str) -> None:
    said = result_of(state, sheet_of(state))
    assert said.headline == headline
    assert said.why.endswith(why)
    won = [name for name, _, has_won in said.totals if has_won]
    assert [name for name in won if name not in headline] == []
    assert bool(won) == ("win" in headline)


NAMES = st.lists(
    st.text("abcABC Ω-", min_size=1, max_size=40).map(lambda name: " ".join(name.split())).filter(bool),
    min_size=2,
    max_size=7,
    unique=True,
)


@given(NAMES)
def test_short_names_stay_apart_and_are_never_longer(names: list[str]) -> None:
    shorts = short_names(names)
    assert len(set(shorts)) == len(names)
    assert all(len(short) <= len(name) for short, name in zip(shorts, names, strict=True))


@pytest.mark.parametrize(
    ("event", "beginning"),
    [
        (hands.DealRecorded(1, hand_of({"drawn": True})), "Another deal of hand 1 recorded."),
        (hands.HandStruckOut(1, "a card was missing"), "Hand 1 struck out: “a card was missing”."),
        (hands.HandNoted(1, ""), "Note on hand 1 removed."),
        (hands.HandDated(1, "2026-11-21"), "Hand 1 dated 2026-11-21."),
        (game.GameNoted("late"), "Note on the game: “late”."),
        (game.GameDated(""), "Date of the game removed."),
        (game.GamePlaced("club"), "Place of the game: “club”."),
        (game.GamePlaced(""), "Place of the game removed."),
        (hands.HandOverruled(1, {"Ann": 0, "Bob": 5}, "Bob", "so", "Ann"), "Hand 1 overruled by Ann, Bob +5: “so”."),
        (hands.OverrulingWithdrawn(1), "The ruling on hand 1 stands again."),
        (
            game.HouseRulesFrom({"knock_limit": 8}),
            "House rules changed from the next hand on: a knock needs at most 8.",
        ),
        (
            game.GemsLearned({"7D": "S"}, {"10D": "ER", "JS": "ER"}),
            "Gems entered for 7♦. No Emerald or Ruby on 10♦ J♠.",
        ),
        (game.GemsLearned({}, {"10D": ""}), "Gems to be asked for again: 10♦."),
        (game.PlayersRenamed({"Ann": "Anna"}), "Renamed: Ann to Anna."),
        (game.GameReopened(), "The game was reopened."),
        (game.GameClosed(moved=True), "The game was taken to another phone, where it goes on."),
    ],
)
def test_a_change_has_a_sentence(event: Event, beginning: str) -> None:
    assert history_sentence(event, "hand 1", ("Ann", "Bob")) == beginning
