"""Recording a hand as its ruling was shown: once, however often it is sent, and never over another phone's changes.

The form of a ruling carries the hand itself, so what was read is what is recorded, and nothing is lost when another
phone was first: then both versions are shown, and the table chooses.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeGuard

from flask import Response, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.errors import DocumentError
from companion.documents.game import DrawnHand, HandChange, RecordedHand
from companion.documents.hand_writer import write_recorded_hand
from companion.documents.reader import parse_json
from companion.documents.showdown import PlayedShowdown
from companion.documents.showdown_draft import SharedState
from companion.journal.events.base import Objection, Obstacle
from companion.journal.events.game import GemsLearned
from companion.journal.events.hands import HandAccepted, HandRecorded, HandReplaced
from companion.journal.kinds import kind_of
from companion.journal.sheet import ScoreSheet, showdown_of
from companion.journal.state import GameState
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gems import GEMS
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Showdown
from companion.store import decks, drafts, games
from companion.store.derived.table_cache import TableSummary
from companion.store.errors import Conflict, NotPossible, Problem
from companion.store.games import Appended, NewRecord
from companion.store.people.members import Member
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of, new_idempotency_key, note_seen, seen_of
from companion.web.current_store import current_store
from companion.web.rummy.catalog import GAMES, partners_of
from companion.web.rummy.next_hand import hands_in_play
from companion.web.rummy.ruling_view import RulingView, overruled_words, ruling_of
from companion.web.security.membership import author_of
from companion.web.sheet.conflict import concurrent_changes
from companion.web.sheet.history import HistoryEntry
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.saving import reopen, save_shared_if
from companion.wording.document_errors import placed_sentence
from companion.wording.photos import DEFAULT_NAME
from companion.wording.showdown import DRAWN


@dataclass(frozen=True, slots=True)
class Sent:
    """A hand that a phone sends to be recorded, and what was learned with it of the gems on cards."""

    hand: RecordedHand
    gems: Mapping[str, str]
    not_gems: Mapping[str, str]
    idempotency_key: str
    seen: int
    new: bool
    """It is the next hand of the game, not a correction."""
    accepts: bool

    @property
    def learned(self) -> GemsLearned | None:
        """What was learned of the gems; None if nothing was."""
        return GemsLearned(self.gems, self.not_gems) if self.gems or self.not_gems else None


def write_hand_json(hand: Mapping[str, object], gems: Mapping[str, str], not_gems: Mapping[str, str]) -> str:
    """Return a hand and what was learned of the gems as the form of a ruling carries them."""
    return json.dumps({"hand": dict(hand), "gems": dict(gems), "not_gems": dict(not_gems)}, ensure_ascii=False)


def read_sent(form: MultiDict[str, str], member: Member, table: TableSummary) -> Sent | None:
    """Read a hand that is sent to be recorded; None if it can't be read."""
    try:
        sent = parse_json(form.get("hand_json", ""))
        json.dumps(sent, ensure_ascii=False).encode()
    except (DocumentError, ValueError):
        return None
    match sent:
        case {"hand": dict(document), "gems": dict(gems), **rest}:
            not_gems = rest.get("not_gems", {})
            if not _are_gems(gems) or not _are_gems(not_gems):
                return None
            new, seen = form.get("hand") == "new", seen_of(form).position
            hand = _read_hand(document, member, table, seen)
            return Sent(hand, gems, not_gems, idempotency_key_of(form), seen, new, "accepts" in form)
        case _:
            return None


def _read_hand(document: Mapping[str, Any], member: Member, table: TableSummary, seen: int) -> RecordedHand:
    kind = kind_of(table.game)
    try:
        return kind.read_hand(document, "hands[0]", table.head)
    except DocumentError as error:
        # Players may have been renamed after the phone saw the game.
        state = games.state(current_store(), member.game)
        players = next((change.players for change in state.history if change.seq > seen), table.players)
        if players == table.players:
            objection = Objection(Obstacle.HAND_NOT_SCORABLE, defect=error.defect)
            raise NotPossible(Problem.NOT_RECORDABLE, objection=objection) from error
    return _read_hand(document, member, replace(table, head={**table.head, "players": list(players)}), state.seq)


def _are_gems(value: object) -> TypeGuard[dict[str, str]]:
    """Return whether a value has gems by cards."""
    return isinstance(value, dict) and all(
        name in CARDS_BY_NAME and isinstance(letters, str) and set(letters) <= set(GEMS)
        for name, letters in value.items()
    )


def changed_since_shown(draft: ShowdownDraft, sent: Sent) -> bool:
    """Return whether another phone changed the hand, or what is known of its gems, after its ruling was shown."""
    shared = draft.shared
    if shared.knocker is None or recorded_hand(draft) != sent.hand:
        return True
    return (shared.gems, shared.not_gems) != (sent.gems, sent.not_gems)


