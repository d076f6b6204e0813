"""The end of a rummy: who won and why, the game in figures, and the head-to-head record."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.journal.sheet import ScoreSheet
from companion.journal.state import GameState
from companion.store.derived import head_to_head
from companion.store.derived.tallies import player_tallies
from companion.web.current_store import current_store
from companion.web.kinds.chart import Chart, chart_of
from companion.web.kinds.ending import Ending, GameResult, PairRecord, facts_of
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.kinds.pair_chart import pair_chart
from companion.web.rummy.views.columns_view import (
    final_of,
    game_in_progress,
    standing_of_sheet,
    totals_of_sheet,
)
from companion.web.rummy.views.figures_view import figures_of
from companion.web.rummy.views.table_view import rules_of, side_name, sides_of, summary_of
from companion.wording.game_end import (
    CHART_OF_GAME,
    CLEARED_HEADLINE,
    CLEARED_REASON,
    GAMES_WON,
    games_reason,
    settled_reason,
    target_reason,
    win_headline,
    win_title,
)


def ending_of(game: ScoredGame) -> Ending:
    """Return all that the end of a rummy shows."""
    state, sheet = game.state, game.sheet
    played = head_to_head.head_to_head(current_store(), game.member.device, state.game, state.players)
    hands = sum(row.place is not None for row in sheet.rows)
    return Ending(
        result=result_of(state, sheet),
        facts=facts_of(state, hands, "hand"),
        summary=summary_of(state.head),
        chart=chart_of_game(game),
        figures=figures_of(player_tallies(state, sheet), hands) if hands else None,
        record=_record(state.players, played) if played and played.has_other_games else None,
        sheet_on_top=True,
    )


def chart_of_game(game: ScoredGame) -> Chart | None:
    """Return the chart of the running totals; of games that are played at once it shows one."""
    head, players = game.state.head, game.state.players
    number, totals = game_in_progress(game.sheet) or (None, totals_of_sheet(game.sheet))
    heading = "" if number is None else CHART_OF_GAME.format(number=number)
    return chart_of(game.sheet, players, sides_of(head), rules_of(head).target, totals=totals, heading=heading)


def result_of(state: GameState, sheet: ScoreSheet) -> GameResult:
    """Return who won and why."""
    if sheet.final:
        return _settled_result(sheet, sheet.final, rules_of(state.head).target)
    teams = _teams(state)
    on_sheet = standing_of_sheet(sheet)
    totals = {name: sum(on_sheet.get(member, 0) for member in team) for name, team in teams.items()}
    winners = [name for name, team in teams.items() if not set(team).isdisjoint(sheet.winners)]
    ranking = tuple(
        (name, total, name in winners) for name, total in sorted(totals.items(), key=lambda entry: -entry[1])
    )
    if not winners:
        return GameResult(CLEARED_HEADLINE, CLEARED_HEADLINE, CLEARED_REASON, ranking)
    are_teams = len(teams[winners[0]]) > 1
    headline = win_headline(winners, [total for _, total, _ in ranking], are_teams=are_teams)
    target = rules_of(state.head).target
    title = win_title(winners, are_teams=are_teams)
    reached = [name for name, total in totals.items() if total >= target]
    is_plain = len(winners) == 1 and reached == winners
    return GameResult(headline, title, target_reason(winners, totals, target), ranking, crowned=True, is_plain=is_plain)


def _settled_result(sheet: ScoreSheet, final: Mapping[str, int], target: int) -> GameResult:
    """Return who won a game where more counts than the hands, and by how much."""
    winners = sheet.winners
    ranking = tuple(
        (name, total, name in winners) for name, total in sorted(final.items(), key=lambda entry: -entry[1])
    )
    headline = win_headline(winners, [total for _, total, _ in ranking], are_teams=False)
    if sheet.games_at_once:
        why = games_reason([final_of(sheet, game) for game in sheet.games_at_once], final)
    else:
        why = settled_reason([name for name, total in sheet.totals.items() if total >= target], target, final)
    return GameResult(headline, win_title(winners, are_teams=False), why, ranking, crowned=True)


def _teams(state: GameState) -> dict[str, tuple[str, ...]]:
    sides = sides_of(state.head)
    if sides:
        return {side_name(side): side for side in sides}
    return {name: (name,) for name in state.players}


def _record(players: Sequence[str], played: head_to_head.HeadToHead) -> PairRecord:
    tallies = sorted(played.players, key=lambda tally: players.index(tally.name))
    won = tuple(tally.games for tally in tallies)
    figures = figures_of(tallies, played.hands)
    rows = ((GAMES_WON, tuple(map(str, won))), *figures.rows)
    latest = pair_chart(players, played.latest)
    return PairRecord(played.games, played.hands, won, replace(figures, rows=rows), played.uncounted, latest)
