"""The screen of a hand: tapped, typed, just the cards, or only the number."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import EnteredHand, Way, tapped
from companion.photo import reader
from companion.rules.cards import name_of
from companion.rules.rummy.photo_entry import open_doubts
from companion.rules.rummy.taps import Settled
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to, target, tell, wants_part
from companion.web.base.player_names import names_apart, short_names
from companion.web.cards.keypad import KeyRow, key_rows
from companion.web.cards.photos import PhotoView
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import expects_lay_offs, next_screen
from companion.web.showdown.hand_questions import HandQuestion, layout_question, ruling_of_call
from companion.web.showdown.hand_view import HandView, shown_as, view_hand
from companion.web.showdown.saving import save_hand, save_shared
from companion.web.showdown.taps import ActionResult, Taps, apply_taps, read_taps
from companion.wording.photos import open_doubts_question
from companion.wording.rulings import spoken
from companion.wording.showdown import (
    NO_CARDS,
    NO_SUCH_SEAT,
    TOO_MANY_TAPS,
    Label,
    aim_words,
    card_count_question,
    chosen_words,
    done_label,
    own_phone_sentence,
    present_call,
    shared_card_question,
)

blueprint = Blueprint("hands", __name__, url_prefix="/g/<game>/hand/<int:number>/seat/<int:seat>")


@pages.context("showdown/hands/hand.html")
class HandPage:
    """Context of the screen of a hand."""

    address: str
    back: str
    name: str
    players: tuple[str, ...]
    call: str
    aim: tuple[Label, ...]
    """What the hand is to hold."""
    hand: HandView
    rows: tuple[KeyRow, ...]
    letters: Mapping[str, str]
    typing: bool
    text: str | None
    """Text that could not be read, to be corrected."""
    asks_gem_parts: bool
    has_gem_parts: bool
    done: str
    made_up: bool
    camera: str
    """Where a photo of the hand is sent; empty where none can be read."""
    photo: PhotoView | None


@pages.context("showdown/hands/_answer.html")
class HandPart:
    """The answer to a tap: the hand, and the labels of the keys that go on from the card laid last."""

    address: str
    camera: str
    name: str
    hand: HandView
    letters: Mapping[str, str]
    typing: bool
    asks_gem_parts: bool
    claims_changed: bool
    """The button that claims Gem Parts has to be drawn again."""


@pages.context("showdown/hands/_picked.html")
class PickedPart:
    """The answer to picking cards: those cards, and the count line."""

    hand: HandView
    turned: tuple[str, ...]
    letters: Mapping[str, str]


@blueprint.get("")
def hand(game: str, number: int, seat: int) -> Response | BaseResponse:
    """Show a hand as far as it was entered."""
    draft = load_draft(require_member(game), number)
    if not 0 <= seat < len(draft.players):
        abort(404, NO_SUCH_SEAT)
    if draft.shared.knocker is None or draft.limit_missing:
        return go_to(draft.url("showdown.hub"))
    if seat in draft.face_down or not draft.may_act_for(seat):
        gone = 1 if seat == draft.member.seat else None
        return go_to(next_screen(draft) if draft.all_in else draft.url("waiting.wait", gone=gone))
    return pages.show(hand_page(draft, seat, draft.hands[seat]))


def hand_page(
    draft: ShowdownDraft,
    seat: int,
    hand: EnteredHand,
    error: str = "",
    *,
    asks: HandQuestion | None = None,
    photo: PhotoView | None = None,
) -> HandPage:
    """Return the page of a hand; `error` is why the last tap did nothing, `asks` what finishing it asks."""
    names = names_apart(draft.players)
    others = [names[other] for other in draft.hands_to_enter if other != seat]
    return HandPage(
        address=draft.url("hands.hand", seat=seat),
        back=draft.url("showdown.hub"),
        name=draft.players[seat],
        players=draft.players,
        call=present_call(draft.shared.call) if seat == draft.shared.knocker else "",
        aim=_aim(draft, seat),
        hand=view_hand(draft, seat, hand, error, asks=asks),
        rows=key_rows(hand.cards, draft.others_cards(seat), draft.players),
        letters=draft.letters,
        typing=_types(hand),
        text=request.form.get("text"),
        asks_gem_parts=_asks_gem_parts(draft, hand),
        has_gem_parts=draft.rules.has_gem_parts,
        done=done_label(
            others, is_last=len(draft.ready | {seat}) == len(draft.players), lays_off=expects_lay_offs(draft)
        ),
        made_up=draft.table.made_up,
        camera=_camera(draft, seat, hand),
        photo=photo,
    )


def _types(hand: EnteredHand) -> bool:
    return "typed" in request.args and hand.way != Way.COUNTED


def _camera(draft: ShowdownDraft, seat: int, hand: EnteredHand) -> str:
    """Return where a photo of the hand is sent; a text being typed, or a number, would not show what it added."""
    offers = reader.is_available() and not _types(hand) and hand.way != Way.COUNTED
    return draft.url("hand_photo.take", seat=seat) if offers else ""


def _aim(draft: ShowdownDraft, seat: int) -> tuple[Label, ...]:
    knocker = draft.shared.knocker
    return aim_words(
        other="" if knocker in (None, seat) else short_names(draft.players)[knocker],
        call=draft.shared.call,
        limit=draft.knock_limit,
        diamond=draft.context.diamond,
        size=draft.expected_cards(seat),
        or_more=draft.rules.more_cards_allowed,
    )


def _asks_gem_parts(draft: ShowdownDraft, hand: EnteredHand) -> bool:
    """Return whether Gem Parts can be claimed, because the deck is not fully known, or a claim withdrawn."""
    return draft.rules.has_gem_parts and (hand.claims or draft.gems is None or not draft.gems.complete)


def require_hand(game: str, number: int, seat: int) -> ShowdownDraft:
    """Return the showdown of a hand that this phone may enter; answer 403 or 404 where it may not."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    if not 0 <= seat < len(draft.players):
        abort(404, NO_SUCH_SEAT)
    if not draft.may_act_for(seat):
        abort(403, own_phone_sentence(draft.players[seat]))
    return draft


