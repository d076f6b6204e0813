"""Other names for the players, everywhere in a document where a player is named."""

from collections.abc import Mapping

from companion.journal.events import Document

_NAMES = frozenset({"name", "knocker", "player", "winner", "by", "caller", "first_dealer", "x_held_by"})
"""Keys whose value is a player's name."""
_LISTS_OF_NAMES = frozenset({"players", "sides"})
_KEYED_BY_NAME = frozenset({"points", "cards", "betting", "penalties"})
"""Keys whose value, where it is an object, has the players' names for keys."""


def renamed(document: Document, names: Mapping[str, str]) -> Document:
    """Give the document with every player's old name replaced; all at once, so that two may swap theirs."""
    return {key: _value(key, value, names) for key, value in document.items()}


def _value(key: str, value: object, names: Mapping[str, str]) -> object:
    if key in _NAMES and isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_item(key, one, names) for one in value]
    if isinstance(value, Mapping):
        if key in _KEYED_BY_NAME:
            return {names.get(one, one): amount for one, amount in value.items()}
        return renamed(value, names)
    return value


def _item(key: str, item: object, names: Mapping[str, str]) -> object:
    if isinstance(item, Mapping):
        return renamed(item, names)
    if isinstance(item, list):
        return [_item(key, one, names) for one in item]
    return names.get(item, item) if key in _LISTS_OF_NAMES and isinstance(item, str) else item
