"""Decks: which gems each card shows, entered group by group from the real cards."""

import json
from collections.abc import Mapping

from flask import Blueprint, Response, abort, make_response, request, url_for
from werkzeug.datastructures import CombinedMultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json
from companion.documents.showdown import read_letters, write_letters
from companion.photo import reader
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME, Card, name_of
from companion.rules.gems import GEMS, GROUPS, Gem, Print, PrintGroup, print_faults
from companion.store import decks as stored
from companion.store.decks import Deck
from companion.store.errors import NotPossible
from companion.store.limits import LABEL_LENGTH
from companion.web.base import pages
from companion.web.base.forms import AppForm, UploadField, text_field
from companion.web.base.htmx import go_to, target, tell, wants_part
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone, saved_phone
from companion.wording import web as errors
from companion.wording.cards import GEM_NAMES
from companion.wording.document_errors import document_error_sentence
from companion.wording.faults import print_sentence
from companion.wording.photos import (
    ASK_FOR_GEM,
    DEFAULT_NAME,
    GROUP_KNOWN,
    GROUP_WORDS,
    MADE_UP_NAME,
    ONLY_IF_NEEDED,
    taught_words,
)
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("deck", __name__, url_prefix="/decks")


@blueprint.after_request
def _never_cache(response: Response) -> Response:
    """Have Back show the deck as it is now, not as it was before gems were entered."""
    response.headers["Cache-Control"] = "no-store"
    return response


class DeckForm(AppForm):
    name = text_field(LABEL_LENGTH, dir="auto", autocomplete="off", placeholder=DEFAULT_NAME)


class DeckImportForm(AppForm):
    file = UploadField(render_kw={"accept": "application/json,.json", "required": True})
    name = text_field(LABEL_LENGTH, id="import-name", dir="auto", autocomplete="off", placeholder=DEFAULT_NAME)


@pages.context("decks/decks.html")
class DecksPage:
    """The list of decks, and the forms for a new one: empty, or from a file."""

    decks: list[Deck]
    form: DeckForm
    import_form: DeckImportForm


@pages.context("decks/deck.html")
class DeckPage:
    deck: Deck
    form: DeckForm
    groups: Mapping[str, PrintGroup]
    """By what they are called."""
    teaching: str
    """How much of it was taught by photos; empty where none can be read."""
    faults: tuple[str, ...]
    open_group: int | None


@pages.context("decks/group.html")
class GroupPage:
    """The screen on which a group's gems are entered."""

    deck: Deck
    place: int
    words: str
    group: PrintGroup
    placed: frozenset[str]
    """The gems that its cards show."""
    asked: Gem | None
    next_group: int | None


@pages.context("decks/_group.html")
class GroupPart(GroupPage):
    """The group alone."""


blueprint.add_app_template_filter(name_of, "card_name")


def _letters(deck: Deck) -> dict[Card, tuple[Gem, ...]]:
    return {CARDS_BY_NAME[name]: tuple(Gem(letter) for letter in letters) for name, letters in deck.gems.items()}


def _first_incomplete_group(deck: Deck, after: int = -1) -> int | None:
    order = [*range(after + 1, len(GROUPS)), *range(after + 1)]
    return next((place for place in order if deck.known(GROUPS[place]) < len(GEMS)), None)


def own_deck(number: int) -> Deck:
    """Return a deck of this phone; any other is not found."""
    phone = current_phone()
    deck = stored.deck(current_store(), phone.id, number) if phone else None
    if deck is None:
        abort(404, errors.NO_SUCH_DECK)
    return deck


@blueprint.get("")
def decks() -> Response:
    return _show_decks()


def _show_decks(form: DeckForm | None = None, import_form: DeckImportForm | None = None) -> Response:
    phone = current_phone()
    own = stored.decks(current_store(), phone.id) if phone else []
    page = DecksPage(decks=own, form=form or DeckForm(), import_form=import_form or DeckImportForm())
    return pages.show(page, 422 if form or import_form else 200)


@blueprint.post("")
def make() -> Response | BaseResponse:
    """Add an empty deck, and ask for its gems."""
    form = DeckForm(request.form)
    made = _added(form, form.name.data or DEFAULT_NAME, {})
    return go_to(url_for("deck.group", number=made.id, place=0)) if made else _show_decks(form)


@blueprint.post("/made-up")
def make_up() -> Response | BaseResponse:
    """Add a deck with the made-up print."""
    form = DeckForm(request.form)
    made = _added(form, form.name.data or MADE_UP_NAME, MADE_UP_PRINT, made_up=True)
    return go_to(url_for("deck.deck", number=made.id)) if made else _show_decks(form)


@blueprint.post("/import")
def bring_in() -> Response | BaseResponse:
    """Add a deck from a file."""
    form = DeckImportForm(CombinedMultiDict((request.files, request.form)))
    made = None
    try:
        read = _gems_in(form.file.content())
        if isinstance(read, str):
            form.add_error(read, "file")
        else:
            made = _added(form, form.name.data or DEFAULT_NAME, *read)
    except DocumentError as failure:
        form.add_error(document_error_sentence(failure), "file")
    return go_to(url_for("deck.deck", number=made.id)) if made else _show_decks(import_form=form)


def _added(
    form: DeckForm | DeckImportForm,
    name: str,
    gems: Mapping[str, str],
    not_gems: Mapping[str, str] | None = None,
    *,
    made_up: bool = False,
) -> Deck | None:
    """Add a deck; None, with the reason in the form, where its name is wrong or the phone has too many."""
    if form.validate():
        try:
            return stored.make(current_store(), saved_phone().id, name, gems, not_gems, made_up=made_up)
        except NotPossible as failure:
            form.add_error(store_sentence(failure), "name")
    return None


