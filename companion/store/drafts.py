"""Drafts: what is entered and not yet recorded, so that reload, Back and a dead battery lose nothing.

A draft belongs to a hand of a game and to a seat, or to `SHARED` for dice, knocker, call and lay-offs. The hand being
played has the number `state.next_hand`. Each draft has a version: saving over a version that the phone hasn't seen
raises DraftConflict.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from companion.journal.codec import from_json, to_json
from companion.store import games
from companion.store.database import Row, Store, add_use, count_change, now, retried, short_enough
from companion.store.derived.table_cache import TableSummary, read_summary, rules_version
from companion.store.errors import Problem, StoreError
from companion.store.limits import DRAFT_BYTES

T = TypeVar("T")

SHARED = -1
TRIES = 20
"""How often a draft is changed again over what other phones have saved."""


@dataclass(frozen=True, slots=True)
class NewDraft:
    content: object
    ready: bool = False
    """The player has finished the hand. Once all are ready, they are turned up together."""


@dataclass(frozen=True, slots=True)
class Draft:
    hand: int
    seat: int
    version: int
    body: str
    ready: bool
    device: int | None
    at: str

    def read(self, kind: type[T]) -> T:
        return cast("T", _read(cast("Any", kind), self.body))


class DraftConflict(StoreError):  # noqa: N818 (as Conflict)
    """Another phone has saved this draft, or recorded the hand (then `current` is None)."""

    def __init__(self, current: Draft | None) -> None:
        super().__init__(Problem.DRAFT_CONFLICT if current else Problem.HAND_RECORDED)
        self.current = current


class GameMovedOn(DraftConflict):
    """Something was recorded since the game was read for which the draft was made."""


@dataclass(frozen=True, slots=True)
class StoredShowdown:
    table: TableSummary
    drafts: Mapping[int, Draft]
    phones: Mapping[int, int]


def read_showdown(store: Store, game: str, hand: int) -> StoredShowdown:
    """Read a hand's drafts, the game's cached summary and its seats, in one query."""
    rows = store.rows(
        "SELECT 'draft' AS part, hand, seat, version, body, ready, device, at FROM drafts "
        "WHERE game = :game AND hand = :hand "
        "UNION ALL SELECT 'phone', NULL, seat, NULL, NULL, NULL, device, NULL FROM members "
        "WHERE game = :game AND seat IS NOT NULL AND revoked_at IS NULL "
        "UNION ALL SELECT 'table', NULL, NULL, NULL, body, NULL, NULL, NULL FROM standings "
        "JOIN games ON games.id = standings.game AND games.seq = standings.seq "
        "WHERE standings.game = :game AND rules = :rules",
        {"game": game, "hand": hand, "rules": rules_version()},
    )
    tables = [read_summary(row["body"]) for row in rows if row["part"] == "table"]
    return StoredShowdown(
        table=tables[0] if tables and tables[0] else games.rebuild(store, game),
        drafts={row["seat"]: _draft(row) for row in rows if row["part"] == "draft"},
        phones={row["seat"]: row["device"] for row in rows if row["part"] == "phone"},
    )


def drafts(store: Store, game: str, hand: int) -> dict[int, Draft]:
    rows = store.rows("SELECT * FROM drafts WHERE game = ? AND hand = ?", [game, hand])
    return {row["seat"]: _draft(row) for row in rows}


def drafts_of_hands(store: Store, game: str, hands: range) -> dict[int, dict[int, Draft]]:
    """Return the drafts of hands that are played side by side, by the hand's number."""
    rows = store.rows("SELECT * FROM drafts WHERE game = ? AND hand BETWEEN ? AND ?", [game, hands[0], hands[-1]])
    found: dict[int, dict[int, Draft]] = {hand: {} for hand in hands}
    for row in rows:
        found[row["hand"]][row["seat"]] = _draft(row)
    return found


@lru_cache(maxsize=256)
def _read(kind: type[object], body: str) -> object:
    return from_json(kind, body)


def shared(drafts: Mapping[int, Draft], kind: type[T]) -> T:
    return drafts[SHARED].read(kind) if SHARED in drafts else kind()


