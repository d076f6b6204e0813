"""Tallies: what each game adds to the head-to-head record of its players."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import cast

from companion.documents.game import GAME_REMARKS, HAND_REMARKS, Document
from companion.journal.exchange import exported
from companion.journal.sheet import Feat, Ruling, ScoreSheet
from companion.journal.state import GameState


@dataclass(slots=True)
class PlayerTally:
    """A player's tally in one game, or in all games of a pairing."""

    name: str
    games: int = 0
    """Games won. A shared win counts for each winner."""
    hands: int = 0
    """Hands won, or shared."""
    played: int = 0
    points: int = 0
    added: int = 0
    """What bonuses at the end of games added to the points of the hands."""
    best: int = 0
    feats: dict[Feat, int] = field(default_factory=dict)
    knocks: int = 0
    knocks_won: int = 0
    undercut_hands: int = 0
    """Hands in which this player knocked and was undercut, by one player or by several."""
    deadwood: int = 0
    """All deadwood left, over `deadwood_hands`."""
    deadwood_hands: int = 0
    given_away: int = 0
    """Points given away by layouts and lay-offs (`companion/rules/rummy/figures.py`), over `given_away_hands`."""
    given_away_hands: int = 0
    """Hands whose cards are known."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of one game; an empty one is that of a journal that can't be read."""

    game: str = ""
    names: str = ""
    level: int = 0
    over: bool = False
    hands: int = 0
    total: int = 0
    """All points on the sheet: the score of a solo player."""
    played_at: str = ""
    players: list[PlayerTally] = field(default_factory=list)
    fingerprint: str = ""
    """The same for a finished game and imported copies of it; empty for a running game."""


def tally_of(state: GameState, sheet: ScoreSheet) -> Tally:
    level = state.head.get("level")
    return Tally(
        game=state.game,
        names=names_key(state.players),
        level=level if isinstance(level, int) else 0,
        over=sheet.over,
        hands=len(sheet.counting),
        total=sum(sheet.totals.values()),
        played_at=str(state.head.get("at", state.changed_at)),
        players=player_tallies(state, sheet),
        fingerprint=_fingerprint(exported(state, sheet)) if sheet.over else "",
    )


def player_tallies(state: GameState, sheet: ScoreSheet) -> list[PlayerTally]:
    players = {name: PlayerTally(name, games=int(name in sheet.winners)) for name in state.players}
    for row in sheet.counting:
        for name in row.pair or state.players:
            players[name].played += 1
        for name in row.winners:
            players[name].hands += 1
        for name, points in (row.points or {}).items():
            players[name].points += points
            players[name].best = max(players[name].best, points)
        if row.ruling is not None:
            _add_ruling([players[name] for name in state.players], row.ruling)
    # What partners have in the end belongs to none of them, nor to a player who is called like them.
    sides = cast("Sequence[Sequence[str]]", state.head.get("sides", ()))
    alone = set(players).difference(*(side for side in sides if len(side) > 1))
    for name, total in (sheet.final or {}).items():
        if name in alone:
            players[name].added = total - players[name].points
    return list(players.values())


def _add_ruling(players: Sequence[PlayerTally], ruling: Ruling) -> None:
    for seat, feat in ruling.feats:
        feats = players[seat].feats
        feats[feat] = feats.get(feat, 0) + 1
    figures = ruling.figures
    if figures is None:
        return
    knocker = players[figures.knocker]
    knocker.knocks += 1
    if ruling.winner == figures.knocker:
        knocker.knocks_won += 1
    if any(feat == Feat.UNDERCUT for _, feat in ruling.feats):
        knocker.undercut_hands += 1
    for player, deadwood in zip(players, figures.deadwood, strict=False):
        if deadwood is not None:
            player.deadwood += deadwood
            player.deadwood_hands += 1
    for player, given_away in zip(players, figures.given_away, strict=False):
        if given_away is not None:
            player.given_away += given_away
            player.given_away_hands += 1


def _fingerprint(document: Document) -> str:
    """Return a digest of what was played, without dates, places and notes."""
    played = {key: value for key, value in document.items() if key not in GAME_REMARKS}
    for key in ("hands", "rounds"):
        hands = document.get(key)
        if isinstance(hands, list):
            played[key] = [{name: value for name, value in hand.items() if name not in HAND_REMARKS} for hand in hands]
    return hashlib.blake2b(json.dumps(played, sort_keys=True).encode(), digest_size=12).hexdigest()


def names_key(players: Iterable[str]) -> str:
    """Return the key of a pairing, whatever the seats."""
    return json.dumps(sorted(players), ensure_ascii=False)


def players_text(players: Iterable[PlayerTally]) -> str:
    return json.dumps([asdict(player) for player in players], ensure_ascii=False, separators=(",", ":"))


def players_from(text: str) -> list[PlayerTally]:
    return [
        PlayerTally(**{**player, "feats": {Feat(name): times for name, times in player["feats"].items()}})
        for player in json.loads(text)
    ]
