"""Count a hand, for practice and outside any game: its deadwood, whether it may knock, and its best layout."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request, url_for

from companion.documents.errors import DocumentError
from companion.documents.shorthand import ShorthandHand, parse_shorthand, write_shorthand
from companion.documents.showdown_draft import PIPS
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME, hand_of, listed, name_of, points_in
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
from companion.wording.faults import no_meld_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.cards import Card

blueprint = Blueprint("count", __name__, url_prefix="/count")


@dataclass(frozen=True, slots=True)
class MeldView:
    """A group and what it is."""

    cards: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class CountResult:
    """What comes of a hand."""

    melds: tuple[MeldView, ...]
    deadwood: tuple[str, ...]
    points: int
    laid: bool
    """The hand was laid out; else it is just cards, and the best layout is what it counts."""
    said: tuple[str, ...]
    best: tuple[MeldView, ...]
    best_deadwood: tuple[str, ...]
    best_points: int
    certain: bool
    """No letter that is not known could let it count less."""


@pages.context("standalone/count/_counted.html")
class CountedPart:
    """What comes of the hand, alone."""

    counted: CountResult | None
    held: int
    size: int
    letters: Mapping[str, str]
    wrong: str
    typing: bool
    has_dice: bool
    part: bool


@pages.context("standalone/count/count.html")
class CountPage(CountedPart):
    """What the screen of a counted hand shows."""

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
    asked = request.args.get("game", Game.GEM_RUMMY.value)
    game = Game(asked) if asked in set(Game) else Game.GEM_RUMMY
    rules = ruleset_for(game, 2)
    typing = "typed" in request.args
    written, wrong = _hand(typing=typing)
    cards = (*(one for group in written.melds for one in group), *written.deadwood)
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
        wrong=wrong,
        typing=typing,
        has_dice=rules.has_dice,
        part=wants_part() and target() == "counted",
    )
    if shown.part:
        return pages.show(shown)
    text = request.args.get("hand", "") if wrong else write_shorthand(written.melds, written.deadwood)
    return pages.show(
        CountPage(
            **{field.name: getattr(shown, field.name) for field in fields(shown)},
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
    """Read the hand: written group by group, or just the cards that are ticked."""
    if not typing:
        ticked = dict.fromkeys(CARDS_BY_NAME[name] for name in request.args.getlist("card") if name in CARDS_BY_NAME)
        return ShorthandHand((), tuple(ticked)), ""
    try:
        return parse_shorthand(request.args.get("hand", "")), ""
    except DocumentError as error:
        return ShorthandHand((), ()), error.message


def _other_way(cards: tuple[Card, ...], text: str, *, typing: bool) -> str:
    """Give the address of the same hand, tapped instead of typed or the other way round."""
    kept = {name: request.args[name] for name in ("game", "first", "second", "deck") if name in request.args}
    if typing:
        return url_for("count.count", card=[name_of(one) for one in cards], **kept)  # type: ignore[arg-type]
    return url_for("count.count", typed="", hand=text, **kept)  # type: ignore[arg-type]


def _die(name: str) -> int:
    rolled = request.args.get(name, 0, type=int)
    return rolled if rolled in PIPS else 0


def _deck() -> tuple[Mapping[str, str], bool, str, tuple[tuple[str, str], ...]]:
    phone = access.device()
    own = decks.decks(access.store(), phone.id) if phone else []
    choices = (*((str(one.id), one.name) for one in own), ("made-up", "A made-up print"), ("none", "No gems"))
    asked = request.args.get("deck", str(own[0].id) if own else "none")
    if asked == "made-up":
        return MADE_UP_PRINT, True, asked, choices
    found = next((one for one in own if str(one.id) == asked), None)
    return (found.gems, found.made_up, asked, choices) if found else ({}, False, "none", choices)


def _counted(written: ShorthandHand, table: MeldContext, limit: int | None, *, laid: bool) -> CountResult:
    cards = hand_of((*(one for group in written.melds for one in group), *written.deadwood))
    judged = [classify(group, table) for group in written.melds]
    unmelded = [card for one in judged if isinstance(one, NoMeld) for card in one.cards]
    layout = best_layouts(cards, table.meld_rules)[0]
    said = [no_meld_sentence(one) for one in judged if not isinstance(one, Meld)]
    if not layout.points:
        said.append("No deadwood.")
    elif limit is not None and layout.points <= limit:
        said.append(f"May knock: {layout.points} is at most {limit}.")
    elif limit is not None:
        said.append(f"May not knock: {layout.points} is {layout.points - limit} over {limit}.")
    if table.gems is not None and gem_parts(table.gems, cards) is not None:
        said.append("All eight gems: Gem Parts.")
    return CountResult(
        melds=tuple(_meld(one) for one in judged),
        deadwood=_names(written.deadwood),
        points=points_in(hand_of((*written.deadwood, *unmelded))),
        laid=laid,
        said=tuple(said),
        best=tuple(_meld(one) for one in melds_of(layout)),
        best_deadwood=_names(listed(layout.deadwood)),
        best_points=layout.points,
        certain=not could_do_better(table, cards, layout.points, []),
    )


def _meld(judged: Meld | NoMeld) -> MeldView:
    return MeldView(_names(judged.cards), KIND_WORDS[judged.kind] if isinstance(judged, Meld) else "no meld")


def _names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(name_of(one) for one in cards)
