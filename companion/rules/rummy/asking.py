"""Questions about unknown letters to ask before a showdown is ruled, and what the answers reveal.

First come claims: the gem of a stash, the letters of a hand that claims Gem Parts. Then the letters that could change
how the app lays out hands and lays off. If only one gem could make a difference to a hand, the question is which of its
cards bear that gem, and the answer may be none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from companion.rules.cards import Card, Hand
from companion.rules.gems import GEMS, NOTHING_KNOWN, Gem, Print, letters_for_gem_parts
from companion.rules.rummy.melds import NoMeld, classify
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Counted, LaidOut, Showdown, cards_given
from companion.rules.rummy.solver import one_budget
from companion.rules.rummy.verdict import FaultCode, LayOffFacts, UnknownLetter, Verdict


class Ask(StrEnum):
    STASH = "stash"
    GEM_PARTS = "gem-parts"
    LETTERS = "letters"
    BEARERS = "bearers"


@dataclass(frozen=True, slots=True)
class LetterQuestion:
    ask: Ask
    seat: int
    cards: tuple[Card, ...]
    gems: tuple[Gem, ...]


Letters = Mapping[Card, Sequence[Gem]]


@one_budget
def questions(showdown: Showdown) -> tuple[LetterQuestion, ...]:
    claim = next(_about_claims(showdown), None)
    if claim is not None:
        return (claim,)
    verdict = judge(showdown)
    lay_off = next(_about_lay_offs(showdown, verdict), None)
    if lay_off is not None:
        return (lay_off,)
    # With `layout: best` a recorded hand is laid out again, so all letters of its layout must be recorded too.
    asks_letters = showdown.rules.layout == LayoutRule.BEST
    return tuple(
        _question(seat, tuple(letters), asks_letters=asks_letters)
        for seat, letters in groupby(verdict.asked, key=lambda letter: letter.seat)
    )


def _about_claims(showdown: Showdown) -> Iterator[LetterQuestion]:
    if not showdown.rules.has_gems or (showdown.gems and showdown.gems.faults):
        return
    known = showdown.gems or NOTHING_KNOWN
    for seat, player in enumerate(showdown.seats):
        if not isinstance(player.hand, LaidOut):
            continue
        for group in player.hand.groups:
            judged = classify(group, showdown.context)
            if isinstance(judged, NoMeld) and judged.gem_unknown:
                shared = set(GEMS).intersection(*(known.possible(card) for card in group))
                yield LetterQuestion(Ask.STASH, seat, group, tuple(gem for gem in GEMS if gem in shared))
    for seat, player in enumerate(showdown.seats):
        if isinstance(player.hand, Counted) or showdown.gem_parts_checked(seat):
            continue
        if showdown.claims_gem_parts(seat):
            letters = letters_for_gem_parts(known, Hand.of(cards_given(player.hand)))
            if letters:
                gems = {gem for own in letters.values() for gem in own}
                yield LetterQuestion(Ask.GEM_PARTS, seat, tuple(letters), tuple(gem for gem in GEMS if gem in gems))


def _about_lay_offs(showdown: Showdown, verdict: Verdict) -> Iterator[LetterQuestion]:
    names = [player.name for player in showdown.seats]
    for fault in verdict.faults:
        there = fault.facts.meld if isinstance(fault.facts, LayOffFacts) else None
        if fault.code == FaultCode.GEM_UNKNOWN and there and there.meld.gem and fault.player in names:
            yield LetterQuestion(Ask.BEARERS, names.index(fault.player), fault.cards, (there.meld.gem,))


def _question(seat: int, letters: Sequence[UnknownLetter], *, asks_letters: bool) -> LetterQuestion:
    cards = tuple(letter.card for letter in letters)
    gems = frozenset[Gem]().union(*(letter.gems for letter in letters))
    if len(gems) == 1 and not asks_letters:
        return LetterQuestion(Ask.BEARERS, seat, cards, tuple(gems))
    return LetterQuestion(Ask.LETTERS, seat, cards, GEMS)


def answered(gems: Print | None, question: LetterQuestion, letters: Letters) -> Print:
    known = gems or NOTHING_KNOWN
    known_gems = dict(known.gems)
    without = {card: set(own) for card, own in known.without.items()}
    for card in question.cards:
        if letters.get(card):
            known_gems[card] = known.with_gems(card, letters[card])
        elif question.ask == Ask.BEARERS:
            without.setdefault(card, set()).update(question.gems)
    return Print.of(known_gems, without=without)
