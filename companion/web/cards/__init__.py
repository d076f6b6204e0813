"""Cards on a screen: the keypad, photos of them, and the filters by which templates name them."""

from collections.abc import Iterable

from flask import Flask

from companion.rules.cards import Card, name_of
from companion.wording.cards import spoken_card
from companion.wording.faults import fault_sentence


def init_app(app: Flask) -> None:
    """Let templates name cards, as macros take them and as they are read aloud, and say what is wrong with them."""
    app.jinja_env.filters["card_name"] = name_of
    app.jinja_env.filters["card_names"] = card_names
    app.jinja_env.filters["spoken_card"] = spoken_card
    app.jinja_env.filters["fault_sentence"] = fault_sentence


def card_names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the names of cards, as the macros that draw them take them."""
    return tuple(map(name_of, cards))