@blueprint.post("")
def save_taps(game: str, number: int, seat: int) -> Response | BaseResponse:
    """Apply taps or text to the hand, and finish the hand if the player says it's in."""
    draft = require_hand(game, number, seat)
    sent = read_taps(request.form)
    if sent is None:
        abort(400, TOO_MANY_TAPS)
    before, asked = draft.hands[seat], draft
    result = apply_taps(draft, seat, before, sent.taps)
    repeated = False
    # What changes nothing leaves a hand that is in as it is: the text may come twice.
    if result.hand != before or (sent.taps and seat not in draft.ready - draft.face_down):
        repeated = True

        def change(hand: EnteredHand) -> EnteredHand:
            nonlocal result, repeated
            repeated = False
            if hand is not before:
                result = apply_taps(asked, seat, hand, sent.taps)
            return result.hand

        draft = save_hand(draft, seat, change, batch=sent.batch)
        result = ActionResult(draft.hands[seat], "" if repeated else result.error)
    after = result.hand
    draft = unsettle(draft, seat, before)
    if sent.finishes and not result.error:
        if after.begun:
            if sent.call and seat == draft.shared.knocker:
                call = sent.call
                draft = save_shared(draft, lambda shared: replace(shared, call=call))
            return _finish(draft, seat, sent, as_it_is=sent.as_it_is or after.as_it_is)
        if after.way != Way.COUNTED or not sent.taps:
            result = ActionResult(after, NO_CARDS)
    if wants_part() and target() == "hand":
        return _answer(draft, seat, before, result, repeated=repeated)
    if result.error:
        return pages.show(hand_page(draft, seat, after, result.error), 422)
    return go_to(draft.url("hands.hand", seat=seat) + ("?typed=" if "typed" in request.args else ""))


def unsettle(draft: ShowdownDraft, seat: int, before: EnteredHand) -> ShowdownDraft:
    """Ask for lay-offs again if a hand was changed since."""
    if draft.shared.settled and before.entry != draft.hands[seat].entry:
        return save_shared(draft, lambda shared: replace(shared, settled=False))
    return draft


