"""How hands came out, what players say to it, and what is read back of it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.rules.cards import GLYPHS, Card, Hand, listing_order, rank_of, suit_of
from companion.rules.rummy.melds import Meld, MeldKind
from companion.rules.rummy.verdict import Call, FaultCode, LineCode, PlayerVerdict, Pot, Verdict
from companion.wording.cards import (
    GEM_NAMES,
    RANK_WORDS,
    SUIT_WORDS,
    listed_words,
    plural,
    rank_word,
    spoken_card,
    suit_word,
)
from companion.wording.scores import net_sentence, reasons, scored_sentence, sum_words, without_payments

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
COUNTS_AS_DRAWN = "counts as drawn"
DISPUTED_MARK = "disputed"
NOTE_MARK = "note"
DEALT = "{name} dealt"
UPCARD = "Upcard {card}"
PRINT_STANDING_WORDS = {"drawn": "drawn", "overruled": "set by the table"}

FEAT_WORDS = {"gin": "Gin", "big-gin": "Big Gin", "rum": "rum", "undercut": "undercut", "gem-parts": "Gem Parts"}
FEAT_OF = "{name}: {feat}"
FEAT_COUNT_WORDS = {
    "gins": "Gins",
    "big_gins": "Big Gins",
    "rums": "Rums",
    "undercuts": "Undercuts",
    "gem_parts": "Gem Parts",
}

_MOST_NAMED = 2
"""Players whose points the label of a button names."""

CALL_PARTS = {Call.KNOCK: "knocked", Call.GIN: "called Gin", Call.BIG_GIN: "called Big Gin", Call.RUM: "had rum"}


def points_word(points: int | None) -> str:
    """Return points as they stand on a sheet; nothing where there are none to be told."""
    if points is None:
        return ""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "–"


def meant_label(call: Call) -> str:
    return f"It was {CALLED[call]}: rule it so"


CALLED = {Call.KNOCK: "a knock", Call.GIN: "Gin", Call.BIG_GIN: "Big Gin", Call.RUM: "rum"}


class OutcomeKind(StrEnum):
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
        if not self.points:
            return self.headline
        return f"{self.headline}{'' if self.headline.endswith(_BEFORE_POINTS) else ':'} {self.points}"

    @property
    def sentence(self) -> str:
        joint = " " if self.how.startswith(("for ", "each for ")) else " = " if ":" in self.title else ": "
        return f"{self.title}{joint if self.how else ''}{self.how}."


_BEFORE_POINTS = (" wins", " win", " split")
"""Endings of a headline that its points complete."""
_HEADLINES = {
    LineCode.BIG_GIN_BONUS: "{winner} has Big Gin",
    LineCode.GIN_BONUS: "{winner} has Gin",
    LineCode.UNDERCUT_BONUS: "{winner} undercut{s} {against}",
    LineCode.RUM_BONUS: "{winner} has rum",
}


def outcome_of(verdict: Verdict) -> Outcome:
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
    how = sum_words(best, verdict)
    others = [_other_sentence(player, verdict, is_named=player.name in named) for player in verdict.players]
    return Outcome(
        headline=_headline(best, named, pot),
        points=str(pot.total if pot else best.points),
        how=how if not tied else f"each {how}" if how.startswith("for ") else f"{how} each",
        others=" ".join(filter(None, [*shares, *others])),
        reasons=why,
    )


def _other_sentence(player: PlayerVerdict, verdict: Verdict, *, is_named: bool) -> str:
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
    verb = "Accept and record" if accepts else "Record"
    scorers = [(name, points) for name, points in scored.items() if points > 0]
    if len(scorers) not in range(1, _MOST_NAMED + 1):
        return verb
    return f"{verb} {', '.join(f'{points} for {name}' for name, points in scorers)}"


def correct_label(player: str | None) -> str:
    return f"Correct {player}'s hand" if player else "Correct the cards"


def replace_label(number: int, before: Mapping[str, int], now: Mapping[str, int]) -> str:
    label = f"Replace hand {number}"
    changes = [{name: points for name, points in scored.items() if points > 0} for scored in (before, now)]
    if before == now or any(len(scored) != 1 for scored in changes):
        return label
    (old, points_before), (new, points_now) = (next(iter(scored.items())) for scored in changes)
    if old == new:
        return f"{label} ({points_before} → {points_now})"
    return f"{label} ({old} {points_before} → {new} {points_now})"


def overruled_sentence(by: str, reason: str) -> str:
    return f"{by} overruled this ruling: “{reason}”"


REASON_MISSING = "Enter a reason for disputing the ruling."


def responses_remark(accepted_by: Sequence[str], disputed_by: Sequence[str], players: Sequence[str]) -> str:
    if disputed_by:
        return f"disputed by {listed_words(disputed_by)}"
    if not accepted_by:
        return ""
    return "accepted by all" if set(accepted_by) == set(players) else f"accepted by {listed_words(accepted_by)}"


def responses_summary(accepted: Sequence[str], disputed: Sequence[str], players: Sequence[str]) -> str:
    """Return in a sentence how far the players agree; empty where nobody has responded."""
    if disputed:
        return f"Disputed by {listed_words(disputed)}."
    if len(accepted) == len(players):
        return "Accepted by all."
    if not accepted:
        return ""
    waited_for = [player for player in players if player not in accepted]
    verb = "hasn't" if len(waited_for) == 1 else "haven't"
    return f"Accepted by {listed_words(accepted)}. {listed_words(waited_for)} {verb} answered yet."


def corrected_sentence(hand: str, disputed_by: Sequence[str], *, overruled: bool) -> str:
    if not disputed_by:
        return ""
    done = "overruled" if overruled else "corrected"
    disputes = "dispute" if len(disputed_by) == 1 else "disputes"
    return f"{hand} was {done} after {listed_words(disputed_by)}'s {disputes}."


def not_your_response(player: str) -> str:
    return f"Only {player}'s own phone can respond for {player}."


class Command(StrEnum):
    HAND = "hand"
    RULING = "ruling"
    SCORE = "score"


COMMANDS = ((Command.HAND, "My hand", "H"), (Command.RULING, "The ruling", "R"), (Command.SCORE, "The score", "S"))
NO_HAND = "This phone plays no hand."
NO_TURN = "The game is over: no turn is being played."
NO_RULING = "The ruling: no hand has been ruled on yet."
NO_RULING_YET = "This hand has no ruling yet."
NOTHING_SCORED = "The ruling: nothing has been scored yet."
FACE_DOWN = "{whose}: face down until all hands are in."
NOT_ENTERED = "{whose}: not entered yet."
COUNTED = "{whose}: only the deadwood was counted, {points}."
RULING = "The ruling: {words}"
RULING_ON = "The ruling on hand {number}: {words}"

_NUMBERS = {3: "three", 4: "four"}
_RANKS = {rank.name[0]: word for rank, word in RANK_WORDS.items()}
_SUITS = {glyph: SUIT_WORDS[suit] for suit, glyph in GLYPHS.items()}
_CARD = re.compile(f"(10|[2-9AJQK])([{''.join(_SUITS)}])")
_SIGNS = {" \N{MINUS SIGN} ": " minus ", " + ": " plus ", " = ": " equals ", "\N{MINUS SIGN}": "minus "}


def spoken(text: str) -> str:
    """Return a sentence as a screen reader should say it: cards by their names, sums in words."""
    text = _CARD.sub(lambda found: f"{_RANKS.get(found[1], found[1])} of {_SUITS[found[2]]}s", text)
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    return text


def whose_hand(name: str, *, mine: bool) -> str:
    """Return how what follows begins: My hand, or the player's where the phone has no player of its own."""
    return "My hand" if mine else f"{name}'s hand"


