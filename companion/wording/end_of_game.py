"""The end of a game of Gin Rummy in words: why points are added, and what it's won by."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, assert_never

from companion.rules.rummy.columns import EndCode, EndLine
from companion.wording.cards import listed_words

WonBy: TypeAlias = Mapping[str, Any] | None
"""Who wins by how many points, as in a sheet document; None is a tie."""

HANDS_WON = "Points of the hands"
IN_GAME = "{name}, game {number}"


def filed_sentence(columns: Sequence[Mapping[str, Any]], hand: int) -> str:
    """Return in which of the games that are played at once a hand counts, and which of them it ends.

    Empty for one game, or a drawn hand.

    >>> first = {"entries": [{"Ann": 50, "Bob": None}], "over": True}
    >>> filed_sentence([first, {"entries": [{"Ann": 50, "Bob": 5}], "over": False}], 1)
    'Counts for Ann in games 1 and 2 and for Bob in game 2. Ends game 1.'
    """
    if len(columns) <= 1:
        return ""
    entries = [column["entries"][hand - 1] for column in columns]
    counts = [
        _counts_for(name, [number for number, entry in enumerate(entries, start=1) if entry[name] is not None])
        for name in entries[0]
        if any(entry[name] is not None for entry in entries)
    ]
    ended = [number for number, column in enumerate(columns, start=1) if _ends(column, hand)]
    ends = f" Ends {_games(ended)}." if ended else ""
    return f"Counts {listed_words(counts)}.{ends}" if counts else ""


def _counts_for(name: str, numbers: Sequence[int]) -> str:
    return f"for {name} in {_games(numbers)}"


def _games(numbers: Sequence[int]) -> str:
    return f"game{'' if len(numbers) == 1 else 's'} {listed_words(list(map(str, numbers)))}"


def _ends(column: Mapping[str, Any], hand: int) -> bool:
    """Return whether a hand is the last one that a finished game has an entry of."""
    counting = [number for number, entry in enumerate(column["entries"], start=1) if set(entry.values()) != {None}]
    return column["over"] and counting[-1] == hand


def won_by_words(won_by: WonBy) -> str:
    """Return who wins by how much; None is a tie.

    >>> won_by_words({"player": "Ann", "points": 200}), won_by_words(None)
    ('Ann wins by 200', 'a tie')
    """
    return "a tie" if won_by is None else f"{won_by['player']} wins by {won_by['points']}"


def game_heading(number: int | None, how: str) -> str:
    """Return the heading over the end of a game; only games that are played at once have numbers."""
    return f"Game {number}: {how}" if number else f"The end: {how}"


def settled_reason(reached: Sequence[str], target: int, final: Mapping[str, int], won_by: WonBy) -> str:
    """Return why a game with bonuses is won by whom.

    >>> settled_reason(["Ann"], 100, {"Ann": 170, "Bob": 180}, {"player": "Bob", "points": 10})
    'Ann reached 100. In the end it is 170 to 180, so Bob wins by 10.'
    """
    scores = " to ".join(map(str, final.values()))
    how = "so they share the game" if won_by is None else f"so {won_by_words(won_by)}"
    return f"{listed_words(reached)} reached {target}. In the end it is {scores}, {how}."


def games_reason(games: Sequence[WonBy], won_by: WonBy) -> str:
    """Return how three games that were played at once ended.

    >>> games_reason([{"player": "Ann", "points": 260}, None], {"player": "Ann", "points": 260})
    'Game 1: Ann wins by 260. Game 2: a tie. Together Ann wins by 260.'
    """
    each = " ".join(f"Game {number}: {won_by_words(game)}." for number, game in enumerate(games, start=1))
    return f"{each} Together {'it is ' if won_by is None else ''}{won_by_words(won_by)}."


def end_line_sentence(line: EndLine, names: Sequence[str]) -> str:
    """Return what one line at the end of a game is for.

    >>> end_line_sentence(EndLine(EndCode.BOX_BONUS, 0, 75, "T.box-bonus", (3, 25)), ("Ann", "Bob"))
    'Hands won that count in this game: 3 × 25'
    """
    match line.code:
        case EndCode.GAME_BONUS:
            return "Game bonus: first to the target"
        case EndCode.BOX_BONUS:
            hands, each = line.numbers
            return f"Hands won that count in this game: {hands} × {each}"
        case EndCode.SHUTOUT:
            (other,) = (name for seat, name in enumerate(names) if seat != line.seat)
            return f"Shutout: {other} has no entry in this game, so {line.numbers[0]} counts twice"
    assert_never(line.code)
