"""Teach a deck: photos of its cards, named by the player, so that its indices are recognized in later photos."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.photo import reader
from companion.rules.cards import CARDS_BY_NAME, GLYPHS, RANK_NAMES, SUITS, Suit
from companion.store import decks as stored
from companion.store.decks import Deck
from companion.web.base import pages
from companion.web.base.htmx import go_to, wants_part
from companion.web.cards import photos
from companion.web.cards.photos import Mark, PhotoRefusedError, PhotoView
from companion.web.current_store import current_store
from companion.web.decks.decks import own_deck
from companion.web.decks.lesson_form import (
    MOST_BODY,
    ORDERS,
    SKIPPED,
    UNNAMED,
    ForgedFormError,
    LessonForm,
    Order,
    form_of,
    read_form,
)
from companion.web.security import guard
from companion.web.security.phone import saved_phone
from companion.wording import photos as wording
from companion.wording import web as errors
from companion.wording.photos import NO_CARDS_FOUND

blueprint = Blueprint("teach", __name__, url_prefix="/decks/<int:number>/teach")


@blueprint.before_request
def _only_with_a_reader() -> None:
    if not reader.is_available():
        abort(404, wording.CANNOT_BE_TAUGHT)


@blueprint.after_request
def _never_cache(response: Response) -> Response:
    return photos.not_stored(response)


@pages.context("decks/teach.html")
class TeachPage:
    """What teaching a deck is for, what it was taught, and the camera."""

    deck: Deck
    taught: frozenset[str]
    state: str
    suits: Mapping[Suit, str]
    """What was taught of each, in words."""
    ranks: tuple[str, ...]
    error: str


@pages.context("decks/teach_photo.html")
class TeachPhotoPage:
    """The photo with a number on each card, and which card each is."""

    deck: Deck
    form: LessonForm
    photo: PhotoView
    orders: tuple[Order, ...]
    glyphs: Mapping[Suit, str]
    ranks: tuple[str, ...]
    error: str


@blueprint.get("")
def teach(number: int) -> Response:
    """Show what a deck was taught, and ask for a photo of its cards."""
    return _show_deck(own_deck(number))


def _show_deck(deck: Deck, error: str = "", status: int = 200) -> Response:
    taught = frozenset(lesson.card for lesson in stored.lessons(current_store(), deck.id))
    page = TeachPage(
        deck=deck,
        taught=taught,
        state=wording.taught_words(len(taught)),
        suits={suit: wording.suit_state(suit, taught) for suit in SUITS},
        ranks=tuple(RANK_NAMES),
        error=error,
    )
    return pages.show(page, status)


@blueprint.get("/photo")
def back(number: int) -> BaseResponse:
    """Lead to the deck: a photo is shown only in the answer to the form that sent it."""
    return go_to(url_for("teach.teach", number=number))


@blueprint.post("/photo")
@guard.body_up_to(guard.MAX_PHOTO)
def look(number: int) -> Response:
    """Find the cards in a photo of the deck, and ask which they are."""
    deck = own_deck(number)
    try:
        form = form_of(photos.look_at_sent_deck())
    except PhotoRefusedError as refused:
        return _refuse(deck, refused)
    return _show_photo(deck, form) if form.cards else _refuse(deck, PhotoRefusedError(NO_CARDS_FOUND))


def _refuse(deck: Deck, refused: PhotoRefusedError) -> Response:
    refused = PhotoRefusedError(wording.without_taps(refused.sentence), refused.status)
    return photos.refuse(refused) if wants_part() else _show_deck(deck, refused.sentence, refused.status)


@blueprint.post("")
@guard.body_up_to(MOST_BODY)
def name(number: int) -> Response | BaseResponse:
    """Name the cards of a photo by an order, save them, or have the deck forget what it was taught."""
    deck = own_deck(number)
    act = request.form.get("act", "")
    if act == "forget":
        stored.forget_lessons(current_store(), saved_phone().id, deck.id)
        return go_to(url_for("teach.teach", number=number))
    try:
        form = read_form(request.form)
    except ForgedFormError:
        abort(400)
    if act == "save":
        return _save(deck, form)
    if act not in ORDERS:
        abort(400)
    order = ORDERS[act]
    in_suit = sum(card.chosen != SKIPPED for card in form.cards)
    return _show_photo(deck, form.filled(order), wording.wrong_number(in_suit, order.suit))


def _save(deck: Deck, form: LessonForm) -> Response | BaseResponse:
    twins = form.numbers_of_twins()
    if twins is not None:
        card = CARDS_BY_NAME[form.cards[twins[0] - 1].chosen]
        return _show_photo(deck, form, wording.twice(card, twins), 422)
    if not form.lessons():
        return _show_photo(deck, form, wording.NOTHING_NAMED, 422)
    if not stored.teach(current_store(), saved_phone().id, deck.id, form.lessons()):
        abort(404, errors.NO_SUCH_DECK)
    return go_to(url_for("teach.teach", number=deck.id))


def _show_photo(deck: Deck, form: LessonForm, error: str = "", status: int = 200) -> Response:
    page = TeachPhotoPage(
        deck=deck,
        form=form,
        photo=_view(form),
        orders=tuple(ORDERS.values()),
        glyphs=GLYPHS,
        ranks=tuple(RANK_NAMES),
        error=error,
    )
    return pages.show(page, status)


def _view(form: LessonForm) -> PhotoView:
    kinds = {UNNAMED: "unsure", SKIPPED: "unread"}
    marks: tuple[Mark, ...] = tuple(
        photos.mark(kinds.get(card.chosen, "sure"), card.box, str(number)) for number, card in enumerate(form.cards, 1)
    )
    return PhotoView(
        source=photos.PICTURE + form.preview,
        width=form.width,
        height=form.height,
        marks=marks,
        alt=wording.taught_photo_alt(len(marks)),
        words=(),
        corners=(),
    )
