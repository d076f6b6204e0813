"""A hand in figures besides its points: who knocked, deadwood left, points given away by a layout or a lay-off.

Points given away are what a player's side of the score would have gained by the best layout of the same cards: own
points more, opponents' points fewer. They say nothing about luck, nor about the play of the draw.

- A player who didn't knock: the hand is priced again with the deadwood of that player's best layout and lay-offs, on
  the others' melds as they lie. Everybody else's deadwood stays as it was.
- The Knocker: the hand is judged again with the Knocker's best layout. As other melds lie open then, the others lay
  off all that fits.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.rummy.pricing import HandFacts, price
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Counted, LaidOut, Showdown, cards_given
from companion.rules.rummy.verdict import BestLayout, Verdict


@dataclass(frozen=True, slots=True)
class HandFigures:
    knocker: int
    deadwood: tuple[int | None, ...] = ()
    """Points left after lay-offs, as scored, None of who didn't play; empty for a hand that the table overruled."""
    given_away: tuple[int | None, ...] = ()


def hand_figures(showdown: Showdown, verdict: Verdict) -> HandFigures:
    return HandFigures(
        showdown.knocker,
        tuple(player.deadwood_points for player in verdict.players),
        tuple(points_given_away(showdown, verdict, seat) for seat in range(len(verdict.players))),
    )


def points_given_away(showdown: Showdown, verdict: Verdict, seat: int) -> int | None:
    player = verdict.players[seat]
    if player.best is None:
        return None
    if player.best.points >= player.deadwood_points:
        return 0
    played = _margin((own.points or 0 for own in verdict.players), seat)
    better = _points_with(showdown, verdict, seat, player.best)
    return max(0, _margin(better, seat) - played)


def _points_with(showdown: Showdown, verdict: Verdict, seat: int, best: BestLayout) -> list[int]:
    hand = showdown.seats[seat].hand
    if seat == showdown.knocker and not isinstance(hand, Counted):
        laid_out = LaidOut(
            tuple(meld.cards for meld in best.melds), best.deadwood, hand.claims_gem_parts, hand.gem_parts_checked
        )
        seats = [*showdown.seats]
        seats[seat] = replace(seats[seat], hand=laid_out)
        return [player.points or 0 for player in judge(replace(showdown, seats=tuple(seats), lay_offs=None)).players]
    deadwood = [player.deadwood_points for player in verdict.players]
    deadwood[seat] = best.points
    facts = HandFacts(
        names=tuple(player.name for player in verdict.players),
        knocker=showdown.knocker,
        call=verdict.call,
        deadwood=tuple(deadwood),
        gem_parts=tuple(player.gem_parts for player in verdict.players),
        knocker_held=len(cards_given(showdown.seats[showdown.knocker].hand)),
        is_doubled=showdown.is_doubled,
    )
    return [sum(line.points for line in lines) for lines in price(facts, showdown.rules)]


def _margin(points: Iterable[int], seat: int) -> int:
    every = list(points)
    return 2 * every[seat] - sum(every)
