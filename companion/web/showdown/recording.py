"""Recording a hand as its ruling was shown: once, whatever is sent again, and never over what another phone did.

The form of a ruling carries the hand itself, so what one has read is what is recorded, and nothing is lost when another
phone was quicker: then both are shown, and the table chooses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import abort, url_for

from companion.documents.errors import DocumentError
from companion.journal.events import GemsLearned, HandAccepted, HandRecorded, HandReplaced
from companion.journal.sheet import showdown_document
from companion.store import decks, drafts, games
from companion.store.errors import Conflict
from companion.store.games import NewRecord
from companion.store.people.members import Role
from companion.web.rummy.views.ruling_view import overruled_words, ruling_of
from companion.web.rummy.views.table_view import sides_of
from companion.web.security import access
from companion.web.shared.conflict import concurrent_changes
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key, seen_seq_of
from companion.web.showdown.state.draft import load_draft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState
    from companion.journal.sheet import ScoreSheet
    from companion.store.derived.table_cache import TableSummary
    from companion.store.games import Appended
    from companion.store.people.members import Member
    from companion.web.rummy.views.ruling_view import RulingView
    from companion.web.shared import history_view
    from companion.web.showdown.state.draft import ShowdownDraft

CHANGED = "Another phone changed what was entered after this ruling was shown. This is the ruling now."


@dataclass(frozen=True, slots=True)
class Sent:
    """What a phone sends to be recorded: the hand, and the letters that were learned with it."""

    hand: Mapping[str, Any]
    gems: Mapping[str, str]
    idempotency_key: str
    seen: int
    new: bool
    """It is the next hand of the game, not a correction."""
    accepts: bool


def write_hand_json(at: ShowdownDraft) -> str:
    """Write the hand for the form of its ruling."""
    return json.dumps({"hand": at.hand_of_game(), "gems": dict(at.shared.gems)}, ensure_ascii=False)


def read_sent(form: MultiDict[str, str]) -> Sent | None:
    """Read a hand that is sent to be recorded; None if there is none to be read.

    A form that a phone queued before the field got its name carries the hand as `said`.
    """
    try:
        said = json.loads(form.get("hand_json") or form.get("said", ""))
        json.dumps(said, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    match said:
        case {"hand": dict(hand), "gems": dict(gems)} if all(isinstance(one, str) for one in gems.values()):
            new = form.get("hand") == "new"
            return Sent(hand, gems, idempotency_key_of(form), seen_seq_of(form), new, "accepts" in form)
        case _:
            return None


def changed_meanwhile(member: Member, number: int, sent: Sent) -> ShowdownDraft | None:
    """Give what is entered now, if it was changed on another phone after the ruling was shown."""
    next_hand = games.table_summary(access.store(), member.game).next_hand
    if not 1 <= number <= next_hand:
        abort(404, "There is no such hand in this game.")
    if sent.new and number < next_hand:
        return None
    if not drafts.drafts(access.store(), member.game, number):
        return None
    at = load_draft(member, number)
    return None if at.shared.knocker is not None and at.hand_of_game() == sent.hand else at


def record(member: Member, number: int, sent: Sent) -> Response | BaseResponse:
    """Record a hand that was read and agreed to, or show what another phone did meanwhile."""
    table = games.table_summary(access.store(), member.game)
    if not (sent.new or sent.gems) and _stands_already(member.game, number, sent.hand):
        # Back, and the same again: nothing is corrected, and what was said of the ruling stays.
        drafts.discard(access.store(), member.game, number)
        return go_to(url_for("sheet.hand", game=member.game, number=number))
    try:
        done = _append(member, number, sent, table)
    except Conflict as conflict:
        return _conflict(member.game, number, sent, conflict)
    if sent.new:
        return go_to(url_for("table.table", game=member.game))
    return go_to(url_for("sheet.hand", game=member.game, number=done.hand or number))


def _stands_already(game: str, number: int, hand: Mapping[str, Any]) -> bool:
    there = games.state(access.store(), game).hand(number)
    return there is not None and _played(there.document) == hand


def hand_recorded_meanwhile(at: ShowdownDraft) -> Response | BaseResponse:
    """Show a hand beside the one that another phone recorded while it was being entered here."""
    found = games.state(access.store(), at.game).hand(at.number)
    if found is None or not at.member.role.may(Role.SCORER):
        return go_to(url_for("sheet.hand", late=1, **at.where))
    before = found.history[0].seq - 1
    sent = Sent(at.hand_of_game(), {}, new_idempotency_key(), before, new=True, accepts=False)
    return record(at.member, at.number, sent)


def _new_hand(member: Member, number: int, hand: Mapping[str, Any]) -> HandRecorded:
    """Make the record of a new hand, with who changed it after the hands were turned up."""
    if not drafts.drafts(access.store(), member.game, number):
        return HandRecorded(hand)
    at = load_draft(member, number)
    return HandRecorded(hand, at.changed if at.hand_of_game() == hand else ())


def _append(member: Member, number: int, sent: Sent, table: TableSummary) -> Appended:
    """Record the hand with the letters that were learned from it, and that its player accepts it: all or nothing."""
    event = _new_hand(member, number, sent.hand) if sent.new else HandReplaced(number, sent.hand)
    letters = [NewRecord(f"{sent.idempotency_key}-g", GemsLearned(sent.gems))] if sent.gems else []

    def accepted(state: GameState, sheet: ScoreSheet) -> NewRecord | None:
        row = sheet.rows[-1] if sent.accepts and sheet.rows else None
        here = state.recorded if sent.new else number
        if row is None or row.hand.number != here or row.points is None or member.seat is None:
            return None
        return NewRecord(f"{sent.idempotency_key}-a", HandAccepted(here, table.players[member.seat], dict(row.points)))

    return games.append_all(
        access.store(),
        member.game,
        [*letters, NewRecord(sent.idempotency_key, event)],
        seen=sent.seen,
        author=access.author(member, table.players),
        follow_up=accepted,
        also_write=(lambda: _learn(member, table, sent.gems)) if sent.gems else None,
    )


def _learn(member: Member, table: TableSummary, letters: Mapping[str, str]) -> None:
    """Let this phone's deck learn what the claimed stashes told of it; where it has none yet, one begins."""
    store = access.store()
    if table.deck is not None:
        used = table.deck["id"]
        if isinstance(used, int):
            decks.learn(store, member.device, used, letters)
        return
    known = decks.decks(store, member.device)
    if not known:
        decks.make(store, member.device, "Our deck", letters)
    elif len(known) == 1 and not known[0].made_up:
        decks.learn(store, member.device, known[0].id, letters)


