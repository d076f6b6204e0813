"""A hand while it is entered, as its page shows it: groups, count, what is wrong with it, what is asked about it."""

from dataclasses import dataclass
from functools import cached_property

from flask import request

from companion.documents.shorthand import write_shorthand
from companion.documents.showdown_draft import EnteredHand, Way, write_offer
from companion.photo import reader
from companion.rules.cards import Card, name_of
from companion.rules.rummy.entry import Next, UnsureCard
from companion.rules.rummy.melds import Meld, NoMeld, classify
from companion.rules.rummy.offers import open_offers
from companion.rules.rummy.photo_entry import open_doubts
from companion.rules.rummy.ruleset import Scoring
from companion.web.cards import card_names
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
    """A group of cards as it lies."""

    place: int
    laid: tuple[Card, ...]
    judged: Meld | NoMeld
    awaits: bool
    """A card that lies in it is still to be named, so it may yet be a meld."""

    @property
    def cards(self) -> tuple[str, ...]:
        return card_names(self.laid)

    @property
    def kind(self) -> str:
        """What kind of meld it is; empty if it is none."""
        return KIND_WORDS[self.judged.kind] if isinstance(self.judged, Meld) else ""

    @property
    def gem_unknown(self) -> bool:
        """Whether it is a stash, as far as its gem is known."""
        return isinstance(self.judged, NoMeld) and self.judged.gem_unknown

    @property
    def is_one_row(self) -> bool:
        """Whether it may be the whole hand."""
        return not self.kind and len(self.laid) >= ONE_ROW_FROM

    @property
    def is_stray(self) -> bool:
        """Whether it may be deadwood that lies together: no known meld, and not a whole hand."""
        return not (self.kind or self.awaits or self.is_one_row)

    @property
    def words(self) -> str:
        """The cards, for a question about them."""
        return card_words(self.laid)


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


@dataclass(frozen=True)
class HandView:
    """A hand as far as it was entered."""

    draft: ShowdownDraft
    seat: int
    entered: EnteredHand
    refusal: str = ""
    """Why the last tap did nothing."""
    asks: HandQuestion | None = None
    """What is asked when the player has finished the hand."""

    @property
    def name(self) -> str:
        return self.draft.players[self.seat]

    @cached_property
    def address(self) -> str:
        return self.draft.url("hands.hand", seat=self.seat)

    @cached_property
    def loose(self) -> bool:
        return self.entered.way == Way.LOOSE

    @cached_property
    def typing(self) -> bool:
        """Whether the hand is typed."""
        return "typed" in request.args and self.entered.way != Way.COUNTED

    @cached_property
    def camera(self) -> str:
        """Where a photo is sent; empty where none can be read, and where a text or a number would not show it."""
        offers = reader.is_available() and not self.typing and self.entered.way != Way.COUNTED
        return self.draft.url("hand_photo.take", seat=self.seat) if offers else ""

    @cached_property
    def _unsure(self) -> tuple[UnsureCard, ...]:
        return tuple(open_doubts(self.entered.entry, self.draft.others_cards(self.seat)))

    @cached_property
    def doubts(self) -> tuple[DoubtView, ...]:
        return tuple(map(_doubt, self._unsure))

    @cached_property
    def groups(self) -> tuple[GroupView, ...]:
        if self.loose:
            return ()
        beside = {doubt.beside for doubt in self._unsure if doubt.beside is not None}
        context = self.draft.context
        return tuple(
            GroupView(place, cards, classify(cards, context), awaits=not beside.isdisjoint(cards))
            for place, cards in enumerate(self.entered.entry.melds)
        )

    @cached_property
    def deadwood(self) -> tuple[str, ...]:
        entry = self.entered.entry
        return card_names(sorted(entry.cards) if self.loose else entry.deadwood)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        return card_names(self.entered.entry.cards)

    @cached_property
    def picked(self) -> tuple[str, ...]:
        return card_names(self.entered.picked)

    @property
    def only_deadwood_picked(self) -> bool:
        return set(self.entered.picked) <= set(self.entered.entry.deadwood)

    @property
    def begins(self) -> bool:
        """Whether the next card begins a new meld, because the player asked for one."""
        return self.entered.entry.next == Next.NEW_MELD and not self.loose

    @property
    def to_deadwood(self) -> bool:
        return self.entered.entry.next == Next.DEADWOOD and not self.loose

    @cached_property
    def offers(self) -> tuple[tuple[str, str], ...]:
        """The questions about deadwood that may lie in a meld, each as a tap sends it, with its words."""
        offers = () if self.loose else open_offers(self.entered.entry, self.draft.context)
        return tuple((write_offer(offer), offer_words(offer)) for offer in offers)

    @property
    def run_label(self) -> Label:
        return run_key_label(self.entered.entry.last)

    @property
    def rank_label(self) -> Label:
        return rank_key_label(self.entered.entry.last)

    @cached_property
    def error(self) -> str:
        """Why the last tap did nothing, or what isn't a meld, and surplus cards; never a hint at what is better."""
        if self.refusal or self.entered.way == Way.COUNTED:
            return self.refusal
        sentences = [
            one_row_sentence(len(group.laid)) if group.is_one_row else no_meld_sentence(group.judged)
            for group in self.groups
            if isinstance(group.judged, NoMeld) and not (group.awaits or group.gem_unknown)
        ]
        surplus = len(self.cards) - self.expected
        if surplus > 0 and not self.draft.rules.more_cards_allowed:
            sentences.append(surplus_sentence(surplus, self.expected))
        return " ".join(sentences)

    @property
    def text(self) -> str:
        """The hand in shorthand, or text that could not be read, to be corrected."""
        if "text" in request.form:
            return request.form["text"]
        entry = self.entered.entry
        return write_shorthand((), sorted(entry.cards)) if self.loose else write_shorthand(entry.melds, entry.deadwood)

    @cached_property
    def expected(self) -> int:
        return self.draft.expected_cards(self.seat)

    @cached_property
    def count(self) -> str:
        """How many cards are there: 7 of 11."""
        return self.draft.count_words(self.seat, self.entered)

    @property
    def crowded(self) -> bool:
        """Whether the cards have to lie closer, so that the keys below them stay where they are."""
        return len(self.cards) >= CROWDED_FROM

    @cached_property
    def full(self) -> bool:
        """Whether the number of cards is right."""
        held = len(self.cards)
        return held == self.expected or (self.draft.rules.more_cards_allowed and held > self.expected)

    @property
    def whose(self) -> str:
        """Whose cards they are: on the player's own phone, "your"."""
        own = self.draft.member.seat == self.seat and self.draft.has_other_phones
        return whose_cards(self.name, own=own)

    @property
    def rum(self) -> bool:
        """Whether the Knocker of Knock Rummy has every card melded."""
        is_knocker = self.draft.rules.scoring == Scoring.LOWEST and self.seat == self.draft.shared.knocker
        return is_knocker and not (self.loose or self.deadwood)

    @property
    def may_claim(self) -> bool:
        """Whether Gem Parts can be claimed, or a claim withdrawn."""
        return self.draft.may_claim(self.entered)


def _doubt(doubt: UnsureCard) -> DoubtView:
    pairs = zip(doubt.guesses, reversed(doubt.guesses), strict=True)
    taps = [GuessView(card_word(card), spoken_card(card), f"{name_of(card)}-{name_of(other)}") for card, other in pairs]
    return DoubtView(doubt_words(doubt), tuple(taps), name_of(doubt.first))
