"""The first screen of a showdown: who knocked with what call, and whose hands are in."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import Dice, Way, as_dice, as_upcard
from companion.rules.rummy.ruleset import Scoring
from companion.rules.rummy.verdict import Call
from companion.store import games
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.player_names import short_names
from companion.web.current_store import current_store
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import next_screen
from companion.web.showdown.hand_view import view_hand
from companion.web.showdown.saving import discard_hands, save_shared, save_shared_if, start_over
from companion.wording.faults import CALL_WORDS
from companion.wording.showdown import (
    CONTINUE,
    KNOCK_OR_GIN,
    KNOCK_OR_RUM,
    LAY_OFFS,
    ONLY_SCOREKEEPER_DISCARDS,
    RUM_HINT,
    SEE_RULING,
    TAP_BOTH_DICE,
    TAP_RANK_AND_SUIT,
    WHO_KNOCKED,
    enter_label,
    past_call,
)

_NAME_ROOM = 14
"""Letters of a name on the button that leads to the next screen."""
_HEADLINE_ROOM = 20
"""Letters of the Knocker's name above the hands."""

blueprint = Blueprint("showdown", __name__, url_prefix="/g/<game>")


@dataclass(frozen=True, slots=True)
class CallKey:
    """A call that can be tapped beside a player's name."""

    value: str
    label: str

    @property
    def goes_out(self) -> bool:
        """Whether it says that the hand has no deadwood."""
        return self.value in (Call.GIN, Call.BIG_GIN)


def calls(draft: ShowdownDraft) -> tuple[CallKey, ...]:
    """Return the calls of this game. Where Gin is no call, a knock without deadwood is Gin by itself."""
    rules = draft.rules
    big_gin = (CallKey(Call.BIG_GIN, CALL_WORDS[Call.BIG_GIN]),) if rules.big_gin_bonus is not None else ()
    if rules.gin_must_be_called:
        return (*(CallKey(call, CALL_WORDS[call]) for call in (Call.KNOCK, Call.GIN)), *big_gin)
    knock = CALL_WORDS[Call.GIN] if draft.knock_limit == 0 and not draft.limit_missing else KNOCK_OR_GIN
    return (CallKey("", knock), *big_gin) if rules.has_lay_offs else (CallKey("", KNOCK_OR_RUM),)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player's row: the calls, and the state of the hand."""

    seat: int
    name: str
    knocks: bool
    ready: bool
    face_down: bool
    begun: bool
    points: int | None
    """The deadwood, where only the number was entered."""
    loose: bool
    count: str
    deadwood_points: int
    miscounted: str
    address: str
    """Where the hand is entered; empty where it is entered on another phone."""


@pages.context("showdown/hub.html")
class HubPage:
    """Context of the first screen of a showdown."""

    address: str
    back: str
    numbers: str
    hand_number: int
    correcting: bool
    correction_changed_at: str
    headline: str
    calls: tuple[CallKey, ...]
    call: str
    hint: str
    """How a call is made that has no button."""
    knocker: int | None
    seats: tuple[SeatView, ...]
    has_dice: bool
    dice: Dice | None
    has_upcard: bool
    upcard: str | None
    limit_missing: bool
    next_screen: str
    next_label: str
    begun: bool
    meanwhile: bool
    """Another phone entered the knock first."""
    made_up: bool


@blueprint.get("/showdown")
def showdown(game: str) -> BaseResponse:
    """Go to the showdown of the hand that is being played, or of a hand that is to be corrected."""
    member = require_member(game)
    corrected = request.args.get("hand", 0, type=int)
    draft = load_draft(member, corrected or games.table_summary(current_store(), game).next_hand)
    # With a phone each, nobody needs to see first which hands are in; nor does who goes on from the home page.
    goes_on = draft.has_other_phones or "on" in request.args
    skips_hub = not corrected and goes_on and draft.shared.knocker is not None
    return go_to(next_screen(draft) if skips_hub else draft.url("showdown.hub"))


@blueprint.get("/hand/<int:number>")
def hub(game: str, number: int) -> Response | BaseResponse:
    """Show who knocked, and which hands are in."""
    draft = load_draft(require_member(game), number)
    if not draft.member.role.may(Role.SEAT):
        return go_to(draft.url("waiting.wait"))
    return pages.show(_page(draft))


def _page(draft: ShowdownDraft) -> HubPage:
    knocker = draft.shared.knocker
    follows = next_screen(draft) if knocker is not None and not draft.limit_missing else ""
    return HubPage(
        address=draft.url("showdown.hub"),
        back=draft.url("sheet.hand") if draft.correcting else url_for("table.table", game=draft.game),
        numbers=draft.url("numbers.numbers"),
        hand_number=draft.position,
        correcting=draft.correcting,
        correction_changed_at=draft.correction_changed_at,
        headline=headline(draft) or WHO_KNOCKED,
        calls=calls(draft),
        call=draft.shared.call or "",
        hint=RUM_HINT if draft.rules.scoring == Scoring.LOWEST else "",
        knocker=knocker,
        seats=tuple(_seat(draft, seat) for seat in draft.order),
        has_dice=draft.rules.has_dice,
        dice=draft.shared.dice,
        has_upcard=draft.rules.has_upcard,
        upcard=draft.shared.upcard,
        limit_missing=draft.limit_missing,
        next_screen=follows,
        next_label=_next_label(draft, follows),
        begun=knocker is not None or any(hand.begun for hand in draft.hands),
        meanwhile=request.args.get("meanwhile") == _knock(draft),
        made_up=draft.table.made_up,
    )


