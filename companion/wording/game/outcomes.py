"""The outcome of a hand in words: who won and by what, how it stands on the sheet, what players did in it."""

from dataclasses import dataclass

from companion.rules.rummy.verdict import Call, LineCode, Verdict
from companion.wording.cards import listed_words

STANDING_WORDS = {
    "struck-out": "struck out",
    "illegal": "doesn't count: not legal under the current rules",
    "unreadable": "doesn't count: can't be read under the current rules",
    "after-the-end": "doesn't count: an earlier hand ended the game",
    "overruled": "overruled by the table",
}
OVERRULED_BY = f"{STANDING_WORDS['overruled']}, by {{name}}: “{{reason}}”"
DEALT = "{name} dealt"
DISPUTED = "disputed by {names}"
ACCEPTED = "accepted by {names}"
ACCEPTED_BY_ALL = "accepted by all"
PRINT_STANDING_WORDS = {"drawn": "drawn", "overruled": "set by the table"}

FEAT_WORDS = {"gin": "Gin", "big-gin": "Big Gin", "rum": "rum", "undercut": "undercut", "gem-parts": "Gem Parts"}
FEAT_COUNT_WORDS = {
    "gin": "Gins",
    "big-gin": "Big Gins",
    "rum": "Rums",
    "undercut": "Undercuts",
    "gem-parts": "Gem Parts",
}

CALL_PARTS = {Call.KNOCK: "knocked", Call.GIN: "called Gin", Call.BIG_GIN: "called Big Gin", Call.RUM: "had rum"}

_REASONS = {
    LineCode.BIG_GIN_BONUS: "Big Gin",
    LineCode.GIN_BONUS: "Gin",
    LineCode.UNDERCUT_BONUS: "the undercut",
    LineCode.RUM_BONUS: "rum",
    LineCode.MINIMUM_SCORE: "the minimum score",
    LineCode.DIFFERENCE: "the difference",
    LineCode.SHARE: "a share",
    LineCode.MISSED_RUM: "a missed rum",
    LineCode.GEM_PARTS: "Gem Parts",
}
"""What the winner's points come from, in the order in which a sentence names it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a showdown: "Ann wins", "31", "by Gin and the difference", and what the others score."""

    headline: str
    points: str = ""
    how: str = ""
    others: str = ""

    @property
    def sentence(self) -> str:
        """The first three parts as one sentence."""
        return f"{' '.join(part for part in (self.headline, self.points, self.how) if part)}."


def outcome_of(verdict: Verdict) -> Outcome:
    """Return the outcome of a showdown."""
    if not verdict.legal:
        return Outcome("Not legal")
    points = {player.name: player.points or 0 for player in verdict.players}
    winner = verdict.winner
    if not any(points.values()):
        return Outcome("Nobody scores", how=f"{winner} wins the hand" if winner else "")
    others = [f"{name} scores {scored}." for name, scored in points.items() if name != winner and scored > 0]
    others += [f"{name} loses {-scored}." for name, scored in points.items() if scored < 0]
    if winner is None or not points[winner]:
        return Outcome(f"{winner} wins the hand", others=" ".join(others))
    (lines,) = (player.lines for player in verdict.players if player.name == winner)
    codes = {line.code for line in lines if line.points}
    if LineCode.MINIMUM_SCORE in codes:
        codes.discard(LineCode.DIFFERENCE)
    reasons = [reason for code, reason in _REASONS.items() if code in codes]
    how = f"by {listed_words(reasons)}" if reasons else ""
    return Outcome(f"{winner} wins", str(points[winner]), how, " ".join(others))


def overruled_sentence(by: str, reason: str) -> str:
    """Return how the table overruled a ruling."""
    return f"{by} overruled this ruling: “{reason}”"
