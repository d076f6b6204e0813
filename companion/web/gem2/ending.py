"""The end of a Gem II game: who won and why, its chart, the game in figures, a player's best game."""

from collections.abc import Mapping

from companion.people.figures import PlayerFigures
from companion.store.derived import head_to_head
from companion.web.base.dates import day_of
from companion.web.current_store import current_store
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame
from companion.web.kinds.chart import Chart, chart_of, hand_totals, running_totals
from companion.web.kinds.ending import Figures, GameResult, PersonalBest, kept_rows
from companion.web.kinds.ending import result_of as result
from companion.wording import gem2_card as wording


def chart_of_game(game: AnyGame) -> Chart | None:
    """Return the chart of the running totals, once there is more than one round to compare."""
    if len(game.counting) == 1:
        return None
    totals = running_totals(hand_totals(game.sheet), {name: (name,) for name in game.players})
    return chart_of(totals, None, "round")


def result_of(game: AnyGame) -> GameResult:
    """Return who won, or what a player alone came to."""
    if isinstance(game, SoloGame):
        return _solo_result(game)
    winners = game.sheet.winners if game.over else ()
    tied = len(winners) > 1
    return result(
        game.sheet.totals,
        winners,
        wording.end_reason(tied=tied),
        are_teams=bool(game.record.teams),
        is_plain=not tied,
    )


def _solo_result(game: SoloGame) -> GameResult:
    name, points = game.players[0], sum(game.sheet.totals.values())
    if not game.over:
        return result({name: points}, (), "")
    bests = head_to_head.personal_bests(current_store(), game.member.device, name, game.level, without=game.id)
    best = PersonalBest(
        games=bests.games,
        best=bests.best,
        day=day_of(bests.played_at) if bests.games else "",
        average=bests.average,
        uncounted=bests.uncounted,
        beaten=bests.games > 0 and not bests.uncounted and points > bests.best,
    )
    reason = wording.solo_end_reason(
        game.level, games=best.games, best=best.best, uncounted=best.uncounted, beaten=best.beaten
    )
    headline = wording.SOLO_HEADLINE.format(name=name, points=points)
    return GameResult(headline, name, reason, ((name, points, True),), crowned=best.beaten, before=best)


def figures_of(game: AnyGame) -> Figures:
    """Return where the points came from, and the best round."""
    return _solo_figures(game) if isinstance(game, SoloGame) else _duel_figures(game)


def _solo_figures(game: SoloGame) -> Figures:
    card = game.card.rows
    rows = [(label, [sum(row.points(column) for row in card)]) for column, label in wording.SOLO_FIGURES.items()]
    rows.append((wording.BEST_ROW, [max(row.points() for row in card)]))
    return Figures(game.players, kept_rows(rows, [wording.BEST_ROW]))


def _duel_figures(game: DuelGame) -> Figures:
    rounds, sides = game.card.rounds, [game.side_of[name] for name in game.players]
    rows = [
        (label, [sum(played.points(side, column) for played in rounds) for side in sides])
        for column, label in wording.DUEL_FIGURES.items()
    ]
    rows.append((wording.BEST_ROUND, [max(played.points(side) for played in rounds) for side in sides]))
    return Figures(game.players, kept_rows(rows, [wording.BEST_ROUND]))


def figures_of_games(players: Mapping[str, PlayerFigures]) -> Figures:
    """Return the figures of all games of two sides."""
    best = tuple(str(figures.best) for figures in players.values())
    return Figures(tuple(players), ((wording.BEST_ROUND, best),))
