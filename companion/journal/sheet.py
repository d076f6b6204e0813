"""The score sheet of a game as it stands: every hand a row, also those that do not count, with the reason.

A hand that cannot count never makes the sheet fail, and is never lost: it is a row that says why. What counts is the
game document of the hands that do, so that the sheet and `companion score` of the export agree.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.documents.answers import score_document
from companion.documents.errors import DocumentError
from companion.documents.game import GameRecord, Overruling, read_game, write_sheet
from companion.documents.game import Hand as Played
from companion.journal.events import Document
from companion.journal.exchange import game_document, hands_key
from companion.journal.fold import GameState, Hand
from companion.journal.rulings import COUNTING, Ruling, Standing, rule_on
from companion.rules.rummy.match import DRAWN, HandResult, keep_score

__all__ = ["Rule", "ScoreSheet", "SheetRow", "Standing", "rule_hand", "sheet_of", "showdown_document"]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A hand on the sheet."""

    hand: Hand
    standing: Standing
    place: int | None = None
    """Which hand of the game it is, among those that count, from 1."""
    dealer: str | None = None
    points: Mapping[str, int] | None = None
    totals: Mapping[str, int] | None = None
    winner: str | None = None
    faults: tuple[str, ...] = ()
    """Why it does not count, a sentence each."""
    accepted_by: tuple[str, ...] = ()
    disputed_by: tuple[str, ...] = ()
    answer: Mapping[str, object] | None = None
    """What the score sheet document says of it."""
    ruling: Ruling | None = None
    position: int = 0
    """Which row of the sheet it is, from 1, whether it counts or not: what players call the hand."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The rows, and what they come to."""

    rows: tuple[SheetRow, ...]
    document: Mapping[str, object]
    """The game document of the hands that count: what is exported, and what `companion score` takes."""
    answer: Mapping[str, object] = field(default_factory=dict)
    """The score sheet document of it (docs/formats.md)."""
    trouble: str = ""
    """Why nothing can be scored at all: the house rules contradict each other, the print breaks its law."""

    @property
    def totals(self) -> Mapping[str, int]:
        """Each player's total."""
        found = self.answer.get("totals")
        if isinstance(found, Mapping):
            return found
        # A solo card has a grand total instead.
        players = self.document.get("players")
        total = self.answer.get("grand_total")
        return {str(players[0]): total} if isinstance(players, list) and isinstance(total, int) else {}

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return bool(self.answer.get("over"))

    def row(self, number: int) -> SheetRow | None:
        """Find the row of a hand by the hand's number."""
        return next((one for one in self.rows if one.hand.number == number), None)


Rule: TypeAlias = Callable[[GameState, Hand], Ruling]


def showdown_document(state: GameState, hand: Document) -> dict[str, object]:
    """Make a hand of the game a whole showdown document: what the game says already is added."""
    head = {key: state.head[key] for key in ("game", "house_rules", "print", "gems") if key in state.head}
    return {**head, **{key: value for key, value in hand.items() if key not in {"at", "note", "overruled"}}}


def rule_hand(state: GameState, hand: Hand) -> Ruling:
    """Rule on a hand of the game, struck out or not."""
    return rule_on(state.head, hand.document)


def sheet_of(state: GameState, rule: Rule = rule_hand) -> ScoreSheet:
    """Write the sheet; `rule` may remember its rulings."""
    if hands_key(state.game) == "rounds":
        return _sheet_of_rounds(state)
    try:
        game = read_game({**state.head, "hands": []})
    except DocumentError as trouble:
        return _without_score(state, trouble.message)
    if game.setting.gems is not None and game.setting.gems.faults:
        groups = ", ".join(fault.group for fault in game.setting.gems.faults)
        return _without_score(state, f"the print of the deck breaks its law in the group {groups}")
    ruled = [(hand, rule(state, hand)) for hand in state.hands]
    counting = [(hand, ruling) for hand, ruling in ruled if not hand.struck and ruling.standing in COUNTING]
    score = keep_score(game.setting.rules, game.first_dealer, [_result(one) for _, one in counting], game.sides)
    end = next((place for place, row in enumerate(score.rows, start=1) if row.over), len(counting))
    if end < len(counting):
        counting = counting[:end]
        score = keep_score(game.setting.rules, game.first_dealer, [_result(one) for _, one in counting], game.sides)
    played = tuple(_played(hand, ruling) for hand, ruling in counting)
    answer = write_sheet(GameRecord(game.setting, game.first_dealer, game.sides, played), score)
    lines = answer["hands"]
    places = {hand.number: place for place, (hand, _) in enumerate(counting)}
    rows = (
        _row(hand, ruling, places.get(hand.number), lines if isinstance(lines, list) else []) for hand, ruling in ruled
    )
    return ScoreSheet(
        _numbered(rows),
        game_document(state, (hand for hand, _ in counting)),
        answer,
    )


