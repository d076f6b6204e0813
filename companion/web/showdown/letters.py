"""The letters of a few cards, asked for where a claim cannot be judged without them, and remembered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from companion.rules.cards import name_of
from companion.rules.gems import GEMS, NOTHING_KNOWN, Gem, group_of, print_faults
from companion.store.members import Role
from companion.web import access, pages
from companion.web.htmx import go_to
from companion.web.showdown.saving import save_hand, save_shared
from companion.web.showdown.showing import showing
from companion.web.showdown.steps import letters_asked, next_address
from companion.web.together.phones import all_in
from companion.wording.cards import GEM_NAMES, card_word
from companion.wording.faults import print_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.cards import Card
    from companion.web.showdown.showing import Showing
    from companion.web.showdown.steps import LettersAsked

blueprint = Blueprint("letters", __name__, url_prefix="/g/<game>/hand/<int:number>/letters")


@dataclass(frozen=True, slots=True)
class LetterRow:
    """One card whose letter is asked for, with the gems that it may bear."""

    card: str
    words: str
    gems: tuple[tuple[str, str], ...]
    two: bool
    chosen: frozenset[str]
    """What was chosen before something was found wrong."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that needs letters: of a stash one gem is asked, for Gem Parts each card's."""

    seat: int
    name: str
    stash: bool
    cards: tuple[str, ...]
    gems: tuple[tuple[str, str], ...]
    rows: tuple[LetterRow, ...]


@pages.context("showdown/letters.html")
class LettersPage:
    """What is asked about the gems of a few cards."""

    address: str
    back: str
    claim: Claim
    letters: Mapping[str, str]
    made_up: bool
    wrong: str


@blueprint.get("")
def letters(game: str, number: int) -> Response | BaseResponse:
    """Ask for the letters of just the cards that a claim is about."""
    at = showing(access.require(game), number)
    asked = letters_asked(at) if all_in(at) else ()
    return pages.show(_letters(at, asked[0])) if asked else go_to(next_address(at))


def _letters(at: Showing, asked: LettersAsked, wrong: str = "") -> LettersPage:
    possible = {one: at.gems.possible(one) if at.gems else frozenset(GEMS) for one in asked.cards}
    shared = set(GEMS).intersection(*possible.values()) if asked.stash else set()
    claim = Claim(
        seat=asked.seat,
        name=at.players[asked.seat],
        stash=asked.stash,
        cards=tuple(name_of(one) for one in asked.cards),
        gems=tuple((gem.value, GEM_NAMES[gem]) for gem in GEMS if gem in shared),
        rows=tuple(
            LetterRow(
                name_of(one),
                card_word(one),
                tuple((gem.value, GEM_NAMES[gem]) for gem in GEMS if gem in possible[one]),
                two=group_of(one).gems_a_card > 1,
                chosen=frozenset(request.form.getlist(name_of(one))),
            )
            for one in asked.unknown
            if not asked.stash
        ),
    )
    return LettersPage(
        address=url_for("letters.letters", **at.where),
        back=url_for("hands.hand", seat=asked.seat, **at.where),
        claim=claim,
        letters=at.letters,
        made_up=at.table.made_up,
        wrong=wrong,
    )


@blueprint.post("")
def lettered(game: str, number: int) -> Response | BaseResponse:
    """Take the letters, or the claim back; or forget the letters given in this showdown, to ask for them anew."""
    member = access.require(game, Role.SEAT)
    at = showing(member, number)
    if request.form.get("act") == "forget":
        save_shared(at, gems={})
        return go_to(next_address(showing(member, number)))
    asked = letters_asked(at) if all_in(at) else ()
    if not asked:
        return go_to(next_address(at))
    first = asked[0]
    if request.form.get("act") == "withdraw":
        save_hand(at, first.seat, lambda hand: replace(hand, claims=False), ready=True)
        return go_to(next_address(showing(member, number)))
    read = _read_letters(at, first)
    if not read:
        return pages.show(_letters(at, first, "Choose the letter that is printed on the card."), 422)
    known = {**(at.gems.gems if at.gems else {}), **read}
    faults = print_faults(known, whole=False)
    if faults:
        return pages.show(_letters(at, first, print_sentence(faults[0])), 422)
    told = {name_of(one): "".join(gems) for one, gems in read.items()}
    save_shared(at, gems={**at.shared.gems, **told})
    return go_to(next_address(showing(member, number)))


def _read_letters(at: Showing, asked: LettersAsked) -> dict[Card, tuple[Gem, ...]]:
    """Read the gem of a stash, or each card's; nothing if some are missing."""
    if asked.stash:
        said = request.form.get("gem", "")
        if said not in set(GEMS):
            return {}
        gems = at.gems or NOTHING_KNOWN
        return {one: gems.with_gem(one, Gem(said)) for one in asked.unknown}
    read = {}
    for one in asked.unknown:
        chosen = tuple(Gem(letter) for letter in request.form.getlist(name_of(one)) if letter in set(GEMS))
        if len(set(chosen)) != group_of(one).gems_a_card:
            return {}
        read[one] = chosen
    return read
