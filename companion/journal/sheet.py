"""The score sheet of a game: a row for every hand, also for those that don't count, with the reason.

A hand that can't count is never lost and never makes the sheet fail. The totals are those of the game document of the
hands that count, so the sheet always agrees with `companion score` of the export.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from companion.documents.answers import score_document
from companion.documents.errors import DocumentError
from companion.documents.game import HAND_REMARKS, GameRecord, Overruling, read_game, write_sheet
from companion.documents.game import Hand as Played
from companion.documents.showdown import DECK_KEYS
from companion.journal.events import Document
from companion.journal.exchange import game_document, hands_key
from companion.journal.fold import GameState, Hand
from companion.journal.rulings import COUNTING, Ruling, Standing, rule_on
from companion.rules.rummy.match import HandResult, ScoredHand, keep_score
from companion.wording.errors.documents import document_error_sentence, placed_sentence

__all__ = ["Rule", "ScoreSheet", "SheetRow", "Standing", "rule_hand", "sheet_of", "showdown_document"]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A hand on the sheet."""

    hand: Hand
    standing: Standing
    place: int | None = None
    """Its position among the hands that count, from 1."""
    dealer: str | None = None
    dealer_by_the_rules: str | None = None
    """Who would have dealt after the hand before it."""
    points: Mapping[str, int] | None = None
    totals: Mapping[str, int] | None = None
    winner: str | None = None
    shared_by: tuple[str, ...] = ()
    """Who share a hand that nobody alone wins."""
    faults: tuple[str, ...] = ()
    """Why it doesn't count, a sentence each."""
    accepted_by: tuple[str, ...] = ()
    disputed_by: tuple[str, ...] = ()
    answer: Mapping[str, object] | None = None
    """Its entry in the score sheet document."""
    ruling: Ruling | None = None
    position: int = 0
    """Its row number from 1, whether it counts or not: what players call the hand."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Return who won the hand or shares it."""
        return (self.winner,) if self.winner is not None else self.shared_by


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The rows and the totals."""

    rows: tuple[SheetRow, ...]
    document: Mapping[str, object]
    """The game document of the hands that count, as exported."""
    answer: Mapping[str, object] = field(default_factory=dict)
    """The score sheet document of that (docs/formats.md)."""
    error: str = ""
    """Why nothing can be scored: contradictory house rules, or an impossible print."""

    @property
    def totals(self) -> Mapping[str, int]:
        """Each player's total."""
        totals = self.answer.get("totals")
        if isinstance(totals, Mapping):
            return totals
        # A solo card has a grand total instead.
        players = self.document.get("players")
        total = self.answer.get("grand_total")
        return {str(players[0]): total} if isinstance(players, list) and isinstance(total, int) else {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.answer.get("over"))

    def row(self, number: int) -> SheetRow | None:
        """Find the row of a hand by its number."""
        return next((row for row in self.rows if row.hand.number == number), None)


Rule: TypeAlias = Callable[[GameState, Hand], Ruling]


def showdown_document(state: GameState, hand: Document) -> dict[str, object]:
    """Return a hand of the game as a complete showdown document, with the house rules that it was played by."""
    head = {key: state.head[key] for key in ("game", "house_rules", *DECK_KEYS) if key in state.head}
    return {**head, **{key: value for key, value in hand.items() if key not in {*HAND_REMARKS, "overruled"}}}


def rule_hand(state: GameState, hand: Hand) -> Ruling:
    """Rule on a hand of the game, whether it is struck out or not."""
    return rule_on(state.head, hand.document)


def sheet_of(state: GameState, rule: Rule = rule_hand) -> ScoreSheet:
    """Return the score sheet; pass a `rule` that caches to save time."""
    if hands_key(state.game) == "rounds":
        return _sheet_of_rounds(state)
    try:
        game = read_game({**state.head, "hands": []})
    except DocumentError as error:
        return _without_score(state, placed_sentence(error))
    if game.setting.gems is not None and game.setting.gems.faults:
        groups = ", ".join(fault.group for fault in game.setting.gems.faults)
        return _without_score(state, f"the deck's print isn't possible ({groups})")
    ruled = [(hand, rule(state, hand)) for hand in state.hands]
    counting = [(hand, ruling) for hand, ruling in ruled if not hand.struck and ruling.standing in COUNTING]
    results = [_result(state, hand, ruling) for hand, ruling in counting]
    score = keep_score(game.setting.rules, game.first_dealer, results, game.sides)
    end = next((place for place, row in enumerate(score.rows, start=1) if row.over), len(counting))
    if end < len(counting):
        counting = counting[:end]
        score = keep_score(game.setting.rules, game.first_dealer, results[:end], game.sides)
    played = tuple(_played(hand, ruling) for hand, ruling in counting)
    answer = write_sheet(GameRecord(game.setting, game.first_dealer, game.sides, played), score)
    lines: Any = answer["hands"]
    places = {hand.number: place for place, (hand, _) in enumerate(counting)}
    rows = (
        _row(hand, ruling, place, lines, None if place is None else state.players[score.rows[place].by_the_rules])
        for hand, ruling, place in ((hand, ruling, places.get(hand.number)) for hand, ruling in ruled)
    )
    exported = (_exported(hand, row) for (hand, _), row in zip(counting, score.rows, strict=True))
    return ScoreSheet(_numbered(rows), game_document(state, exported), answer)


