"""A photo of a hand: its cards are added to the hand being entered, and the player goes on from there."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import EnteredHand, Way, tapped
from companion.photo.reading import PhotoReading
from companion.rules.rummy import taps
from companion.rules.rummy.entry import EMPTY
from companion.rules.rummy.photo_entry import Added, add_photo, open_doubts
from companion.web.base import pages
from companion.web.base.htmx import go_to, tell, wants_part
from companion.web.base.live import recorded_meanwhile
from companion.web.cards import photos
from companion.web.cards.photos import PhotoRefusedError
from companion.web.security import guard
from companion.web.showdown.draft import ShowdownDraft
from companion.web.showdown.hand_view import HandView
from companion.web.showdown.hands import hand_page, hand_part, require_hand, unsettle
from companion.web.showdown.saving import require_face_up, save_hand
from companion.web.showdown.taps import LONGEST_BATCH, too_many_cards
from companion.wording.photos import IN_ORDER, REPLACED, found_sentence, held_sentence

blueprint = Blueprint("hand_photo", __name__, url_prefix="/g/<game>/hand/<int:number>/seat/<int:seat>/photo")

ADDED = "X-Photo-Added"
"""Header that tells a script that there is something to undo if the player cancels."""


@dataclass(frozen=True, slots=True)
class PhotoAdded:
    """A hand after a photo of it: what was added, whether that replaced the cards before, or why nothing was."""

    hand: EnteredHand
    added: Added
    replaced: bool = False
    refused: str = ""


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
        return pages.show(hand_page(HandView(draft, seat, draft.hands[seat], refused.sentence)), refused.status)
    # That took a while: another phone may have changed the hand, or recorded it.
    if recorded_meanwhile(game, number):
        return go_to(url_for("sheet.hand", game=game, number=number, late=1))
    draft = draft.reloaded()
    before = draft.hands[seat]
    photographed = _add(draft, seat, before, reading)
    changed = photographed.hand != before
    if changed:
        batch = request.form.get("batch", "")[:LONGEST_BATCH]
        saved = save_hand(draft, seat, lambda now: _add(draft, seat, now, reading).hand, batch=batch)
        draft = unsettle(saved, seat, before)
    answer = _show(draft, seat, reading, photographed)
    if changed:
        answer.headers[ADDED] = "1"
    return photos.not_stored(answer)


def _add(draft: ShowdownDraft, seat: int, hand: EnteredHand, reading: PhotoReading) -> PhotoAdded:
    """Add the cards of a photo to a hand.

    If that makes too many cards, and the photo shows at least as many as the hand has, it replaces them.
    """
    way = Way.LOOSE if hand.way == Way.LOOSE else Way.LAID_OUT
    groups, others = photos.groups_of(reading), draft.others_cards(seat)
    added = add_photo(hand.entry, groups, draft.laying, others)
    if added.entry == hand.entry:
        return PhotoAdded(hand, added)
    held = tuple(card for group in groups for seen in group for card in (seen.card, seen.second) if card in others)
    base = replace(hand, way=way, picked=(), run_begun=False)
    new = tapped(base, taps.Photographed(groups, held), draft.laying)
    refused = too_many_cards(new, hand, draft.rules)
    if not refused:
        return PhotoAdded(new, added)
    alone = add_photo(EMPTY, groups, draft.laying, others)
    instead = tapped(base, taps.Photographed(groups, held, instead=True), draft.laying)
    if len(instead.cards) < len(hand.cards) or too_many_cards(instead, hand, draft.rules):
        return PhotoAdded(hand, added, refused=refused)
    return PhotoAdded(instead, alone, replaced=True)


def _show(draft: ShowdownDraft, seat: int, reading: PhotoReading, photographed: PhotoAdded) -> Response:
    added = photographed.added
    hand, others = draft.hands[seat], draft.others_cards(seat)
    found = found_sentence(
        (len(hand.cards) + len(open_doubts(hand.entry, others))) if reading.cards else 0,
        draft.expected_cards(seat),
        len(reading.unread) + added.nameless,
        or_more=draft.rules.more_cards_allowed,
    )
    in_order = IN_ORDER if added.in_order and hand.way == Way.LAID_OUT else ""
    replaced = REPLACED if photographed.replaced else ""
    told = " ".join(filter(None, (replaced, found, in_order, held_sentence(added.held, others))))
    error = photographed.refused or told
    photo, view = photos.view_photo(reading), HandView(draft, seat, hand, error)
    if not wants_part():
        return pages.show(hand_page(view, photo))
    answer = pages.show(hand_part(view, hand, photo))
    spoken = (f"{view.count}.", error, *(doubt.words for doubt in view.doubts))
    return tell(answer, {"say": " ".join(filter(None, spoken))})