def _numbered(rows: Iterable[SheetRow]) -> tuple[SheetRow, ...]:
    return tuple(replace(row, position=position) for position, row in enumerate(rows, start=1))


def _result(ruling: Ruling) -> HandResult:
    return DRAWN if ruling.points is None else HandResult(ruling.points, ruling.winner)


def _played(hand: Hand, ruling: Ruling) -> Played:
    said = hand.document.get("overruled")
    if ruling.standing != Standing.OVERRULED or not isinstance(said, Mapping):
        return Played(None, None, None, None)
    return Played(None, Overruling(ruling.points or (), ruling.winner, said["reason"], said["by"]), None, None)


def _row(hand: Hand, ruling: Ruling, place: int | None, lines: Sequence[Mapping[str, object]]) -> SheetRow:
    standing, faults = ruling.standing, ruling.faults
    if hand.struck:
        standing, faults = Standing.STRUCK_OUT, (hand.reason,) if hand.reason else ()
    if place is None:
        standing = Standing.AFTER_THE_END if standing in COUNTING else standing
        return SheetRow(hand, standing, faults=faults, disputed_by=_disputed(hand), ruling=ruling)
    line = lines[place]
    points, totals, dealer, winner = (line.get(key) for key in ("points", "totals", "dealer", "winner"))
    return SheetRow(
        hand,
        standing,
        place + 1,
        dealer if isinstance(dealer, str) else None,
        points if isinstance(points, Mapping) else None,
        totals if isinstance(totals, Mapping) else None,
        winner if isinstance(winner, str) else None,
        faults,
        tuple(mark.player for mark in hand.marks if mark.accepted and mark.points == points),
        _disputed(hand),
        line,
        ruling,
    )


def _disputed(hand: Hand) -> tuple[str, ...]:
    return tuple(mark.player for mark in hand.marks if not mark.accepted)


def _sheet_of_rounds(state: GameState) -> ScoreSheet:
    """Write the sheet of a Gem II game: a round rests on those before it, so each is tried after them."""
    try:
        answer: Mapping[str, object] = score_document(game_document(state, ()))
    except DocumentError as trouble:
        return _without_score(state, trouble.message)
    kept: list[Hand] = []
    refused: dict[int, tuple[Standing, tuple[str, ...]]] = {}
    for hand in state.hands:
        if hand.struck:
            refused[hand.number] = Standing.STRUCK_OUT, (hand.reason,) if hand.reason else ()
        elif answer.get("over"):
            refused[hand.number] = Standing.AFTER_THE_END, ()
        else:
            try:
                answer = score_document(game_document(state, (*kept, hand)))
            except DocumentError as trouble:
                refused[hand.number] = Standing.ILLEGAL, (trouble.message,)
            else:
                kept.append(hand)
    rounds = answer.get("rounds")
    lines = rounds if isinstance(rounds, list) else []
    places = {hand.number: place for place, hand in enumerate(kept)}
    rows = []
    for hand in state.hands:
        place = places.get(hand.number)
        if place is None:
            standing, faults = refused[hand.number]
            rows.append(SheetRow(hand, standing, faults=faults, disputed_by=_disputed(hand)))
        else:
            points = tuple(int(lines[place]["points"][name]) for name in state.players)
            standing = Standing.OVERRULED if "overruled" in hand.document else Standing.COUNTS
            rows.append(_row(hand, Ruling(standing, points), place, lines))
    return ScoreSheet(_numbered(rows), game_document(state, kept), answer)


def _without_score(state: GameState, trouble: str) -> ScoreSheet:
    return ScoreSheet(
        _numbered(SheetRow(hand, Standing.UNREADABLE) for hand in state.hands), game_document(state), trouble=trouble
    )
