"""The score cards of Gem II: five rows of one player, six rows of each side; on the screen, printed, for a case."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from flask import Response, url_for

from companion.journal.sheet import SheetRow
from companion.rules.gem2.duel import ROUNDS, DuelCard, RoundScore
from companion.rules.gem2.lines import CardCode, ScoreBox, Side
from companion.rules.gem2.round import dealer_of
from companion.rules.gem2.solo import ROWS, CardRow, RowSource, SoloCard
from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.gem2 import round_view
from companion.web.gem2.ending import chart_of_game
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame
from companion.web.kinds.chart import Chart
from companion.web.kinds.game_kinds import HandLine
from companion.web.kinds.score_table import PrintedSheet, ScoreCell, ScoreRow, ScoreTable
from companion.web.sheet.history import UndoView, undo_of
from companion.wording import gem2_card as wording

_SOLO_HEADS = tuple((head, "") for head in ("Row", "Dealer", "Card runs", "Bonus rounds", "Total"))
_DUEL_HEADS = (("Rd", "Round"), ("Dealer", ""), ("Cards", ""), ("Bets", ""), ("Pen.", "Penalties"), ("Total", ""))


@pages.context("gem2/sheet/sheet.html")
class CardsPage:
    scored: AnyGame
    chart: Chart | None
    undo: UndoView
    tables: tuple[ScoreTable, ...]
    rounds: tuple[tuple[SheetRow, HandLine], ...]
    """The latest first."""


def show_cards(game: AnyGame) -> Response:
    """Show the card; called for the address that every game's sheet has."""
    page = CardsPage(
        scored=game,
        chart=chart_of_game(game),
        undo=undo_of(game.state),
        tables=cards_of(game),
        rounds=tuple((row, round_view.line_of(game, row)) for row in reversed(game.sheet.rows)),
    )
    return pages.show(page)


def cards_of(game: AnyGame, *, on_paper: bool = False) -> tuple[ScoreTable, ...]:
    """Return the card of one player, or the cards of both sides; on paper without links, each bet by itself."""
    links = () if on_paper else links_of(game)
    if isinstance(game, SoloGame):
        return (solo_card(game.card, links, game.players[0]),)
    return side_cards(game.card, game.sides, game.players, links, apart=on_paper)


def links_of(game: AnyGame) -> tuple[str, ...]:
    return tuple(url_for("sheet.hand", game=game.id, number=row.hand.number) for row in game.counting)


def solo_card(card: SoloCard, links: Sequence[str] = (), caption: str = "") -> ScoreTable:
    """Return the card of one player; `links` are the pages of the rounds that count."""
    written = {row.number: _solo_row(row, links) for row in card.rows}
    rows = tuple(written.get(number) or ScoreRow(number, (ScoreCell(),) * 4) for number in range(1, ROWS + 1))
    return ScoreTable("The card", _SOLO_HEADS, rows, (card.grand_total,), caption=caption)


def _solo_row(row: CardRow, links: Sequence[str]) -> ScoreRow:
    codes = [line.code for line in row.lines]
    signs = " ".join(wording.RUN_SIGNS[line.points] for line in row.lines if line.code is CardCode.CARD_RUN)
    ticks = "✓" * codes.count(CardCode.BONUS_ROUND) + (" X" if CardCode.FIVE_BONUS_ROUNDS in codes else "")
    if row.source is RowSource.LOST_BONUS and not ticks:
        bonus = ScoreCell(small="lost bonus round")
    else:
        bonus = ScoreCell(row.points(ScoreBox.BONUS_ROUND), ticks) if ticks else ScoreCell("–")
    return ScoreRow(
        row.number,
        (
            ScoreCell(row.points(ScoreBox.DEALER) if CardCode.CARDS_REMAINING in codes else ""),
            ScoreCell(row.points(ScoreBox.CARD_RUN), signs) if signs else ScoreCell("–"),
            bonus,
            ScoreCell(row.points(), strong=True),
        ),
        address=links[row.round - 1] if links else "",
        running=not row.finished,
    )


