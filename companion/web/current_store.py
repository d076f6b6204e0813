"""The open store of the app that answers a request, and pages for the store's errors."""

from pathlib import Path

from flask import Flask, current_app
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable, UnprocessableEntity
from werkzeug.wrappers import Response as BaseResponse

from companion.store.database import Store, count_happening
from companion.store.errors import NoSuchGame, NotPossible, StoreError
from companion.store.opening import DatabasePlace, open_store
from companion.wording.store_errors import store_sentence

_STORE = "companion.store"


def init_app(app: Flask, place: DatabasePlace) -> None:
    """Open the store, and answer its errors with their own sentences."""
    app.extensions[_STORE] = open_store(place)
    app.register_error_handler(StoreError, _store_error)


def reopen(app: Flask, folder: Path) -> None:
    """Open the store again: it was closed, and its files were replaced."""
    app.extensions[_STORE] = open_store(folder)


def current_store() -> Store:
    return store_of(current_app)


def store_of(app: Flask) -> Store:
    opened: Store = app.extensions[_STORE]
    return opened


def _store_error(error: StoreError) -> BaseResponse:
    """Answer an error of the store with its own sentence."""
    page: HTTPException
    if not isinstance(error, NoSuchGame | NotPossible):
        count_happening(type(error).__name__)
    match error:
        case NoSuchGame():
            page = NotFound()
        case NotPossible():
            page = UnprocessableEntity(store_sentence(error))
        case _:
            current_app.logger.error("The store failed", exc_info=error)
            page = ServiceUnavailable(store_sentence(error), retry_after=5)
    return current_app.make_response(current_app.handle_http_exception(page))
