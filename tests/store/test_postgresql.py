"""What only a PostgreSQL server can do: be away, refuse, commit without saying so, belong to somebody else."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors
from psycopg_pool import PoolTimeout

from companion.journal.events.game import GameNoted
from companion.store import decks, games, journals, limits
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.engines import postgres as postgres_engine
from companion.store.engines import postgres_connections
from companion.store.engines.postgres_connections import store_error
from companion.store.errors import (
    NoSuchGame,
    NotPossible,
    StoreBroken,
    StoreBusy,
    StoreError,
    StoreFull,
    TransactionLost,
)
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from companion.wording.store_errors import store_sentence
from tests.support import postgres
from tests.support.places import SECRET
from tests.support.refusals import refused
from tests.support.store import ON_POSTGRESQL, Running, change

pytestmark = ON_POSTGRESQL


def note(store: Store, game: Running, record_id: str = "the-record") -> games.Appended:
    """Record a note by a connection, as a phone that has seen the start of the game."""
    return games.append(store, game.id, GameNoted("x"), record_id=record_id, seen=1, author=game.author)


def cut_commits(monkeypatch: pytest.MonkeyPatch, place: DatabasePlace, cuts: int, *, before: bool = False) -> None:
    """Have the server end connections that commit, before it hears of that or when it is done: nobody is answered."""
    commit, left = postgres_engine._commit, iter(range(cuts))  # noqa: SLF001 - where the line is cut

    def cut(raw: psycopg.Connection[Any]) -> None:
        if next(left, None) is not None:
            if not before:
                raw.execute("COMMIT")
            with psycopg.connect(place.database) as operator:
                operator.execute("SELECT pg_terminate_backend(%s, 10000)", [raw.info.backend_pid])
        commit(raw)

    monkeypatch.setattr(postgres_engine, "_commit", cut)


@pytest.mark.parametrize("before", [True, False], ids=["before the server heard", "after it committed"])
def test_a_recording_whose_commit_was_not_answered_is_there_once(
    place: DatabasePlace, game: Running, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    cut_commits(monkeypatch, place, 2, before=before)
    done = note(game.store, game)
    # It was found by its id if the server had committed it.
    assert done.repeated is not before
    assert [record.seq for record in game.records] == [1, 2]


def test_a_deck_whose_commit_was_not_answered_is_not_made_twice(
    place: DatabasePlace, store: Store, phone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_commits(monkeypatch, place, 1)
    with pytest.raises(StoreBusy):
        decks.make(store, phone, "Blue", {})
    assert [deck.name for deck in decks.decks(store, phone)] == ["Blue"]


def test_the_store_goes_on_after_its_server_was_away(server: postgres.Server, store: Store, game: Running) -> None:
    game.win(20)
    server.stop()
    back = threading.Thread(target=server.start)
    back.start()
    assert game.totals["Ann"] == 20
    assert limits.count_attempts(store, "codes", "somebody", seconds=600) == 1
    back.join()
    server.stop()
    server.start()
    game.win(30)
    assert checks.check(store).findings == []


def test_a_server_that_is_away_for_too_long_is_reported(
    server: postgres.Server, place: DatabasePlace, game: Running
) -> None:
    hasty = open_store(place, busy_seconds=0.2)
    server.stop()
    with pytest.raises(StoreBusy):
        games.table_summary(hasty, game.id)
    with pytest.raises(StoreBusy):
        note(hasty, game)
    with refused(StoreBroken, "can't be used"):
        open_store(place)
    server.start()
    assert note(hasty, game).seq == 2
    hasty.close()


@pytest.mark.parametrize("in_transaction", [True, False])
def test_a_request_does_not_wait_for_a_server_that_hangs(
    store: Store, game: Running, monkeypatch: pytest.MonkeyPatch, in_transaction: bool
) -> None:
    monkeypatch.setattr(postgres_connections, "ANSWERS_WITHIN", 0.1)
    monkeypatch.setattr(postgres_connections, "_AWAY_FOR", 0.0)
    (pid,) = store.rows("SELECT pg_backend_pid() AS pid")[0].values()

    def request() -> object:
        with limits.within(60):
            if in_transaction:
                devices.save_label(store, game.author.device, "Ann's phone")
            return store.rows("SELECT label FROM devices")

    os.kill(pid, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(1) as aside:
            answer = aside.submit(request).result(20)
    finally:
        os.kill(pid, signal.SIGCONT)
    # Another connection answered.
    assert answer == [{"label": "Ann's phone" if in_transaction else ""}]


_WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


def _see_a_commit_wait(place: DatabasePlace, operator: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Return once commits wait for the standby: another process of the server puts the new configuration in force."""
    given_up = threading.Event()

    def commit_until_one_waited() -> None:
        try:
            with psycopg.connect(place.database, autocommit=True) as session:
                session.add_notice_handler(lambda _: given_up.set())
                session.execute("SET synchronous_commit TO on")
                while not given_up.is_set():
                    session.execute("SELECT pg_logical_emit_message(true, 'companion', '')")
        finally:
            given_up.set()

    committing = threading.Thread(target=commit_until_one_waited)
    committing.start()
    while not given_up.is_set():
        for (pid,) in operator.execute(_WAITING).fetchall():
            operator.execute("SELECT pg_cancel_backend(%s)", [pid])
    committing.join()


