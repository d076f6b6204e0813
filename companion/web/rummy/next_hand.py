"""The hand that comes next: who is led to it, and what undo and redo do with what is entered of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from flask import url_for
from werkzeug.exceptions import UnprocessableEntity

from companion.documents.showdown_draft import NOT_BEGUN, HandDraft, SharedState, entered_again, to_store
from companion.journal.events.hands import HandRecorded
from companion.journal.state import GameState, PlayedHand
from companion.rules.rummy.ruleset import MOST_PAIRS
from companion.store import drafts
from companion.store.derived.table_cache import TableSummary
from companion.store.drafts import SHARED, Draft
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.current_store import current_store
from companion.web.people.people import player_of
from companion.web.rummy.catalog import sides_of
from companion.wording.game import KNOCKED
from companion.wording.showdown import NEXT_HAND_BEGUN


@dataclass(frozen=True, slots=True)
class HandInPlay:
    """A hand that is being played: of a round of hands for two, one for each pair."""

    number: int
    players: tuple[str, ...]
    pair: tuple[int, int] | None
    """The seats at the table of its two players; None where the whole table plays it."""
    dealer: str
    drafts: Mapping[int, Draft]
    """By seat among its players, and what they share."""

    @property
    def shared(self) -> SharedState:
        return drafts.shared(self.drafts, SharedState)

    @property
    def version(self) -> int:
        return self.drafts[SHARED].version if SHARED in self.drafts else 0

    @property
    def knocker(self) -> str:
        """Who knocked in it, as far as that was entered."""
        knocker = self.shared.knocker
        return "" if knocker is None else self.players[knocker]

    @property
    def is_done(self) -> bool:
        return self.shared.done

    def seat_of(self, member: Member, players: tuple[str, ...]) -> int | None:
        """Return where a phone's player sits in this hand."""
        name = player_of(member, players)
        return self.players.index(name) if name in self.players else None


def hands_in_play(game: str, table: TableSummary) -> tuple[HandInPlay, ...]:
    stored = drafts.drafts_of_hands(current_store(), game, table.open_hands)
    dealers = table.coming.dealers if table.coming else (table.next_dealer or "",)
    hands = []
    for (number, of_hand), dealer in zip(stored.items(), dealers, strict=True):
        pair, due = drafts.shared(of_hand, SharedState).pair, table.pair_of(number)
        players = due if pair is None else tuple(table.players[seat] for seat in pair)
        if pair is None and table.coming:
            first, second = map(table.players.index, players)
            pair = first, second
        deals = dealer if dealer in players or not table.coming else _deals_instead(table, due, players, dealer)
        hands.append(HandInPlay(number, players, pair, deals, of_hand))
    return tuple(hands)


def _deals_instead(table: TableSummary, due: Sequence[str], players: Sequence[str], dealer: str) -> str:
    """Return who deals where the dealer doesn't play: the one who plays for the dealer's side, or came in."""
    if sides_of(table.head):
        return players[due.index(dealer)]
    return next(name for name in players if name not in due)


def own_hand(member: Member, table: TableSummary, hands: Sequence[HandInPlay]) -> HandInPlay:
    """Return the hand that a phone's player plays.

    For who plays none, and for the scorekeeper whose own is done, it's the first that isn't done.
    """
    own = [hand for hand in hands if len(hands) > 1 and hand.seat_of(member, table.players) is not None]
    open_hands = [hand for hand in hands if not hand.is_done]
    if member.role.may(Role.SCORER):
        own = [hand for hand in own if not hand.is_done]
    return next(iter((*own, *open_hands, *hands)))


def turned_up_for(game: str, table: TableSummary) -> SharedState:
    """Return the dice, the upcard and the Knocker of the coming hand, as far as they are known."""
    return hands_in_play(game, table)[0].shared


def progress_words(hand: HandInPlay) -> str:
    """Return who knocked in the hand that is being played; empty until it was entered."""
    return KNOCKED.format(name=hand.knocker) if hand.knocker else ""


def goes_on(game: str, table: TableSummary) -> tuple[str, str]:
    """Return the address of the hand half entered, and who knocked in it; the table's where no showdown has begun."""
    begun = next((hand for hand in hands_in_play(game, table) if hand.knocker and not hand.is_done), None)
    address = url_for("table.table", game=game)
    return (f"{address}/showdown?on=1&hand={begun.number}", progress_words(begun)) if begun else (address, "")


def acts_in(member: Member, table: TableSummary, hand: HandInPlay) -> bool:
    """Return whether a phone enters anything of a hand: its player's, or for a player without a phone."""
    if member.role.may(Role.SCORER) or hand.seat_of(member, table.players) is not None:
        return True
    phones = members.phones_on_seats(current_store(), member.game)
    seats = map(table.players.index, hand.players)
    return member.may_play and any(phones.get(seat, member.device) == member.device for seat in seats)


class NextStep(Enum):
    """What the player of a phone does next while another phone is ahead: the phone goes there by itself."""

    ENTER_OWN_HAND = "enter own hand"
    WATCH = "watch"


def next_step(member: Member, table: TableSummary, hand: HandInPlay) -> NextStep | None:
    """Return what a phone is led to once somebody knocked in a hand."""
    if not hand.knocker or hand.is_done:
        return None
    if not acts_in(member, table, hand):
        return NextStep.WATCH
    seat = hand.seat_of(member, table.players)
    if seat is None:
        return None
    phones = members.phones_on_seats(current_store(), member.game)
    if all(device == member.device for device in phones.values()):
        return None
    own = hand.drafts.get(seat)
    return NextStep.ENTER_OWN_HAND if own is None or not own.ready else None


def may_replace(stored: Mapping[int, Draft]) -> bool:
    """Return whether undo and redo may replace these drafts: they hold no cards yet, or nothing but what was undone."""
    shared = drafts.shared(stored, SharedState)
    if shared.restored and all(draft.version == 1 for draft in stored.values()):
        return True
    hands = (draft.read(HandDraft).hand for seat, draft in stored.items() if seat != SHARED)
    return shared.knocker is None and not shared.done and all(hand == NOT_BEGUN for hand in hands)


def replace_draft(member: Member, state: GameState, undone: PlayedHand | None) -> None:
    """Make an undone hand the draft of the next one as it was entered, or discard that where the hand was redone.

    Called in the transaction that undoes or redoes the recording. It is refused if somebody has begun the next hand,
    or of the next round any.
    """
    store, game, number = current_store(), member.game, state.next_hand
    in_play = drafts.drafts_of_hands(store, game, range(number, number + MOST_PAIRS))
    if not all(map(may_replace, in_play.values())):
        raise UnprocessableEntity(NEXT_HAND_BEGUN)
    for hand, stored in in_play.items():
        if stored or hand == number:
            drafts.discard(store, game, hand)
    if undone is None:
        return
    recorded = undone.recorded
    shared, hands = entered_again(recorded, len(state.players))
    shared = replace(shared, restored=True, pair=recorded.seats)
    drafts.save(store, game, number, SHARED, shared, seen=0, device=member.device)
    event = next(change.event for change in undone.history if isinstance(change.event, HandRecorded))
    # Each hand is its player's phone's again: the others' changes to it are named, as after it was turned up.
    phones, notes = members.phones_on_seats(store, game), {change.seat: change for change in event.changed}
    for place, entered in enumerate(hands if shared.knocker is not None else ()):
        seat = recorded.seat(place)
        note = notes.get(seat)
        draft = HandDraft(to_store(entered), changed=note and replace(note, seat=place))
        device = phones.get(seat, member.device)
        drafts.save(store, game, number, place, draft, seen=0, ready=True, device=device)
