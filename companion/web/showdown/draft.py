"""A showdown being entered: what its drafts hold but hands face down for this phone, and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import abort, url_for

from companion.documents.game import HandChange
from companion.documents.showdown_draft import (
    NOT_BEGUN,
    EnteredHand,
    HandDraft,
    LaidOff,
    SharedState,
    Way,
    laid_out,
)
from companion.journal.events.hands import MOST_HANDS
from companion.rules.cards import CARDS_BY_NAME, Card, Hand, name_of
from companion.rules.gems import NOTHING_KNOWN, Print, letters_for_gem_parts
from companion.rules.rummy.calls import expected_cards, is_complete, knock_limit, may_be_big_gin
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.ruleset import MOST_PAIRS, LayOffRule, RuleSet
from companion.rules.rummy.showdown_input import Seat, Showdown, seats_from
from companion.store import drafts
from companion.store.derived.table_cache import TableSummary
from companion.store.drafts import SHARED, Draft, StoredShowdown
from companion.store.people.members import Member, Role
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.rummy.catalog import require_rummy
from companion.web.rummy.next_hand import HandInPlay, hands_in_play
from companion.web.showdown.baseline import Baseline, baseline_of, context_of, deck_known, setting_of
from companion.web.showdown.face_down import doubled_cards, face_down_seats, hidden_hand, on_other_phones
from companion.wording.cards import card_count_words
from companion.wording.showdown import NO_SUCH_HAND


@dataclass(frozen=True)
class ShowdownDraft:
    """A showdown as far as it was entered, as one phone may see it."""

    member: Member
    """This phone; its seat is that in the hand, None where its player doesn't play it."""
    table: TableSummary
    number: int
    base: Baseline
    pair: tuple[int, int] | None
    """The seats at the table of the two who play, in a game of hands for two."""
    players: tuple[str, ...]
    """Who plays the hand. Seats are those among them."""
    stored: Mapping[int, Draft]
    """The stored drafts by seat."""
    phones: Mapping[int, int]
    """Which phone sits on which seat."""
    rules: RuleSet
    gems: Print | None
    """The deck as far as it is known, including the letters learned in this showdown."""
    laying: MeldContext
    """By what tapped cards are laid: what is learned of the gems meanwhile moves none of them (R.14)."""
    shared: SharedState
    hands: tuple[EnteredHand, ...]
    """In seat order; empty where they lie face down."""
    ready: frozenset[int]
    """The seats whose hands are in."""
    face_down: frozenset[int]
    """The seats whose hands were entered on another phone and are hidden from this one."""
    doubled: Mapping[int, tuple[Card, str]]
    """By seat, once all hands are in, a card that lies in another hand too, and whose that hand is."""
    at_table: Member
    """This phone with its seat at the table."""
    phones_at_table: Mapping[int, int]
    miscounted: Mapping[int, str]
    """The hands that are in although cards are missing or too many, as their players confirmed. Everyone sees this."""

    @property
    def game(self) -> str:
        """The game's id, as addresses have it."""
        return self.member.game

    def url(self, endpoint: str, **values: Any) -> str:  # noqa: ANN401 (as Flask's own)
        return url_for(endpoint, game=self.game, number=self.number, **values)

    @property
    def table_url(self) -> str:
        return url_for("table.table", game=self.game)

    @property
    def played_by(self) -> str:
        """Who plays, as a form says it whose seats mean them; empty where the whole table plays."""
        return "" if self.pair is None else "-".join(map(str, self.pair))

    def is_of_others(self, form: Mapping[str, str]) -> bool:
        """Return whether a form means other players than those who play the hand now."""
        return form.get("played_by", self.played_by) != self.played_by

    @property
    def position(self) -> int:
        """Which hand of the sheet this is, or will be: what players call it."""
        return self.base.position

    @property
    def correcting(self) -> bool:
        return self.number < self.table.next_hand

    @property
    def is_done(self) -> bool:
        """Whether the pair is done, and waits for the other pairs of the round."""
        return self.shared.done and not self.correcting

    @cached_property
    def hands_beside(self) -> tuple[HandInPlay, ...]:
        """The hands of the other pairs of the round."""
        hands = hands_in_play(self.game, self.table) if self.is_of_round else ()
        return tuple(hand for hand in hands if hand.number != self.number)

    @property
    def others_to_finish(self) -> tuple[tuple[str, ...], ...]:
        """The pairs of the round besides this one that aren't done yet."""
        return tuple(hand.players for hand in self.hands_beside if not hand.is_done)

    @property
    def is_of_round(self) -> bool:
        """Whether other pairs play beside this one, so that it's recorded with theirs."""
        return not self.correcting and len(self.table.open_hands) > 1

    @property
    def may_finish(self) -> bool:
        return self.keeps_score or any(self.acts_for(seat) for seat in range(len(self.players)))

    @property
    def is_on_sheet(self) -> bool:
        """Whether the sheet has the hand just like this."""
        if not self.correcting or self.shared != self.base.shared:
            return False
        return all(
            replace(hand, taps=()) == replace(was, taps=())
            for hand, was in zip(self.hands, self.base.hands, strict=True)
        )

    @property
    def correction_changed_at(self) -> str:
        """When an unrecorded correction was last changed; empty where it changes nothing."""
        return drafts.last_saved_at(self.stored) if self.correcting and not self.is_on_sheet else ""

    @property
    def limit_missing(self) -> bool:
        """Whether what sets the knock limit, the dice or the upcard, has to be entered first."""
        no_dice = self.rules.has_dice and self.shared.dice is None
        return no_dice or (self.rules.has_upcard and self.shared.upcard is None)

    @property
    def knock_limit(self) -> int | None:
        """The most deadwood with which a player may knock here; None if there is no limit."""
        upcard = None if self.shared.upcard is None else CARDS_BY_NAME[self.shared.upcard]
        return knock_limit(self.rules, self.shared.dice, upcard)

    @cached_property
    def context(self) -> MeldContext:
        return context_of(self.rules, self.gems, self.shared.dice)

    @cached_property
    def letters(self) -> dict[str, str]:
        known = self.gems.gems if self.gems else {}
        return {name_of(card): "".join(gems) for card, gems in known.items()}

    @property
    def order(self) -> tuple[int, ...]:
        """The seats as hands are shown, beginning with the Knocker's."""
        return seats_from(self.shared.knocker or 0, len(self.players))

    def version_of(self, seat: int = SHARED) -> int:
        """Return the version of a hand's draft, or of what belongs to no one hand; 0 where nothing is drafted."""
        return self.stored[seat].version if seat in self.stored else 0

    @property
    def changed(self) -> tuple[HandChange, ...]:
        """Who changed whose cards after the hands were turned up, as `HandRecorded.changed` has it."""
        notes = {seat: draft.read(HandDraft).changed for seat, draft in self.stored.items() if seat != SHARED}
        return tuple(
            note if self.pair is None else replace(note, seat=self.pair[seat])
            for seat, note in sorted(notes.items())
            if note is not None and note.before != self.hands[seat].as_input()
        )

    def acts_for(self, seat: int) -> bool:
        """Return whether this phone plays for a seat: its own, or one without a phone.

        The scorekeeper who corrects a recorded hand does so for everybody: the other phones aren't led there.
        """
        if self.correcting and self.keeps_score:
            return True
        return self.may_play and self.phones.get(seat, self.member.device) == self.member.device

    def may_act_for(self, seat: int) -> bool:
        """Return whether this phone could play for a seat: the scorekeeper may for anyone, in case a phone is away."""
        return self.acts_for(seat) or self.keeps_score

    @property
    def may_play(self) -> bool:
        return self.member.role.may(Role.SEAT)

    @property
    def keeps_score(self) -> bool:
        return self.member.role.may(Role.SCORER)

    @property
    def hands_to_enter(self) -> tuple[int, ...]:
        """The seats whose hands are still to be entered on this phone, its own first."""
        seats = [seat for seat in self.order if seat not in self.ready | self.face_down and self.acts_for(seat)]
        return tuple(sorted(seats, key=lambda seat: seat != self.member.seat))

    @property
    def all_in(self) -> bool:
        """Whether all hands are in and turned up."""
        return len(self.ready) == len(self.players) and not self.face_down

    @property
    def has_other_phones(self) -> bool:
        return any(device != self.member.device for device in self.phones.values())

    def others_cards(self, seat: int) -> dict[Card, str]:
        """Return the cards of the other hands, and whose they are."""
        return {
            card: self.players[other] for other, hand in enumerate(self.hands) if other != seat for card in hand.cards
        }

    def expected_cards(self, seat: int) -> int:
        """Return how many cards a hand should have, at least where more are allowed."""
        return expected_cards(self.rules, self.shared.call, knocks=seat == self.shared.knocker)

    def may_claim(self, hand: EnteredHand) -> bool:
        """Return whether Gem Parts can be claimed, because the deck is not fully known, or a claim withdrawn."""
        return self.rules.has_gem_parts and (hand.claims or self.gems is None or not self.gems.complete)

    def count_words(self, seat: int, hand: EnteredHand) -> str:
        """Return how many cards a hand has: 7 of 11."""
        held, expected = len(hand.entry.cards), self.expected_cards(seat)
        return f"{held} cards" if self.rules.more_cards_allowed and held >= expected else f"{held} of {expected}"

    def is_complete(self, seat: int, hand: EnteredHand) -> bool:
        """Return whether a hand has all its cards, or may have them: the table is still asked about Big Gin."""
        if hand.way == Way.COUNTED:
            return hand.begun
        held = len(hand.cards)
        no_deadwood_laid = hand.way == Way.LOOSE or not hand.entry.deadwood
        big_gin = seat == self.shared.knocker and may_be_big_gin(self.rules, self.shared.call, held)
        return is_complete(self.rules, held, self.expected_cards(seat)) or (big_gin and no_deadwood_laid)

    @property
    def lays_off_by_tap(self) -> bool:
        """Whether the players lay off card by card; else the app finds what helps (house rule, loose hands).

        A recorded hand that has its lay-offs keeps them in a correction, whatever the table's rule is by then.
        """
        by_tap = self.rules.lay_offs == LayOffRule.AS_PLAYED or self.base.shared.settled
        return self.rules.has_lay_offs and by_tap and all(hand.way == Way.LAID_OUT for hand in self.hands)

    @cached_property
    def showdown(self) -> Showdown:
        """The showdown as it was entered. The knocker must be set."""
        hands = zip(self.players, self.hands, strict=True)
        moves = map(self.as_played, self.shared.lay_offs)
        return Showdown(
            self.rules,
            tuple(Seat(name, hand.as_input(gem_parts=self._claims_gem_parts(hand))) for name, hand in hands),
            self.shared.knocker or 0,
            self.shared.call,
            self.shared.dice if self.rules.has_dice else None,
            # As a recorded hand is read, so that both have the same verdict.
            None if self.gems is NOTHING_KNOWN else self.gems,
            tuple(move for move in moves if move is not None) if self.lays_off_by_tap else None,
            CARDS_BY_NAME[self.shared.upcard] if self.rules.has_upcard and self.shared.upcard else None,
        )

    def _claims_gem_parts(self, hand: EnteredHand) -> bool | None:
        """Return whether a hand claims Gem Parts; False if it could still have it and nobody claims it."""
        if self.rules.has_gem_parts and hand.claims:
            return True
        is_open = self.gems is not None and not self.gems.faults and hand.way != Way.COUNTED
        could_have = is_open and letters_for_gem_parts(self.gems or NOTHING_KNOWN, Hand.of(hand.cards))
        return False if could_have else None

    def as_played(self, move: LaidOff | int) -> LayOff | Pass | None:
        """Return a lay-off or a pass as the hands lie now; None for one whose meld was laid differently since."""
        if isinstance(move, int):
            return Pass(move)
        place = self.place_of(move)
        return None if place is None else LayOff(move.seat, CARDS_BY_NAME[move.card], move.owner, place)

    def place_of(self, move: LaidOff) -> int | None:
        """Return the place of a lay-off's meld among its owner's melds, or None if it was laid differently since."""
        melds = [{name_of(card) for card in group} for group in self.hands[move.owner].entry.melds]
        return melds.index(set(move.onto)) if set(move.onto) in melds else None

    @property
    def ruled_out(self) -> dict[str, str]:
        """The gems that cards on the table were said not to show, in this hand or in an earlier one."""
        without = self.gems.without if self.gems else {}
        on_table = {card for hand in self.hands for card in hand.cards}
        return {name_of(card): "".join(gems) for card, gems in without.items() if gems and card in on_table}

    def with_drafts(self, stored: Mapping[int, Draft]) -> ShowdownDraft:
        if stored is self.stored:
            return self
        return _assemble(self.at_table, self.table, self.number, self.base, stored, self.phones_at_table)

    def reloaded(self) -> ShowdownDraft:
        """Return this showdown with its drafts as other phones have changed them meanwhile."""
        return self.with_drafts(drafts.drafts(current_store(), self.game, self.number))


