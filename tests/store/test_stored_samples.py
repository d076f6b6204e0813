"""What earlier versions stored is read by this one: databases, backups, exported games and what phones have."""

import json
from pathlib import Path

import pytest

from companion.journal.events.game import Undone
from companion.journal.events.hands import HandRecorded
from companion.photo.reading import LOOK_BYTES, TaughtLook
from companion.store import decks, drafts, games, transfer
from companion.store.backup import backups, checks
from companion.store.database import Store
from companion.store.engines.sqlite import DATABASE
from companion.store.opening import open_store
from companion.store.people import devices, learning, members
from companion.store.people.members import Role
from companion.store.transfer import Importer
from tests.support.documents import LAID_OUT, hand_of
from tests.support.store import ON_A_FILE, Running
from tests.support.stored_sample import ANN, BOB, GAMES, SAMPLES, load, start_id

pytestmark = [ON_A_FILE, pytest.mark.parametrize("version", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)]
TOTALS = {
    "gin": {"Anna": 25 + 6, "Bob": 0},
    "gem": {"Ann": 30 - 2, "Bob": 0},
    "rounds": {"Ann": 100 + 26 * 5 + 25 * 5, "Bea": 10 * 5 + 50 + 10 * 5},
    "laid-out": {"Ann": 22 - 7, "Bob": 0},
    "partners": {"Ann": 8 + 6 + 10, "Bob": 0, "Cid": 0, "Dee": 0},
    "solo": {"Ann": 30},
}


def ids(store: Store) -> dict[str, str]:
    rows = store.rows("SELECT id, start_id FROM games")
    names = {start_id(name): name for name in GAMES}
    return {names[row["start_id"]]: row["id"] for row in rows}


def test_every_game_has_its_totals_and_goes_on(version: Path, folder: Path) -> None:
    store = open_store(load(folder, version))
    found = ids(store)
    assert {name: games.table_summary(store, game).totals for name, game in found.items()} == TOTALS
    assert checks.check_file(folder / DATABASE).findings == []
    ann = games.Author(devices.find_or_create(store, ANN).id, "Ann")
    for name, game in found.items():
        state, sheet = games.sheet(store, game)
        assert sheet.totals == TOTALS[name]
        if state.undoable is not None:
            Running(store, game, ann, said=100).say(Undone(state.undoable))
    again = Running(store, found["laid-out"], ann, said=200)
    assert games.table_summary(store, again.id).totals["Ann"] == 0
    again.say(HandRecorded(hand_of(LAID_OUT)))
    assert games.table_summary(store, again.id).totals["Ann"] == TOTALS["laid-out"]["Ann"]
    store.close()


def test_phones_keep_what_they_had(version: Path, folder: Path) -> None:
    store = open_store(load(folder, version))
    ann, bob = (devices.find_or_create(store, token).id for token in (ANN, BOB))
    assert (ann, bob) == (1, 2)
    assert devices.names(store, ann) == ["Ann", "Bob"]
    (deck,) = decks.decks(store, ann)
    assert (deck.name, deck.gems, deck.not_gems) == ("Old box", {"7D": "S", "KC": "GE"}, {"10D": "ER"})
    assert decks.lessons(store, deck.id) == (TaughtLook("JC", bytes(LOOK_BYTES)),)
    assert list(learning.learned(store, ann)) == ["lesson.gin-rummy.first"]
    game = ids(store)["laid-out"]
    assert {member.device: member.role for member in members.members(store, game)} == {ann: Role.OWNER, bob: Role.SEAT}
    assert set(drafts.drafts(store, game, 2)) == {drafts.SHARED, 1}
    store.close()


def test_its_backup_is_restored(version: Path, folder: Path, tmp_path: Path) -> None:
    sample = load(tmp_path / "before", version).folder / DATABASE
    store = open_store(folder)
    backups.restore(store, sample)
    assert {name: games.table_summary(store, game).totals for name, game in ids(store).items()} == TOTALS
    store.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_file_of_a_game_is_brought_in(version: Path, name: str, folder: Path) -> None:
    store = open_store(folder)
    text = (version / f"{start_id(name)}.gem.txt").read_text("utf-8")
    phone = devices.find_or_create(store, ANN).id
    imported = transfer.bring_in(store, Importer(phone), transfer.read(json.loads(text)))
    assert games.table_summary(store, imported.game).totals == TOTALS[name]
    store.close()