def _finish(draft: ShowdownDraft, seat: int, sent: Taps, *, as_it_is: bool) -> Response | BaseResponse:
    """Note that a hand is in: when its cards are complete and lie as laid, or the player leaves them as they are."""
    hand = replace(draft.hands[seat], picked=(), run_begun=False, as_it_is=as_it_is)
    question = _question(draft, seat, hand)
    doubts = "" if sent.as_laid or sent.asks_ruling else _doubts_question(draft, seat, hand)
    words = "" if as_it_is else question or doubts
    asks = HandQuestion(words) if words else None
    if not asks and not question and not sent.as_laid:
        asks = ruling_of_call(draft, seat, hand) if sent.asks_ruling else layout_question(draft, seat, hand)
    if not asks:
        finished = save_hand(draft, seat, lambda now: _finished(draft, now, as_it_is=bool(question)), ready=True)
        return go_to(_typing_on(finished, next_screen(finished)))
    if wants_part() and target() == "hand":
        return _answer(draft, seat, hand, ActionResult(hand), asks=asks)
    return pages.show(hand_page(draft, seat, hand, asks=asks), 422)


def _typing_on(draft: ShowdownDraft, address: str) -> str:
    """Return the address of the next screen: who has typed this hand types the next one too."""
    hands = {draft.url("hands.hand", seat=seat) for seat in range(len(draft.players))}
    return f"{address}?typed=" if "typed" in request.args and address in hands else address


def _finished(draft: ShowdownDraft, hand: EnteredHand, *, as_it_is: bool) -> EnteredHand:
    return replace(tapped(hand, Settled(), draft.laying), picked=(), run_begun=False, as_it_is=as_it_is)


def _doubts_question(draft: ShowdownDraft, seat: int, hand: EnteredHand) -> str:
    doubts = () if hand.way == Way.COUNTED else open_doubts(hand.entry, draft.others_cards(seat))
    return open_doubts_question(doubts) if doubts else ""


def _question(draft: ShowdownDraft, seat: int, hand: EnteredHand) -> str:
    """Return what is wrong with a finished hand; empty if nothing is, or the player has confirmed it."""
    if seat in draft.doubled:
        return shared_card_question(*draft.doubled[seat])
    if draft.is_complete(seat, hand):
        return ""
    return card_count_question(len(hand.cards), draft.expected_cards(seat))


def _answer(
    draft: ShowdownDraft,
    seat: int,
    before: EnteredHand,
    result: ActionResult,
    *,
    asks: HandQuestion | None = None,
    repeated: bool = False,
) -> Response:
    hand = result.hand
    part = hand_part(draft, seat, before, result, asks=asks, repeated=repeated)
    view = part.hand
    # Another tab may have changed the hand since this one was shown.
    outdated = "shown" in request.form and request.form["shown"] != shown_as(before)
    if before.entry == hand.entry and before.picked != hand.picked and not (before.run_begun or outdated):
        # The hand stays in the page: the next card picked while this answer is on its way would be lost with it.
        return _answer_picked(before, view, draft.letters)
    said = f"{view.count}. {spoken(asks.words if asks else view.error)}" if asks or view.error else view.count
    return tell(pages.show(part), {"say": said})


def hand_part(
    draft: ShowdownDraft,
    seat: int,
    before: EnteredHand,
    result: ActionResult,
    *,
    asks: HandQuestion | None = None,
    repeated: bool = False,
) -> HandPart:
    """Return the part of the page that a tap changes."""
    hand = result.hand
    return HandPart(
        address=draft.url("hands.hand", seat=seat),
        camera=_camera(draft, seat, hand),
        name=draft.players[seat],
        hand=view_hand(draft, seat, hand, result.error, asks=asks),
        letters=draft.letters,
        typing=_types(hand),
        asks_gem_parts=_asks_gem_parts(draft, before),
        claims_changed=before.claims != hand.claims or repeated,
    )


def _answer_picked(before: EnteredHand, view: HandView, letters: Mapping[str, str]) -> Response:
    turned = tuple({name_of(card) for card in before.picked} ^ set(view.picked))
    answer = pages.show(PickedPart(hand=view, turned=turned, letters=letters))
    answer.headers["HX-Reswap"] = "none"
    return tell(answer, {"say": chosen_words(len(view.picked))})
