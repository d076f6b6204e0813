"""A photo of a hand: its cards are added to the hand being entered, and the player goes on from there."""

from dataclasses import replace

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.hand_draft import EnteredHand, Way
from companion.photo.reading import PhotoReading
from companion.rules.rummy.photo_entry import Added, add_photo, open_doubts
from companion.web.security import guard
from companion.web.shared import photos
from companion.web.shared.live import recorded_meanwhile
from companion.web.shared.photos import PhotoRefusedError, PhotoView
from companion.web.shell import pages
from companion.web.shell.htmx import go_to, tell, wants_part
from companion.web.showdown.hand_actions import LONGEST_BATCH, ActionResult, too_many_cards
from companion.web.showdown.hands import HandPart, hand_page, hand_part, require_hand, unsettle
from companion.web.showdown.state.draft import ShowdownDraft
from companion.web.showdown.state.saving import require_face_up, save_hand
from companion.wording.photo import IN_ORDER, found_sentence, held_sentence

blueprint = Blueprint("hand_photo", __name__, url_prefix="/g/<game>/hand/<int:number>/seat/<int:seat>/photo")

ADDED = "X-Photo-Added"
"""Header that tells a script that there is something to undo if the player cancels."""


@pages.context("showdown/hands/_photographed.html")
class PhotographedPart(HandPart):
    """The answer to a photo: the hand, the labels of its keys, and the photo."""

    photo: PhotoView


@blueprint.get("")
def back(game: str, number: int, seat: int) -> BaseResponse:
    """Lead to the hand: a photo is shown only in the answer to the form that sent it."""
    return go_to(require_hand(game, number, seat).url("hands.hand", seat=seat))


@blueprint.post("")
@guard.body_up_to(guard.MAX_PHOTO)
def take(game: str, number: int, seat: int) -> Response | BaseResponse:
    """Add the cards of a photo to a hand, and show the photo with what was read."""
    draft = require_hand(game, number, seat)
    require_face_up(draft, seat)
    try:
        reading = photos.read_sent_photo(game)
    except PhotoRefusedError as refused:
        if wants_part():
            return photos.refuse(refused)
        return pages.show(hand_page(draft, seat, draft.hands[seat], refused.sentence), refused.status)
    # That took a while: another phone may have changed the hand, or recorded it.
    if recorded_meanwhile(game, number):
        return go_to(url_for("sheet.hand", game=game, number=number, late=1))
    draft = draft.reloaded()
    before = draft.hands[seat]
    hand, added, too_many = _add(draft, seat, before, reading)
    changed = hand != before
    if changed:
        batch = request.form.get("batch", "")[:LONGEST_BATCH]
        saved = save_hand(draft, seat, lambda now: _add(draft, seat, now, reading)[0], batch=batch)
        draft = unsettle(saved, seat, before)
    answer = _show(draft, seat, reading, added, "" if changed else too_many)
    if changed:
        answer.headers[ADDED] = "1"
    return photos.not_stored(answer)


def _add(draft: ShowdownDraft, seat: int, hand: EnteredHand, reading: PhotoReading) -> tuple[EnteredHand, Added, str]:
    """Return the hand with the cards of a photo, what was added, and why nothing was."""
    way = Way.LOOSE if hand.way == Way.LOOSE else Way.LAID_OUT
    groups, others = photos.groups_of(reading), draft.others_cards(seat)
    added = add_photo(hand.entry, groups, draft.context, others)
    if added.entry == hand.entry:
        return hand, added, ""
    longer = replace(hand, way=way, entry=added.entry, picked=(), run_begun=False)
    refused = too_many_cards(longer, hand, draft.rules)
    return (hand, added, refused) if refused else (longer, added, "")


def _show(draft: ShowdownDraft, seat: int, reading: PhotoReading, added: Added, refused: str) -> Response:
    hand, others = draft.hands[seat], draft.others_cards(seat)
    found = found_sentence(
        (len(hand.cards) + len(open_doubts(hand.entry, others))) if reading.cards else 0,
        draft.expected_cards(seat),
        len(reading.unread) + added.nameless,
        or_more=draft.rules.more_cards_allowed,
    )
    in_order = IN_ORDER if added.in_order and hand.way == Way.LAID_OUT else ""
    error = refused or " ".join(filter(None, (found, in_order, held_sentence(added.held, others))))
    photo = photos.view_photo(reading)
    if not wants_part():
        return pages.show(hand_page(draft, seat, hand, error, photo=photo))
    part = hand_part(draft, seat, hand, ActionResult(hand, error))
    answer = pages.show(PhotographedPart(**pages.values_of(part), photo=photo))
    spoken = (f"{part.hand.count}.", error, *(doubt.words for doubt in part.hand.doubts))
    return tell(answer, {"say": " ".join(filter(None, spoken))})
