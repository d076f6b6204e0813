"""The dearest hands that climbing found: no request about them may take long.

    python -m bench.hostile.worst_hands                  the hands of worst_hands.jsonl
    python -m bench.hostile.worst_hands --search 600     climb to dearer ones first, and keep them

Each showdown is judged and asked about as the app does, then entered in a game of its own through the app's routes:
typed, finished, its gems, lay-offs and ruling looked at. Hands that fit are counted, too. What counts is the
processor's time of each request, the best of three. Climbing swaps cards, gems, dice and calls as long as it gets
dearer, as an attacker would. The exit status is 1 if anything takes longer than it may.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask.testing import FlaskClient

from bench.measurement import Arguments, Reasons, settings
from companion.documents.showdown import read_showdown
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import ALL_CARDS, name_of
from companion.rules.rummy.asking import questions
from companion.rules.rummy.calls import MOST_CARDS
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import TooManyLayoutsError, best_layouts
from companion.web.config import Settings
from companion.web.showdown.taps import MAX_TAPS
from tests.support.phones import linted_app, store_of
from tests.support.showdown_table import Table

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Document = dict[str, Any]

STORED = Path(__file__).with_name("worst_hands.jsonl")
MOST_MILLISECONDS = 50
TRIES = 3
GIVEN_UP_AFTER = 40
"""Changes that make a showdown no dearer, until another one is dealt."""
DEARER = 1.02
NAMES = ("Ann", "Bob", "Cid")
SIZES = (
    (11, 11), (12, 11), (11, 11, 11), (12, 16, 16), (14, 14, 14), (16, 16, 16),
    (26, 13, 13), (13, 26, 13), (13, 13, 26),
)  # fmt: skip
KNOWN = (0, 30, len(MADE_UP_PRINT))
"""Of how many cards the gems are known."""


class Timed:
    """The app without the client that checks its pages: what each request takes of the processor, in milliseconds."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        self.took = 0.0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        """Answer a request."""
        before = time.process_time()
        try:
            return list(self.app(environ, start_response))
        finally:
            self.took = (time.process_time() - before) * 1e3


def processor_time(answer: Callable[[], object]) -> float:
    """Return the milliseconds of the processor that an answer takes."""
    before = time.process_time()
    answer()
    return (time.process_time() - before) * 1e3


def cost(measure: Callable[[], float]) -> float:
    """Return the least of a few measurements, with nothing kept from earlier ones."""
    times = []
    for _ in range(TRIES):
        best_layouts.cache_clear()
        judge.cache_clear()
        times.append(measure())
    return min(times)


def deal(source: random.Random, sizes: Iterable[int], known: int) -> Document:
    """Deal a showdown of just the cards."""
    names = [name_of(card) for card in source.sample(ALL_CARDS, len(ALL_CARDS))]
    hands = []
    for size in sizes:
        hands.append(names[:size])
        del names[:size]
    players = [{"name": name, "cards": hand} for name, hand in zip(NAMES, hands, strict=False)]
    gems = {name: MADE_UP_PRINT[name] for name in source.sample(list(MADE_UP_PRINT), known)}
    return {"game": "gem-rummy", "dice": rolled(source), "knocker": "Ann", "players": players, "gems": gems}


def rolled(source: random.Random) -> list[int]:
    return [source.randint(1, 6), source.randint(1, 6)]


def changed(source: random.Random, document: Document) -> Document:
    """Change a few cards of a showdown, or its dice, call or known gems."""
    new: Document = json.loads(json.dumps(document))
    hands = [player["cards"] for player in new["players"]]
    held = {name for hand in hands for name in hand}
    hands.append([name for name in MADE_UP_PRINT if name not in held])
    for _ in range(source.choice((1, 1, 2, 3))):
        one, other = source.choice(hands[:-1]), source.choice([hand for hand in hands if hand])
        here, there = source.randrange(len(one)), source.randrange(len(other))
        one[here], other[there] = other[there], one[here]
    if source.random() < 0.15:
        new["dice"] = rolled(source)
    if source.random() < 0.1:
        new.pop("call", None)
        new |= source.choice(({}, {"call": "knock"}, {"call": "gin"}))
    if 0 < len(new["gems"]) < len(MADE_UP_PRINT) and source.random() < 0.4:
        name = source.choice(list(MADE_UP_PRINT))
        if new["gems"].pop(name, None) is None:
            new["gems"][name] = MADE_UP_PRINT[name]
    return new


def judged(document: Document) -> float:
    showdown = read_showdown(document)
    try:
        return cost(partial(processor_time, partial(judge, showdown)))
    except TooManyLayoutsError:
        sys.exit(f"the search was given up: {json.dumps(document)}")


def climb(source: random.Random, start: Document, seconds: float) -> Document:
    """Return the dearest showdown found in some seconds, beginning with one that is dear already."""
    sizes, known = kind_of(start)
    dearest, most = start, judged(start)
    now, takes, fails = dearest, most, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if fails == GIVEN_UP_AFTER:
            now, fails = deal(source, sizes, known), 0
            takes = judged(now)
        new = changed(source, now)
        new_takes = judged(new)
        fails += 1
        if new_takes > takes * DEARER:
            now, takes, fails = new, new_takes, 0
        if takes > most:
            dearest, most = now, takes
    return dearest


def kind_of(document: Document) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the hands, and of how many cards the gems are known."""
    return tuple(len(player["cards"]) for player in document["players"]), len(document["gems"])


