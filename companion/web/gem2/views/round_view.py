"""A round of Gem II as it is shown by itself: what it came to, by which lines, and its deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.documents.gem2_duel import read_deal
from companion.journal.sheet import Standing
from companion.register.entries import Rule, rules
from companion.rules.gem2.cards import SUIT_COUNT
from companion.rules.gem2.round import player_of
from companion.rules.gem2.solo import RowSource
from companion.rules.gem2.turn import Penalty
from companion.web.gem2.state.game import duel_card, solo_card
from companion.web.gem2.views import table_view
from companion.web.gem2.views.table_view import listed_totals
from companion.wording.cards import listed_words
from companion.wording.gem2 import doubt_sentence as doubt_words
from companion.wording.gem2 import line_sentence
from companion.wording.outcomes import STANDING_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.journal.sheet import SheetRow
    from companion.rules.gem2.duel import RoundScore
    from companion.rules.gem2.faults import Doubt
    from companion.rules.gem2.lines import CardLine
    from companion.rules.gem2.sides import Side
    from companion.rules.gem2.solo import CardRow as RowOfCard
    from companion.web.gem2.state.game import Gem2Game


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of a round with the rule that it rests on."""

    text: str
    points: int
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class PartView:
    """What one side, or one row of the card of one player, has from a round."""

    name: str
    part: str
    points: int
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal of a round for two, with the deal's number."""

    number: int
    said: str


def title_of(row: SheetRow) -> str:
    """Name a round."""
    return f"Round {row.position}"


def outcome_of(at: Gem2Game, row: SheetRow) -> str:
    """Say what a round came to."""
    if row.place is None:
        return STANDING_WORDS[row.standing].replace("hand", "round").capitalize()
    points = row.points or {}
    if at.solo:
        total = sum(points.values())
        return f"{total} {'point' if total == 1 else 'points'}"
    return listed_totals(points, at.state.players)


def remarks_of(at: Gem2Game, row: SheetRow) -> tuple[str, ...]:
    """Say what else is to be said of a round."""
    said = []
    if row.place is not None and row.place != row.position:
        said.append(f"round {row.place} of those that count")
    if row.place is not None and not is_finished(row):
        said.append("still being played")
    if row.dealer:
        said.append(f"{row.dealer} deals" if not is_finished(row) else f"{row.dealer} dealt")
    if "counted" in row.hand.document:
        said.append("as counted at the table")
    overruled: Any = row.hand.document.get("overruled")
    if row.standing == Standing.OVERRULED and overruled:
        said.append(f"overruled by {overruled['by']}: {overruled['reason']}")
    if row.disputed_by:
        said.append(f"disputed by {listed_words(list(row.disputed_by))}")
    elif row.accepted_by:
        whole = set(row.accepted_by) == set(at.state.players)
        said.append("accepted by all" if whole else f"accepted by {listed_words(list(row.accepted_by))}")
    return tuple(said)


def is_finished(row: SheetRow) -> bool:
    """Say whether nothing more is dealt in a round that counts."""
    answer: Any = row.answer or {}
    return bool(answer.get("finished", True))


def parts_of(at: Gem2Game, row: SheetRow) -> tuple[PartView, ...]:
    """Give the lines of a round, side by side or row by row; none of one that does not count."""
    if row.place is None:
        return ()
    if at.solo:
        return solo_parts(one for one in solo_card(at).rows if one.round == row.place)
    return side_parts(duel_card(at).rounds[row.place - 1], at.sides, at.state.players)


def solo_parts(rows: Iterable[RowOfCard]) -> tuple[PartView, ...]:
    """Give the lines of rows of the card of one player."""
    return tuple(
        PartView(
            name=f"Row {one.number} of the card",
            part="the bonus round that was lost" if one.source is RowSource.LOST_BONUS else "",
            points=one.points(),
            lines=_lines(one.lines),
        )
        for one in rows
    )


