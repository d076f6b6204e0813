"""Head-to-head records of the same players, and personal bests of solo players, over the games of a device.

Both sum the tables `tallies` and `played`. After an update of the rules a few games per request are counted again, and
the result says how many are left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from companion.people.figures import PlayerFigures
from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.derived.sums import FIRST_COPY, SUMS, TALLIES_OF_DEVICE, figures_from
from companion.store.derived.table_cache import rules_version
from companion.store.derived.tallies import names_key

_TALLIES = f"{TALLIES_OF_DEVICE} AND kind = :kind AND names = :names"
_SEATS = (
    "FROM (SELECT tallies.game, sides, over, tallies.hands AS hands_of_all, played_at, made_at, "
    f"{FIRST_COPY} {_TALLIES}) AS counted JOIN played ON played.game = counted.game WHERE copy = 1 AND mate = 0"
)

LATEST = 10
"""Games that a head-to-head lists one by one."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    points: Mapping[str, int]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    players: Mapping[str, PlayerFigures]
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
    uncounted = recompute.count_more(store, device, game, names)
    values = _values(device, game, names)
    rows = store.rows(
        "SELECT player, count(*) AS games_of_all, CAST(sum(over) AS BIGINT) AS finished, "
        f"CAST(sum(hands_of_all) AS BIGINT) AS hands_of_all, {SUMS} {_SEATS} GROUP BY player",
        values,
    )
    if not rows and not uncounted:
        return None
    known = {row["player"]: figures_from(row) for row in rows}
    finished, games, hands = (
        (rows[0]["finished"], rows[0]["games_of_all"], rows[0]["hands_of_all"]) if rows else (0, 0, 0)
    )
    return HeadToHead(
        players={name: known.get(name, PlayerFigures()) for name in sorted(players)},
        games=finished,
        running=games - finished,
        hands=hands,
        uncounted=uncounted,
        latest=_latest(store, values, len(known)),
    )


def _values(device: int, game: str, names: str) -> dict[str, object]:
    return {"device": device, "rules": rules_version(), "kind": game, "names": names}


def _latest(store: Store, values: Mapping[str, object], players: int) -> tuple[FinishedGame, ...]:
    rows = store.rows(
        f"SELECT played.game, player, points + added AS points, won {_SEATS} AND over = 1 "
        "ORDER BY played_at DESC, made_at DESC, played.game DESC, seat DESC LIMIT :most",
        {**values, "most": LATEST * players},
    )
    latest = []
    for _, seats in groupby(reversed(rows), key=lambda row: row["game"]):
        played = list(seats)
        points = {row["player"]: row["points"] for row in played}
        latest.append(FinishedGame(points, tuple(row["player"] for row in played if row["won"])))
    return tuple(latest)


def personal_bests(store: Store, device: int, name: str, level: int, *, without: str = "") -> PersonalBests:
    """Return a player's results in finished solo games on one level, leaving out the game `without`."""
    game, names = "gem-ii-solo", names_key([name])
    uncounted = recompute.count_more(store, device, game, names)
    rows = store.rows(
        f"SELECT total, played_at FROM (SELECT total, played_at, {FIRST_COPY} {_TALLIES} "  # noqa: S608 (no input)
        "AND over = 1 AND level = :level AND members.game <> :without) AS played WHERE copy = 1 "
        "ORDER BY total DESC, played_at DESC",
        {**_values(device, game, names), "level": level, "without": without},
    )
    if not rows:
        return PersonalBests(0, 0, 0, "", uncounted)
    average = round(sum(row["total"] for row in rows) / len(rows))
    return PersonalBests(len(rows), rows[0]["total"], average, rows[0]["played_at"], uncounted)