def headline(draft: ShowdownDraft) -> str:
    """Return who knocked with what call; empty as long as nobody has entered it."""
    knocker = draft.shared.knocker
    names = short_names(draft.players, _HEADLINE_ROOM)
    return "" if knocker is None else f"{names[knocker]} {past_call(draft.shared.call)}"


def _next_label(draft: ShowdownDraft, follows: str) -> str:
    """Label the button that leads to the next screen."""
    names = short_names(draft.players, _NAME_ROOM)
    labels = {draft.url("hands.hand", seat=seat): enter_label(name) for seat, name in enumerate(names)}
    labels |= {draft.url("lay_offs.lay_offs"): LAY_OFFS, draft.url("ruling.ruling"): SEE_RULING}
    return labels.get(follows, CONTINUE)


def _seat(draft: ShowdownDraft, seat: int) -> SeatView:
    hand, face_down = draft.hands[seat], seat in draft.face_down
    view = view_hand(draft, seat, hand)
    return SeatView(
        seat=seat,
        name=draft.players[seat],
        knocks=seat == draft.shared.knocker,
        ready=seat in draft.ready,
        face_down=face_down,
        begun=hand.begun,
        points=hand.points if hand.way == Way.COUNTED else None,
        loose=hand.way == Way.LOOSE,
        count=view.count,
        deadwood_points=view.deadwood_points,
        miscounted=draft.miscounted.get(seat, ""),
        address=draft.url("hands.hand", seat=seat) if draft.may_act_for(seat) and not face_down else "",
    )


@blueprint.post("/hand/<int:number>")
def save_knock(game: str, number: int) -> BaseResponse:
    """Save who knocked with what call, the dice or the upcard; or start over, or play on after an illegal knock."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    act = request.form.get("act")
    came_from = "numbers.numbers" if request.form.get("from") == "numbers" else "showdown.hub"
    if act in ("start-over", "anew", "play-on"):  # "anew" on pages made before an update
        return _discard(draft, plays_on=act == "play-on")
    if "first" in request.form:
        dice = as_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])
        if not draft.rules.has_dice:
            abort(404)
        if dice is None:
            abort(422, TAP_BOTH_DICE)
        save_shared(draft, lambda shared: replace(shared, dice=dice, settled=False))
        return go_to(draft.url(came_from))
    if "rank" in request.form:
        upcard = as_upcard(request.form["rank"] + request.form.get("suit", ""))
        if not draft.rules.has_upcard:
            abort(404)
        if upcard is None:
            abort(422, TAP_RANK_AND_SUIT)
        save_shared(draft, lambda shared: replace(shared, upcard=upcard, settled=False))
        return go_to(draft.url(came_from))
    seat, _, call_value = request.form.get("knock", "").partition(":")
    if seat not in map(str, range(len(draft.players))) or call_value not in {key.value for key in calls(draft)}:
        abort(400)
    knocker, call = int(seat), Call(call_value) if call_value else None
    before = draft.shared
    if (knocker, call) == (before.knocker, before.call):
        return go_to(next_screen(draft))
    saved = None
    if request.form.get("was", _knock(draft)) == _knock(draft):
        saved = save_shared_if(
            draft,
            lambda shared: (shared.knocker, shared.call) == (before.knocker, before.call),
            lambda shared: replace(shared, knocker=knocker, call=call, gin_asked=False, settled=False),
        )
    if saved is None:
        # The note is shown only as long as the knock stays the same: this address is fetched again and again.
        return go_to(draft.url("showdown.hub", meanwhile=_knock(draft.reloaded())))
    return go_to(next_screen(saved))


def _discard(draft: ShowdownDraft, *, plays_on: bool) -> BaseResponse:
    if draft.face_down and not draft.member.role.may(Role.SCORER):
        abort(403, ONLY_SCOREKEEPER_DISCARDS)
    if plays_on:
        discard_hands(draft)
    else:
        start_over(draft)
    if draft.correcting:
        return go_to(draft.url("sheet.hand"))
    return go_to(url_for("table.table", game=draft.game) if plays_on else draft.url("showdown.hub"))


def _knock(draft: ShowdownDraft) -> str:
    """Return knocker and call as a form carries them, to notice a knock that another phone entered first."""
    return f"{'' if draft.shared.knocker is None else draft.shared.knocker}:{draft.shared.call or ''}"
