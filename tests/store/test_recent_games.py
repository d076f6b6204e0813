"""Games kept in memory: a game that has changed anywhere is never shown as it was."""

import pytest

from companion.journal.events.game import GameNoted
from companion.store import database, games
from companion.store.database import LastRecord, RecentGames, Store
from tests.support.store import Running


def test_a_game_that_has_not_changed_is_neither_folded_nor_scored_again(store: Store, game: Running) -> None:
    assert games.sheet(store, game.id)[1] is games.sheet(store, game.id)[1]


def test_what_was_recorded_is_there_without_reading_it(store: Store, game: Running) -> None:
    appended, again = (game.say(GameNoted("late"), record_id="a-note-on-it", seen=1) for _ in range(2))
    assert appended.scored is not None
    assert games.sheet(store, game.id)[0] is appended.scored[0]
    assert again.scored is None


def test_another_process_that_records_is_seen(store: Store, game: Running) -> None:
    game.win(20)
    assert games.sheet(store, game.id)[1].totals == {"Ann": 20, "Bob": 0}
    kept = store.recent_games.find(game.id, last_record(store, game.id))
    store.recent_games = RecentGames()
    game.win(30)
    elsewhere = store.recent_games
    store.recent_games = RecentGames()
    assert kept is not None
    store.recent_games.keep(game.id, LastRecord(2, "another-record", ""), *kept)
    assert games.sheet(store, game.id)[1].totals == {"Ann": 50, "Bob": 0}
    assert elsewhere.find(game.id, last_record(store, game.id)) is not None


def last_record(store: Store, game: str) -> LastRecord:
    row = store.rows("SELECT seq, id, at FROM journal WHERE game = ? ORDER BY seq DESC", [game])[0]
    return LastRecord(row["seq"], row["id"], row["at"])


def test_only_so_many_records_are_kept(store: Store, game: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MOST_RECORDS", 3)
    state, sheet = games.sheet(store, game.id)
    kept = RecentGames()
    kept.keep("first", LastRecord(2, "a", ""), state, sheet)
    kept.keep("second", LastRecord(1, "b", ""), state, sheet)
    assert kept.find("first", LastRecord(2, "a", "")) is not None
    kept.keep("third", LastRecord(1, "c", ""), state, sheet)
    assert kept.find("second", LastRecord(1, "b", "")) is None, "the one used least recently"
    kept.keep("large", LastRecord(4, "d", ""), state, sheet)
    assert kept.find("large", LastRecord(4, "d", "")) is None
