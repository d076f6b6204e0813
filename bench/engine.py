"""How fast the judge is, as ratios to a compiled peer on the same hands in the same run.

    python -m bench.engine --hands 5000

The peer is OpenSpiel's compiled gin rummy (`GinRummyUtils.min_deadwood`). Each side gets hands as it keeps them: the
peer a list of numbers, ours a bit set; the last two columns add the conversion from card names.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pyspiel

from bench.measurement import Arguments, settings
from bench.stated import Ratios
from companion.answers.judging import judge_document
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME, STRIDE, Card, Hand, Suit, card_of, name_of
from companion.rules.gems import Gem, Print
from companion.rules.rummy.solver import MeldRules, best_layouts, least_deadwood, meld_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Deal = Callable[[random.Random, int], list[Card]]

REPEATS = 5
GIN_HAND, GEM_HAND, LARGEST_HAND = 10, 11, 30
MEMORY_LINES = 100_000

T = TypeVar("T")


def fastest(answer: Callable[[T], object], asked: Sequence[T]) -> float:
    """Give the best time of a question, in microseconds of the processor, over several rounds of all of them."""
    rounds = []
    for _ in range(REPEATS):
        before = time.process_time()
        for one in asked:
            answer(one)
        rounds.append(time.process_time() - before)
    return min(rounds) / len(asked) * 1e6


def random_hand(source: random.Random, size: int) -> list[Card]:
    return source.sample(ALL_CARDS, size)


def rich_hand(source: random.Random, size: int) -> list[Card]:
    """Deal a hand thick with runs and sets that want the same cards."""
    cards: set[Card] = set()
    while len(cards) < size:
        if source.random() < 0.5:
            suit, low = source.choice(list(Suit)), source.randint(1, 11)
            cards |= {card_of(low + step, suit) for step in range(3)}
        else:
            rank = source.randint(1, 13)
            cards |= {card_of(rank, suit) for suit in source.sample(list(Suit), 3)}
    return source.sample(sorted(cards), size)


def against_the_peer(source: random.Random, hands: int, ratios: Ratios) -> float:
    """Print and compare the least deadwood; return the peer's microseconds for a hand rich in melds."""
    peer = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    print(
        f"least deadwood of {GIN_HAND} cards, {hands} hands each      µs a hand   peer µs   ratio   with names   ratio"
    )
    for name, deal in (("random", random_hand), ("rich in melds", rich_hand)):
        dealt = [deal(source, GIN_HAND) for _ in range(hands)]
        sets = [Hand.of(cards).bits for cards in dealt]
        named = [[name_of(one) for one in cards] for cards in dealt]
        # The peer has 13 numbers a suit, spades first; which suit is which does not matter to deadwood.
        theirs = [[one // STRIDE * 13 + one % STRIDE for one in cards] for cards in dealt]
        if [least_deadwood(one) for one in sets] != [peer.min_deadwood(one) for one in theirs]:
            sys.exit("the two do not count the same deadwood")
        ours = fastest(least_deadwood, sets)
        from_names = fastest(lambda names: least_deadwood(Hand.of(CARDS_BY_NAME[one] for one in names).bits), named)
        other = fastest(peer.min_deadwood, theirs)
        print(f"  {name:<45} {ours:>9.2f} {other:>8.2f} {ours / other:>6.2f}", end=" ")
        print(f"{from_names:>11.2f} {from_names / other:>6.2f}")
        ratios.measure(f"least deadwood, {name}", ours / other)
    return other


def gem_rules(source: random.Random) -> MeldRules:
    letters = {CARDS_BY_NAME[name]: tuple(Gem(letter) for letter in gems) for name, gems in MADE_UP_PRINT.items()}
    return meld_rules(PRINT_OF.setdefault("made-up", Print.of(letters)), card_of(source.randint(2, 11), Suit.DIAMONDS))


PRINT_OF: dict[str, Print] = {}


def thick_hand(source: random.Random, size: int) -> list[Card]:
    """Deal whole stashes over each other, and runs and sets across them."""
    bearing: dict[str, set[Card]] = {}
    for name, gems in MADE_UP_PRINT.items():
        for gem in gems:
            bearing.setdefault(gem, set()).add(CARDS_BY_NAME[name])
    cards = set().union(*source.sample(sorted(bearing.values(), key=sorted), 3))
    while len(cards) < size:
        cards |= set(rich_hand(source, 6))
    return source.sample(sorted(cards), size)


def gem_hands(source: random.Random, kind: str, deal: Deal, size: int, hands: int) -> None:
    times = []
    for _ in range(hands):
        dealt, rules = Hand.of(deal(source, size)).bits, gem_rules(source)
        before = time.process_time()
        best_layouts(dealt, rules)
        times.append((time.process_time() - before) * 1e3)
    print(f"  {size} cards, {hands} {kind} hands: median {statistics.median(times):.3f} ms, worst {max(times):.2f} ms")


def showdown(source: random.Random) -> dict[str, object]:
    cards = [name_of(one) for one in random_hand(source, 2 * GEM_HAND)]
    players = [{"name": "Ann", "cards": cards[:GEM_HAND]}, {"name": "Bob", "cards": cards[GEM_HAND:]}]
    return {"game": "gem-rummy", "print": MADE_UP_PRINT, "dice": [6, 6], "knocker": "Ann", "players": players}


def verdicts(source: random.Random, count: int, rich_hand_of_peer: float, ratios: Ratios) -> None:
    documents = [showdown(source) for _ in range(count)]
    each = fastest(judge_document, documents)
    print(f"  whole verdicts, two loose hands of {GEM_HAND}: {1e6 / each:.0f} a second, ", end="")
    print(f"{each / rich_hand_of_peer:.1f} times a hand rich in melds by the peer")
    ratios.measure("whole verdict", each / rich_hand_of_peer)


def stream(source: random.Random, most: int) -> None:
    """Send lines through the real command, and read its peak memory off the operating system."""
    with tempfile.TemporaryDirectory() as folder:
        for count in (most // 100, most):
            path = Path(folder) / "lines.jsonl"
            with path.open("w") as file:
                line = [json.dumps(showdown(source)) for _ in range(min(count, 1_000))]
                for number in range(count):
                    file.write(line[number % len(line)] + "\n")
            before = time.perf_counter()
            code = (
                "import resource, sys; from companion.cli import main; main(['judge', '--lines', sys.argv[1]]); "
                "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
            )
            ran = subprocess.run(  # noqa: S603
                [sys.executable, "-c", code, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True
            )
            took = time.perf_counter() - before
            print(f"  judge --lines, {count} lines: {count / took:.0f} a second, peak {int(ran.stderr) / 1024:.0f} MiB")


def main(arguments: Arguments = None) -> int:
    """Measure, and compare the ratios with those that are stated."""
    asked = settings(__doc__)
    asked.add_argument("--hands", type=int, default=5000)
    asked.add_argument("--lines", type=int, default=MEMORY_LINES)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args(arguments)
    source = random.Random(given.seed)
    ratios = Ratios("engine")
    of_peer = against_the_peer(source, given.hands, ratios)
    print("least deadwood with stashes and Queen's Diamonds")
    for kind, deal in (("random", random_hand), ("thick", thick_hand)):
        gem_hands(source, kind, deal, GEM_HAND, given.hands)
        gem_hands(source, kind, deal, LARGEST_HAND, given.hands // 5)
    print("rulings")
    verdicts(source, given.hands // 10, of_peer, ratios)
    stream(source, given.lines)
    return ratios.ending()


if __name__ == "__main__":
    sys.exit(main())
