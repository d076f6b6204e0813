"""Before an event is recorded: what it would change, and whether it conflicts with what another phone recorded first.

Each event changes some parts of a game and relies on some parts. An event conflicts with the records that its phone
had not seen and that changed a part it relies on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.journal import events
from companion.journal.events import Event
from companion.journal.events.base import Objection, Obstacle, Parts
from companion.journal.events.game import GameClosed, Redone, Undone
from companion.journal.events.hands import DocumentEvent, HandAccepted, HandDisputed, HandOverruled, HandRecorded
from companion.journal.fold import Replay
from companion.journal.kinds import kind_of, sheet_of
from companion.journal.sheet import Rule, ScoreSheet, SheetRow, Standing, rule_hand
from companion.journal.state import GameState, Record


def conflicting(event: events.Event, records: Sequence[Record], seen: int) -> tuple[Record, ...]:
    if isinstance(event, Undone | Redone):
        # "Undo" means the last change that the phone had seen.
        responses = HandAccepted | HandDisputed
        return tuple(record for record in records if record.seq > seen and not isinstance(record.event, responses))
    if isinstance(event, GameClosed) and event.moved:
        return tuple(record for record in records if record.seq > seen)  # the other phone doesn't have them
    changed: dict[int, Parts] = {}
    recorded = 0
    for record in records:
        recorded += isinstance(record.event, HandRecorded)
        changes = record.event.changes(recorded)
        if isinstance(record.event, Undone | Redone):
            changes |= changed.get(record.event.record, frozenset())
        changed[record.seq] = changes
    needed = event.relies_on(event.changes(recorded + 1))
    return tuple(record for record in records if record.seq > seen and needed & changed[record.seq])


@dataclass(frozen=True, slots=True)
class Difference:
    hand: int
    before: SheetRow | None
    after: SheetRow | None


@dataclass(frozen=True, slots=True)
class Preview:
    state: GameState
    before: ScoreSheet
    after: ScoreSheet
    differences: tuple[Difference, ...]


def preview(replay: Replay, event: Event, rule: Rule = rule_hand) -> Preview:
    """Return what one more event would change on the score sheet. The replay goes on by it; nothing is recorded."""
    before = replay.state()
    replay.add(Record(before.seq + 1, before.changed_at, "", event))
    state = replay.state()
    old, new = sheet_of(before, rule), sheet_of(state, rule)
    return Preview(state, old, new, differences(old, new))


def differences(before: ScoreSheet, after: ScoreSheet) -> tuple[Difference, ...]:
    old = {row.hand.number: row for row in before.rows}
    new = {row.hand.number: row for row in after.rows}
    pairs = ((number, old.get(number), new.get(number)) for number in {**new, **old})
    return tuple(Difference(number, was, now) for number, was, now in pairs if _outcome(was) != _outcome(now))


def _outcome(row: SheetRow | None) -> tuple[object, ...] | None:
    return None if row is None else (row.standing, row.points, row.winners)


def why_not_countable(state: GameState, sheet: ScoreSheet, event: Event) -> Objection | None:
    """Return why an event that leads to this sheet isn't recorded: after an illegal showdown the hand goes on (R.4).

    An event may make older hands stop counting, though: the sheet says what became of them.
    """
    if sheet.defect:
        return Objection(Obstacle.NOT_SCORABLE, defect=sheet.defect)
    if not isinstance(event, DocumentEvent | HandOverruled):
        return None
    row = sheet.row(event.hand_number(state.recorded) or 0)
    if row is None:
        return None
    standing, defect, faults = row.standing, row.defect, row.faults
    if row.ruling is not None:
        defect, faults = row.ruling.defect, row.ruling.faults
        standing = row.ruling.standing if standing == Standing.STRUCK_OUT else standing
    if row.ruling is None and standing == Standing.STRUCK_OUT:
        # A round is ruled with those before it, and not at all while it's struck out. It can be restored, though.
        return _objection_to_struck(state, row.hand.number)
    if standing in {Standing.ILLEGAL, Standing.UNREADABLE}:
        return Objection(Obstacle.HAND_NOT_SCORABLE, defect=defect, faults=faults)
    if standing == Standing.AFTER_THE_END and isinstance(event, HandRecorded):
        return Objection(Obstacle.GAME_OVER)
    return None


def _objection_to_struck(state: GameState, number: int) -> Objection | None:
    objection = kind_of(state.game).objection_to(state, number, rule_hand)
    if objection is None or objection.defect is None:
        return None
    return Objection(Obstacle.HAND_NOT_SCORABLE, defect=objection.defect)
