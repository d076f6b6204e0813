"""The commands `export` and `import`: a game with its whole history out of a store, and into one."""

from pathlib import Path

from companion.journal.events import JournalError
from companion.store import games, transfer
from companion.store.backup.unfinished_files import unfinished_file
from companion.store.database import Store
from companion.store.errors import StoreBroken, StoreError
from companion.store.opening import Place, open_store
from companion.store.people import devices
from companion.store.transfer import Diverged, Importer, Outcome
from companion.wording.errors import store as sentences

STARTED = "Imported as game {game}. No phone is in it yet: `companion owner {game}` makes a link for its owner."
CONTINUED = "Added what was new to game {game}."
UNCHANGED = "Game {game} has all of this already."
DIVERGED = (
    "game {game} went on both here and in the file, so nothing was changed; "
    "with --separately the file becomes a separate game"
)


class Unreadable(StoreError):  # noqa: N818 (a state of the journal, not a mistake)
    """The journal of a game can't be read."""

    sentence = "This game can't be read; `companion check` says why."


def export_text(store: Store, game: str) -> str:
    """Return a whole game as its document."""
    try:
        return transfer.export(store, game)
    except (JournalError, KeyError, TypeError, ValueError) as error:
        raise Unreadable from error


def export_all(store: Store, folder: Path) -> tuple[int, list[str]]:
    """Write every game into a folder; return how many there are, and the ids of those that can't be read."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreBroken(sentences.FOLDER_NOT_MADE, path=folder, reason=error.strerror) from error
    ids = games.all_ids(store)
    unreadable = []
    for game in ids:
        try:
            text = export_text(store, game)
        except Unreadable:
            unreadable.append(game)
        else:
            save(folder / f"{game}.gem.txt", text)
    return len(ids) - len(unreadable), unreadable


def save(path: Path, text: str) -> None:
    """Write a file whole: a full disk leaves the old one."""
    try:
        with unfinished_file(path.parent) as aside:
            aside.write_text(text, encoding="utf-8")
            aside.replace(path)
    except OSError as error:
        raise StoreBroken(sentences.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error


def import_into(place: Place, document: object, *, separately: bool) -> str:
    """Bring a game into a store; return a sentence that says what was done."""
    entries = transfer.read(document)
    store = open_store(place)
    try:
        importer = Importer(devices.command_line(store), is_operator=True)
        done = transfer.bring_in(store, importer, entries, separately=separately)
    except Diverged as diverged:
        raise StoreError(DIVERGED, game=diverged.game) from diverged
    finally:
        store.close()
    done_sentences = {Outcome.STARTED: STARTED, Outcome.CONTINUED: CONTINUED, Outcome.UNCHANGED: UNCHANGED}
    return done_sentences[done.outcome].format(game=done.game)
