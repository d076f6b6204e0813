"""Why a player scores, line by line."""

from collections.abc import Sequence
from typing import assert_never

from companion.rules.rummy.verdict import LineCode, PlayerVerdict, Pot, Remark, ScoreLine, Tie
from companion.wording.cards import GEM_NAMES, card_word, listed_words
from companion.wording.faults import CALL_WORDS

PARTNERS_SCORE_SINGLY = "Each hand is scored singly, a partner's too. A side scores what its players score together."

TERMS = {
    LineCode.BIG_GIN_BONUS: "Big Gin",
    LineCode.GIN_BONUS: "Gin",
    LineCode.UNDERCUT_BONUS: "undercut",
    LineCode.DIFFERENCE: "difference",
    LineCode.RUM_BONUS: "rum",
    LineCode.MISSED_RUM: "missed rum",
    LineCode.GEM_PARTS: "Gem Parts",
    LineCode.PAID: "paid",
}
"""What a sum calls its terms, in its order."""


_BONUSES = frozenset(
    {LineCode.GIN_BONUS, LineCode.BIG_GIN_BONUS, LineCode.UNDERCUT_BONUS, LineCode.GEM_PARTS, LineCode.RUM_BONUS}
)
"""Whose points are a number that the table may change."""


def line_sentence(line: ScoreLine, player: PlayerVerdict) -> str:
    """Return what one line is for, marked where a house rule changes its points."""
    reason = line_reason(line, player)
    if not line.house_rule:
        return reason
    # Behind a reason that goes on to other things, the mark says what it is about.
    is_number = line.code in _BONUSES and line.remark != Remark.FLAT
    return f"{reason}; {line.points} by house rule" if is_number else f"{reason} (house rule)"


def line_reason(line: ScoreLine, player: PlayerVerdict) -> str:
    """Return what one line is for: Bob 17 − Ann 6."""
    match line.code:
        case LineCode.DIFFERENCE:
            theirs, own = line.numbers
            difference = f"{line.against} {theirs} − {player.name} {own}"
            return difference + _remark(line)
        case LineCode.GIN_BONUS:
            return f"Gin: no deadwood{_none_with('Gin', line)}"
        case LineCode.BIG_GIN_BONUS:
            return f"Big Gin: every card melded, no discard{_none_with('Big Gin', line)}"
        case LineCode.UNDERCUT_BONUS:
            own, knocked_with = line.numbers
            enough = ", and equal is enough" if own == knocked_with else ""
            flat = "; here an undercut scores no difference" if line.remark == Remark.FLAT else ""
            return (
                f"Undercut: {player.name} has {own} to {line.against}'s {knocked_with}{enough}{_no_minimum(line)}{flat}"
            )
        case LineCode.GEM_PARTS:
            kept = "; an undercut doesn't take the bonus away" if line.remark == Remark.UNDERCUT_ALL_THE_SAME else ""
            return _gem_parts(player) + _none_with("Gem Parts", line) + kept
        case LineCode.MINIMUM_SCORE:
            won, least = line.numbers
            one = "; it takes two undercuts to lose it" if line.remark == Remark.ONE_UNDERCUT else ""
            return f"Minimum score: {won} raised to {least}{one}"
        case LineCode.RUM_BONUS:
            return f"Rum: the bonus from {line.against}"
        case LineCode.MISSED_RUM:
            always = f"; a missed rum costs {line.numbers[0]}, whatever rum scores" if line.numbers else ""
            return f"{line.against} had rum but didn't knock{always}"
        case LineCode.SHARE:
            return _share(line.pot, player.name) if line.pot else ""
        case LineCode.PAID:
            return f"Paid to {line.against}: {_paid_for(line)}"
        case LineCode.SPADE_DOUBLES:
            return f"A spade was the upcard, so {line.numbers[0]} counts twice"
    assert_never(line.code)


def _share(pot: Pot, player: str) -> str:
    """Return the sum that is split for the first who gets a share of it; the others get a share of the same."""
    if not pot.total:
        return "Nobody pays, so there's nothing to split"
    return share_reason(pot) if player == pot.winners[0] else f"{player}'s share of the same {pot.total}"


