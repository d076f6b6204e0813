"""The record so far of those who play together, and the bests of a player alone: over the games of a device.

What a game adds is kept in the table `tallies` and written with its journal. It is counted again after an update of the
rules: a few games a request, and until all are counted the answer says how many are left.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.derived.table_cache import rules_version
from companion.store.derived.tallies import PlayerTally, names_key, players_from

_TALLIES = (
    "FROM members JOIN games ON games.id = members.game JOIN tallies ON tallies.game = members.game "
    "AND tallies.seq = games.seq WHERE members.device = ? AND members.revoked_at IS NULL AND tallies.rules = ? "
    "AND kind = ? AND names = ?"
)
_EACH_ONCE = "GROUP BY iif(fingerprint = '', tallies.game, fingerprint)"
"""A game that was saved as a file and imported again counts once."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What the same players came to in all their games of one kind."""

    players: tuple[PlayerTally, ...]
    """In the order of their names."""
    games: int
    """Games that were played to their end."""
    running: int
    hands: int
    uncounted: int
    """Games of the device that are not counted yet, and may be of these players."""


@dataclass(frozen=True, slots=True)
class PersonalBests:
    """What a player has reached alone on one level of Gem II."""

    games: int
    best: int
    """0 before the first finished game."""
    average: int
    played_at: str
    """When the best game was played: a day or a moment."""
    uncounted: int
    """Games of the device that are not counted yet, and may be of this player."""


def head_to_head(store: Store, device: int, game: str, players: Iterable[str]) -> HeadToHead | None:
    """Return the record of one pairing, whatever order the players sat in; None if they have not played."""
    names = names_key(players)
    uncounted = _count_more(store, device, game, names)
    rows = store.rows(f"SELECT over, hands, players {_TALLIES} {_EACH_ONCE}", [device, rules_version(), game, names])
    if not rows and not uncounted:
        return None
    sums = {name: PlayerTally(name) for name in sorted(players)}
    for player in (player for row in rows for player in players_from(row["players"])):
        _add(sums[player.name], player)
    over = sum(row["over"] for row in rows)
    return HeadToHead(tuple(sums.values()), over, len(rows) - over, sum(row["hands"] for row in rows), uncounted)


def personal_bests(store: Store, device: int, name: str, level: int, *, without: str = "") -> PersonalBests:
    """Return a player's best among the finished games alone on one level, leaving one game out."""
    game, names = "gem-ii-solo", names_key([name])
    uncounted = _count_more(store, device, game, names)
    rows = store.rows(
        f"SELECT total, played_at {_TALLIES} AND over AND level = ? AND members.game <> ? {_EACH_ONCE} "
        "ORDER BY total DESC, played_at DESC",
        [device, rules_version(), game, names, level, without],
    )
    if not rows:
        return PersonalBests(0, 0, 0, "", uncounted)
    average = round(sum(row["total"] for row in rows) / len(rows))
    return PersonalBests(len(rows), rows[0]["total"], average, rows[0]["played_at"], uncounted)


def _add(whole: PlayerTally, part: PlayerTally) -> None:
    whole.games += part.games
    whole.hands += part.hands
    whole.points += part.points
    whole.best = max(whole.best, part.best)
    for feat, times in part.feats.items():
        whole.feats[feat] = whole.feats.get(feat, 0) + times


def _count_more(store: Store, device: int, game: str, names: str) -> int:
    """Count some of the games that are not counted yet, likely ones first; return how many are left."""
    rows = store.rows(
        "SELECT members.game, games.seq, count(*) OVER () AS left FROM members JOIN games ON games.id = members.game "
        "LEFT JOIN tallies ON tallies.game = members.game WHERE members.device = ? AND members.revoked_at IS NULL "
        "AND (tallies.game IS NULL OR tallies.rules <> ? OR tallies.seq <> games.seq) "
        "ORDER BY kind IS ? AND names IS ? DESC, games.changed_at DESC LIMIT ?",
        [device, rules_version(), game, names, recompute.GAMES_AT_ONCE],
    )
    return rows[0]["left"] - len(rows) + len(recompute.compute_some(store, rows)) if rows else 0
