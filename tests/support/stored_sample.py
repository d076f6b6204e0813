"""A database as this version stores it, with its games as files: the samples that every later version must read.

python -m tests.support.stored_sample VERSION      writes them into tests/store/samples/VERSION, once and for ever
"""

import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.documents.showdown_draft import HandDraft, SharedState
from companion.journal import events
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.photo.reading import LOOK_BYTES, TaughtLook
from companion.store import decks, drafts, games, transfer
from companion.store.database import Store
from companion.store.engines.sqlite import DATABASE
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, invitations, learning
from companion.store.people.members import Role
from tests.support.documents import HEAD, LAID_OUT, Document, hand_of
from tests.support.places import SECRET
from tests.support.store import Running
from tests.support.whole_games import WHOLE_GAMES

SAMPLES = Path(__file__).parents[1] / "store" / "samples"
SQL = "companion.sql"
ANN, BOB = "Ann's phone", "Bob's phone"
PARTNERS: Document = {
    "game": "knock-rummy",
    "players": ["Ann", "Bob", "Cid", "Dee"],
    "first_dealer": "Ann",
    "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
}
COUNTED: Document = {
    "knocker": "Ann",
    "players": [
        {"name": name, "deadwood_points": points}
        for name, points in zip(PARTNERS["players"], (2, 10, 8, 12), strict=True)
    ],
}
OVERRULED_ROUND: Document = {
    "deals": [0] * 10,
    "overruled": {"points": {"Ann": 30}, "reason": "counted at the table", "by": "Ann"},
}
GAMES: dict[str, tuple[Document, tuple[events.Event, ...]]] = {
    **WHOLE_GAMES,
    "laid-out": (HEAD, (HandRecorded(hand_of(LAID_OUT)),)),
    "partners": (PARTNERS, (HandRecorded(hand_of(COUNTED, **PARTNERS)),)),
    "solo": ({"game": "gem-ii-solo", "players": ["Ann"], "level": 1}, (HandRecorded(hand_of(OVERRULED_ROUND)),)),
}
"""Each game by the id of its first record."""


def start_id(name: str) -> str:
    return f"sample-{name}"


def fill(store: Store) -> None:
    ann, bob = (devices.find_or_create(store, token).id for token in (ANN, BOB))
    devices.remember_names(store, ann, ["Ann", "Bob"])
    author = games.Author(ann, "Ann")
    for name, (head, happened) in GAMES.items():
        game = Running(store, games.start(store, author, GameStarted(head), record_id=start_id(name)), author)
        for event in happened:
            game.say(event)
        if name == "laid-out":
            link = invitations.make_link(store, game.id, ann, Role.SEAT, seat=1)
            invitations.follow_link(store, bob, link.token)
            drafts.save(store, game.id, 2, drafts.SHARED, SharedState(knocker=1), seen=0, device=bob)
            drafts.save(store, game.id, 2, 1, HandDraft(), seen=0, device=bob)
    deck = decks.make(store, ann, "Old box", {"7D": "S", "KC": "GE"}, {"10D": "ER"}).id
    decks.teach(store, ann, deck, [TaughtLook("JC", bytes(LOOK_BYTES))])
    learning.note_passed(store, ann, ["gin-rummy.first"])


def load(folder: Path, version: Path) -> DatabasePlace:
    folder.mkdir()
    database = sqlite3.connect(folder / DATABASE)
    database.executescript((version / SQL).read_text("utf-8"))
    database.close()
    return DatabasePlace(folder, secret=SECRET)


def write(version: Path) -> None:
    version.mkdir(parents=True)
    with TemporaryDirectory() as name:
        place = DatabasePlace(Path(name), secret=SECRET)
        store = open_store(place)
        fill(store)
        for row in store.rows("SELECT id, start_id FROM games"):
            (version / f"{row['start_id']}.gem.txt").write_text(transfer.export(store, row["id"]), "utf-8")
        store.close()
        database = sqlite3.connect(place.folder / DATABASE)
        (version / SQL).write_text("\n".join(database.iterdump()) + "\n", "utf-8")
        database.close()


if __name__ == "__main__":
    write(SAMPLES / sys.argv[1])
