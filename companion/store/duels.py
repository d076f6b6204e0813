"""The record so far of those who play together: games, hands, gins, undercuts, Gem Parts, the best hand, by pairing.

Counted over the games that a device takes part in; a game's own tally is kept beside its table, and made anew with it.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from companion.journal.rulings import Feat
from companion.store import games
from companion.store.database import Store
from companion.store.standings import rules_version
from companion.store.tallies import PlayerTally, Tally


@dataclass(frozen=True, slots=True)
class Duel:
    """What the same players came to in all their games of one kind."""

    game: str
    players: tuple[PlayerTally, ...]
    """In the order of their names."""
    games: int
    """Games that were played to their end."""
    running: int
    hands: int


def duels(store: Store, device: int) -> list[Duel]:
    """Give the records of all pairings in a device's games, the one that played most first."""
    rows = store.rows(
        "SELECT members.game, standings.tally, standings.rules = ? AND standings.seq = games.seq AS good FROM members "
        "JOIN games ON games.id = members.game LEFT JOIN standings ON standings.game = members.game "
        "WHERE members.device = ? AND members.revoked_at IS NULL ORDER BY members.game",
        [rules_version(), device],
    )
    tallies = [_read(row["tally"]) if row["good"] else games.rebuild(store, row["game"])[1] for row in rows]
    pairings: dict[tuple[str, tuple[str, ...]], list[Tally]] = {}
    for tally in tallies:
        pairings.setdefault((tally.game, tuple(sorted(one.name for one in tally.players))), []).append(tally)
    found = [_added(game, names, played) for (game, names), played in pairings.items()]
    return sorted(found, key=lambda duel: (-duel.hands, duel.game, [one.name for one in duel.players]))


def duel(store: Store, device: int, game: str, players: Iterable[str]) -> Duel | None:
    """Give the record of one pairing, whatever order the players sat in."""
    names = sorted(players)
    found = (one for one in duels(store, device) if one.game == game and [two.name for two in one.players] == names)
    return next(found, None)


def _added(game: str, names: Iterable[str], tallies: list[Tally]) -> Duel:
    sums = {name: PlayerTally(name) for name in names}
    for one in (player for tally in tallies for player in tally.players):
        whole = sums[one.name]
        whole.games += one.games
        whole.hands += one.hands
        whole.points += one.points
        whole.best = max(whole.best, one.best)
        for feat, times in one.feats.items():
            whole.feats[feat] = whole.feats.get(feat, 0) + times
    over = sum(tally.over for tally in tallies)
    return Duel(game, tuple(sums.values()), over, len(tallies) - over, sum(tally.hands for tally in tallies))


def _read(text: str) -> Tally:
    said = json.loads(text)
    players = [PlayerTally(**{**one, "feats": _feats(one["feats"])}) for one in said["players"]]
    return Tally(said["game"], said["over"], said["hands"], players)


def _feats(said: dict[str, int]) -> dict[Feat, int]:
    return {Feat(name): times for name, times in said.items()}
