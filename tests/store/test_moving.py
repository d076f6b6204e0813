"""A whole store moves between engines and folders, and the commands work with both."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from companion.journal.events.game import GameStarted
from companion.store import games
from companion.store.backup import backups, moving
from companion.store.backup.moving import MoveOutcome, content, move
from companion.store.database import Store
from companion.store.engines.sqlite import SqliteStore
from companion.store.errors import StoreBroken
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, invitations, join_codes, persons, polling
from companion.store.people.members import Role
from tests.support import postgres
from tests.support.command import printed
from tests.support.documents import HEAD
from tests.support.refusals import refused
from tests.support.store import ON_A_FILE, ON_POSTGRESQL, Running, another, everything

Target = Callable[[str], DatabasePlace]
COUNTER = "pulse"


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def target(tmp_path: Path, server: postgres.Server) -> Target:
    return lambda engine: DatabasePlace(tmp_path / "target", server.create_database() if engine == "postgresql" else "")


@pytest.fixture
def played(store: Store, game: Running) -> Store:
    """Fill a store with something in most tables."""
    game.win(20)
    join_codes.open_table(store, game.id)
    invitations.make_link(store, game.id, game.author.device, Role.VIEWER)
    persons.describe(store, game.author.device, "Ann", "Auntie", "teal")
    return store


@pytest.fixture
def source(played: Store, place: DatabasePlace) -> DatabasePlace:
    """Give the place of that store, which nobody has open any more."""
    played.close()
    return place


@pytest.fixture
def there(target: Target) -> DatabasePlace:
    return target("sqlite")


@pytest.mark.parametrize("engine_there", ["sqlite", "postgresql"])
def test_a_store_moves_with_all_that_is_in_it(
    played: Store, place: DatabasePlace, target: Target, engine_there: str, game: Running
) -> None:
    before = everything(played)
    there = target(engine_there)
    played.close()
    moved = move(place, there)
    assert (moved.outcome, moved.report.findings, moved.report.games) == (MoveOutcome.MOVED, [], 1)
    assert everything(played) == before
    played.close()
    # The phones are known there: the secret came along, in the folder or from the environment.
    new = open_store(there if there.folder.joinpath("secret").exists() else with_secret(there, place))
    assert everything(new) == before
    assert new.keyed_hash("phone", "x") == played.keyed_hash("phone", "x")
    assert content(new) == content(played)
    # New rows get numbers of their own.
    assert devices.find_or_create(new, "Eve's phone").id not in (None, game.author.device)
    new.close()


def secrets(*places: DatabasePlace) -> list[bytes]:
    return [(place.folder / "secret").read_bytes() for place in places]


def test_without_its_secret_nothing_moves_and_none_is_made(source: DatabasePlace, there: DatabasePlace) -> None:
    (source.folder / "secret").unlink(missing_ok=True)
    with refused(StoreBroken, f"copy it to {source.folder / 'secret'}, or set COMPANION_SECRET"):
        move(DatabasePlace(source.folder, source.database), there)
    assert not (source.folder / "secret").exists()
    assert not there.folder.exists()


def test_a_place_that_was_only_started_gets_the_secret_of_the_games(
    played: Store, source: DatabasePlace, there: DatabasePlace
) -> None:
    open_store(there).close()
    for _ in range(2):
        # The second time with another secret, as older versions left it.
        assert move(source, there).outcome is MoveOutcome.MOVED
        assert move(source, there).outcome is MoveOutcome.UNCHANGED
        new = open_store(there)
        assert new.keyed_hash("phone", "x") == played.keyed_hash("phone", "x")
        new.close()
        (there.folder / "secret").write_bytes(b"of another server, and as long as one")


@ON_A_FILE
@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("step", ["replace_secret", "replace_all"])
def test_a_killed_move_leaves_no_games_without_their_secret(
    played: Store,
    source: DatabasePlace,
    there: DatabasePlace,
    step: str,
    *,
    done: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_store(there).close()
    (own,) = secrets(there)
    owner: Any = SqliteStore if step == "replace_all" else moving
    do = getattr(owner, step)

    def killed(*words: object) -> None:
        if done:
            do(*words)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(owner, step, killed)
        with pytest.raises(Killed):
            move(source, there)
    new = open_store(there)
    secret, of_the_games = secrets(there, source)
    assert secret in {own, of_the_games}
    assert secret != own or not new.rows("SELECT id FROM devices")
    new.close()
    move(source, there)
    assert secrets(there, source) == [of_the_games] * 2
    assert everything(new) == everything(played)
    new.close()


@ON_POSTGRESQL
def test_a_database_that_was_only_started_takes_the_secret_of_the_games(source: DatabasePlace, target: Target) -> None:
    there = target("postgresql")
    started = DatabasePlace(there.folder, there.database, "a secret that no other server has")
    open_store(started).close()
    used_place = DatabasePlace(there.folder, target("postgresql").database, started.secret)
    used = open_store(used_place)
    devices.find_or_create(used, "a phone that is there")
    used.close()
    with refused(StoreBroken, r"with another secret\..* empty database"):
        move(source, used_place)
    # A server that has the database open would go on with its own secret.
    other = psycopg.connect(there.database, application_name="gem-companion 1234")
    with other, refused(StoreBroken, "Stop the app first"):
        move(source, there)
    assert move(source, there).outcome is MoveOutcome.MOVED
    with refused(StoreBroken, "with another secret"):
        open_store(started)
    new = open_store(with_secret(there, source))
    assert len(games.all_ids(new)) == 1
    new.close()


def with_secret(place: DatabasePlace, source: DatabasePlace) -> DatabasePlace:
    secret = source.secret or (source.folder / "secret").read_bytes().hex()
    return DatabasePlace(place.folder, place.database, secret)


def test_what_cannot_be_moved_is_named(source: DatabasePlace, there: DatabasePlace, engine: str) -> None:
    itself = DatabasePlace(source.folder.parent / "." / source.folder.name, source.database, source.secret)
    with refused(StoreBroken, "is both the old place and the new one"):
        move(source, itself)
    with refused(StoreBroken, "There is no file" if engine == "sqlite" else "was used with another secret"):
        folder = source.folder / "nothing" if engine == "sqlite" else source.folder
        move(DatabasePlace(folder, source.database, "a secret that no other server has"), there)
    assert not there.folder.exists()


def test_nothing_moves_onto_other_games(source: DatabasePlace, there: DatabasePlace) -> None:
    other = open_store(there)
    devices.find_or_create(other, "Eve's phone")
    other.close()
    (there.folder / "secret").unlink()
    before = everything(other)
    with refused(StoreBroken, "has other games already"):
        move(source, there)
    assert everything(other) == before
    other.close()


@ON_A_FILE
def test_nothing_moves_while_the_app_runs(source: DatabasePlace, there: DatabasePlace) -> None:
    running = open_store(source)
    running.rows("SELECT id FROM games")
    with refused(StoreBroken, "Stop the app first"):
        move(source, there)
    running.close()
    assert move(source, there).outcome is MoveOutcome.MOVED


@pytest.mark.parametrize("engine_there", ["sqlite", "postgresql"])
def test_a_backup_is_restored_on_either_engine(
    played: Store, target: Target, engine_there: str, tmp_path: Path, game: Running
) -> None:
    before = everything(played, but=COUNTER)
    backups.backup(played, tmp_path / "copy.db")
    game.win(30)
    other = open_store(target(engine_there))
    games.start(other, games.Author(another(other), "Eve"), GameStarted(HEAD), record_id="another-game")
    of_eve = everything(other, but=COUNTER)
    seen = polling.changes_of(played, [game.id])
    kept = backups.restore(other, tmp_path / "copy.db")
    assert everything(other, but=COUNTER) == before
    # Phones that have seen more than the backup has are told that it is something else.
    assert polling.changes_of(other, [game.id])[game.id] > seen[game.id]
    backups.restore(played, kept)
    assert everything(played, but=COUNTER) == of_eve
    other.close()


@ON_POSTGRESQL
def test_the_commands_work_with_a_database(
    source: DatabasePlace, target: Target, game: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _, errors = printed("check", "--database", target("postgresql").database, "--instance", source.folder)
    assert (status, "holds no games" in errors, errors.count("\n")) == (2, True, 1)
    at = ("--database", source.database, "--instance", source.folder)
    monkeypatch.setenv("COMPANION_SECRET", source.secret)
    assert printed("check", *at)[:2] == (0, "Everything is as it was recorded: 1 game, 2 records, 1 ruling.\n")
    assert game.id in printed("games", *at)[1]
    assert printed("backup", tmp_path / "copy.db", *at)[0] == 0
    assert printed("check", tmp_path / "copy.db")[0] == 0
    assert "record-1" in printed("export", game.id, *at)[1]
    assert "The first phone that opens this" in printed("owner", game.id, *at)[1]
    assert printed("restore", tmp_path / "copy.db", *at)[0] == 0
    monkeypatch.setenv("COMPANION_DATABASE", source.database)
    assert printed("check", "--instance", source.folder)[0] == 0
    status, output, _ = printed("move", "--from", source.database, "--to", tmp_path / "file")
    assert (status, f"Copied 1 game with 2 records to {tmp_path / 'file'}, and checked" in output) == (0, True)
    assert f"What is recorded in {source.database} from now on isn't in it." in output
    status, output, _ = printed("move", "--from", source.database, "--to", tmp_path / "file")
    assert (status, "already" in output) == (0, True)
    monkeypatch.delenv("COMPANION_DATABASE")
    assert printed("check", "--instance", tmp_path / "file")[0] == 0