def group_words(cards: Sequence[Card], meld: Meld | None, *, may_be_stash: bool = False) -> str:
    if meld is None:
        return f"{'stash of unknown gem' if may_be_stash else 'no meld'}: {_cards(cards)}"
    if meld.kind is MeldKind.RUN:
        ranks = ", ".join(rank_word(rank_of(card)) for card in sorted(cards))
        return f"run {ranks} of {suit_word(cards[0])}s"
    if meld.kind is MeldKind.SET:
        missing = [word for suit, word in SUIT_WORDS.items() if suit not in {suit_of(card) for card in cards}]
        without = f", no {listed_words(missing, 'or')}" if missing else ""
        return f"set of {_NUMBERS.get(len(cards), len(cards))} {rank_word(rank_of(cards[0]))}s{without}"
    if meld.kind is MeldKind.STASH:
        gem = f"{GEM_NAMES[meld.gem]} stash" if meld.gem else "stash"
        return f"{gem}: {_cards(sorted(cards, key=listing_order))}"
    return f"Queen's Diamonds: {_cards(cards)}"


def hand_words(whose: str, groups: Sequence[str], deadwood: Sequence[Card], laid_off: Sequence[Card] = ()) -> str:
    points = Hand.of(deadwood).points
    away = [f"{_cards(laid_off)} laid off"] if laid_off else []
    left = f"deadwood {_cards(deadwood)}, {plural(points, 'point')}" if deadwood else "no deadwood"
    return f"{whose}: {'; '.join([*groups, *away, left])}."


def loose_words(whose: str, cards: Sequence[Card]) -> str:
    return f"{whose}: {_cards(cards)}, not laid out."


def counted_words(whose: str, points: int) -> str:
    return COUNTED.format(whose=whose, points=plural(points, "point"))


def total_words(total: int, games: Sequence[int]) -> str:
    return ", ".join(f"{points} in game {number}" for number, points in enumerate(games, start=1)) or str(total)


def score_words(totals: Sequence[tuple[str, str]], target: int | None, dealer: str, tied: str = "") -> str:
    between = "; " if any(", " in total for _, total in totals) else ", "
    listed = between.join(f"{name} {total}" for name, total in totals)
    goal = f", to {target}" if target else ""
    return " ".join(filter(None, (f"The score: {listed}{goal}.", tied, f"{dealer} deals." if dealer else "")))


def turn_words(heading: str, facts: str, chosen: str, bets: Sequence[int] = ()) -> str:
    words = [heading, facts, chosen, *(f"Bet on {bet}" for bet in bets)]
    return " ".join(f"{part}." for part in words)


def rounds_score(totals: str, place: str, cards: str = "") -> str:
    return " ".join(f"{part}." for part in (f"The score: {totals}", place, cards) if part)


def _cards(cards: Sequence[Card]) -> str:
    return listed_words([spoken_card(card) for card in cards])
