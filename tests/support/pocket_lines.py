"""What is asked of two Pythons whose answers are compared: every case, and random documents of every kind."""

import copy
import random

from companion.register.cases import CaseKind, cases
from tests.support.gem2.random_documents import random_document
from tests.support.pocket_answers import line_of
from tests.support.rummy.random_showdowns import random_showdown
from tests.support.spoiled_documents import spoil

TABLES = (
    *(("gem-rummy", 2), ("gem-rummy", 3), ("gin-rummy", 2)),
    *(("knock-rummy", seats) for seats in (2, 3, 4)),
)
GEM_II = ("gem-ii", "gem-ii-solo", "gem-ii-board")
COMMAND_OF = {
    CaseKind.SHOWDOWN: "judge",
    CaseKind.GAME: "score",
    CaseKind.GEM_II: "score",
    CaseKind.GEM_II_SOLO: "score",
    CaseKind.GEM_II_BOARD: "moves",
}


def lines_of_cases() -> list[bytes]:
    documents = [(case.kind, case.document) for case in cases().values() if case.kind in COMMAND_OF]
    return [line_of(COMMAND_OF[kind], document) for kind, document in documents]


def showdown_line(rng: random.Random) -> bytes:
    return line_of("judge", random_showdown(rng, *rng.choice(TABLES)))


def gem2_line(rng: random.Random) -> bytes:
    """Ask for the card of a random game of Gem II, or for the moves of a board."""
    kind = CaseKind(rng.choice(GEM_II))
    return line_of(COMMAND_OF[kind], random_document(kind, rng))


def spoiled_line(rng: random.Random) -> bytes:
    """Ask for the answer to a case whose document is spoiled: mostly an error, with its place and its sentence."""
    kind, document = rng.choice([(case.kind, case.document) for case in cases().values() if case.kind in COMMAND_OF])
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 3))):
        document = spoil(rng, document)
    return line_of(COMMAND_OF[kind], document)
