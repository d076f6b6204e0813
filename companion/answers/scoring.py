"""Score game documents: the sheet of a rummy with the end of the game, or the card of Gem II."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import cast

from companion.answers.judging import judged
from companion.documents.errors import DocumentError, DocumentKind, Expected, Flaw
from companion.documents.game import (
    GameRecord,
    Overruling,
    RecordedHand,
    keep_score_of,
    read_game,
    result_of,
    side_names,
)
from companion.documents.gem2 import DuelRecord, SoloRecord, next_member, place_of, read_duel, read_solo
from companion.documents.reader import check_kind, quoted
from companion.rules.gem2.cards import NUMERALS
from companion.rules.gem2.duel import DuelCard, RoundScore
from companion.rules.gem2.faults import Doubt
from companion.rules.gem2.lines import NONE, CardLine, Pair, ScoreBox, Side, added
from companion.rules.gem2.solo import CardRow, NextDeal, SoloCard
from companion.rules.gem2.turn import Turn
from companion.rules.rummy.match import (
    DRAWN,
    Column,
    EndLine,
    HandResult,
    MatchScore,
    Pairing,
    PairRound,
    Points,
    ScoredHand,
    Settlement,
    highest,
    won_by,
)
from companion.rules.rummy.rounds import Seats, settles
from companion.rules.rummy.ruleset import Game
from companion.wording.game_end import end_line_sentence, settlement_sentence
from companion.wording.gem2_rules import doubt_sentence, line_sentence


def score_document(document: object) -> dict[str, object]:
    check_kind(document, DocumentKind.GAME)
    match document.get("game") if isinstance(document, dict) else None:
        case "gem-ii-solo":
            solo = read_solo(document)
            return write_solo(solo, solo.score())
        case "gem-ii":
            duel = read_duel(document)
            return write_duel(duel, duel.score())
        case str(game) if game not in tuple(Game):
            choices = (*Game, "gem-ii-solo", "gem-ii")
            raise DocumentError(Flaw.WRONG_VALUE, "game", expected=Expected.ONE_OF, choices=choices, value=quoted(game))
        case _:
            return score_game(document)


def score_game(document: object) -> dict[str, object]:
    """Return the sheet of a game document; raise DocumentError for a hand that is illegal or comes after the end."""
    game = read_game(document)
    results = [replace(_result(game, place, hand), dealer=hand.dealer) for place, hand in enumerate(game.hands)]
    sheet = keep_score_of(game, results)
    for place, row in enumerate(sheet.rows[:-1]):
        if row.over:
            raise DocumentError(Flaw.HAND_AFTER_END, f"hand {place + 2}", number=place + 1)
    for place, (hand, row) in enumerate(zip(game.hands, sheet.rows, strict=True)):
        if hand.dealer not in {None, row.dealer}:
            name = quoted(game.setting.names[hand.dealer or 0])
            raise DocumentError(Flaw.DEALER_SITS_OUT, f"hands[{place}].dealer", name=name)
    return write_sheet(game, sheet)


def _result(game: GameRecord, place: int, hand: RecordedHand) -> HandResult:
    if hand.overruled is not None:
        return HandResult(hand.overruled.points, hand.overruled.winner, seats=hand.seats)
    showdown = game.showdown(hand, f"hands[{place}]")
    if showdown is None:
        return DRAWN
    verdict = judged(showdown, f"hand {place + 1}")
    if not verdict.legal:
        raise DocumentError(Flaw.HAND_ILLEGAL, f"hand {place + 1}", faults=verdict.faults)
    return game.in_all_seats(result_of(verdict), hand)


def write_sheet(game: GameRecord, sheet: MatchScore) -> dict[str, object]:
    names, seating = game.setting.names, game.setting.seating
    document: dict[str, object] = {
        "hands": [_row(names, hand, row) for hand, row in zip(game.hands, sheet.rows, strict=True)],
        "target": game.setting.rules.target,
        "totals": _by_name(names, sheet.totals),
        "over": sheet.over,
        "winners": [names[seat] for seat in sheet.winners],
        "next_dealer": None if sheet.next_dealer is None else names[sheet.next_dealer],
    }
    if game.sides or seating:
        document["side_totals"] = list(sheet.side_totals)
    if seating:
        document |= {
            "rounds": [_written_round(played) for played in sheet.rounds],
            "next": _coming(names, sheet.coming),
        }
    if game.setting.rules.settles_at_the_end:
        document["columns"] = [_column(names, seating, column) for column in sheet.columns]
        document |= {
            "final": _by_entrant(names, seating, sheet.final),
            "won_by": _won_by(names, seating, sheet.final),
        }
    settlement = [_settlement(names, owed) for owed in sheet.settlement]
    if seating and settles(game.setting.rules):
        document["settlement"] = settlement
    elif game.setting.rules.has_stake:
        document["settlement"] = _between_two(settlement)
    return document


def _row(names: Sequence[str], hand: RecordedHand, row: ScoredHand) -> dict[str, object]:
    result = row.result
    points = _by_name(names, result.points or (0,) * len(names))
    if result.seats:
        points = {names[seat]: points[names[seat]] for seat in sorted(result.seats)}
    entry: dict[str, object] = {
        "dealer": names[row.dealer],
        "drawn": result.drawn,
        "points": points,
        "totals": _by_name(names, row.totals),
        "winner": None if result.winner is None else names[result.winner],
    }
    if result.shared_by:
        entry["shared_by"] = [names[seat] for seat in result.shared_by]
    return {**entry, **_overruling(hand.overruled, names)}


def _written_round(played: PairRound) -> dict[str, object]:
    return {
        "hands": [place + 1 for place in played.hands],
        "points": list(played.points),
        "totals": list(played.totals),
        "winner": played.winner,
        "over": played.over,
    }


def _coming(names: Sequence[str], coming: Pairing | None) -> dict[str, object] | None:
    if coming is None:
        return None
    return {
        "pairs": [[names[seat] for seat in pair] for pair in coming.pairs],
        "dealers": [names[seat] for seat in coming.dealers],
        "sits_out": None if coming.sits_out is None else names[coming.sits_out],
    }


def _settlement(names: Sequence[str], settlement: Settlement) -> dict[str, object]:
    number = {"boxes" if settlement.of_boxes else "points": settlement.number}
    return {
        "from": [names[seat] for seat in settlement.debtors],
        "to": [names[seat] for seat in settlement.creditors],
        **number,
        **({"amount": settlement.amount} if settlement.stake else {}),
        "text": settlement_sentence(settlement, names),
        "rule": settlement.rule,
    }


def _between_two(settlement: Sequence[dict[str, object]]) -> dict[str, object] | None:
    """Return what one of two owes the other, with their names instead of lists of one."""
    for owed in settlement:
        (debtor,), (creditor,) = cast("list[str]", owed["from"]), cast("list[str]", owed["to"])
        return {"from": debtor, "to": creditor, "amount": owed["amount"], "text": owed["text"], "rule": owed["rule"]}
    return None


def _column(names: Sequence[str], seating: Seats | None, column: Column) -> dict[str, object]:
    entries = [list(entry) if seating else dict(zip(names, entry, strict=True)) for entry in column.entries]
    sides = seating.sides if seating else tuple((seat,) for seat in range(len(names)))
    return {
        "entries": entries,
        "totals": _by_entrant(names, seating, column.totals),
        "over": column.over,
        "winners": [names[seat] for seat in sorted(seat for side in column.winners for seat in sides[side])],
        "lines": [_line(names, seating, line) for line in column.lines],
        "final": _by_entrant(names, seating, column.final),
        "won_by": _won_by(names, seating, column.final),
    }


def _line(names: Sequence[str], seating: Seats | None, line: EndLine) -> dict[str, object]:
    return {
        "code": line.code.value,
        **_entrant(names, seating, line.seat),
        "points": line.points,
        "text": end_line_sentence(line, side_names(names, seating)),
        "rule": line.rule,
    }


def _entrant(names: Sequence[str], seating: Seats | None, place: int) -> dict[str, object]:
    return {"side": place} if seating else {"player": names[place]}


def _by_entrant(
    names: Sequence[str], seating: Seats | None, points: Points | None
) -> dict[str, int] | list[int] | None:
    if points is None:
        return None
    return list(points) if seating else _by_name(names, points)


def _by_name(names: Sequence[str], points: Points) -> dict[str, int]:
    return dict(zip(names, points, strict=True))


def _won_by(names: Sequence[str], seating: Seats | None, final: Points | None) -> dict[str, object] | None:
    if final is None or not won_by(final):
        return None
    (first,) = highest(final)
    return {**_entrant(names, seating, first), "points": won_by(final)}


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
        "lines": [_card_line(line) for line in row.lines],
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
        "lines": [_card_line(line, record.sides[side.other]) for line in score.lines.of(side)],
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


def _card_line(line: CardLine, other: str = "") -> dict[str, object]:
    written: dict[str, object] = {"code": line.code.value, "points": line.points}
    if line.rule:
        written["rule"] = line.rule
    if "deal" in line.facts:
        written["deal"] = line.facts["deal"]
    return {**written, "text": line_sentence(line, other)}