@contextmanager
def without_standby(place: DatabasePlace) -> Iterator[tuple[Store, psycopg.Connection[tuple[Any, ...]]]]:
    """Yield a store whose commits wait for a standby that isn't there, and an operator's connection."""
    durable = open_store(DatabasePlace(place.folder, f"{place.database}?options=-csynchronous_commit%3Don", SECRET))
    with psycopg.connect(place.database, autocommit=True) as operator:
        operator.execute("ALTER SYSTEM SET synchronous_standby_names TO 'nobody'")
        operator.execute("SELECT pg_reload_conf()")
        try:
            _see_a_commit_wait(place, operator)
            yield durable, operator
        finally:
            operator.execute("ALTER SYSTEM RESET synchronous_standby_names")
            operator.execute("SELECT pg_reload_conf()")


@pytest.mark.parametrize("by_an_operator", [True, False])
def test_a_commit_that_the_standbys_did_not_confirm_is_not_confirmed(
    place: DatabasePlace, store: Store, game: Running, by_an_operator: bool
) -> None:
    with without_standby(place) as (durable, operator):

        def give_up() -> None:
            while not (found := operator.execute(_WAITING).fetchone()):
                pass
            operator.execute("SELECT pg_cancel_backend(%s)", found)

        impatient = threading.Thread(target=give_up)
        if by_an_operator:
            impatient.start()
        else:
            durable.busy_seconds = 0.5
        with refused(StoreBusy, "didn't confirm"):
            note(durable, game)
        if by_an_operator:
            impatient.join()
    # It is here all the same; asked again, it is confirmed once the standbys are there.
    again = note(durable, game)
    assert (again.seq, again.repeated) == (2, True)
    durable.close()
    assert len(journals.read(store, game.id)) == 2


LOST = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation, errors.DuplicateTable)
LINE_CUT = (errors.ReadOnlySqlTransaction, errors.AdminShutdown, psycopg.OperationalError, psycopg.InterfaceError)
TRANSLATED: dict[type[StoreError] | None, tuple[type[Exception], ...]] = {
    TransactionLost: (*LOST, *LINE_CUT),
    StoreBusy: (errors.LockNotAvailable, errors.TooManyConnections, PoolTimeout),
    StoreFull: (errors.DiskFull,),
    StoreBroken: (errors.DataCorrupted, errors.InsufficientPrivilege),
    NoSuchGame: (errors.ForeignKeyViolation,),
    NotPossible: (errors.NumericValueOutOfRange,),
    None: (errors.UndefinedTable, errors.SyntaxError),
}


@pytest.mark.parametrize(
    ("kind", "error"), [(kind, error) for kind, several in TRANSLATED.items() for error in several]
)
def test_errors_in_words(kind: type[StoreError] | None, error: type[Exception]) -> None:
    translated = store_error(error("what the server says"))
    assert (None if translated is None else type(translated)) is kind


def test_what_postgresql_cannot_store_is_refused_in_words(store: Store, phone: int) -> None:
    with refused(NotPossible, "characters"):
        store.rows("SELECT id FROM games WHERE id = ?", ["a\0b"])
    with refused(NotPossible, "too large"):
        store.rows("SELECT id FROM decks WHERE device = ? AND id = ?", [phone, 10**30])


