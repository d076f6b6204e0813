"""What would change if something were said: asked before it is, and shown to the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.journal.events import DocumentEvent, Event, HandOverruled, HandRecorded, Record
from companion.journal.fold import GameState, fold, hand_of
from companion.journal.rulings import Standing
from companion.journal.sheet import Rule, ScoreSheet, SheetRow, rule_hand, sheet_of


@dataclass(frozen=True, slots=True)
class Difference:
    """A hand that would stand otherwise; `before` is None for a new one, `after` for one that would be gone."""

    hand: int
    before: SheetRow | None
    after: SheetRow | None


@dataclass(frozen=True, slots=True)
class Preview:
    """A game before and after something that may be said."""

    state: GameState
    before: ScoreSheet
    after: ScoreSheet
    differences: tuple[Difference, ...]
    """The hands whose standing, points or winner would change, in the order of play."""


def preview(records: Sequence[Record], event: Event, rule: Rule = rule_hand) -> Preview:
    """Fold a journal with and without one more event, and compare the sheets. Nothing is recorded.

    This is how a change of house rules, of the deck or of an old hand is shown before the table agrees to it.
    """
    before = fold(records)
    state = fold((*records, Record(before.seq + 1, before.changed_at, "", event)))
    old, new = sheet_of(before, rule), sheet_of(state, rule)
    return Preview(state, old, new, differences(old, new))


def differences(before: ScoreSheet, after: ScoreSheet) -> tuple[Difference, ...]:
    """Name the hands that stand otherwise on one sheet than on the other."""
    old = {row.hand.number: row for row in before.rows}
    new = {row.hand.number: row for row in after.rows}
    pairs = ((number, old.get(number), new.get(number)) for number in {**new, **old})
    return tuple(Difference(number, was, now) for number, was, now in pairs if _stands(was) != _stands(now))


def _stands(row: SheetRow | None) -> tuple[object, ...] | None:
    return None if row is None else (row.standing, row.points, row.winner)


def why_not_countable(state: GameState, sheet: ScoreSheet, event: Event) -> str | None:
    """Say why the table should not record an event after all, from the sheet that it would lead to.

    A hand is recorded or corrected only as one that counts: an illegal showdown scores nothing and the hand goes on
    (ruling 4). Old hands that cease to count by another change are no objection: the sheet says what became of them.
    """
    if sheet.trouble:
        return f"The game could not be scored: {sheet.trouble}."
    if not isinstance(event, DocumentEvent | HandOverruled):
        return None
    row = sheet.row(hand_of(event, state.recorded) or 0)
    if row is None:
        return None
    standing, faults = row.standing, row.faults
    if row.ruling is not None:
        faults = row.ruling.faults
        standing = row.ruling.standing if standing == Standing.STRUCK_OUT else standing
    if standing in {Standing.ILLEGAL, Standing.UNREADABLE}:
        return " ".join(faults) or "This hand cannot be scored."
    if standing == Standing.AFTER_THE_END and isinstance(event, HandRecorded):
        return "The game is over: this hand would come after its end."
    return None
