"""Write the score cards of Gem II, for one player and for two sides."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from companion.documents.game import Overruling
from companion.documents.gem2 import DuelRecord, SoloRecord, next_member, place_of
from companion.rules.gem2.cards import NUMERALS
from companion.rules.gem2.duel import DuelCard, RoundScore
from companion.rules.gem2.faults import Doubt
from companion.rules.gem2.lines import CardLine, ScoreBox
from companion.rules.gem2.sides import NONE, Pair, Side, added
from companion.rules.gem2.solo import CardRow, NextDeal, SoloCard
from companion.rules.gem2.turn import Turn
from companion.wording.gem2_rules import doubt_sentence, line_sentence

_SOLO_BOXES = (ScoreBox.DEALER, ScoreBox.CARD_RUN, ScoreBox.BONUS_ROUND)
_DUEL_BOXES = (ScoreBox.DEALER, ScoreBox.PLAYER, ScoreBox.BETTING, ScoreBox.PENALTY)


def write_solo(record: SoloRecord, card: SoloCard) -> dict[str, object]:
    """Return the card as JSON; `rounds` has the points of each round, summed over the rows it filled."""
    points = [record.points(card, place)[record.player] for place in range(1, len(record.rounds) + 1)]
    written: dict[str, object] = {
        "rows": [_solo_row(row) for row in card.rows],
        "grand_total": card.grand_total,
        "over": card.over,
        "doubts": _doubts(card.doubts, {}),
        "rounds": [
            {
                "points": {record.player: round_points},
                "totals": {record.player: total},
                **_overruling(hand.overruled, (record.player,)),
            }
            for round_points, total, hand in zip(points, accumulate(points), record.hands, strict=True)
        ],
    }
    if card.next is not None:
        written["next"] = _next_deal(card.next)
    return written


def _solo_row(row: CardRow) -> dict[str, object]:
    return {
        "round": row.number,
        **{box.value: row.points(box) for box in _SOLO_BOXES},
        "total": row.points(),
        "source": row.source.value,
        "finished": row.finished,
        "lines": [_line(line) for line in row.lines],
    }


def _next_deal(upcoming: NextDeal) -> dict[str, object]:
    return {
        "round": upcoming.round,
        "row": upcoming.row,
        "bonus_round": upcoming.bonus,
        "deal": upcoming.deal,
        "high": NUMERALS[upcoming.high - 1],
        "on_board": upcoming.on_board,
        "in_hand": upcoming.in_hand,
        "most": upcoming.most,
        "most_by_moves": upcoming.most_by_moves,
    }


def write_duel(record: DuelRecord, card: DuelCard) -> dict[str, object]:
    """Return the card as JSON, the players in the order of the document."""
    rounds: list[dict[str, object]] = []
    totals = NONE
    for score, hand in zip(card.rounds, record.hands, strict=True):
        for side in Side:
            totals = added(totals, side, score.points(side))
        rounds.append({**_round(record, score, totals), **_overruling(hand.overruled, record.names)})
    written: dict[str, object] = {
        "rounds": rounds,
        "totals": record.by_name(totals),
        "over": card.over,
        "doubts": _doubts(card.doubts, record.sides),
        "winners": list(record.winners(card)),
    }
    if card.next is not None:
        written["next"] = _next_turn(record, card, card.next)
    return written


def _round(record: DuelRecord, score: RoundScore, totals: Pair[int]) -> dict[str, object]:
    rows = {record.sides[side]: _duel_row(record, score, side) for side in Side}
    return {
        "dealer": record.sides[score.dealer],
        "players": {name: rows[name] for name in record.names},
        "points": record.by_name(Pair(score.points(Side.FIRST), score.points(Side.SECOND))),
        "totals": record.by_name(totals),
        "finished": score.finished,
        "remaining": score.remaining,
        "cards": record.by_name(score.cards),
    }


def _duel_row(record: DuelRecord, score: RoundScore, side: Side) -> dict[str, object]:
    return {
        **{box.value: score.points(side, box) for box in _DUEL_BOXES},
        "total": score.points(side),
        "lines": [_line(line, record.sides[side.other]) for line in score.lines.of(side)],
    }


def _next_turn(record: DuelRecord, card: DuelCard, turn: Turn) -> dict[str, object]:
    written: dict[str, object] = {
        "round": card.next_round,
        "deal": turn.deal,
        "dealer": record.sides[turn.dealer],
        "turn": record.sides[turn.player],
        "on_board": turn.on_board,
        "in_hand": turn.in_hand,
        "most": turn.most,
        "most_by_moves": turn.most_by_moves,
        "betting_jewels": record.by_name(turn.betting_jewels),
        "penalty_jewels": record.by_name(turn.penalty_jewels),
        "announce_eight": turn.announce,
        "last_deal": turn.last,
    }
    if record.teams:
        written["member"] = next_member(record, card)
    return written


def _overruling(overruling: Overruling | None, names: Sequence[str]) -> dict[str, object]:
    return {"overruled": {"reason": overruling.reason, "by": names[overruling.by]}} if overruling else {}


def _doubts(doubts: Iterable[Doubt], names: Mapping[Side, str]) -> list[dict[str, object]]:
    return [
        {
            "code": "more-than-moves-allow",
            "where": place_of(doubt.place, names),
            "most": doubt.most,
            "message": doubt_sentence(doubt),
        }
        for doubt in doubts
    ]


def _line(line: CardLine, other: str = "") -> dict[str, object]:
    written: dict[str, object] = {"code": line.code.value, "points": line.points}
    if line.rule:
        written["rule"] = line.rule
    if "deal" in line.facts:
        written["deal"] = line.facts["deal"]
    return {**written, "text": line_sentence(line, other)}
