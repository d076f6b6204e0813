"""Numbers only: the deadwood that the table counted for each hand, all at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import EnteredHand, Way
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import Call
from companion.store.people.members import Role
from companion.web.base import live, pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import note_seen, seen_of
from companion.web.security.membership import require_member
from companion.web.showdown import recording
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import next_screen
from companion.web.showdown.hub import CallKey, calls
from companion.web.showdown.saving import save_hand, save_shared
from companion.web.showdown.taps import MAX_POINTS, doubted_points, enter_points
from companion.wording.showdown import WHO_KNOCKED, missing_points_sentence

NOBODY = -1
"""In the place of a seat: no Knocker is chosen."""

blueprint = Blueprint("numbers", __name__, url_prefix="/g/<game>/hand/<int:number>/numbers")


@pages.context("showdown/numbers.html")
class NumbersPage:
    """Context of the screen."""

    draft: ShowdownDraft
    hands: Sequence[EnteredHand]
    """As far as the form was filled in, in seat order."""
    knocker: int
    calls: tuple[CallKey, ...]
    call: str
    seats_here: tuple[int, ...]
    """The seats whose hands are entered on this phone."""
    active: int | None
    """The seat whose field the number pad types into."""
    errors: Mapping[int, str]
    """By seat, and under NOBODY that no Knocker is chosen."""


@blueprint.get("")
def numbers(game: str, number: int) -> Response | BaseResponse:
    """Show a row for each player's deadwood."""
    draft = load_draft(require_member(game), number)
    if draft.limit_missing:
        return go_to(draft.url("showdown.hub"))
    knocker = NOBODY if draft.shared.knocker is None else draft.shared.knocker
    return pages.show(_page(draft, _counted_hands(draft), knocker, draft.shared.call or calls(draft)[0].value))


def _counted_hands(draft: ShowdownDraft) -> tuple[EnteredHand, ...]:
    """Return the hands with a number each; that of cards, once all hands are in, is what they count after lay-offs."""
    if draft.shared.knocker is None or not draft.all_in or all(hand.way == Way.COUNTED for hand in draft.hands):
        return draft.hands
    return tuple(
        hand
        if hand.way == Way.COUNTED
        else replace(hand, points=player.deadwood_points, claims=hand.claims or player.gem_parts)
        for hand, player in zip(draft.hands, judge(draft.showdown).players, strict=True)
    )


def _seats_entered_here(draft: ShowdownDraft) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(draft.players)) if draft.may_act_for(seat) and seat not in draft.face_down)


def _page(
    draft: ShowdownDraft,
    hands: Sequence[EnteredHand],
    knocker: int,
    call: str,
    *,
    errors: Mapping[int, str] = MappingProxyType({}),
    active: int | None = None,
) -> NumbersPage:
    here = _seats_entered_here(draft)
    if active not in here:
        empty = [seat for seat in here if hands[seat].points is None]
        active = next(iter((*(seat for seat in errors if seat in here), *empty, *here)), None)
    return NumbersPage(
        draft=draft,
        hands=hands,
        knocker=knocker,
        calls=calls(draft),
        call=call,
        seats_here=here,
        active=active,
        errors=errors,
    )


@blueprint.post("")
@live.answers_late_forms(live.LateForms.ON_THE_SHEET)
def save_numbers(game: str, number: int) -> Response | BaseResponse:
    """Save the numbers of all hands at once."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    if draft.is_of_others(request.form):
        return go_to(draft.url("showdown.hub"))
    knocker = request.form.get("knocker", NOBODY, type=int)
    call = request.form.get("call", calls(draft)[0].value)
    if call not in {key.value for key in calls(draft)}:
        abort(400)
    hands, errors = list(draft.hands), {}
    here = _seats_entered_here(draft)
    typed_points = {seat: request.form.get(f"points-{seat}", "").strip() for seat in here}
    active = request.form.get("active", -1, type=int)
    if "key" in request.form and active in here:
        active = _press(request.form["key"], typed_points, active)
    if call in (Call.GIN, Call.BIG_GIN) and typed_points.get(knocker) == "":
        typed_points[knocker] = "0"
    for seat, typed in typed_points.items():
        result = enter_points(draft.hands[seat], typed, draft.rules, claims=f"claims-{seat}" in request.form)
        hands[seat] = result.hand
        if result.error:
            errors[seat] = result.error
        elif result.hand.points is None and not errors:
            # One question at a time leaves the number pad where it is.
            errors[seat] = missing_points_sentence(draft.players[seat])
    errors = errors or doubted_points({seat: hands[seat] for seat in here}, draft.rules)
    if not 0 <= knocker < len(draft.players):
        errors[NOBODY] = WHO_KNOCKED
    late = live.recorded_meanwhile(draft.game, number)
    if late and ("key" in request.form or errors):
        # The page shown again is as late as the one before it.
        note_seen(seen_of(request.form).position)
    if "key" in request.form:
        return pages.show(_page(draft, hands, knocker, call, active=active))
    if errors:
        return pages.show(_page(draft, hands, knocker, call, errors=errors), 422)
    shared = replace(draft.shared, knocker=knocker, call=Call(call) if call else None, settled=False)
    if late:
        return recording.hand_recorded_meanwhile(replace(draft, shared=shared, hands=tuple(hands)))
    for seat in here:
        draft = save_hand(draft, seat, partial(_as_counted, hands[seat]), ready=True)
    # A knock is what the page begins with, so it says nothing about a hand without deadwood.
    answered = shared.call != Call.KNOCK
    return go_to(
        next_screen(
            save_shared(
                draft,
                lambda now: replace(now, knocker=knocker, call=shared.call, gin_asked=answered, settled=False),
            )
        )
    )


def _as_counted(counted: EnteredHand, before: EnteredHand) -> EnteredHand:
    return replace(counted, entry=before.entry, taps=before.taps, picked=(), run_begun=False)


def _press(key: str, typed: dict[int, str], active: int) -> int:
    """Press a key of the number pad, as the script would, and return the seat whose field is active then."""
    match key:
        case "next":
            seats = sorted(typed, key=lambda seat: (seat <= active, seat))
            return next((seat for seat in seats if not typed[seat]), seats[0])
        case "back":
            typed[active] = typed[active][:-1]
        case _ if key.isdecimal() and len(typed[active]) < len(str(MAX_POINTS)):
            typed[active] += key
    return active