def _gems_in(content: bytes) -> tuple[dict[str, str], dict[str, str]] | str:
    """Return the gems in a deck file and those it rules out, or why it isn't one; raise DocumentError."""
    document = parse_json(content)
    if not isinstance(document, dict):
        return errors.NOT_A_DECK_FILE
    letters = read_letters(document.get("print", document.get("gems", document)), "")
    faults = print_faults(letters, whole=False)
    if faults:
        return print_sentence(faults[0])
    return write_letters(letters), write_letters(read_letters(document.get("not_gems", {}), "not_gems"))


@blueprint.get("/<int:number>")
def deck(number: int) -> Response:
    deck = own_deck(number)
    return _show_deck(deck, DeckForm(data={"name": deck.name}))


def _show_deck(deck: Deck, form: DeckForm, status: int = 200) -> Response:
    return pages.show(
        DeckPage(
            deck=deck,
            form=form,
            groups=dict(zip(GROUP_WORDS, GROUPS, strict=True)),
            teaching=_teaching(deck),
            faults=tuple(print_sentence(fault) for fault in print_faults(_letters(deck), whole=False)),
            open_group=_first_incomplete_group(deck),
        ),
        status,
    )


def _teaching(deck: Deck) -> str:
    if not reader.is_available():
        return ""
    taught = len({lesson.card for lesson in stored.lessons(current_store(), deck.id)})
    return taught_words(taught) if taught else ONLY_IF_NEEDED


@blueprint.post("/<int:number>")
def rename(number: int) -> Response | BaseResponse:
    deck, form = own_deck(number), DeckForm(request.form)
    if not form.validate():
        return _show_deck(deck, form, 422)
    stored.change(current_store(), saved_phone().id, deck.id, name=form.name.data or deck.name)
    return go_to(url_for("deck.deck", number=number))


@blueprint.post("/<int:number>/usual")
def make_usual(number: int) -> BaseResponse:
    """Have new games on this phone use a deck."""
    deck = own_deck(number)
    stored.make_usual(current_store(), saved_phone().id, deck.id)
    return go_to(url_for("deck.deck", number=number))


@blueprint.post("/<int:number>/remove")
def remove(number: int) -> BaseResponse:
    deck = own_deck(number)
    stored.remove(current_store(), saved_phone().id, deck.id)
    return go_to(url_for("deck.decks"))


@blueprint.get("/<int:number>/export.json")
def export(number: int) -> Response:
    deck = own_deck(number)
    document = {"name": deck.name, "made_up": deck.made_up, **deck.head}
    answer = make_response(json.dumps(document, ensure_ascii=False) + "\n")
    answer.headers["Content-Type"] = "application/json"
    answer.headers["Content-Disposition"] = f'attachment; filename="deck-{deck.id}.json"'
    return answer


@blueprint.get("/<int:number>/group/<int:place>")
def group(number: int, place: int) -> Response:
    """Ask for the gems of a group, one after the other."""
    deck = own_deck(number)
    if not 0 <= place < len(GROUPS):
        abort(404)
    return pages.show(_group_page(deck, place))


def _group_page(deck: Deck, place: int) -> GroupPage:
    group = GROUPS[place]
    placed = frozenset("".join(deck.gems.get(name_of(card), "") for card in group.cards))
    left = [gem for gem in GEMS if gem not in placed]
    chosen = request.args.get("gem", "")
    page = GroupPart if wants_part() and target() == "group" else GroupPage
    return page(
        deck=deck,
        place=place,
        words=GROUP_WORDS[place],
        group=group,
        placed=placed,
        asked=next((gem for gem in left if gem == chosen), left[0] if left else None),
        next_group=_first_incomplete_group(deck, place),
    )


@blueprint.post("/<int:number>/group/<int:place>")
def put(number: int, place: int) -> Response | BaseResponse:
    """Put the asked gem on the tapped card; a card that has its gems gives them back."""
    deck = own_deck(number)
    if not 0 <= place < len(GROUPS):
        abort(404)
    gem, _, name = request.form.get("put", "").partition(":")
    card = CARDS_BY_NAME.get(name)
    if card not in GROUPS[place].cards:
        abort(400)
    gems = write_letters(_with_gem(GROUPS[place], _letters(deck), card, gem))
    deck = stored.change(current_store(), saved_phone().id, deck.id, gems=gems) or deck
    if not (wants_part() and target() == "group"):
        return go_to(url_for("deck.group", number=number, place=place))
    page = _group_page(deck, place)
    asked = ASK_FOR_GEM.format(gem=GEM_NAMES[page.asked]) if page.asked else GROUP_KNOWN.format(cards=page.words)
    return tell(pages.show(page), {"say": asked})


def _with_gem(
    group: PrintGroup, letters: Mapping[Card, tuple[Gem, ...]], card: Card, gem: str
) -> dict[Card, tuple[Gem, ...]]:
    """Return the letters with a gem moved to a card of its group, and what follows from that for the last cards."""
    own = letters.get(card, ())
    if len(own) >= group.gems_a_card or gem not in set(GEMS):
        return {other: gems for other, gems in letters.items() if other != card}
    moved = {
        other: tuple(letter for letter in gems if letter != gem) if other in group.cards else gems
        for other, gems in letters.items()
    }
    moved[card] = (*own, Gem(gem))
    return dict(Print.of(moved).gems)
