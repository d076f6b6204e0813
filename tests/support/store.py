"""A store of its own for each test, with a phone and a running game in it."""

from dataclasses import dataclass
from typing import Any

from companion.journal.events import Event, HandRecorded
from companion.store import games
from companion.store.database import Store
from companion.store.people import polling
from tests.support.documents import won_hand


@dataclass
class Running:
    """A game to which things are said, each with an id of its own."""

    store: Store
    id: str
    author: games.Author
    said: int = 0

    def say(self, event: Event, **more: Any) -> games.Appended:  # noqa: ANN401 (what append takes)
        self.said += 1
        seen = games.table_summary(self.store, self.id).seq
        given = {"record_id": f"record-{self.said}", "seen": seen, "author": self.author, **more}
        return games.append(self.store, self.id, event, **given)

    def changes(self) -> int:
        state = polling.poll_state(self.store, self.id, "Ann's phone")
        assert state is not None
        return state.changes

    def win(self, points: int = 20) -> games.Appended:
        return self.say(HandRecorded(won_hand(points)))
