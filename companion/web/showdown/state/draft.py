"""A showdown that is being entered: what its drafts hold, put together, and the document that it comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flask import abort

from companion.documents.hand_draft import NOT_BEGUN, EnteredHand, Way, entered_from, hand_document, read_entered
from companion.documents.ruled_hand import as_ruled
from companion.documents.showdown import read_setting, read_showdown
from companion.rules.cards import CARDS_BY_NAME, hand_of, name_of
from companion.rules.gems import NOTHING_KNOWN, Gem, Print, letters_for_gem_parts
from companion.rules.rummy.entry import lay_again
from companion.rules.rummy.melds import MeldContext as Melding
from companion.rules.rummy.melds import designated_diamond
from companion.rules.rummy.ruleset import Game, KnockAt, LayOffRule, RuleSet
from companion.rules.rummy.verdict import Call
from companion.store import drafts, games
from companion.store.drafts import SHARED, Draft
from companion.store.people import presence
from companion.web.rummy.catalog import require_rummy
from companion.web.rummy.views.table_view import read_dice
from companion.web.security import access
from companion.web.shared import live
from companion.web.showdown.state.shared import SharedState, read_shared, shared_from
from companion.wording.hand_changes import card_count_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.cards import Card
    from companion.rules.rummy.showdown_input import Showdown
    from companion.store.derived.table_cache import TableSummary
    from companion.store.people.members import Member
    from companion.web.rummy.views.table_view import Dice
    from companion.web.showdown.state.shared import LaidOff

DICE = "dice"
"""Where the draft of a hand notes with which dice its cards were laid."""
TURNED_UP = "turned_up"
"""Where the draft of a hand notes that it was changed after the hands were turned up."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """A whole showdown as it is kept: what is shared, and the hands in seat order."""

    shared: SharedState
    hands: tuple[EnteredHand, ...]
    position: int
    """Which hand of the sheet it is, or will be."""


@dataclass(frozen=True, slots=True)
class ShowdownDraft:
    """A showdown as far as it was entered, at a table."""

    member: Member
    table: TableSummary
    number: int
    rules: RuleSet
    gems: Print | None
    """The deck as far as it is known, letters learned in this showdown among them."""
    shared: SharedState
    hands: tuple[EnteredHand, ...]
    ready: frozenset[int]
    base: Baseline
    """What counts where no draft was saved: nothing, or the hand on the sheet."""
    phones: Mapping[int, int]
    """Which phone sits on which seat."""
    face_down: frozenset[int]
    """Whose hands were entered on another phone, and lie face down for this one: here they are empty."""
    changed_at: str
    """When something was last entered here; empty where nothing was."""
    miscounted: Mapping[int, str]
    """Whose hands are in though cards are missing or too many, as their players say: everybody may know that."""
    changed: tuple[dict[str, Any], ...]
    """Who changed whose cards after the hands were turned up, as the journal keeps it (`HandRecorded.changed`)."""

    @property
    def game(self) -> str:
        """The game's id, as addresses have it."""
        return self.member.game

    @property
    def where(self) -> dict[str, Any]:
        """Give what every address of this showdown has in it."""
        return {"game": self.member.game, "number": self.number}

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seat order."""
        return self.table.players

    @property
    def position(self) -> int:
        """Which hand of the sheet this is, or will be: what players call it."""
        return self.base.position

    @property
    def correcting(self) -> bool:
        """Say whether the hand is on the sheet already."""
        return self.number < self.table.next_hand

    @property
    def correction_changed_at(self) -> str:
        """When a correction that was not recorded yet was last changed; empty where the sheet has what stands here."""
        changed = (self.shared, self.hands) != (self.base.shared, self.base.hands)
        return self.changed_at if self.correcting and changed else ""

    @property
    def melding(self) -> Melding:
        """Give what decides about melds in this showdown."""
        return _melding(self.rules, self.gems, self.shared.dice)

    @property
    def letters(self) -> dict[str, str]:
        """Give the gems of the cards as far as they are known, for drawing them."""
        known = self.gems.gems if self.gems else {}
        return {name_of(one): "".join(gems) for one, gems in known.items()}

    @property
    def order(self) -> tuple[int, ...]:
        """List the seats as hands are shown: the Knocker's, then round from the left."""
        seats = len(self.players)
        first = self.shared.knocker or 0
        return tuple((first + step) % seats for step in range(seats))

    def others_cards(self, seat: int) -> dict[Card, str]:
        """Tell which cards lie in the other hands, and whose they are."""
        return {
            one: self.players[other] for other, hand in enumerate(self.hands) if other != seat for one in hand.cards
        }

    def wanted(self, seat: int) -> int:
        """Tell how many cards a hand has, at least where more are allowed."""
        return self.rules.hand_size + (seat == self.shared.knocker and self.shared.call == Call.BIG_GIN)

    def complete(self, seat: int, hand: EnteredHand) -> bool:
        """Say whether a hand is complete as far as its number of cards goes."""
        if hand.way == Way.COUNTED:
            return hand.begun
        held, wanted = len(hand.cards), self.wanted(seat)
        return held == wanted or (held > wanted and (self.rules.more_cards_allowed or self._may_be_big_gin(seat, hand)))

    def _may_be_big_gin(self, seat: int, hand: EnteredHand) -> bool:
        """Say whether it is still to be asked if a knock with one card more was meant as Big Gin (ruling 5)."""
        asked = self.rules.gin_must_be_called and self.rules.big_gin_bonus is not None
        left_open = seat == self.shared.knocker and self.shared.call in (None, Call.KNOCK)
        one_more = len(hand.cards) == self.rules.hand_size + 1
        return asked and left_open and one_more and not (hand.way == Way.LAID_OUT and hand.entry.deadwood)

    @property
    def lays_off_by_tap(self) -> bool:
        """Return whether the players lay off card by card; else the app finds what helps (house rule, loose hands).

        A hand on the sheet that has its lay-offs keeps them in a correction, whatever the table plays by then.
        """
        by_tap = self.rules.lay_offs == LayOffRule.AS_PLAYED or self.base.shared.settled
        return self.rules.has_lay_offs and by_tap and all(hand.way == Way.LAID_OUT for hand in self.hands)

    @property
    def knock_limit(self) -> int | None:
        """Give the knock number; None where there is none."""
        limit = self.rules.knock_limit
        return sum(self.shared.dice or ()) if limit == KnockAt.DICE else limit

    def hand_of_game(self) -> dict[str, object]:
        """Write the hand as the game document has it, so that no unknown letter can change the ruling later."""
        document = self._hand_as_entered()
        return as_ruled(self._head, document) if self.shared.not_gems and self.shared.knocker is not None else document

    def showdown(self) -> Showdown:
        """Give the showdown as it was entered, with all that is known of the deck: it tells what is to be asked."""
        return replace(read_showdown({**self._head, **self._hand_as_entered()}), gems=self.gems)

    def _hand_as_entered(self) -> dict[str, object]:
        """Write the hand as it was entered, the knocker being known."""
        knocker = self.shared.knocker or 0
        document: dict[str, object] = {}
        if self.rules.has_dice and self.shared.dice:
            document["dice"] = list(self.shared.dice)
        document["knocker"] = self.players[knocker]
        if self.shared.call is not None:
            document["call"] = self.shared.call.value
        document["players"] = [
            hand_document(name, hand, has_gems=self.rules.has_gems, waives=self._waives_gem_parts(hand))
            for name, hand in zip(self.players, self.hands, strict=True)
        ]
        if self.lays_off_by_tap:
            document["lay_offs"] = list(self._lay_offs())
        return document

    def _waives_gem_parts(self, hand: EnteredHand) -> bool:
        """Say whether a hand whose letters could still show Gem Parts goes without, as nobody claims it."""
        is_open = self.gems is not None and not self.gems.faults and hand.way != Way.COUNTED and not hand.claims
        return is_open and bool(letters_for_gem_parts(self.gems or NOTHING_KNOWN, hand_of(hand.cards)))

    def _lay_offs(self) -> list[dict[str, object]]:
        moves: list[dict[str, object]] = []
        for one in self.shared.lay_offs:
            if isinstance(one, int):
                moves.append({"player": self.players[one], "pass": True})
                continue
            place = self.place_of(one)
            if place is not None:
                onto = {"player": self.players[one.owner], "meld": place}
                moves.append({"player": self.players[one.seat], "card": one.card, "onto": onto})
        return moves

    def place_of(self, move: LaidOff) -> int | None:
        """Find the meld of a lay-off among its owner's melds; None if it is laid otherwise now."""
        melds = [{name_of(one) for one in group} for group in self.hands[move.owner].entry.melds]
        return melds.index(set(move.onto)) if set(move.onto) in melds else None

    def document(self) -> dict[str, object]:
        """Write the whole showdown document, as it is judged."""
        return {**self._head, **self.hand_of_game()}

    @property
    def _head(self) -> dict[str, object]:
        """Write what the game says of each of its showdowns, with the letters that are known now."""
        head = {key: self.table.head[key] for key in ("game", "house_rules", "print") if key in self.table.head}
        known: Any = self.table.head.get("gems", {})
        gems = {**known, **self.shared.gems}
        if gems and "print" not in head:
            head["gems"] = gems
        return head


