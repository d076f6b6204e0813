"""Tallies: what each game adds to the records of its players, as the tables `tallies` and `played` keep it."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import cast

from companion.documents.game import GAME_REMARKS, HAND_REMARKS, Document
from companion.journal.exchange import exported
from companion.journal.sheet import Feat, Ruling, ScoreSheet, SheetRow
from companion.journal.state import GameState
from companion.people.figures import PlayedSeat, PlayerFigures
from companion.rules.rummy.figures import HandFigures
from companion.store.derived.search_text import search_text

TALLY_COLUMNS = (
    "kind", "names", "level", "sides", "over", "closed", "disputed", "hands", "total", "played_at", "day", "place",
    "words", "fingerprint",
)  # fmt: skip
SEAT_COLUMNS = tuple(field.name for field in fields(PlayedSeat) if field.name != "figures")
OF_GAMES = ("games", "chances", "unfinished")
"""PlayerFigures that follow from the tally of the game, and `won` from the seat's."""
HAND_COLUMNS = tuple(field.name for field in fields(PlayerFigures) if field.name not in {*OF_GAMES, "won"})

_FEATS: Mapping[Feat, str] = {
    Feat.GIN: "gins",
    Feat.BIG_GIN: "big_gins",
    Feat.RUM: "rums",
    Feat.UNDERCUT: "undercuts",
    Feat.GEM_PARTS: "gem_parts",
}
_NO_KNOCKS = frozenset({Feat.GIN, Feat.BIG_GIN, Feat.RUM})


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of one game; an empty one is that of a journal that can't be read."""

    kind: str = ""
    names: str = ""
    level: int = 0
    sides: int = 0
    over: bool = False
    closed: bool = False
    disputed: bool = False
    """A hand is disputed, or was until it was corrected."""
    hands: int = 0
    total: int = 0
    """All points on the sheet: the score of a solo player."""
    played_at: str = ""
    """The date that the table gave it, or else when it began."""
    place: str = ""
    words: str = ""
    """What a search looks through."""
    players: Sequence[PlayedSeat] = ()
    fingerprint: str = ""
    """The same for a finished game and imported copies of it; empty for a running game."""

    @property
    def day(self) -> str:
        return self.played_at[:10]


def tally_of(state: GameState, sheet: ScoreSheet) -> Tally:
    level = state.head.get("level")
    players = played_seats(state, sheet)
    return Tally(
        kind=state.game,
        names=names_key(state.players),
        level=level if isinstance(level, int) else 0,
        sides=len({player.side for player in players}),
        over=sheet.over,
        closed=state.closed,
        disputed=any(row.disputed_by or row.hand.disputed_before for row in sheet.rows),
        hands=len(sheet.counting),
        total=sum(sheet.totals.values()),
        played_at=_played_at(state),
        place=str(state.head.get("place", "")),
        words=search_text(state.head),
        players=players,
        fingerprint=_fingerprint(exported(state, sheet)) if sheet.over else "",
    )


def _played_at(state: GameState) -> str:
    return _sortable(str(state.head.get("at") or state.started_at))


def _sortable(at: str) -> str:
    """Write a date as `2026-11-21`, with the time of day if it has one: a document may say 20261121 or 2026-W47-6."""
    with suppress(ValueError):
        return date.fromisoformat(at).isoformat()
    day = datetime.fromisoformat(at).date().isoformat()
    return at if at.startswith(day) else f"{day}T{datetime.fromisoformat(at).time():%H:%M:%S}"


def played_seats(state: GameState, sheet: ScoreSheet) -> tuple[PlayedSeat, ...]:
    """Return what the game adds to the record of each player, and of each member of a team."""
    sides = _sides(state)
    seats = [_Seat(name, next(place for place, side in enumerate(sides) if name in side)) for name in state.players]
    for row in sheet.counting:
        _add_row(seats, row, _day_of(state, row))
    ends = _Ends(sheet, sides)
    teams = cast("Sequence[Sequence[str]]", state.head.get("teams", [(name,) for name in state.players]))
    return tuple(
        ends.played(seat, place, mate, member)
        for place, (seat, team) in enumerate(zip(seats, teams, strict=True))
        for mate, member in enumerate(team)
    )


def _sides(state: GameState) -> Sequence[Sequence[str]]:
    alone = [(name,) for name in state.players]
    return cast("Sequence[Sequence[str]]", state.head.get("sides", alone))


def _day_of(state: GameState, row: SheetRow) -> str:
    """Return the date of a hand: its own, else that of the game, else when it was recorded."""
    hand = row.hand
    return _sortable(str(hand.recorded.at or state.head.get("at") or hand.played_at or state.started_at))[:10]