@pages.context("showdown/ruling/conflict.html")
class HandConflictPage:
    """What is shown where two phones recorded, or corrected, the same hand."""

    back: str
    others: tuple[history_view.HistoryEntry, ...]
    there: bool
    """The hand stands on the sheet."""
    theirs: RulingView | str
    mine: RulingView | str
    """A hand that has no ruling to be shown is said in words."""
    put: str
    """Where this phone's hand is sent to take the place of the one on the sheet."""
    add: str
    """Where it is sent to be recorded as the next hand; nothing for a correction."""
    hand_json: str
    queued: str
    """The id under which the phone may still keep this hand to be sent."""
    idempotency_key: str
    seen: int


def _conflict(game: str, number: int, sent: Sent, conflict: Conflict) -> Response | BaseResponse:
    state = conflict.state
    theirs = state.hand(number)
    on_the_sheet = url_for("sheet.hand", game=game, number=number)
    if theirs is not None and _played(theirs.document) == sent.hand:
        # Both phones said the same: there is nothing to ask.
        return go_to(on_the_sheet)
    mine = _version(state, sent.hand)
    counts = "drawn" in sent.hand if isinstance(mine, str) else mine.legal
    page = HandConflictPage(
        back=url_for("table.table", game=game) if theirs is None else on_the_sheet,
        others=concurrent_changes(conflict),
        there=theirs is not None,
        theirs=_version(state, theirs.document) if theirs is not None else "",
        mine=mine,
        put="" if theirs is None or not counts else url_for("ruling.record", game=game, number=number),
        add=url_for("ruling.record", game=game, number=state.next_hand) if counts and (sent.new or not theirs) else "",
        hand_json=json.dumps({"hand": dict(sent.hand), "gems": dict(sent.gems)}, ensure_ascii=False),
        queued=sent.idempotency_key,
        idempotency_key=new_idempotency_key(),
        seen=state.seq,
    )
    return pages.show(page, 409)


def _played(document: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in {"at", "note"}}


def _version(state: GameState, hand: Mapping[str, Any]) -> RulingView | str:
    """Rule on a hand; one that was drawn or overruled, or that the rules as they are now cannot read, is said."""
    aside = overruled_words(hand)
    if aside or hand.get("drawn") is True:
        return aside or "Drawn: nobody scores."
    try:
        return ruling_of(showdown_document(state, hand), sides=sides_of(state.head))
    except DocumentError as trouble:
        return str(trouble)