def side_parts(score: RoundScore, sides: Mapping[Side, str], players: Iterable[str]) -> tuple[PartView, ...]:
    """Give the lines of a round, side by side."""
    side_of = {name: side for side, name in sides.items()}
    return tuple(
        PartView(
            name=name,
            part="deals" if side_of[name] is score.dealer else "receives",
            points=score.points(side_of[name]),
            lines=_lines(score.lines.of(side_of[name]), sides[side_of[name].other]),
        )
        for name in players
    )


def _lines(lines: Iterable[CardLine], other: str = "") -> tuple[LineView, ...]:
    known = rules()
    return tuple(LineView(line_sentence(line, other), line.points, known.get(line.rule)) for line in lines)


def doubts_of(at: Gem2Game, row: SheetRow) -> tuple[str, ...]:
    """Say what may be and should be looked at again."""
    if row.place is None:
        return ()
    found = (solo_card(at) if at.solo else duel_card(at)).doubts
    return tuple(doubt_sentence(doubt) for doubt in found if doubt.place[1] == row.place - 1)


def doubt_sentence(doubt: Doubt) -> str:
    """Say what may be and should be looked at again, and in which deal."""
    return f"{_place_said(doubt)}: {doubt_words(doubt)}."


def _place_said(doubt: Doubt) -> str:
    numbers = [part + 1 for part in doubt.place if isinstance(part, int)]
    return f"Bonus round {numbers[1]}, deal {numbers[2]}" if "bonus_rounds" in doubt.place else f"Deal {numbers[-1]}"


def deals_of(at: Gem2Game, row: SheetRow) -> tuple[DealView, ...]:
    """List the deals of a round for two."""
    document: Mapping[str, Any] = row.hand.document
    if at.solo or row.place is None:
        return ()
    return tuple(
        DealView(
            number,
            table_view.deal_words(at.sides, deal, player_of(row.place, number)) + table_view.besides(deal),
        )
        for number, deal in enumerate((read_deal(one, "", at.sides) for one in document.get("deals", [])), start=1)
    )


@dataclass(frozen=True, slots=True)
class LastFour:
    """An answer to the question what the last four cards are."""

    value: str
    said: str
    chosen: bool


def last_four(at: Gem2Game, row: SheetRow) -> tuple[LastFour, ...]:
    """Offer the answers where a round for two ended on four cards: all X's, or who holds a missing one (ruling 29)."""
    document: Mapping[str, Any] = row.hand.document
    if not _ends_on_four(at, row):
        return ()
    answers = {
        "yes": "Yes",
        **{str(seat): f"No, {name} holds an X" for seat, name in enumerate(at.state.players)},
        "no": "No, and nobody can say who holds the X",
    }
    said = last_four_said(document, at.state.players)
    return tuple(LastFour(value, words, value == said) for value, words in answers.items())


def last_four_said(document: Mapping[str, Any], players: Sequence[str]) -> str:
    """Read from a round which of the answers was given."""
    if not document.get("not_all_x"):
        return "yes"
    return str(players.index(document["x_held_by"])) if "x_held_by" in document else "no"


def with_last_four(document: Mapping[str, Any], answer: str, players: Sequence[str]) -> dict[str, Any]:
    """Write what the last four cards are into a round."""
    rest = {key: value for key, value in document.items() if key not in {"not_all_x", "x_held_by"}}
    if answer == "yes":
        return rest
    known = {"x_held_by": players[int(answer)]} if answer.isdecimal() else {}
    return {**rest, "not_all_x": True, **known}


def _ends_on_four(at: Gem2Game, row: SheetRow) -> bool:
    """Tell whether a round for two ended on four cards, and no right call of Last Round 4X has said which."""
    answer: Any = row.answer or {}
    if at.solo or row.place is None or not is_finished(row) or answer.get("remaining") != SUIT_COUNT:
        return False
    document: Mapping[str, Any] = row.hand.document
    calls = [call for deal in document.get("deals", []) for call in deal.get("calls", [])]
    return not any(call["penalty"] == Penalty.LAST_ROUND_4X and call["correct"] for call in calls)
