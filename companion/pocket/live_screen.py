"""What the live camera has to know of a hand before it looks (static/pocket/live.js asks for it)."""

import pickle

from flask import Blueprint, Response, request

from companion.store.decks import lessons_for
from companion.web.cards.photos import not_stored
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone

blueprint = Blueprint("live_camera", __name__, url_prefix="/camera")


@blueprint.get("")
def begin() -> Response:
    """Give what the hand's deck was taught, and how many cards the hand wants, for `LiveReader`."""
    phone = current_phone()
    lessons = lessons_for(current_store(), phone.id if phone else None, request.args.get("game"))
    question = pickle.dumps((tuple(lessons), request.args.get("wanted", 0, type=int)))
    return not_stored(Response(question, mimetype="application/octet-stream"))
