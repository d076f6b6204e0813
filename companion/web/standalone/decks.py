"""The deck: which gem each card bears, entered group by group from the real cards, or learned bit by bit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, make_response, request, url_for

from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json, refuse
from companion.documents.showdown import read_letters, write_letters
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME, name_of
from companion.rules.gems import GEMS, GROUPS, Gem, Print, print_faults
from companion.store import decks as stored
from companion.store.errors import NotPossible
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to, target, tell, wants_part
from companion.wording.cards import GEM_NAMES, spoken_card
from companion.wording.errors import web as errors
from companion.wording.faults import print_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.cards import Card
    from companion.rules.gems import PrintGroup
    from companion.store.decks import Deck

blueprint = Blueprint("deck", __name__, url_prefix="/decks")

ALL_PLACES = 56
"""A gem on each card, two on a King."""
GROUP_WORDS = ("Aces and 2s", "3s and 4s", "5s and 6s", "7s and 8s", "9s and 10s", "Jacks and Queens", "Kings")


@blueprint.after_request
def _always_load_again(response: Response) -> Response:
    """Have Back show the deck as it is now, not as it was before gems were entered."""
    response.headers["Cache-Control"] = "no-store"
    return response


@dataclass(frozen=True, slots=True)
class DeckView:
    """A deck in the list."""

    id: int
    name: str
    usual: bool
    made_up: bool
    known: int

    @property
    def state(self) -> str:
        """Say how much of it is known."""
        return "all gems known" if self.known == ALL_PLACES else f"{self.known} of {ALL_PLACES} gems known"


@pages.context("standalone/decks/decks.html")
class DecksPage:
    """What the list of decks shows."""

    decks: tuple[DeckView, ...]
    name: str
    wrong: str


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of a group, with the letters that it is known to bear."""

    name: str
    words: str
    letters: str
    full: bool


@dataclass(frozen=True, slots=True)
class GroupView:
    """Eight gem places."""

    place: int
    words: str
    cards: tuple[CardView, ...]
    known: int


@pages.context("standalone/decks/deck.html")
class DeckPage:
    """What the page of a deck shows."""

    deck: DeckView
    groups: tuple[GroupView, ...]
    faults: tuple[str, ...]
    open_group: int | None


@pages.context("standalone/decks/group.html")
class GroupPage:
    """What the screen shows on which a group is entered."""

    deck: DeckView
    group: GroupView
    asked: str
    asked_name: str
    gems: tuple[tuple[str, str, bool], ...]
    next_group: int | None
    wrong: str


@pages.context("standalone/decks/_group.html")
class GroupPart(GroupPage):
    """The group alone."""


def _letters(deck: Deck) -> dict[Card, tuple[Gem, ...]]:
    return {CARDS_BY_NAME[name]: tuple(Gem(letter) for letter in letters) for name, letters in deck.gems.items()}


def _shown(deck: Deck) -> DeckView:
    known = sum(len(letters) for letters in deck.gems.values())
    return DeckView(deck.id, deck.name, deck.usual, deck.made_up, known)


def _group(place: int, letters: Mapping[Card, tuple[Gem, ...]]) -> GroupView:
    group = GROUPS[place]
    cards = tuple(
        CardView(
            name_of(one),
            spoken_card(one),
            "".join(letters.get(one, ())),
            full=len(letters.get(one, ())) >= group.gems_a_card,
        )
        for one in group.cards
    )
    return GroupView(place, GROUP_WORDS[place], cards, sum(len(one.letters) for one in cards))


def _open_group(letters: Mapping[Card, tuple[Gem, ...]], after: int = -1) -> int | None:
    order = [*range(after + 1, len(GROUPS)), *range(after + 1)]
    return next((place for place in order if _group(place, letters).known < len(GEMS)), None)


def _own(number: int) -> Deck:
    phone = access.device()
    found = stored.deck(access.store(), phone.id, number) if phone else None
    if found is None:
        abort(404, errors.NO_SUCH_DECK)
    return found


@blueprint.get("")
def decks() -> Response:
    """List this phone's decks."""
    return _list()


def _list(name: str = "", wrong: str = "", status: int = 200) -> Response:
    phone = access.device()
    found = stored.decks(access.store(), phone.id) if phone else []
    return pages.show(DecksPage(decks=tuple(_shown(one) for one in found), name=name, wrong=wrong), status)


@blueprint.post("")
def make() -> Response | BaseResponse:
    """Add a deck: an empty one, the made-up one, or one from a file."""
    phone = access.known_device()
    act = request.form.get("act", "new")
    name = " ".join(request.form.get("name", "").split()) or ("Made up, for trying" if act == "made-up" else "Our deck")
    try:
        gems = _imported() if act == "import" else dict(MADE_UP_PRINT) if act == "made-up" else {}
        made = stored.make(access.store(), phone.id, name, gems, made_up=act == "made-up")
    except (DocumentError, NotPossible) as error:
        return _list(name, error.message if isinstance(error, DocumentError) else error.sentence, 422)
    if act == "new":
        return go_to(url_for("deck.group", number=made.id, place=0))
    return go_to(url_for("deck.deck", number=made.id))


