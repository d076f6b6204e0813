"""What was changed in a game of Gem II, when and by whom: deal by deal, in a sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.journal.events import (
    DealRecorded,
    DocumentEvent,
    HandRecorded,
    HandReplaced,
    PlayersRenamed,
    Redone,
    Undone,
)
from companion.journal.names import renamed
from companion.web.shared.history_view import HistoryEntry, event_sentence
from companion.wording.history import undone_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.journal.events import Document
    from companion.journal.fold import GameState, HistoryRecord


@dataclass(frozen=True, slots=True)
class DealVersion:
    """One line of a round's history; `seq` names the record where the round can be had back as it was then."""

    entry: HistoryEntry
    seq: int | None


def versions_of(state: GameState, changes: Sequence[HistoryRecord]) -> tuple[DealVersion, ...]:
    """Write changes of a game, the latest first; rounds are called by their positions on the sheet."""
    by_seq = {change.seq: change for change in state.history}
    before, positions = _before(state.history), state.positions
    return tuple(
        DealVersion(
            HistoryEntry(change.at, change.by, _said(change, by_seq, before, positions), change.undone),
            change.seq if isinstance(change.event, DocumentEvent) else None,
        )
        for change in reversed(changes)
    )


def _before(changes: Iterable[HistoryRecord]) -> dict[int, Document]:
    """Give for each record of a round what the round was before it, as the journal read then."""
    standing: dict[int, Document] = {}
    before: dict[int, Document] = {}
    for change in changes:
        if isinstance(change.event, PlayersRenamed) and not change.undone:
            names = change.event.names
            standing = {hand: renamed(document, names) for hand, document in standing.items()}
        if isinstance(change.event, DocumentEvent) and change.hand is not None:
            before[change.seq] = standing.get(change.hand, {})
            if not change.undone:
                standing[change.hand] = change.event.document
    return before


def _said(
    change: HistoryRecord,
    by_seq: Mapping[int, HistoryRecord],
    before: Mapping[int, Document],
    positions: Mapping[int, int],
) -> str:
    position = positions.get(change.hand or 0, 0)
    match change.event:
        case Undone(record=seq) | Redone(record=seq):
            undone = _said(by_seq[seq], by_seq, before, positions) if seq in by_seq else ""
            return undone_sentence(undone, redone=isinstance(change.event, Redone))
        case HandRecorded(document=document) | DealRecorded(document=document) | HandReplaced(document=document):
            said = round_sentence(
                before.get(change.seq, {}), document, played_on=not isinstance(change.event, HandReplaced)
            )
            return f"Round {position}, {said}."
        case _:
            return event_sentence(change.event, f"round {position}")


def round_sentence(before: Mapping[str, Any], document: Mapping[str, Any], *, played_on: bool = False) -> str:
    """Say what is new in a round; one that was played on was not corrected, even where its last deal got a call.

    >>> round_sentence({"deals": [{"removed": 3}]}, {"deals": [{"removed": 3}, {"removed": 5}]})
    'deal 2: 5 off'
    >>> round_sentence({"deals": [1, 2]}, {"deals": [1, 4]})
    'deal 2 corrected: 4 off'
    >>> round_sentence({"deals": [1]}, {"deals": [1, 4, 2]})
    '2 more deals'
    """
    if "counted" in document:
        return "as counted at the table"
    if before.get("overruled") != document.get("overruled"):
        said = document.get("overruled")
        return f"set aside by {said['by']}: “{said['reason']}”" if said else "counts as played again"
    old, new = _deals(before), _deals(document)
    changed = [place for place in sorted({*old, *new}) if old.get(place) != new.get(place)]
    if not changed and _ending(before) != _ending(document):
        return _ending_said(document)
    if len(changed) != 1:
        if changed and old.keys() & set(changed):
            return "corrected"
        return f"{len(changed)} more deals" if old and changed else "corrected" if old else f"{len(new)} deals"
    ((bonus, place),) = changed
    where = f"bonus round {bonus}, deal {place + 1}" if bonus else f"deal {place + 1}"
    if (bonus, place) not in new:
        return f"{where} taken out"
    corrected = " corrected" if (bonus, place) in old and not played_on else ""
    return f"{where}{corrected}: {_off(new[bonus, place])}"


def _ending(document: Mapping[str, Any]) -> tuple[object, object]:
    return document.get("not_all_x", False), document.get("x_held_by")


def _ending_said(document: Mapping[str, Any]) -> str:
    if not document.get("not_all_x"):
        return "the four cards left are the four X's"
    holder = document.get("x_held_by")
    return (
        f"an X is missing among the four cards left, {f'{holder} holds it' if holder else 'nobody knows who holds it'}"
    )


def goes_on(before: Mapping[str, Any], document: Mapping[str, Any]) -> bool:
    """Say whether a round has the deals that it had, and more after them."""
    old, new = _deals(before), _deals(document)
    return "counted" not in document and old.items() < new.items()


def _deals(document: Mapping[str, Any]) -> dict[tuple[int, int], Any]:
    """List the deals of a round by their bonus round (0 in the regular one) and their place."""
    lists = [document.get("deals", []), *(one["deals"] for one in document.get("bonus_rounds", []))]
    return {(bonus, place): deal for bonus, deals in enumerate(lists) for place, deal in enumerate(deals)}


def _off(deal: Any) -> str:  # noqa: ANN401 - a number alone, an object for two
    if isinstance(deal, int):
        return f"{deal or 'none'} off"
    said = f"{deal['removed'] or 'none'} off"
    if deal.get("finished_by_opponent"):
        said += f" and {deal['finished_by_opponent']} by the other side"
    if deal.get("bets"):
        said += f", bet on {' and '.join(map(str, deal['bets']))}"
    for call in deal.get("calls", ()):
        right = "rightly" if call["correct"] else "wrongly"
        said += f", {call['caller']} called {call['penalty'].replace('-', ' ')} {right}"
    return said
