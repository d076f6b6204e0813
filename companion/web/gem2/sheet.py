"""The sheet of a Gem II game: the card as the book has it, on the screen, on paper, for a spreadsheet; and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import url_for

from companion.journal.undo_labels import redo_words, undo_words
from companion.rules.gem2.lines import Column
from companion.store.derived import head_to_head
from companion.store.people.members import Role
from companion.web.gem2.state.game import duel_card, solo_card
from companion.web.gem2.views import round_view
from companion.web.gem2.views.score_card import SideCard, SoloRowView, side_cards, side_legends, solo_legends, solo_rows
from companion.web.gem2.views.table_view import GAME_NAMES, summary_of
from companion.web.security import access
from companion.web.shared.chart import Chart, chart_of
from companion.web.shared.pair_record import PairRecord
from companion.web.shell import pages
from companion.web.shell.idempotency import new_idempotency_key
from companion.web.shell.spreadsheet import safe_text
from companion.web.shell.time_zone import day_of
from companion.wording.cards import listed_words

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
    back: str
    over: bool
    may_record: bool
    undoable: int | None
    redoable: int | None
    undo_words: str
    redo_words: str
    seq: int
    idempotency_key: str


def sheet(at: Gem2Game) -> Response:
    """Show the sheet; called for the address that every game's sheet has."""
    ended = at.over or at.state.closed
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
        back=url_for("end.end" if ended else "table.table", game=at.game),
        over=ended,
        may_record=at.member.role.may(Role.SCORER) and not at.state.closed,
        undoable=at.state.undoable,
        redoable=at.state.redoable,
        undo_words=undo_words(at.state),
        redo_words=redo_words(at.state),
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


@pages.context("gem2/sheet/end.html")
class EndPage:
    """What the page of a game's end shows."""

    game: str
    game_name: str
    summary: str
    headline: str
    why: str
    totals: tuple[tuple[str, int, bool], ...]
    bests: head_to_head.PersonalBests | None
    best_day: str
    is_best: bool
    record: PairRecord | None
    chart: Chart | None
    closed: bool
    over: bool
    may_record: bool
    undoable: int | None
    undo_words: str
    seq: int
    idempotency_key: str


def end(at: Gem2Game) -> Response:
    """Show how a game ended; called for the address that every game's end has."""
    won = winners_of(at)
    totals = sorted(at.sheet.totals.items(), key=lambda one: -one[1])
    earlier = None
    if at.solo and at.over:
        earlier = head_to_head.personal_bests(
            access.store(), at.member.device, at.state.players[0], at.level, without=at.game
        )
    page = EndPage(
        game=at.game,
        game_name=GAME_NAMES[at.state.game],
        summary=summary_of(at.head),
        headline=_headline(at, won),
        why=_why(at, won, earlier),
        totals=tuple((name, total, name in won or at.solo) for name, total in totals),
        bests=earlier,
        best_day=day_of(earlier.played_at) if earlier is not None and earlier.games else "",
        is_best=earlier is not None and earlier.games > 0 and not earlier.uncounted and totals[0][1] > earlier.best,
        record=None if at.solo else _record(at),
        chart=_chart(at),
        closed=at.state.closed,
        over=at.over,
        may_record=at.member.role.may(Role.SCORER),
        undoable=at.state.undoable,
        undo_words=undo_words(at.state),
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    return pages.show(page)


def _headline(at: Gem2Game, won: tuple[str, ...]) -> str:
    score = " to ".join(str(total) for total in sorted(at.sheet.totals.values(), reverse=True))
    if not at.over:
        return "The table was cleared"
    if at.solo:
        return f"{at.state.players[0]}: {score} points"
    if len(won) > 1:
        return f"{listed_words(list(won))} share the win, {score}"
    return f"{won[0]} {'win' if at.head.get('teams') else 'wins'}, {score}"


def _why(at: Gem2Game, won: tuple[str, ...], earlier: head_to_head.PersonalBests | None) -> str:
    if not at.over:
        return "The game was not played to its end."
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
    if played is None or not (played.games or played.uncounted):
        return None
    tallies = {one.name: one for one in played.players}
    rows = (
        ("Games won", tuple(tallies[name].games for name in at.state.players)),
        ("Best round", tuple(tallies[name].best for name in at.state.players)),
    )
    return PairRecord(played.games, played.hands, at.state.players, rows, played.uncounted)
