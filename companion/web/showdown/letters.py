"""The letters of a few cards, asked for where a ruling depends on them, and remembered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.hand_draft import EnteredHand, Way
from companion.rules.cards import Card, hand_of, name_of
from companion.rules.gems import (
    GEMS,
    NOTHING_KNOWN,
    Gem,
    Print,
    gem_parts,
    group_of,
    letters_for_gem_parts,
    missing_gems,
)
from companion.rules.rummy.asking import Ask, Question, answered
from companion.rules.rummy.entry import entered
from companion.rules.rummy.partition import Group
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import PlayerVerdict
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.showdown.state.draft import ShowdownDraft, load_draft
from companion.web.showdown.state.flow import letters_asked, next_screen
from companion.web.showdown.state.saving import save_hand, save_shared
from companion.web.showdown.state.seats import all_in
from companion.wording.cards import GEM_NAMES, card_word
from companion.wording.faults import print_sentence
from companion.wording.letters import GemProblem, gem_problem_sentence

blueprint = Blueprint("letters", __name__, url_prefix="/g/<game>/hand/<int:number>/letters")

Letters = dict["Card", tuple[Gem, ...]]


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A card whose letter is asked for, with the gems that it may bear."""

    card: str
    words: str
    gems: tuple[tuple[str, str], ...]
    two: bool
    chosen: frozenset[str]
    """The choice before an error was found."""
    missing: bool
    """The error is that its letter is missing."""
    first_missing: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question about a hand: the gem of a stash, letters, or which cards bear one gem."""

    seat: int
    name: str
    ask: str
    cards: tuple[str, ...]
    gems: tuple[tuple[str, str], ...]
    rows: tuple[LetterRow, ...]
    bearers: tuple[tuple[str, str], ...]
    """The cards of which some may bear the gem, with their names."""
    chosen: frozenset[str]
    lacked: tuple[str, ...]
    """The gems that Gem Parts still lacks."""


@pages.context("showdown/letters.html")
class LettersPage:
    """Context of the screen that asks for letters."""

    address: str
    back: str
    questions: tuple[QuestionView, ...]
    token: str
    """Identifies the questions, so that an answer to another question is not taken for theirs."""
    letters: Mapping[str, str]
    made_up: bool
    may_have_no_stash: bool
    """Cards that nobody laid out are asked about, so the table may say that no stash is among them."""
    error: str


@blueprint.get("")
def letters(game: str, number: int) -> Response | BaseResponse:
    """Ask for the letters of just the cards on which the ruling depends."""
    draft = load_draft(access.require(game), number)
    asked = letters_asked(draft) if all_in(draft) else ()
    return pages.show(_page(draft, asked)) if asked else go_to(next_screen(draft))


def _page(draft: ShowdownDraft, asked: tuple[Question, ...], error: str = "") -> LettersPage:
    return LettersPage(
        address=draft.url("letters.letters"),
        back=draft.url("hands.hand", seat=asked[0].seat),
        questions=tuple(_view(draft, question, has_error=bool(error)) for question in asked),
        token=_token(asked),
        letters=draft.letters,
        made_up=draft.table.made_up,
        may_have_no_stash=bool(_loose_seats(draft, asked)),
        error=error,
    )


def _token(asked: tuple[Question, ...]) -> str:
    return " ".join(
        f"{question.seat}-{question.ask}-{'-'.join(map(name_of, question.cards))}-{''.join(question.gems)}"
        for question in asked
    )


def _view(draft: ShowdownDraft, question: Question, *, has_error: bool) -> QuestionView:
    deck = _deck(draft)
    rows: list[LetterRow] = []
    for card in question.cards if question.ask in (Ask.LETTERS, Ask.GEM_PARTS) else ():
        chosen = frozenset(request.form.getlist(name_of(card)))
        wanted = 1 if question.ask == Ask.GEM_PARTS else _letters_on(card)
        missing = has_error and len(chosen & set(GEMS)) < wanted
        rows.append(
            LetterRow(
                name_of(card),
                card_word(card),
                tuple((gem.value, GEM_NAMES[gem]) for gem in GEMS if gem in deck.possible(card)),
                two=_letters_on(card) > 1,
                chosen=chosen,
                missing=missing,
                first_missing=missing and not any(row.missing for row in rows),
            )
        )
    whole = draft.hands[question.seat].cards if question.ask == Ask.GEM_PARTS else question.cards
    return QuestionView(
        seat=question.seat,
        name=draft.players[question.seat],
        ask=question.ask.value,
        cards=tuple(name_of(card) for card in whole),
        gems=tuple((gem.value, GEM_NAMES[gem]) for gem in question.gems),
        rows=tuple(rows),
        bearers=tuple((name_of(card), card_word(card)) for card in question.cards if question.ask == Ask.BEARERS),
        chosen=frozenset(request.form.getlist("bears")),
        lacked=tuple(GEM_NAMES[gem] for gem in question.gems if question.ask == Ask.GEM_PARTS),
    )


def _letters_on(card: Card) -> int:
    return group_of(card).gems_a_card


def _deck(draft: ShowdownDraft) -> Print:
    return draft.gems or NOTHING_KNOWN


@blueprint.post("")
def save_letters(game: str, number: int) -> Response | BaseResponse:
    """Save the letters, or do without: withdraw the claim, or say that no stash is there; or forget those given."""
    draft = load_draft(access.require(game, Role.SEAT), number)
    act = request.form.get("act")
    if act == "forget":
        return go_to(next_screen(save_shared(draft, lambda shared: replace(shared, gems={}, not_gems={}))))
    asked = letters_asked(draft) if all_in(draft) else ()
    if not asked or request.form.get("asked", _token(asked)) != _token(asked):
        return go_to(next_screen(draft))
    if act == "withdraw" and asked[0].ask == Ask.GEM_PARTS:
        return go_to(next_screen(save_hand(draft, asked[0].seat, lambda hand: replace(hand, claims=False), ready=True)))
    if act == "no-stash" and _loose_seats(draft, asked):
        return go_to(next_screen(_lay_out(draft, _loose_seats(draft, asked))))
    deck = _deck(draft)
    letters: Letters = {}
    for question in asked:
        read = _read(question)
        letters |= read
        deck = answered(deck, question, read)
    error = _error(draft, asked, letters, deck)
    if error:
        return pages.show(_page(draft, asked, error), 422)
    gems = {name_of(card): "".join(deck.gems[card]) for card in letters}
    not_gems = {name_of(card): "".join(gem for gem in GEMS if gem in own) for card, own in deck.without.items()}
    saved = save_shared(
        draft,
        lambda shared: replace(shared, gems={**shared.gems, **gems}, not_gems={**shared.not_gems, **not_gems}),
    )
    return go_to(next_screen(saved))


def _loose_seats(draft: ShowdownDraft, asked: tuple[Question, ...]) -> tuple[int, ...]:
    """Return whose cards the app lays out and asks about; none where it would lay them out again anyway."""
    if draft.rules.layout == LayoutRule.BEST:
        return ()
    return tuple(
        question.seat
        for question in asked
        if question.ask == Ask.LETTERS and draft.hands[question.seat].way == Way.LOOSE
    )


def _lay_out(draft: ShowdownDraft, seats: tuple[int, ...]) -> ShowdownDraft:
    """Lay loose cards out as far as the gems are known: the table says that no other stash is among them."""
    laid_out = judge(draft.showdown()).players
    for seat in seats:
        asked_about, ruled = draft.hands[seat].entry.cards, laid_out[seat]

        def lay(hand: EnteredHand, asked_about: Group = asked_about, ruled: PlayerVerdict = ruled) -> EnteredHand:
            if hand.way != Way.LOOSE or set(hand.entry.cards) != set(asked_about):
                return hand
            melds = (group.cards for group in ruled.groups)
            return replace(hand, way=Way.LAID_OUT, entry=entered(melds, (*ruled.deadwood, *ruled.laid_off), hand.entry))

        draft = save_hand(draft, seat, lay)
    return draft


def _read(question: Question) -> Letters:
    """Read what a form says of the cards that a question is about."""
    match question.ask:
        case Ask.STASH:
            letter = request.form.get("gem", "")
            return dict.fromkeys(question.cards, (Gem(letter),)) if letter in set(question.gems) else {}
        case Ask.BEARERS:
            bears = request.form.getlist("bears") if request.form.get("act") != "none" else []
            return {card: question.gems for card in question.cards if name_of(card) in bears}
        case Ask.LETTERS | Ask.GEM_PARTS:
            read = {}
            for card in question.cards:
                chosen = tuple(Gem(letter) for letter in request.form.getlist(name_of(card)) if letter in set(GEMS))
                if chosen:
                    read[card] = chosen
            return read


def _error(draft: ShowdownDraft, asked: tuple[Question, ...], letters: Letters, deck: Print) -> str:
    """Return what is wrong with an answer or missing in it; empty if it can be saved."""
    if deck.faults:
        return print_sentence(deck.faults[0])
    if not deck.has_a_completion:
        return gem_problem_sentence(GemProblem.NO_CARD_LEFT)
    for question in asked:
        if question.ask == Ask.STASH and not letters:
            return gem_problem_sentence(GemProblem.NO_LETTER)
        if question.ask == Ask.LETTERS:
            missing = tuple(card for card in question.cards if len(letters.get(card, ())) < _letters_on(card))
            if missing:
                return gem_problem_sentence(GemProblem.LETTERS_MISSING, missing)
        if question.ask == Ask.GEM_PARTS:
            hand = hand_of(draft.hands[question.seat].cards)
            if gem_parts(deck, hand) is None and missing_gems(deck, hand) is None:
                gems = {gem for own in letters_for_gem_parts(deck, hand).values() for gem in own}
                return gem_problem_sentence(GemProblem.GEMS_MISSING, gems=tuple(gem for gem in GEMS if gem in gems))
    is_empty = not letters and request.form.get("act") != "none"
    return gem_problem_sentence(GemProblem.NO_CARD) if is_empty else ""
