"""Labels and sentences of a hand being entered; never which card would be better (R.14)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from companion.rules.cards import RANK_NAMES, Card, rank_of
from companion.rules.rummy.entry import NotLaid, Offer, Refusal
from companion.rules.rummy.melds import MeldKind
from companion.rules.rummy.partition import Reading
from companion.rules.rummy.verdict import Call
from companion.wording.cards import KIND_WORDS, card_word, card_words, plural, rank_word, spoken_card
from companion.wording.faults import CALL_WORDS
from companion.wording.showdown import past_call


@dataclass(frozen=True, slots=True)
class Label:
    """What a key shows, and what a screen reader adds to it."""

    text: str
    more: str


def run_key_label(last: Card | None) -> Label:
    """Label the key that lays a whole run from the card laid last."""
    if last is None:
        return Label("run …", "from the card tapped last to the next one")
    return Label(f"run {card_word(last)}–", f"from the {spoken_card(last)} to the next card tapped")


def rank_key_label(last: Card | None) -> Label:
    """Label the key that lays the rest of the rank laid last."""
    if last is None:
        return Label("all of rank", "of the card tapped last")
    return Label(f"all {RANK_NAMES[rank_of(last) - 1]}s", "that are in no hand yet")


def aim_words(
    *, other: str, call: Call | None, limit: int | None, diamond: Card | None, size: int, or_more: bool
) -> tuple[Label, ...]:
    """Return what a hand is to hold, for its header: the knock limit, the Queen's Diamond, and how many cards.

    `other` is who knocked if that was another player.
    """
    parts = []
    if other:
        parts.append(Label(f"{other} {past_call(call)}", ""))
    elif call in (Call.GIN, Call.BIG_GIN):
        parts.append(Label("No deadwood", ""))
    elif limit == 0:
        parts.append(Label("Gin only", "Only Gin ends the hand"))
    elif limit is not None:
        parts.append(Label(f"Knock ≤ {limit}", f"Knocks with at most {limit}"))
    if diamond is not None:
        parts.append(Label(f"Q + {card_word(diamond)}", f"Queen's Diamonds: a Queen and the {spoken_card(diamond)}"))
    count = Label(f"{size}+ cards", f"{size} or more cards") if or_more else Label(f"{size} cards", "")
    return (*parts, count)


def card_count_question(held: int, expected: int) -> str:
    """Say what is wrong with the number of cards when a hand is finished, and what it leads to."""
    missing = expected - held
    if missing > 0:
        wrong = f"{held} of {expected} cards: {missing} {'is' if missing == 1 else 'are'} missing."
    else:
        wrong = f"{held} cards instead of {expected}: {-missing} too many."
    return f"{wrong} Left like this, nobody scores."


def too_many_cards_sentence(most: int, held: int) -> str:
    """Refuse more cards than a hand can have."""
    return f"No hand has more than {most} cards, and here are {held}."


def too_many_added_sentence(most: int, held: int) -> str:
    """Refuse to add cards to a hand that would then have more than any can."""
    return f"No hand has more than {most} cards, and this would be {held}. Nothing was added."


def shared_card_question(card: Card, other: str) -> str:
    """Say that a card lies in two hands, entered on two phones, and what it leads to."""
    return (
        f"{card_word(card)} is in {other}'s hand too: one of you tapped it by mistake. Left like this, nobody scores."
    )


def offer_words(offer: Offer) -> str:
    """Ask whether deadwood lies in a meld: "K♦ K♥ K♠: a set?"."""
    kind = KIND_WORDS[offer.kind]
    if offer.extends and offer.kind == MeldKind.STASH:
        # Perhaps nobody has entered its gem: then nobody knows whether it fits.
        return f"{card_words(offer.cards)}: in your stash too?"
    if offer.extends:
        return f"{card_words(offer.cards)} fits your {kind}. Was it laid there?"
    return f"{card_words(offer.cards)}: {kind if kind.endswith('s') else f'a {kind}'}?"


def written_question(offers: Iterable[Offer]) -> str:
    """Ask about deadwood of a hand that was written down, and say how the answer is written."""
    return f"{' '.join(map(offer_words, offers))} If so, write it without spaces. If not, put “/” before the deadwood."


def offer_answer(offer: Offer) -> str:
    """Label the answer that lays cards as offered."""
    kind = KIND_WORDS[offer.kind]
    return f"Yes, {card_words(offer.cards)} in the {kind}" if offer.extends else f"Yes, {card_words(offer.cards)}"


IT_WAS_A_KNOCK = "It was a knock"
NOT_LEGAL = "Not legal."
NOT_LAID = "Not laid out: find the best"
AS_TAPPED = "The app grouped these cards in the order of taps. Do they lie like this on the table?"
WHICH_READING = "These cards can lie in two ways. Do they lie as shown?"


def reading_words(reading: Reading, shown: Reading) -> str:
    """Label the answer that lays cards as another reading has them: the groups in which it differs."""
    return "No: " + ", ".join(card_words(meld) for meld in reading.melds if meld not in shown.melds)


def doubtful_call_sentence(call: Call | None, points: int, limit: int | None, *, may_be_a_knock: bool) -> str:
    """Say why a knock is not legal as it was entered."""
    if call in (Call.GIN, Call.BIG_GIN, Call.RUM):
        return f"{CALL_WORDS[call]} with {points} left{': a knock?' if may_be_a_knock else '.'}"
    return f"{points} is over {limit}." if limit else f"{points} left, and only Gin ends the hand."


def whose_cards(player: str, *, own: bool) -> str:
    """Return whose cards are to be tapped; `own`: on the phone of their player, beside others."""
    return "your" if own else f"{player}'s"


def surplus_sentence(surplus: int, expected: int) -> str:
    """Say that a hand has too many cards."""
    return f"{plural(surplus, 'card')} too many: a hand has {expected}."


def refusal_sentence(refusal: Refusal) -> str:
    """Return why nothing was entered."""
    match refusal.reason:
        case NotLaid.HELD_BY_ANOTHER:
            return f"{card_words(refusal.cards)} {_is(refusal)} in {refusal.owner}'s hand."
        case NotLaid.LAID_ALREADY:
            return f"{card_words(refusal.cards)} {_is(refusal)} already in this hand."
        case NotLaid.NO_START:
            return "Tap the card to start from first."
        case NotLaid.TWO_SUITS:
            start, end = refusal.cards
            return f"{card_word(start)} and {card_word(end)} can't be in one run: a run stays in one suit."
        case NotLaid.NONE_LEFT:
            return f"There's no other {rank_word(rank_of(refusal.cards[0]))} left."
    assert_never(refusal.reason)


def _is(refusal: Refusal) -> str:
    return "is" if len(refusal.cards) == 1 else "are"
