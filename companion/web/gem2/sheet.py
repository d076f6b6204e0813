"""The sheet of a Gem II game: the card as the book has it, on the screen, on paper, for a spreadsheet; and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.gem2.lines import Column
from companion.store.derived import head_to_head
from companion.store.people.members import Role
from companion.web.gem2.state.game import duel_card, solo_card
from companion.web.gem2.views import round_view
from companion.web.gem2.views.score_card import SideCard, SoloRowView, side_cards, side_legends, solo_legends, solo_rows
from companion.web.gem2.views.table_view import summary_of
from companion.web.security import access
from companion.web.shared.chart import Chart, chart_of
from companion.web.shared.ending import Ending, GameResult, PairRecord, PersonalBest
from companion.web.shared.undo import UndoView, undo_of
from companion.web.shell import pages
from companion.web.shell.idempotency import new_idempotency_key
from companion.web.shell.spreadsheet import safe_text
from companion.web.shell.time_zone import day_of
from companion.wording.endings import CLEARED_HEADLINE, CLEARED_REASON, win_headline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Response

    from companion.web.gem2.state.game import Gem2Game


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list below the card."""

    number: int
    title: str
    outcome: str
    remarks: tuple[str, ...]
    note: str
    counts: bool


@pages.context("gem2/sheet/sheet.html")
class SheetPage:
    """What the page of the sheet shows."""

    game: str
    summary: str
    at: str
    note: str
    name: str
    solo: tuple[SoloRowView, ...]
    sides: tuple[SideCard, ...]
    total: int
    chart: Chart | None
    lines: tuple[RoundLine, ...]
    over: bool
    may_record: bool
    undo: UndoView
    seq: int
    idempotency_key: str