def last_saved_at(drafts: Mapping[int, Draft]) -> str:
    return max((draft.at for draft in drafts.values()), default="")


def visible_to(drafts: Mapping[int, Draft], device: int, seats: int) -> dict[int, Draft]:
    """Return the drafts that a phone may see: other phones' hands are face down until all hands are ready."""
    if all(seat in drafts and drafts[seat].ready for seat in range(seats)):
        return dict(drafts)
    return {seat: draft for seat, draft in drafts.items() if seat == SHARED or not is_on_another_phone(draft, device)}


def is_on_another_phone(draft: Draft, device: int) -> bool:
    return draft.device not in {None, device}


def change(  # noqa: PLR0913 (as `save`)
    store: Store,
    game: str,
    hand: int,
    seat: int,
    seen: Mapping[int, Draft],
    changed: Callable[[Mapping[int, Draft]], NewDraft | None],
    *,
    device: int,
    seq: int | None = None,
) -> Mapping[int, Draft] | None:
    """Change one draft of a hand over whatever other phones save meanwhile, and return the hand's drafts with it.

    `changed` says what the draft is to hold, given the hand's drafts: first those that were seen, and again those that
    are there wherever another phone was faster. Where it says None, nothing is saved.
    """
    for _ in range(TRIES):
        new = changed(seen)
        if new is None:
            return None
        version = seen[seat].version if seat in seen else 0
        try:
            saved = save(store, game, hand, seat, new.content, seen=version, ready=new.ready, device=device, seq=seq)
        except GameMovedOn:
            raise  # however often it's tried
        except DraftConflict:
            seen = drafts(store, game, hand)
        else:
            return {**seen, seat: saved}
    raise DraftConflict(None)


@retried
def save(  # noqa: PLR0913 (a draft's place, its content, and who saw what)
    store: Store,
    game: str,
    hand: int,
    seat: int,
    content: object,
    *,
    seen: int,
    ready: bool = False,
    device: int | None = None,
    seq: int | None = None,
) -> Draft:
    """Save a draft over the version that the phone has seen (0: none), or raise DraftConflict.

    Saving the same again is no conflict, but a retry after a lost response. With the seq of the game for which the
    draft was made, it isn't saved if something was recorded since: that has discarded the drafts that were seen.
    """
    text = short_enough(to_json(content), DRAFT_BYTES)
    draft = Draft(hand, seat, seen + 1, text, ready, device, now())
    with store.writing(durable=False) as conn:
        if seq is not None and conn.execute("SELECT seq FROM games WHERE id = ?", [game]).fetchone()[0] != seq:
            raise GameMovedOn(None)
        row = store.row("SELECT * FROM drafts WHERE game = ? AND hand = ? AND seat = ?", [game, hand, seat])
        before = None if row is None else _draft(row)
        if seen != (before.version if before else 0):
            if before is None or (before.body, before.ready) != (draft.body, ready):
                raise DraftConflict(before)
            return before
        conn.execute(
            "INSERT INTO drafts (game, hand, seat, version, body, ready, device, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (game, hand, seat) DO UPDATE SET version = excluded.version, body = excluded.body, "
            "ready = excluded.ready, device = excluded.device, at = excluded.at",
            [game, hand, seat, draft.version, text, ready, device, draft.at],
        )
        add_use(max(0, len(text) - (len(before.body) if before else 0)))
        # Of a hand that is face down, other phones see only who is entering it, so its taps don't count as changes.
        if before is None or seat == SHARED or ready or (before.ready, before.device) != (ready, device):
            count_change(conn, game)
    return draft


@retried
def discard(store: Store, game: str, hand: int) -> None:
    """Discard a hand's drafts: the table starts entering it again."""
    with store.writing(durable=False) as conn:
        conn.execute("DELETE FROM drafts WHERE game = ? AND hand = ?", [game, hand])
        count_change(conn, game)


def _draft(row: Row) -> Draft:
    return Draft(row["hand"], row["seat"], row["version"], row["body"], bool(row["ready"]), row["device"], row["at"])