def _remark(line: ScoreLine) -> str:
    call = "" if line.call is None else CALL_WORDS[line.call]
    match line.remark:
        case Remark.TIE:
            return ": a tie, so neither pays the other and there's no bonus"
        case Remark.UNTIED_RUM:
            return ": no tie, because rum can't be tied"
        case Remark.CLOSED:
            return f"; nobody lays off on {call}"
        case Remark.CANNOT_BE_UNDERCUT:
            return f"; {call} can't be undercut"
        case _:
            return ""


def _no_minimum(line: ScoreLine) -> str:
    if not line.no_minimum:
        return ""
    because = f"; {line.also_undercut} undercut too, so" if line.also_undercut else ", so"
    return f"{because} {line.against} gets no minimum score of {line.no_minimum}"


def _none_with(bonus: str, line: ScoreLine) -> str:
    return f"; with {bonus} there's no minimum score of {line.no_minimum}" if line.no_minimum else ""


def share_reason(pot: Pot) -> str:
    """Return who pays winnings that are split, and how they are split."""
    paid = [f"{name} {points}" for name, points in pot.paid]
    paid += [f"{pot.knocker}'s extra {pot.extra}"] if pot.extra else []
    total = f" = {pot.total}" if len(paid) > 1 else ""
    among = "between" if len(pot.winners) == 2 else "among"
    reason = f"{' + '.join(paid)}{total}, split {among} {listed_words(pot.winners)}"
    if pot.favored:
        odd = "the odd point goes to" if len(pot.favored) == 1 else "the odd points go to"
        first = "the first winner" if len(pot.favored) == 1 else "the first winners"
        reason += f"; {odd} {listed_words(pot.favored)}, {first} from {pot.knocker}'s left"
    return reason


def _paid_for(line: ScoreLine) -> str:
    """Return what a payment is for: 7 difference + 20 undercut, or a share of it where several winners split it."""
    reasons = " + ".join(f"{points} {TERMS[code]}" for code, points in line.paid_for)
    total = sum(points for _, points in line.paid_for)
    return (
        reasons if total == -line.points else f"a share of {reasons}{f' = {total}' if len(line.paid_for) > 1 else ''}"
    )


def tie_sentence(tie: Tie) -> str:
    """Return why the Knocker wins a hand in which others have as many points, or why players share it."""
    if tie.is_shared:
        return _shared(tie)
    if not tie.points:
        return f"{tie.knocker} knocked, and the Knocker wins ties."
    if tie.knocker not in tie.players:
        tied = f"{listed_words(tie.players)} score the same."
        return f"{tied} A tied hand goes to the Knocker, {tie.knocker}, whatever the Knocker scored."
    return f"{_both(tie.players)} score {tie.points}: {tie.knocker} knocked, and the Knocker wins ties."


def _shared(tie: Tie) -> str:
    """Return why several players share a hand of Knock Rummy."""
    if tie.nobody_pays:
        goes_to = "A tie with the Knocker goes to the others"
        return f"Everybody has {tie.points}, so nobody pays. {goes_to}: {listed_words(tie.players)} share the hand."
    shared = f"{_both(tie.players)} have {tie.points}, the lowest count, so they share the hand."
    if not tie.ties_knocker:
        return shared
    return f"{shared} {tie.knocker} knocked with {tie.points} too, but in a tie the Knocker neither collects nor pays."


def _both(players: Sequence[str]) -> str:
    return f"{listed_words(players)} {'all' if players[2:] else 'both'}"


def _gem_parts(player: PlayerVerdict) -> str:
    if player.gem_parts_by_eye:
        return "Gem Parts: all eight gems, checked at the table"
    kings = [f"{card_word(card)} as {GEM_NAMES[gem]}" for card, gem in player.king_gems]
    return "Gem Parts: all eight gems" + (f", {listed_words(kings)}" if kings else "")
