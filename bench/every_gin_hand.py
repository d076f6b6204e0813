"""The solver's least deadwood of every hand of Gin, beside a search in C that shares no idea with it.

    python -m bench.every_gin_hand
    python -m bench.every_gin_hand --cards 11 --minutes 90 --seed 7

The 15,820,024,220 hands of ten cards are 671,225,412 up to the exchange of suits, in parts of a million or more. What a
part came to is a line of the record, so a run that was stopped goes on where it was. Its checksum is that of the
solver's answers, byte by byte; `every_gin_hand.sha256` has those of all parts. Hands of eleven are asked for their
deadwood after the best discard, part by part by chance for as long as there is time.
"""

import ctypes
import json
import math
import multiprocessing
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache, partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from bench.measurement import Arguments, Ending, settings, wrong
from companion.rules.rummy.solver import least_deadwood

SOURCE = Path(__file__).with_suffix(".c")
CHECKSUMS = Path(__file__).with_suffix(".sha256")
RECORDS = Path(__file__).parents[1] / "instance"
HOLDINGS = 1 << 13
IN_GIN = 10
A_PART = 1_000_000
"""Hands that are enough for a part."""
AT_ONCE = 4_000_000
"""Hands for which there is memory."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Hands whose largest suit is `first` and whose second largest lies in a range."""

    first: int
    low: int
    high: int
    hands: int


