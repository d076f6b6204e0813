"""The end of a Gem II game: who won and why, the game in figures, earlier games."""

from companion.store.derived import head_to_head
from companion.web.base.dates import day_of
from companion.web.base.player_names import short_names
from companion.web.current_store import current_store
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame
from companion.web.gem2.sheet import chart_of_game
from companion.web.kinds.ending import Ending, Figures, GameResult, PairRecord, PersonalBest, facts_of, kept_rows
from companion.web.kinds.pair_chart import pair_chart
from companion.wording import gem2_card as wording
from companion.wording.game_end import CLEARED_HEADLINE, CLEARED_REASON, win_headline, win_title
from companion.wording.gem2_table import game_summary


def ending_of(game: AnyGame) -> Ending:
    """Return all that the end of a game shows."""
    best = _personal_best(game) if isinstance(game, SoloGame) else None
    return Ending(
        result=_solo_result(game, best) if isinstance(game, SoloGame) else _duel_result(game),
        facts=facts_of(game.state, len(game.counting), "round"),
        summary=game_summary(game.head),
        chart=chart_of_game(game),
        figures=_figures(game) if game.counting else None,
        record=None if isinstance(game, SoloGame) else _pair_record(game),
        personal_best=best,
    )


def result_of(game: AnyGame) -> GameResult:
    """Return who won, or what a player alone came to."""
    return _solo_result(game, _personal_best(game)) if isinstance(game, SoloGame) else _duel_result(game)


def _duel_result(game: DuelGame) -> GameResult:
    winners = game.sheet.winners
    ranking = sorted(game.sheet.totals.items(), key=lambda named_total: -named_total[1])
    totals = tuple((name, total, name in winners) for name, total in ranking)
    if not game.over:
        return GameResult(CLEARED_HEADLINE, CLEARED_HEADLINE, CLEARED_REASON, totals)
    are_teams = bool(game.record.teams)
    headline = win_headline(winners, [total for _, total in ranking], are_teams=are_teams)
    title = win_title(winners, are_teams=are_teams)
    tied = len(winners) > 1
    return GameResult(headline, title, wording.end_reason(tied=tied), totals, crowned=True, is_plain=not tied)


def _solo_result(game: SoloGame, best: PersonalBest | None) -> GameResult:
    name, points = game.players[0], _points(game)
    totals = ((name, points, True),)
    if best is None:
        return GameResult(CLEARED_HEADLINE, CLEARED_HEADLINE, CLEARED_REASON, totals)
    reason = wording.solo_end_reason(
        game.level, games=best.games, best=best.best, uncounted=best.uncounted, beaten=best.beaten
    )
    headline = wording.SOLO_HEADLINE.format(name=name, points=points)
    return GameResult(headline, name, reason, totals, crowned=best.beaten)


def _points(game: SoloGame) -> int:
    return sum(game.sheet.totals.values())


def _personal_best(game: SoloGame) -> PersonalBest | None:
    """Return the earlier games on this phone; None if this one wasn't finished."""
    if not game.over:
        return None
    bests = head_to_head.personal_bests(
        current_store(), game.member.device, game.players[0], game.level, without=game.id
    )
    return PersonalBest(
        games=bests.games,
        best=bests.best,
        day=day_of(bests.played_at) if bests.games else "",
        average=bests.average,
        uncounted=bests.uncounted,
        beaten=bests.games > 0 and not bests.uncounted and _points(game) > bests.best,
    )


def _figures(game: AnyGame) -> Figures:
    """Return where the points came from, and the best round."""
    rows: list[tuple[str, list[int]]]
    if isinstance(game, SoloGame):
        card = game.card.rows
        rows = [(label, [sum(row.points(column) for row in card)]) for column, label in wording.SOLO_FIGURES.items()]
        rows.append((wording.BEST_ROW, [max(row.points() for row in card)]))
    else:
        rounds, sides = game.card.rounds, [game.side_of[name] for name in game.players]
        rows = [
            (label, [sum(played.points(side, column) for played in rounds) for side in sides])
            for column, label in wording.DUEL_FIGURES.items()
        ]
        rows.append((wording.RECORD_ROWS[1], [max(played.points(side) for played in rounds) for side in sides]))
    kept = kept_rows([(label, list(map(str, points))) for label, points in rows], [rows[-1][0]])
    return Figures(game.players, short_names(game.players), kept)


def _pair_record(game: DuelGame) -> PairRecord | None:
    """Return the two sides' record against each other on this phone."""
    played = head_to_head.head_to_head(current_store(), game.member.device, game.state.game, game.players)
    if played is None or not played.has_other_games:
        return None
    tallies = {tally.name: tally for tally in played.players}
    won = tuple(tallies[name].games for name in game.players)
    games_won, best_round = wording.RECORD_ROWS
    rows = (
        (games_won, tuple(map(str, won))),
        (best_round, tuple(str(tallies[name].best) for name in game.players)),
    )
    figures = Figures(game.players, short_names(game.players), rows)
    latest = pair_chart(game.players, played.latest)
    return PairRecord(played.games, played.hands, won, figures, played.uncounted, latest)
