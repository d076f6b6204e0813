"""The gems of a few cards, asked for where a ruling depends on them, card by card, and remembered."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import EnteredHand, SharedState, Way, tapped
from companion.rules.cards import Card, name_of
from companion.rules.gems import GEMS, NOTHING_KNOWN, Gem, Print, group_of
from companion.rules.rummy.asking import Ask, LetterQuestion, answered
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.taps import Written
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import letters_asked, next_screen
from companion.web.showdown.saving import save_hand, save_shared
from companion.wording.cards import GEM_NAMES
from companion.wording.faults import print_sentence
from companion.wording.showdown import (
    NO_CARD_LEFT,
    NO_CARD_TAPPED,
    NO_GEM_CHOSEN,
    NOT_LEFT,
    RULED_OUT,
    borne_words,
    not_borne_words,
)

blueprint = Blueprint("letters", __name__, url_prefix="/g/<game>/hand/<int:number>/letters")

Letters = dict["Card", tuple[Gem, ...]]

_ASKED_CARD_BY_CARD = frozenset({Ask.LETTERS, Ask.GEM_PARTS})


@dataclass(frozen=True, slots=True)
class GemKey:
    """A gem that may be the answer, or why it can't be."""

    letter: str
    name: str
    why_not: str


@pages.context("showdown/letters.html")
class LettersPage:
    """Context of the screen that asks for the gem of a stash, the gem of a card, or which cards show one gem."""

    draft: ShowdownDraft
    question: LetterQuestion
    asked: str
    """The question, as its answer names it."""
    shows_two: bool
    """The card asked about by itself is a King, and neither of its gems is known."""
    gems: tuple[GemKey, ...]
    left: int
    """How many more cards may have to be asked about."""
    may_have_no_stash: bool
    """Cards that nobody laid out are asked about, so the table may say that no stash is among them."""
    chosen: frozenset[str]
    error: str


@blueprint.get("")
def letters(game: str, number: int) -> Response | BaseResponse:
    """Ask for the gems of just the cards on which the ruling depends, one card after the other."""
    draft = load_draft(require_member(game), number)
    asked = letters_asked(draft) if draft.all_in else ()
    return pages.show(_page(draft, asked)) if asked else go_to(next_screen(draft))


def _page(draft: ShowdownDraft, asked: tuple[LetterQuestion, ...], error: str = "") -> LettersPage:
    question, deck = _first(draft, asked), _deck(draft)
    by_itself = question.ask in _ASKED_CARD_BY_CARD
    card = question.cards[0]
    return LettersPage(
        draft=draft,
        question=question,
        asked=_token(question),
        shows_two=by_itself and group_of(card).gems_a_card - len(deck.gems.get(card, ())) > 1,
        gems=tuple(GemKey(gem.value, GEM_NAMES[gem], _why_not(deck, question, gem)) for gem in GEMS),
        left=sum(len(other.cards) for other in asked if other.ask in _ASKED_CARD_BY_CARD) - 1 if by_itself else 0,
        may_have_no_stash=_may_have_no_stash(draft, question),
        chosen=frozenset(request.form.getlist("bears")),
        error=error,
    )


def _first(draft: ShowdownDraft, asked: tuple[LetterQuestion, ...]) -> LetterQuestion:
    """Return what is asked now: where several cards' gems are needed, that of the first as the hand lies."""
    question = asked[0]
    if question.ask not in _ASKED_CARD_BY_CARD:
        return question
    card, deck = min(question.cards, key=draft.hands[question.seat].cards.index), _deck(draft)
    open_gems = deck.possible(card) - set(deck.gems.get(card, ()))
    return replace(question, cards=(card,), gems=tuple(gem for gem in GEMS if gem in open_gems))


def _why_not(deck: Print, question: LetterQuestion, gem: Gem) -> str:
    """Return why a gem can't be the answer; empty if it can."""
    if gem in question.gems:
        return ""
    for card in question.cards:
        bearer = next((other for other in group_of(card).cards if gem in deck.gems.get(other, ())), None)
        if bearer is not None and (bearer != card or question.ask in _ASKED_CARD_BY_CARD):
            return borne_words(bearer)
        if gem in deck.without.get(card, ()):
            return RULED_OUT
        if bearer is None and deck.is_known(card):
            return not_borne_words(card)
    return NOT_LEFT


def _token(question: LetterQuestion) -> str:
    """Return what a form is an answer to: a version would refuse it too where another phone only picked a card."""
    return f"{question.seat}-{question.ask}-{'-'.join(map(name_of, question.cards))}-{''.join(question.gems)}"


