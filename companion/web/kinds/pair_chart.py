"""The last games of two players as a chart: a bar for each, up for one player and down for the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.store.derived.head_to_head import FinishedGame
from companion.wording.game_end import latest_description

WIDTH, HEIGHT = 320, 104
_LONGEST, _SHORTEST = 34, 4
_WIDEST_SLOT = 56
_GAP = 12


@dataclass(frozen=True, slots=True)
class GameBar:
    """One game: its winner's place (None for a shared win), by how much, and where it is drawn."""

    winner: int | None
    margin: int
    x: int
    y: int
    height: int
    label_y: int


@dataclass(frozen=True, slots=True)
class PairChart:
    """The chart, drawn and in words."""

    width: int
    height: int
    bar: int
    middle: int
    bars: tuple[GameBar, ...]
    words: str


def pair_chart(players: Sequence[str], latest: Sequence[FinishedGame]) -> PairChart | None:
    """Return the chart of the last games of two players; None before the second game."""
    if len(players) != 2 or len(latest) < 2:
        return None
    first, second = players
    margins = [game.points[first] - game.points[second] for game in latest]
    most = max(1, *(abs(margin) for margin in margins))
    slot = min(_WIDEST_SLOT, WIDTH // len(latest))
    start = (WIDTH - slot * len(latest)) // 2
    middle = HEIGHT // 2
    bars = []
    for place, (game, margin) in enumerate(zip(latest, margins, strict=True)):
        winner = players.index(game.winners[0]) if len(game.winners) == 1 else None
        height = max(_SHORTEST, round(_LONGEST * abs(margin) / most))
        x = start + place * slot + slot // 2
        match winner:
            case 0:
                y, label_y = middle - height, middle - height - 4
            case 1:
                y, label_y = middle, middle + height + 12
            case _:
                y, height, label_y = middle - _SHORTEST // 2, _SHORTEST, middle - 8
        bars.append(GameBar(winner, abs(margin), x, y, height, label_y))
    results = [(game.winners, abs(margin)) for game, margin in zip(latest, margins, strict=True)]
    return PairChart(WIDTH, HEIGHT, slot - _GAP, middle, tuple(bars), latest_description(results))
