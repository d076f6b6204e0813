"""The bounds in docs/decisions.md are true."""

import re
from pathlib import Path

import pytest

from companion.documents import game, reader, texts
from companion.journal.events import hands as hand_events
from companion.store import limits
from companion.web.security import guard

DOCUMENTED = (Path(__file__).resolve().parents[2] / "docs" / "decisions.md").read_text().split("### Bounds")[1]
BOUNDS = [
    (r"Names (\S+) characters", texts.LONGEST_NAME),
    (r"notes (\S+),", reader.LONGEST_NOTE),
    (r"reasons (\S+),", game.LONGEST_REASON),
    (r"hands a game (\S+),", hand_events.MOST_HANDS),
    (r"imported hands (\S+),", limits.IMPORTED_HANDS),
    (r"games of a phone's own (\S+),", limits.GAMES_OF_A_DEVICE),
    (r"phones in a game\s+(\S+),", limits.MEMBERS_OF_A_GAME),
    (r"links (\S+),", limits.LINKS_OF_A_GAME),
    (r"open tables (\S+) \(", limits.OPEN_TABLES),
    (r"open tables \S+ \((\d+) of a phone", limits.OPEN_TABLES_OF_A_DEVICE),
    (r"decks (\S+),", limits.DECKS_OF_A_DEVICE),
    (r"looks of a card (\S+),", limits.LOOKS_OF_A_CARD),
    (r"remembered names (\S+),", limits.NAMES_OF_A_DEVICE),
    (r"learned by a phone (\S+),", limits.LEARNED_BY_A_DEVICE),
    (r"a draft (\S+) kB", limits.DRAFT_BYTES // 1000),
    (r"a form (\S+) kB", guard.MAX_BODY // 1000),
    (r"an imported file (\S+) MB", guard.MAX_IMPORT // 1_000_000),
    (r"a photo (\S+) MB", guard.MAX_PHOTO // 1_000_000),
]


@pytest.mark.parametrize(("words", "bound"), BOUNDS)
def test_documented_bounds_are_the_real_ones(words: str, bound: int) -> None:
    found = re.search(words, DOCUMENTED)
    assert found is not None
    assert int(found[1].replace(",", "")) == bound
