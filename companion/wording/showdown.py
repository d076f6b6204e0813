"""What is said while a showdown is entered: who knocked, the cards, their letters, the lay-offs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from companion.rules.cards import RANK_NAMES, Card, rank_of
from companion.rules.gems import Gem
from companion.rules.rummy.entry import NotLaid, Offer, Refusal
from companion.rules.rummy.lay_offs import NoPlace
from companion.rules.rummy.melds import Meld, MeldKind
from companion.rules.rummy.partition import Reading
from companion.rules.rummy.verdict import Call, TooManyPoints
from companion.wording.cards import (
    GEM_NAMES,
    KIND_WORDS,
    card_word,
    card_words,
    listed_words,
    plural,
    rank_word,
    spoken_card,
    with_article,
)
from companion.wording.faults import CALL_WORDS, meld_words, most_points, only_bearer, own_meld_sentence
from companion.wording.rulings import CALL_PARTS

KNOCK_OR_GIN = "Knock or Gin"
"""The call of a game in which Gin doesn't have to be called."""
KNOCK_OR_RUM = "Knock or rum"
"""The call of a game without Gin."""

CONTINUE = "Continue"
LAY_OFFS = "Lay-offs"
SEE_RULING = "See the ruling"
NO_CARDS = "No cards yet."
WHO_KNOCKED = "Who knocked?"
WHICH_DICE = "Which dice were rolled?"
WHICH_UPCARD = "Which card was the upcard?"
WHAT_CALL = "What was called?"
CARDS_OR_NUMBER = "Enter a number, or the cards."
CORRECT_FIRST = "Correct the fields below first."
TAP_BOTH_DICE = "Tap one face of each die."
TAP_RANK_AND_SUIT = "Tap the rank and the suit of the upcard."
TOO_MANY_TAPS = "These are too many taps at once. Reload the page."
NO_SUCH_HAND = "There is no such hand in this game."
NO_SUCH_SEAT = "Nobody sits there."
NO_SEAT = "This phone has no seat. Take one first."
ONLY_SCOREKEEPER_DISCARDS = "Others have entered their hands already. Only the scorekeeper can discard them."
HANDS_BEING_ENTERED = (
    "The others are already entering this hand on their phones. Yours is kept on this phone until you discard it."
)
NEXT_HAND_BEGUN = "The next hand is being entered. Record it or start it over, then try again."
HAND_IS_RECORDED = "The hand you entered this for is already recorded. Check the sheet, then discard yours."
OTHERS_PLAY = "Others play this hand than this phone showed. Check whose hand is whose, and who knocked."
GAME_IS_OVER = "This game is over or closed, so no hand can be added. Yours is kept on this phone until you discard it."
RULING_CHANGED = "Someone changed this hand after the ruling was shown. This is the ruling now."
DRAWN = "Drawn: nobody scores."


def enter_label(player: str) -> str:
    return f"Enter {player}'s hand"


def past_call(call: Call | None) -> str:
    return "called Rum" if call == Call.RUM else CALL_PARTS[call or Call.KNOCK]


def present_call(call: Call | None) -> str:
    return "knocks" if call in (None, Call.KNOCK) else f"calls {CALL_WORDS[call]}"


def own_phone_sentence(player: str) -> str:
    return f"{player} enters this hand on their own phone."


def taking_over_sentence(player: str) -> str:
    return f"What the other phone has of {player}'s hand is discarded, and you enter it again here."


HAND_TAKEN_OVER = "Another phone started your hand again. What was tapped here is gone."


def points_error(most: int) -> str:
    return f"Deadwood is a whole number up to {most}."


def too_many_points_sentence(facts: TooManyPoints) -> str:
    most = most_points(facts)
    return f"{most[0].upper()}{most[1:]}: {facts.points}?"


def missing_points_sentence(player: str) -> str:
    return f"How much deadwood does {player} have?"


def done_label(others: Sequence[str], *, is_last: bool, lays_off: bool) -> str:
    if others:
        return f"Next: {others[0]}"
    if not is_last:
        return "Finish hand"
    return LAY_OFFS if lays_off else SEE_RULING


def chosen_words(cards: int) -> str:
    return f"{plural(cards, 'card')} chosen"


def waiting_sentence(knocker: str | None, waited_for: Sequence[str], sharing: Sequence[str]) -> str:
    if knocker is None:
        return "Nobody has entered who knocked yet."
    if waited_for:
        verb = "is" if len(waited_for) == 1 else "are"
        return f"All hands will be shown as soon as {listed_words(waited_for)} {verb} done."
    if sharing:
        return f"A card lies in two hands. {listed_words(sharing, 'or')} tapped it by mistake and can take it out."
    return f"{knocker} is asked whether Gin was called."


@dataclass(frozen=True, slots=True)
class Label:
    text: str
    more: str


def run_key_label(last: Card | None) -> Label:
    if last is None:
        return Label("run …", "from the card tapped last to the next one")
    return Label(f"run {card_word(last)}–", f"from the {spoken_card(last)} to the next card tapped")


def rank_key_label(last: Card | None) -> Label:
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
    missing = expected - held
    if missing > 0:
        wrong = f"{held} of {expected} cards: {missing} {'is' if missing == 1 else 'are'} missing."
    else:
        wrong = f"{held} cards instead of {expected}: {-missing} too many."
    return f"{wrong} Left like this, nobody scores."


def too_many_cards_sentence(most: int, held: int) -> str:
    return f"No hand has more than {most} cards, and here are {held}."


