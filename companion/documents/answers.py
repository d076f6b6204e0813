"""Answer documents: judge a showdown, score a game, list the moves of a board. The entry points of every caller."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from companion.documents.errors import DocumentError, DocumentKind, Expected, Flaw
from companion.documents.game import score_game
from companion.documents.gem2 import score_gem2
from companion.documents.gem2_board import judge_moves
from companion.documents.reader import parse_json, quoted
from companion.documents.showdown import read_showdown
from companion.documents.verdict import write_verdict
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import TooManyLayoutsError
from companion.wording.errors.documents import document_error_sentence

LARGEST_SHOWDOWN = 1_000_000
GEM2_GAMES = ("gem-ii-solo", "gem-ii")
_KIND_OF_KEY = {
    "hands": DocumentKind.GAME,
    "first_dealer": DocumentKind.GAME,
    "rounds": DocumentKind.GAME,
    "journal": DocumentKind.WHOLE_GAME,
    "piles": DocumentKind.BOARD,
    "knocker": DocumentKind.SHOWDOWN,
}


def expect(document: object, kind: DocumentKind) -> None:
    """Raise DocumentError for a document that is clearly of another kind."""
    keys = _KIND_OF_KEY.keys() & document if isinstance(document, dict) else ()
    kinds = {_KIND_OF_KEY[key] for key in keys}
    if len(kinds) == 1 and kind not in kinds:
        raise DocumentError(Flaw.OTHER_KIND, "", is_kind=kinds.pop(), asked_kind=kind)


def judge_document(document: object) -> dict[str, object]:
    """Judge a showdown document.

    >>> seats = [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 22}]
    >>> verdict = judge_document({"game": "gin-rummy", "knocker": "Ann", "players": seats})
    >>> verdict["winner"], [player["points"] for player in verdict["players"]]
    ('Ann', [20, 0])
    """
    expect(document, DocumentKind.SHOWDOWN)
    showdown = read_showdown(document)
    try:
        return write_verdict(judge(showdown))
    except TooManyLayoutsError as error:
        raise DocumentError(Flaw.TOO_MANY_LAYOUTS, "players") from error


def score_document(document: object) -> dict[str, object]:
    """Return the score sheet of a game document, rummy or Gem II."""
    expect(document, DocumentKind.GAME)
    game = document.get("game") if isinstance(document, dict) else None
    if isinstance(game, str) and game in GEM2_GAMES:
        return score_gem2(document)
    if isinstance(game, str) and game not in tuple(Game):
        choices = (*Game, *GEM2_GAMES)
        raise DocumentError(Flaw.WRONG_VALUE, "game", expected=Expected.ONE_OF, choices=choices, value=quoted(game))
    return score_game(document)


def moves_document(document: object) -> dict[str, object]:
    """Return the legal moves of a Gem II board, and whether a claimed move is legal."""
    expect(document, DocumentKind.BOARD)
    return judge_moves(document)


def error_document(error: DocumentError) -> dict[str, object]:
    """Return an error as a line of `judge --lines`."""
    return {"error": {"code": error.code, "where": error.where, "message": document_error_sentence(error)}}


def judge_lines(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """Judge one document per line. A line that can't be read yields an error; blank lines are skipped."""
    for line in lines:
        if not line.strip():
            continue
        try:
            check_size(line)
            yield judge_document(parse_json(line.rstrip(b"\r\n")))
        except DocumentError as error:
            yield error_document(error)


def check_size(document: bytes, most: int = LARGEST_SHOWDOWN) -> None:
    """Raise DocumentError for a document that is too large."""
    if len(document) > most:
        raise DocumentError(Flaw.TOO_LARGE, "", most=most)


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream, cut to a maximum length."""
    while line := stream.readline(LARGEST_SHOWDOWN + 2):
        yield line
        while line and not line.endswith(b"\n") and len(line) > LARGEST_SHOWDOWN:
            line = stream.readline(LARGEST_SHOWDOWN + 2)
