"""The showdown: who knocked with what call, whose hands are in, the numbers alone, and whether Gin was meant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.documents.hand_draft import EnteredHand, Way
from companion.documents.showdown import calls_of
from companion.rules.rummy.verdict import Call
from companion.store import games
from companion.store.people.members import Role
from companion.web.rummy.views.table_view import read_dice
from companion.web.security import access
from companion.web.shared import live
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.showdown import recording
from companion.web.showdown.hand_actions import act
from companion.web.showdown.hand_view import hand_shown
from companion.web.showdown.state.draft import load_draft
from companion.web.showdown.state.flow import next_screen
from companion.web.showdown.state.saving import begin_anew, save_hand, save_shared, take_back
from companion.web.showdown.state.seats import all_in, has_phone_each, may_act_for
from companion.wording.faults import CALL_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.web.rummy.views.table_view import Dice
    from companion.web.showdown.state.draft import ShowdownDraft

blueprint = Blueprint("showdown", __name__, url_prefix="/g/<game>")


@dataclass(frozen=True, slots=True)
class CallKey:
    """A call that one can tap beside a player's name."""

    value: str
    label: str


def calls(at: ShowdownDraft) -> tuple[CallKey, ...]:
    """List the calls that this table plays. Where Gin is no call, a knock without deadwood is Gin by itself."""
    big_gin = (CallKey(Call.BIG_GIN, CALL_WORDS[Call.BIG_GIN]),) if at.rules.big_gin_bonus is not None else ()
    if at.rules.gin_must_be_called:
        return (CallKey(Call.KNOCK, "Knock"), CallKey(Call.GIN, "Gin"), *big_gin)
    if at.rules.has_lay_offs:
        return (CallKey("", "Knock or Gin"), *big_gin)
    return (CallKey("", "Knocked"),)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player's row: the calls, and how far the hand is."""

    seat: int
    name: str
    knocks: bool
    state: str
    ready: bool
    address: str
    """Where the hand is entered; nothing where it is on another phone only."""


@pages.context("showdown/hub.html")
class HubPage:
    """What the first screen of a showdown shows."""

    address: str
    back: str
    numbers: str
    hand_number: int
    correcting: bool
    correction_changed_at: str
    headline: str
    calls: tuple[CallKey, ...]
    call_said: str
    knocker: int | None
    seats: tuple[SeatView, ...]
    has_dice: bool
    dice: Dice | None
    dice_known: bool
    go_on: str
    begun: bool
    meanwhile: bool
    made_up: bool


@blueprint.get("/showdown")
def showdown(game: str) -> BaseResponse:
    """Go on with the showdown of the hand that is being played, or with a hand that is to be corrected."""
    member = access.require(game)
    corrected = request.args.get("hand", 0, type=int)
    at = load_draft(member, corrected or games.table_summary(access.store(), game).next_hand)
    # With a phone each, nobody needs to see first how far the others are.
    straight_on = not corrected and has_phone_each(at) and at.shared.knocker is not None
    return go_to(next_screen(at) if straight_on else url_for("showdown.hub", **at.where))


@blueprint.get("/hand/<int:number>")
def hub(game: str, number: int) -> Response | BaseResponse:
    """Show who knocked, and how far the hands are."""
    at = load_draft(access.require(game), number)
    if not at.member.role.may(Role.SEAT):
        return go_to(url_for("waiting.wait", **at.where))
    return pages.show(_hub(at))


def _hub(at: ShowdownDraft) -> HubPage:
    dice_known = not at.rules.has_dice or at.shared.dice is not None
    knocker = at.shared.knocker
    return HubPage(
        address=url_for("showdown.hub", **at.where),
        back=url_for("sheet.hand", **at.where) if at.correcting else url_for("table.table", game=at.game),
        numbers=url_for("showdown.numbers", **at.where),
        hand_number=at.position,
        correcting=at.correcting,
        correction_changed_at=at.correction_changed_at,
        headline="Who knocked?" if knocker is None else f"{at.players[knocker]} {knocked(at)}",
        calls=calls(at),
        call_said=at.shared.call or "",
        knocker=knocker,
        seats=tuple(_seat(at, seat) for seat in (at.order if knocker is not None else range(len(at.players)))),
        has_dice=at.rules.has_dice,
        dice=at.shared.dice,
        dice_known=dice_known,
        go_on=next_screen(at) if knocker is not None and dice_known else "",
        begun=knocker is not None or any(hand.begun for hand in at.hands),
        meanwhile=request.args.get("meanwhile") == _was(at),
        made_up=at.table.made_up,
    )


