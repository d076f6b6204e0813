"""The end of a game of Gin Rummy in words: why points are added, and what it's won by."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from companion.rules.rummy.columns import EndCode, EndLine, won_by
from companion.wording.cards import listed_words

TIE = "a tie"
HANDS_WON = "Points of the hands"
IN_GAME = "{name}, game {number}"


Entry: TypeAlias = Mapping[str, int | None]
"""What a hand entered in a game, by player; None where it entered nothing."""


def filed_sentence(games: Sequence[Sequence[Entry]], over: Sequence[bool], hand: int) -> str:
    """Return in which of the games that are played at once a hand counts, and which of them it ends.

    Each game has an entry for every hand. Empty for one game, or a drawn hand.

    >>> first, second = [{"Ann": 50, "Bob": None}], [{"Ann": 50, "Bob": 5}]
    >>> filed_sentence([first, second], [True, False], 1)
    'Counts for Ann in games 1 and 2 and for Bob in game 2. Ends game 1.'
    """
    if len(games) <= 1:
        return ""
    entered = [entries[hand - 1] for entries in games]
    counts = [
        _counts_for(name, [number for number, entry in enumerate(entered, start=1) if entry[name] is not None])
        for name in entered[0]
        if any(entry[name] is not None for entry in entered)
    ]
    ended = [number for number, entries in enumerate(games, start=1) if over[number - 1] and _last(entries) == hand]
    ends = f" Ends {_games(ended)}." if ended else ""
    return f"Counts {listed_words(counts)}.{ends}" if counts else ""


def _counts_for(name: str, numbers: Sequence[int]) -> str:
    return f"for {name} in {_games(numbers)}"


def _games(numbers: Sequence[int]) -> str:
    return f"game{'' if len(numbers) == 1 else 's'} {listed_words(list(map(str, numbers)))}"


def _last(entries: Sequence[Entry]) -> int:
    """Return the last hand that a game has an entry of."""
    return max(number for number, entry in enumerate(entries, start=1) if set(entry.values()) != {None})


def won_by_words(final: Mapping[str, int]) -> str:
    """Return who wins by how much.

    >>> won_by_words({"Ann": 300, "Bob": 100}), won_by_words({"Ann": 150, "Bob": 150})
    ('Ann wins by 200', 'a tie')
    """
    lead = won_by(tuple(final.values()))
    return f"{max(final, key=final.__getitem__)} wins by {lead}" if lead else TIE


def game_heading(number: int | None, how: str) -> str:
    """Return the heading over the end of a game; only games that are played at once have numbers."""
    return f"Game {number}: {how}" if number else f"The end: {how}"


def settled_reason(reached: Sequence[str], target: int, final: Mapping[str, int]) -> str:
    """Return why a game with bonuses is won by whom.

    >>> settled_reason(["Ann"], 100, {"Ann": 170, "Bob": 180})
    'Ann reached 100. In the end it is 170 to 180, so Bob wins by 10.'
    """
    scores = " to ".join(map(str, final.values()))
    how = won_by_words(final)
    return (
        f"{listed_words(reached)} reached {target}. In the end it is {scores}, "
        f"so {'they share the game' if how == TIE else how}."
    )


def games_reason(games: Sequence[Mapping[str, int]], final: Mapping[str, int]) -> str:
    """Return how three games that were played at once ended.

    >>> games_reason([{"Ann": 300, "Bob": 40}, {"Ann": 9, "Bob": 9}], {"Ann": 309, "Bob": 49})
    'Game 1: Ann wins by 260. Game 2: a tie. Together Ann wins by 260.'
    """
    each = " ".join(f"Game {number}: {won_by_words(game)}." for number, game in enumerate(games, start=1))
    how = won_by_words(final)
    return f"{each} Together {'it is ' if how == TIE else ''}{how}."


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
