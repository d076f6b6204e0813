"""Score game documents: the sheet of a rummy with the end of the game, or the card of Gem II."""

from collections.abc import Sequence
from dataclasses import replace

from companion.answers.gem2_cards import write_duel, write_solo
from companion.answers.judging import judged
from companion.documents.errors import DocumentError, DocumentKind, Expected, Flaw
from companion.documents.game import GameRecord, RecordedHand, read_game, result_of
from companion.documents.gem2 import read_duel, read_solo
from companion.documents.reader import check_kind, quoted
from companion.rules.rummy.columns import Column, EndLine, Points, highest, won_by
from companion.rules.rummy.match import DRAWN, HandResult, MatchScore, keep_score
from companion.rules.rummy.ruleset import Game
from companion.wording.game_end import end_line_sentence


def score_document(document: object) -> dict[str, object]:
    """Return the score sheet of a game document, rummy or Gem II."""
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
    sheet = keep_score(game.setting.rules, game.first_dealer, results, game.sides)
    for place, row in enumerate(sheet.rows[:-1]):
        if row.over:
            raise DocumentError(Flaw.HAND_AFTER_END, f"hand {place + 2}", number=place + 1)
    return write_sheet(game, sheet)


def _result(game: GameRecord, place: int, hand: RecordedHand) -> HandResult:
    if hand.overruled is not None:
        return HandResult(hand.overruled.points, hand.overruled.winner)
    showdown = game.showdown(hand, f"hands[{place}]")
    if showdown is None:
        return DRAWN
    verdict = judged(showdown, f"hand {place + 1}")
    if not verdict.legal:
        raise DocumentError(Flaw.HAND_ILLEGAL, f"hand {place + 1}", faults=verdict.faults)
    return result_of(verdict)


def write_sheet(game: GameRecord, sheet: MatchScore) -> dict[str, object]:
    names = game.setting.names
    rows = []
    for hand, row in zip(game.hands, sheet.rows, strict=True):
        points = row.result.points or (0,) * len(names)
        entry: dict[str, object] = {
            "dealer": names[row.dealer],
            "drawn": row.result.drawn,
            "points": dict(zip(names, points, strict=True)),
            "totals": dict(zip(names, row.totals, strict=True)),
            "winner": None if row.result.winner is None else names[row.result.winner],
        }
        if row.result.shared_by:
            entry["shared_by"] = [names[seat] for seat in row.result.shared_by]
        if hand.overruled is not None:
            entry["overruled"] = {"reason": hand.overruled.reason, "by": names[hand.overruled.by]}
        rows.append(entry)
    document: dict[str, object] = {
        "hands": rows,
        "target": game.setting.rules.target,
        "totals": dict(zip(names, sheet.totals, strict=True)),
        "over": sheet.over,
        "winners": [names[seat] for seat in sheet.winners],
        "next_dealer": None if sheet.next_dealer is None else names[sheet.next_dealer],
    }
    if game.sides:
        document["side_totals"] = list(sheet.side_totals)
    if game.setting.rules.settles_at_the_end:
        document |= write_end(names, sheet)
    return document


def write_end(names: Sequence[str], sheet: MatchScore) -> dict[str, object]:
    """Return what the sheet document adds where more counts in the end than the hands."""
    return {
        "columns": [_column(names, column) for column in sheet.columns],
        "final": _by_name(names, sheet.final),
        "won_by": _won_by(names, sheet.final),
    }


def _column(names: Sequence[str], column: Column) -> dict[str, object]:
    return {
        "entries": [dict(zip(names, entry, strict=True)) for entry in column.entries],
        "totals": _by_name(names, column.totals),
        "over": column.over,
        "winners": [names[seat] for seat in column.winners],
        "lines": [_line(names, line) for line in column.lines],
        "final": _by_name(names, column.final),
        "won_by": _won_by(names, column.final),
    }


def _line(names: Sequence[str], line: EndLine) -> dict[str, object]:
    return {
        "code": line.code.value,
        "player": names[line.seat],
        "points": line.points,
        "text": end_line_sentence(line, names),
        "rule": line.rule,
    }


def _by_name(names: Sequence[str], points: Points | None) -> dict[str, int] | None:
    return None if points is None else dict(zip(names, points, strict=True))


def _won_by(names: Sequence[str], final: Points | None) -> dict[str, object] | None:
    """Return who wins by how many points; nothing while the game goes on, or if it's a tie."""
    if final is None or not won_by(final):
        return None
    (first,) = highest(final)
    return {"player": names[first], "points": won_by(final)}
