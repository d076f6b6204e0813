"""The first screen of a showdown: who knocked with what call, and whose hands are in; and the question about Gin."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown import calls_of
from companion.documents.showdown_draft import Way, as_dice, as_upcard
from companion.rules.rummy.calls import knocker_has_no_deadwood
from companion.rules.rummy.verdict import Call
from companion.store import games
from companion.store.drafts import SHARED
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.player_names import short_names
from companion.web.current_store import current_store
from companion.web.rummy.catalog import sides_of
from companion.web.rummy.next_hand import hands_in_play, own_hand
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import next_screen
from companion.web.showdown.hand_view import HandView
from companion.web.showdown.saving import discard_hands, save_shared, save_shared_if, start_over
from companion.wording.faults import CALL_WORDS
from companion.wording.showdown import (
    CONTINUE,
    KNOCK_OR_GIN,
    KNOCK_OR_RUM,
    LAY_OFFS,
    ONLY_SCOREKEEPER_DISCARDS,
    SEE_RULING,
    SITS_OUT,
    TAP_BOTH_DICE,
    TAP_RANK_AND_SUIT,
    enter_label,
    instead_of,
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
class Substitute:
    """A choice of who plays in somebody's place."""

    label: str
    chosen: str
    options: tuple[tuple[str, str], ...]


@pages.context("showdown/hub.html")
class HubPage:
    """Context of the first screen of a showdown."""

    draft: ShowdownDraft
    headline: str
    calls: tuple[CallKey, ...]
    was: str
    """The knock that the page shows."""
    next_screen: str
    next_label: str
    meanwhile: bool
    """Another phone entered the knock first."""
    substitutes: tuple[Substitute, ...]
    """Who may play in the place of each of two; empty once cards are entered, and where all at the table play."""


@blueprint.get("/showdown")
def showdown(game: str) -> BaseResponse:
    """Go to the showdown of the hand that is being played, or of a hand that is to be corrected."""
    member = require_member(game)
    draft = load_draft(member, request.args.get("hand", 0, type=int) or _own_number(member))
    # With a phone each, nobody needs to see first which hands are in; nor does who goes on from the home page.
    goes_on = draft.has_other_phones or "on" in request.args
    skips_hub = not draft.correcting and goes_on and draft.shared.knocker is not None
    return go_to(next_screen(draft) if skips_hub or draft.is_done else draft.url("showdown.hub"))


def _own_number(member: Member) -> int:
    table = games.table_summary(current_store(), member.game)
    return own_hand(member, table, hands_in_play(member.game, table)).number


@blueprint.get("/hand/<int:number>")
def hub(game: str, number: int) -> Response | BaseResponse:
    """Show who knocked, and which hands are in."""
    draft = load_draft(require_member(game), number)
    if not any(draft.may_act_for(seat) for seat in range(len(draft.players))):
        return go_to(draft.url("waiting.wait"))
    follows = next_screen(draft) if draft.shared.knocker is not None and not draft.limit_missing else ""
    return pages.show(
        HubPage(
            draft=draft,
            headline=headline(draft),
            calls=calls(draft),
            was=_knock(draft),
            next_screen=follows,
            next_label=_next_label(draft, follows),
            meanwhile=request.args.get("meanwhile") == _knock(draft),
            substitutes=_substitutes(draft),
        )
    )


def _substitutes(draft: ShowdownDraft) -> tuple[Substitute, ...]:
    """Return who may play in whose place; where all play alone, who sits out."""
    if draft.pair is None or draft.correcting or draft.is_done or set(draft.stored) - {SHARED}:
        return ()
    sides = sides_of(draft.table.head)
    if sides:
        of_player = [next(side for side in sides if name in side) for name in draft.players]
        return tuple(
            Substitute(instead_of(name), name, tuple((other, other) for other in side))
            for name, side in zip(draft.players, of_player, strict=True)
        )
    everybody = draft.table.players
    (out,) = set(everybody) - set(draft.players)
    return (Substitute(SITS_OUT, out, tuple((name, name) for name in everybody)),)


