"""Schema of the file of a whole game: its journal, with each kind of event as its class says."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import get_type_hints

from companion.documents.game import Document, HandChange, RecordedHand
from companion.documents.texts import LONGEST_NAME, LONGEST_READ
from companion.journal.events import CLASS_OF
from companion.journal.events.base import Kind
from companion.journal.events.hands import DocumentEvent
from companion.journal.exchange import ID, MOST_FAULTS, MOST_SEATS, MOST_SEQ, VERSION
from companion.journal.sheet import Feat, Standing
from companion.journal.state import DeckUsed
from companion.rules.rummy.ruleset import Game
from companion.schemas import gem2, rummy
from companion.schemas.parts import (
    COUNT,
    DEFINED,
    FLAG,
    NAME,
    NOTE,
    TEXT,
    Schema,
    by_choice,
    by_player,
    closed,
    listed,
    one_of,
    or_null,
    shared,
    text,
    whole,
)
from companion.store.limits import RECORDS_OF_A_GAME

_HEADS = {**{game.value: rummy.head(game) for game in Game}, **gem2.HEADS}
_SEATINGS: Mapping[str, Schema] = {game.value: {"allOf": rummy.seatings(game)} for game in Game if rummy.seatings(game)}
_ANY_HAND: Schema = {
    "anyOf": [*(shared(f"hand-{game}") for game in Game), *gem2.ROUNDS.values()],
    "description": "a hand or round as in a game document, of the game that the first record starts",
}
_CHANGE = closed({"player": NAME, "by": listed(NOTE), "before": rummy.cards_of_hand({}, has_gems=True)})
_NO_FRACTIONS: Schema = {"type": ["integer", "string", "boolean", "null", "object", "array"]}
_DECK = closed({"name": text(LONGEST_NAME)}, {"id": {}, "made_up": FLAG})
_BY_TYPE: Mapping[object, Schema] = {
    str: TEXT,
    str | None: or_null(TEXT),
    int: whole(1, MOST_SEQ),
    bool: FLAG,
    Document: {"type": "object", "additionalProperties": _NO_FRACTIONS},
    Mapping[str, str]: {"type": "object", "additionalProperties": TEXT},
    Mapping[str, int]: by_player(shared("points")),
    DeckUsed | None: or_null(_DECK),
    RecordedHand: _ANY_HAND,
    tuple[HandChange, ...]: listed(_CHANGE),
}
_SEAT = whole(0, MOST_SEATS)
_VERDICT = closed(
    {"standing": one_of(Standing)},
    {
        "points": listed(shared("points")),
        "winner": _SEAT,
        "shared_by": listed(_SEAT),
        "feats": listed({"type": "array", "prefixItems": [_SEAT, one_of(Feat)], "items": False, "minItems": 2}),
        "faults": listed(NOTE, most=MOST_FAULTS),
    },
    "the ruling at the time, by seats",
)
_RECORD: dict[str, Schema] = {
    "id": {"type": "string", "pattern": f"^{ID.pattern}$"},
    "at": {
        "type": "string",
        "description": "in UTC, from 1970 to 9998",
        "pattern": "^(?:19[7-9]|[2-9][0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
    },
    "by": {"type": "string", "maxLength": LONGEST_READ},
}


def _body(kind: Kind) -> Schema:
    types = get_type_hints(CLASS_OF[kind])
    required: dict[str, Schema] = {}
    optional: dict[str, Schema] = {}
    for field in fields(CLASS_OF[kind]):
        key = "document" if types[field.name] is RecordedHand else field.name
        schema = shared("head") if field.name == "head" else _BY_TYPE[types[field.name]]
        (optional if _has_default(field) else required)[key] = schema
    return closed(required, optional)


def _has_default(field: Field[object]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def _record(kind: Kind) -> Schema:
    verdict = {"verdict": _VERDICT} if issubclass(CLASS_OF[kind], DocumentEvent) else {}
    return closed({**_RECORD, "kind": {"const": kind.value}, "body": _body(kind)}, verdict)


DEFINED |= {
    "head": by_choice("game", {game: closed(*keys) | _SEATINGS.get(game, {}) for game, keys in _HEADS.items()}),
    **{f"record-{kind}": _record(kind) for kind in Kind},
}


def whole_game() -> Schema:
    records = listed(by_choice("kind", {kind: shared(f"record-{kind}") for kind in Kind}), 1, RECORDS_OF_A_GAME)
    first = {"prefixItems": [shared(f"record-{Kind.GAME_STARTED}")]}
    return closed({"journal": COUNT | {"const": VERSION}, "records": {"allOf": [records, first]}})