def knocked(at: ShowdownDraft) -> str:
    """Say what the Knocker did."""
    return {Call.GIN: "called Gin", Call.BIG_GIN: "called Big Gin"}.get(at.shared.call or Call.KNOCK, "knocked")


def _seat(at: ShowdownDraft, seat: int) -> SeatView:
    hand = at.hands[seat]
    shown = hand_shown(hand, at.melding, at.wanted(seat), or_more=at.rules.more_cards_allowed)
    if seat in at.face_down:
        state = "in, face down" if seat in at.ready else "being entered on another phone"
    elif not hand.begun:
        state = "not in yet"
    elif hand.way == Way.COUNTED:
        state = f"counted: {hand.points}"
    else:
        state = shown.count + (", loose" if hand.way == Way.LOOSE else f", deadwood {shown.deadwood_points}")
    if seat in at.miscounted and seat in at.face_down:
        state = f"{state}, {at.miscounted[seat]}"
    here = may_act_for(at, seat) and seat not in at.face_down
    address = url_for("hands.hand", seat=seat, **at.where) if here else ""
    return SeatView(seat, at.players[seat], seat == at.shared.knocker, state, seat in at.ready, address)


@blueprint.post("/hand/<int:number>")
def say(game: str, number: int) -> BaseResponse:
    """Take who knocked with what call, or other dice; or begin anew, or play on after a knock that was not legal."""
    member = access.require(game, Role.SEAT)
    at = load_draft(member, number)
    act = request.form.get("act")
    if act in ("anew", "play-on"):
        if at.face_down and not member.role.may(Role.SCORER):
            abort(403, "Others have entered their hands already. Only who keeps the score throws them away.")
        if act == "anew":
            begin_anew(at)
        else:
            take_back(at)
        if at.correcting:
            return go_to(url_for("sheet.hand", game=game, number=number))
        return go_to(
            url_for("table.table", game=game) if act == "play-on" else url_for("showdown.hub", game=game, number=number)
        )
    if "first" in request.form:
        dice = read_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])
        if dice is None:
            abort(422, "Tap one face of each die.")
        save_shared(at, dice=dice, settled=False)
        return go_to(url_for("showdown.hub", game=game, number=number))
    seat, _, call = request.form.get("knock", "").partition(":")
    known = {one.value for one in calls(at)}
    if seat not in map(str, range(len(at.players))) or call not in known:
        abort(400)
    said = Call(call) if call else None
    seen = {"knocker": at.shared.knocker, "call": at.shared.call}
    if (int(seat), said) != (at.shared.knocker, at.shared.call) and not (
        request.form.get("was", _was(at)) == _was(at)
        and save_shared(at, only_if=seen, knocker=int(seat), call=said, gin_asked=False, settled=False)
    ):
        # The note stands as long as what it is about: the page is fetched again and again at this address.
        now = load_draft(member, number)
        return go_to(url_for("showdown.hub", meanwhile=_was(now), **at.where))
    return go_to(next_screen(load_draft(member, number)))


def _was(at: ShowdownDraft) -> str:
    """Write down what was said of the knock, so that two who say it at once do not talk past each other."""
    return f"{'' if at.shared.knocker is None else at.shared.knocker}:{at.shared.call or ''}"


@pages.context("showdown/gin.html")
class GinPage:
    """What is asked, once, of a knock without deadwood."""

    address: str
    back: str
    name: str
    calls: tuple[tuple[str, str, int], ...]


@blueprint.get("/hand/<int:number>/gin")
def gin(game: str, number: int) -> Response | BaseResponse:
    """Ask whether a knock without deadwood was meant as Gin (ruling 5)."""
    at = load_draft(access.require(game), number)
    if at.shared.knocker is None or not all_in(at) or not may_act_for(at, at.shared.knocker):
        return go_to(next_screen(at))
    hand = at.hands[at.shared.knocker]
    bonuses = [("gin", "Gin", at.rules.gin_bonus)]
    if at.rules.big_gin_bonus is not None and (hand.way == Way.COUNTED or len(hand.cards) > at.rules.hand_size):
        bonuses.append(("big-gin", "Big Gin", at.rules.big_gin_bonus))
    return pages.show(
        GinPage(
            address=url_for("showdown.gin", **at.where),
            back=url_for("hands.hand", seat=at.shared.knocker, **at.where),
            name=at.players[at.shared.knocker],
            calls=tuple(bonuses),
        )
    )