def recorded_hand(draft: ShowdownDraft, showdown: Showdown | None = None) -> RecordedHand:
    """Return a showdown as the journal records it: the one that was entered, or another one of the same players."""
    return RecordedHand(PlayedShowdown.of(showdown or draft.showdown), seats=draft.pair)


def drawn_hand(shared: SharedState, game: str) -> RecordedHand:
    """Return a hand in which nobody knocked."""
    upcard = CARDS_BY_NAME[shared.upcard] if shared.upcard and game == Game.GIN_RUMMY else None
    return RecordedHand(DrawnHand(shared.dice if GAMES[game].has_dice else None, upcard))


def finish(draft: ShowdownDraft, hand: RecordedHand, key: str) -> BaseResponse:
    """Leave a hand with those of the other pairs; the scorekeeper's phone records all when the last one is done."""

    def is_unchanged(now: ShowdownDraft) -> bool:
        return hand.drawn or recorded_hand(now) == hand

    points = () if hand.drawn else points_of(draft) or ()
    done = partial(replace, done=True, drawn=hand.drawn, points=points)

    def leave() -> None:
        # Once the round is recorded, what is entered of the hand would be a correction of it.
        if draft.number >= games.table_summary(current_store(), draft.game).next_hand:
            save_shared_if(draft, is_unchanged, done)

    current_store().together(leave)
    if draft.keeps_score:
        record_round(draft.at_table, draft.number, key)
    return go_to(draft.table_url)


def points_of(draft: ShowdownDraft) -> tuple[int, ...] | None:
    """Return what a showdown brings those who played it; None if it isn't legal."""
    verdict = judge(draft.showdown)
    return tuple(player.points or 0 for player in verdict.players) if verdict.legal else None


def _is_as_shown(draft: ShowdownDraft) -> bool:
    """Return whether a hand that is done still comes to what was shown then; house rules may have changed since."""
    if draft.shared.drawn:
        return True
    return draft.all_in and not draft.limit_missing and points_of(draft) == draft.shared.points


def record_round(member: Member, number: int, key: str) -> None:
    """Record the hands of all pairs at once; nothing where somebody isn't done, or another phone recorded them.

    Nor where other house rules now change what a hand comes to: it is opened again, to be ruled by them.
    """
    with suppress(Conflict):
        current_store().together(lambda: _record_round(member, number, key))


def _record_round(member: Member, number: int, key: str) -> None:
    table = games.table_summary(current_store(), member.game)
    hands = hands_in_play(member.game, table)
    if number not in table.open_hands or not all(hand.is_done for hand in hands):
        return
    entered = [load_draft(member, hand.number) for hand in hands]
    if changed := [draft for draft in entered if not _is_as_shown(draft)]:
        for draft in changed:
            reopen(draft)
        return
    records = []
    for hand, draft in zip(hands, entered, strict=True):
        recorded = drawn_hand(draft.shared, table.game) if draft.shared.drawn else recorded_hand(draft)
        dealer = table.players.index(hand.dealer) if hand.dealer in draft.players else None
        records.append(HandRecorded(replace(recorded, dealer=dealer), () if draft.shared.drawn else draft.changed))
    keys = [*(f"{key}-{place}" for place in range(1, len(records))), key]
    games.append_all(
        current_store(),
        member.game,
        [NewRecord(each, event) for each, event in zip(keys, records, strict=True)],
        seen=table.seq,
        author=author_of(member, table.players),
    )


def record(
    member: Member, table: TableSummary, number: int, sent: Sent, changed: tuple[HandChange, ...] = ()
) -> Response | BaseResponse:
    """Record a hand whose ruling was shown, or show what another phone recorded first.

    With it is recorded who `changed` whose cards after the hands were turned up.
    """
    if not (sent.new or sent.learned) and _is_recorded(member.game, number, sent.hand):
        # Nothing is corrected, so the players' responses to the ruling stay.
        drafts.discard(current_store(), member.game, number)
        return go_to(url_for("sheet.hand", game=member.game, number=number))
    try:
        appended = _append(member, table, number, sent, changed)
    except Conflict as conflict:
        return _show_conflict(member.game, number, sent, conflict)
    if sent.new:
        return go_to(url_for("table.table", game=member.game))
    return go_to(url_for("sheet.hand", game=member.game, number=appended.hand or number, replaced=appended.seq))


def _is_recorded(game: str, number: int, hand: RecordedHand) -> bool:
    played = games.state(current_store(), game).hand(number)
    return played is not None and _as_entered(played.recorded) == hand


def _as_entered(recorded: RecordedHand) -> RecordedHand:
    return replace(recorded, at="", note="", dealer=None, house_rules=None)