def test_servers_with_different_secrets_do_not_share_a_database(
    place: DatabasePlace, store: Store, tmp_path: Path
) -> None:
    newcomer = tmp_path / "newcomer"
    for secret, sentence in (
        ("a secret that no other server has", "another secret"),
        ("too short", "at least 32 characters"),
        ("", f"set COMPANION_SECRET .* into {newcomer}"),
    ):
        with refused(StoreBroken, sentence):
            open_store(DatabasePlace(newcomer, place.database, secret))
        assert not (newcomer / "secret").exists()
    # Where the database has none any more it takes that of the next server.
    change(store, "DELETE FROM companion_secret")
    open_store(DatabasePlace(place.folder, place.database, "b" * 32)).close()
    with refused(StoreBroken, "another secret"):
        open_store(DatabasePlace(place.folder, place.database, "c" * 32))


NOBODY_THERE = "postgresql://ann:open-sesame@127.0.0.1:1/games"


def test_an_unreachable_server_is_explained_in_one_line_without_the_password(tmp_path: Path) -> None:
    shown = "postgresql://ann:…@127.0.0.1:1/games can't be used"
    with refused(StoreBroken, rf"{shown}.*port 1 failed: Connection refused\.$") as caught:
        open_store(DatabasePlace(tmp_path / "newcomer", NOBODY_THERE), busy_seconds=1)
    assert "sesame" not in store_sentence(caught.value)
    assert not (tmp_path / "newcomer" / "secret").exists(), "a first start without the database leaves no secret"


SECRETS = (
    "postgresql://127.0.0.1:1/games?user=ann&password=sesame",
    "postgresql://ann@127.0.0.1:1/games?sslpassword=sesame",
    "postgresql://ann:open:sesame@127.0.0.1:1/games",
    "postgresql://ann:sesame%zz@127.0.0.1:1/games",
    "postgresql://ann:sesame@[::1/games",
    "postgresql://ann:sesame@[::1]x/games",
    "postgresql://ann:open/sesame@127.0.0.1:1/games",
    "postgresql://ann:open@sesame@127.0.0.1:1/games",
    "postgresql://ann:open sesame@127.0.0.1:1/games",
    "mysql://ann:sesame@127.0.0.1:1/games",
    "postgresql://ann:open?sesame@127.0.0.1:1/games",
    "postgresql://ann:1?sesame@127.0.0.1:1/games",
    "postgresql://127.0.0.1:sesame/games",
    "postgresql://ann:sesame\udcff@127.0.0.1:1/games",
)


def test_no_sentence_quotes_a_secret(tmp_path: Path) -> None:
    for address in SECRETS:
        with pytest.raises(StoreBroken) as caught:
            open_store(DatabasePlace(tmp_path, address), busy_seconds=1)
        assert "sesame" not in store_sentence(caught.value)
        assert "sesame" not in DatabasePlace(tmp_path, address).shown


def test_a_database_that_the_app_may_not_use_is_explained(empty_place: DatabasePlace) -> None:
    def at(words: str) -> DatabasePlace:
        return DatabasePlace(empty_place.folder, f"{empty_place.database}?{words}", SECRET)

    with refused(StoreBroken, r"can't be used: .*schema"):
        open_store(at("options=-csearch_path%3Dnowhere"))
    with psycopg.connect(empty_place.database, autocommit=True) as conn:
        conn.execute("CREATE ROLE newcomer LOGIN")
        try:
            with refused(StoreBroken, "doesn't let this user create tables"):
                open_store(at("user=newcomer"))
        finally:
            conn.execute("DROP ROLE newcomer")
        # Tables make it a database of another app, views don't.
        conn.execute("CREATE TABLE orders (id BIGINT)")
        with refused(StoreBroken, "not one of this app"):
            open_store(empty_place)
        conn.execute("DROP TABLE orders")
        conn.execute("CREATE VIEW numbers AS SELECT 1 AS number")
    open_store(empty_place).close()


def test_a_game_that_is_deleted_while_something_is_recorded_is_gone(place: DatabasePlace, game: Running) -> None:
    other = open_store(place)

    def delete(*_: object) -> None:
        for table in ("rulings", "standings", "tallies", "played", "members", "journal"):
            change(other, f"DELETE FROM {table} WHERE game = ?", [game.id])  # noqa: S608 (no input)
        change(other, "DELETE FROM games WHERE id = ?", [game.id])

    with pytest.raises(NoSuchGame):
        game.say_all([games.NewRecord("the-record", GameNoted("x"))], follow_up=delete)
    other.close()
