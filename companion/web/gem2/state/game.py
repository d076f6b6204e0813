"""Where a game of Gem II stands: the round that is being played, the turn that is being entered, and recording it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from flask import abort

from companion.documents.gem2_duel import read_deal, read_duel
from companion.documents.gem2_solo import read_solo
from companion.journal.events import DealRecorded, HandRecorded
from companion.rules.gem2.duel import score_duel
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.round import LARGEST_DEAL, RoundState, dealer_of, next_turn, play_deal
from companion.rules.gem2.sides import Side
from companion.rules.gem2.solo import score_solo
from companion.rules.gem2.turn import book_call
from companion.store import drafts, games
from companion.store.drafts import SHARED, DraftConflict
from companion.store.people.members import Role
from companion.web.gem2.state.turn_draft import TurnDraft, deal_document, read_turn_draft, write_turn_draft
from companion.web.security import access
from companion.web.shell import idempotency
from companion.wording.gem2 import fault_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.journal.events import Event
    from companion.journal.fold import GameState, Hand
    from companion.journal.sheet import ScoreSheet, SheetRow
    from companion.rules.gem2.duel import DuelCard
    from companion.rules.gem2.lines import CardLine
    from companion.rules.gem2.solo import SoloCard
    from companion.rules.gem2.turn import Call, Deal, Turn
    from companion.store.errors import NotPossible
    from companion.store.people.members import Member

SOLO, DUEL = "gem-ii-solo", "gem-ii"
GAMES = frozenset({SOLO, DUEL})
TRIES = 20


@dataclass(frozen=True, slots=True)
class Gem2Game:
    """A game of Gem II, as a phone that takes part in it sees it."""

    member: Member
    state: GameState
    sheet: ScoreSheet

    @property
    def game(self) -> str:
        """The game's id, as addresses have it."""
        return self.member.game

    @property
    def solo(self) -> bool:
        """Say whether one plays alone."""
        return self.state.game == SOLO

    @property
    def head(self) -> Mapping[str, Any]:
        """The game document without its rounds."""
        return self.state.head

    @property
    def level(self) -> int:
        """Level 1 or 2."""
        return int(self.head["level"])

    @property
    def sides(self) -> dict[Side, str]:
        """Who deals the first round, and who the second."""
        first = str(self.head["first_dealer"])
        return {Side.FIRST: first, Side.SECOND: next(name for name in self.state.players if name != first)}

    @property
    def counting(self) -> tuple[SheetRow, ...]:
        """The rounds that count, in the order of play."""
        return tuple(row for row in self.sheet.rows if row.place is not None)

    @property
    def counting_numbers(self) -> tuple[int, ...]:
        """Their numbers in the journal."""
        return tuple(row.hand.number for row in self.counting)

    @property
    def not_counting(self) -> int:
        """How many rounds of the sheet do not count, those struck out aside."""
        return sum(row.place is None and not row.hand.struck for row in self.sheet.rows)

    @property
    def over(self) -> bool:
        """Say whether the card is full."""
        return self.sheet.over

    def _next(self, key: str) -> object:
        found = self.sheet.answer.get("next")
        return found.get(key) if isinstance(found, dict) else None

    @property
    def next_round(self) -> int:
        """Which round the coming deal belongs to; 0 when the game is over."""
        found = self._next("round")
        return found if isinstance(found, int) else 0

    @property
    def next_position(self) -> int:
        """The position on the sheet that the next round to begin will have."""
        return self.state.positions[self.state.next_hand]

    @property
    def next_deal(self) -> int:
        """Which deal of its round comes next; 0 when the game is over."""
        found = self._next("deal")
        return found if isinstance(found, int) else 0

    @property
    def next_member(self) -> str:
        """Who of a team of two has the coming turn; nobody where two play."""
        found = self._next("member")
        return found if isinstance(found, str) else ""

    @property
    def running(self) -> SheetRow | None:
        """The round that has begun and is not over."""
        return next((row for row in self.counting if row.place == self.next_round), None)

    def hand(self, number: int) -> Hand:
        """Find a round by its number in the journal, or answer that it is not there."""
        found = self.state.hand(number)
        if found is None:
            abort(404, "This round is not on the sheet.")
        return found


