"""What to ask of the letters on the cards before a showdown is ruled, and what an answer says of the deck.

First what a claim rests on: the gem of a stash that was laid, the letters of a hand said to have Gem Parts. Then the
letters that could change what the app itself lays out and lays off. Where only one gem would make a difference to a
hand, the question is which of its cards bear that gem, and the answer may be none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from companion.rules.cards import Card, hand_of
from companion.rules.gems import GEMS, NOTHING_KNOWN, Gem, Print, letters_for_gem_parts
from companion.rules.rummy.melds import NoMeld, classify
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Counted, LaidOut, Showdown, cards_given
from companion.rules.rummy.unknown import UnknownLetter
from companion.rules.rummy.verdict import FaultCode, Verdict, WrongAt


class Ask(StrEnum):
    """What is asked of some cards: the gem they share, eight different letters, their letters, or who bears one gem."""

    STASH = "stash"
    GEM_PARTS = "gem-parts"
    LETTERS = "letters"
    BEARERS = "bearers"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one player's cards; `gems` are those that the answer may name."""

    ask: Ask
    seat: int
    cards: tuple[Card, ...]
    gems: tuple[Gem, ...]


Letters = Mapping[Card, Sequence[Gem]]


def questions(showdown: Showdown) -> tuple[Question, ...]:
    """Give what is asked next, all on one screen; nothing where the ruling hangs on no letter."""
    claim = next(_of_claims(showdown), None)
    if claim is not None:
        return (claim,)
    verdict = judge(showdown)
    lay_off = next(_of_lay_offs(showdown, verdict), None)
    if lay_off is not None:
        return (lay_off,)
    # With `layout: best` a recorded hand is laid out again, and only letters that are recorded too let it lie the same.
    whole_letters = showdown.rules.layout == LayoutRule.BEST
    return tuple(
        _question(seat, tuple(letters), whole_letters=whole_letters)
        for seat, letters in groupby(verdict.asked, key=lambda letter: letter.seat)
    )


def _of_claims(showdown: Showdown) -> Iterator[Question]:
    if not showdown.rules.has_gems or (showdown.gems and showdown.gems.faults):
        return
    known = showdown.gems or NOTHING_KNOWN
    for place, seat in enumerate(showdown.seats):
        for group in seat.hand.groups if isinstance(seat.hand, LaidOut) else ():
            judged = classify(group, showdown.context)
            if isinstance(judged, NoMeld) and judged.gem_unknown:
                shared = set(GEMS).intersection(*(known.possible(card) for card in group))
                yield Question(Ask.STASH, place, group, tuple(gem for gem in GEMS if gem in shared))
    for place, seat in enumerate(showdown.seats):
        if not isinstance(seat.hand, Counted) and seat.hand.claims_gem_parts:
            letters = letters_for_gem_parts(known, hand_of(cards_given(seat.hand)))
            if letters:
                gems = {gem for own in letters.values() for gem in own}
                yield Question(Ask.GEM_PARTS, place, tuple(letters), tuple(gem for gem in GEMS if gem in gems))


def _of_lay_offs(showdown: Showdown, verdict: Verdict) -> Iterator[Question]:
    """Ask of a card that was laid off onto a stash whether it bears the gem."""
    names = [seat.name for seat in showdown.seats]
    for fault in verdict.faults:
        lying = fault.facts.meld if isinstance(fault.facts, WrongAt) else None
        if fault.code == FaultCode.GEM_UNKNOWN and lying and lying.meld.gem and fault.player in names:
            yield Question(Ask.BEARERS, names.index(fault.player), fault.cards, (lying.meld.gem,))


def _question(seat: int, letters: Sequence[UnknownLetter], *, whole_letters: bool) -> Question:
    cards = tuple(letter.card for letter in letters)
    gems = frozenset[Gem]().union(*(letter.gems for letter in letters))
    if len(gems) == 1 and not whole_letters:
        return Question(Ask.BEARERS, seat, cards, tuple(gems))
    return Question(Ask.LETTERS, seat, cards, GEMS)


def answered(gems: Print | None, question: Question, letters: Letters) -> Print:
    """Give the deck with an answer: the letters read on the cards; those without one bear no gem that was asked for."""
    known = gems or NOTHING_KNOWN
    known_gems = dict(known.gems)
    without = {card: set(own) for card, own in known.without.items()}
    for card in question.cards:
        if letters.get(card):
            known_gems[card] = tuple(dict.fromkeys((*known.gems.get(card, ()), *letters[card])))
        elif question.ask == Ask.BEARERS:
            without.setdefault(card, set()).update(question.gems)
    return Print.of(known_gems, without=without)
