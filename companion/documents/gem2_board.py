"""Read a Gem II board, and write its legal moves and who was right about a disputed one."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from companion.documents.errors import DocumentError, Flaw
from companion.documents.gem2_parts import read_level, refusing
from companion.documents.reader import (
    join,
    quoted,
    read_choice,
    read_flag,
    read_list,
    read_mapping,
    read_object,
    read_whole,
)
from companion.rules.gem2.board import PILES, Board, check_board
from companion.rules.gem2.cards import DECK, Card, Level, card_named
from companion.rules.gem2.moves import (
    Move,
    MoveClaim,
    MoveKind,
    PassClaim,
    Reason,
    legal_moves,
    must_make,
    must_move,
    objections,
)
from companion.rules.gem2.search import best_play
from companion.rules.gem2.turn import Penalty
from companion.wording.gem2.rules import move_sentence, objection_sentence

UNNAMED = "?"
SEARCH_LIMIT = 100_000
"""Several times what the hardest of many thousand played boards took; contrived boards could search forever."""


def judge_moves(document: object) -> dict[str, object]:
    """Return the legal moves, whether one must be made, and whether a claimed one is legal."""
    keys = read_object(document, "", ("game", "level", "piles"), ("claimed", "best"))
    read_choice(keys["game"], "game", ("gem-ii",))
    level = read_level(keys["level"])
    board = read_board(keys["piles"])
    claim = _read_claim(keys["claimed"], "claimed") if "claimed" in keys else None
    moves = legal_moves(board, level)
    answer: dict[str, object] = {
        "moves": [{**write_move(move), "must": must_make(board, move)} for move in moves],
        "must_move": must_move(board, moves),
    }
    if claim is not None:
        answer["claimed"] = write_judgment(claim, objections(board, level, claim))
    if read_flag(keys.get("best", False), "best"):
        answer["best"] = _best(board, level)
    return answer


def read_board(value: object) -> Board:
    """Return four piles, each from the bottom card to the top one; `?` is an unnamed card."""
    piles = read_list(value, "piles", lambda pile, where: read_list(pile, where, _read_place, most=DECK))
    if len(piles) != PILES:
        raise DocumentError(Flaw.WRONG_PILES, "piles", count=len(piles))
    first, second, third, fourth = piles
    board = first, second, third, fourth
    with refusing({}):
        check_board(board)
    return board


def _read_place(value: object, where: str) -> Card | None:
    return None if value == UNNAMED else read_card(value, where)


def read_card(value: object, where: str) -> Card:
    """Return the card that a Roman numeral and a suit name."""
    card = card_named(value) if isinstance(value, str) else None
    if card is None:
        raise DocumentError(Flaw.NOT_A_GEM2_CARD, where, value=quoted(value))
    return card


def _read_claim(value: object, where: str) -> MoveClaim | PassClaim:
    keys = read_mapping(value, where)
    if "pass" in keys:
        if not read_flag(read_object(keys, where, ("pass",))["pass"], join(where, "pass")):
            raise DocumentError(Flaw.ONLY_TRUE_IN_CLAIM, join(where, "pass"))
        return PassClaim()
    if "move" not in keys:
        raise DocumentError(Flaw.MOVE_MISSING, join(where, "move"))
    kind = MoveKind(read_whole(keys["move"], join(where, "move"), MoveKind.REMOVE, MoveKind.CROSS))
    match kind:
        case MoveKind.REMOVE if "cards" in keys:
            read_object(keys, where, ("move", "cards"))
            return MoveClaim(kind, _read_cards(keys["cards"], join(where, "cards")))
        case MoveKind.REMOVE:
            read_object(keys, where, ("move", "card"))
        case MoveKind.FILL:
            read_object(keys, where, ("move", "card"), ("onto",))
        case MoveKind.CROSS:
            read_object(keys, where, ("move", "card", "onto"))
        case _:
            assert_never(kind)
    return MoveClaim(kind, (read_card(keys["card"], join(where, "card")),), _read_target(keys, where))


def _read_cards(value: object, where: str) -> tuple[Card, ...]:
    cards = read_list(value, where, read_card, most=DECK)
    if not cards or len(set(cards)) < len(cards):
        raise DocumentError(Flaw.WRONG_CARDS_TAKEN, where)
    return cards


def _read_target(keys: Mapping[str, Any], where: str) -> int | None:
    return read_whole(keys["onto"], join(where, "onto"), 0, PILES - 1) if "onto" in keys else None


def write_move(move: Move) -> dict[str, object]:
    """Return a move as JSON; piles count from 0."""
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


def write_judgment(claim: MoveClaim | PassClaim, reasons: Sequence[Reason]) -> dict[str, object]:
    """Return whether a claimed move is legal, why not, and the penalty it allows."""
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
    return {
        "cards_off": play.cards_off,
        "moves": [write_move(move) for move in play.moves],
        "exact": play.exact,
    }
