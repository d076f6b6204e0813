"""View of a hand while it is entered: its groups, its count, and what is wrong with it."""

from collections.abc import Iterable, Sized
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from companion.documents.shorthand import write_shorthand
from companion.documents.showdown_draft import EnteredHand, Way, write_offer
from companion.rules.cards import Card, Hand, name_of
from companion.rules.rummy.entry import Next, UnsureCard
from companion.rules.rummy.melds import Meld, MeldContext, classify
from companion.rules.rummy.offers import open_offers
from companion.rules.rummy.photo_entry import open_doubts
from companion.rules.rummy.ruleset import Scoring
from companion.web.showdown.draft import ShowdownDraft
from companion.web.showdown.hand_questions import HandQuestion
from companion.wording.cards import KIND_WORDS, card_word, card_words, spoken_card
from companion.wording.faults import no_meld_sentence
from companion.wording.photos import doubt_words, one_row_sentence
from companion.wording.showdown import Label, offer_words, rank_key_label, run_key_label, surplus_sentence, whose_cards

CROWDED_FROM = 13
ONE_ROW_FROM = 8
"""A group of this many cards that isn't a meld is probably the whole hand, laid in one row."""


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group of cards as it lies, with its kind if it is a meld."""

    place: int
    cards: tuple[str, ...]
    kind: str
    gem_unknown: bool = False
    """A stash, as far as its gem is known."""
    awaits: bool = False
    """A card that lies in it is still to be named, so it may yet be a meld."""
    words: str = ""

    @property
    def is_stray(self) -> bool:
        """Whether it may be deadwood that lies together: no known meld, and not a whole hand."""
        return not (self.kind or self.awaits or _is_one_row(self.cards))


@dataclass(frozen=True, slots=True)
class GuessView:
    """What a card may be: as shown, as read aloud, and as the tap sends it."""

    text: str
    spoken: str
    tap: str


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A card of a photo that is still to be named."""

    words: str
    guesses: tuple[GuessView, ...]
    corner: str
    """The guess under which the photo has its corner."""


@dataclass(frozen=True, slots=True)
class OfferView:
    """A question about deadwood that may lie in a meld."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as far as it was entered."""

    way: Way
    groups: tuple[GroupView, ...]
    deadwood: tuple[str, ...]
    cards: tuple[str, ...]
    deadwood_points: int
    held: int
    expected: int
    or_more: bool
    picked: tuple[str, ...]
    begins: bool
    """The next card begins a new meld, because the player asked for one."""
    to_deadwood: bool
    run_begun: bool
    offers: tuple[OfferView, ...]
    run_label: Label
    rank_label: Label
    error: str
    text: str
    """The hand in shorthand."""
    shown_as: str
    """What a tap sends back, so that it is known whether it was made on an outdated hand."""
    points: int | None
    claims: bool
    asks: HandQuestion | None
    """What is asked when the player has finished the hand."""
    whose: str
    """Whose cards they are: on the player's own phone, "your"."""
    only_deadwood_picked: bool
    doubts: tuple[DoubtView, ...]
    rum: bool
    """The Knocker of Knock Rummy has every card melded."""
    is_one_row: bool
    """A whole hand seems to lie in one row, so its melds don't show."""

    @property
    def count(self) -> str:
        """How many cards are there: 7 of 11."""
        return (
            f"{self.held} of {self.expected}" if not self.or_more or self.held < self.expected else f"{self.held} cards"
        )

    @property
    def crowded(self) -> bool:
        """Whether the cards have to lie closer, so that the keys below them stay where they are."""
        return self.held >= CROWDED_FROM

    @property
    def full(self) -> bool:
        """Whether the number of cards is right."""
        if self.way == Way.COUNTED:
            return self.points is not None
        return self.held == self.expected or (self.or_more and self.held > self.expected)


