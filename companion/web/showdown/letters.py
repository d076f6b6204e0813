"""The letters of a few cards, asked for where a ruling hangs on them, and remembered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from companion.rules.cards import hand_of, name_of
from companion.rules.gems import GEMS, NOTHING_KNOWN, Gem, gem_parts, group_of, letters_for_gem_parts, missing_gems
from companion.rules.rummy.asking import Ask, answered
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.showdown.state.draft import load_draft
from companion.web.showdown.state.flow import letters_asked, next_screen
from companion.web.showdown.state.saving import save_hand, save_shared
from companion.web.showdown.state.seats import all_in
from companion.wording.cards import GEM_NAMES, card_word
from companion.wording.faults import print_sentence
from companion.wording.letters import GemProblem, gem_problem_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.cards import Card
    from companion.rules.gems import Print
    from companion.rules.rummy.asking import Question
    from companion.web.showdown.state.draft import ShowdownDraft

blueprint = Blueprint("letters", __name__, url_prefix="/g/<game>/hand/<int:number>/letters")

Told = dict["Card", tuple[Gem, ...]]


@dataclass(frozen=True, slots=True)
class LetterRow:
    """One card whose letter is asked for, with the gems that it may bear."""

    card: str
    words: str
    gems: tuple[tuple[str, str], ...]
    two: bool
    chosen: frozenset[str]
    """What was chosen before something was found wrong."""
    missing: bool
    """It is what was found wrong: its letter is missing."""
    first_missing: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of one hand: the gem of a stash, letters, or which cards bear one gem."""

    seat: int
    name: str
    ask: str
    cards: tuple[str, ...]
    gems: tuple[tuple[str, str], ...]
    rows: tuple[LetterRow, ...]
    bearers: tuple[tuple[str, str], ...]
    """The cards of which some may bear the one gem, with their words."""
    chosen: frozenset[str]
    lacked: tuple[str, ...]
    """The gems that Gem Parts still lacks."""


@pages.context("showdown/letters.html")
class LettersPage:
    """What is asked about the gems of a few cards."""

    address: str
    back: str
    asked: tuple[Asked, ...]
    token: str
    """What the form answers: an answer to another question is not taken for this one's."""
    letters: Mapping[str, str]
    made_up: bool
    wrong: str


@blueprint.get("")
def letters(game: str, number: int) -> Response | BaseResponse:
    """Ask for the letters of just the cards on which the ruling hangs."""
    at = load_draft(access.require(game), number)
    asked = letters_asked(at) if all_in(at) else ()
    return pages.show(_page(at, asked)) if asked else go_to(next_screen(at))


def _page(at: ShowdownDraft, asked: tuple[Question, ...], wrong: str = "") -> LettersPage:
    return LettersPage(
        address=url_for("letters.letters", **at.where),
        back=url_for("hands.hand", seat=asked[0].seat, **at.where),
        asked=tuple(_asked(at, question, wrong=bool(wrong)) for question in asked),
        token=_token(asked),
        letters=at.letters,
        made_up=at.table.made_up,
        wrong=wrong,
    )


def _token(asked: tuple[Question, ...]) -> str:
    return " ".join(
        f"{question.seat}-{question.ask}-{'-'.join(map(name_of, question.cards))}-{''.join(question.gems)}"
        for question in asked
    )


def _asked(at: ShowdownDraft, question: Question, *, wrong: bool) -> Asked:
    gems = _deck(at)
    by_rows = question.ask in (Ask.LETTERS, Ask.GEM_PARTS)
    rows: list[LetterRow] = []
    for one in question.cards if by_rows else ():
        chosen = frozenset(request.form.getlist(name_of(one)))
        missing = wrong and len(chosen & set(GEMS)) < (1 if question.ask == Ask.GEM_PARTS else _letters_on(one))
        rows.append(
            LetterRow(
                name_of(one),
                card_word(one),
                tuple((gem.value, GEM_NAMES[gem]) for gem in GEMS if gem in gems.possible(one)),
                two=group_of(one).gems_a_card > 1,
                chosen=chosen,
                missing=missing,
                first_missing=missing and not any(row.missing for row in rows),
            )
        )
    whole = at.hands[question.seat].cards if question.ask == Ask.GEM_PARTS else question.cards
    return Asked(
        seat=question.seat,
        name=at.players[question.seat],
        ask=question.ask.value,
        cards=tuple(name_of(one) for one in whole),
        gems=tuple((gem.value, GEM_NAMES[gem]) for gem in question.gems),
        rows=tuple(rows),
        bearers=tuple((name_of(one), card_word(one)) for one in question.cards if question.ask == Ask.BEARERS),
        chosen=frozenset(request.form.getlist("bears")),
        lacked=tuple(GEM_NAMES[gem] for gem in question.gems if question.ask == Ask.GEM_PARTS),
    )


