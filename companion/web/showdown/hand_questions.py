"""What is asked when a hand is finished: about its layout, and about a knock that may not be legal.

It is asked where it was entered, before anything is ruled: what the app grouped may lie otherwise, and only the table
knows. No question names a play that the taps don't show (R.14).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.documents.showdown_draft import EnteredHand, Way, write_offer, write_reading
from companion.rules.cards import Hand
from companion.rules.rummy.melds import MeldKind
from companion.rules.rummy.offers import (
    may_lie_better,
    open_offers,
    readings_to_choose,
    stash_that_allows,
)
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import faults_of_call
from companion.rules.rummy.solver import best_layouts
from companion.rules.rummy.verdict import Call, CallFacts, Fault
from companion.web.showdown.draft import ShowdownDraft
from companion.wording.faults import fault_sentence
from companion.wording.showdown import (
    AS_TAPPED,
    IT_WAS_A_KNOCK,
    NOT_LAID,
    NOT_LEGAL,
    WHICH_READING,
    doubtful_call_sentence,
    offer_answer,
    offer_words,
    reading_words,
)

_NOT_SHOWN = EnteredHand(way=Way.COUNTED, points=0)
"""Stands for the hand of another player, on which no call depends."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button under a question: its label, and the tap that it sends."""

    label: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A question about a finished hand, and what can be answered besides going on and going back."""

    words: str
    confirm: str = "as-it-is"
    """The tap that goes on."""
    answers: tuple[Answer, ...] = ()
    is_ruling: bool = False
    """It is the ruling on a call that isn't legal, whatever the others hold."""
    plays_on: bool = False
    """The hand may go on from here."""


def layout_question(draft: ShowdownDraft, seat: int, hand: EnteredHand) -> HandQuestion | None:
    """Return what is asked about a hand of the right size, or None."""
    points = _points(draft, hand)
    limit = _limit(draft, seat)
    doubtful = points is not None and limit is not None and points > limit
    words, answers = [], []
    if hand.way == Way.LAID_OUT and draft.rules.layout != LayoutRule.BEST:
        offers = list(open_offers(hand.entry, draft.context))
        stash = stash_that_allows(hand.entry, limit or 0, draft.context) if doubtful else None
        if stash:
            # In place of the first cards of the row that may be a stash: with these a knock would be legal.
            offers = [*(offer for offer in offers if offer.kind != MeldKind.STASH or offer.extends), stash]
        words += [offer_words(offer) for offer in offers]
        answers += [Answer(offer_answer(offer), "offer", write_offer(offer)) for offer in offers]
        if not offers:
            _ask_how_it_lies(draft, seat, hand, words, answers)
    if not doubtful:
        return HandQuestion(" ".join(words), "as-laid", tuple(answers)) if words else None
    if not words and not draft.correcting:
        return ruling_of_call(draft, seat, hand)
    as_a_knock = _as_a_knock(_faults_of_call(draft, seat, hand))
    over = doubtful_call_sentence(draft.shared.call, points or 0, draft.knock_limit, may_be_a_knock=bool(as_a_knock))
    confirm = "as-laid" if draft.correcting else "rule"
    return HandQuestion(" ".join([over, *words]), confirm, (*as_a_knock, *answers))


def ruling_of_call(draft: ShowdownDraft, seat: int, hand: EnteredHand) -> HandQuestion | None:
    """Return the ruling on a call that the Knocker's hand alone makes illegal, or None.

    The others needn't show their cards then, since the hand goes on.
    """
    points, limit = _points(draft, hand), _limit(draft, seat)
    if draft.correcting or points is None or limit is None or points <= limit:
        return None
    faults = _faults_of_call(draft, seat, hand)
    return HandQuestion(
        " ".join([NOT_LEGAL, *map(fault_sentence, faults)]),
        "as-laid",
        _as_a_knock(faults),
        is_ruling=True,
        plays_on=not draft.face_down or draft.keeps_score,
    )


def _faults_of_call(draft: ShowdownDraft, seat: int, hand: EnteredHand) -> tuple[Fault, ...]:
    hands = tuple(hand if other == seat else _NOT_SHOWN for other in range(len(draft.players)))
    return faults_of_call(replace(draft, hands=hands).showdown)


def _as_a_knock(faults: Sequence[Fault]) -> tuple[Answer, ...]:
    is_offered = any(isinstance(fault.facts, CallFacts) and fault.facts.may_be_a_knock for fault in faults)
    return (Answer(IT_WAS_A_KNOCK, "call", Call.KNOCK.value),) if is_offered else ()


def _ask_how_it_lies(
    draft: ShowdownDraft, seat: int, hand: EnteredHand, words: list[str], answers: list[Answer]
) -> None:
    if may_lie_better(hand.entry, draft.context):
        words.append(AS_TAPPED)
        answers.append(Answer(NOT_LAID, "act", "way:loose"))
        return
    knocker = draft.shared.knocker
    # Everybody lays off onto the others' melds but the Knocker.
    by_others = knocker is not None and any(other not in (seat, knocker) for other in range(len(draft.players)))
    readings = readings_to_choose(
        hand.entry,
        draft.context,
        takes_lay_offs=draft.rules.has_lay_offs and by_others,
        lays_off=draft.rules.has_lay_offs and seat != knocker,
    )
    if readings:
        words.append(WHICH_READING)
        answers += [
            Answer(reading_words(reading, readings[0]), "reading", write_reading(reading)) for reading in readings[1:]
        ]


def _points(draft: ShowdownDraft, hand: EnteredHand) -> int | None:
    """Return the deadwood of a hand, or None where unknown gems may still lower it."""
    if hand.way == Way.COUNTED:
        return hand.points
    if hand.way == Way.LAID_OUT and draft.rules.layout != LayoutRule.BEST:
        return Hand.of(hand.entry.deadwood).points
    if draft.context.has_gems and (draft.gems is None or not draft.gems.complete):
        return None
    return best_layouts(Hand.of(hand.entry.cards).bits, draft.context.meld_rules)[0].points


def _limit(draft: ShowdownDraft, seat: int) -> int | None:
    """Return the most deadwood that the call of a hand allows; None for the other hands, or without a limit."""
    if seat != draft.shared.knocker:
        return None
    return draft.knock_limit if draft.shared.call in (None, Call.KNOCK) else 0
