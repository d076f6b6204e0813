"""The end of a rummy: who won and why, its chart, and its players in figures, of one game or of all of a pairing."""

from collections.abc import Sequence
from dataclasses import replace

from companion.journal.sheet import Feat, ScoreSheet
from companion.journal.state import GameState
from companion.store.derived.tallies import PlayerTally
from companion.web.kinds.chart import Chart, chart_of, running_totals
from companion.web.kinds.ending import Figures, GameResult, kept_rows
from companion.web.kinds.ending import result_of as result
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.rummy.catalog import rules_of, side_name, sides_of
from companion.web.rummy.sheet_columns import (
    final_of,
    game_in_progress,
    settlement_words,
    standing_of_sheet,
    totals_of_sheet,
)
from companion.wording import game_end as wording
from companion.wording.rulings import FEAT_COUNT_WORDS

UNKNOWN = "–"
_ALWAYS = (wording.HANDS_WON, wording.KNOCKS_WON, wording.BIGGEST_HAND, wording.GIVEN_AWAY)


def chart_of_game(game: ScoredGame) -> Chart | None:
    """Return the chart of the running totals; of games that are played at once it shows one."""
    number, totals = game_in_progress(game.sheet) or (None, totals_of_sheet(game.sheet))
    heading = "" if number is None else wording.CHART_OF_GAME.format(number=number)
    series = running_totals(totals, teams_of(game.state))
    return chart_of(series, rules_of(game.state.head).target, heading=heading)


def teams_of(state: GameState) -> dict[str, tuple[str, ...]]:
    """Return the players of each side; where everybody plays alone, each player."""
    return {side_name(side): side for side in sides_of(state.head)} or {name: (name,) for name in state.players}


def result_of(state: GameState, sheet: ScoreSheet) -> GameResult:
    """Return who won and why, and what is owed for a stake."""
    return replace(_result_of(state, sheet), settlement=settlement_words(sheet))


def _result_of(state: GameState, sheet: ScoreSheet) -> GameResult:
    target = rules_of(state.head).target
    if sheet.final:
        return result(sheet.final, sheet.winners, _settled_reason(sheet, target))
    teams = teams_of(state)
    on_sheet = standing_of_sheet(sheet)
    totals = {name: sum(on_sheet.get(member, 0) for member in team) for name, team in teams.items()}
    winners = [name for name, team in teams.items() if not set(team).isdisjoint(sheet.winners)]
    if not winners:
        return result(totals, (), "")
    reached = [name for name, total in totals.items() if total >= target]
    return result(
        totals,
        winners,
        wording.target_reason(winners, totals, target),
        are_teams=len(teams[winners[0]]) > 1,
        is_plain=len(winners) == 1 and reached == winners,
    )


def _settled_reason(sheet: ScoreSheet, target: int) -> str:
    """Return why a game is won in which more counts than the hands."""
    final = sheet.final or {}
    if sheet.games_at_once:
        return wording.games_reason([final_of(sheet, game) for game in sheet.games_at_once], final)
    return wording.settled_reason([name for name, total in sheet.totals.items() if total >= target], target, final)


def figures_of(tallies: Sequence[PlayerTally], hands: int) -> Figures:
    """Return the figures of some hands, in the order of the players."""
    played = {tally.name: tally.played for tally in tallies}
    sit_out = any(number != hands for number in played.values())
    rows: list[tuple[str, Sequence[str | int]]] = [
        *([(wording.HANDS_PLAYED, list(played.values()))] if sit_out else []),
        (wording.HANDS_WON, [tally.hands for tally in tallies]),
        (wording.KNOCKS_WON, [wording.WON_OF.format(won=tally.knocks_won, knocks=tally.knocks) for tally in tallies]),
        *((FEAT_COUNT_WORDS[feat], [tally.feats.get(feat, 0) for tally in tallies]) for feat in Feat),
        (wording.WAS_UNDERCUT, [tally.undercut_hands for tally in tallies]),
        (wording.BIGGEST_HAND, [tally.best for tally in tallies]),
    ]
    notes = []
    left = sum(tally.deadwood_hands for tally in tallies)
    if left:
        rows.append((wording.MEAN_DEADWOOD, [_mean(tally.deadwood, tally.deadwood_hands) for tally in tallies]))
        # As many play each hand.
        notes.append(wording.deadwood_note(left * hands // sum(played.values()), hands))
    known = {tally.name: tally.given_away_hands for tally in tallies}
    if any(known.values()):
        rows.append((wording.GIVEN_AWAY, [tally.given_away if known[tally.name] else UNKNOWN for tally in tallies]))
        notes.append(wording.given_away_note(known, played))
    return Figures(tuple(known), kept_rows(rows, _ALWAYS), (*filter(None, notes), wording.NOT_MEASURED))


def _mean(total: int, number: int) -> str:
    return f"{total / number:.1f}" if number else UNKNOWN