@blueprint.post("/hand/<int:number>/gin")
def meant(game: str, number: int) -> BaseResponse:
    """Take the answer: Gin, Big Gin, or a plain knock."""
    member = access.require(game, Role.SEAT)
    at = load_draft(member, number)
    said = request.form.get("call", "")
    if said not in calls_of(at.rules):
        abort(400)
    save_shared(at, call=Call(said), gin_asked=True)
    return go_to(next_screen(load_draft(member, number)))


@dataclass(frozen=True, slots=True)
class NumberView:
    """A player's line where only numbers are given."""

    seat: int
    name: str
    points: str
    claims: bool
    wrong: str


@pages.context("showdown/numbers.html")
class NumbersPage:
    """What the screen shows where the table has counted for itself."""

    address: str
    back: str
    calls: tuple[CallKey, ...]
    call: str
    knocker: int
    lines: tuple[NumberView, ...]
    has_gem_parts: bool
    after_lay_offs: bool
    wrong: str


@blueprint.get("/hand/<int:number>/numbers")
def numbers(game: str, number: int) -> Response | BaseResponse:
    """Show a line for each player's deadwood."""
    at = load_draft(access.require(game), number)
    if at.rules.has_dice and at.shared.dice is None:
        return go_to(url_for("showdown.hub", **at.where))
    return pages.show(_numbers(at, at.hands, at.shared.knocker, at.shared.call or "", {}))


def _counted_here(at: ShowdownDraft) -> tuple[int, ...]:
    """List the seats whose numbers may be given on this phone."""
    return tuple(seat for seat in range(len(at.players)) if may_act_for(at, seat) and seat not in at.face_down)


def _numbers(
    at: ShowdownDraft, hands: tuple[EnteredHand, ...], knocker: int | None, call: str, wrong: Mapping[int, str]
) -> NumbersPage:
    return NumbersPage(
        address=url_for("showdown.numbers", **at.where),
        back=url_for("showdown.hub", **at.where),
        calls=calls(at),
        call=call or calls(at)[0].value,
        knocker=-1 if knocker is None else knocker,
        lines=tuple(
            NumberView(
                seat,
                at.players[seat],
                "" if hands[seat].points is None else str(hands[seat].points),
                hands[seat].claims,
                wrong.get(seat, ""),
            )
            for seat in _counted_here(at)
        ),
        has_gem_parts=at.rules.has_gems,
        after_lay_offs=at.rules.has_lay_offs,
        wrong=wrong.get(-1, ""),
    )


@blueprint.post("/hand/<int:number>/numbers")
@live.answers_late_forms(live.LateForms.ON_THE_SHEET)
def counted(game: str, number: int) -> Response | BaseResponse:
    """Take the numbers of all hands at once."""
    member = access.require(game, Role.SEAT)
    at = load_draft(member, number)
    knocker = request.form.get("knocker", -1, type=int)
    call = request.form.get("call", calls(at)[0].value)
    if call not in {one.value for one in calls(at)}:
        abort(400)
    hands, wrong = list(at.hands), {}
    for seat in _counted_here(at):
        before = at.hands[seat]
        typed = request.form.get(f"points-{seat}", "").strip()
        form = request.form.copy()
        form.clear()
        form["points"] = typed
        if f"claims-{seat}" in request.form:
            form["claims"] = "1"
        done = act(before, form, at.melding, {})
        hands[seat] = done.hand
        if done.refused or done.hand.points is None:
            wrong[seat] = done.refused or f"How much deadwood has {at.players[seat]}?"
    if not 0 <= knocker < len(at.players):
        wrong[-1] = "Who knocked?"
    if wrong:
        return pages.show(_numbers(at, tuple(hands), knocker, call, wrong), 422)
    if live.recorded_meanwhile(at.game, number):
        shared = replace(at.shared, knocker=knocker, call=Call(call) if call else None, settled=False)
        return recording.hand_recorded_meanwhile(replace(at, shared=shared, hands=tuple(hands)))
    for seat in _counted_here(at):
        given = replace(hands[seat], picked=(), run_begun=False)
        save_hand(at, seat, lambda before, given=given: replace(given, entry=before.entry), ready=True)  # type: ignore[misc]
    save_shared(at, knocker=knocker, call=Call(call) if call else None, gin_asked=True, settled=False)
    return go_to(next_screen(load_draft(member, number)))
