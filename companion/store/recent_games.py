"""Games in memory as they were folded and scored last: a page of a game that hasn't changed does neither again.

Each is found under its last record only, so a game that went on, here or in another process, or that a backup brought
back to what it was, is read again.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from companion.journal.sheet import ScoreSheet
from companion.journal.state import GameState

MOST_RECORDS = 5_000
"""Of all kept games together: some 20 megabytes."""


@dataclass(frozen=True, slots=True)
class LastRecord:
    """What tells a journal from every other one: the last of its records."""

    seq: int
    id: str
    at: str


class RecentGames:
    """The games used last, for all threads of a process."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[LastRecord, GameState, ScoreSheet]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, game: str, last: LastRecord) -> tuple[GameState, ScoreSheet] | None:
        with self._lock:
            known = self._games.get(game)
            if known is None or known[0] != last:
                return None
            self._games.move_to_end(game)
            return known[1:]

    def keep(self, game: str, last: LastRecord, state: GameState, sheet: ScoreSheet) -> None:
        with self._lock:
            self._games[game] = last, state, sheet
            self._games.move_to_end(game)
            while self._games and sum(last.seq for last, _, _ in self._games.values()) > MOST_RECORDS:
                self._games.popitem(last=False)