def load_draft(member: Member, number: int) -> ShowdownDraft:
    """Gather a showdown; 404 for a hand that is neither being played nor on the sheet."""
    table = games.table_summary(access.store(), member.game)
    require_rummy(table.game)
    if not 1 <= number <= table.next_hand:
        abort(404, "There is no such hand in this game.")
    found = drafts.drafts(access.store(), member.game, number)
    base = _base(member.game, table, number)
    shared = read_shared(found[SHARED].body, len(table.players)) if SHARED in found else base.shared
    rules, gems = _setting(table, shared)
    hands = tuple(
        hand_in(seat, found.get(seat), base, (rules, gems), shared.dice) for seat in range(len(table.players))
    )
    ready = frozenset(
        seat for seat in range(len(hands)) if (found[seat].ready if seat in found else base.hands[seat].begun)
    )
    covered = lying_face_down(found, base, member.device) if number == table.next_hand else frozenset()
    if number == table.next_hand:
        live.mark_unrecorded(number)
    at = ShowdownDraft(
        member=member,
        table=table,
        number=number,
        rules=rules,
        gems=gems,
        shared=shared,
        hands=hands,
        ready=ready,
        base=base,
        phones=presence.phones_on_seats(access.store(), member.game),
        face_down=covered,
        changed_at=drafts.last_saved_at(found),
        miscounted={},
        changed=_changed(table.players, hands, found),
    )
    miscounted = {
        seat: card_count_words(len(hand.cards), at.wanted(seat))
        for seat, hand in enumerate(hands)
        if seat in ready and not at.complete(seat, hand)
    }
    unseen = tuple(NOT_BEGUN if seat in covered else hand for seat, hand in enumerate(hands))
    return replace(at, hands=unseen, miscounted=miscounted)


