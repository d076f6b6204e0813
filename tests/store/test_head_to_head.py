"""The record of those who play together, on a phone with many games: read at once, counted again bit by bit."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.journal.events.game import GameStarted
from companion.store import games
from companion.store.database import Store
from companion.store.derived import head_to_head, recompute
from companion.store.engines.postgres_schema import Blueprint
from companion.store.engines.sqlite import SqliteStore
from companion.store.schema import migration_names
from tests.support.documents import HEAD, won_hand
from tests.support.store import ON_A_FILE, change, imported, pairing

GAMES = 120
COPIED = ("games", "journal", "members", "standings", "tallies")


def play(store: Store, phone: int, names: list[str], points: int, record_id: str) -> str:
    head = {**HEAD, "players": names, "first_dealer": names[0]}
    hand = {**won_hand(points), "knocker": names[0]}
    hand["players"] = [{**seat, "name": name} for seat, name in zip(hand["players"], names, strict=True)]
    return imported(store, games.Author(phone, names[0]), {**head, "hands": [hand]}, record_id)


def repeat(store: Store, game: str, times: int) -> None:
    """Copy a game in the store, as if it had been played that often."""
    for table in (table for table in Blueprint(migration_names()).tables if table.name in COPIED):
        chosen = {"games": "id"}.get(table.name, "game")
        values = [
            f"{column} || '-' || number" if column in {chosen, "start_id"} else f"{table.name}.{column}"
            for column in table.columns
        ]  # fmt: skip
        change(
            store,
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?) "  # noqa: S608 (no input)
            f"INSERT INTO {table.name} SELECT {', '.join(values)} FROM {table.name}, numbers WHERE {chosen} = ?",
            [times, game],
        )


def statements(store: Store, act: Callable[[], object]) -> int:
    """Count the statements that something takes."""
    ran: list[str] = []
    assert isinstance(store, SqliteStore)
    store.db.conn.set_trace_callback(ran.append)
    act()
    store.db.conn.set_trace_callback(None)
    return len([sql for sql in ran if re.match("SELECT|INSERT|UPDATE|DELETE", sql)])


@pytest.fixture
def many(store: Store, phone: int) -> Store:
    repeat(store, play(store, phone, ["Ann", "Bob"], 20, "with-bob-first"), GAMES // 2 - 1)
    repeat(store, play(store, phone, ["Ann", "Cid"], 30, "with-cid-first"), GAMES // 2 - 1)
    return store


@ON_A_FILE
def test_a_record_over_many_games_takes_two_reads(many: Store, phone: int) -> None:
    record = pairing(many, phone, "Bob", "Ann")
    assert (record.games, record.running, record.hands, record.uncounted) == (0, 60, 60, 0)
    assert [(one.name, one.hands, one.points, one.best) for one in record.players] == [
        ("Ann", 60, 1_200, 20), ("Bob", 0, 0, 0),
    ]  # fmt: skip
    assert statements(many, lambda: pairing(many, phone)) == 2
    assert head_to_head.head_to_head(many, phone, "gin-rummy", ["Ann", "Dora"]) is None


def test_after_an_update_a_few_games_a_request_are_counted_again(many: Store, phone: int) -> None:
    before = pairing(many, phone)
    change(many, "UPDATE tallies SET rules = 'those of last week', players = '[]'")
    change(many, "UPDATE standings SET rules = 'those of last week'")
    left = [GAMES]
    # Those of the pairing come first: it takes no more requests than they need.
    while left[-1] > GAMES // 2:
        record = pairing(many, phone)
        left.append(record.uncounted)
        assert record.hands == GAMES - left[-1]
    assert {earlier - later for earlier, later in pairwise(left)} == {recompute.GAMES_AT_ONCE}
    while left[-1]:
        record = pairing(many, phone)
        left.append(record.uncounted)
    assert record == before
    assert len(left) == 1 + GAMES // recompute.GAMES_AT_ONCE


def test_long_games_are_counted_again_one_at_a_time(many: Store, phone: int, monkeypatch: pytest.MonkeyPatch) -> None:
    change(many, "DELETE FROM tallies")
    monkeypatch.setattr(recompute, "RECORDS_AT_ONCE", 1)
    assert pairing(many, phone).uncounted == GAMES - 1


@ON_A_FILE
def test_personal_bests_take_two_reads(store: Store, phone: int) -> None:
    head = {"game": "gem-ii-solo", "players": ["Nora"], "level": 1}
    game = games.start(store, games.Author(phone, "Nora"), GameStarted(head), record_id="alone-once")
    repeat(store, game, GAMES - 1)
    change(store, "UPDATE tallies SET over = 1, total = 100, played_at = '2026-11-20'")
    change(store, "UPDATE tallies SET total = 130, played_at = '2026-11-21' WHERE game = ?", [f"{game}-7"])
    record = head_to_head.personal_bests(store, phone, "Nora", 1, without=f"{game}-8")
    assert (record.games, record.best, record.average, record.played_at) == (GAMES - 1, 130, 100, "2026-11-21")
    assert head_to_head.personal_bests(store, phone, "Nora", 2).games == 0
    assert head_to_head.personal_bests(store, phone, "Nora", 1, without=f"{game}-7").best == 100
    assert statements(store, lambda: head_to_head.personal_bests(store, phone, "Nora", 1)) == 2


def test_a_finished_game_that_was_imported_again_counts_once(store: Store, phone: int) -> None:
    def bring_in(record_id: str, *hands: object, **remarks: str) -> None:
        document = {**HEAD, "first_dealer": "Ann", "hands": list(hands), **remarks}
        imported(store, games.Author(phone, "Ann"), document, record_id)

    bring_in("the-first-one", won_hand(100))
    bring_in("the-same-again", won_hand(100), note="from the old phone", at="2026-11-21")
    record = pairing(store, phone)
    assert (record.games, record.hands) == (1, 1)
    bring_in("another-game", won_hand(101))
    bring_in("begun-first")
    bring_in("begun-second")
    record = pairing(store, phone)
    assert (record.games, record.running, record.hands) == (2, 2, 2)


def test_after_an_update_a_look_at_the_games_of_a_phone_computes_a_few_of_them(many: Store, phone: int) -> None:
    whole = recompute.games_of(many, phone)
    assert (len(whole.tables), whole.more, whole.uncounted) == (games.GAMES_SHOWN, True, 0)
    change(many, "UPDATE standings SET rules = 'those of last week'")
    looks = [recompute.games_of(many, phone) for _ in range(3)]
    assert [(len(look.tables), look.uncounted) for look in looks] == [(20, 30), (40, 10), (50, 0)]
    # Those that are shown first are computed first.
    assert looks[0].tables == whole.tables[:20]
    assert looks[2] == whole


def test_games_that_cannot_be_read_are_tried_once(store: Store, phone: int) -> None:
    good = play(store, phone, ["Ann", "Bob"], 20, "the-good-game")
    repeat(store, play(store, phone, ["Ann", "Cid"], 20, "a-spoiled-game"), recompute.GAMES_AT_ONCE)
    change(store, "UPDATE journal SET body = '{' WHERE game <> ?", [good])
    change(store, "UPDATE games SET changed_at = '2026-01-01T00:00:00Z' WHERE id = ?", [good])
    change(store, "DELETE FROM tallies")
    change(store, "DELETE FROM standings")
    _, look = (recompute.games_of(store, phone) for _ in range(2))
    assert [game for game, _ in look.tables] == [good]
    assert (look.uncounted, len(look.unreadable)) == (0, recompute.GAMES_AT_ONCE + 1)
    record = pairing(store, phone)
    assert (record.hands, record.uncounted) == (1, 0)
    # A game that has changed, or that newer rules can read, is tried again.
    change(store, "UPDATE tallies SET rules = 'those of last week' WHERE kind = ''")
    assert recompute.games_of(store, phone).uncounted == 1


def test_unreadable_games_do_not_hold_up_the_record_of_a_pairing(store: Store, phone: int) -> None:
    good = play(store, phone, ["Ann", "Bob"], 20, "the-good-game")
    repeat(store, play(store, phone, ["Ann", "Bob"], 20, "a-spoiled-game"), 2 * recompute.GAMES_AT_ONCE)
    change(store, "UPDATE journal SET body = '{' WHERE game <> ?", [good])
    change(store, "DELETE FROM tallies")
    records = [pairing(store, phone) for _ in range(3)]
    assert (records[-1].hands, records[-1].uncounted) == (1, 0)
