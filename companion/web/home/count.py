"""Count a hand outside any game: its deadwood, whether it may knock, and its best layout."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.shorthand import ShorthandError, ShorthandHand, parse_shorthand, write_shorthand
from companion.documents.showdown import read_letters
from companion.documents.showdown_draft import PIPS, Dice
from companion.photo import reader
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME, Card, Hand, name_of
from companion.rules.gems import Print, gem_parts
from companion.rules.rummy.calls import knock_limit, most_cards_by_the_book
from companion.rules.rummy.entry import HandEntry, UnsureCard
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.melds import Meld, MeldContext, NoMeld, classify, designated_diamond, melds_of
from companion.rules.rummy.photo_entry import MOST_DOUBTS, add_photo, dismiss_doubt, name_doubt, open_doubts
from companion.rules.rummy.ruleset import Game, RuleSet
from companion.rules.rummy.solver import best_layouts, one_budget
from companion.rules.rummy.unknown import could_do_better
from companion.store import decks
from companion.web.base import pages
from companion.web.base.htmx import at_address, go_to, target, wants_part
from companion.web.cards import photos
from companion.web.cards.keypad import KeyRow, key_rows
from companion.web.cards.photos import PhotoRefusedError, PhotoView
from companion.web.current_store import current_store
from companion.web.rummy.catalog import GAMES
from companion.web.security import guard
from companion.web.security.phone import current_phone
from companion.wording.cards import KIND_WORDS, card_word, spoken_card
from companion.wording.document_errors import shorthand_sentence
from companion.wording.faults import no_meld_sentence
from companion.wording.photos import (
    GEM_PARTS,
    MADE_UP_PRINT_NAME,
    MAY_KNOCK,
    MAY_NOT_KNOCK,
    NO_DEADWOOD,
    NO_GEMS,
    doubt_words,
    found_sentence,
)
from companion.wording.scores import NOT_A_MELD
from companion.wording.showdown import too_many_added_sentence, too_many_cards_sentence

blueprint = Blueprint("count", __name__, url_prefix="/count")

NO_HAND = ShorthandHand((), ())
_KEPT = ("game", "first", "second", "deck")
"""What an address says besides the hand."""


@dataclass(frozen=True, slots=True)
class CountedLayout:
    """A hand in groups, each with what kind of meld it is."""

    melds: tuple[tuple[tuple[str, ...], str], ...]
    deadwood: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class CountResult:
    laid: CountedLayout | None
    """As it was typed in groups; otherwise only its best layout counts."""
    best: CountedLayout
    notes: tuple[str, ...]
    certain: bool
    """No unknown gem could lower it."""


@dataclass(frozen=True, slots=True)
class DoubtLinks:
    """A card of a photo that is still to be named."""

    value: str
    """As the address keeps it."""
    words: str
    guesses: tuple[tuple[str, str, str], ...]
    """What it may be, shown and spoken, with the address of the hand with it."""
    neither: str
    corner: str
    """The guess under which the photo has its corner."""


@dataclass(frozen=True, slots=True)
class DeckOfHand:
    """The deck of the hand, and the decks to choose from."""

    letters: Mapping[str, str] = field(default_factory=dict)
    not_gems: Mapping[str, str] = field(default_factory=dict)
    chosen: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    made_up: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """What an address says: a hand, and what decides how it counts."""

    args: MultiDict[str, str]
    game: Game
    typing: bool
    entry: HandEntry
    error: str
    """Why the hand can't be read or counted."""
    dice: Dice
    deck: DeckOfHand

    @property
    def rules(self) -> RuleSet:
        return ruleset_for(self.game, 2)

    @property
    def table(self) -> MeldContext:
        gems = Print.of(read_letters(self.deck.letters, ""), without=read_letters(self.deck.not_gems, ""))
        diamond = designated_diamond(self.dice) if self.rules.has_dice and all(self.dice) else None
        return MeldContext(self.rules.has_gems, gems if self.rules.has_gems else None, diamond)

    @property
    def text(self) -> str:
        if self.error:
            return self.args.get("hand", "")
        return write_shorthand(self.entry.melds, self.entry.deadwood)

    def address(self, endpoint: str = "count.count", *, typing: bool | None = None) -> str:
        typed = self.typing if typing is None else typing
        values: dict[str, Any] = {name: self.args[name] for name in _KEPT if name in self.args}
        if typed:
            values |= {"typed": "", "hand": self.text}
        else:
            values["card"] = [name_of(card) for card in self.entry.cards]
        return url_for(endpoint, unsure=[_write_doubt(doubt) for doubt in open_doubts(self.entry, {})], **values)

    def doubts(self) -> Iterator[DoubtLinks]:
        entry, table = self.entry, self.table
        for doubt in open_doubts(entry, {}):
            links = tuple(
                (card_word(card), spoken_card(card), self._with(name_doubt(entry, card, other, table)))
                for card, other in zip(doubt.guesses, reversed(doubt.guesses), strict=True)
            )
            neither = self._with(dismiss_doubt(entry, doubt.first, doubt.second))
            yield DoubtLinks(_write_doubt(doubt), doubt_words(doubt), links, neither, name_of(doubt.first))

    def _with(self, entry: HandEntry) -> str:
        return replace(self, entry=entry).address()


