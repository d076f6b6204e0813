"""What a game adds to the record of those who played it: hands, gins, undercuts, Gem Parts, the best hand."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from companion.journal.events import Document
from companion.journal.fold import GameState
from companion.journal.rulings import Feat
from companion.journal.sheet import ScoreSheet


@dataclass(slots=True)
class PlayerTally:
    """What one player did in one game, or in all games of a pairing."""

    name: str
    games: int = 0
    """Games won; a shared win is one for each."""
    hands: int = 0
    """Hands won."""
    points: int = 0
    best: int = 0
    """The most points in one hand."""
    feats: dict[Feat, int] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """What one game adds to the record."""

    game: str
    level: int
    """Of Gem II; 0 for the rummies."""
    over: bool
    hands: int
    total: int
    """All points on the sheet together: the score of a player alone."""
    played_at: str
    players: list[PlayerTally]
    fingerprint: str
    """The same for a finished game and every copy of it that was imported; empty while a game goes on."""


def tally_of(state: GameState, sheet: ScoreSheet) -> Tally:
    """Count what happened in a game, over the hands that count."""
    winners = sheet.answer.get("winners")
    won = winners if sheet.over and isinstance(winners, list) else []
    players = {name: PlayerTally(name, games=int(name in won)) for name in state.players}
    counting = [row for row in sheet.rows if row.place is not None]
    for row in counting:
        if row.winner in players:
            players[row.winner].hands += 1
        for name, points in (row.points or {}).items():
            players[name].points += points
            players[name].best = max(players[name].best, points)
        for seat, feat in row.ruling.feats if row.ruling is not None else ():
            feats = players[state.players[seat]].feats
            feats[feat] = feats.get(feat, 0) + 1
    level = state.head.get("level")
    return Tally(
        game=state.game,
        level=level if isinstance(level, int) else 0,
        over=sheet.over,
        hands=len(counting),
        total=sum(sheet.totals.values()),
        played_at=str(state.head.get("at", state.changed_at)),
        players=list(players.values()),
        fingerprint=_fingerprint(sheet.document) if sheet.over else "",
    )


def _fingerprint(document: Document) -> str:
    """Return a digest of what was played, whatever was noted beside it."""
    played = {key: value for key, value in document.items() if key not in _REMARKS}
    for key in ("hands", "rounds"):
        hands = document.get(key)
        if isinstance(hands, list):
            played[key] = [{name: value for name, value in hand.items() if name not in _REMARKS} for hand in hands]
    return hashlib.blake2b(json.dumps(played, sort_keys=True).encode(), digest_size=12).hexdigest()


_REMARKS = frozenset({"at", "note"})


def names_key(players: Iterable[str]) -> str:
    """Name a pairing, whatever order its players sat in."""
    return json.dumps(sorted(players), ensure_ascii=False)


def players_text(players: Iterable[PlayerTally]) -> str:
    """Write players' tallies for the store."""
    return json.dumps([asdict(player) for player in players], ensure_ascii=False, separators=(",", ":"))


def players_from(text: str) -> list[PlayerTally]:
    """Read players' tallies from the store."""
    read = json.loads(text)
    return [PlayerTally(**{**player, "feats": _feats(player["feats"])}) for player in read]


def _feats(counts: dict[str, int]) -> dict[Feat, int]:
    return {Feat(name): times for name, times in counts.items()}