@dataclass(frozen=True, slots=True)
class Part:
    number: int
    cards: int
    pieces: tuple[Piece, ...]

    @property
    def hands(self) -> int:
        return sum(piece.hands for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Result:
    """What a part came to."""

    part: int
    hands: int
    deals: dict[str, int]
    """How many deals leave how much deadwood; each hand stands for up to 24."""
    sha256: str
    differ: int
    seconds: float


@cache
def checker() -> Any:  # noqa: ANN401 - a library in C
    """Compile the search in C, once in a process."""
    with tempfile.TemporaryDirectory() as made:
        library = Path(made) / "every_gin_hand.so"
        command = [
            sys.executable,
            "-m",
            "ziglang",
            "cc",
            "-O3",
            "-shared",
            "-nostdlib",
            "-o",
            str(library),
            str(SOURCE),
        ]
        subprocess.run(command, check=True)  # noqa: S603 - our own words
        loaded = ctypes.CDLL(str(library))
    loaded.of.restype = ctypes.c_uint32
    loaded.begin()
    return loaded


def pieces(cards: int, first: int, low: int, high: int) -> Iterator[Piece]:
    """Cut what is too large to be held at once."""
    hands = checker().of(cards, first, low, high, 0, None, None, None)
    if hands > AT_ONCE:
        middle = (low + high) // 2
        yield from pieces(cards, first, low, middle)
        yield from pieces(cards, first, middle, high)
    elif hands:
        yield Piece(first, low, high, hands)


def parts(cards: int) -> Iterator[Part]:
    numbers = count()
    gathered: list[Piece] = []
    for first in range(HOLDINGS):
        for piece in pieces(cards, first, 0, first + 1):
            gathered.append(piece)
            if sum(one.hands for one in gathered) >= A_PART:
                yield Part(next(numbers), cards, tuple(gathered))
                gathered = []
    if gathered:
        yield Part(next(numbers), cards, tuple(gathered))


def after_best_discard(hand: int) -> int:
    found = 255
    left = hand
    while left:
        card = left & -left
        left ^= card
        found = min(found, least_deadwood(hand ^ card))
    return found


def judge(part: Part) -> Result:
    """Ask both for every hand of a part."""
    begun = time.process_time()
    discards = part.cards > IN_GIN
    ask = after_best_discard if discards else least_deadwood
    digest, deals, differ = sha256(), Counter[int](), 0
    for piece in part.pieces:
        room = piece.hands
        made, answers, stands_for = (ctypes.c_uint64 * room)(), (ctypes.c_ubyte * room)(), (ctypes.c_ubyte * room)()
        checker().of(part.cards, piece.first, piece.low, piece.high, int(discards), made, answers, stands_for)
        expected, solved = bytes(answers), bytes(map(ask, made))
        digest.update(solved)
        if solved != expected:
            differing = [at for at in range(room) if solved[at] != expected[at]]
            differ += len(differing)
            for at in differing[:3]:
                print(f"part {part.number}: {made[at]:#018x} leaves {expected[at]}, not {solved[at]}", flush=True)
        for pair, hands in Counter(zip(expected, stands_for, strict=True)).items():
            deals[pair[0]] += pair[1] * hands
    named = {str(points): deals[points] for points in sorted(deals)}
    return Result(
        part.number, part.hands, named, digest.hexdigest()[:16], differ, round(time.process_time() - begun, 1)
    )


def results_of(record: Path) -> dict[int, Result]:
    """Read the record; a line that was cut off is done again."""
    found = {}
    for line in record.read_text().splitlines() if record.exists() else ():
        try:
            result = Result(**json.loads(line))
        except ValueError:
            continue
        found[result.part] = result
    return found


def judge_before(ends: float, part: Part) -> Result | None:
    return judge(part) if time.monotonic() < ends else None


def run(chosen: list[Part], record: Path, minutes: float) -> None:
    """Judge parts, as many at once as there are processors, until they are done or the time is."""
    before = partial(judge_before, time.monotonic() + 60 * minutes)
    record.parent.mkdir(parents=True, exist_ok=True)
    with record.open("a") as lines, multiprocessing.get_context("spawn").Pool() as pool:
        lines.write("\n" * (lines.tell() > 0))  # behind a line that was cut off
        for result in filter(None, pool.imap_unordered(before, chosen)):
            lines.write(json.dumps(asdict(result)) + "\n")
            lines.flush()


def figures(results: list[Result], cards: int) -> Iterator[str]:
    """Say what was found of all deals."""
    deals = Counter[int]()
    for result in results:
        deals.update({int(points): number for points, number in result.deals.items()})
    total = deals.total()
    hands, seconds = sum(result.hands for result in results), sum(result.seconds for result in results)
    yield f"{hands:,} hands, {total:,} of {math.comb(52, cards):,} deals ({total / math.comb(52, cards):.2%}),"
    yield f"{sum(result.differ for result in results)} differ; {seconds / 3600:.2f} hours of one processor"
    within = {most: sum(number for points, number in deals.items() if points <= most) for most in (0, 10)}
    mean = sum(points * number for points, number in deals.items()) / total
    yield f"no deadwood: {within[0]:,} deals; at most 10: {within[10]:,} ({within[10] / total:.4%}); mean {mean:.4f}"


def findings(results: list[Result], every: list[Part], cards: int) -> Iterator[str]:
    """Say what is wrong with what was found."""
    lines = CHECKSUMS.read_text().splitlines() if cards == IN_GIN else []
    known = {part: checksum for part, _, checksum in (line.partition(" ") for line in lines)}
    for result in results:
        if result.differ:
            yield f"part {result.part}: {result.differ} hands differ"
        if known.get(str(result.part), result.sha256) != result.sha256:
            yield f"part {result.part}: its answers have the checksum {result.sha256}, not {known[str(result.part)]}"
    if len(results) == len(every):
        deals = sum(sum(result.deals.values()) for result in results)
        if deals != math.comb(52, cards):
            yield f"all parts together are {deals:,} deals"


def main(arguments: Arguments = None) -> Ending:
    asked = settings(__doc__)
    asked.add_argument("--cards", type=int, choices=(IN_GIN, IN_GIN + 1), default=IN_GIN)
    asked.add_argument("--parts", type=int, help="only so many parts, the smallest first")
    asked.add_argument("--minutes", type=float, default=math.inf, help="begin no part later")
    asked.add_argument("--seed", type=int, help="take the parts by chance, with this seed")
    asked.add_argument("--record", type=Path, metavar="FILE", help="where each part's result is a line")
    given = asked.parse_args(arguments)
    every = [*parts(given.cards)]
    if given.parts is not None:  # a look whether it works, that no record knows of
        results = [judge(part) for part in sorted(every, key=lambda part: part.hands)[: given.parts]]
    else:
        record = given.record or RECORDS / f"every-gin-hand-{given.cards}.jsonl"
        done = results_of(record)
        waiting = [part for part in every if part.number not in done]
        if given.seed is not None:
            random.Random(given.seed).shuffle(waiting)
        run(waiting, record, given.minutes)
        results = list(results_of(record).values())
    print(f"{len(results)} of {len(every)} parts:", *figures(results, given.cards), sep="\n")
    return wrong(findings(results, every, given.cards))


if __name__ == "__main__":
    sys.exit(main())
