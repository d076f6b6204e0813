"""List the moves of a Gem II board, judge a claimed one, and find the best play."""

from collections.abc import Sequence
from typing import assert_never

from companion.documents.errors import DocumentKind
from companion.documents.gem2 import refusing
from companion.documents.gem2_board import read_board_document
from companion.documents.reader import check_kind
from companion.rules.gem2.cards import Board, Level
from companion.rules.gem2.moves import (
    Move,
    MoveClaim,
    MoveKind,
    MoveObjection,
    PassClaim,
    legal_moves,
    must_make,
    must_move,
    objections,
)
from companion.rules.gem2.search import best_play
from companion.rules.gem2.turn import Penalty
from companion.wording.gem2_rules import move_sentence, objection_sentence

SEARCH_LIMIT = 100_000
"""Several times what the hardest of many thousand played boards took; contrived boards could search forever."""


def moves_document(document: object) -> dict[str, object]:
    check_kind(document, DocumentKind.BOARD)
    asked = read_board_document(document)
    board, level, claim = asked.board, asked.level, asked.claim
    moves = legal_moves(board, level)
    answer: dict[str, object] = {
        "moves": [{**_move(move), "must": must_make(board, move)} for move in moves],
        "must_move": must_move(board, moves),
    }
    if claim is not None:
        answer["claimed"] = _judgment(claim, objections(board, level, claim))
    if asked.best:
        answer["best"] = _best(board, level)
    return answer


def _move(move: Move) -> dict[str, object]:
    written: dict[str, object] = {"move": move.kind.value, "card": str(move.card), "pile": move.source}
    match move.kind:
        case MoveKind.REMOVE:
            written["higher"] = str(move.other)
        case MoveKind.FILL:
            written["onto"] = move.target
        case MoveKind.CROSS:
            written |= {"onto": move.target, "onto_card": str(move.other)}
        case _:
            assert_never(move.kind)
    return {**written, "text": move_sentence(move)}


def _judgment(claim: MoveClaim | PassClaim, reasons: Sequence[MoveObjection]) -> dict[str, object]:
    judgment: dict[str, object] = {
        "legal": not reasons,
        "faults": [
            {"code": reason.objection.value, "rule": reason.rule, "message": objection_sentence(reason)}
            for reason in reasons
        ],
    }
    if reasons:
        missed = isinstance(claim, PassClaim)
        judgment["penalty"] = (Penalty.MISSED_MOVE if missed else Penalty.WRONG_MOVE).value
    return judgment


def _best(board: Board, level: Level) -> dict[str, object]:
    with refusing({}):
        play = best_play(board, level, SEARCH_LIMIT)
    return {"cards_off": play.cards_off, "moves": [_move(move) for move in play.moves], "exact": play.exact}
