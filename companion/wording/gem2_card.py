"""Gem II sentences of the score card: rounds, their history, the end of a game, worked cases."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.rules.gem2 import duel, solo
from companion.rules.gem2 import round as duel_round
from companion.rules.gem2.duel import CountedRound, Round
from companion.rules.gem2.faults import Doubt
from companion.rules.gem2.lines import ScoreBox, Side
from companion.rules.gem2.round import RoundEnding
from companion.rules.gem2.solo import CARD_RUN_POINTS, FIVE_RUN, TEN_RUN, SoloRound
from companion.rules.gem2.turn import BET_POINTS, LOST_BET_POINTS, PENALTY_POINTS, Deal, Misdeal, Penalty
from companion.wording.cards import listed_words, plural
from companion.wording.gem2_rules import PENALTY_NAMES, doubt_sentence
from companion.wording.gem2_table import OWNED_UP, misdeal_call
from companion.wording.rulings import STANDING_WORDS

RUN_SIGNS = {points: "*" if run == TEN_RUN else "/" for run, points in CARD_RUN_POINTS.items()}
LOST_BONUS_ROUND = "lost bonus round {bonus}"
SOLO_HEADLINE = "{name}: {points} points"
CARD_ROW = "Row {number} of the card"
ROUND_TITLE = "Round {position}"
ROUND_TITLE_WITH_DEALER = "Round {number}, {dealer} deals"
COUNTED_REMARK = "counted at the table"
BEST_ROUND = "Best round"
BEST_ROW = "Best row"
SOLO_FIGURES = {
    ScoreBox.DEALER: "Dealer points",
    ScoreBox.CARD_RUN: "Card runs",
    ScoreBox.BONUS_ROUND: "Bonus rounds",
    ScoreBox.OVERRULED: "Overruled",
}
DUEL_FIGURES = {
    ScoreBox.PLAYER: "Player points",
    ScoreBox.DEALER: "Dealer points",
    ScoreBox.BETTING: "Betting points",
    ScoreBox.PENALTY: "Penalty points",
    ScoreBox.OVERRULED: "Overruled",
}

ENDINGS = {
    "unannounced": "The eight cards in hand weren't announced",
    "B": "The last deal had fewer than four cards",
    "C": "The dealer didn't have the last turn",
}
"""What else decides the dealer points of a round, by its form value."""


def solo_points(points: int) -> str:
    return plural(points, "point")


def not_counting(standing: str) -> str:
    return STANDING_WORDS[standing].replace("hand", "round").capitalize()


def play_remarks(place: int, position: int, *, finished: bool) -> Iterator[str]:
    if place != position:
        yield f"round {place} of those that count"
    if not finished:
        yield "still being played"


def dealer_remark(dealer: str, *, finished: bool) -> str:
    return f"{dealer} dealt" if finished else f"{dealer} deals"


def overruled_remark(by: str, reason: str) -> str:
    return f"overruled by {by}: {reason}"


def doubt_with_place(doubt: Doubt) -> str:
    numbers = [part + 1 for part in doubt.place if isinstance(part, int)]
    where = f"Bonus round {numbers[1]}, deal {numbers[2]}" if "bonus_rounds" in doubt.place else f"Deal {numbers[-1]}"
    return f"{where}: {doubt_sentence(doubt)}."


def next_page(*, over: bool, next_position: int) -> str:
    """Return the button that leaves a finished round; `next_position` is 0 while a round is running."""
    if over:
        return "See the result"
    return f"Start round {next_position}" if next_position else "Back to the table"


def four_x_answers(players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return (
        ("yes", "Yes"),
        *((str(seat), f"No, {name} holds an X") for seat, name in enumerate(players)),
        ("no", "No, and nobody knows who holds the X"),
    )


def counted_four_x_answers(players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the same answers for a counted round, where they add to the penalty points entered."""
    points = PENALTY_POINTS[Penalty.LAST_ROUND_4X]
    return (
        ("yes", "Yes, or more than four are left"),
        *(
            (str(seat), f"No, {holder} holds an X: another {points} for {other}")
            for seat, (holder, other) in enumerate((players, tuple(reversed(players))))
        ),
        ("no", "No, but nobody knows who holds the X, or it's already counted above"),
    )


def round_change(
    before: RecordedHand | None,
    now: RecordedHand,
    players: Sequence[str],
    sides: Mapping[Side, str],
    *,
    played_on: bool = False,
) -> str:
    """Return what is new in a round; a round that was played on was not corrected, even if its last deal got a call."""
    if isinstance(now.played, CountedRound):
        return COUNTED_REMARK
    overruled = now.overruled
    if (before.overruled if before else None) != overruled:
        return f"overruled by {players[overruled.by]}: “{overruled.reason}”" if overruled else "counts as played again"
    old, new = deals_by_place(before), deals_by_place(now)
    changed = [place for place in sorted({*old, *new}) if old.get(place) != new.get(place)]
    ending = ending_of(now)
    if not changed and _last_four(ending_of(before)) != _last_four(ending):
        return _last_four_change(ending, sides)
    if len(changed) != 1:
        if not old:
            return f"{len(new)} deals"
        return f"{len(changed)} more deals" if changed and not old.keys() & set(changed) else "corrected"
    ((bonus, place),) = changed
    where = f"bonus round {bonus}, deal {place + 1}" if bonus else f"deal {place + 1}"
    if (bonus, place) not in new:
        return f"{where} deleted"
    corrected = " corrected" if (bonus, place) in old and not played_on else ""
    return f"{where}{corrected}: {_deal_change(new[bonus, place], sides)}"