def load_game(member: Member) -> Gem2Game:
    """Gather a game of Gem II; 404 for another one."""
    state, sheet = games.sheet(access.store(), member.game)
    if state.game not in GAMES:
        abort(404)
    return Gem2Game(member, state, sheet)


def load_duel(member: Member) -> Gem2Game:
    """Gather a game of two sides; 404 for one alone, which has no calls and no counted rounds."""
    found = load_game(member)
    if found.solo:
        abort(404)
    return found


def record_event(at: Gem2Game, event: Event) -> None:
    """Have the journal record something, once."""
    idempotency.record_event(at.member, at.state.players, event)


def undoable(at: Gem2Game) -> int | None:
    """Name the record that this phone may take back: a player only what was played, who keeps the score anything."""
    seq = at.state.undoable
    if at.member.role.may(Role.SCORER):
        return seq
    event = next((change.event for change in at.state.history if change.seq == seq), None)
    return seq if isinstance(event, HandRecorded | DealRecorded) else None


def solo_card(at: Gem2Game) -> SoloCard:
    """Give the card of a game alone."""
    return score_solo(read_solo(at.sheet.document).rounds)


def duel_card(at: Gem2Game) -> DuelCard:
    """Give the card of two sides."""
    return score_duel(read_duel(at.sheet.document).rounds)


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that is being entered: the next one, or one on the sheet that is changed."""

    hand: int
    """The round's number in the journal."""
    place: int
    """Which round of the game it is."""
    document: Mapping[str, Any]
    """The round as it is recorded, empty for a new one."""
    before: RoundState
    """The round as it stood before this deal."""
    entry: TurnDraft
    turn: Turn
    lines: tuple[tuple[Side, CardLine], ...]
    """What the calls of this turn brought, and whom."""

    @property
    def deals(self) -> list[Mapping[str, Any]]:
        """The deals that are recorded."""
        return list(self.document.get("deals", []))

    @property
    def on_sheet(self) -> bool:
        """Say whether this deal is recorded already."""
        return self.entry.deal <= len(self.deals)

    @property
    def split(self) -> bool:
        """Say whether the other side finishes the turn, so that there are two numbers to be told."""
        return self.entry.cut and not self.turn.round_over


def current_turn(at: Gem2Game) -> OpenTurn | None:
    """Give the turn that the table shows: the next one, or the last one while it is entered again.

    After the last round there is none.
    """
    row = at.running
    last = row or (at.counting[-1] if at.counting else None)
    if last is not None and "deals" in last.hand.document:
        deals = last.hand.document["deals"]
        kept = draft_of(at.game, last.hand.number)
        if kept.deal and isinstance(deals, list) and kept.deal == len(deals):
            return open_turn(at, last.hand, last.place or 1, kept)
    if at.over:
        return None
    number = row.hand.number if row else at.state.next_hand
    kept = draft_of(at.game, number)
    entry = kept if kept.deal == at.next_deal else TurnDraft(deal=at.next_deal)
    return open_turn(at, row.hand if row else None, at.next_round, entry)


def open_turn(at: Gem2Game, hand: Hand | None, place: int, entry: TurnDraft) -> OpenTurn:
    """Put a turn together: the round before it, and what was said of it."""
    document = cast("Mapping[str, Any]", hand.document) if hand else {}
    before = RoundState(dealer_of(place))
    for one in _deals_of(at, list(document.get("deals", [])))[: entry.deal - 1]:
        before = play_deal(before, one)
    number = hand.number if hand else at.state.next_hand
    return with_entry(OpenTurn(number, place, document, before, entry, next_turn(before), ()), entry)


