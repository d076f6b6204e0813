"""Cached table summaries (table `standings`) and rulings. All of it can be deleted and is computed again.

A summary is valid for one `seq` of its journal and one version of the rules; a ruling for one revision of its hand,
under one set of house rules and gems.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import companion
from companion.documents.game import players_of
from companion.documents.showdown import DECK_KEYS
from companion.journal.codec import from_json, to_json
from companion.journal.kinds import sheet_of
from companion.journal.named_changes import NamedChange, redone_next, undone_next
from companion.journal.sheet import Coming, Ruling, ScoreSheet, SheetRow, Standing, rule_hand
from companion.journal.state import DeckUsed, GameState, PlayedHand
from companion.rules.gem2.lines import Progress
from companion.rules.rummy.match import Column, MatchScore
from companion.store.database import Connection, Store, marks
from companion.store.derived.tallies import HAND_COLUMNS, SEAT_COLUMNS, TALLY_COLUMNS, Tally, tally_of
from companion.store.limits import check_time

_CHUNK = 500
_PACKAGES = ("rules", "documents", "journal", "people", "store")


@cache
def rules_version() -> str:
    """Return a digest of the code that scores: what another version has computed isn't used."""
    return source_digest(Path(companion.__file__).parent)


def source_digest(root: Path) -> str:
    """Return a digest of the sources in a `companion` folder that rulings and summaries depend on."""
    digest = hashlib.blake2b(digest_size=12)
    for package in _PACKAGES:
        for source in sorted((root / package).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class LastHand:
    number: int
    standing: Standing
    points: Mapping[str, int] | None
    accepted_by: tuple[str, ...]
    disputes: Mapping[str, str]
    disputed_before: tuple[str, ...]
    pair: tuple[str, ...] = ()
    """The two who played it, in a game of hands for two."""

    @property
    def disputed_by(self) -> tuple[str, ...]:
        return tuple(self.disputes)


@dataclass(frozen=True, slots=True)
class LastRound:
    """The last round whose hands were all in, in a game in which several are played side by side."""

    number: int
    points: Mapping[str, int]
    """By side."""
    hands: tuple[LastHand, ...]


@dataclass(frozen=True, slots=True)
class GameTotals:
    """One of the games that are played at once: everybody's total, with all bonuses once it's over."""

    totals: Mapping[str, int]
    over: bool
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A game as the table page and the home page show it. Its size doesn't depend on the number of hands."""

    seq: int
    head: Mapping[str, object]
    deck: DeckUsed | None
    hands: int
    rows: int
    """How many hands are on the sheet, whether they count or not."""
    next_hand: int
    totals: Mapping[str, int]
    over: bool
    winners: tuple[str, ...]
    last: LastHand | None
    not_counting: int
    """How many hands are illegal now or come after the end."""
    closed: bool
    undoable: int | None
    redoable: int | None
    undone_next: NamedChange | None
    redone_next: NamedChange | None
    started_at: str
    changed_at: str
    target: int | None = None
    final: Mapping[str, int] | None = None
    columns: tuple[GameTotals, ...] = ()
    """The games that are played at once; empty where it's only one."""
    next_dealer: str | None = None
    progress: Progress | None = None
    sides: tuple[str, ...] = ()
    """The sides of a game of hands for two, which have the totals."""
    coming: Coming | None = None
    last_round: LastRound | None = None
    in_round: tuple[LastHand, ...] = ()
    """The hands that are on the sheet of a round that isn't complete."""
    taken_by: str = ""

    @property
    def game(self) -> str:
        return str(self.head["game"])

    @property
    def players(self) -> tuple[str, ...]:
        return players_of(self.head)

    @property
    def ended(self) -> bool:
        return self.over or self.closed

    @property
    def open_hands(self) -> range:
        """The numbers of the hands that are played now: of a round of hands for two, one for each pair."""
        return range(self.next_hand, self.next_hand + (len(self.coming.pairs) if self.coming else 1))

    def pair_of(self, number: int) -> tuple[str, ...]:
        """Return who plays one of these hands."""
        return self.coming.pairs[number - self.next_hand] if self.coming else self.players

    @property
    def made_up(self) -> bool:
        return self.deck is not None and self.deck.made_up


def summary_from(state: GameState, sheet: ScoreSheet) -> TableSummary:
    return TableSummary(
        seq=state.seq,
        head=dict(state.head),
        deck=state.deck,
        hands=len(sheet.counting),
        rows=len(sheet.rows),
        next_hand=state.next_hand,
        totals=sheet.totals,
        over=sheet.over,
        winners=sheet.winners,
        last=_last_hand(sheet.rows[-1]) if sheet.rows else None,
        not_counting=sum(row.standing in _NOT_COUNTING for row in sheet.rows),
        closed=state.closed,
        undoable=state.undoable,
        redoable=state.redoable,
        undone_next=undone_next(state),
        redone_next=redone_next(state),
        started_at=state.started_at,
        changed_at=state.changed_at,
        target=sheet.target,
        final=sheet.final,
        columns=tuple(_game_totals(tuple(sheet.totals), column) for column in sheet.games_at_once),
        next_dealer=sheet.next_dealer,
        progress=sheet.progress,
        sides=sheet.sides,
        coming=sheet.coming,
        last_round=_last_round(sheet),
        in_round=tuple(_last_hand(row) for row in sheet.rows if sheet.coming and row.round == sheet.coming.round),
        taken_by=state.taken_by,
    )


def _game_totals(players: Sequence[str], column: Column) -> GameTotals:
    return GameTotals(
        dict(zip(players, column.final or column.totals, strict=True)),
        column.over,
        tuple(players[seat] for seat in column.winners),
    )


def _last_hand(row: SheetRow) -> LastHand:
    disputes = {response.player: response.word for response in row.hand.responses if response.player in row.disputed_by}
    return LastHand(
        row.hand.number, row.standing, row.points, row.accepted_by, disputes, row.hand.disputed_before, row.pair
    )


def _last_round(sheet: ScoreSheet) -> LastRound | None:
    rounds = sheet.score.rounds if isinstance(sheet.score, MatchScore) else ()
    if not rounds or len(rounds[-1].hands) == 1 or sheet.rows[-1].round != len(rounds):
        return None
    points = dict(zip(sheet.sides, rounds[-1].points, strict=True))
    hands = tuple(_last_hand(row) for row in sheet.rows if row.round == len(rounds))
    return LastRound(len(rounds), points, hands)


_NOT_COUNTING = frozenset({Standing.ILLEGAL, Standing.UNREADABLE, Standing.AFTER_THE_END})


class RulingCache:
    def __init__(self, stored: Mapping[tuple[int, int, bytes], str]) -> None:
        self._stored = stored
        self._new: dict[int, tuple[int, bytes, str]] = {}
        self._contexts: dict[tuple[int, str], tuple[object, bytes]] = {}

    def rule(self, state: GameState, hand: PlayedHand) -> Ruling:
        context = self._context(state, hand)
        new = self._new.get(hand.number)
        if new is not None and new[:2] == (hand.revision, context):
            return from_json(Ruling, new[2])
        body = self._stored.get((hand.number, hand.revision, context))
        if body is not None:
            return from_json(Ruling, body)
        check_time()
        ruling = rule_hand(state, hand)
        self._new[hand.number] = (hand.revision, context, to_json(ruling))
        return ruling

    def save(self, conn: Connection, game: str) -> None:
        conn.executemany(
            "INSERT INTO rulings (game, hand, revision, context, body) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (game, hand) DO UPDATE SET revision = excluded.revision, context = excluded.context, "
            "body = excluded.body",
            [(game, number, *ruling) for number, ruling in self._new.items()],
        )

    def _context(self, state: GameState, hand: PlayedHand) -> bytes:
        own = hand.house_rules
        known = id(state.head), json.dumps(own, sort_keys=True)
        # Holding on to the head keeps its id from being reused.
        head, digest = self._contexts.get(known, (None, b""))
        if head is None:
            # Faults name players.
            facts = [state.head.get(key) for key in ("game", "players", "house_rules", *DECK_KEYS)]
            text = json.dumps([rules_version(), facts, own], sort_keys=True)
            digest = hashlib.blake2b(text.encode(), digest_size=12).digest()
            self._contexts[known] = state.head, digest
        return digest


def score_game(store: Store, game: str, state: GameState) -> tuple[ScoreSheet, RulingCache]:
    rows = store.rows("SELECT hand, revision, context, body FROM rulings WHERE game = ?", [game])
    rulings = RulingCache({(row["hand"], row["revision"], row["context"]): row["body"] for row in rows})
    return sheet_of(state, rulings.rule), rulings


def ruling_json(ruling: Ruling) -> str:
    return to_json(ruling.recorded)


def recorded_verdict(sheet: ScoreSheet, hand: int | None) -> str | None:
    row = None if hand is None else sheet.row(hand)
    return None if row is None or row.ruling is None else ruling_json(row.ruling)


def save_summary(conn: Connection, game: str, state: GameState, sheet: ScoreSheet) -> None:
    body = to_json(summary_from(state, sheet))
    tally = tally_of(state, sheet)
    conn.execute(
        "INSERT INTO standings (game, seq, rules, body) VALUES (?, ?, ?, ?) ON CONFLICT (game) DO UPDATE "
        "SET seq = excluded.seq, rules = excluded.rules, body = excluded.body WHERE excluded.seq >= standings.seq",
        [game, state.seq, rules_version(), body],
    )
    _save_tally(conn, game, state.seq, tally)


def mark_unreadable(conn: Connection, game: str, seq: int) -> None:
    """Note in place of its tally that a journal can't be read."""
    _save_tally(conn, game, seq, Tally())


_TALLY = ("game", "seq", "rules", *TALLY_COLUMNS)
_SEAT = ("game", *SEAT_COLUMNS, *HAND_COLUMNS)
_SAVE_TALLY = (
    f"INSERT INTO tallies ({', '.join(_TALLY)}) VALUES ({marks(_TALLY)}) ON CONFLICT (game) DO UPDATE SET "  # noqa: S608 (no input)
    f"{', '.join(f'{name} = excluded.{name}' for name in _TALLY[1:])} WHERE excluded.seq >= tallies.seq"
)
_SAVE_SEATS = f"INSERT INTO played ({', '.join(_SEAT)}) VALUES"
_SAME_SEATS = (
    f"ON CONFLICT (game, seat, mate) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _SEAT[1:])}"
)


def _save_tally(conn: Connection, game: str, seq: int, tally: Tally) -> None:
    row = [game, seq, rules_version(), *(getattr(tally, name) for name in TALLY_COLUMNS)]
    if not conn.execute(_SAVE_TALLY, row).rowcount:
        return
    if not tally.players:
        conn.execute("DELETE FROM played WHERE game = ?", [game])
        return
    # Who sits where never changes, so one statement writes all seats.
    values: list[object] = []
    for seat in tally.players:
        values += [game, *(getattr(seat, name) for name in SEAT_COLUMNS)]
        values += [getattr(seat.figures, name) for name in HAND_COLUMNS]
    seats = ", ".join([f"({marks(_SEAT)})"] * len(tally.players))
    conn.execute(f"{_SAVE_SEATS} {seats} {_SAME_SEATS}", values)


def unreadable(store: Store, games: Sequence[str]) -> frozenset[str]:
    if not games:
        return frozenset()
    rows = store.rows(
        "SELECT tallies.game FROM tallies JOIN games ON games.id = tallies.game AND games.seq = tallies.seq "  # noqa: S608 (only marks)
        f"WHERE rules = ? AND kind = '' AND tallies.game IN ({marks(games)})",
        [rules_version(), *games],
    )
    return frozenset(str(row["game"]) for row in rows)


def cached_summaries(store: Store, games: Sequence[str]) -> dict[str, TableSummary]:
    summaries: dict[str, TableSummary] = {}
    for first in range(0, len(games), _CHUNK):
        chunk = games[first : first + _CHUNK]
        rows = store.rows(
            "SELECT standings.game, standings.body FROM standings "  # noqa: S608 (only marks)
            "JOIN games ON games.id = standings.game AND games.seq = standings.seq "
            f"WHERE rules = ? AND standings.game IN ({marks(chunk)})",
            [rules_version(), *chunk],
        )
        for row in rows:
            summary = read_summary(row["body"])
            if summary is not None:
                summaries[row["game"]] = summary
    return summaries


def read_summary(text: str) -> TableSummary | None:
    """Read a cached summary; None for one that a damaged page spoiled, which is computed again like a stale one."""
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        return from_json(TableSummary, text)
    return None
