"""Score a Gem II game document (docs/formats-gem2.md)."""

from companion.documents.errors import DocumentError, Flaw
from companion.documents.gem2_duel import score_duel_document
from companion.documents.gem2_solo import score_solo_document
from companion.documents.reader import read_choice, read_mapping

_SCORES = {"gem-ii-solo": score_solo_document, "gem-ii": score_duel_document}


def score_gem2(document: object) -> dict[str, object]:
    """Return the score card of a Gem II game, for one player or two sides."""
    keys = read_mapping(document, "")
    if "game" not in keys:
        raise DocumentError(Flaw.MISSING_KEY, "game", key="game")
    return _SCORES[read_choice(keys["game"], "game", tuple(_SCORES))](document)