@pages.context("home/_counted.html")
class CountedPart:
    counting: Counting
    counted: CountResult | None
    part: bool
    """A page shows it already."""


@pages.context("home/count.html")
class CountPage(CountedPart):
    games: tuple[tuple[str, str], ...]
    rows: tuple[KeyRow, ...]
    camera: str
    """Where a photo of the hand is sent; empty where none can be read."""
    photo: PhotoView | None
    notice: str
    """What a photo left to say."""


@blueprint.get("")
def count() -> Response:
    """Show the hand that the address holds, and what it counts."""
    counting = _read(request.args)
    if wants_part() and target() == "counted":
        return pages.show(CountedPart(counting=counting, counted=_counted(counting), part=True))
    return pages.show(_page(counting))


@blueprint.get("/photo")
def back() -> BaseResponse:
    """Lead to the counted hand: a photo is shown only in the answer to the form that sent it."""
    return go_to(_read(request.args).address())


@blueprint.post("/photo")
@guard.body_up_to(guard.MAX_PHOTO)
def take() -> Response:
    """Add the cards of a photo to the hand that the address holds, and count it."""
    before = _read(request.args)
    if before.error:
        return _refuse(before, PhotoRefusedError(before.error))
    try:
        reading = photos.read_sent_photo()
    except PhotoRefusedError as refused:
        return _refuse(before, refused)
    added = add_photo(before.entry, photos.groups_of(reading), before.table, {}, loose=not before.typing)
    most = most_cards_by_the_book(before.game)
    if len(added.entry.cards) > most:
        return _refuse(before, PhotoRefusedError(too_many_added_sentence(most, len(added.entry.cards))))
    counting = replace(before, entry=added.entry)
    notice = found_sentence(
        (len(added.entry.cards) + len(open_doubts(added.entry, {}))) if reading.cards else 0,
        before.rules.hand_size,
        len(reading.unread) + added.nameless,
        or_more=len(added.entry.cards) <= before.rules.hand_size + 1,
    )
    answer = pages.show(_page(counting, notice, photos.view_photo(reading)))
    return photos.not_stored(at_address(answer, counting.address()))


def _refuse(counting: Counting, refused: PhotoRefusedError) -> Response:
    if wants_part():
        return photos.refuse(refused)
    return pages.show(_page(counting, refused.sentence), refused.status)


def _read(args: MultiDict[str, str]) -> Counting:
    key = args.get("game", Game.GEM_RUMMY.value)
    game = Game(key) if key in set(Game) else Game.GEM_RUMMY
    typing = "typed" in args
    written, error = _hand(args, most_cards_by_the_book(game), typing=typing)
    unsure = tuple(filter(None, map(_read_doubt, args.getlist("unsure")[:MOST_DOUBTS])))
    return Counting(
        args=args,
        game=game,
        typing=typing,
        entry=HandEntry(written.melds, written.deadwood, unsure=unsure, fallen=written.deadwood),
        error=error,
        dice=(_die(args, "first"), _die(args, "second")),
        deck=_deck(args) if ruleset_for(game, 2).has_gems else DeckOfHand(),
    )


