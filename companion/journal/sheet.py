"""The score sheet of a game as it stands: every hand a row, also those that do not count, with the reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import Protocol, cast

from companion.documents.errors import DocumentError
from companion.journal.events import Document
from companion.journal.exchange import game_document, hands_key
from companion.journal.fold import GameState, Hand


class Standing(StrEnum):
    """How a hand stands on the sheet."""

    COUNTS = "counts"
    DRAWN = "drawn"
    OVERRULED = "overruled"
    """Counts, with the points that the table gave it."""
    STRUCK_OUT = "struck-out"
    ILLEGAL = "illegal"
    """The ruling finds faults (the rules or the gems known have changed since): nothing is scored, same dealer."""
    UNREADABLE = "unreadable"
    """The rules now played cannot read it at all."""
    AFTER_THE_END = "after-the-end"
    """An earlier hand now ends the game: kept, and counting nothing until the game goes on again."""


@dataclass(frozen=True, slots=True)
class Row:
    """A hand on the sheet."""

    hand: Hand
    standing: Standing
    place: int | None = None
    """Which hand of the game it is, among those that count."""
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


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows, and what they come to."""

    rows: tuple[Row, ...]
    document: Mapping[str, object]
    """The game document of the hands that count: what is exported, and what `companion score` takes."""
    answer: Mapping[str, object]
    """The score sheet document of it (docs/formats.md)."""

    @property
    def totals(self) -> Mapping[str, int]:
        """Each player's total."""
        found = self.answer.get("totals", {})
        return found if isinstance(found, Mapping) else {}

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return bool(self.answer.get("over"))

    def row(self, number: int) -> Row | None:
        """Find the row of a hand by the hand's number."""
        return next((one for one in self.rows if one.hand.number == number), None)


class Engine(Protocol):
    """What judges and scores: companion.documents.answers."""

    def judge_document(self, document: object, /) -> Mapping[str, object]:
        """Rule on a showdown."""
        ...

    def score_document(self, document: object, /) -> Mapping[str, object]:
        """Score a game."""
        ...


def showdown_document(state: GameState, hand: Document) -> dict[str, object]:
    """Make a hand of the game a whole showdown document: what the game says already is added."""
    head = {key: state.head[key] for key in ("game", "house_rules", "print", "gems") if key in state.head}
    return {**head, **{key: value for key, value in hand.items() if key not in {"at", "note", "overruled"}}}


def sheet_of(state: GameState, engine: Engine | None = None) -> Sheet:
    """Write the sheet. It never fails at the table: a hand that cannot count is a row that says why."""
    judge = engine or _engine()
    standing = {hand.number: _standing(state, hand, judge) for hand in state.hands}
    counted = [hand for hand in state.hands if standing[hand.number][0] in _COUNTING]
    kept, answer, refused = _scored(state, counted, judge)
    standing.update(refused)
    places = {hand.number: place for place, hand in enumerate(kept)}
    said = answer.get(hands_key(state.game), [])
    lines: Sequence[object] = said if isinstance(said, list) else []
    return Sheet(
        tuple(_row(hand, *standing[hand.number], places.get(hand.number), lines) for hand in state.hands),
        game_document(state, kept),
        answer,
    )


_COUNTING = frozenset({Standing.COUNTS, Standing.DRAWN, Standing.OVERRULED})


def _engine() -> Engine:
    return cast("Engine", import_module("companion.documents.answers"))


def _standing(state: GameState, hand: Hand, engine: Engine) -> tuple[Standing, tuple[str, ...]]:
    if hand.struck:
        return Standing.STRUCK_OUT, (hand.reason,) if hand.reason else ()
    if hand.document.get("drawn"):
        return Standing.DRAWN, ()
    if "overruled" in hand.document:
        return Standing.OVERRULED, ()
    if hands_key(state.game) == "rounds":
        return Standing.COUNTS, ()
    try:
        verdict = engine.judge_document(showdown_document(state, hand.document))
    except DocumentError as trouble:
        return Standing.UNREADABLE, (trouble.message,)
    return (Standing.COUNTS, ()) if verdict.get("legal") else (Standing.ILLEGAL, tuple(_messages(verdict)))


def _messages(verdict: Mapping[str, object]) -> Iterable[str]:
    faults = verdict.get("faults")
    for fault in faults if isinstance(faults, list) else []:
        if isinstance(fault, Mapping):
            yield str(fault.get("message", fault.get("code")))


def _scored(
    state: GameState, hands: Sequence[Hand], engine: Engine
) -> tuple[list[Hand], Mapping[str, object], dict[int, tuple[Standing, tuple[str, ...]]]]:
    """Score the hands; where that is refused, take them one after the other and leave out those that do not fit."""
    try:
        return list(hands), engine.score_document(game_document(state, hands)), {}
    except DocumentError:
        pass
    kept: list[Hand] = []
    refused: dict[int, tuple[Standing, tuple[str, ...]]] = {}
    answer = engine.score_document(game_document(state, ()))
    for hand in hands:
        if answer.get("over"):
            refused[hand.number] = (Standing.AFTER_THE_END, ())
            continue
        try:
            answer = engine.score_document(game_document(state, (*kept, hand)))
            kept.append(hand)
        except DocumentError as trouble:
            refused[hand.number] = (Standing.UNREADABLE, (trouble.message,))
    return kept, answer, refused


def _row(hand: Hand, standing: Standing, faults: tuple[str, ...], place: int | None, lines: Sequence[object]) -> Row:
    line = lines[place] if place is not None and place < len(lines) else None
    said: Mapping[str, object] = line if isinstance(line, Mapping) else {}
    points, totals, winner, dealer = (said.get(key) for key in ("points", "totals", "winner", "dealer"))
    scored = dict(points) if isinstance(points, Mapping) else None
    return Row(
        hand,
        standing,
        None if place is None else place + 1,
        dealer if isinstance(dealer, str) else None,
        scored,
        dict(totals) if isinstance(totals, Mapping) else None,
        winner if isinstance(winner, str) else None,
        faults,
        tuple(mark.player for mark in hand.marks if mark.accepted and mark.points == scored),
        tuple(mark.player for mark in hand.marks if not mark.accepted),
        said or None,
    )