def deals_by_place(recorded: RecordedHand | None) -> dict[tuple[int, int], Deal | int]:
    lists: Sequence[Sequence[Deal | int]] = ()
    match recorded:
        case RecordedHand(Round(deals)):
            lists = (deals,)
        case RecordedHand(SoloRound(deals, bonus_rounds)):
            lists = (deals, *bonus_rounds)
        case _:
            pass
    return {(bonus, place): deal for bonus, deals in enumerate(lists) for place, deal in enumerate(deals)}


def _last_four(ending: RoundEnding) -> tuple[bool, Side | None]:
    return ending.not_all_x, ending.x_held_by


def _last_four_change(ending: RoundEnding, sides: Mapping[Side, str]) -> str:
    if not ending.not_all_x:
        return "the last four cards are the four X's"
    holder = "nobody knows who holds it" if ending.x_held_by is None else f"{sides[ending.x_held_by]} holds it"
    return f"an X is missing from the last four cards, {holder}"


def _deal_change(deal: Deal | int, sides: Mapping[Side, str]) -> str:
    if isinstance(deal, int):
        return f"{deal or 'none'} off"
    words = f"{deal.removed or 'none'} off"
    if deal.finished_by_opponent:
        words += f" and {deal.finished_by_opponent} by the other side"
    if deal.bets:
        words += f", bet on {' and '.join(str(bet.value) for bet in deal.bets)}"
    for call in deal.calls:
        judgment = "correctly" if call.correct else "wrongly"
        words += f", {sides[call.caller]} {judgment} called {PENALTY_NAMES[call.penalty]}"
    return words


def end_reason(*, tied: bool) -> str:
    if tied:
        return "All six rounds are played, and the grand totals are equal."
    return "All six rounds are played, and the higher grand total wins."


def solo_end_reason(level: int, *, games: int, best: int, uncounted: int, beaten: bool) -> str:
    """Return how a finished game compares with the earlier ones on this phone; some may be uncounted yet."""
    if uncounted:
        return f"All rounds on Level {level} are played."
    if not games:
        return f"Your first game on Level {level} on this phone: now there's a score to beat."
    if beaten:
        return f"A new personal best on Level {level}! The highest so far was {best}."
    return f"The personal best on Level {level} on this phone is {best}."


def solo_legends() -> tuple[str, ...]:
    signs = {run: f"{RUN_SIGNS[points]} {points}" for run, points in CARD_RUN_POINTS.items()}
    return (
        _dealer_legend(solo.DEALER_POINTS),
        f"Card runs: {FIVE_RUN} to {TEN_RUN - 1} cards {signs[FIVE_RUN]}, {TEN_RUN} or more {signs[TEN_RUN]}",
        f"Bonus rounds: ✓ {solo.BONUS_ROUND_POINTS} each; after five ✓, an X for {solo.FIVE_BONUS_ROUNDS_POINTS} more",
    )


def duel_legends() -> tuple[str, ...]:
    bets = "; ".join(f"on {bet.value} won {BET_POINTS[bet]}, lost {LOST_BET_POINTS[bet]}" for bet in BET_POINTS)
    penalties = ", ".join(f"{PENALTY_NAMES[penalty]} {points}" for penalty, points in PENALTY_POINTS.items())
    return (
        _dealer_legend(duel_round.DEALER_POINTS),
        f"Cards: {duel.CARD_POINTS} each. Bets: {bets}",
        f"Penalties: {penalties}",
    )


def _dealer_legend(points: Mapping[int, int]) -> str:
    (fewest, most), *others = points.items()
    return f"Dealer: {fewest} cards left {most}, " + ", ".join(f"{left} cards {worth}" for left, worth in others)


def what_comes_next(answer: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    if "next" not in answer:
        winners = listed_words(answer.get("winners", []))
        yield f"The game is over{f', won by {winners}' if winners else ''}."
        return
    deal = answer["next"]
    where = f"round {deal['round']}" + (f", bonus round {deal['bonus_round']}" if deal.get("bonus_round") else "")
    whose = f", {deal.get('member', deal['turn'])}'s turn" if names else ""
    yield (
        f"Next: {where}, deal {deal['deal']}{whose}; {plural(deal['on_board'], 'card')} on the board,"
        f" {deal['in_hand']} in hand."
    )
    yield f"At most {deal['most']} can come off, {deal['most_by_moves']} by legal moves."
    if names:
        bets, calls = deal["betting_jewels"], deal["penalty_jewels"]
        yield f"Jewels: {', '.join(f'{name} {bets[name]} betting and {calls[name]} penalty' for name in names)}."
    if deal.get("announce_eight"):
        yield f"{deal['dealer']} must have announced the eight cards in hand."


NAME_MISSING = "Enter a name."
PARTNER_MISSING = "Enter both partners, or neither."

CALL_CHOICES = (
    ("", "none"),
    *(
        (penalty.value, PENALTY_NAMES[penalty])
        for penalty in (Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN)
    ),
    *((f"{Penalty.INCORRECT_DEAL}:{misdeal}", misdeal_call(misdeal)) for misdeal in Misdeal),
    (Penalty.LAST_ROUND_4X.value, PENALTY_NAMES[Penalty.LAST_ROUND_4X]),
    (f"{Penalty.LAST_ROUND_4X}:self", OWNED_UP),
)
"""The penalties that a call can be of: form value and name."""

CANNOT_ADD = "This game is over or closed, so this round can't be added. It stays on this phone until you discard it."
ONLY_SCORER = "Only the scorekeeper can enter a whole round."
NO_SUCH_DEAL = "This deal isn't on the card."
NO_SUCH_ROUND = "This round isn't on the card."


def team_too_long(most: int) -> str:
    return f"The names of a team can have at most {most} characters together."
