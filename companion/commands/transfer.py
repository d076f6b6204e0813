"""The commands `export` and `import`: a game with its whole history out of a store, and into one."""

from contextlib import closing
from pathlib import Path
from typing import assert_never

from companion.commands.terminal import CommandError, printable
from companion.journal.state import GameState, JournalError, counts
from companion.store import games, transfer
from companion.store.backup.copies import unfinished_file
from companion.store.database import Store
from companion.store.errors import Problem, StoreBroken
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from companion.store.transfer import Diverged, Importer, ImportOutcome
from companion.wording.game import OPERATOR
from companion.wording.history import history_sentence

MOST_SHOWN = 200


def export_text(store: Store, game: str) -> str:
    try:
        return transfer.export(store, game)
    except (JournalError, KeyError, TypeError, ValueError) as error:
        raise CommandError("This game can't be read; `companion check` says why.") from error


def export_all(store: Store, folder: Path) -> tuple[int, list[str]]:
    """Write every game into a folder; return how many there are, and the ids of those that can't be read."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreBroken(Problem.FOLDER_NOT_MADE, path=folder, reason=error.strerror) from error
    ids = games.all_ids(store)
    unreadable = []
    for game in ids:
        try:
            text = export_text(store, game)
        except CommandError:
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
        raise StoreBroken(Problem.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error


def import_into(place: DatabasePlace, document: object, *, separately: bool, ask: bool) -> str:
    """Bring a game into a store; return a sentence that says what was done.

    What a file adds to a game that is there is shown and, with `ask`, asked about at the terminal.
    """
    entries = transfer.read(document)
    agree = _show_and_ask if ask else _show
    with closing(open_store(place)) as store:
        importer = Importer(devices.command_line(store), operator=OPERATOR)
        try:
            done = transfer.bring_in(store, importer, entries, separately=separately, agree=agree)
        except Diverged as diverged:
            raise CommandError(
                f"game {diverged.game} went on both here and in the file, so nothing was changed; "
                "with --separately the file becomes a separate game"
            ) from diverged
    match done.outcome:
        case ImportOutcome.STARTED:
            owner = f"`companion owner {done.game}` makes a link for its owner"
            return f"Imported as game {done.game}. No phone is in it yet: {owner}."
        case ImportOutcome.CONTINUED:
            return f"Added what was new to game {done.game}."
        case ImportOutcome.UNCHANGED:
            return f"Game {done.game} has all of this already."
        case ImportOutcome.NOT_AGREED:
            raise CommandError(f"nothing was added to game {done.game}; with --yes it is added without a question")
    assert_never(done.outcome)


def _show(game: str, state: GameState, known: int) -> bool:
    new = [change for change in state.history if change.seq > known]
    print(f"This adds to game {game}:")
    for change in new[:MOST_SHOWN]:
        hand = f"hand {state.positions.get(change.hand or 0)}"
        mark = (
            "" if counts(change.brought_in) else "  [doesn't count: a player with a phone in the game says this there]"
        )
        print(printable(f"  {change.at} {change.by}: {history_sentence(change.event, hand, change.players)}{mark}"))
    if len(new) > MOST_SHOWN:
        print(f"  … and {len(new) - MOST_SHOWN} more")
    return True


def _show_and_ask(game: str, state: GameState, known: int) -> bool:
    _show(game, state, known)
    try:
        return input("Add this? [y/N] ").strip().casefold() in {"y", "yes"}
    except EOFError:
        return False
