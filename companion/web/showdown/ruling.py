"""The ruling: shown, and recorded with one tap; or back to the screen where an error can be corrected."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown import calls_of, read_showdown, write_hand
from companion.journal.events.hands import HandRecorded, HandReplaced
from companion.register.cases import MADE_UP_PRINT
from companion.rules.rummy.match import reached_by
from companion.rules.rummy.melds import designated_diamond
from companion.rules.rummy.rounds import net
from companion.rules.rummy.showdown import judge
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import live, pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of, seen_of
from companion.web.current_store import current_store
from companion.web.rummy.catalog import partners_of, require_rummy, sides_of
from companion.web.rummy.next_hand import turned_up_for
from companion.web.rummy.ruling_view import RulingView, ruling_of
from companion.web.rummy.sheet_columns import filed_words
from companion.web.security.membership import require_member
from companion.web.showdown import recording
from companion.web.showdown.draft import ShowdownDraft, load_draft, load_table
from companion.web.showdown.flow import asks_lay_offs, next_screen
from companion.web.showdown.hub import CallKey
from companion.web.showdown.saving import reopen
from companion.wording.cards import card_word, changed_sentences
from companion.wording.rounds import DONE, RECORD_ROUND, round_comes_to, waits_for
from companion.wording.rulings import correct_label, meant_label, record_label, replace_label
from companion.wording.showdown import (
    HANDS_BEING_ENTERED,
    RULING_CHANGED,
)
from companion.wording.web import NOT_SCOREKEEPER

blueprint = Blueprint("ruling", __name__)


@pages.context("showdown/ruling/ruling.html")
class RulingPage:
    """Context of the screen of a ruling."""

    draft: ShowdownDraft
    ruling: RulingView
    letters: Mapping[str, str]
    changed: tuple[str, ...]
    """Whose hands were changed after all were turned up, and by whom."""
    hand_addresses: tuple[str, ...]
    """Where each player's hand is corrected, if several are at fault."""
    record_label: str
    waits_for: str
    """Whose hands are recorded with this one; empty where it is recorded alone."""
    meant: CallKey | None
    """The call with which the showdown would be legal, if the one entered isn't."""
    at_fault: int | None
    """The seat where the first thing that isn't legal is corrected."""
    correct_label: str
    accepts: bool
    """Recording also accepts the ruling, because the others accept it on their own phones."""
    hand_json: str
    error: str


@blueprint.get("/g/<game>/hand/<int:number>/ruling")
def ruling(game: str, number: int) -> Response | BaseResponse:
    """Show the ruling, or go to the screen where something is still missing."""
    draft = load_draft(require_member(game), number)
    # Before the lay-offs are done a ruling would be a hint (R.14).
    return _show(draft) if can_be_judged(draft) and not asks_lay_offs(draft) else go_to(next_screen(draft))


def can_be_judged(draft: ShowdownDraft) -> bool:
    """Return whether everything is there that a ruling needs, but for the lay-offs."""
    is_known = draft.shared.knocker is not None and not draft.limit_missing
    return is_known and draft.all_in and all(hand.begun for hand in draft.hands)


def _show(draft: ShowdownDraft, error: str = "", status: int = 200) -> Response:
    table, member = draft.table, draft.member
    totals = None if draft.correcting or table.columns or table.sides else table.totals
    ruling = ruling_of(draft.showdown, totals=totals, sides=partners_of(table.head), made_up=table.made_up)
    if table.columns and ruling.legal:
        ruling = replace(ruling, filed=_filed(draft))
    seats = [ruling.seat_of(fault) for fault in ruling.verdict.faults]
    at_fault = next((seat for seat in seats if seat is not None), None)
    accepts = member.seat is not None and draft.has_other_phones and not draft.correcting and not draft.is_of_round
    hands = tuple(draft.url("hands.hand", seat=seat) for seat in range(len(draft.players)))
    page = RulingPage(
        draft=draft,
        ruling=ruling,
        letters=draft.letters,
        changed=changed_sentences(draft.changed, [seat.hand for seat in draft.showdown.seats], draft.players),
        hand_addresses=hands if len({*seats}) > 1 else (),
        record_label=_record_label(draft, ruling, accepts=accepts),
        waits_for=_waits_for(draft, ruling) if draft.is_of_round else "",
        meant=None if ruling.legal or not draft.may_play else _meant(draft),
        at_fault=at_fault,
        correct_label=correct_label(None if at_fault is None else ruling.players[at_fault].called),
        accepts=accepts,
        hand_json=recording.write_hand_json(write_hand(draft.showdown), draft.shared.gems, draft.shared.not_gems),
        error=error,
    )
    return pages.show(page, status)