@blueprint.post("/hand/<int:number>/players")
def save_players(game: str, number: int) -> BaseResponse:
    """Let others of the same sides play a hand than those whose turn it is."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    choices = _substitutes(draft)
    if not choices:
        return go_to(draft.url("showdown.hub"))
    names = [request.form.get(f"player-{place}", "") for place in range(len(choices))]
    if any((name, name) not in choice.options for name, choice in zip(names, choices, strict=True)):
        abort(400)
    players = draft.table.players
    if not sides_of(draft.table.head):
        names = [name for name in players if name not in names]
    first, second = map(players.index, names)
    save_shared(draft, lambda shared: replace(shared, pair=(first, second), knocker=None, call=None))
    return go_to(draft.url("showdown.hub"))


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


@blueprint.post("/hand/<int:number>")
def save_knock(game: str, number: int) -> BaseResponse:
    """Save who knocked with what call."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    if "knock" not in request.form:
        # A page made before an update sends here what has addresses of its own now.
        return go_to(draft.url("showdown.hub"))
    seat, _, call_value = request.form["knock"].partition(":")
    if seat not in map(str, range(len(draft.players))) or call_value not in {key.value for key in calls(draft)}:
        abort(400)
    if draft.is_of_others(request.form):
        # Others play this hand now: the page was made before a hand before it was undone or corrected.
        return go_to(draft.url("showdown.hub"))
    knocker, call = int(seat), Call(call_value) if call_value else None
    before = draft.shared
    if (knocker, call) == (before.knocker, before.call):
        return go_to(next_screen(draft))
    saved, was = None, _knock(draft)
    # Not by the draft's version: the dice may be corrected, or a gem told, while somebody changes the call.
    if before.knocker is None or request.form.get("was", was) == was:
        saved = save_shared_if(
            draft,
            lambda now: _knock(now) == was,
            lambda shared: replace(shared, knocker=knocker, call=call, gin_asked=False, settled=False),
        )
    if saved is None:
        # The note is shown only as long as the knock stays the same: this address is fetched again and again.
        return go_to(draft.url("showdown.hub", meanwhile=_knock(draft.reloaded())))
    return go_to(next_screen(saved))


def _knock(draft: ShowdownDraft) -> str:
    """Return knocker and call as a form or an address has them, to tell whether they are still those that it knew."""
    return f"{'' if draft.shared.knocker is None else draft.shared.knocker}:{draft.shared.call or ''}"


@blueprint.post("/hand/<int:number>/dice")
def save_dice(game: str, number: int) -> BaseResponse:
    """Save the dice of this hand."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    dice = as_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])
    if not draft.rules.has_dice:
        abort(404)
    if dice is None:
        abort(422, TAP_BOTH_DICE)
    return _turned_up(save_shared(draft, lambda shared: replace(shared, dice=dice, settled=False)))


@blueprint.post("/hand/<int:number>/upcard")
def save_upcard(game: str, number: int) -> BaseResponse:
    """Save the upcard of this hand."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    upcard = as_upcard(request.form.get("rank", "") + request.form.get("suit", ""))
    if not draft.rules.has_upcard:
        abort(404)
    if upcard is None:
        abort(422, TAP_RANK_AND_SUIT)
    return _turned_up(save_shared(draft, lambda shared: replace(shared, upcard=upcard, settled=False)))


def _turned_up(draft: ShowdownDraft) -> BaseResponse:
    return go_to(draft.url("numbers.numbers" if request.form.get("from") == "numbers" else "showdown.hub"))


@blueprint.post("/hand/<int:number>/start-over")
def discard_all(game: str, number: int) -> BaseResponse:
    """Start the showdown over, or discard a correction."""
    draft = _discardable(game, number)
    start_over(draft)
    return go_to(draft.url("sheet.hand" if draft.correcting else "showdown.hub"))


@blueprint.post("/hand/<int:number>/play-on")
def play_on(game: str, number: int) -> BaseResponse:
    """Discard the hands, because the knock was not legal and the hand goes on."""
    draft = _discardable(game, number)
    discard_hands(draft)
    return go_to(draft.url("sheet.hand") if draft.correcting else draft.table_url)


def _discardable(game: str, number: int) -> ShowdownDraft:
    draft = load_draft(require_member(game, Role.SEAT), number)
    if draft.face_down and not draft.keeps_score:
        abort(403, ONLY_SCOREKEEPER_DISCARDS)
    return draft


@pages.context("showdown/gin.html")
class GinPage:
    """Context of the question, asked once, whether a knock without deadwood was called Gin (R.5)."""

    draft: ShowdownDraft
    hand: HandView
    bonuses: tuple[tuple[CallKey, int], ...]


@blueprint.get("/hand/<int:number>/gin")
def gin(game: str, number: int) -> Response | BaseResponse:
    """Ask whether a knock without deadwood was called Gin."""
    draft = load_draft(require_member(game), number)
    knocker, rules = draft.shared.knocker, draft.rules
    if knocker is None or not draft.all_in or not draft.may_act_for(knocker):
        return go_to(next_screen(draft))
    if not knocker_has_no_deadwood(draft.showdown):
        return go_to(next_screen(draft))
    hand = draft.hands[knocker]
    bonuses = {Call.GIN: rules.gin_bonus}
    if rules.big_gin_bonus is not None and (hand.way == Way.COUNTED or len(hand.cards) > rules.hand_size):
        bonuses[Call.BIG_GIN] = rules.big_gin_bonus
    keys = tuple((CallKey(call, CALL_WORDS[call]), bonus) for call, bonus in bonuses.items())
    return pages.show(GinPage(draft=draft, hand=HandView(draft, knocker, hand), bonuses=keys))


@blueprint.post("/hand/<int:number>/gin")
def save_call(game: str, number: int) -> BaseResponse:
    """Save the answer: Gin, Big Gin, or a plain knock."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    call = request.form.get("call", "")
    if call not in calls_of(draft.rules):
        abort(400)
    return go_to(next_screen(save_shared(draft, lambda shared: replace(shared, call=Call(call), gin_asked=True))))
