"""The screen of a hand: tapped, typed, just the cards, or only the number."""

from dataclasses import replace

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import EnteredHand, Way, tapped
from companion.rules.cards import name_of
from companion.rules.rummy.photo_entry import open_doubts
from companion.rules.rummy.taps import Settled
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to, target, tell, wants_part
from companion.web.base.idempotency import is_outdated, note_seen
from companion.web.base.player_names import names_apart, short_names
from companion.web.cards.keypad import KeyRow, key_rows
from companion.web.cards.photos import PhotoView
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import expects_lay_offs, next_screen
from companion.web.showdown.hand_questions import HandQuestion, layout_question, ruling_of_call
from companion.web.showdown.hand_view import HandView
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

    hand: HandView
    call: str
    aim: tuple[Label, ...]
    """What the hand is to hold."""
    rows: tuple[KeyRow, ...]
    done: str
    photo: PhotoView | None


@pages.context("showdown/hands/_answer.html")
class HandPart:
    """The answer to a tap: the hand, and the labels of the keys that go on from the card laid last."""

    hand: HandView
    claims_changed: bool
    """The button that claims Gem Parts has to be drawn again."""
    photo: PhotoView | None


@pages.context("showdown/hands/_picked.html")
class PickedPart:
    """The answer to picking cards: those cards, and the count line."""

    hand: HandView
    turned: tuple[str, ...]


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
    return pages.show(hand_page(HandView(draft, seat, draft.hands[seat])))


def hand_page(hand: HandView, photo: PhotoView | None = None) -> HandPage:
    """Return the page of a hand."""
    draft, seat = hand.draft, hand.seat
    names, knocker = names_apart(draft.players), draft.shared.knocker
    note_seen(version=draft.version_of(seat))
    return HandPage(
        hand=hand,
        call=present_call(draft.shared.call) if seat == knocker else "",
        aim=aim_words(
            other="" if knocker in (None, seat) else short_names(draft.players)[knocker],
            call=draft.shared.call,
            limit=draft.knock_limit,
            diamond=draft.context.diamond,
            size=hand.expected,
            or_more=draft.rules.more_cards_allowed,
        ),
        rows=key_rows(hand.entered.cards, draft.others_cards(seat), draft.players),
        done=done_label(
            [names[other] for other in draft.hands_to_enter if other != seat],
            is_last=len(draft.ready | {seat}) == len(draft.players),
            lays_off=expects_lay_offs(draft),
        ),
        photo=photo,
    )


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
    draft = asked = require_hand(game, number, seat)
    sent = read_taps(request.form)
    if sent is None:
        abort(400, TOO_MANY_TAPS)
    before = draft.hands[seat]
    # Another tab may have changed the hand since this one was shown.
    outdated = is_outdated(draft.version_of(seat))
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
    draft = unsettle(draft, seat, before)
    after = HandView(draft, seat, result.hand, result.error)
    if sent.finishes and not result.error:
        if result.hand.begun:
            if sent.call and seat == draft.shared.knocker:
                call = sent.call
                draft = save_shared(draft, lambda shared: replace(shared, call=call))
            return _finish(draft, seat, sent)
        if result.hand.way != Way.COUNTED or not sent.taps:
            after = HandView(draft, seat, result.hand, NO_CARDS)
    if wants_part() and target() == "hand":
        return _answer(after, before, outdated=outdated, repeated=repeated)
    if after.refusal:
        return pages.show(hand_page(after), 422)
    return go_to(f"{after.address}{'?typed=' if 'typed' in request.args else ''}")


def unsettle(draft: ShowdownDraft, seat: int, before: EnteredHand) -> ShowdownDraft:
    """Ask for lay-offs again if a hand was changed since."""
    if draft.shared.settled and before.entry != draft.hands[seat].entry:
        return save_shared(draft, lambda shared: replace(shared, settled=False))
    return draft


def _finish(draft: ShowdownDraft, seat: int, sent: Taps) -> Response | BaseResponse:
    """Note that a hand is in: when its cards are complete and lie as laid, or the player leaves them as they are."""
    as_it_is = sent.as_it_is or draft.hands[seat].as_it_is
    hand = replace(draft.hands[seat], picked=(), run_begun=False, as_it_is=as_it_is)
    question = _question(draft, seat, hand)
    doubts = "" if sent.as_laid or sent.asks_ruling else _doubts_question(draft, seat, hand)
    words = "" if as_it_is else question or doubts
    asks = HandQuestion(words) if words else None
    if not asks and not question and not sent.as_laid:
        asks = ruling_of_call(draft, seat, hand) if sent.asks_ruling else layout_question(draft, seat, hand)
    if asks:
        asking = HandView(draft, seat, hand, asks=asks)
        if wants_part() and target() == "hand":
            return _answer(asking, hand)
        return pages.show(hand_page(asking), 422)

    def finished(now: EnteredHand) -> EnteredHand:
        lying = tapped(now, Settled(), draft.laying)
        return replace(lying, picked=(), run_begun=False, as_it_is=bool(question))

    draft = save_hand(draft, seat, finished, ready=True)
    address = next_screen(draft)
    # Who has typed this hand types the next one too.
    is_hand = address in {draft.url("hands.hand", seat=other) for other in range(len(draft.players))}
    return go_to(f"{address}?typed=" if "typed" in request.args and is_hand else address)


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


def _answer(hand: HandView, before: EnteredHand, *, outdated: bool = False, repeated: bool = False) -> Response:
    now = hand.entered
    if before.entry == now.entry and before.picked != now.picked and not (before.run_begun or outdated):
        # The hand stays in the page: the next card picked while this answer is on its way would be lost with it.
        note_seen(version=hand.draft.version_of(hand.seat))
        turned = tuple({name_of(card) for card in before.picked} ^ set(hand.picked))
        answer = pages.show(PickedPart(hand=hand, turned=turned))
        answer.headers["HX-Reswap"] = "none"
        return tell(answer, {"say": chosen_words(len(hand.picked))})
    said = hand.asks.words if hand.asks else hand.error
    answer = pages.show(hand_part(hand, before, repeated=repeated))
    return tell(answer, {"say": f"{hand.count}. {spoken(said)}" if said else hand.count})


def hand_part(
    hand: HandView, before: EnteredHand, photo: PhotoView | None = None, *, repeated: bool = False
) -> HandPart:
    """Return the part of the page that a tap changes."""
    note_seen(version=hand.draft.version_of(hand.seat))
    changed = before.claims != hand.entered.claims or repeated
    return HandPart(hand=hand, claims_changed=changed and hand.draft.may_claim(before), photo=photo)