def _changed(
    players: tuple[str, ...], hands: tuple[EnteredHand, ...], found: Mapping[int, Draft]
) -> tuple[dict[str, Any], ...]:
    """Tell whose cards lie otherwise than when the hands were turned up, and who changed them."""
    notes = {seat: found[seat].body.get(TURNED_UP) for seat in range(len(players)) if seat in found}
    return tuple(
        {"player": players[seat], **note}
        for seat, note in notes.items()
        if isinstance(note, dict) and note["before"] != cards_of(hands[seat])
    )


def cards_of(hand: EnteredHand) -> dict[str, object]:
    """Write a hand's cards as they lie, or the number that was counted."""
    document = hand_document("", hand, has_gems=False)
    del document["name"]
    return document


def _melding(rules: RuleSet, gems: Print | None, dice: Dice | None) -> Melding:
    diamond = designated_diamond(dice) if rules.has_dice and dice else None
    return Melding(rules.has_gems, None if gems is None or gems.faults else gems, diamond)


def hand_in(
    seat: int, draft: Draft | None, base: Baseline, setting: tuple[RuleSet, Print | None], dice: Dice | None
) -> EnteredHand:
    """Return a hand from its draft, or from the sheet, laid again if the dice were corrected since."""
    hand = read_entered(draft.body) if draft else base.hands[seat]
    laid_with = read_dice(draft.body.get(DICE)) if draft else base.shared.dice
    earlier, now = _melding(*setting, laid_with or dice), _melding(*setting, dice)
    return hand if earlier == now else replace(hand, entry=lay_again(hand.entry, earlier, now))


def lying_face_down(found: Mapping[int, Draft], base: Baseline, device: int) -> frozenset[int]:
    """Tell whose hands a phone may not see: entered on another phone, as long as not all are in."""
    seats = range(len(base.hands))
    shown = drafts.visible_to(found, device, len(seats))
    # A hand whose cards were all taken out again still has the steps that lead back to them.
    traces = (seat for seat in seats if seat in found and (found[seat].ready or _touched(found[seat])))
    return frozenset(seat for seat in traces if seat not in shown)


def _touched(draft: Draft) -> bool:
    hand = read_entered(draft.body)
    return hand != NOT_BEGUN or hand.entry.before is not None


def _base(game: str, table: TableSummary, number: int) -> Baseline:
    """Give what a hand is entered over: nothing, or for a correction what the sheet has."""
    nothing = (NOT_BEGUN,) * len(table.players)
    if number == table.next_hand:
        return Baseline(SharedState(), nothing, table.rows + 1)
    state = games.state(access.store(), game)
    hand, position = state.hand(number), state.positions[number]
    if hand is None:
        abort(404, "There is no such hand in this game.")
    document: Mapping[str, Any] = hand.document
    if "players" not in document:
        return Baseline(SharedState(dice=read_dice(document.get("dice"))), nothing, position)
    by_name = {one["name"]: one for one in document["players"]}
    hands = tuple(entered_from(by_name[name]) for name in table.players)
    return Baseline(shared_from(document, table.players), hands, position)


def _setting(table: TableSummary, shared: SharedState) -> tuple[RuleSet, Print | None]:
    head: Mapping[str, Any] = table.head
    keys: dict[str, Any] = {"house_rules": dict(head.get("house_rules", {}))}
    if "print" in head:
        keys["print"] = dict(head["print"])
    else:
        gems = {**head.get("gems", {}), **shared.gems}
        if gems:
            keys["gems"] = gems
    setting = read_setting(keys, Game(table.game), table.players)
    deck = setting.gems or (NOTHING_KNOWN if setting.rules.has_gems else None)
    if deck is not None and shared.not_gems:
        without = {CARDS_BY_NAME[name]: map(Gem, letters) for name, letters in shared.not_gems.items()}
        deck = Print.of(deck.gems, without=without)
    return setting.rules, deck