def _page(counting: Counting, notice: str = "", photo: PhotoView | None = None) -> CountPage:
    return CountPage(
        counting=counting,
        counted=_counted(counting),
        part=False,
        games=tuple((info.key.value, info.name) for info in GAMES.values()),
        rows=key_rows(counting.entry.cards, {}),
        camera=counting.address("count.take") if reader.is_available() else "",
        photo=photo,
        notice=notice,
    )


def _write_doubt(doubt: UnsureCard) -> str:
    """Return a doubt as addresses have it: 9C-9S-7C, of which the last two may be missing, as in 9C--7C."""
    names = ("" if card is None else name_of(card) for card in (doubt.first, doubt.second, doubt.beside))
    return "-".join(names).rstrip("-")


def _read_doubt(text: str) -> UnsureCard | None:
    first, second, beside = (CARDS_BY_NAME.get(name) for name in (*text.split("-"), "", "")[:3])
    return None if first is None else UnsureCard(first, second, beside)


def _hand(args: MultiDict[str, str], most: int, *, typing: bool) -> tuple[ShorthandHand, str]:
    """Return the hand, typed in groups or as ticked cards, and why it cannot be counted."""
    if typing:
        try:
            written = parse_shorthand(args.get("hand", ""))
        except ShorthandError as error:
            return NO_HAND, shorthand_sentence(error)
    else:
        ticked = dict.fromkeys(CARDS_BY_NAME[name] for name in args.getlist("card") if name in CARDS_BY_NAME)
        written = ShorthandHand((), tuple(ticked))
    held = len(written.deadwood) + sum(map(len, written.melds))
    return written, too_many_cards_sentence(most, held) if held > most else ""


def _die(args: MultiDict[str, str], name: str) -> int:
    rolled = args.get(name, 0, type=int)
    return rolled if rolled in PIPS else 0


def _deck(args: MultiDict[str, str]) -> DeckOfHand:
    phone = current_phone()
    own = decks.decks(current_store(), phone.id) if phone else []
    choices = (*((str(deck.id), deck.name) for deck in own), ("made-up", MADE_UP_PRINT_NAME), ("none", NO_GEMS))
    chosen = args.get("deck", str(own[0].id) if own else "none")
    if chosen == "made-up":
        return DeckOfHand(MADE_UP_PRINT, {}, chosen, choices, made_up=True)
    deck = next((deck for deck in own if str(deck.id) == chosen), None)
    if deck is None:
        return DeckOfHand(chosen="none", choices=choices)
    return DeckOfHand(deck.gems, deck.not_gems, chosen, choices, made_up=deck.made_up)


@one_budget
def _counted(counting: Counting) -> CountResult | None:
    """Count the hand; None where there is none, or none that can be counted."""
    entry, table, rules = counting.entry, counting.table, counting.rules
    if not entry.cards or counting.error:
        return None
    cards = Hand.of(entry.cards)
    judged = [classify(group, table) for group in entry.melds]
    unmelded = [card for group in judged if isinstance(group, NoMeld) for card in group.cards]
    layout = best_layouts(cards.bits, table.meld_rules)[0]
    notes = [no_meld_sentence(group) for group in judged if not isinstance(group, Meld)]
    limit = None if rules.has_dice and not all(counting.dice) else knock_limit(rules, counting.dice)
    if not layout.points:
        notes.append(NO_DEADWOOD)
    elif limit is not None and layout.points <= limit:
        notes.append(MAY_KNOCK.format(points=layout.points, limit=limit))
    elif limit is not None:
        notes.append(MAY_NOT_KNOCK.format(points=layout.points, over=layout.points - limit, limit=limit))
    if table.gems is not None and gem_parts(table.gems, cards) is not None:
        notes.append(GEM_PARTS)
    laid = CountedLayout(
        tuple(map(_meld, judged)), _names(entry.deadwood), Hand.of((*entry.deadwood, *unmelded)).points
    )
    return CountResult(
        laid=laid if counting.typing else None,
        best=CountedLayout(tuple(map(_meld, melds_of(layout))), _names(layout.deadwood.listed), layout.points),
        notes=tuple(notes),
        certain=not could_do_better(table, cards, layout.points, []),
    )


def _meld(judged: Meld | NoMeld) -> tuple[tuple[str, ...], str]:
    return _names(judged.cards), KIND_WORDS[judged.kind] if isinstance(judged, Meld) else NOT_A_MELD


def _names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(name_of, cards))
