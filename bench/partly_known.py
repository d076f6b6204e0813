"""Showdowns whose gems are known in part: whether unknown letters ever turn a ruling, and how much is asked.

    python -m bench.partly_known --showdowns 20000

Each showdown has a random print of which letters are hidden at random. It is ruled with the whole print, and with the
letters known; then it is asked about as the app asks, answered truthfully, and ruled again.
"""

import random
import statistics
import sys
import time

from bench.measurement import Arguments, settings, wrong
from companion.documents.showdown import read_showdown
from companion.rules.rummy.showdown import judge
from tests.support.rummy.partly_known import ask_and_rule, is_left_open, partly_known, ruling


def main(arguments: Arguments = None) -> int:
    """Measure and print; wrong is a ruling that differs from that of the whole print."""
    asked_for = settings(__doc__)
    asked_for.add_argument("--showdowns", type=int, default=20_000)
    asked_for.add_argument("--seed", type=int, default=1)
    chosen = asked_for.parse_args(arguments)
    silent = without_naming = 0
    differing: list[str] = []
    questions: list[int] = []
    cards: list[int] = []
    known_times: list[float] = []
    partly_times: list[float] = []
    for seed in range(chosen.seed, chosen.seed + chosen.showdowns):
        partly = partly_known(random.Random(seed))
        whole_showdown, showdown = read_showdown(partly.whole), read_showdown(partly.document)
        before = time.perf_counter()
        whole = judge(whole_showdown)
        between = time.perf_counter()
        known = judge(showdown)
        known_times.append(between - before)
        partly_times.append(time.perf_counter() - between)
        same = ruling(known) == ruling(whole)
        without_naming += not same
        if not is_left_open(known):
            silent += 1
            if not same:
                differing.append(f"seed {seed}: differs though no letter is named")
        asked = ask_and_rule(partly)
        if ruling(asked.verdict) != ruling(whole):
            differing.append(f"seed {seed}: differs after {len(asked.cards)} questions")
        if asked.cards:
            questions.append(len(asked.cards))
            cards += asked.cards
    print(f"{chosen.showdowns} showdowns, {without_naming} whose ruling hangs on a letter that is not known")
    print(f"  ruled without naming a letter: {silent}; after asking: {len(questions)}")
    print(f"  of all, {len(differing)} differ from the whole print")
    mean_questions, mean_cards = statistics.mean(questions), statistics.mean(cards)
    print(
        f"  questions where anything is asked: mean {mean_questions:.3f}, most {max(questions)}; cards {mean_cards:.1f}"
    )
    whole_ms, partly_ms = statistics.mean(known_times) * 1e3, statistics.mean(partly_times) * 1e3
    print(f"  a ruling: all known {whole_ms:.2f} ms, in part {partly_ms:.2f} ms ({partly_ms / whole_ms:.1f} times)")
    print(f"  the slowest ruling known in part: {max(partly_times) * 1e3:.0f} ms")
    return wrong(differing)


if __name__ == "__main__":
    sys.exit(main())
