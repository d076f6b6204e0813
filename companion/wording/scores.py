"""Score lines with their reasons, their sums, and the labels of a hand that lies on the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from companion.rules.cards import Card
from companion.rules.rummy.verdict import (
    Call,
    HandRole,
    LineCode,
    PlayerVerdict,
    Pot,
    Remark,
    ScoreLine,
    Tie,
    UnscoredGemParts,
    Verdict,
)
from companion.wording.cards import GEM_NAMES, card_word, card_words, listed_words
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
    reason = line_reason(line, player)
    if not line.house_rule:
        return reason
    # Behind a reason that goes on to other things, the mark says what it is about.
    is_number = line.code in _BONUSES and line.remark != Remark.FLAT
    return f"{reason}; {line.points} by house rule" if is_number else f"{reason} (house rule)"


def line_reason(line: ScoreLine, player: PlayerVerdict) -> str:
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
    """Explain the split to the first of its winners; to the others, that theirs is a share of the same sum."""
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
    if tie.is_shared:
        return _shared(tie)
    if not tie.points:
        return f"{tie.knocker} knocked, and the Knocker wins ties."
    if tie.knocker not in tie.players:
        tied = f"{listed_words(tie.players)} score the same."
        return f"{tied} A tied hand goes to the Knocker, {tie.knocker}, whatever the Knocker scored."
    return f"{_both(tie.players)} score {tie.points}: {tie.knocker} knocked, and the Knocker wins ties."


def _shared(tie: Tie) -> str:
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


_ALONE = TERMS | {LineCode.UNDERCUT_BONUS: "the undercut"}
"""What points are for where that is all."""
_BEATS_NO_DEADWOOD = frozenset({Remark.CANNOT_BE_UNDERCUT, Remark.UNTIED_RUM})
_MOST_WITH_COUNTS = 2
"""The most players for whom a sum shows the counts: as many as pay in a game of three."""


def sum_words(player: PlayerVerdict, verdict: Verdict) -> str:
    """Return a player's score lines as a sum.

    Examples: "25 undercut + 2 difference", "Bob 17 − Ann 6", "9 from Bob (12 − 3) + 8 from Cid (11 − 3)",
    "for Gem Parts".
    """
    player = replace(player, lines=in_seat_order(player.lines, verdict))
    doubled = [line for line in player.lines if line.code == LineCode.SPADE_DOUBLES]
    if doubled:
        once = replace(player, lines=tuple(line for line in player.lines if line not in doubled))
        words = sum_words(once, verdict)
        return f"{words}, doubled by a spade" if words.startswith("for ") else f"2 × ({words}): a spade doubles"
    lines = {code: [line for line in player.lines if line.code == code] for code in LineCode}
    for line in (*lines[LineCode.SHARE], *lines[LineCode.MINIMUM_SCORE]):
        return share_reason(line.pot) if line.pot else _raised(line, lines[LineCode.DIFFERENCE], player)
    match [line for line in player.lines if line.points] or player.lines:
        case [ScoreLine(code=LineCode.DIFFERENCE) as line]:
            return line_reason(line, player)
    codes = [code for code in TERMS if any(line.points for line in lines[code])]
    if len(codes) == 1 and LineCode.DIFFERENCE not in codes:
        return f"for {_missed_rums(lines[codes[0]]) if codes[0] == LineCode.MISSED_RUM else _ALONE[codes[0]]}"
    terms = [term for code in codes for term in _terms(code, lines[code], player, verdict)]
    return " + ".join(terms).replace("+ -", "− ")


def in_seat_order(lines: Sequence[ScoreLine], verdict: Verdict) -> tuple[ScoreLine, ...]:
    codes = list(dict.fromkeys(line.code for line in lines))
    places = {player.name: place for place, player in enumerate(verdict.players)}
    return tuple(sorted(lines, key=lambda line: (codes.index(line.code), places.get(line.against or "", -1))))


def _terms(code: LineCode, lines: list[ScoreLine], player: PlayerVerdict, verdict: Verdict) -> list[str]:
    if code == LineCode.DIFFERENCE:
        if len(lines) > 1 or (player.role == HandRole.KNOCKER and len(verdict.players) > 2):
            return _from_each(lines)
        if verdict.call != Call.KNOCK:
            return [f"{lines[0].points} deadwood"]
    if code == LineCode.RUM_BONUS and len(lines) > 1:
        return [f"{len(lines)} × {lines[0].points} {TERMS[code]}"]
    points = sum(line.points for line in lines)
    return [f"{points} for {_missed_rums(lines)}" if code == LineCode.MISSED_RUM else f"{points} {TERMS[code]}"]


def _missed_rums(lines: Sequence[ScoreLine]) -> str:
    owners = listed_words([f"{line.against}'s" for line in lines])
    return f"{owners} missed rum" if len(lines) == 1 else f"{len(lines)} missed rums ({owners})"


def _raised(line: ScoreLine, differences: list[ScoreLine], player: PlayerVerdict) -> str:
    won, least = line.numbers
    scored = [difference for difference in differences if difference.points]
    if len(differences) == 1:
        total = f"{line_reason(differences[0], player)} = {won}"
    elif len(scored) > 1:
        total = f"{' + '.join(_from_each(scored))} = {won}"
    else:
        total = "".join(_from_each(scored)) or "0"
    return f"{total}, raised to the minimum of {least}"


def _from_each(differences: Iterable[ScoreLine]) -> list[str]:
    """Return who pays how much, with both counts where there is room for them: 9 from Bob (12 − 3)."""
    scored = [line for line in differences if line.points]
    has_room = len(scored) <= _MOST_WITH_COUNTS
    return [f"{line.points} from {line.against}{_counts(line) if has_room else ''}" for line in scored]


def _counts(line: ScoreLine) -> str:
    theirs, own = line.numbers
    return f" ({theirs} − {own})" if own else ""


def scored_sentence(player: PlayerVerdict, verdict: Verdict) -> str:
    words = sum_words(player, verdict)
    return f"{_scores(player)}{' ' if words.startswith('for ') else ': '}{words}."


def without_payments(player: PlayerVerdict) -> PlayerVerdict:
    won = tuple(line for line in player.lines if line.code != LineCode.PAID)
    return replace(player, lines=won, points=sum(line.points for line in won))


def net_sentence(player: PlayerVerdict) -> str:
    """Return what a winner keeps who also paid: Bob loses 6: 19 won − 25 paid to Ann for a missed rum."""
    payments = [line for line in player.lines if line.code == LineCode.PAID]
    paid = " − ".join(f"{-line.points} paid to {line.against} for a missed rum" for line in payments)
    return f"{_scores(player)}: {without_payments(player).points} won − {paid}."


def _scores(player: PlayerVerdict) -> str:
    points = player.points or 0
    return f"{player.name} {'loses' if points < 0 else 'scores'} {abs(points)}"


@dataclass(frozen=True, slots=True)
class Note:
    sentence: str
    rule: str


def notes(verdict: Verdict) -> tuple[Note, ...]:
    """Return what else a loser would ask: who wins a tie, why all melded isn't Gin, why Gem Parts scores nothing."""
    found = [Note(tie_sentence(verdict.tie), verdict.tie.rule)] if verdict.tie else []
    pot = next((line.pot for player in verdict.players for line in player.lines if line.pot), None)
    if pot and pot.extra:
        house = " (house rule)" if pot.extra_by_house_rule else ""
        found.append(
            Note(f"{pot.knocker} knocked but isn't the lowest, so pays {pot.extra} more{house}.", pot.extra_rule)
        )
    for player in verdict.players:
        if player.role == HandRole.KNOCKER and verdict.call == Call.KNOCK and not player.deadwood_points:
            found.append(Note(f"{player.name} knocked without calling Gin, so it counts as a knock.", "R.5"))
        match player.unscored_gem_parts:
            case UnscoredGemParts.PASSED_UP:
                found.append(Note(f"{player.name} shows all eight gems but passed up Gem Parts.", "R.8"))
            case UnscoredGemParts.NOT_PLAYED:
                found.append(Note(f"Gem Parts scores nothing for {player.name} here (house rule).", "R.9"))
    return tuple(found)