def _deck(draft: ShowdownDraft) -> Print:
    return draft.gems or NOTHING_KNOWN


@blueprint.post("")
def save_letters(game: str, number: int) -> Response | BaseResponse:
    """Save an answer, take back the last one, check or withdraw Gem Parts, or rule out a stash."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    act = request.form.get("act")
    if act == "forget":
        # What an earlier hand ruled out on these cards may be what is wrong.
        not_gems = {name: "" for name in draft.ruled_out if name in draft.base.head.get("not_gems", {})}
        forgotten = save_shared(draft, lambda shared: replace(shared, gems={}, not_gems=not_gems, gem_answers=()))
        return go_to(next_screen(forgotten))
    asked = letters_asked(draft) if draft.all_in else ()
    question = _first(draft, asked) if asked else None
    if question is None or request.form.get("asked", _token(question)) != _token(question):
        return go_to(next_screen(draft))
    if act == "back":
        return go_to(next_screen(save_shared(draft, SharedState.without_last_gems)))
    if act == "withdraw" and question.ask == Ask.GEM_PARTS:
        return go_to(next_screen(save_hand(draft, question.seat, lambda hand: replace(hand, claims=False), ready=True)))
    if act == "checked" and question.ask == Ask.GEM_PARTS:
        return go_to(next_screen(_check_by_eye(draft, question.seat)))
    if act == "no-stash" and _may_have_no_stash(draft, question):
        return go_to(next_screen(_lay_out(draft, question.seat)))
    letters = _read(question)
    deck = answered(_deck(draft), question, letters)
    error = _error(question, letters, deck)
    if error:
        return pages.show(_page(draft, asked, error), 422)
    cards = tuple(map(name_of, question.cards))
    gems = {name_of(card): "".join(deck.gems[card]) for card in letters}
    not_gems = {
        name_of(card): "".join(gem for gem in GEMS if gem in own)
        for card, own in deck.without.items()
        if card in question.cards and card not in letters
    }
    return go_to(next_screen(save_shared(draft, lambda shared: shared.with_gems(cards, gems, not_gems))))


def _check_by_eye(draft: ShowdownDraft, seat: int) -> ShowdownDraft:
    """Take the table's word that a hand shows all eight gems, if it still holds the cards that the page showed."""
    shown = set(draft.hands[seat].cards)
    return save_hand(
        draft, seat, lambda hand: replace(hand, checked=True) if set(hand.cards) == shown else hand, ready=True
    )


def _may_have_no_stash(draft: ShowdownDraft, question: LetterQuestion) -> bool:
    """Return whether the app lays out the cards that it asks about, and not again whatever is said of them."""
    is_loose = question.ask == Ask.LETTERS and draft.hands[question.seat].way == Way.LOOSE
    return is_loose and draft.rules.layout != LayoutRule.BEST


def _lay_out(draft: ShowdownDraft, seat: int) -> ShowdownDraft:
    """Lay loose cards out as far as the gems are known: the table says that no other stash is among them."""
    asked_about, ruled = draft.hands[seat].entry.cards, judge(draft.showdown).players[seat]

    def lay(hand: EnteredHand) -> EnteredHand:
        if hand.way != Way.LOOSE or set(hand.entry.cards) != set(asked_about):
            return hand
        melds = tuple(group.cards for group in ruled.groups)
        laid = Written(melds, (*ruled.deadwood, *ruled.laid_off), diamond=draft.laying.diamond)
        return replace(tapped(hand, laid, draft.laying), way=Way.LAID_OUT)

    return save_hand(draft, seat, lay)


def _read(question: LetterQuestion) -> Letters:
    """Read what a form says of the cards that a question is about."""
    if question.ask == Ask.BEARERS:
        bears = request.form.getlist("bears") if request.form.get("act") != "none" else []
        return {card: question.gems for card in question.cards if name_of(card) in bears}
    letter = request.form.get("gem", "")
    return dict.fromkeys(question.cards, (Gem(letter),)) if letter in set(question.gems) else {}


def _error(question: LetterQuestion, letters: Letters, deck: Print) -> str:
    """Return what is wrong with an answer or missing in it; empty if it can be saved."""
    if deck.faults:
        return print_sentence(deck.faults[0])
    if not deck.has_a_completion:
        return NO_CARD_LEFT
    if letters or (question.ask == Ask.BEARERS and request.form.get("act") == "none"):
        return ""
    return NO_CARD_TAPPED if question.ask == Ask.BEARERS else NO_GEM_CHOSEN
