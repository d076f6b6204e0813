"""A player's points as one sum, and the reasons that a loser would ask for."""

from collections.abc import Iterable
from dataclasses import replace

from companion.rules.rummy.verdict import Call, LineCode, PlayerVerdict, Role, ScoreLine, Verdict
from companion.wording.lines import line_reason, share_reason, tie_sentence

_TERMS = {
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
_ALONE = _TERMS | {LineCode.UNDERCUT_BONUS: "the undercut", LineCode.MISSED_RUM: "a missed rum"}
"""What points are for where that is all."""


def sum_words(player: PlayerVerdict, verdict: Verdict) -> str:
    """Return a player's score lines as a sum.

    Examples: "25 undercut + 2 difference", "Bob 17 − Ann 6", "12 from Bob + 20 from Cid", "for Gem Parts".
    """
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
    codes = [code for code in _TERMS if any(line.points for line in lines[code])]
    if len(codes) == 1 and LineCode.DIFFERENCE not in codes:
        return f"for {_ALONE[codes[0]]}"
    terms = [term for code in codes for term in _terms(code, lines[code], player, verdict)]
    return " + ".join(terms).replace("+ -", "− ")


def _terms(code: LineCode, lines: list[ScoreLine], player: PlayerVerdict, verdict: Verdict) -> list[str]:
    if code == LineCode.DIFFERENCE:
        if len(lines) > 1 or (player.role == Role.KNOCKER and len(verdict.players) > len("ab")):
            return _from_each(lines)
        if verdict.call != Call.KNOCK:
            return [f"{lines[0].points} deadwood"]
    return [f"{sum(line.points for line in lines)} {_TERMS[code]}"]


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
    return [f"{line.points} from {line.against}" for line in differences if line.points]


def scored_sentence(player: PlayerVerdict, verdict: Verdict) -> str:
    """Return what a player scores and why: Bob scores 8 for Gem Parts."""
    words = sum_words(player, verdict)
    return f"{player.name} scores {player.points}{' ' if words.startswith('for ') else ': '}{words}."


def reasons(verdict: Verdict) -> tuple[str, ...]:
    """Return the sentences that settle a tie: who wins it, and whether equal deadwood is an undercut."""
    tie = (tie_sentence(verdict.tie),) if verdict.tie else ()
    return (
        *tie,
        *(why for player in verdict.players for line in player.lines if (why := _equal(line, player, verdict))),
    )


def _equal(line: ScoreLine, player: PlayerVerdict, verdict: Verdict) -> str:
    if verdict.call != Call.KNOCK or len(set(line.numbers)) != 1:
        return ""
    both = f"{player.name} and {line.against} both have {line.numbers[0]}"
    if line.is_tie:
        return f"{both}: neither pays the other, and there's no bonus."
    match line.code:
        case LineCode.UNDERCUT_BONUS:
            return f"{both}: equal deadwood undercuts."
        case LineCode.DIFFERENCE if player.role == Role.KNOCKER:
            return f"{both}: equal deadwood doesn't undercut here."
        case _:
            return ""