def reasons(verdict: Verdict) -> tuple[str, ...]:
    said = tuple(note.sentence for note in notes(verdict))
    if verdict.shared_by:
        return said
    lines = [(line, player) for player in verdict.players for line in player.lines]
    equal = tuple(filter(None, (_equal(line, player, verdict) for line, player in lines)))
    also_melded = [line.against or "" for line, _ in lines if line.remark in _BEATS_NO_DEADWOOD]
    if also_melded:
        has = "has" if len(also_melded) == 1 else "have"
        wins = "rum can't be tied" if verdict.call == Call.RUM else f"{CALL_WORDS[verdict.call]} can't be undercut"
        equal += (f"{listed_words(also_melded)} {has} no deadwood either, but {wins}.",)
    if any(line.remark == Remark.TIE for line, _ in lines):
        gets = "collects" if any(line.points for line, _ in lines) else "wins the hand"
        return (*equal, f"A tie with the Knocker goes to the other player: {verdict.winner} {gets}.")
    return (*said, *equal)


def _equal(line: ScoreLine, player: PlayerVerdict, verdict: Verdict) -> str:
    if verdict.call != Call.KNOCK or len(set(line.numbers)) != 1:
        return ""
    both = f"{player.name} and {line.against} both have {line.numbers[0]}"
    if line.remark == Remark.TIE:
        return f"{both}: neither pays the other, and there's no bonus."
    match line.code:
        case LineCode.UNDERCUT_BONUS:
            return f"{both}: equal deadwood undercuts."
        case LineCode.DIFFERENCE if player.role == HandRole.KNOCKER:
            return f"{both}: equal deadwood doesn't undercut here."
        case _:
            return ""


NOT_A_MELD = "not a meld"
LAID_OFF = "laid off"
LEGAL_IF_LAID_OUT = "Laid out like this, {call} would have been legal."
RUM_NOT_LAID_OUT = "This would have been rum. {name} didn't lay it out, so there's no missed rum to pay for."


def meld_label(kind: str, laid_off: Mapping[str, Sequence[Card]]) -> str:
    return ", ".join([kind, *(f"{card_words(cards)} from {name}" for name, cards in laid_off.items())])


def laid_off_label(owner: str) -> str:
    return f"{LAID_OFF} on {owner}'s melds"


def deadwood_label(points: int) -> str:
    return f"deadwood {points}"


def laid_again_sentence(points: int) -> str:
    return f"Laid out with {points or 'nothing'} left; this table scores the best layout (house rule)."


def left_words(deadwood: int, limit: int | None, *, counted: bool, besides_groups: bool = False) -> str:
    """Return how much deadwood a player has left, beside the most that a knock allows.

    `besides_groups` if some groups aren't melds, whose cards are deadwood too.
    """
    left = f"{deadwood} counted" if counted else f"{deadwood or 'nothing'} left"
    left += " besides what isn't a meld" if besides_groups else ""
    return left if limit is None else f"{left}, {limit or 'only Gin'} allowed"
