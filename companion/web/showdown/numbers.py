"""Numbers only: the deadwood that the table counted for each hand, all at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import Dice, EnteredHand, Way
from companion.rules.rummy.ruleset import Scoring
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import Call
from companion.store.people.members import Role
from companion.web.base import live, pages
from companion.web.base.htmx import go_to
from companion.web.security.membership import require_member
from companion.web.showdown import recording
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import next_screen
from companion.web.showdown.hub import CallKey, calls
from companion.web.showdown.saving import save_hand, save_shared
from companion.web.showdown.taps import MAX_POINTS, doubted_points, enter_points
from companion.wording.showdown import WHO_KNOCKED, missing_points_sentence

blueprint = Blueprint("numbers", __name__, url_prefix="/g/<game>/hand/<int:number>/numbers")


@dataclass(frozen=True, slots=True)
class NumberView:
    """A player's row."""

    seat: int
    name: str
    here: bool
    """The hand is entered on this phone."""
    points: str
    claims: bool
    error: str


@pages.context("showdown/numbers.html")
class NumbersPage:
    """Context of the screen."""

    address: str
    back: str
    calls: tuple[CallKey, ...]
    call: str
    knocker: int
    rows: tuple[NumberView, ...]
    active: int | None
    """The seat whose field the number pad types into."""
    hub: str
    hand_number: int
    correcting: bool
    has_dice: bool
    dice: Dice | None
    has_upcard: bool
    upcard: str | None
    has_gem_parts: bool
    after_lay_offs: bool
    zero_is_rum: bool
    replaces_cards: bool
    """Cards were entered here, which the numbers would take the place of."""
    error: str


@dataclass(frozen=True, slots=True)
class _Entered:
    """What the form holds so far; no Knocker is -1."""

    hands: Sequence[EnteredHand]
    knocker: int
    call: str


@blueprint.get("")
def numbers(game: str, number: int) -> Response | BaseResponse:
    """Show a row for each player's deadwood."""
    draft = load_draft(require_member(game), number)
    if draft.limit_missing:
        return go_to(draft.url("showdown.hub"))
    knocker = -1 if draft.shared.knocker is None else draft.shared.knocker
    return pages.show(_page(draft, _Entered(_counted_hands(draft), knocker, draft.shared.call or "")))


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
    entered: _Entered,
    *,
    errors: Mapping[int, str] | None = None,
    error: str = "",
    active: int | None = None,
) -> NumbersPage:
    here = _seats_entered_here(draft)
    hands = entered.hands
    empty = [seat for seat in here if hands[seat].points is None]
    return NumbersPage(
        address=draft.url("numbers.numbers"),
        back=draft.url("sheet.hand" if draft.correcting else "showdown.hub"),
        calls=calls(draft),
        call=entered.call or calls(draft)[0].value,
        knocker=entered.knocker,
        rows=tuple(
            NumberView(
                seat,
                draft.players[seat],
                seat in here,
                "" if hands[seat].points is None else str(hands[seat].points),
                hands[seat].claims,
                (errors or {}).get(seat, ""),
            )
            for seat in range(len(draft.players))
        ),
        active=active if active in here else next(iter((*(errors or {}), *empty, *here)), None),
        hub=draft.url("showdown.hub"),
        hand_number=draft.position,
        correcting=draft.correcting,
        has_dice=draft.rules.has_dice,
        dice=draft.shared.dice,
        has_upcard=draft.rules.has_upcard,
        upcard=draft.shared.upcard,
        has_gem_parts=draft.rules.has_gem_parts,
        after_lay_offs=draft.rules.has_lay_offs,
        zero_is_rum=draft.rules.scoring == Scoring.LOWEST,
        replaces_cards=any(draft.hands[seat].cards for seat in here),
        error=error,
    )


@blueprint.post("")
@live.answers_late_forms(live.LateForms.ON_THE_SHEET)
def save_numbers(game: str, number: int) -> Response | BaseResponse:
    """Save the numbers of all hands at once."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    knocker = request.form.get("knocker", -1, type=int)
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
    error = "" if 0 <= knocker < len(draft.players) else WHO_KNOCKED
    late = live.recorded_meanwhile(draft.game, number)
    if late and ("key" in request.form or errors or error):
        # The page shown again is as late as the one before it.
        live.mark_unrecorded(number)
    if "key" in request.form:
        return pages.show(_page(draft, _Entered(hands, knocker, call), active=active))
    if errors or error:
        return pages.show(_page(draft, _Entered(hands, knocker, call), errors=errors, error=error), 422)
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
