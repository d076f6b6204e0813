"""The outcome of a hand in words: who won and by what, how it stands on the sheet, what players did in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.rules.rummy.verdict import Call, FaultCode, LineCode, PlayerVerdict, Pot, Verdict
from companion.wording.cards import listed_words
from companion.wording.sums import net_sentence, reasons, scored_sentence, sum_words, without_payments

STANDING_WORDS = {
    "struck-out": "struck out",
    "illegal": "doesn't count: not legal under the current rules",
    "unreadable": "doesn't count: can't be read under the current rules",
    "after-the-end": "doesn't count: an earlier hand ended the game",
    "overruled": "overruled by the table",
}
SHEET_STANDING_WORDS = {
    "drawn": "drawn",
    "struck-out": "struck out",
    "illegal": "not legal",
    "unreadable": "unreadable",
    "after-the-end": "after the end",
    "overruled": "overruled",
}
"""How a hand stands, beside its number on the sheet; nothing where it simply counts."""
DISPUTED_MARK = "disputed"
NOTE_MARK = "note"
OVERRULED_BY = f"{STANDING_WORDS['overruled']}, by {{name}}: “{{reason}}”"
DEALT = "{name} dealt"
UPCARD = "Upcard {card}"
DISPUTED = "disputed by {names}"
ACCEPTED = "accepted by {names}"
ACCEPTED_BY_ALL = "accepted by all"
PRINT_STANDING_WORDS = {"drawn": "drawn", "overruled": "set by the table"}

FEAT_WORDS = {"gin": "Gin", "big-gin": "Big Gin", "rum": "rum", "undercut": "undercut", "gem-parts": "Gem Parts"}
FEAT_OF = "{name}: {feat}"
FEAT_COUNT_WORDS = {
    "gin": "Gins",
    "big-gin": "Big Gins",
    "rum": "Rums",
    "undercut": "Undercuts",
    "gem-parts": "Gem Parts",
}

_MOST_NAMED = 2
"""Players whose points the label of a button names."""

CALL_PARTS = {Call.KNOCK: "knocked", Call.GIN: "called Gin", Call.BIG_GIN: "called Big Gin", Call.RUM: "had rum"}


def meant_label(call: Call) -> str:
    """Label the answer to a call that isn't legal: the one that is."""
    return f"It was {CALLED[call]}: rule it so"


CALLED = {Call.KNOCK: "a knock", Call.GIN: "Gin", Call.BIG_GIN: "Big Gin", Call.RUM: "rum"}