def too_many_added_sentence(most: int, held: int) -> str:
    return f"No hand has more than {most} cards, and this would be {held}. Nothing was added."


def shared_card_question(card: Card, other: str) -> str:
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
    return f"{' '.join(map(offer_words, offers))} If so, write it without spaces. If not, put “/” before the deadwood."


def offer_answer(offer: Offer) -> str:
    kind = KIND_WORDS[offer.kind]
    return f"Yes, {card_words(offer.cards)} in the {kind}" if offer.extends else f"Yes, {card_words(offer.cards)}"


IT_WAS_A_KNOCK = "It was a knock"
NOT_LEGAL = "Not legal."
NOT_LAID = "Not laid out: find the best"
AS_TAPPED = "The app grouped these cards in the order of taps. Do they lie like this on the table?"
WHICH_READING = "These cards can lie in two ways. Do they lie as shown?"


def reading_words(reading: Reading, shown: Reading) -> str:
    return "No: " + ", ".join(card_words(meld) for meld in reading.melds if meld not in shown.melds)


def doubtful_call_sentence(call: Call | None, points: int, limit: int | None, *, may_be_a_knock: bool) -> str:
    if call in (Call.GIN, Call.BIG_GIN, Call.RUM):
        return f"{CALL_WORDS[call]} with {points} left{': a knock?' if may_be_a_knock else '.'}"
    return f"{points} is over {limit}." if limit else f"{points} left, and only Gin ends the hand."


def whose_cards(player: str, *, own: bool) -> str:
    """Return whose cards are to be tapped; `own`: on the phone of their player, beside others."""
    return "your" if own else f"{player}'s"


def surplus_sentence(surplus: int, expected: int) -> str:
    return f"{plural(surplus, 'card')} too many: a hand has {expected}."


def refusal_sentence(refusal: Refusal) -> str:
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


OWN_PHONES_LAY_OFF = "Each player lays off on their own phone."
LAY_OFFS_CHANGED = "Someone else just laid off. Check the melds, then enter yours again."
NO_PASSING = "Nobody has to pass here. Press “That's all” when everything is laid off."
ENTER_ALONE = "{card} would show its gem: enter it by itself."
NO_SUCH_MELD = "There is no meld {number} on the table."
NOT_IN_DEADWOOD = "{card} isn't in anyone's deadwood."
NOT_A_MELD = "Group {number} isn't a meld."


def leftover_headline(player: str, *, in_turns: bool, passed: bool, due: bool) -> str:
    if not in_turns:
        return f"{player}'s deadwood"
    if passed:
        return f"{player} passed, deadwood"
    return f"{player}'s turn, deadwood" if due else f"Next: {player}, deadwood"


def laid_off_sentence(player: str, card: Card, owner: str, meld: str) -> str:
    return f"{player} lays off {card_word(card)} on {owner}'s {meld}."


def meld_name(number: int, owner: str, kind: str) -> str:
    return f"Meld {number}, {owner}'s {kind}" if kind else f"Group {number} of {owner}, not a meld"


def meld_caption(number: int, kind: str) -> str:
    return f"{number}: {kind or 'not a meld'}"


def closed_sentence(card: Card, owner: str, meld: Meld, call: Call) -> str:
    return f"{card_word(card)} can't go on {meld_words(owner, meld)}: nobody lays off on a {CALL_WORDS[call]} hand."


def pass_sentence(player: str) -> str:
    return f"{player} passes."


def target_question(card: Card, gem: Gem | None) -> str:
    return f"Is {card_word(card)} {with_article(GEM_NAMES[gem])}?" if gem else f"Where does {card_word(card)} go?"


def target_label(owner: str, meld: Meld, *, reveals: bool) -> str:
    """Label the button that lays a card on a meld; `reveals` says that this reveals the card's letter."""
    if meld.gem is None:
        return f"On {owner}'s {KIND_WORDS[meld.kind]}"
    gem = GEM_NAMES[meld.gem]
    return f"Yes, {with_article(gem)}: lay it on {owner}'s stash" if reveals else f"On {owner}'s {gem} stash"


def decline_label(card: Card, gem: Gem | None) -> str:
    return "No, it isn't" if gem else f"Keep {card_word(card)}"


def no_place_sentence(why: NoPlace, player: str, names: Sequence[str], call: Call = Call.GIN) -> str:
    card = card_word(why.card)
    if why.closed is not None:
        return closed_sentence(why.card, names[why.closed.owner], why.closed.meld, call)
    if why.own is not None:
        return own_meld_sentence(card, player)
    if why.borne is not None:
        gem, bearer = why.borne
        return f"{card} can't be {GEM_NAMES[gem]}: {only_bearer(bearer)}."
    reasons = {
        MeldKind.RUN: "extend a run",
        MeldKind.SET: f"join a set of {rank_word(rank_of(why.card))}s",
        MeldKind.STASH: "share a stash's gem",
    }
    return f"{card} doesn't {listed_words([reasons[kind] for kind in reasons if kind in why.kinds], 'or')}."


RULED_OUT = "ruled out"
NOT_LEFT = "not left"
NO_GEM_CHOSEN = "Choose the gem that is printed there."
NO_CARD_TAPPED = "Tap the cards that show it, or answer that none of them does."
NO_CARD_LEFT = "By the gems entered so far, one of these cards must show it. Check the cards or the gems."


def borne_words(bearer: Card) -> str:
    return f"on {card_word(bearer)}"


def not_borne_words(card: Card) -> str:
    return f"not on {card_word(card)}"


SITS_OUT = "Who sits out"


def instead_of(name: str) -> str:
    return f"Instead of {name}"