def _imported() -> dict[str, str]:
    """Read the file that a deck was exported to; what breaks the law of the print is refused."""
    sent = request.files.get("file")
    document = parse_json(sent.read() if sent else b"")
    if not isinstance(document, dict):
        refuse("wrong-type", "", errors.NOT_A_DECK_FILE)
    letters = read_letters(document.get("print", document.get("gems", document)), "")
    faults = print_faults(letters, whole=False)
    if faults:
        refuse("print-broken", "", print_sentence(faults[0]))
    return write_letters(letters)


@blueprint.get("/<int:number>")
def deck(number: int) -> Response:
    """Show a deck."""
    found = _own(number)
    letters = _letters(found)
    return pages.show(
        DeckPage(
            deck=_shown(found),
            groups=tuple(_group(place, letters) for place in range(len(GROUPS))),
            faults=tuple(print_sentence(fault) for fault in print_faults(letters, whole=False)),
            open_group=_open_group(letters),
        )
    )


@blueprint.post("/<int:number>")
def change(number: int) -> Response | BaseResponse:
    """Rename a deck, make it the usual one, or remove it."""
    found = _own(number)
    phone = access.known_device()
    match request.form.get("act"):
        case "usual":
            stored.make_usual(access.store(), phone.id, found.id)
        case "remove":
            stored.remove(access.store(), phone.id, found.id)
            return go_to(url_for("deck.decks"))
        case "rename":
            name = " ".join(request.form.get("name", "").split())
            stored.change(access.store(), phone.id, found.id, name=name or found.name)
        case _:
            abort(400)
    return go_to(url_for("deck.deck", number=number))


@blueprint.get("/<int:number>/export.json")
def export(number: int) -> Response:
    """Give a deck as a file."""
    found = _own(number)
    letters = _letters(found)
    key = "print" if Print.of(letters).complete else "gems"
    text = json.dumps({"name": found.name, "made_up": found.made_up, key: write_letters(letters)}, ensure_ascii=False)
    answer = make_response(text + "\n")
    answer.headers["Content-Type"] = "application/json"
    answer.headers["Content-Disposition"] = f'attachment; filename="deck-{found.id}.json"'
    return answer


@blueprint.get("/<int:number>/group/<int:place>")
def group(number: int, place: int) -> Response:
    """Ask for the gems of a group, one after the other."""
    found = _own(number)
    if not 0 <= place < len(GROUPS):
        abort(404)
    return pages.show(_asking(found, place))


def _asking(found: Deck, place: int, wrong: str = "") -> GroupPage:
    letters = _letters(found)
    shown = _group(place, letters)
    placed = {letter for one in shown.cards for letter in one.letters}
    left = [gem for gem in GEMS if gem not in placed]
    chosen = request.args.get("gem", "")
    asked = next((gem for gem in left if gem == chosen), left[0] if left else None)
    page = GroupPart if wants_part() and target() == "group" else GroupPage
    return page(
        deck=_shown(found),
        group=shown,
        asked=asked.value if asked else "",
        asked_name=GEM_NAMES[asked] if asked else "",
        gems=tuple((gem.value, GEM_NAMES[gem], gem in placed) for gem in GEMS),
        next_group=_open_group(letters, place),
        wrong=wrong,
    )


@blueprint.post("/<int:number>/group/<int:place>")
def put(number: int, place: int) -> Response | BaseResponse:
    """Take which card bears a gem; a card tapped that has its gems gives them back."""
    found = _own(number)
    if not 0 <= place < len(GROUPS):
        abort(404)
    gem, _, name = request.form.get("put", "").partition(":")
    one = CARDS_BY_NAME.get(name)
    if one not in GROUPS[place].cards:
        abort(400)
    letters = _letters(found)
    changed = _put(GROUPS[place], letters, one, gem)
    phone = access.known_device()
    now = stored.change(access.store(), phone.id, found.id, gems=write_letters(changed)) or found
    if not (wants_part() and target() == "group"):
        return go_to(url_for("deck.group", number=number, place=place))
    page = _asking(now, place)
    said = f"Tap the {page.asked_name} one." if page.asked else f"{GROUP_WORDS[place]} are known."
    return tell(pages.show(page), {"say": said})


def _put(
    group: PrintGroup, letters: Mapping[Card, tuple[Gem, ...]], one: Card, gem: str
) -> dict[Card, tuple[Gem, ...]]:
    """Put a gem on a card, away from any other of the group; what then follows for the last places is added."""
    own = letters.get(one, ())
    if len(own) >= group.gems_a_card or gem not in set(GEMS):
        return {other: gems for other, gems in letters.items() if other != one}
    moved = {
        other: tuple(letter for letter in gems if letter != gem) if other in group.cards else gems
        for other, gems in letters.items()
    }
    moved[one] = (*own, Gem(gem))
    return dict(Print.of(moved).gems)
