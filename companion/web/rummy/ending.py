"""The end of a rummy: who won and why, its chart, and its players in figures, of one game or of all of a pairing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.journal.sheet import ScoreSheet
from companion.journal.state import GameState
from companion.people.figures import PlayerFigures
from companion.web.kinds.chart import Chart, chart_of, running_totals
from companion.web.kinds.ending import Figures, GameResult, kept_rows
from companion.web.kinds.ending import result_of as result
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.rummy.catalog import rules_of
from companion.web.rummy.sheet_columns import (
    final_of,
    game_in_progress,
    settlement_words,
    standing_of_sheet,
    totals_of_sheet,
)
from companion.web.rummy.sheet_lines import entrants_of, in_rounds
from companion.wording import game_end as wording
from companion.wording.rulings import FEAT_COUNT_WORDS

UNKNOWN = "–"
_ALWAYS = (wording.HANDS_WON, wording.KNOCKS_WON, wording.BIGGEST_HAND, wording.GIVEN_AWAY)


def chart_of_game(game: ScoredGame) -> Chart | None:
    """Return the chart of the running totals; of games that are played at once it shows one."""
    number, totals = game_in_progress(game.sheet) or (None, totals_of_sheet(game.sheet))
    heading = "" if number is None else wording.CHART_OF_GAME.format(number=number)
    series = running_totals(
        totals, {entrant.name: entrant.keys for entrant in entrants_of(game.head, game.sheet.sides)}
    )
    each = "round" if in_rounds(game.sheet) else "hand"
    return chart_of(series, rules_of(game.state.head).target, each, heading)


def result_of(state: GameState, sheet: ScoreSheet) -> GameResult:
    """Return who won and why, and what is owed for a stake."""
    return replace(_result_of(state, sheet), settlement=settlement_words(sheet))


def _result_of(state: GameState, sheet: ScoreSheet) -> GameResult:
    target, entrants = rules_of(state.head).target, entrants_of(state.head, sheet.sides)
    won = [entrant for entrant in entrants if not set(entrant.members).isdisjoint(sheet.winners)]
    winners, are_teams = [entrant.name for entrant in won], bool(won) and len(won[0].members) > 1
    if sheet.final:
        return result(sheet.final, winners, _settled_reason(sheet, target), are_teams=are_teams)
    on_sheet = standing_of_sheet(sheet)
    totals = {entrant.name: entrant.sum_of(on_sheet) for entrant in entrants}
    if not winners:
        return result(totals, (), "")
    reached = [name for name, total in totals.items() if total >= target]
    return result(
        totals,
        winners,
        wording.target_reason(winners, totals, target),
        are_teams=are_teams,
        is_plain=len(winners) == 1 and reached == winners,
    )


def _settled_reason(sheet: ScoreSheet, target: int) -> str:
    """Return why a game is won in which more counts than the hands."""
    final = sheet.final or {}
    if sheet.games_at_once:
        return wording.games_reason([final_of(sheet, game) for game in sheet.games_at_once], final)
    return wording.settled_reason([name for name, total in sheet.totals.items() if total >= target], target, final)


def figures_of(players: Mapping[str, PlayerFigures], hands: int) -> Figures:
    """Return the figures of some hands, in the order of the players."""
    tallies = players.values()
    played = {name: tally.hands for name, tally in players.items()}
    sit_out = any(number != hands for number in played.values())
    rows: list[tuple[str, Sequence[str | int]]] = [
        *([(wording.HANDS_PLAYED, list(played.values()))] if sit_out else []),
        (wording.HANDS_WON, [tally.hands_won for tally in tallies]),
        (wording.KNOCKS_WON, [wording.WON_OF.format(won=tally.knocks_won, knocks=tally.knocks) for tally in tallies]),
        *((words, [getattr(tally, feat) for tally in tallies]) for feat, words in FEAT_COUNT_WORDS.items()),
        (wording.WAS_UNDERCUT, [tally.undercut_hands for tally in tallies]),
        (wording.BIGGEST_HAND, [tally.best for tally in tallies]),
    ]
    notes = []
    left = sum(tally.deadwood_hands for tally in tallies)
    if left:
        rows.append((wording.MEAN_DEADWOOD, [_mean(tally.deadwood, tally.deadwood_hands) for tally in tallies]))
        # As many play each hand.
        notes.append(wording.deadwood_note(left * hands // sum(played.values()), hands))
    known = {name: tally.given_away_hands for name, tally in players.items()}
    if any(known.values()):
        given = [tally.given_away if tally.given_away_hands else UNKNOWN for tally in tallies]
        rows.append((wording.GIVEN_AWAY, given))
        notes.append(wording.given_away_note(known, played))
    return Figures(tuple(known), kept_rows(rows, _ALWAYS), (*filter(None, notes), wording.NOT_MEASURED))


def _mean(total: int, number: int) -> str:
    return f"{total / number:.1f}" if number else UNKNOWN
