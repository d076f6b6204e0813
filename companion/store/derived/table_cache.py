"""Computed once and kept: what the table page shows of a game, and the rulings on its hands.

All of it can be thrown away and is made anew. A kept table is good for one `seq` of its journal and one state of the
rules' code; a kept ruling for one revision of its hand, under one set of house rules and gems.
"""

import hashlib
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from companion.journal.fold import GameState, Hand
from companion.journal.rulings import Ruling, from_json, to_json
from companion.journal.sheet import ScoreSheet, SheetRow, Standing, rule_hand, sheet_of
from companion.journal.undo_labels import undo_words
from companion.store.database import Store
from companion.store.derived.tallies import names_key, players_text, tally_of
from companion.store.time_limit import check_time

_CHUNK = 500
_ROOMS = ("rules", "documents", "wording", "journal", "store")


@cache
def rules_version() -> str:
    """Name the state of the code that rules and folds: whatever another state has computed is not believed."""
    here = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2b(digest_size=12)
    for room in _ROOMS:
        for source in sorted((here / room).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class LastHand:
    """The hand that stands last on the sheet."""

    number: int
    standing: Standing
    points: Mapping[str, int] | None
    winner: str | None
    accepted_by: Sequence[str]
    disputed_by: Sequence[str]


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A game as the table page and the home page show it: the same size however many hands were played."""

    seq: int
    head: Mapping[str, object]
    """The game document without its hands."""
    deck: Mapping[str, object] | None
    hands: int
    """How many hands count."""
    rows: int
    """How many hands stand on the sheet, whether they count or not."""
    next_hand: int
    totals: Mapping[str, int]
    side_totals: Sequence[int] | None
    target: int | None
    over: bool
    winners: Sequence[str]
    next_dealer: str | None
    upcoming: Mapping[str, object] | None
    """What comes next where the score sheet says more than who deals: in Gem II round, deal and turn."""
    last: LastHand | None
    not_counting: int
    """How many hands of the sheet are illegal now or stand after the end: worth a word on the table page."""
    closed: bool
    undoable: int | None
    redoable: int | None
    undo_words: str
    """What undo would take back, in a few words."""
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
        return tuple(names) if isinstance(names, list) else ()

    @property
    def made_up(self) -> bool:
        """Say whether the gems on the cards are made up."""
        return bool(self.deck and self.deck["made_up"])


def summary_from(state: GameState, sheet: ScoreSheet) -> TableSummary:
    """Take from a game and its sheet what the table page shows."""
    said = sheet.answer
    target, dealer, upcoming = said.get("target"), said.get("next_dealer"), said.get("next")
    winners, sides = said.get("winners"), said.get("side_totals")
    last = sheet.rows[-1] if sheet.rows else None
    return TableSummary(
        seq=state.seq,
        head=dict(state.head),
        deck=None if state.deck is None else asdict(state.deck),
        hands=sum(row.place is not None for row in sheet.rows),
        rows=len(sheet.rows),
        next_hand=state.next_hand,
        totals=dict(sheet.totals),
        side_totals=sides if isinstance(sides, list) else None,
        target=target if isinstance(target, int) else None,
        over=sheet.over,
        winners=winners if isinstance(winners, list) else [],
        next_dealer=dealer if isinstance(dealer, str) else None,
        upcoming=upcoming if isinstance(upcoming, dict) else None,
        last=None if last is None else _last(last),
        not_counting=sum(row.standing in _NOT_COUNTING for row in sheet.rows),
        closed=state.closed,
        undoable=state.undoable,
        redoable=state.redoable,
        undo_words=undo_words(state),
        started_at=state.started_at,
        changed_at=state.changed_at,
    )


def _last(row: SheetRow) -> LastHand:
    # Lists, as they are read back.
    accepted, disputed = list(row.accepted_by), list(row.disputed_by)
    return LastHand(row.hand.number, row.standing, row.points, row.winner, accepted, disputed)


_NOT_COUNTING = frozenset({Standing.ILLEGAL, Standing.UNREADABLE, Standing.AFTER_THE_END})


class RulingCache:
    """The rulings on a game's hands: those that are kept, and new ones to be kept."""

    def __init__(self, kept: Mapping[tuple[int, int, bytes], str]) -> None:
        """Start from rulings by hand, revision of the hand, and context."""
        self._kept = kept
        self._made: dict[int, tuple[int, bytes, str]] = {}
        self._contexts: dict[int, tuple[object, bytes]] = {}

    def rule(self, state: GameState, hand: Hand) -> Ruling:
        """Rule on a hand, or remember how it was ruled."""
        context = self._context(state)
        made = self._made.get(hand.number)
        if made is not None and made[:2] == (hand.revision, context):
            return from_json(json.loads(made[2]))
        body = self._kept.get((hand.number, hand.revision, context))
        if body is not None:
            return from_json(json.loads(body))
        check_time()
        ruling = rule_hand(state, hand)
        self._made[hand.number] = (hand.revision, context, ruling_json(ruling))
        return ruling

    def keep(self, conn: sqlite3.Connection, game: str) -> None:
        """Keep what was ruled anew."""
        conn.executemany(
            "INSERT INTO rulings (game, hand, revision, context, body) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (game, hand) DO UPDATE SET revision = excluded.revision, context = excluded.context, "
            "body = excluded.body",
            [(game, number, *made) for number, made in self._made.items()],
        )

    def _context(self, state: GameState) -> bytes:
        # The head is kept beside, so that its id stays its own.
        kept, found = self._contexts.get(id(state.head), (None, b""))
        if kept is None:
            # The names are told in the sentences of the faults.
            facts = [state.head.get(key) for key in ("game", "players", "house_rules", "print", "gems")]
            text = json.dumps([rules_version(), facts], sort_keys=True)
            found = hashlib.blake2b(text.encode(), digest_size=12).digest()
            self._contexts[id(state.head)] = state.head, found
        return found


def score_game(store: Store, game: str, state: GameState) -> tuple[ScoreSheet, RulingCache]:
    """Write the sheet with the rulings that are kept."""
    rows = store.rows("SELECT hand, revision, context, body FROM rulings WHERE game = ?", [game])
    rulings = RulingCache({(row["hand"], row["revision"], row["context"]): row["body"] for row in rows})
    return sheet_of(state, rulings.rule), rulings


def ruling_json(ruling: Ruling) -> str:
    """Write a ruling down."""
    return json.dumps(to_json(ruling), ensure_ascii=False, separators=(",", ":"))


def recorded_verdict(sheet: ScoreSheet, hand: int | None) -> str | None:
    """Write down how a hand was ruled when it was recorded; a later check compares."""
    row = None if hand is None else sheet.row(hand)
    return None if row is None or row.ruling is None else ruling_json(row.ruling)


def save_summary(conn: sqlite3.Connection, game: str, state: GameState, sheet: ScoreSheet) -> None:
    """Keep the table and the tally of a game; never over newer ones."""
    table = json.dumps(asdict(summary_from(state, sheet)), ensure_ascii=False, separators=(",", ":"))
    tally = tally_of(state, sheet)
    conn.execute(
        "INSERT INTO standings (game, seq, rules, body) VALUES (?, ?, ?, ?) ON CONFLICT (game) DO UPDATE "
        "SET seq = excluded.seq, rules = excluded.rules, body = excluded.body WHERE excluded.seq >= seq",
        [game, state.seq, rules_version(), table],
    )
    conn.execute(
        "INSERT INTO tallies (game, seq, rules, kind, names, level, over, hands, total, played_at, players, "
        "fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game) DO UPDATE "
        "SET seq = excluded.seq, rules = excluded.rules, kind = excluded.kind, names = excluded.names, "
        "level = excluded.level, over = excluded.over, hands = excluded.hands, total = excluded.total, "
        "played_at = excluded.played_at, players = excluded.players, fingerprint = excluded.fingerprint "
        "WHERE excluded.seq >= seq",
        [
            game, state.seq, rules_version(), tally.game, names_key(state.players), tally.level, tally.over,
            tally.hands, tally.total, tally.played_at, players_text(tally.players), tally.fingerprint,
        ],
    )  # fmt: skip


def mark_unreadable(conn: sqlite3.Connection, game: str, seq: int) -> None:
    """Note that a journal cannot be read as it is now, in the place of its tally."""
    conn.execute(
        "INSERT INTO tallies (game, seq, rules, kind, names, level, over, hands, total, played_at, players, "
        "fingerprint) VALUES (?, ?, ?, '', '', 0, 0, 0, 0, '', '[]', '') ON CONFLICT (game) DO UPDATE "
        "SET seq = excluded.seq, rules = excluded.rules, kind = '', names = '', over = 0, hands = 0, players = '[]' "
        "WHERE excluded.seq >= seq",
        [game, seq, rules_version()],
    )


def unreadable(store: Store, games: Sequence[str]) -> frozenset[str]:
    """Give those of some games whose journals could not be read as they are now."""
    rows = store.rows(
        "SELECT tallies.game FROM json_each(?) AS asked JOIN tallies ON tallies.game = asked.value "
        "JOIN games ON games.id = tallies.game AND games.seq = tallies.seq WHERE rules = ? AND kind = ''",
        [json.dumps(list(games)), rules_version()],
    )
    return frozenset(str(row["game"]) for row in rows)


def cached_summaries(store: Store, games: Sequence[str]) -> dict[str, TableSummary]:
    """Give the kept tables that are still good."""
    found: dict[str, TableSummary] = {}
    for first in range(0, len(games), _CHUNK):
        rows = store.rows(
            "SELECT standings.game, standings.body FROM json_each(?) AS asked "
            "JOIN standings ON standings.game = asked.value "
            "JOIN games ON games.id = standings.game AND games.seq = standings.seq WHERE rules = ?",
            [json.dumps(list(games[first : first + _CHUNK])), rules_version()],
        )
        for row in rows:
            summary = read_summary(row["body"])
            if summary is not None:
                found[row["game"]] = summary
    return found


def read_summary(text: str) -> TableSummary | None:
    """Read a cached summary; None for one that a damaged page spoiled, which is computed again like a stale one."""
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        body = json.loads(text)
        last = body.pop("last")
        known = LastHand(**{**last, "standing": Standing(last["standing"])}) if isinstance(last, dict) else None
        return TableSummary(**body, last=known)
    return None
