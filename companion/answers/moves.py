"""List the moves of a Gem II board."""

from companion.documents.errors import DocumentKind
from companion.documents.gem2_board import judge_moves
from companion.documents.reader import check_kind


def moves_document(document: object) -> dict[str, object]:
    """Return the legal moves of a Gem II board, and whether a claimed move is legal."""
    check_kind(document, DocumentKind.BOARD)
    return judge_moves(document)