def load_table(member: Member, number: int) -> StoredShowdown:
    """Read a table with the drafts of a hand; 404 for one that never was, the table for one that nobody plays now."""
    stored = drafts.read_showdown(current_store(), member.game, min(number, MOST_HANDS + MOST_PAIRS))
    table = stored.table
    require_rummy(table.game)
    stop = table.open_hands.stop
    # Undo shortens the round that is played, and a correction may end the game, while phones show what is gone then.
    if table.sides and number in range(stop if table.coming else table.next_hand, table.next_hand + MOST_PAIRS):
        abort(go_to(url_for("table.table", game=member.game)))
    if not 1 <= number < stop:
        abort(404, NO_SUCH_HAND)
    return stored


def load_draft(member: Member, number: int, stored: StoredShowdown | None = None) -> ShowdownDraft:
    """Load a showdown; 404 for a hand that is neither being played nor on the sheet."""
    stored = stored or load_table(member, number)
    base = baseline_of(member.game, stored.table, number)
    return _assemble(member, stored.table, number, base, stored.drafts, stored.phones)


def _assemble(
    member: Member,
    table: TableSummary,
    number: int,
    base: Baseline,
    stored: Mapping[int, Draft],
    phones: Mapping[int, int],
) -> ShowdownDraft:
    shared = stored[SHARED].read(SharedState) if SHARED in stored else base.shared
    pair = shared.pair or base.pair
    at_table, phones_at_table = member, phones
    players = table.players
    if pair is not None:
        players = tuple(table.players[seat] for seat in pair)
        member = replace(member, seat=pair.index(member.seat) if member.seat in pair else None)
        phones = {place: phones[seat] for place, seat in enumerate(pair) if seat in phones}
    seats = range(len(players))
    rules, gems = setting_of(table, base.head, shared)
    known = deck_known(base.head) if shared.deck is None else shared.deck
    if known == deck_known(base.head, shared):
        laying = context_of(rules, gems, shared.dice)
    else:
        began = {"house_rules": base.head.get("house_rules", {}), **known}
        laying = context_of(rules, setting_of(table, began)[1], shared.dice)
    is_next = number >= table.next_hand
    face_down = face_down_seats(stored, len(seats), member) if is_next else frozenset()
    drafted = {
        seat: hidden_hand(draft) if seat in face_down else draft.read(HandDraft).hand
        for seat, draft in stored.items()
        if seat != SHARED
    }
    hands = tuple(laid_out(drafted.get(seat, base.hands[seat]), laying) for seat in seats)
    ready = frozenset(seat for seat in seats if (stored[seat].ready if seat in stored else base.hands[seat].begun))
    doubled = doubled_cards(players, hands) if len(ready) == len(seats) else {}
    if is_next and doubled and not any(hands[seat].as_it_is for seat in doubled):
        # The hands are turned up when it is known which of them holds the card.
        face_down = on_other_phones(stored, len(seats), member.device)
    draft = ShowdownDraft(
        member=member,
        table=table,
        number=number,
        base=base,
        pair=pair,
        players=players,
        at_table=at_table,
        phones_at_table=phones_at_table,
        stored=stored,
        phones=phones,
        rules=rules,
        gems=gems,
        laying=laying,
        shared=shared,
        hands=hands,
        ready=ready,
        face_down=face_down,
        doubled=doubled,
        miscounted={},
    )
    miscounted = {
        seat: card_count_words(len(hands[seat].cards), draft.expected_cards(seat))
        for seat in ready
        if not draft.is_complete(seat, hands[seat])
    }
    visible = tuple(NOT_BEGUN if seat in draft.face_down else hand for seat, hand in enumerate(hands))
    return replace(draft, hands=visible, miscounted=miscounted)