def stored() -> list[Document]:
    return [json.loads(line) for line in STORED.read_text().splitlines()]


def search(seconds: float, seed: int) -> None:
    """Climb on from the hands that are kept, and from hands of every size, and keep the dearest of each size."""
    source = random.Random(seed)
    starts = [*stored(), *(deal(source, sizes, known) for sizes in SIZES for known in KNOWN)]
    found: dict[tuple[tuple[int, ...], bool], tuple[float, Document]] = {}
    for start in starts:
        document = climb(source, start, seconds / len(starts))
        sizes, known = kind_of(document)
        kind, takes = (sizes, known == len(MADE_UP_PRINT)), judged(document)
        if kind not in found or found[kind][0] < takes:
            found[kind] = takes, document
    STORED.write_text("".join(f"{json.dumps(document)}\n" for _, document in found.values()))


def requests_of(client: FlaskClient, document: Document) -> Iterable[tuple[str, Callable[[], object]]]:
    """Yield the requests of a showdown in a game of its own, each to be repeated."""
    names = [player["name"] for player in document["players"]]
    table = Table(client, *names, gems=document["gems"])
    table.roll(*document["dice"])
    table.submit(knock=f"0:{document.get('call', 'knock')}")
    for seat, player in enumerate(document["players"]):
        text = " ".join(player["cards"])
        for way in ("laid-out", "loose"):
            table.submit(f"/seat/{seat}", act=f"way:{way}")
            yield f"typed, {way}", partial(table.post, f"/seat/{seat}?typed=", text=text)
            yield f"a tap, {way}", partial(table.post, f"/seat/{seat}", act="run")
        out_again = f"out:{player['cards'][0]} card:{player['cards'][0]} "
        yield f"{MAX_TAPS} taps", partial(table.post, f"/seat/{seat}", taps=out_again * (MAX_TAPS // 2))
        yield "the hand", partial(table.get, f"/seat/{seat}")
        yield "the hand is in", partial(table.post, f"/seat/{seat}", act="as-it-is")
    for place in ("/letters", "/lay-offs", "/ruling"):
        yield place, partial(table.get, place)
    yield "gems answered", partial(table.post, "/letters", act="none")
    for player in document["players"]:
        if len(player["cards"]) <= MOST_CARDS:
            dice = {"first": document["dice"][0], "second": document["dice"][1]}
            query = {"card": player["cards"], "deck": "made-up", **dice}
            yield "/count", partial(client.get, "/count", query_string=query)


def measured(documents: Iterable[Document]) -> dict[str, float]:
    """Return what each kind of request takes at the worst."""
    worst: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        app = linted_app(Settings(Path(folder) / "instance"))
        timed = Timed(app.wsgi_app)
        app.wsgi_app = timed  # type: ignore[method-assign]  # Flask calls itself through this, whatever is there
        client = app.test_client()

        def request_time(ask: Callable[[], object]) -> float:
            ask()
            return timed.took

        for document in documents:
            showdown = read_showdown(document)
            for name, answer in (("judge", judge), ("questions", questions)):
                took = cost(partial(processor_time, partial(answer, showdown)))
                worst[name] = max(worst.get(name, 0), took)
            for name, ask in requests_of(client, document):
                worst[name] = max(worst.get(name, 0), cost(partial(request_time, ask)))
        store_of(app).close()
    return worst


def main(arguments: Arguments = None) -> int:
    """Climb if asked to, measure, and print what is dearest."""
    asked = settings(__doc__)
    asked.add_argument("--search", type=float, default=0, metavar="SECONDS")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--most", type=int, metavar="SHOWDOWNS", help="only the first of them")
    chosen = asked.parse_args(arguments)
    if chosen.search:
        search(chosen.search, chosen.seed)
    documents = stored()[: chosen.most]
    worst = measured(documents)
    print(f"{len(documents)} showdowns of the dearest hands, milliseconds of the processor at the worst")
    for name, took in worst.items():
        print(f"  {name:<20} {took:>6.1f}")
    too_long = [f"{name}: {took:.1f} ms" for name, took in worst.items() if took > MOST_MILLISECONDS]
    return Reasons(slow=too_long).ending()


if __name__ == "__main__":
    sys.exit(main())
