"""Documents gone wrong: right ones with something taken out, put in, swapped or broken, down to their bytes."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

Way = tuple[str | int, ...]

NASTY: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 12, 10**6, 10**11, -(10**11), 0.5, 3.0, -0.0, 1e308, float("inf"), float("nan")),
    *("", " ", "\x00", "\x1b[31m", "\ud800", "\udfff", "\n", "\t", "é" * 41, "x" * 10_000, "👑", "\u202e", "\ufeff"),
    *("Ann", "Bob", "Nobody", "knock", "gin", "big-gin", "rum", "best", "play-on", "gem-rummy", "gin-rummy", "gem-ii"),
    *("11C", "10C", "tc", "10♣", "1C", "C", "AC", "KS", "KH", "5♥", "GE", "G", "Z", "GEMPARTS", "ß", "2026-11-21"),
    *([], {}, [[]], [{}], {"": ""}, {"\ud800": "\ud800"}, [0] * 100, ["AC"] * 60, ["5C", "6C", "7C"], [None]),
    *({"player": "Bob", "pass": True}, {"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}),
    *("gem-ii-solo", "wrong-move", "IE", "?", "A", {"removed": 4}, {"counted": {}}, {"move": 2, "card": "IE"}),
    *(
        {"name": "Ann", "cards": []},
        {"name": "Bob", "deadwood_points": 3},
        {"name": "Bob", "melds": [], "deadwood": []},
    ),
)
KEYS = (
    *("game", "house_rules", "print", "gems", "dice", "knocker", "call", "players", "lay_offs", "name", "melds"),
    *("deadwood", "cards", "deadwood_points", "gem_parts", "player", "card", "onto", "meld", "pass", "hands", "drawn"),
    *(
        "first_dealer",
        "sides",
        "at",
        "place",
        "note",
        "overruled",
        "points",
        "winner",
        "reason",
        "by",
        "hand_size",
        "target",
    ),
    *("knock_limit", "gin_bonus", "layout", "tie_break", "zero_sum", "", "x" * 99, "\ud800", "\x07", "KC", "level"),
    *("rounds", "deals", "removed", "bets", "calls", "penalty", "counted", "bonus_rounds", "10♣", "tC", "piles"),
    *("dealt", "timed_out", "on_self", "example", "teams", "announced_eight", "not_all_x", "incorrect_deal", "best"),
    *("claimed", "finished_by_opponent", "remaining", "caller", "correct"),
)
TOKENS = (
    *(b"NaN", b"-Infinity", b"1e999", b"9" * 5000, b"-" + b"9" * 50, b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x00"),
    *(
        b"\xef\xbb\xbf",
        b"\\ud800",
        b'"\\ud83d"',
        b"\\u0000",
        b"[" * 2000,
        b'{"a":' * 2000,
        b"]",
        b"}",
        b",",
        b":",
        b'"',
    ),
    *(b"/*", b"'", b"\\", b"true", b"null", b"0x1", b"01", b"+1", b".5", b"\xe2\x99\xa3", b"\r\n", b"\t", b" " * 500),
)


def ways(thing: Any, way: Way = ()) -> Iterator[Way]:  # noqa: ANN401
    yield way
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from ways(value, (*way, key))
    elif isinstance(thing, list):
        for place, value in enumerate(thing):
            yield from ways(value, (*way, place))


def at(thing: Any, way: Way) -> Any:  # noqa: ANN401
    for key in way:
        thing = thing[key]
    return thing


def spoil(rng: random.Random, document: Any) -> Any:  # noqa: ANN401
    everywhere = list(ways(document))
    way = rng.choice(everywhere)
    if not way:
        return rng.choice((document, [document], rng.choice(NASTY), {"document": document}))
    inner, key = at(document, way[:-1]), way[-1]
    match rng.randrange(6):
        case 0:
            del inner[key]
        case 1:
            inner[key] = copy.deepcopy(rng.choice(NASTY))
        case 2:
            inner[key] = copy.deepcopy(at(document, rng.choice(everywhere)))
        case 3 if isinstance(inner, dict):
            inner[rng.choice(KEYS)] = inner.pop(key)
        case 4 if isinstance(inner, dict):
            inner[rng.choice(KEYS)] = copy.deepcopy(rng.choice(NASTY))
        case 5 if isinstance(inner, dict):
            inner[key] = [inner[key]]
        case _ if isinstance(inner, list):
            inner.insert(rng.randrange(len(inner) + 1), copy.deepcopy(rng.choice((*NASTY, *inner))))
    return document


def spoil_bytes(rng: random.Random, text: bytes) -> bytes:
    place = rng.randrange(len(text) + 1)
    match rng.randrange(7):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + rng.choice(TOKENS) + text[place:]
        case 2:
            end = place + rng.randint(1, 12)
            return text[:place] + rng.choice(TOKENS) + text[end:]
        case 3:
            return text[:place] + bytes([rng.randrange(256)]) + text[place + 1 :]
        case 4:
            other = rng.randrange(len(text) + 1)
            return text[:place] + text[min(place, other) : max(place, other)] + text[place:]
        case 5:
            return rng.choice(
                (b"\xef\xbb\xbf" + text, text.decode("utf-8", "replace").encode("utf-16"), text + text, b"\n" + text)
            )
        case _:
            return text.replace(b'"', rng.choice((b"'", b"", b'""')), 1)


def spoiled(rng: random.Random, document: Any) -> bytes:  # noqa: ANN401
    """Spoil a document in its structure, once or a few times, and now and then in its bytes too."""
    other = copy.deepcopy(document)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        other = spoil(rng, other)
    text = json.dumps(other, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    return spoil_bytes(rng, text) if rng.random() < 0.25 else text
