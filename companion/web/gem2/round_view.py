"""View-models of one round: what it came to, its score lines, its deals."""

from collections.abc import Iterable, Mapping

from companion.journal.sheet import SheetRow
from companion.register.entries import rules
from companion.rules.gem2.cards import SUIT_COUNT
from companion.rules.gem2.duel import CountedRound, Round, RoundScore
from companion.rules.gem2.lines import CardLine, Side
from companion.rules.gem2.round import player_of
from companion.rules.gem2.solo import CardRow
from companion.rules.gem2.turn import Penalty
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame
from companion.web.kinds.game_kinds import HandLine
from companion.web.kinds.score_table import PartLine, ScorePart
from companion.wording import gem2_card as wording
from companion.wording.gem2_rules import line_sentence
from companion.wording.gem2_table import deal_details, deal_words, listed_totals
from companion.wording.rulings import responses_remark


def line_of(game: AnyGame, row: SheetRow) -> HandLine:
    finished, recorded, points = is_finished(game, row), row.hand.recorded, row.points or {}
    remarks: list[str] = []
    if row.place is None:
        outcome = wording.not_counting(row.standing)
    else:
        is_solo = isinstance(game, SoloGame)
        outcome = wording.solo_points(sum(points.values())) if is_solo else listed_totals(points, game.players)
        remarks += wording.play_remarks(row.place, row.position, finished=finished)
    if row.dealer:
        remarks.append(wording.dealer_remark(row.dealer, finished=finished))
    if isinstance(recorded.played, CountedRound):
        remarks.append(wording.COUNTED_REMARK)
    if recorded.overruled and row.place is not None:
        remarks.append(wording.overruled_remark(game.players[recorded.overruled.by], recorded.overruled.reason))
    remarks.append(responses_remark(row.accepted_by, row.disputed_by, game.players))
    return HandLine(wording.ROUND_TITLE.format(position=row.position), outcome, tuple(filter(None, remarks)))


def is_finished(game: AnyGame, row: SheetRow) -> bool:
    """Return whether nothing more is dealt in a round; one player's is corrected and overruled while it runs, too."""
    return isinstance(game, SoloGame) or row.place is None or game.card.rounds[row.place - 1].finished


def parts_of(game: AnyGame, row: SheetRow) -> tuple[ScorePart, ...]:
    """Return the lines of a round, by side or by row; none if it doesn't count."""
    if row.place is None:
        return ()
    if isinstance(game, SoloGame):
        return solo_parts(card_row for card_row in game.card.rows if card_row.round == row.place)
    return side_parts(game.card.rounds[row.place - 1], game.sides, game.players)


def solo_parts(rows: Iterable[CardRow]) -> tuple[ScorePart, ...]:
    """Return the lines of rows of one player's card."""
    return tuple(
        ScorePart(
            name=wording.CARD_ROW.format(number=row.number),
            remark=wording.LOST_BONUS_ROUND.format(bonus=row.bonus) if row.bonus else "",
            points=row.points(),
            lines=_lines(row.lines),
        )
        for row in rows
    )


def side_parts(score: RoundScore, sides: Mapping[Side, str], players: Iterable[str]) -> tuple[ScorePart, ...]:
    """Return the lines of a round by side, in the order of the players."""
    side_of = {name: side for side, name in sides.items()}
    return tuple(
        ScorePart(
            name=name,
            remark="deals" if side_of[name] is score.dealer else "receives",
            points=score.points(side_of[name]),
            lines=_lines(score.lines.of(side_of[name]), sides[side_of[name].other]),
        )
        for name in players
    )


def _lines(lines: Iterable[CardLine], other: str = "") -> tuple[PartLine, ...]:
    known = rules()
    return tuple(PartLine(line_sentence(line, other), line.points, known.get(line.rule)) for line in lines)


def doubts_of(game: AnyGame, row: SheetRow) -> tuple[str, ...]:
    """Return the entries of a round that should be checked."""
    if row.place is None:
        return ()
    return tuple(wording.doubt_with_place(doubt) for doubt in game.card.doubts if doubt.place[1] == row.place - 1)


def deals_of(game: DuelGame, row: SheetRow) -> tuple[str, ...]:
    played = row.hand.recorded.played
    if row.place is None or not isinstance(played, Round):
        return ()
    return tuple(
        deal_words(game.sides, deal, player_of(row.place, number)) + deal_details(deal)
        for number, deal in enumerate(played.deals, start=1)
    )


def ends_on_four(game: DuelGame, row: SheetRow) -> bool:
    """Return whether a round ended on four cards, and no right call of Last Round 4X settles which."""
    if row.place is None:
        return False
    score = game.card.rounds[row.place - 1]
    played = row.hand.recorded.played
    calls = [call for deal in played.deals for call in deal.calls] if isinstance(played, Round) else []
    return (
        score.finished
        and score.remaining == SUIT_COUNT
        and not any(call.penalty is Penalty.LAST_ROUND_4X and call.correct for call in calls)
    )