def with_entry(at: OpenTurn, entry: TurnDraft) -> OpenTurn:
    """Make the calls of an entry; one that cannot be (any more) is left out, with what came after it."""
    dealt = entry.dealt if entry.dealt and entry.dealt <= min(LARGEST_DEAL, at.before.in_hand) else None
    turn = replace(next_turn(at.before, dealt), timed_out=entry.timed_out)
    lines: list[tuple[Side, CardLine]] = []
    done: list[Call] = []
    for call in entry.calls:
        try:
            turn, line = book_call(turn, call)
        except Gem2Error:
            break
        lines.append((call.scorer, line))
        done.append(call)
    kept = replace(entry, dealt=dealt, calls=tuple(done), bets=entry.bets[: turn.betting_jewels.of(turn.player)])
    return replace(at, entry=kept, turn=turn, lines=tuple(lines))


def with_call(at: OpenTurn, call: Call) -> OpenTurn:
    """Add a call to a turn; raises Gem2Error where it cannot be made."""
    book_call(at.turn, call)
    return with_entry(at, replace(at.entry, calls=(*at.entry.calls, call)))


def _deals_of(at: Gem2Game, deals: list[Any]) -> list[Deal]:
    return [read_deal(one, f"deals[{place}]", at.sides) for place, one in enumerate(deals)]


def draft_of(game: str, number: int) -> TurnDraft:
    """Read what is entered and not recorded: one draft for the whole table, whoever holds the phone."""
    found = drafts.drafts(access.store(), game, number).get(SHARED)
    return read_turn_draft(found.body) if found else TurnDraft()


def save_turn(at: Gem2Game, turn: OpenTurn, change: Callable[[TurnDraft], TurnDraft]) -> OpenTurn:
    """Change what is entered of a turn, over whatever other phones have entered of it meanwhile."""
    return with_entry(turn, save_turn_draft(at, turn.hand, turn.entry, change))


def save_turn_draft(at: Gem2Game, hand: int, shown: TurnDraft, change: Callable[[TurnDraft], TurnDraft]) -> TurnDraft:
    """Change what is kept of a deal; `shown` is what counts where nothing is kept of it."""
    for _ in range(TRIES):
        found = drafts.drafts(access.store(), at.game, hand).get(SHARED)
        known = read_turn_draft(found.body) if found else TurnDraft()
        entry = change(known if known.deal == shown.deal else shown)
        try:
            drafts.save(
                access.store(),
                at.game,
                hand,
                SHARED,
                write_turn_draft(entry),
                seen=found.version if found else 0,
                device=at.member.device,
            )
        except DraftConflict:
            continue
        return entry
    raise DraftConflict(None)


def record_deal(at: Gem2Game, turn: OpenTurn, entry: TurnDraft) -> None:
    """Record a deal as it was entered: the next one of its round, or in the place of the one on the sheet."""
    deals = turn.deals
    deals[turn.entry.deal - 1 : turn.entry.deal] = [deal_document(entry.as_deal(), at.sides)]
    document = {**without_ruling(turn.document), "deals": deals}
    if turn.turn.announce and entry.announced is not None:
        document.pop("announced_eight", None)
        if not entry.announced:
            document["announced_eight"] = False
    record_event(at, DealRecorded(turn.hand, document) if turn.document else HandRecorded(document))


def without_ruling(document: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out of a round what was said of its result: other deals may come to another one."""
    return {key: value for key, value in document.items() if key not in {"not_all_x", "x_held_by", "overruled"}}


def fault_sentence_for(at: Gem2Game, error: Gem2Error) -> str:
    """Say in a sentence why something cannot be."""
    said = fault_sentence(error, {} if at.solo else {side.value: name for side, name in at.sides.items()})
    return f"{said[:1].upper()}{said[1:]}."


def as_sentence(error: NotPossible) -> str:
    """Write a sentence of the rules as one that stands by itself."""
    return f"{error.sentence[:1].upper()}{error.sentence[1:].removesuffix('.')}."