def view_hand(
    draft: ShowdownDraft, seat: int, hand: EnteredHand, error: str = "", *, asks: HandQuestion | None = None
) -> HandView:
    """Return the view of a hand; `error` is why the last tap did nothing."""
    context, entry = draft.context, hand.entry
    expected, or_more = draft.expected_cards(seat), draft.rules.more_cards_allowed
    loose = hand.way == Way.LOOSE
    doubts = open_doubts(entry, draft.others_cards(seat))
    beside = {doubt.beside for doubt in doubts if doubt.beside is not None}
    text = _text(hand)
    groups = () if loose else tuple(_group(place, group, context, beside) for place, group in enumerate(entry.melds))
    return HandView(
        way=hand.way,
        groups=groups,
        deadwood=_names(sorted(entry.cards) if loose else entry.deadwood),
        cards=_names(entry.cards),
        deadwood_points=Hand.of(entry.deadwood).points,
        held=len(entry.cards),
        expected=expected,
        or_more=or_more,
        picked=_names(hand.picked),
        begins=entry.next == Next.NEW_MELD and not loose,
        to_deadwood=entry.next == Next.DEADWOOD and not loose,
        run_begun=hand.run_begun,
        offers=()
        if loose
        else tuple(OfferView(write_offer(offer), offer_words(offer)) for offer in open_offers(entry, context)),
        run_label=run_key_label(entry.last),
        rank_label=rank_key_label(entry.last),
        error=error or _mistakes(hand, context, beside, expected, or_more=or_more),
        text=text,
        shown_as=_with_picked(text, hand),
        points=hand.points,
        claims=hand.claims,
        asks=asks,
        whose=whose_cards(draft.players[seat], own=draft.member.seat == seat and draft.has_other_phones),
        only_deadwood_picked=set(hand.picked) <= set(entry.deadwood),
        doubts=tuple(map(_doubt, doubts)),
        rum=draft.rules.scoring == Scoring.LOWEST and seat == draft.shared.knocker and not (loose or entry.deadwood),
        is_one_row=any(_is_one_row(group.cards) and not group.kind for group in groups),
    )


def _text(hand: EnteredHand) -> str:
    entry = hand.entry
    if hand.way == Way.LOOSE:
        return write_shorthand((), sorted(entry.cards))
    return write_shorthand(entry.melds, entry.deadwood)


def shown_as(hand: EnteredHand) -> str:
    """Return how a page shows a hand: its cards as they lie, and those that are picked."""
    return _with_picked(_text(hand), hand)


def _with_picked(text: str, hand: EnteredHand) -> str:
    return f"{text} : {' '.join(_names(hand.picked))}"


def _doubt(doubt: UnsureCard) -> DoubtView:
    pairs = zip(doubt.guesses, reversed(doubt.guesses), strict=True)
    taps = [GuessView(card_word(card), spoken_card(card), f"{name_of(card)}-{name_of(other)}") for card, other in pairs]
    return DoubtView(doubt_words(doubt), tuple(taps), name_of(doubt.first))


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(name_of(card) for card in cards)


def _is_one_row(cards: Sized) -> bool:
    return len(cards) >= ONE_ROW_FROM


def _group(place: int, cards: tuple[Card, ...], context: MeldContext, beside: AbstractSet[Card]) -> GroupView:
    group = classify(cards, context)
    if isinstance(group, Meld):
        return GroupView(place, _names(cards), KIND_WORDS[group.kind])
    return GroupView(
        place,
        _names(cards),
        "",
        group.gem_unknown,
        awaits=not beside.isdisjoint(cards),
        words=card_words(cards),
    )


def _mistakes(
    hand: EnteredHand, context: MeldContext, beside: AbstractSet[Card], expected: int, *, or_more: bool
) -> str:
    """Name groups that aren't melds, and surplus cards. Never hint at what would be better."""
    if hand.way == Way.COUNTED:
        return ""
    sentences = []
    if hand.way == Way.LAID_OUT:
        groups = (classify(group, context) for group in hand.entry.melds if beside.isdisjoint(group))
        sentences = [
            one_row_sentence(len(group.cards)) if _is_one_row(group.cards) else no_meld_sentence(group)
            for group in groups
            if not isinstance(group, Meld) and not group.gem_unknown
        ]
    surplus = len(hand.entry.cards) - expected
    if surplus > 0 and not or_more:
        sentences.append(surplus_sentence(surplus, expected))
    return " ".join(sentences)
