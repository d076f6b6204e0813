"""Why points are added at the end of a game of Gin Rummy."""

from collections.abc import Sequence
from typing import assert_never

from companion.rules.rummy.columns import EndCode, EndLine
from companion.wording.cards import listed_words, plural


def end_line_sentence(line: EndLine, names: Sequence[str]) -> str:
    """Return what one line at the end of a game is for.

    >>> end_line_sentence(EndLine(EndCode.BOX_BONUS, 0, 75, "T.box-bonus", (3, 25)), ("Ann", "Bob"))
    '3 hands won, 25 each'
    """
    match line.code:
        case EndCode.GAME_BONUS:
            return "Game bonus: first to the target"
        case EndCode.BOX_BONUS:
            hands, each = line.numbers
            return f"{plural(hands, 'hand')} won, {each} each"
        case EndCode.SHUTOUT:
            others = [name for seat, name in enumerate(names) if seat != line.seat]
            return f"Shutout: {listed_words(others)} won no hand, so {line.numbers[0]} counts twice"
    assert_never(line.code)
