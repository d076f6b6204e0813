"""Computed once and kept: what the table page shows of a game, and single rulings. All of it can be thrown away.

A kept table is good for one `seq` of its journal and one version of the rules; whatever else is found is made anew.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from companion.journal.fold import GameState
from companion.journal.sheet import Sheet, Standing, sheet_of
from companion.store.database import Store

RULES_VERSION = "1"
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class LastHand:
    """The hand that stands last on the sheet."""

    number: int
    standing: Standing
    points: Mapping[str, int] | None
    winner: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """A game as the table page and the home page show it: the same size however many hands were played."""

    seq: int
    head: Mapping[str, object]
    """The game document without its hands."""
    deck: Mapping[str, object] | None
    hands: int
    """How many hands count."""
    next_hand: int
    totals: Mapping[str, int]
    side_totals: Sequence[object] | Mapping[str, object] | None
    target: int | None
    over: bool
    winners: Sequence[str]
    next_dealer: str | None
    last: LastHand | None
    not_counting: int
    """How many hands of the sheet are illegal now or stand after the end: worth a word on the table page."""
    closed: bool
    undoable: int | None
    redoable: int | None
    started_at: str
    changed_at: str

    @property
    def game(self) -> str:
        """The game's name in the documents."""
        return str(self.head["game"])

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        names = self.head["players"]
        return tuple(names) if isinstance(names, list | tuple) else ()

    @property
    def made_up(self) -> bool:
        """Say whether the gems on the cards are made up."""
        return bool(self.deck and self.deck["made_up"])


def sheet_for(store: Store, state: GameState) -> Sheet:
    """Write the sheet."""
    del store
    return sheet_of(state)


def table_from(state: GameState, sheet: Sheet) -> Table:
    """Take from a game and its sheet what the table page shows."""
    said = sheet.answer
    target, dealer = said.get("target"), said.get("next_dealer")
    winners, sides = said.get("winners"), said.get("side_totals")
    last = sheet.rows[-1] if sheet.rows else None
    return Table(
        seq=state.seq,
        head=dict(state.head),
        deck=None if state.deck is None else asdict(state.deck),
        hands=sum(row.place is not None for row in sheet.rows),
        next_hand=state.next_hand,
        totals=dict(sheet.totals),
        side_totals=sides if isinstance(sides, list | Mapping) else None,
        target=target if isinstance(target, int) else None,
        over=sheet.over,
        winners=list(winners) if isinstance(winners, list | tuple) else [],
        next_dealer=dealer if isinstance(dealer, str) else None,
        last=None if last is None else LastHand(last.hand.number, last.standing, last.points, last.winner),
        not_counting=sum(row.standing in _NOT_COUNTING for row in sheet.rows),
        closed=state.closed,
        undoable=state.undoable,
        redoable=state.redoable,
        started_at=state.started_at,
        changed_at=state.changed_at,
    )


_NOT_COUNTING = frozenset({Standing.ILLEGAL, Standing.UNREADABLE, Standing.AFTER_THE_END})


def keep_table(conn: sqlite3.Connection, game: str, state: GameState, sheet: Sheet) -> None:
    """Keep the table of a game; never over a newer one."""
    body = json.dumps(asdict(table_from(state, sheet)), ensure_ascii=False, separators=(",", ":"))
    conn.execute(
        "INSERT INTO standings (game, seq, rules, body, tally) VALUES (?, ?, ?, ?, '{}') "
        "ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, rules = excluded.rules, body = excluded.body, "
        "tally = excluded.tally WHERE excluded.seq >= seq",
        [game, state.seq, RULES_VERSION, body],
    )


def tables_kept(store: Store, games: Sequence[str]) -> dict[str, Table]:
    """Give the kept tables that are still good."""
    found: dict[str, Table] = {}
    for first in range(0, len(games), _CHUNK):
        rows = store.rows(
            "SELECT standings.game, standings.body FROM json_each(?) AS asked "
            "JOIN standings ON standings.game = asked.value "
            "JOIN games ON games.id = standings.game AND games.seq = standings.seq WHERE rules = ?",
            [json.dumps(list(games[first : first + _CHUNK])), RULES_VERSION],
        )
        found.update({row["game"]: _table(json.loads(row["body"])) for row in rows})
    return found


def _table(body: dict[str, object]) -> Table:
    last = body.pop("last")
    known = LastHand(**{**last, "standing": Standing(last["standing"])}) if isinstance(last, dict) else None
    return Table(**body, last=known)  # type: ignore[arg-type]


def judged(sheet: Sheet, hand: int | None) -> str | None:
    """Write down how a hand was ruled when it was recorded, as short as a later check needs it."""
    row = None if hand is None else sheet.row(hand)
    if row is None:
        return None
    said = {"standing": row.standing, "points": row.points, "winner": row.winner}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
