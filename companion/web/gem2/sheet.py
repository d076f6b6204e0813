"""The score card of a Gem II game: on the screen, printed, for a spreadsheet."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Response

from companion.journal.sheet import SheetRow
from companion.rules.gem2.lines import ScoreBox
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.base.spreadsheet import safe_text
from companion.web.gem2.ending import chart_of_game
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame
from companion.web.gem2.views import round_view
from companion.web.gem2.views.score_card import SideCard, SoloRowView, side_cards, solo_rows
from companion.web.kinds.chart import Chart
from companion.web.sheet.history import UndoView, undo_of
from companion.wording import gem2_card as wording
from companion.wording.gem2_table import game_summary


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """A round in the list below the card."""

    number: int
    title: str
    outcome: str
    remarks: tuple[str, ...]
    note: str
    counts: bool


@dataclass(frozen=True, slots=True)
class SheetCard:
    """The card of one player, or the cards of two sides."""

    name: str
    total: int
    solo: tuple[SoloRowView, ...]
    sides: tuple[SideCard, ...]


@pages.context("gem2/sheet/sheet.html")
class CardsPage:
    """The page of the score card."""

    game: str
    summary: str
    date: str
    note: str
    card: SheetCard
    chart: Chart | None
    rounds: tuple[RoundEntry, ...]
    over: bool
    may_record: bool
    undo: UndoView


def sheet(game: AnyGame) -> Response:
    """Show the card; called for the address that every game's sheet has."""
    page = CardsPage(
        game=game.id,
        summary=game_summary(game.head),
        date=str(game.head.get("at", "")),
        note=str(game.head.get("note", "")),
        card=_card_view(game),
        chart=chart_of_game(game),
        rounds=tuple(_round_entry(game, row) for row in reversed(game.sheet.rows)),
        over=game.finished,
        may_record=game.member.role.may(Role.SCORER) and not game.state.closed,
        undo=undo_of(game.state),
    )
    return pages.show(page)


def _card_view(game: AnyGame) -> SheetCard:
    hands = game.counting_numbers
    return SheetCard(
        name=game.players[0],
        total=sum(game.sheet.totals.values()),
        solo=solo_rows(game.card, hands) if isinstance(game, SoloGame) else (),
        sides=() if isinstance(game, SoloGame) else side_cards(game.card, game.sides, game.players, hands),
    )


def _round_entry(game: AnyGame, row: SheetRow) -> RoundEntry:
    return RoundEntry(
        number=row.hand.number,
        title=wording.ROUND_TITLE.format(position=row.position),
        outcome=round_view.outcome_of(game, row),
        remarks=round_view.remarks_of(game, row),
        note=row.hand.recorded.note,
        counts=row.place is not None,
    )


@pages.context("gem2/sheet/print.html")
class PrintedCardsPage:
    """The printed card."""

    game: str
    summary: str
    level: int
    date: str
    note: str
    card: SheetCard
    legends: tuple[str, ...]
    winners: tuple[str, ...]


def on_paper(game: AnyGame) -> Response:
    """Show the card as it is printed."""
    page = PrintedCardsPage(
        game=game.id,
        summary=game_summary(game.head),
        level=game.level,
        date=str(game.head.get("at", "")) or day_of(game.state.started_at),
        note=str(game.head.get("note", "")),
        card=_card_view(game),
        legends=wording.solo_legends() if isinstance(game, SoloGame) else wording.duel_legends(),
        winners=game.sheet.winners,
    )
    return pages.show(page)


def spreadsheet_rows(game: AnyGame) -> Iterator[list[str | int]]:
    """Yield the rows of the card for a spreadsheet."""
    yield from _solo_spreadsheet(game) if isinstance(game, SoloGame) else _duel_spreadsheet(game)


def _solo_spreadsheet(game: SoloGame) -> Iterator[list[str | int]]:
    yield ["row", "round", "holds", "dealer points", "card run points", "bonus round points", "total", "note"]
    for row in game.card.rows:
        boxes = [row.points(column) for column in (ScoreBox.DEALER, ScoreBox.CARD_RUN, ScoreBox.BONUS_ROUND)]
        note = safe_text(game.counting[row.round - 1].hand.recorded.note)
        yield [row.number, row.round, row.source.value, *boxes, row.points(), note]


def _duel_spreadsheet(game: DuelGame) -> Iterator[list[str | int]]:
    boxes = ("dealer points", "player points", "betting points", "penalty points", "total", "running total")
    headers = [safe_text(f"{name} {box}") for name in game.players for box in boxes]
    yield ["round", "date", "dealer", "standing", *headers, "note"]
    totals = dict.fromkeys(game.players, 0)
    columns = (ScoreBox.DEALER, ScoreBox.PLAYER, ScoreBox.BETTING, ScoreBox.PENALTY)
    for score, row in zip(game.card.rounds, game.counting, strict=True):
        cells: list[str | int] = []
        for name in game.players:
            side = game.side_of[name]
            totals[name] += score.points(side)
            cells += [*(score.points(side, column) for column in columns), score.points(side), totals[name]]
        recorded = row.hand.recorded
        first = [
            recorded.at or day_of(row.hand.played_at),
            safe_text(game.sides[score.dealer]),
            row.standing.value,
        ]
        yield [score.number, *first, *cells, safe_text(recorded.note)]
