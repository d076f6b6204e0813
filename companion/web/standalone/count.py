"""Count a hand outside any game: its deadwood, whether it may knock, and its best layout."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for

from companion.documents.errors import DocumentError
from companion.documents.shorthand import ShorthandHand, parse_shorthand, write_shorthand
from companion.documents.showdown_draft import PIPS
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME, Card, hand_of, listed, name_of, points_in
from companion.rules.gems import Gem, Print, gem_parts
from companion.rules.rummy.calls import knock_limit
from companion.rules.rummy.melds import Meld, MeldContext, NoMeld, classify, designated_diamond, melds_of
from companion.rules.rummy.ruleset import Game, ruleset_for
from companion.rules.rummy.solver import best_layouts
from companion.rules.rummy.unknown import could_do_better
from companion.store import decks
from companion.web.rummy.catalog import GAMES
from companion.web.security import access
from companion.web.shared.keypad import KeyRow, key_rows
from companion.web.shell import pages
from companion.web.shell.htmx import target, wants_part
from companion.wording.cards import KIND_WORDS
from companion.wording.count import (
    GEM_PARTS,
    MADE_UP_PRINT_NAME,
    MAY_KNOCK,
    MAY_NOT_KNOCK,
    NO_DEADWOOD,
    NO_GEMS,
    NO_MELD,
)
from companion.wording.faults import no_meld_sentence

blueprint = Blueprint("count", __name__, url_prefix="/count")


@dataclass(frozen=True, slots=True)
class MeldView:
    """A group of cards, and what kind of meld it is."""

    cards: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class CountResult:
    """A counted hand."""

    melds: tuple[MeldView, ...]
    deadwood: tuple[str, ...]
    points: int
    laid: bool
    """The hand was typed in groups; otherwise only its best layout counts."""
    notes: tuple[str, ...]
    best: tuple[MeldView, ...]
    best_deadwood: tuple[str, ...]
    best_points: int
    certain: bool
    """No unknown gem could lower it."""


@pages.context("standalone/count/_counted.html")
class CountedPart:
    """The counted hand alone."""

    counted: CountResult | None
    held: int
    size: int
    letters: Mapping[str, str]
    error: str
    typing: bool
    has_dice: bool
    part: bool


@pages.context("standalone/count/count.html")
class CountPage(CountedPart):
    """The screen that counts a hand."""

    games: tuple[tuple[str, str], ...]
    game: str
    dice: tuple[int, int]
    decks: tuple[tuple[str, str], ...]
    deck: str
    made_up: bool
    hand: str
    rows: tuple[KeyRow, ...]
    other_way: str


@blueprint.get("")
def count() -> Response:
    """Show the hand that the address holds, and what it counts."""
    key = request.args.get("game", Game.GEM_RUMMY.value)
    game = Game(key) if key in set(Game) else Game.GEM_RUMMY
    rules = ruleset_for(game, 2)
    typing = "typed" in request.args
    written, error = _hand(typing=typing)
    cards = (*(card for group in written.melds for card in group), *written.deadwood)
    dice = (_die("first"), _die("second"))
    known, made_up, chosen, choices = _deck() if rules.has_gems else ({}, False, "", ())
    gems = Print.of({CARDS_BY_NAME[name]: tuple(map(Gem, letters)) for name, letters in known.items()})
    table = MeldContext(
        rules.has_gems, gems if rules.has_gems else None, designated_diamond(dice) if all(dice) else None
    )
    limit = None if rules.has_dice and not all(dice) else knock_limit(rules, dice)
    counted = _counted(written, table, limit, laid=typing)
    shown = CountedPart(
        counted=counted if cards else None,
        held=len(cards),
        size=rules.hand_size,
        letters=known,
        error=error,
        typing=typing,
        has_dice=rules.has_dice,
        part=wants_part() and target() == "counted",
    )
    if shown.part:
        return pages.show(shown)
    text = request.args.get("hand", "") if error else write_shorthand(written.melds, written.deadwood)
    return pages.show(
        CountPage(
            **pages.values_of(shown),
            games=tuple((info.key.value, info.name) for info in GAMES.values()),
            game=game.value,
            dice=dice,
            decks=choices,
            deck=chosen,
            made_up=made_up,
            hand=text,
            rows=key_rows(cards, {}),
            other_way=_other_way(cards, text, typing=typing),
        )
    )


def _hand(*, typing: bool) -> tuple[ShorthandHand, str]:
    """Return the hand, typed in groups or as ticked cards, and why it cannot be read."""
    if not typing:
        ticked = dict.fromkeys(CARDS_BY_NAME[name] for name in request.args.getlist("card") if name in CARDS_BY_NAME)
        return ShorthandHand((), tuple(ticked)), ""
    try:
        return parse_shorthand(request.args.get("hand", "")), ""
    except DocumentError as error:
        return ShorthandHand((), ()), error.message


def _other_way(cards: tuple[Card, ...], text: str, *, typing: bool) -> str:
    """Return the address of the same hand, tapped instead of typed or the other way round."""
    kept = {name: request.args[name] for name in ("game", "first", "second", "deck") if name in request.args}
    if typing:
        return url_for("count.count", card=[name_of(card) for card in cards], **kept)  # type: ignore[arg-type]
    return url_for("count.count", typed="", hand=text, **kept)  # type: ignore[arg-type]


def _die(name: str) -> int:
    rolled = request.args.get(name, 0, type=int)
    return rolled if rolled in PIPS else 0


def _deck() -> tuple[Mapping[str, str], bool, str, tuple[tuple[str, str], ...]]:
    phone = access.device()
    own = decks.decks(access.store(), phone.id) if phone else []
    choices = (*((str(deck.id), deck.name) for deck in own), ("made-up", MADE_UP_PRINT_NAME), ("none", NO_GEMS))
    chosen = request.args.get("deck", str(own[0].id) if own else "none")
    if chosen == "made-up":
        return MADE_UP_PRINT, True, chosen, choices
    deck = next((deck for deck in own if str(deck.id) == chosen), None)
    return (deck.gems, deck.made_up, chosen, choices) if deck else ({}, False, "none", choices)


def _counted(written: ShorthandHand, table: MeldContext, limit: int | None, *, laid: bool) -> CountResult:
    cards = hand_of((*(card for group in written.melds for card in group), *written.deadwood))
    judged = [classify(group, table) for group in written.melds]
    unmelded = [card for group in judged if isinstance(group, NoMeld) for card in group.cards]
    layout = best_layouts(cards, table.meld_rules)[0]
    notes = [no_meld_sentence(group) for group in judged if not isinstance(group, Meld)]
    if not layout.points:
        notes.append(NO_DEADWOOD)
    elif limit is not None and layout.points <= limit:
        notes.append(MAY_KNOCK.format(points=layout.points, limit=limit))
    elif limit is not None:
        notes.append(MAY_NOT_KNOCK.format(points=layout.points, over=layout.points - limit, limit=limit))
    if table.gems is not None and gem_parts(table.gems, cards) is not None:
        notes.append(GEM_PARTS)
    return CountResult(
        melds=tuple(map(_meld, judged)),
        deadwood=_names(written.deadwood),
        points=points_in(hand_of((*written.deadwood, *unmelded))),
        laid=laid,
        notes=tuple(notes),
        best=tuple(map(_meld, melds_of(layout))),
        best_deadwood=_names(listed(layout.deadwood)),
        best_points=layout.points,
        certain=not could_do_better(table, cards, layout.points, []),
    )


def _meld(judged: Meld | NoMeld) -> MeldView:
    return MeldView(_names(judged.cards), KIND_WORDS[judged.kind] if isinstance(judged, Meld) else NO_MELD)


def _names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(name_of, cards))
