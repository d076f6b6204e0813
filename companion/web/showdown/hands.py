"""The screen of a hand: tapped, typed, just the cards, or only the number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.documents.hand_draft import Way
from companion.rules.cards import name_of
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to, target, tell, wants_part
from companion.web.showdown.hand_actions import NOTHING_IN, Done, act_all, read_taps
from companion.web.showdown.hand_view import hand_shown, key_rows
from companion.web.showdown.state.draft import load_draft
from companion.web.showdown.state.flow import next_screen
from companion.web.showdown.state.saving import save_hand, save_shared
from companion.web.showdown.state.seats import all_in, hands_to_enter, may_act_for
from companion.wording.cards import plural
from companion.wording.hand_changes import card_count_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.documents.hand_draft import EnteredHand
    from companion.web.showdown.hand_view import HandView, KeyRow
    from companion.web.showdown.state.draft import ShowdownDraft

blueprint = Blueprint("hands", __name__, url_prefix="/g/<game>/hand/<int:number>/seat/<int:seat>")


@pages.context("showdown/hands/hand.html")
class HandPage:
    """What the screen of a hand shows."""

    address: str
    back: str
    name: str
    knocks: str
    hand: HandView
    rows: tuple[KeyRow, ...]
    letters: Mapping[str, str]
    typing: bool
    text: str | None
    """What was written and could not be read, to be mended."""
    asks_gem_parts: bool
    has_gem_parts: bool
    done: str
    made_up: bool


@pages.context("showdown/hands/_answer.html")
class HandAnswer:
    """What a tap is answered with: the hand, and the words on the keys that go on from the card laid last."""

    address: str
    name: str
    hand: HandView
    letters: Mapping[str, str]
    typing: bool
    asks_gem_parts: bool
    claimed: bool
    """The button that claims Gem Parts looks otherwise now."""


@pages.context("showdown/hands/_picked.html")
class PickedAnswer:
    """What choosing cards is answered with: those cards, and what can be done with them at the foot."""

    hand: HandView
    turned: tuple[str, ...]
    letters: Mapping[str, str]


def done_label(at: ShowdownDraft, seat: int) -> str:
    """Say what comes when this hand is in: the next one on this phone, or that it is done."""
    left = [one for one in hands_to_enter(at) if one != seat]
    if left:
        return f"Next: {at.players[left[0]]}"
    return "All hands in" if at.ready | {seat} == set(range(len(at.players))) else "This hand is in"


def _knocks(at: ShowdownDraft, seat: int) -> str:
    if seat != at.shared.knocker:
        return ""
    return {"gin": "calls Gin", "big-gin": "calls Big Gin"}.get(at.shared.call or "", "knocks")


@blueprint.get("")
def hand(game: str, number: int, seat: int) -> Response | BaseResponse:
    """Show a hand, as far as it was entered."""
    at = load_draft(access.require(game), number)
    if not 0 <= seat < len(at.players):
        abort(404, "Nobody sits there.")
    if at.shared.knocker is None or (at.rules.has_dice and at.shared.dice is None):
        return go_to(url_for("showdown.hub", game=game, number=number))
    if seat in at.face_down or not may_act_for(at, seat):
        return go_to(url_for("waiting.wait", **at.where) if not all_in(at) else next_screen(at))
    return pages.show(_page(at, seat, at.hands[seat]))


def _page(at: ShowdownDraft, seat: int, entered: EnteredHand, refused: str = "", *, asks: bool = False) -> HandPage:
    return HandPage(
        address=url_for("hands.hand", seat=seat, **at.where),
        back=url_for("showdown.hub", **at.where),
        name=at.players[seat],
        knocks=_knocks(at, seat),
        hand=_shown(at, seat, entered, refused, asks=asks),
        rows=key_rows(entered, at.others_cards(seat)),
        letters=at.letters,
        typing="typed" in request.args and entered.way != Way.COUNTED,
        text=request.form.get("text"),
        asks_gem_parts=asks_gem_parts(at, entered),
        has_gem_parts=at.rules.has_gems,
        done=done_label(at, seat),
        made_up=at.table.made_up,
    )


def asks_gem_parts(at: ShowdownDraft, hand: EnteredHand) -> bool:
    """Say whether Gem Parts is claimed, as the app does not know the deck, or a claim can still be taken back."""
    return at.rules.has_gems and (hand.claims or at.gems is None or not at.gems.complete)


def _shown(at: ShowdownDraft, seat: int, entered: EnteredHand, refused: str = "", *, asks: bool = False) -> HandView:
    wanted, or_more = at.wanted(seat), at.rules.more_cards_allowed
    return hand_shown(entered, at.melding, wanted, or_more=or_more, refused=refused, asks=asks)


@blueprint.post("")
def tapped(game: str, number: int, seat: int) -> Response | BaseResponse:
    """Take a tap, or say that the hand is in."""
    member = access.require(game, Role.SEAT)
    at = load_draft(member, number)
    if not 0 <= seat < len(at.players):
        abort(404, "Nobody sits there.")
    if not may_act_for(at, seat):
        abort(403, f"{at.players[seat]} has a phone here, and enters this hand on it.")
    asked = read_taps(request.form)
    if asked is None:
        abort(400, "These are more taps than anybody makes.")
    others = at.others_cards(seat)
    before = at.hands[seat]
    done = act_all(before, asked.taps, at.melding, others)
    repeated = False

    def change(before: EnteredHand) -> EnteredHand:
        nonlocal done, repeated
        repeated = False
        done = act_all(before, asked.taps, at.melding, others)
        return done.hand

    # What changes nothing leaves a hand that was said to be in as it is: the text may come twice.
    unchanged = done.hand == before and (seat in at.ready - at.face_down or not asked.taps)
    if not unchanged:
        repeated = True
        after = save_hand(at, seat, change, batch=asked.batch)
        done = Done(after) if repeated else done
    after = done.hand
    if at.shared.settled and before.entry != after.entry:
        save_shared(at, settled=False)
    if asked.finishes and not done.refused:
        if after.begun:
            as_it_is = asked.as_it_is or after.as_it_is
            return _put_in(at, seat, replace(after, picked=(), run_begun=False, as_it_is=as_it_is))
        if after.way != Way.COUNTED or not asked.taps:
            done = Done(after, NOTHING_IN)
    if wants_part() and target() == "hand":
        return _answer(at, seat, before, done, repeated=repeated)
    if done.refused:
        return pages.show(_page(at, seat, after, done.refused), 422)
    return go_to(url_for("hands.hand", seat=seat, **at.where) + ("?typed=" if "typed" in request.args else ""))


def _put_in(at: ShowdownDraft, seat: int, hand: EnteredHand) -> Response | BaseResponse:
    """Say that a hand is in: when its cards are complete, or the player says that its number of cards is as it is."""
    if hand.as_it_is or at.complete(seat, hand):
        save_hand(at, seat, lambda now: replace(now, picked=(), run_begun=False, as_it_is=hand.as_it_is), ready=True)
        return go_to(next_screen(load_draft(at.member, at.number)))
    told = Done(hand, f"{card_count_words(len(hand.cards), at.wanted(seat))}.")
    if wants_part() and target() == "hand":
        return _answer(at, seat, hand, told, asks=True)
    return pages.show(_page(at, seat, hand, told.refused, asks=True), 422)


def _answer(
    at: ShowdownDraft, seat: int, before: EnteredHand, done: Done, *, asks: bool = False, repeated: bool = False
) -> Response:
    shown = _shown(at, seat, done.hand, done.refused, asks=asks)
    if before.entry == done.hand.entry and before.picked != done.hand.picked and not before.run_begun:
        # The hand stays where it is, or the next card chosen while this answer is on its way would be lost with it.
        return _answer_picked(before, shown, at.letters)
    part = HandAnswer(
        address=url_for("hands.hand", seat=seat, **at.where),
        name=at.players[seat],
        hand=shown,
        letters=at.letters,
        typing="typed" in request.args,
        asks_gem_parts=asks_gem_parts(at, before),
        claimed=before.claims != done.hand.claims or repeated,
    )
    return tell(pages.show(part), {"say": f"{shown.count}. {shown.said}" if shown.said else shown.count})


def _answer_picked(before: EnteredHand, shown: HandView, letters: Mapping[str, str]) -> Response:
    turned = tuple({name_of(one) for one in before.picked} ^ set(shown.picked))
    answer = pages.show(PickedAnswer(hand=shown, turned=turned, letters=letters))
    answer.headers["HX-Reswap"] = "none"
    return tell(answer, {"say": plural(len(shown.picked), "card") + " chosen"})
