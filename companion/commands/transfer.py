"""The commands `export` and `import`: a game with its whole history out of a store, and into one."""

from contextlib import closing
from pathlib import Path

from companion.commands.terminal import CommandError, printable
from companion.journal.events import JournalError, counts
from companion.journal.state import GameState
from companion.store import games, transfer
from companion.store.backup.copies import unfinished_file
from companion.store.database import Store
from companion.store.errors import Problem, StoreBroken
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from companion.store.transfer import Diverged, Importer, ImportOutcome
from companion.wording.game import OPERATOR
from companion.wording.history import history_sentence

STARTED = "Imported as game {game}. No phone is in it yet: `companion owner {game}` makes a link for its owner."
CONTINUED = "Added what was new to game {game}."
UNCHANGED = "Game {game} has all of this already."
DIVERGED = (
    "game {game} went on both here and in the file, so nothing was changed; "
    "with --separately the file becomes a separate game"
)
NOT_AGREED = "nothing was added to game {game}; with --yes it is added without a question"
ADDS = "This adds to game {game}:"
DOES_NOT_COUNT = "  [doesn't count: a player with a phone in the game says this there]"
AND_MORE = "  … and {more} more"
ADD_THIS = "Add this? [y/N] "
MOST_SHOWN = 200


class UnreadableError(CommandError):
    def __init__(self) -> None:
        super().__init__("This game can't be read; `companion check` says why.")


def export_text(store: Store, game: str) -> str:
    try:
        return transfer.export(store, game)
    except (JournalError, KeyError, TypeError, ValueError) as error:
        raise UnreadableError from error


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
        except UnreadableError:
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
            raise CommandError(DIVERGED.format(game=diverged.game)) from diverged
    if done.outcome == ImportOutcome.NOT_AGREED:
        raise CommandError(NOT_AGREED.format(game=done.game))
    done_sentences = {
        ImportOutcome.STARTED: STARTED,
        ImportOutcome.CONTINUED: CONTINUED,
        ImportOutcome.UNCHANGED: UNCHANGED,
    }
    return done_sentences[done.outcome].format(game=done.game)


def _show(game: str, state: GameState, known: int) -> bool:
    new = [change for change in state.history if change.seq > known]
    print(ADDS.format(game=game))
    for change in new[:MOST_SHOWN]:
        hand = f"hand {state.positions.get(change.hand or 0)}"
        mark = "" if counts(change.brought_in) else DOES_NOT_COUNT
        print(printable(f"  {change.at} {change.by}: {history_sentence(change.event, hand)}{mark}"))
    if len(new) > MOST_SHOWN:
        print(AND_MORE.format(more=len(new) - MOST_SHOWN))
    return True


def _show_and_ask(game: str, state: GameState, known: int) -> bool:
    _show(game, state, known)
    try:
        return input(ADD_THIS).strip().casefold() in {"y", "yes"}
    except EOFError:
        return False
