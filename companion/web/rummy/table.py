"""The table of a rummy between hands: the score, the dice, and the next hand."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import PIPS, Dice, as_dice, as_upcard
from companion.journal.events.base import Kind
from companion.journal.named_changes import NamedChange
from companion.journal.sheet import Standing
from companion.rules.rummy.match import first_to_play
from companion.rules.rummy.ruleset import RuleSet
from companion.store import drafts, games
from companion.store.derived import head_to_head
from companion.store.derived.table_cache import LastHand, TableSummary
from companion.store.drafts import SHARED, DraftConflict
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import at_address, go_to, tell, wants_part
from companion.web.base.idempotency import note_seen, seen_of
from companion.web.base.player_names import short_names
from companion.web.current_store import current_store
from companion.web.people.people import player_of, who_joined
from companion.web.rummy.catalog import require_rummy, rules_of
from companion.web.rummy.knock import Knock, announced, knock_of
from companion.web.rummy.next_hand import (
    HandInPlay,
    NextStep,
    acts_in,
    hands_in_play,
    may_replace,
    next_step,
    own_hand,
    progress_words,
)
from companion.web.rummy.places import Place, places, tie_words
from companion.web.security.membership import require_member
from companion.web.sheet.responses import Responses, responses_to_last
from companion.wording import game as wording
from companion.wording import rounds
from companion.wording.cards import GAME_WORDS
from companion.wording.game_end import games_so_far
from companion.wording.history import change_words, undone_sentence
from companion.wording.showdown import TAP_BOTH_DICE, TAP_RANK_AND_SUIT

blueprint = Blueprint("rummy_table", __name__, url_prefix="/g/<game>")

ROOM_OF_A_NAME = 10
"""Letters of a name beside other words; on the score stands each name in full."""
ROOM_IN_A_PAIR = 14


@dataclass(frozen=True, slots=True)
class PairAtTable:
    """Two who play a hand of the round that is played, and how far they are."""

    number: int
    players: tuple[str, ...]
    state: str
    is_done: bool
    on_sheet: bool = False
    may_reopen: bool = False
    may_be_drawn: bool = False
    """This phone may say that nobody knocked."""


@dataclass(frozen=True, slots=True)
class RoundAtTable:
    number: int
    pairs: tuple[PairAtTable, ...]
    """Empty where only two play at a time."""
    sits_out: str
    who: str
    """Who plays whom, and who sits out, where only two play at a time."""
    all_done: bool


@dataclass(frozen=True, slots=True)
class ComingHand:
    dealer: str
    starter: str
    """Left of the dealer (R.15); both by their short names, empty where nobody deals."""
    round: RoundAtTable | None
    """Of a game of hands for two."""
    number: int
    """Of the hand that this phone goes on with: of several its own."""
    of_pair: str
    """Who plays that one, where it's one of several."""
    waits_for: str
    """Whom this phone's player waits for, whose own hand is done."""
    knock: Knock | None
    """None while the dice or the upcard are still to be entered, or being changed."""
    missing: str
    """Which of them hasn't been entered."""
    turned_up: str
    """What the address says while other dice than these, or another upcard, are chosen."""
    changing: bool
    """Other dice than these, or another upcard, are being chosen."""
    progress: str
    """What is entered of the showdown already, on any phone."""
    step: NextStep | None
    acts: bool
    """This phone enters something of the hand."""

    @property
    def label(self) -> str:
        return wording.showdown_label(enters_own=self.step is NextStep.ENTER_OWN_HAND, plays=self.acts)


@dataclass(frozen=True, slots=True)
class LastChange:
    undoable: int | None
    """None where undo would take back something else than what was done last."""
    words: str
    is_last_hand: bool
    """Undo takes back the hand shown beside it, not a change to another one."""
    redoable: int | None
    undone: str
    """What was undone last, as a sentence."""


@pages.context("rummy/table/table.html")
class TablePage:
    member: Member
    table: TableSummary
    rules: RuleSet
    game_name: str
    places: tuple[Place, ...]
    tied: str
    hand: ComingHand
    last: str
    change: LastChange
    games_so_far: str
    """How these players stand in games won, before the first hand of another one."""
    own: str
    """Whose phone this is; empty where it is nobody's."""
    joined: str
    """Whose other phones are in; asked only where more may be invited."""
    responses: Responses | None
    error: str


@pages.context("rummy/table/_table.html")
class TablePart(TablePage):
    """The table alone."""


def show_table(member: Member, summary: TableSummary) -> Response | BaseResponse:
    """Show the table, or after the last hand how the game ended."""
    if summary.over or summary.closed:
        return go_to(url_for("end.end", game=member.game))
    return pages.show(_page(member, summary, hands_in_play(member.game, summary)))