@dataclass(slots=True)
class _Seat:
    """What the hands of a game come to for a seat."""

    player: str
    side: int
    sums: Counter[str] = field(default_factory=Counter)
    best_hand: int = 0
    best_on: str = ""

    def add_points(self, points: int, number: int, day: str) -> None:
        self.sums["points"] += points
        if points > self.sums["best"]:
            self.sums["best"] = points
            self.best_hand, self.best_on = number, day


def _add_row(seats: Sequence[_Seat], row: SheetRow, day: str) -> None:
    playing = [seat for seat in seats if seat.player in row.pair] if row.pair else seats
    points = row.points or {}
    for seat in playing:
        seat.sums["hands"] += 1
        seat.sums["hands_won"] += seat.player in row.winners
        seat.sums["against"] += sum(points.get(other.player, 0) for other in playing if other.side != seat.side)
        seat.add_points(points.get(seat.player, 0), row.hand.number, day)
    ruling = row.ruling
    if ruling is not None:
        for place, feat in ruling.feats:
            seats[place].sums[_FEATS[feat]] += 1
        for place in _sharing_undercutters(ruling):
            seats[place].sums["undercuts"] += 1
        if ruling.figures is not None:
            _add_figures(seats, ruling, ruling.figures)


def _add_figures(seats: Sequence[_Seat], ruling: Ruling, figures: HandFigures) -> None:
    knocker = seats[figures.knocker].sums
    knocker["knocks"] += 1
    knocker["knocks_won"] += ruling.winner == figures.knocker
    is_undercut = any(feat == Feat.UNDERCUT for _, feat in ruling.feats) or bool(_sharing_undercutters(ruling))
    knocker["undercut_hands"] += is_undercut
    for place, (seat, deadwood) in enumerate(zip(seats, figures.deadwood, strict=False)):
        if deadwood is not None:
            seat.sums["deadwood"] += deadwood
            seat.sums["deadwood_hands"] += 1
            if place == figures.knocker and not any((place, call) in ruling.feats for call in _NO_KNOCKS):
                knocker["knock_deadwood"] += deadwood
                knocker["knock_hands"] += 1
    for seat, given_away in zip(seats, figures.given_away, strict=False):
        if given_away is not None:
            seat.sums["given_away"] += given_away
            seat.sums["given_away_hands"] += 1


def _sharing_undercutters(ruling: Ruling) -> Sequence[int]:
    """Return who undercut a knocker of Knock Rummy together: the bonus is in the pot, so that it's no feat of one."""
    figures = ruling.figures
    if figures is None or not figures.deadwood:
        return ()
    knocked_with = figures.deadwood[figures.knocker] or 0
    return tuple(seat for seat in ruling.shared_by if (figures.deadwood[seat] or 0) < knocked_with)


class _Ends:
    """How a game stands for each side, or how it ended."""

    def __init__(self, sheet: ScoreSheet, sides: Sequence[Sequence[str]]) -> None:
        self._sides = sides
        self._over = sheet.over
        self._settled = sheet.final is not None
        totals = sheet.final or sheet.totals
        named = sheet.sides or [""] * len(sides)
        self._totals = [
            totals[name] if name else sum(totals.get(member, 0) for member in side)
            for name, side in zip(named, sides, strict=True)
        ]
        self._won = [any(member in sheet.winners for member in side) for side in sides]

    def played(self, seat: _Seat, place: int, mate: int, name: str) -> PlayedSeat:
        own, won = self._totals[seat.side], self._won[seat.side]
        others = [(total, has_won) for side, (total, has_won) in enumerate(self._results) if side != seat.side]
        met = bool(others)
        better = sum(has_won or total > own for total, has_won in others)
        # What partners have in the end belongs to none of them, nor to a player who is called like them.
        alone = len(self._sides[seat.side]) == 1
        return PlayedSeat(
            seat=place,
            mate=mate,
            player=seat.player,
            name=name,
            side=seat.side,
            won=won,
            rank=(1 if won else 1 + better) if self._over and met else 0,
            total=own,
            margin=own - max(total for total, _ in others) if met else 0,
            added=own - seat.sums["points"] if self._settled and alone else 0,
            figures=PlayerFigures(**seat.sums),
            best_hand=seat.best_hand,
            best_on=seat.best_on,
        )

    @property
    def _results(self) -> Sequence[tuple[int, bool]]:
        return list(zip(self._totals, self._won, strict=True))


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
