"""Everything on a phone as one file, and back."""

import io
import json
import sqlite3
import struct
import tracemalloc
import zipfile
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.pocket import whole_backup
from companion.store.backup import copies
from companion.store.engines.sqlite import DATABASE
from companion.wording import document_errors as errors
from tests.support.pocket_page import PocketPage


def save(page: PocketPage) -> bytes:
    page.open("backup")
    page.open("backup/gem-companion.zip")
    assert page.headers["content-disposition"].startswith('attachment; filename="gem-companion-2')
    return page.content


def bring(page: PocketPage, content: bytes) -> str:
    page.open("backup")
    return page.post("backup", {}, {"file": content})


def test_a_new_phone_has_everything_and_owns_its_games(pocket: PocketPage, tmp_path: Path) -> None:
    pocket.import_game()
    pocket.open("settings")
    pocket.post("settings", {"theme": "dark", "colors": "four"})
    backup = save(pocket)
    fresh = PocketPage(tmp_path / "fresh")
    assert "Your games are back: 1 game on this phone." in bring(fresh, backup)
    assert "Hand 3" in fresh.open()
    assert 'data-theme="dark"' in fresh.html
    again = PocketPage(tmp_path / "fresh")
    assert "Hand 3" in again.open()
    again.open("games")
    assert "Delete" in again.html  # only the owner may
    bring(again, backup)
    assert again.news[-2:] == [True, False], "phones show what was there before"


def test_what_was_replaced_can_be_saved_and_brought_back(pocket: PocketPage, tmp_path: Path) -> None:
    empty = save(PocketPage(tmp_path / "empty"))
    pocket.import_game()
    assert "0 games on this phone" in bring(pocket, empty)
    pocket.open("backup/replaced.zip")
    assert "1 game on this phone" in bring(pocket, pocket.content)
    assert "Hand 3" in pocket.open()


@pytest.mark.parametrize("steps", range(6))
def test_a_backup_counts_from_the_moment_that_it_is_saved_whole(
    pocket: PocketPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """The phone dies after so many steps of bringing a backup back; the next start goes on with it."""
    other = PocketPage(tmp_path / "other")
    other.import_game()
    backup = save(other)
    done: list[Path] = []
    write = copies.write_file

    def stop_after(path: Path, content: bytes) -> None:
        if len(done) == steps:
            raise KeyboardInterrupt
        done.append(path)
        write(path, content)

    monkeypatch.setattr(whole_backup, "write_file", stop_after)
    with suppress(KeyboardInterrupt):
        bring(pocket, backup)
    monkeypatch.undo()
    decided = steps > 4  # what is replaced is saved first, then the three parts of the backup, then the decision
    assert ("Hand 3" in PocketPage(pocket.folder).open()) == decided


def parts_of(page: PocketPage) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(save(page))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: Mapping[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packing) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def test_any_other_file_changes_nothing(pocket: PocketPage, monkeypatch: pytest.MonkeyPatch) -> None:
    pocket.import_game()
    good = parts_of(pocket)
    database = bytearray(good[DATABASE])
    database[4096 + 50 :] = b"\0" * len(database[4096 + 50 :])
    foreign = sqlite3.connect(":memory:")
    foreign.execute("CREATE TABLE x (y)")
    files = {
        b"": errors.NO_BACKUP_CHOSEN,
        b"GIF89a": errors.NOT_A_PHONE_BACKUP,
        b"PK\x03\x04 torn": errors.PHONE_BACKUP_DAMAGED,
        json.dumps({"game": "gem-rummy"}).encode(): errors.A_GAME_FILE,
        save(pocket)[:-900]: errors.PHONE_BACKUP_DAMAGED,
        packed({**good, "secret": b"short"}): errors.NOT_A_PHONE_BACKUP,
        packed({**good, "cookies.json": b"[]"}): errors.NOT_A_PHONE_BACKUP,
        packed({**good, "gem-companion.json": b"[]"}): errors.NOT_A_PHONE_BACKUP,
        packed({**good, "gem-companion.json": b'{"version": 2}'}): errors.BACKUP_TOO_NEW,
        packed({**good, "companion.db": bytes(database)}): errors.PHONE_BACKUP_DAMAGED,
        packed({**good, "companion.db": foreign.serialize()}): errors.PHONE_BACKUP_UNREADABLE,
        packed({name: part for name, part in good.items() if name != "secret"}): errors.NOT_A_PHONE_BACKUP,
        # These can only be unpacked whole.
        packed(good, zipfile.ZIP_BZIP2): errors.NOT_A_PHONE_BACKUP,
        packed(good, zipfile.ZIP_LZMA): errors.NOT_A_PHONE_BACKUP,
    }
    for content, error in files.items():
        assert error in bring(pocket, content)
        assert pocket.status == 422
        assert not whole_backup.is_waiting(pocket.folder)
    monkeypatch.setattr(whole_backup, "_LARGEST", 10_000)
    assert errors.NOT_A_PHONE_BACKUP in bring(pocket, packed(good)), "it would unpack to more than a phone holds"
    assert "Hand 3" in pocket.open()


def test_a_backup_with_code_in_it_is_not_brought_back(pocket: PocketPage, tmp_path: Path) -> None:
    """A trigger would go on changing what is recorded, also on a server to which a backup is brought later."""
    pocket.import_game()
    parts = parts_of(pocket)
    database = tmp_path / "forged.db"
    database.write_bytes(parts[DATABASE])
    with closing(sqlite3.connect(database)) as conn:
        conn.execute("CREATE TRIGGER always AFTER INSERT ON journal BEGIN DELETE FROM members; END")
        conn.commit()
    said = bring(pocket, packed({**parts, DATABASE: database.read_bytes()}))
    assert errors.PHONE_BACKUP_UNREADABLE in said


def test_a_forged_part_is_not_unpacked_beyond_its_size(pocket: PocketPage) -> None:
    parts = parts_of(pocket)
    size = 64_000_000
    honest = packed({**parts, DATABASE: bytes(size)})
    forged = honest.replace(struct.pack("<L", size), struct.pack("<L", 1_000))
    assert forged != honest
    tracemalloc.start()
    said = bring(pocket, forged)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert errors.PHONE_BACKUP_DAMAGED in said
    assert most < size // 4