@blueprint.post("/dice")
def dice(game: str) -> Response | BaseResponse:
    """Take the dice that were rolled on the table, or roll them here."""
    if request.form.get("act") == "roll":
        return _turn_up(game, "dice", (secrets.choice(PIPS), secrets.choice(PIPS)), rolls=True)
    return _turn_up(game, "dice", as_dice([request.form.get(name, 0, type=int) for name in ("first", "second")]))


@blueprint.post("/upcard")
def upcard(game: str) -> Response | BaseResponse:
    """Take the upcard that rules the coming hand."""
    return _turn_up(game, "upcard", as_upcard(request.form.get("rank", "") + request.form.get("suit", "")))


def _turn_up(
    game: str, what: Literal["dice", "upcard"], entered: Dice | str | None, *, rolls: bool = False
) -> Response | BaseResponse:
    """Save what was rolled or turned up for the coming hand, and show the table with it."""
    member = require_member(game, Role.SEAT)
    summary = games.table_summary(current_store(), game)
    require_rummy(summary.game)
    rules = rules_of(summary.head)
    if not (rules.has_dice if what == "dice" else rules.has_upcard):
        abort(404)
    hands = hands_in_play(game, summary)
    if entered is None:
        error = TAP_BOTH_DICE if what == "dice" else TAP_RANK_AND_SUIT
        return pages.show(_page(member, summary, hands, error=error), 422)
    try:
        for hand in hands:
            known = replace(hand.shared, settled=False, pair=hand.pair)
            known = replace(known, upcard=entered) if isinstance(entered, str) else replace(known, dice=entered)
            seen = seen_of(request.form).version if hand == hands[0] else hand.version
            if not hand.is_done and (hand == hands[0] or not hand.knocker):
                drafts.save(current_store(), game, hand.number, SHARED, known, seen=seen, device=member.device)
    except DraftConflict:
        page = _page(member, summary, hands_in_play(game, summary), error=wording.ENTERED_BY_OTHERS)
        return pages.show(page, 409 if not wants_part() else 200)
    if not wants_part():
        return go_to(url_for("table.table", game=game))
    page = _page(member, summary, hands_in_play(game, summary))
    said = announced(page.hand.knock) if page.hand.knock else ""
    return at_address(
        tell(pages.show(page), {"say": said}, {"rolled": True} if rolls else {}), url_for("table.table", game=game)
    )


def _page(member: Member, summary: TableSummary, hands: Sequence[HandInPlay], *, error: str = "") -> TablePage:
    note_seen(version=hands[0].version)
    rules, shown = rules_of(summary.head), places(summary, hands[0].dealer)
    called = dict(zip(summary.players, short_names(summary.players, ROOM_OF_A_NAME), strict=True))
    hand = coming_hand(member, summary, hands, rules, called)
    invites = member.role == Role.OWNER and not summary.hands
    return (TablePart if wants_part() else TablePage)(
        member=member,
        table=summary,
        rules=rules,
        game_name=GAME_WORDS[rules.game],
        places=shown,
        tied=tie_words(shown, summary.target),
        hand=hand,
        last=last_hand_words(summary, called),
        change=_last_change(summary, hands, is_draft=bool(hand.progress)),
        games_so_far="" if summary.rows else _games_so_far(member, summary, called),
        own=player_of(member, summary.players),
        joined=who_joined(members.members(current_store(), member.game), member, summary.players) if invites else "",
        responses=responses_to_last(member, summary),
        error=error,
    )


def coming_hand(
    member: Member, summary: TableSummary, hands: Sequence[HandInPlay], rules: RuleSet, called: Mapping[str, str]
) -> ComingHand:
    known = hands[0].shared
    # The address names these dice: once others are rolled, it no longer asks for a change.
    turned_up = f"{summary.next_hand}.{hands[0].version}"
    changing = member.may_play and request.args.get("dice") == turned_up
    own = own_hand(member, summary, hands)
    in_pairs = dict(zip(summary.players, short_names(summary.players, ROOM_IN_A_PAIR), strict=True))
    dealer, players = hands[0].dealer, hands[0].players
    knock = knock_of(rules, known)
    starter = ""
    if dealer:
        place = players.index(dealer) if dealer in players else 0
        starter = called[players[first_to_play(len(players), place)]]
    return ComingHand(
        dealer=called[dealer] if dealer else "",
        starter=starter,
        round=_round_at_table(member, summary, hands, called, in_pairs),
        number=own.number,
        of_pair=rounds.pair_words([in_pairs[name] for name in own.players]) if len(hands) > 1 else "",
        waits_for=rounds.waits_for_pairs(
            [[in_pairs[name] for name in hand.players] for hand in hands if not hand.is_done] if own.is_done else []
        ),
        knock=None if changing else knock,
        missing="" if knock else wording.NO_UPCARD_YET if rules.has_upcard else wording.NO_DICE_YET,
        turned_up=turned_up,
        changing=changing,
        progress="" if own.is_done else progress_words(own),
        step=next_step(member, summary, own),
        acts=acts_in(member, summary, own),
    )


