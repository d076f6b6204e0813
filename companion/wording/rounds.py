"""Gin for three to eight in words: who plays whom, who sits out, and how a round stands."""

from collections.abc import Mapping, Sequence

from companion.wording.cards import listed_words
from companion.wording.game import ROUND, last_round

SAT_OUT = "sat out"
NAME_SAT_OUT = "{name} sat out"
NAME_SITS_OUT = "{name} sits out"
UNDER_WAY = "under way"
PAIR = "{} – {}"


def pair_words(pair: Sequence[str], sits_out: str | None = None) -> str:
    words = PAIR.format(*pair)
    return f"{words}; {NAME_SAT_OUT.format(name=sits_out)}" if sits_out else words


def still_to_play(pairs: Sequence[Sequence[str]]) -> str:
    """Return which pairs of a round still play; empty where all its hands are in."""
    return f"Still to play: {', '.join(map(pair_words, pairs))}" if pairs else ""


def round_words(number: int, points: Mapping[str, int] | None, pairs: Sequence[Sequence[str]]) -> str:
    """Return what a round brought, or who still plays in it."""
    if points is None:
        return f"{ROUND.format(number=number)} goes on. {still_to_play(pairs)}."
    return last_round(number, points)


def shut_out_pays(points: int, winners: Sequence[str]) -> str:
    collect = "collects" if len(winners) == 1 else "each collect"
    return f"Shutout: no entry in this game, so {listed_words(winners)} {collect} {points} more"


def keeps_place(number: int) -> str:
    return f"It keeps its place in round {number} and counts as a drawn hand there."