def side_cards(
    card: DuelCard, sides: Mapping[Side, str], players: Iterable[str], links: Sequence[str] = (), *, apart: bool = False
) -> tuple[ScoreTable, ...]:
    """Return the card of each side in the order of the players; `apart` writes each bet and penalty by itself."""
    side_of = {name: side for side, name in sides.items()}
    return tuple(
        ScoreTable(
            f"{name}'s card",
            _DUEL_HEADS,
            tuple(_duel_rows(card, side_of[name], links, apart=apart)),
            (card.totals.of(side_of[name]),),
            caption=name,
        )
        for name in players
    )


def _duel_rows(card: DuelCard, side: Side, links: Sequence[str], *, apart: bool) -> Iterator[ScoreRow]:
    for score in card.rounds:
        address = links[score.number - 1] if links else ""
        yield ScoreRow(score.number, _duel_cells(score, side, apart=apart), address, running=not score.finished)
    for number in range(len(card.rounds) + 1, ROUNDS + 1):
        yield ScoreRow(number, (_dealer_cell(None, deals=dealer_of(number) is side), *(ScoreCell(),) * 4))


def _duel_cells(score: RoundScore, side: Side, *, apart: bool) -> tuple[ScoreCell, ...]:
    lines = score.lines.of(side)

    def box(column: ScoreBox) -> ScoreCell:
        points = [line.points for line in lines if line.column is column and line.points]
        return ScoreCell(" + ".join(map(str, points)) if apart else sum(points) or "")

    has_dealer_points = any(line.column is ScoreBox.DEALER for line in lines)
    overruled = score.points(side, ScoreBox.OVERRULED)
    return (
        _dealer_cell(score.points(side, ScoreBox.DEALER) if has_dealer_points else None, deals=score.dealer is side),
        ScoreCell(score.points(side, ScoreBox.PLAYER)),
        box(ScoreBox.BETTING),
        box(ScoreBox.PENALTY),
        ScoreCell(
            score.points(side),
            strong=True,
            footnote=f"overruled by the table, {overruled:+d}" if overruled else "",
        ),
    )


def _dealer_cell(points: int | None, *, deals: bool) -> ScoreCell:
    """Return the box of dealer points; the side that doesn't deal puts a line through it (II.duel.dealer-only)."""
    if points is not None and (deals or points):
        return ScoreCell(points)
    return ScoreCell() if deals else ScoreCell("——", spoken="doesn't deal")


def printed(game: AnyGame) -> PrintedSheet:
    return PrintedSheet(
        title="Gem II",
        tables=cards_of(game, on_paper=True),
        signers=game.players,
        result=f"Won by {' and '.join(game.sheet.winners)}" if game.sheet.winners else "",
        level=game.level,
        legends=wording.solo_legends() if isinstance(game, SoloGame) else wording.duel_legends(),
    )


def spreadsheet_rows(game: AnyGame) -> Iterator[list[str | int]]:
    yield from _solo_spreadsheet(game) if isinstance(game, SoloGame) else _duel_spreadsheet(game)


def _solo_spreadsheet(game: SoloGame) -> Iterator[list[str | int]]:
    yield ["row", "round", "holds", "dealer points", "card run points", "bonus round points", "total", "note"]
    for row in game.card.rows:
        boxes = [row.points(column) for column in (ScoreBox.DEALER, ScoreBox.CARD_RUN, ScoreBox.BONUS_ROUND)]
        note = game.counting[row.round - 1].hand.recorded.note
        yield [row.number, row.round, row.source.value, *boxes, row.points(), note]


def _duel_spreadsheet(game: DuelGame) -> Iterator[list[str | int]]:
    boxes = ("dealer points", "player points", "betting points", "penalty points", "total", "running total")
    yield ["round", "date", "dealer", "standing", *(f"{name} {box}" for name in game.players for box in boxes), "note"]
    for score, row in zip(game.card.rounds, game.counting, strict=True):
        yield [score.number, *_told(row), *_boxes(game, score, row), row.hand.recorded.note]


def _told(row: SheetRow) -> tuple[str, ...]:
    return row.hand.recorded.at or day_of(row.hand.played_at), row.dealer or "", row.standing.value


def _boxes(game: DuelGame, score: RoundScore, row: SheetRow) -> Iterator[int]:
    """Yield the boxes of both sides in the order of the players, each with its total after the round."""
    for name in game.players:
        side = game.side_of[name]
        for column in (ScoreBox.DEALER, ScoreBox.PLAYER, ScoreBox.BETTING, ScoreBox.PENALTY, None):
            yield score.points(side, column)
        yield (row.totals or {}).get(name, 0)