def _round_at_table(
    member: Member,
    summary: TableSummary,
    hands: Sequence[HandInPlay],
    called: Mapping[str, str],
    in_pairs: Mapping[str, str],
) -> RoundAtTable | None:
    coming = summary.coming
    if coming is None:
        return None
    pairs: tuple[PairAtTable, ...] = ()
    if len(hands) + len(summary.in_round) > 1:
        pairs = (
            *(_pair_on_sheet(hand, called, in_pairs) for hand in summary.in_round),
            *(_pair_at_table(member, summary, hand, called, in_pairs) for hand in hands),
        )
    # Where somebody else plays than is due, who is due sits out.
    due = (*(name for pair in coming.pairs for name in pair), coming.sits_out) if coming.sits_out else ()
    playing = {name for hand in hands for name in hand.players}
    out = next((name for name in due if name and name not in playing), "")
    return RoundAtTable(
        number=coming.round,
        pairs=pairs,
        sits_out=called[out] if out else "",
        who=rounds.who_plays(hands[0].players, out, own=player_of(member, summary.players)),
        all_done=len(hands) > 1 and all(hand.is_done for hand in hands),
    )


def _pair_on_sheet(hand: LastHand, called: Mapping[str, str], in_pairs: Mapping[str, str]) -> PairAtTable:
    points = {called[name]: scored for name, scored in (hand.points or {}).items() if name in hand.pair}
    state = rounds.pair_state("", points, drawn=hand.standing is Standing.DRAWN)
    return PairAtTable(hand.number, tuple(in_pairs[name] for name in hand.pair), state, is_done=True, on_sheet=True)


def _pair_at_table(
    member: Member, summary: TableSummary, hand: HandInPlay, called: Mapping[str, str], in_pairs: Mapping[str, str]
) -> PairAtTable:
    shared = hand.shared
    points = {called[name]: scored for name, scored in zip(hand.players, shared.points, strict=False)}
    changes_it = member.role.may(Role.SCORER) or hand.seat_of(member, summary.players) is not None
    due = summary.pair_of(hand.number)
    instead = [(called[name], called[other]) for name, other in zip(hand.players, due, strict=True) if name not in due]
    state = rounds.pair_state(called.get(hand.knocker, ""), points, drawn=shared.drawn)
    return PairAtTable(
        number=hand.number,
        players=tuple(in_pairs[name] for name in hand.players),
        state=state or rounds.pair_to_play(called[hand.dealer], instead),
        is_done=shared.done,
        may_reopen=shared.done and changes_it,
        may_be_drawn=not shared.done and not hand.knocker and changes_it and member.may_play,
    )


def _last_change(summary: TableSummary, hands: Sequence[HandInPlay], *, is_draft: bool) -> LastChange:
    replaceable = all(may_replace(hand.drafts) for hand in hands)
    undoes_last = summary.undone_next == NamedChange(Kind.HAND_RECORDED, summary.rows)
    redoes_last = summary.redone_next == NamedChange(Kind.HAND_RECORDED, summary.rows + 1)
    may_undo = summary.redoable is None and (not undoes_last or replaceable)
    return LastChange(
        undoable=summary.undoable if may_undo else None,
        words=change_words(summary.undone_next, "hand"),
        is_last_hand=undoes_last and not summary.last_round,
        redoable=summary.redoable if not redoes_last or replaceable else None,
        undone=undone_sentence(change_words(summary.redone_next, "hand"), is_draft=redoes_last and is_draft),
    )


def last_hand_words(summary: TableSummary, called: Mapping[str, str]) -> str:
    last = summary.last
    if last is None:
        return ""
    if summary.last_round:
        return rounds.last_round(summary.last_round.number, summary.last_round.points)
    points = {called.get(name, name): amount for name, amount in (last.points or {}).items()}
    return wording.last_hand(summary.rows, last.standing, points)


def _games_so_far(member: Member, summary: TableSummary, called: Mapping[str, str]) -> str:
    record = head_to_head.head_to_head(current_store(), member.device, summary.game, summary.players)
    if record is None or record.uncounted:
        return ""
    return games_so_far({called[name]: record.players[name].won for name in summary.players})