def sheet(at: Gem2Game) -> Response:
    """Show the sheet; called for the address that every game's sheet has."""
    page = SheetPage(
        game=at.game,
        summary=summary_of(at.head),
        at=str(at.head.get("at", "")),
        note=str(at.head.get("note", "")),
        name=at.state.players[0],
        solo=_solo_rows(at),
        sides=_side_cards(at),
        total=sum(at.sheet.totals.values()),
        chart=_chart(at),
        lines=tuple(_line(at, number) for number in range(len(at.sheet.rows) - 1, -1, -1)),
        over=at.over or at.state.closed,
        may_record=at.member.role.may(Role.SCORER) and not at.state.closed,
        undo=undo_of(at.state),
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    return pages.show(page)


def _chart(at: Gem2Game) -> Chart | None:
    """Draw the running totals as soon as there is more than one round to compare."""
    if len(at.counting) == 1:
        return None
    return chart_of(at.sheet, at.state.players, (), None, "round")


def _solo_rows(at: Gem2Game) -> tuple[SoloRowView, ...]:
    return solo_rows(solo_card(at), at.counting_numbers) if at.solo else ()


def _side_cards(at: Gem2Game) -> tuple[SideCard, ...]:
    return () if at.solo else side_cards(duel_card(at), at.sides, at.state.players, at.counting_numbers)


def _line(at: Gem2Game, number: int) -> RoundLine:
    row = at.sheet.rows[number]
    return RoundLine(
        number=row.hand.number,
        title=round_view.title_of(row),
        outcome=round_view.outcome_of(at, row),
        remarks=round_view.remarks_of(at, row),
        note=str(row.hand.document.get("note", "")),
        counts=row.place is not None,
    )


@pages.context("gem2/sheet/print.html")
class PrintPage:
    """What the card on paper shows."""

    game: str
    summary: str
    level: int
    at: str
    note: str
    name: str
    solo: tuple[SoloRowView, ...]
    sides: tuple[SideCard, ...]
    total: int
    legends: tuple[str, ...]
    winners: tuple[str, ...]


def on_paper(at: Gem2Game) -> Response:
    """Show the card as it goes to the printer."""
    page = PrintPage(
        game=at.game,
        summary=summary_of(at.head),
        level=at.level,
        at=str(at.head.get("at", "")) or day_of(at.state.started_at),
        note=str(at.head.get("note", "")),
        name=at.state.players[0],
        solo=_solo_rows(at),
        sides=_side_cards(at),
        total=sum(at.sheet.totals.values()),
        legends=solo_legends() if at.solo else side_legends(),
        winners=winners_of(at),
    )
    return pages.show(page)


def winners_of(at: Gem2Game) -> tuple[str, ...]:
    """Name who won; nobody while the game goes on, nor where one plays alone."""
    found = at.sheet.answer.get("winners")
    return tuple(str(name) for name in found) if isinstance(found, list) else ()


def spreadsheet_rows(at: Gem2Game) -> Iterator[list[str | int]]:
    """Yield the rows of the card for a spreadsheet."""
    yield from _solo_lines(at) if at.solo else _duel_lines(at)


def _solo_lines(at: Gem2Game) -> Iterator[list[str | int]]:
    yield ["row", "round", "holds", "dealer points", "card run points", "bonus round points", "total", "note"]
    for row in solo_card(at).rows:
        document = at.counting[row.round - 1].hand.document
        boxes = [row.points(column) for column in (Column.DEALER, Column.CARD_RUN, Column.BONUS_ROUND)]
        note = safe_text(str(document.get("note", "")))
        yield [row.number, row.round, row.source.value, *boxes, row.points(), note]


def _duel_lines(at: Gem2Game) -> Iterator[list[str | int]]:
    names = ("dealer points", "player points", "betting points", "penalty points", "total", "running total")
    yield [
        "round",
        "date",
        "dealer",
        "standing",
        *(safe_text(f"{one} {name}") for one in at.state.players for name in names),
        "note",
    ]
    card, totals = duel_card(at), dict.fromkeys(at.state.players, 0)
    side_of = {name: side for side, name in at.sides.items()}
    columns = (Column.DEALER, Column.PLAYER, Column.BETTING, Column.PENALTY)
    for score, row in zip(card.rounds, at.counting, strict=True):
        cells: list[str | int] = []
        for name in at.state.players:
            totals[name] += score.points(side_of[name])
            boxes = [score.points(side_of[name], column) for column in columns]
            cells += [*boxes, score.points(side_of[name]), totals[name]]
        document = row.hand.document
        first = [str(document.get("at", "")), safe_text(at.sides[score.dealer]), row.standing.value]
        yield [score.number, *first, *cells, safe_text(str(document.get("note", "")))]


def ending_of(at: Gem2Game) -> Ending:
    """Return all that the end of a game shows."""
    winners = winners_of(at)
    ranking = sorted(at.sheet.totals.items(), key=lambda entry: -entry[1])
    earlier = None
    if at.solo and at.over:
        earlier = head_to_head.personal_bests(
            access.store(), at.member.device, at.state.players[0], at.level, without=at.game
        )
    return Ending(
        result=GameResult(
            headline=_headline(at, winners, [total for _, total in ranking]),
            why=_why(at, winners, earlier),
            totals=tuple((name, total, name in winners or at.solo) for name, total in ranking),
        ),
        summary=summary_of(at.head),
        chart=_chart(at),
        record=None if at.solo else _record(at),
        personal_best=_personal_best(earlier, ranking[0][1]) if earlier else None,
    )


def _personal_best(earlier: head_to_head.PersonalBests, total: int) -> PersonalBest:
    return PersonalBest(
        games=earlier.games,
        best=earlier.best,
        day=day_of(earlier.played_at) if earlier.games else "",
        average=earlier.average,
        uncounted=earlier.uncounted,
        beaten=earlier.games > 0 and not earlier.uncounted and total > earlier.best,
    )


def _headline(at: Gem2Game, winners: tuple[str, ...], totals: list[int]) -> str:
    if not at.over:
        return CLEARED_HEADLINE
    if at.solo:
        return f"{at.state.players[0]}: {totals[0]} points"
    return win_headline(winners, totals, are_teams=bool(at.head.get("teams")))


def _why(at: Gem2Game, won: tuple[str, ...], earlier: head_to_head.PersonalBests | None) -> str:
    if not at.over:
        return CLEARED_REASON
    if earlier is not None:
        mine = sum(at.sheet.totals.values())
        if earlier.uncounted:
            return f"All rounds on Level {at.level} are played."
        if not earlier.games:
            return f"The first game on Level {at.level} on this phone: something to beat."
        if mine > earlier.best:
            return f"A new personal best on Level {at.level}: {earlier.best} was the highest so far."
        return f"The personal best on Level {at.level} of this phone is {earlier.best}."
    if len(won) > 1:
        return "All six rounds are played, and the grand totals are level."
    return "All six rounds are played, and the higher grand total wins."


def _record(at: Gem2Game) -> PairRecord | None:
    """Give what a pairing has come to in its games on this phone."""
    played = head_to_head.head_to_head(access.store(), at.member.device, at.state.game, at.state.players)
    if played is None:
        return None
    tallies = {one.name: one for one in played.players}
    rows = (
        ("Games won", tuple(tallies[name].games for name in at.state.players)),
        ("Best round", tuple(tallies[name].best for name in at.state.players)),
    )
    return PairRecord(played.games, played.hands, at.state.players, rows, played.uncounted)
