"""The end of a rummy: who won and why, and the head-to-head record."""

from collections.abc import Mapping, Sequence
from typing import cast

from companion.journal.fold import GameState
from companion.journal.rulings import Feat
from companion.journal.sheet import ScoreSheet
from companion.store.derived import head_to_head
from companion.web.rummy.views.table_view import rules_of, side_name, sides_of, summary_of
from companion.web.security import access
from companion.web.shared.chart import chart_of
from companion.web.shared.ending import Ending, GameResult, PairRecord
from companion.web.shared.game_kinds import ScoredGame
from companion.wording.cards import plural
from companion.wording.game.endings import CLEARED_HEADLINE, CLEARED_REASON, target_reason, win_headline
from companion.wording.game.outcomes import FEAT_COUNT_WORDS


def ending_of(game: ScoredGame) -> Ending:
    """Return all that the end of a rummy shows."""
    state, sheet = game.state, game.sheet
    played = head_to_head.head_to_head(access.store(), game.member.device, state.game, state.players)
    return Ending(
        result=result_of(state, sheet),
        summary=f"{summary_of(state.head)}, {plural(sum(row.place is not None for row in sheet.rows), 'hand')}",
        chart=chart_of(sheet, state.players, sides_of(state.head), rules_of(state.head).target),
        record=_record(state.players, played) if played else None,
        sheet_on_top=True,
    )


def result_of(state: GameState, sheet: ScoreSheet) -> GameResult:
    """Return who won and why."""
    teams = _teams(state)
    totals = {name: sum(sheet.totals.get(member, 0) for member in team) for name, team in teams.items()}
    winning = _winners(sheet, teams)
    winners = [name for name, team in teams.items() if winning & set(team)]
    ranking = tuple(
        (name, total, name in winners) for name, total in sorted(totals.items(), key=lambda entry: -entry[1])
    )
    if not winners:
        return GameResult(CLEARED_HEADLINE, CLEARED_REASON, ranking)
    headline = win_headline(winners, [total for _, total, _ in ranking], are_teams=len(teams[winners[0]]) > 1)
    target = cast("int", sheet.answer.get("target", 0))
    return GameResult(headline, target_reason(winners, totals, target), ranking)


def _teams(state: GameState) -> dict[str, tuple[str, ...]]:
    sides = sides_of(state.head)
    if sides:
        return {side_name(side): side for side in sides}
    return {name: (name,) for name in state.players}


def _winners(sheet: ScoreSheet, teams: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the winning players; the sheet lists players, or of partners the sides."""
    winners = sheet.answer.get("winners")
    members: set[str] = set()
    for winner in winners if isinstance(winners, list) else []:
        members.update(winner if isinstance(winner, list) else teams.get(str(winner), (str(winner),)))
    return members


def _record(players: Sequence[str], played: head_to_head.HeadToHead) -> PairRecord:
    tallies = sorted(played.players, key=lambda tally: players.index(tally.name))
    rows = [
        ("Games won", tuple(tally.games for tally in tallies)),
        ("Hands won", tuple(tally.hands for tally in tallies)),
        *((FEAT_COUNT_WORDS[feat], tuple(tally.feats.get(feat, 0) for tally in tallies)) for feat in Feat),
        ("Best hand", tuple(tally.best for tally in tallies)),
    ]
    kept = tuple((label, counts) for label, counts in rows if any(counts) or label.endswith("won"))
    return PairRecord(played.games, played.hands, tuple(players), kept, played.uncounted)