class OutcomeKind(StrEnum):
    """What a screen's color says."""

    WIN = "win"
    DRAWN = "drawn"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a showdown: "Ben undercuts Ann", "27", "25 undercut + 2 difference", and what the others score."""

    headline: str
    points: str = ""
    how: str = ""
    others: str = ""
    reasons: tuple[str, ...] = ()
    """Why a tie is decided as it is."""
    kind: OutcomeKind = OutcomeKind.WIN

    @property
    def title(self) -> str:
        """The headline with its points."""
        if not self.points:
            return self.headline
        return f"{self.headline}{'' if self.headline.endswith(_BEFORE_POINTS) else ':'} {self.points}"

    @property
    def sentence(self) -> str:
        """The first three parts as one sentence."""
        joint = " " if self.how.startswith(("for ", "each for ")) else " = " if ":" in self.title else ": "
        return f"{self.title}{joint if self.how else ''}{self.how}."


_BEFORE_POINTS = (" wins", " win", " split")
"""How a headline ends that its points complete."""
_HEADLINES = {
    LineCode.BIG_GIN_BONUS: "{winner} has Big Gin",
    LineCode.GIN_BONUS: "{winner} has Gin",
    LineCode.UNDERCUT_BONUS: "{winner} undercut{s} {against}",
    LineCode.RUM_BONUS: "{winner} has rum",
}


def outcome_of(verdict: Verdict) -> Outcome:
    """Return the outcome of a showdown."""
    if not verdict.legal:
        undecided = all(fault.code == FaultCode.GEM_UNKNOWN for fault in verdict.faults)
        return Outcome("Not decided yet" if undecided else "Not legal", kind=OutcomeKind.ILLEGAL)
    players = {player.name: player for player in verdict.players}
    why = reasons(verdict)
    if not any(line.points for player in verdict.players for line in player.lines):
        how = "" if why else f"{verdict.winner} wins the hand"
        return Outcome("Nobody scores", how=how, reasons=why, kind=OutcomeKind.DRAWN)
    # A Knocker who scores nothing wins a tie of the others: they are the news, as are players who share a hand.
    first = without_payments(players[verdict.winners[0]])
    tied = verdict.tie.players if verdict.tie and not first.points else ()
    best = without_payments(players[tied[0]]) if tied else first
    pot = next((line.pot for line in best.lines if line.pot), None)
    named = tied or (pot.winners if pot else (best.name,))
    shares = [_shares(without_payments(players[name]) for name in named)] if pot else []
    others = [_other_sentence(player, verdict, is_named=player.name in named) for player in verdict.players]
    return Outcome(
        headline=_headline(best, named, pot),
        points=str(pot.total if pot else best.points),
        how=_each(sum_words(best, verdict)) if tied else sum_words(best, verdict),
        others=" ".join(filter(None, [*shares, *others])),
        reasons=why,
    )


def _each(words: str) -> str:
    return f"each {words}" if words.startswith("for ") else f"{words} each"


def _other_sentence(player: PlayerVerdict, verdict: Verdict, *, is_named: bool) -> str:
    """Return what a player scores or loses besides what the headline says; empty where there is nothing to say."""
    paid = any(line.code == LineCode.PAID for line in player.lines)
    won = any(line.points > 0 for line in player.lines)
    if is_named:
        return net_sentence(player) if paid else ""
    if won:
        return scored_sentence(player, verdict)
    return f"{player.name} loses {-(player.points or 0)}." if paid else ""


def _headline(best: PlayerVerdict, named: Sequence[str], pot: Pot | None) -> str:
    if pot:
        return f"{listed_words(named)} split"
    winner, s = listed_words(named), "s" if len(named) == 1 else ""
    line = next((line for code in _HEADLINES for line in best.lines if line.code == code), None)
    return _HEADLINES[line.code].format(winner=winner, s=s, against=line.against) if line else f"{winner} win{s}"


def _shares(winners: Iterable[PlayerVerdict]) -> str:
    shares = [(player.name, player.points) for player in winners]
    if len({points for _, points in shares}) == 1:
        return f"Each gets {shares[0][1]}."
    return f"{listed_words([f'{name} gets {points}' for name, points in shares])}."


def record_label(scored: Mapping[str, int], *, accepts: bool) -> str:
    """Label the button that records a hand: Record 27 for Ben."""
    verb = "Accept and record" if accepts else "Record"
    scorers = [(name, points) for name, points in scored.items() if points > 0]
    if len(scorers) not in range(1, _MOST_NAMED + 1):
        return verb
    return f"{verb} {', '.join(f'{points} for {name}' for name, points in scorers)}"


def correct_label(player: str | None) -> str:
    """Label the button that leads to the hand at fault, or to all."""
    return f"Correct {player}'s hand" if player else "Correct the cards"


def replace_label(number: int, before: Mapping[str, int], now: Mapping[str, int]) -> str:
    """Label the button that replaces a hand, with the points that change: Replace hand 4 (27 → 25)."""
    label = f"Replace hand {number}"
    changes = [{name: points for name, points in scored.items() if points > 0} for scored in (before, now)]
    if before == now or any(len(scored) != 1 for scored in changes):
        return label
    (old, points_before), (new, points_now) = (next(iter(scored.items())) for scored in changes)
    if old == new:
        return f"{label} ({points_before} → {points_now})"
    return f"{label} ({old} {points_before} → {new} {points_now})"


def overruled_sentence(by: str, reason: str) -> str:
    """Return how the table overruled a ruling."""
    return f"{by} overruled this ruling: “{reason}”"
