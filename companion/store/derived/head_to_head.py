"""Head-to-head records of the same players, and personal bests of solo players, over the games of a device.

Both sum the table `tallies`. After an update of the rules a few games per request are counted again, and the result
says how many are left.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.derived.table_cache import rules_version
from companion.store.derived.tallies import PlayerTally, names_key, players_from

_TALLIES = (
    "FROM members JOIN games ON games.id = members.game JOIN tallies ON tallies.game = members.game "
    "AND tallies.seq = games.seq WHERE members.device = ? AND members.revoked_at IS NULL AND tallies.rules = ? "
    "AND kind = ? AND names = ?"
)
_COPY = (
    "row_number() OVER (PARTITION BY CASE fingerprint WHEN '' THEN tallies.game ELSE fingerprint END "
    "ORDER BY played_at, made_at, tallies.game) AS copy"
)
"""A game that was exported and imported again counts once: its first copy."""

LATEST = 10
"""Games that a head-to-head lists one by one."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    points: Mapping[str, int]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    players: tuple[PlayerTally, ...]
    games: int
    running: int
    hands: int
    uncounted: int
    """Games of the device that aren't counted yet, and may be of these players."""
    latest: tuple[FinishedGame, ...]

    @property
    def has_other_games(self) -> bool:
        """Whether there is more than one game, or may be."""
        return self.games + self.running > 1 or self.uncounted > 0


@dataclass(frozen=True, slots=True)
class PersonalBests:
    games: int
    best: int
    average: int
    played_at: str
    """When the best game was played: a date, or a date and time."""
    uncounted: int
    """Games of the device that aren't counted yet, and may be of this player."""


def head_to_head(store: Store, device: int, game: str, players: Iterable[str]) -> HeadToHead | None:
    """Return the record of these players, whatever their seats; None if they haven't played."""
    names = names_key(players)
    uncounted = _count_more(store, device, game, names)
    rows = store.rows(
        f"SELECT over, hands, players FROM "  # noqa: S608 (no input)
        f"(SELECT over, hands, players, played_at, made_at, {_COPY} {_TALLIES}) AS played "
        "WHERE copy = 1 ORDER BY played_at, made_at",
        [device, rules_version(), game, names],
    )
    if not rows and not uncounted:
        return None
    sums = {name: PlayerTally(name) for name in sorted(players)}
    played = [(players_from(row["players"]), bool(row["over"])) for row in rows]
    for player in (player for tallies, _ in played for player in tallies):
        _add(sums[player.name], player)
    finished = [tallies for tallies, over in played if over]
    return HeadToHead(
        players=tuple(sums.values()),
        games=len(finished),
        running=len(rows) - len(finished),
        hands=sum(row["hands"] for row in rows),
        uncounted=uncounted,
        latest=tuple(_finished(tallies) for tallies in finished[-LATEST:]),
    )


def personal_bests(store: Store, device: int, name: str, level: int, *, without: str = "") -> PersonalBests:
    """Return a player's results in finished solo games on one level, leaving out the game `without`."""
    game, names = "gem-ii-solo", names_key([name])
    uncounted = _count_more(store, device, game, names)
    rows = store.rows(
        f"SELECT total, played_at FROM (SELECT total, played_at, {_COPY} {_TALLIES} "  # noqa: S608 (no input)
        "AND over = 1 AND level = ? AND members.game <> ?) AS played WHERE copy = 1 "
        "ORDER BY total DESC, played_at DESC",
        [device, rules_version(), game, names, level, without],
    )
    if not rows:
        return PersonalBests(0, 0, 0, "", uncounted)
    average = round(sum(row["total"] for row in rows) / len(rows))
    return PersonalBests(len(rows), rows[0]["total"], average, rows[0]["played_at"], uncounted)


def _finished(tallies: Sequence[PlayerTally]) -> FinishedGame:
    points = {tally.name: tally.points + tally.added for tally in tallies}
    return FinishedGame(points, tuple(tally.name for tally in tallies if tally.games))


_SUMMED = tuple(field.name for field in fields(PlayerTally) if field.name not in {"name", "best", "feats"})


def _add(total: PlayerTally, game: PlayerTally) -> None:
    for name in _SUMMED:
        setattr(total, name, getattr(total, name) + getattr(game, name))
    total.best = max(total.best, game.best)
    for feat, times in game.feats.items():
        total.feats[feat] = total.feats.get(feat, 0) + times


def _count_more(store: Store, device: int, game: str, names: str) -> int:
    """Count some of the uncounted games again, those of these players first; return how many are left."""
    rows = store.rows(
        "SELECT members.game, games.seq, count(*) OVER () AS left FROM members JOIN games ON games.id = members.game "
        "LEFT JOIN tallies ON tallies.game = members.game WHERE members.device = ? AND members.revoked_at IS NULL "
        "AND (tallies.game IS NULL OR tallies.rules <> ? OR tallies.seq <> games.seq) "
        "ORDER BY CASE WHEN kind = ? AND names = ? THEN 0 ELSE 1 END, games.changed_at DESC LIMIT ?",
        [device, rules_version(), game, names, recompute.GAMES_AT_ONCE],
    )
    return rows[0]["left"] - len(rows) + len(recompute.compute_some(store, rows)) if rows else 0
