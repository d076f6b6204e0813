"""Read a Gem II board, and a move that a player claims to be legal."""

from dataclasses import dataclass
from functools import partial
from typing import assert_never

from companion.documents.errors import DocumentError, Flaw
from companion.documents.gem2 import read_level, refusing
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
from companion.rules.gem2.cards import DECK, PILES, Board, Card, Level, card_named, check_board
from companion.rules.gem2.moves import MoveClaim, MoveKind, PassClaim

UNNAMED = "?"


@dataclass(frozen=True, slots=True)
class BoardRecord:
    board: Board
    level: Level
    claim: MoveClaim | PassClaim | None
    best: bool


def read_board_document(document: object) -> BoardRecord:
    keys = read_object(document, "", ("game", "level", "piles"), ("claimed", "best"))
    read_choice(keys["game"], "game", ("gem-ii",))
    return BoardRecord(
        level=read_level(keys["level"]),
        board=read_board(keys["piles"]),
        claim=_read_claim(keys["claimed"], "claimed") if "claimed" in keys else None,
        best=read_flag(keys.get("best", False), "best"),
    )


def read_board(value: object) -> Board:
    piles = read_list(value, "piles", partial(read_list, read=_read_place, most=DECK))
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
            cards = read_list(keys["cards"], join(where, "cards"), read_card, most=DECK)
            if not cards or len(set(cards)) < len(cards):
                raise DocumentError(Flaw.WRONG_CARDS_TAKEN, join(where, "cards"))
            return MoveClaim(kind, cards)
        case MoveKind.REMOVE:
            read_object(keys, where, ("move", "card"))
        case MoveKind.FILL:
            read_object(keys, where, ("move", "card"), ("onto",))
        case MoveKind.CROSS:
            read_object(keys, where, ("move", "card", "onto"))
        case _:
            assert_never(kind)
    card = read_card(keys["card"], join(where, "card"))
    target = read_whole(keys["onto"], join(where, "onto"), 0, PILES - 1) if "onto" in keys else None
    return MoveClaim(kind, (card,), target)
