"""How the time grows with the size of what a stranger can feed: twice the size, at most about twice the time.

    python -m bench.growth

Each kind of input is read (and refused, or answered) at a size and at twice that size, a few times; the last column is
the median ratio of the times. It fails where that is over the bound and the time is long enough to be measured.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bench.measurement import Arguments, Reasons, settings
from companion.answers.judging import judge_document, judge_lines
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json
from companion.documents.shorthand import ShorthandError, parse_shorthand
from companion.journal.events import Event
from companion.journal.events.game import PlayersRenamed
from companion.journal.exchange import events_of
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.state import Record

REPEATS = 5
MOST = 3.0
"""Twice, and what caches and a busy machine add; a step that compares each with each has 4."""
MEASURED_FROM = 0.02
PLAYERS = [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 17}]
SHOWDOWN: dict[str, Any] = {"game": "gin-rummy", "knocker": "Ann", "players": PLAYERS}
HAND = {"knocker": "Ann", "players": PLAYERS}
GAME: dict[str, Any] = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}
CUTTHROAT: dict[str, Any] = {**GAME, "form": "cutthroat", "players": ["Ann", "Bob", "Cid"]}
GEM: dict[str, Any] = {**SHOWDOWN, "game": "gem-rummy", "dice": [3, 4]}
DUEL: dict[str, Any] = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1}
SOLO: dict[str, Any] = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
MARKS = "\u0301\u0316"


def text(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def judged(document: object) -> object:
    return judge_document(parse_json(text(document)))


def scored(document: object) -> object:
    return score_document(parse_json(text(document)))


def imported(document: dict[str, Any]) -> object:
    """Do what an import does before anything is stored: read, spell the names, fold."""
    scored(document)
    return fold(Record(seq, "", "", event) for seq, event in enumerate(events_of(document), start=1))


def renamed(number: int) -> object:
    """Fold a game with a renaming after each hand."""
    events: list[Event] = [*events_of({**GAME, "house_rules": {"target": 100_000}, "hands": [HAND] * number})]
    after = [PlayersRenamed({f"Bob {place}" if place else "Bob": f"Bob {place + 1}"}) for place in range(number)]
    mixed = [events[0], *(event for pair in zip(events[1:], after, strict=True) for event in pair)]
    return fold(Record(seq, "", "", event) for seq, event in enumerate(mixed, start=1))


def on_sheet(document: dict[str, Any]) -> object:
    """Do what an import does, and keep the score sheet of it."""
    return sheet_of(fold(Record(seq, "", "", event) for seq, event in enumerate(events_of(document), start=1)))


KINDS: dict[str, tuple[int, Callable[[int], object]]] = {
    "one key twice among many": (50_000, lambda n: parse_json(text({str(k): 1 for k in range(n)})[:-1] + b', "0": 1}')),
    "one key again and again": (50_000, lambda n: parse_json(b"{" + b", ".join([b'"a": 1'] * n) + b"}")),
    "nested lists": (400_000, lambda n: parse_json(b"[" * n)),
    "a long number": (500_000, lambda n: parse_json(b"[" + b"9" * n + b"]")),
    "a long text": (500_000, lambda n: judged({**SHOWDOWN, "knocker": "x" * n})),
    "unknown keys": (100_000, lambda n: judged({**SHOWDOWN, **{f"k{k}": 1 for k in range(n)}})),
    "showdown: players": (50_000, lambda n: judged({**SHOWDOWN, "players": PLAYERS * n})),
    "showdown: melds": (50_000, lambda n: judged({**SHOWDOWN, "players": [{"name": "Ann", "melds": [["5C"]] * n}]})),
    "showdown: one meld": (
        100_000,
        lambda n: judged({**SHOWDOWN, "players": [{"name": "Ann", "melds": [["5C"] * n], "deadwood": []}] * 2}),
    ),
    "showdown: lay-offs": (50_000, lambda n: judged({**SHOWDOWN, "lay_offs": [{"player": "Bob", "pass": True}] * n})),
    "house rules": (100_000, lambda n: judged({**SHOWDOWN, "house_rules": {f"k{k}": 1 for k in range(n)}})),
    "print": (100_000, lambda n: judged({**GEM, "print": {f"k{k}": "G" for k in range(n)}})),
    "print: letters": (500_000, lambda n: judged({**GEM, "print": {"AC": "G" * n}})),
    "names of marks": (500_000, lambda n: judged({**SHOWDOWN, "knocker": MARKS * n})),
    "players of marks": (500_000, lambda n: scored({**GAME, "players": [MARKS * n, "Bob"], "hands": []})),
    "many names": (20_000, lambda n: scored({**GAME, "players": [f"p{k}" for k in range(n)], "hands": []})),
    "note of marks": (500_000, lambda n: scored({**GAME, "note": MARKS * n, "hands": []})),
    "game: hands": (2_000, lambda n: scored({**GAME, "house_rules": {"target": 100_000}, "hands": [HAND] * n})),
    "game: drawn hands": (20_000, lambda n: scored({**GAME, "hands": [{"drawn": True}] * n})),
    "game: sides": (50_000, lambda n: scored({**GAME, "hands": [], "sides": [["Ann"], ["Bob"]] * n})),
    "import": (1_000, lambda n: imported({**GAME, "house_rules": {"target": 100_000}, "hands": [HAND] * n})),
    "sheet: drawn hands": (4_000, lambda n: on_sheet({**GAME, "hands": [{"drawn": True}] * n})),
    "sheet: drawn hands for two": (4_000, lambda n: on_sheet({**CUTTHROAT, "hands": [{"drawn": True}] * n})),
    "renamings": (500, renamed),
    "gem ii: rounds": (5_000, lambda n: scored({**DUEL, "rounds": [{"deals": [{"removed": 0}] * 10}] * n})),
    "gem ii: deals": (5_000, lambda n: scored({**DUEL, "rounds": [{"deals": [{"removed": 0}] * n}]})),
    "gem ii: bets": (5_000, lambda n: scored({**DUEL, "rounds": [{"deals": [{"removed": 0, "bets": [5] * n}]}]})),
    "gem ii: teams": (5_000, lambda n: scored({**DUEL, "rounds": [], "teams": [[f"p{k}" for k in range(n)]] * 2})),
    "gem ii solo: rounds": (5_000, lambda n: scored({**SOLO, "rounds": [{"deals": [0] * 10}] * n})),
    "gem ii solo: deals": (5_000, lambda n: scored({**SOLO, "rounds": [{"deals": [0] * n}]})),
    "board: piles": (
        20_000,
        lambda n: moves_document({"game": "gem-ii", "level": 1, "piles": [["?"] * n, [], [], []]}),
    ),
    "board: claimed cards": (
        20_000,
        lambda n: moves_document(
            {
                "game": "gem-ii",
                "level": 1,
                "piles": [["IE"], [], [], []],
                "claimed": {"move": 1, "cards": ["IE"] * n},
            }
        ),
    ),
    "lines": (500, lambda n: list(judge_lines([text(SHOWDOWN)] * n))),
    "blank lines": (200_000, lambda n: list(judge_lines([b"\n"] * n))),
    "shorthand: tokens": (100_000, lambda n: parse_shorthand("5c " * n)),
    "shorthand: one token": (100_000, lambda n: parse_shorthand("5" * n)),
}


def seconds(feed: Callable[[int], object], size: int) -> float:
    """Return the time of this process alone; what is refused counts as answered."""
    before = time.process_time()
    with suppress(DocumentError, ShorthandError):
        feed(size)
    return time.process_time() - before


def main(arguments: Arguments = None) -> int:
    """Measure every kind and print the ratios."""
    asked = settings(__doc__)
    asked.add_argument("--share", type=float, default=1.0, help="of the sizes")
    share = asked.parse_args(arguments).share
    reasons = Reasons()
    for name, (full, feed) in KINDS.items():
        size = max(1, int(full * share))
        # One after the other, so that a machine that becomes slower meanwhile does so for both.
        turns = [(seconds(feed, size), seconds(feed, 2 * size)) for _ in range(REPEATS)]
        once, twice = map(min, zip(*turns, strict=True))
        ratio = statistics.median(longer / shorter for shorter, longer in turns)
        if ratio > MOST and twice > MEASURED_FROM:
            reasons.slow.append(f"{name}: {ratio:.2f} times as long for twice as much")
        print(f"  {name:<28} {size:>8}: {once * 1e3:>9.2f} ms, twice as much {twice * 1e3:>9.2f} ms, ratio {ratio:.2f}")
    return reasons.ending()


if __name__ == "__main__":
    sys.exit(main())
