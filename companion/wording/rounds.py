"""Gin for three to eight in words: who plays whom, who sits out, and how a round stands."""

from collections.abc import Mapping, Sequence

from companion.wording.cards import agrees, listed_words
from companion.wording.game import KNOCKED, NOBODY_SCORES, ROUND, scores

SAT_OUT = "sat out"
NAME_SAT_OUT = "{name} sat out"
NAME_SITS_OUT = "{name} sits out"
UNDER_WAY = "under way"
PAIR = "{} – {}"
DONE = "Done"
RECORD_ROUND = "Record the round"
SCOREKEEPER_RECORDS_ROUND = "The scorekeeper records the round."


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


def last_round(number: int, points: Mapping[str, int]) -> str:
    return f"{ROUND.format(number=number)}: {scores(points) or NOBODY_SCORES.lower()}."


def who_plays(pair: Sequence[str], sits_out: str, *, own: str) -> str:
    """Return who plays whom where only two play at a time, and who sits out; `own` is the player of this phone."""
    playing = f"{pair_words(pair)}."
    if not sits_out:
        return playing
    return f"{playing} {'You sit this hand out.' if sits_out == own else f'{sits_out} sits out.'}"


def pair_state(knocker: str, points: Mapping[str, int], *, drawn: bool) -> str:
    """Return how far the hand of one pair of a round is."""
    if drawn:
        return "Nobody knocked"
    scored = [f"{points_of} for {name}" for name, points_of in points.items() if points_of]
    if points:
        return ", ".join(scored) or NOBODY_SCORES
    return KNOCKED.format(name=knocker) if knocker else ""


def pair_to_play(dealer: str, instead: Sequence[tuple[str, str]]) -> str:
    """Return who deals a hand that hasn't been played, and who plays it for whom."""
    return ", ".join([f"{dealer} deals", *(f"{name} plays for {other}" for name, other in instead)])


def waits_for_pairs(pairs: Sequence[Sequence[str]]) -> str:
    return f"Waiting for {listed_words(list(map(pair_words, pairs)))}" if pairs else ""


def waits_for(pairs: Sequence[Sequence[str]], *, records: bool) -> str:
    """Return whose hands are recorded with this one, and by whom."""
    if pairs:
        return f"The round is recorded when {listed_words(list(map(pair_words, pairs)))} are done too."
    return "" if records else SCOREKEEPER_RECORDS_ROUND


def round_comes_to(side: str, points: int, *, ends: bool, records: bool) -> str:
    """Return what a round comes to whose hands are all done, and who records it."""
    verb = agrees(side, "scores", "score")
    comes_to = f"The round: {side} {verb} {points}{', which ends the game' if ends else ''}."
    if not points:
        comes_to = "The round: nobody scores."
    return comes_to if records else f"{comes_to} {SCOREKEEPER_RECORDS_ROUND}"


def pairs_words(pairs: Sequence[Sequence[str]], dealers: Sequence[str], sits_out: str | None) -> str:
    """Return who plays whom, who deals, and who sits out."""
    playing = listed_words([f"{first} plays {second}" for first, second in pairs])
    deals = f"{listed_words(dealers)} {'deals' if len(dealers) == 1 else 'deal'}."
    return f"{playing}. {deals}{f' {sits_out} sits out.' if sits_out else ''}"