def _waits_for(draft: ShowdownDraft, ruling: RulingView) -> str:
    """Return whose hands are recorded with this one; once all others are done, what the round comes to."""
    waited_for = draft.others_to_finish
    if waited_for or not ruling.legal:
        return waits_for(waited_for, records=draft.keeps_score)
    table = draft.table
    # A substitute may have played two of its hands.
    scored = [(player.name, player.points or 0) for player in ruling.verdict.players]
    for hand in draft.hands_beside:
        scored += zip(hand.players, hand.shared.points, strict=False)
    for of_sheet in table.in_round:
        scored += (of_sheet.points or {}).items()
    points = net(tuple(sum(points for name, points in scored if name in side) for side in sides_of(table.head)))
    totals = tuple(map(sum, zip(table.totals.values(), points, strict=True)))
    ends = not table.columns and bool(reached_by(draft.rules, totals, points))
    ahead = points.index(max(points))
    return round_comes_to(table.sides[ahead], points[ahead], ends=ends, records=draft.keeps_score)


def _meant(draft: ShowdownDraft) -> CallKey | None:
    """Return the call that the table probably meant: one that makes an illegal showdown legal."""
    others = [call for call in calls_of(draft.rules) if call != draft.shared.call]
    legal = (call for call in others if judge(replace(draft.showdown, call=call, lay_offs=())).legal)
    return next((CallKey(call.value, meant_label(call)) for call in legal), None)


def _filed(draft: ShowdownDraft) -> str:
    """Return in which of the games that are played at once the hand will count; empty where it can't be recorded."""
    new = not (draft.correcting or draft.is_on_sheet)
    hand = recording.recorded_hand(draft)
    event = HandRecorded(hand) if new else HandReplaced(draft.number, hand)
    try:
        after = games.preview(current_store(), draft.game, event).after
    except NotPossible:
        return ""
    return filed_words(after, after.rows[-1] if new else after.row(draft.number))


def _record_label(draft: ShowdownDraft, ruling: RulingView, *, accepts: bool) -> str:
    if draft.is_of_round:
        return RECORD_ROUND if draft.keeps_score and not draft.others_to_finish else DONE
    if not draft.correcting:
        return record_label(ruling.points, accepts=accepts)
    recorded = games.sheet(current_store(), draft.game)[1].row(draft.number)
    before = recorded.points or {} if recorded else {}
    called = {player.called: before[player.name] for player in ruling.players if player.name in before}
    return replace_label(draft.position, called, ruling.points)


@blueprint.post("/g/<game>/hand/<int:number>/ruling")
@live.answers_late_forms(live.LateForms.ALWAYS)
def record(game: str, number: int) -> Response | BaseResponse:
    """Record the hand, exactly once however often it is sent; a correction replaces the hand."""
    member = require_member(game, Role.SCORER)
    stored = load_table(member, number)
    table = stored.table
    sent = recording.read_sent(request.form, member, table)
    if sent is None:
        return go_to(url_for("ruling.ruling", game=game, number=number))
    is_late = sent.new and number < table.next_hand
    draft = load_draft(member, number, stored) if stored.drafts and not is_late else None
    if draft is not None and draft.is_of_round:
        return _finish(draft, sent)
    if draft is not None and recording.changed_since_shown(draft, sent):
        if "queued" not in request.form:
            return _show(draft, RULING_CHANGED, 409) if can_be_judged(draft) else go_to(next_screen(draft))
        # From the page of a conflict: another hand than the one that is being entered, which is nowhere else.
        if draft.face_down:
            abort(409, HANDS_BEING_ENTERED)
        draft = None
    if draft is None and len(table.open_hands) > 1 and number in table.open_hands:
        # What isn't entered has no place in the round: hands count by the order in which they are recorded.
        return go_to(url_for("showdown.hub", game=game, number=number))
    return recording.record(member, table, number, sent, draft.changed if draft is not None else ())


