"""A player's points as one sum, and the reasons that a loser would ask for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.rummy.verdict import (
    Call,
    LineCode,
    PlayerVerdict,
    Remark,
    Role,
    ScoreLine,
    UnscoredGemParts,
    Verdict,
)
from companion.wording.cards import listed_words
from companion.wording.faults import CALL_WORDS
from companion.wording.lines import TERMS, line_reason, share_reason, tie_sentence

_ALONE = TERMS | {LineCode.UNDERCUT_BONUS: "the undercut"}
"""What points are for where that is all."""
_BEATS_NO_DEADWOOD = frozenset({Remark.CANNOT_BE_UNDERCUT, Remark.UNTIED_RUM})
_MOST_WITH_COUNTS = 2
"""From how many players a sum shows the counts, as a headline of three players does."""


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
    """Return a player's score lines with those of one kind in the order in which the players are listed."""
    codes = list(dict.fromkeys(line.code for line in lines))
    places = {player.name: place for place, player in enumerate(verdict.players)}
    return tuple(sorted(lines, key=lambda line: (codes.index(line.code), places.get(line.against or "", -1))))


def _terms(code: LineCode, lines: list[ScoreLine], player: PlayerVerdict, verdict: Verdict) -> list[str]:
    if code == LineCode.DIFFERENCE:
        if len(lines) > 1 or (player.role == Role.KNOCKER and len(verdict.players) > 2):
            return _from_each(lines)
        if verdict.call != Call.KNOCK:
            return [f"{lines[0].points} deadwood"]
    if code == LineCode.RUM_BONUS and len(lines) > 1:
        return [f"{len(lines)} × {lines[0].points} {TERMS[code]}"]
    points = sum(line.points for line in lines)
    return [f"{points} for {_missed_rums(lines)}" if code == LineCode.MISSED_RUM else f"{points} {TERMS[code]}"]


def _missed_rums(lines: Sequence[ScoreLine]) -> str:
    """Return whose missed rums are paid: Bob's missed rum."""
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
    """Return what a player scores and why: Bob scores 8 for Gem Parts."""
    words = sum_words(player, verdict)
    return f"{_scores(player)}{' ' if words.startswith('for ') else ': '}{words}."


def without_payments(player: PlayerVerdict) -> PlayerVerdict:
    """Return a player with what was won and not what was paid."""
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
    """A sentence about a hand that belongs to no score line, and the rule behind it."""

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
        if player.role == Role.KNOCKER and verdict.call == Call.KNOCK and not player.deadwood_points:
            found.append(Note(f"{player.name} knocked without calling Gin, so it counts as a knock.", "R.5"))
        match player.unscored_gem_parts:
            case UnscoredGemParts.PASSED_UP:
                found.append(Note(f"{player.name} shows all eight gems but passed up Gem Parts.", "R.8"))
            case UnscoredGemParts.NOT_PLAYED:
                found.append(Note(f"Gem Parts scores nothing for {player.name} here (house rule).", "R.9"))
    return tuple(found)


def reasons(verdict: Verdict) -> tuple[str, ...]:
    """Return the sentences that stand with the outcome: notes, and what equal deadwood comes to."""
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
        case LineCode.DIFFERENCE if player.role == Role.KNOCKER:
            return f"{both}: equal deadwood doesn't undercut here."
        case _:
            return ""