def hand_recorded_meanwhile(draft: ShowdownDraft) -> Response | BaseResponse:
    """Show a hand beside the one that another phone recorded while it was being entered on this one."""
    recorded = games.state(current_store(), draft.game).hand(draft.number)
    if recorded is None or not draft.keeps_score:
        return go_to(draft.url("sheet.hand", late=1))
    before = recorded.history[0].seq - 1
    sent = Sent(recorded_hand(draft), {}, {}, new_idempotency_key(), before, new=True, accepts=False)
    return record(draft.at_table, draft.table, draft.number, sent)


def _append(member: Member, table: TableSummary, number: int, sent: Sent, changed: tuple[HandChange, ...]) -> Appended:
    """Record the hand, the letters learned from it, and that its player accepts it: all or nothing."""
    # Who deals next is a fact once the hand is played, whatever is corrected before it later.
    dealer = table.players.index(table.next_dealer) if table.next_dealer else None
    new = HandRecorded(replace(sent.hand, dealer=dealer), changed)
    event = new if sent.new else HandReplaced(number, sent.hand)
    letters = [NewRecord(f"{sent.idempotency_key}-g", sent.learned)] if sent.learned else []

    def accepted(state: GameState, sheet: ScoreSheet) -> NewRecord | None:
        row = sheet.rows[-1] if sent.accepts and sheet.rows else None
        recorded = state.recorded if sent.new else number
        if row is None or row.hand.number != recorded or row.points is None or member.seat is None:
            return None
        accepts = HandAccepted(recorded, table.players[member.seat], dict(row.points))
        return NewRecord(f"{sent.idempotency_key}-a", accepts)

    return games.append_all(
        current_store(),
        member.game,
        [*letters, NewRecord(sent.idempotency_key, event)],
        seen=sent.seen,
        author=author_of(member, table.players),
        follow_up=accepted,
        also_write=(lambda: _learn(member, table, sent)) if sent.learned else None,
    )


def _learn(member: Member, table: TableSummary, sent: Sent) -> None:
    """Add what was learned to this phone's deck; where it has none yet, start one."""
    store = current_store()
    if table.deck is not None:
        if table.deck.id is not None:
            decks.learn(store, member.device, table.deck.id, sent.gems, sent.not_gems)
        return
    known = decks.decks(store, member.device)
    if not known:
        decks.make(store, member.device, DEFAULT_NAME, sent.gems, sent.not_gems)
    elif len(known) == 1 and not known[0].made_up:
        decks.learn(store, member.device, known[0].id, sent.gems, sent.not_gems)


@pages.context("showdown/ruling/conflict.html")
class HandConflictPage:
    """Context of the screen where two phones recorded or corrected the same hand."""

    back: str
    others: tuple[HistoryEntry, ...]
    on_sheet: bool
    """The hand is on the sheet."""
    theirs: RulingView | str
    mine: RulingView | str
    """A hand without a ruling is described in words."""
    replace: str
    """Where this phone's hand is sent to replace the one on the sheet."""
    add: str
    """Where it is sent to be recorded as the next hand; empty for a correction."""
    hand_json: str
    queued: str
    """The id under which the phone may still keep this hand to be sent."""


def _show_conflict(game: str, number: int, sent: Sent, conflict: Conflict) -> Response | BaseResponse:
    state = conflict.state
    theirs = state.hand(number)
    sheet = url_for("sheet.hand", game=game, number=number)
    if theirs is not None and _as_entered(theirs.recorded) == sent.hand:
        # Both phones recorded the same hand: there is nothing to ask.
        return go_to(sheet)
    note_seen(state.seq)
    # A corrected hand is ruled by the rules that it was played by.
    own_rules = None if sent.new or theirs is None else theirs.house_rules
    mine = _version(state, replace(sent.hand, house_rules=own_rules))
    counts = sent.hand.drawn if isinstance(mine, str) else mine.legal
    # In a round of several hands each has its place, which is a pair's.
    alone = len(games.table_summary(current_store(), game).open_hands) == 1
    adds = counts and alone and (sent.new or not theirs)
    page = HandConflictPage(
        back=url_for("table.table", game=game) if theirs is None else sheet,
        others=concurrent_changes(conflict),
        on_sheet=theirs is not None,
        theirs=_version(state, theirs.recorded) if theirs is not None else "",
        mine=mine,
        replace="" if theirs is None or not counts else url_for("ruling.record", game=game, number=number),
        add=url_for("ruling.record", game=game, number=state.next_hand) if adds else "",
        hand_json=write_hand_json(write_recorded_hand(sent.hand, state.head), sent.gems, sent.not_gems),
        queued=sent.idempotency_key,
    )
    return pages.show(page, 409)


def _version(state: GameState, hand: RecordedHand) -> RulingView | str:
    """Return the ruling on a hand; words for one that was drawn or overruled, or that today's rules can't read."""
    if hand.overruled is not None:
        return overruled_words(hand, state.players)
    try:
        showdown = showdown_of(state, hand)
    except DocumentError as error:
        return placed_sentence(error)
    return DRAWN if showdown is None else ruling_of(showdown, sides=partners_of(state.head))
