"""The statements that sum the tables `tallies` and `played`: which games count, and the sums of their figures."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from companion.people.figures import CHANCES, PlayerFigures
from companion.store.database import Row

GAMES_OF = (
    "SELECT game FROM members WHERE device = :device AND revoked_at IS NULL "
    "UNION ALL SELECT id FROM games WHERE CAST(:device AS BIGINT) IS NULL"
)
"""The games that a device is in, or all of them."""
NO_GAMES = "SELECT id FROM games WHERE 1 = 0"


def these_games(games: Sequence[str]) -> tuple[str, Mapping[str, str]]:
    """Return what stands for `GAMES_OF` in a statement over these games, and the values that it names."""
    values = {f"game_{place}": game for place, game in enumerate(games)}
    return f"VALUES {', '.join(f'(:{name})' for name in values)}" if values else NO_GAMES, values


TALLIES_OF_DEVICE = (
    "FROM members JOIN games ON games.id = members.game JOIN tallies ON tallies.game = members.game "
    "AND tallies.seq = games.seq WHERE members.device = :device AND members.revoked_at IS NULL "
    "AND tallies.rules = :rules"
)
"""The games that a device is in, as far as they are counted by these rules."""
FIRST_COPY = (
    "row_number() OVER (PARTITION BY CASE fingerprint WHEN '' THEN tallies.game ELSE fingerprint END "
    "ORDER BY played_at, made_at, tallies.game) AS copy"
)
"""A game that was exported and imported again counts once: its first copy."""

_BY_GAME = {
    "games": "CASE WHEN over = 1 AND sides > 1 THEN 1 ELSE 0 END",
    "chances": f"CASE WHEN over = 1 AND sides > 1 THEN {CHANCES} / sides ELSE 0 END",
    "unfinished": "CASE WHEN over = 0 AND sides > 1 THEN 1 ELSE 0 END",
}
SUMS = ", ".join(
    f"CAST({'max' if name == 'best' else 'sum'}({_BY_GAME.get(name, name)}) AS BIGINT) AS {name}"
    for name in (field.name for field in fields(PlayerFigures))
)
"""All figures, of rows with the columns of both tables."""


def figures_from(row: Row) -> PlayerFigures:
    return PlayerFigures(**{field.name: row[field.name] for field in fields(PlayerFigures)})