def _numbered(rows: Iterable[SheetRow]) -> tuple[SheetRow, ...]:
    return tuple(replace(row, position=position) for position, row in enumerate(rows, start=1))


def _result(state: GameState, hand: Hand, ruling: Ruling) -> HandResult:
    dealer = hand.document.get("dealer")
    seat = state.players.index(dealer) if isinstance(dealer, str) else None
    return HandResult(ruling.points, ruling.winner, ruling.shared_by, seat)


def _exported(hand: Hand, row: ScoredHand) -> Hand:
    """Return a hand without its dealer where that follows from the hand before."""
    if row.dealer != row.by_the_rules:
        return hand
    return replace(hand, document={key: value for key, value in hand.document.items() if key != "dealer"})


def _played(hand: Hand, ruling: Ruling) -> Played:
    overruled = hand.document.get("overruled")
    if ruling.standing != Standing.OVERRULED or not isinstance(overruled, Mapping):
        return Played(None, None, None, None)
    return Played(
        None, Overruling(ruling.points or (), ruling.winner, overruled["reason"], overruled["by"]), None, None
    )


def _row(
    hand: Hand,
    ruling: Ruling,
    place: int | None,
    lines: Sequence[Mapping[str, object]],
    dealer_by_the_rules: str | None = None,
) -> SheetRow:
    standing, faults = ruling.standing, ruling.faults
    if hand.struck:
        standing, faults = Standing.STRUCK_OUT, (hand.reason,) if hand.reason else ()
    if place is None:
        standing = Standing.AFTER_THE_END if standing in COUNTING else standing
        return SheetRow(hand, standing, faults=faults, disputed_by=_disputed(hand), ruling=ruling)
    line = lines[place]
    points, totals, dealer, winner = (line.get(key) for key in ("points", "totals", "dealer", "winner"))
    shared_by = line.get("shared_by")
    return SheetRow(
        hand,
        standing,
        place + 1,
        dealer if isinstance(dealer, str) else None,
        dealer_by_the_rules,
        points if isinstance(points, Mapping) else None,
        totals if isinstance(totals, Mapping) else None,
        winner if isinstance(winner, str) else None,
        tuple(shared_by) if isinstance(shared_by, list) else (),
        faults,
        tuple(response.player for response in hand.responses if response.accepted and response.points == points),
        _disputed(hand),
        line,
        ruling,
    )


def _disputed(hand: Hand) -> tuple[str, ...]:
    return tuple(response.player for response in hand.responses if not response.accepted)


def _sheet_of_rounds(state: GameState) -> ScoreSheet:
    """Return the sheet of a Gem II game. A round depends on those before it, so each is scored after them."""
    try:
        answer: Mapping[str, object] = score_document(game_document(state, ()))
    except DocumentError as error:
        return _without_score(state, placed_sentence(error))
    counting: list[Hand] = []
    left_out: dict[int, tuple[Standing, tuple[str, ...]]] = {}
    for hand in state.hands:
        if hand.struck:
            left_out[hand.number] = Standing.STRUCK_OUT, (hand.reason,) if hand.reason else ()
        elif answer.get("over"):
            left_out[hand.number] = Standing.AFTER_THE_END, ()
        else:
            try:
                answer = score_document(game_document(state, (*counting, hand)))
            except DocumentError as error:
                left_out[hand.number] = Standing.ILLEGAL, (document_error_sentence(error),)
            else:
                counting.append(hand)
    rounds = answer.get("rounds")
    lines = rounds if isinstance(rounds, list) else []
    places = {hand.number: place for place, hand in enumerate(counting)}
    rows = []
    for hand in state.hands:
        place = places.get(hand.number)
        if place is None:
            standing, faults = left_out[hand.number]
            rows.append(SheetRow(hand, standing, faults=faults, disputed_by=_disputed(hand)))
        else:
            points = tuple(int(lines[place]["points"][name]) for name in state.players)
            standing = Standing.OVERRULED if "overruled" in hand.document else Standing.COUNTS
            rows.append(_row(hand, Ruling(standing, points), place, lines))
    return ScoreSheet(_numbered(rows), game_document(state, counting), answer)


def _without_score(state: GameState, error: str) -> ScoreSheet:
    return ScoreSheet(
        _numbered(SheetRow(hand, Standing.UNREADABLE) for hand in state.hands), game_document(state), error=error
    )