@blueprint.post("/g/<game>/hand/<int:number>/done")
@live.answers_late_forms(live.LateForms.ALWAYS)
def done(game: str, number: int) -> Response | BaseResponse:
    """Leave the hand of one pair as it is until the other pairs of the round are done; players may do so too."""
    member = require_member(game, Role.SEAT)
    stored = load_table(member, number)
    sent = recording.read_sent(request.form, member, stored.table)
    if number < stored.table.next_hand:
        # The round was recorded, perhaps by this form itself, whose answer was lost.
        return go_to(url_for("table.table", game=game))
    if sent is None or not stored.drafts:
        return go_to(url_for("ruling.ruling", game=game, number=number))
    draft = load_draft(member, number, stored)
    if not draft.may_finish or not draft.is_of_round:
        abort(403)
    return _finish(draft, sent)


def _finish(draft: ShowdownDraft, sent: recording.Sent) -> Response | BaseResponse:
    """Leave the hand of one pair as it was shown, if it counts."""
    if not can_be_judged(draft) or asks_lay_offs(draft):
        return go_to(next_screen(draft))
    if recording.changed_since_shown(draft, sent) or recording.points_of(draft) is None:
        return _show(draft, RULING_CHANGED, 409)
    return recording.finish(draft, sent.hand, sent.idempotency_key)


@blueprint.post("/g/<game>/hand/<int:number>/reopen")
def reopen_hand(game: str, number: int) -> BaseResponse:
    """Change a hand again that was done, before the round is recorded."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    if not draft.may_finish:
        abort(403)
    was_drawn, draft = draft.shared.drawn, reopen(draft)
    return go_to(draft.table_url if was_drawn else draft.url("showdown.hub"))


@blueprint.post("/g/<game>/round")
def record_round(game: str) -> BaseResponse:
    """Record a round whose pairs are all done."""
    member = require_member(game, Role.SCORER)
    table = games.table_summary(current_store(), game)
    require_rummy(table.game)
    recording.record_round(member, table.next_hand, idempotency_key_of(request.form))
    return go_to(url_for("table.table", game=game))


@blueprint.post("/g/<game>/drawn")
def drawn(game: str) -> Response | BaseResponse:
    """Record that the hand was drawn: only two cards were left to draw (R.12)."""
    member = require_member(game, Role.SEAT)
    table = games.table_summary(current_store(), game)
    require_rummy(table.game)
    of_round = len(table.open_hands) > 1
    number = request.form.get("number", 0 if of_round else table.next_hand, type=int)
    key, seen = idempotency_key_of(request.form), seen_of(request.form).position
    if of_round and not 0 < number < table.next_hand:
        draft = load_draft(member, number)
        if not draft.may_finish:
            abort(403, NOT_SCOREKEEPER)
        if draft.shared.knocker is not None:
            return go_to(draft.table_url)
        return recording.finish(draft, recording.drawn_hand(draft.shared, table.game), key)
    member = require_member(game, Role.SCORER)
    hand = recording.drawn_hand(turned_up_for(game, table), table.game)
    sent = recording.Sent(hand, {}, {}, key, seen, new=True, accepts=False)
    return recording.record(member, table, number, sent)


@pages.context("showdown/ruling/sample.html")
class SamplePage:
    """Context of the sample ruling."""

    ruling: RulingView
    letters: Mapping[str, str]
    dice: tuple[int, int]
    diamond: str
    hand_addresses: tuple[str, ...]


_SAMPLE_DICE = (3, 4)
SAMPLE = {
    "game": "gem-rummy",
    "print": MADE_UP_PRINT,
    "dice": list(_SAMPLE_DICE),
    "knocker": "Ann",
    "call": "knock",
    "players": [
        {
            "name": "Ann",
            "melds": [["5C", "6C", "7C"], ["QH", "7D"], ["4H", "6D", "10S", "JH"]],
            "deadwood": ["AS", "2D"],
        },
        {
            "name": "Bob",
            "melds": [["9C", "9D", "9H"], ["KC", "KD", "KH"]],
            "deadwood": ["8C", "4C", "3H", "8H", "AH"],
        },
    ],
}


@blueprint.get("/sample")
def sample() -> Response:
    """Show a ruling to somebody who has no game yet."""
    return pages.show(
        SamplePage(
            ruling=ruling_of(read_showdown(SAMPLE), totals={"Ann": 83, "Bob": 97}, made_up=True),
            letters=MADE_UP_PRINT,
            dice=_SAMPLE_DICE,
            diamond=card_word(designated_diamond(_SAMPLE_DICE)),
            hand_addresses=(),
        )
    )