def _letters_on(one: Card) -> int:
    return group_of(one).gems_a_card


def _deck(at: ShowdownDraft) -> Print:
    return at.gems or NOTHING_KNOWN


@blueprint.post("")
def lettered(game: str, number: int) -> Response | BaseResponse:
    """Take the letters, or the claim back; or forget the letters given in this showdown, to ask for them anew."""
    member = access.require(game, Role.SEAT)
    at = load_draft(member, number)
    if request.form.get("act") == "forget":
        save_shared(at, gems={}, not_gems={})
        return go_to(next_screen(load_draft(member, number)))
    asked = letters_asked(at) if all_in(at) else ()
    if not asked or request.form.get("asked", _token(asked)) != _token(asked):
        return go_to(next_screen(at))
    if request.form.get("act") == "withdraw" and asked[0].ask == Ask.GEM_PARTS:
        save_hand(at, asked[0].seat, lambda hand: replace(hand, claims=False), ready=True)
        return go_to(next_screen(load_draft(member, number)))
    deck = _deck(at)
    told: Told = {}
    for question in asked:
        read = _read(question)
        told |= read
        deck = answered(deck, question, read)
    trouble = _trouble(at, asked, told, deck)
    if trouble:
        return pages.show(_page(at, asked, trouble), 422)
    new = {name_of(one): "".join(deck.gems[one]) for one in told}
    not_gems = {name_of(one): "".join(gem for gem in GEMS if gem in own) for one, own in deck.without.items()}
    save_shared(at, gems={**at.shared.gems, **new}, not_gems={**at.shared.not_gems, **not_gems})
    return go_to(next_screen(load_draft(member, number)))


def _read(question: Question) -> Told:
    """Read what a form says of the cards that a question is about."""
    match question.ask:
        case Ask.STASH:
            said = request.form.get("gem", "")
            return dict.fromkeys(question.cards, (Gem(said),)) if said in set(question.gems) else {}
        case Ask.BEARERS:
            bears = request.form.getlist("bears") if request.form.get("act") != "none" else []
            return {one: question.gems for one in question.cards if name_of(one) in bears}
        case Ask.LETTERS | Ask.GEM_PARTS:
            read = {}
            for one in question.cards:
                chosen = tuple(Gem(letter) for letter in request.form.getlist(name_of(one)) if letter in set(GEMS))
                if chosen:
                    read[one] = chosen
            return read


def _trouble(at: ShowdownDraft, asked: tuple[Question, ...], told: Told, deck: Print) -> str:
    """Say what is wrong with an answer, or missing in it; nothing if it can be taken."""
    if deck.faults:
        return print_sentence(deck.faults[0])
    if not deck.has_a_completion:
        return gem_problem_sentence(GemProblem.NO_CARD_LEFT)
    for question in asked:
        if question.ask == Ask.STASH and not told:
            return gem_problem_sentence(GemProblem.NO_LETTER)
        if question.ask == Ask.LETTERS:
            missing = tuple(one for one in question.cards if len(told.get(one, ())) < _letters_on(one))
            if missing:
                return gem_problem_sentence(GemProblem.LETTERS_MISSING, missing)
        if question.ask == Ask.GEM_PARTS:
            hand = hand_of(at.hands[question.seat].cards)
            if gem_parts(deck, hand) is None and missing_gems(deck, hand) is None:
                gems = {gem for own in letters_for_gem_parts(deck, hand).values() for gem in own}
                return gem_problem_sentence(GemProblem.GEMS_MISSING, gems=tuple(gem for gem in GEMS if gem in gems))
    nothing_said = not told and request.form.get("act") != "none"
    return gem_problem_sentence(GemProblem.NO_CARD) if nothing_said else ""
