"""The referee of moves: enter the board, see what is legal, and who was right; from a game the penalty is one tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, request, url_for

from companion.documents.answers import moves_document
from companion.documents.errors import DocumentError
from companion.rules.gem2.board import PILES
from companion.rules.gem2.cards import NUMERALS, Card, Suit, card_named
from companion.rules.gem2.turn import PENALTY_POINTS, Penalty
from companion.store.people.members import Role
from companion.web.gem2.calls import last_turn
from companion.web.gem2.state.game import current_turn, load_game
from companion.web.gem2.views import board_view
from companion.web.gem2.views.board_text import UNNAMED, Piles, read_piles
from companion.web.gem2.views.board_view import CardView, Judged, best_said, card_shown, piles_shown
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to, wants_part
from companion.web.shell.idempotency import new_idempotency_key
from companion.wording.gem2 import PENALTY_NAMES, SUIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response as BaseResponse

    from companion.web.gem2.state.game import Gem2Game, OpenTurn

blueprint = Blueprint("gem2_moves", __name__)

LEVELS = ("1", "2")
DEEDS = (
    ("1", "A card came off", "Move 1"),
    ("3", "A card went onto another", "Move 3"),
    ("2", "A card went into a space", "Move 2"),
    ("pass", "The turn was passed", "no move left"),
)
"""What can be judged, the most frequent first."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands in the address: the board, and what is asked of it."""

    level: str
    piles: Piles
    pile: int
    numeral: int
    deed: str
    card: str
    also: str
    onto: str
    best: bool
    typing: bool


@dataclass(frozen=True, slots=True)
class Booking:
    """A penalty that follows if it was called: proposed, and booked only when somebody says so."""

    label: str
    said: str
    hand: int
    deal: int
    caller: str
    call: str


@pages.context("gem2/moves/moves.html")
class MovesPage:
    """What the referee's page shows."""

    address: str
    back: str
    fixed_level: bool
    asked: Asked
    piles: tuple[tuple[CardView, ...], ...]
    numerals: tuple[tuple[int, str], ...]
    suits: tuple[tuple[str, str, str], ...]
    cards: tuple[CardView, ...]
    deeds: tuple[tuple[str, str, str], ...]
    trouble: str
    moves: tuple[tuple[str, bool], ...] | None
    must: bool
    unclear: str
    judged: Judged | None
    bookings: tuple[Booking, ...]
    all_named: bool
    best: str
    best_moves: tuple[str, ...]
    book: str
    seq: int
    idempotency_key: str


@pages.context("gem2/moves/_moves.html")
class MovesPart(MovesPage):
    """The board and its answer alone."""


@blueprint.get("/moves")
def moves() -> Response | BaseResponse:
    """Judge a board that belongs to no game."""
    return _answer(url_for("gem2_moves.moves"), None)


@blueprint.get("/g/<game>/moves")
def in_game(game: str) -> Response | BaseResponse:
    """Judge a board of a game: its level is known, and a penalty can be booked from here."""
    at = load_game(access.require(game))
    return _answer(url_for("gem2_moves.in_game", game=game), at)


def _answer(address: str, at: Gem2Game | None) -> Response | BaseResponse:
    asked = read(request.args, str(at.level) if at else "")
    tapped, trouble = _tapped(asked, request.args.get("act", ""))
    canonical = _address(address, tapped)
    if "act" in request.args and not trouble and not wants_part():
        # So that the address that stays is the board itself, and loading it again adds nothing.
        return go_to(canonical)
    answer = pages.show(_page(address, at, tapped, trouble), 422 if trouble else 200)
    if wants_part() and not trouble:
        answer.headers["HX-Replace-Url"] = canonical
    return answer


def read(args: MultiDict[str, str], level: str = "") -> Asked:
    """Take what stands in the address; whatever is not understood is the default."""
    asked_level = args.get("level", "1")
    deed = args.get("deed", "")
    return Asked(
        level=level or (asked_level if asked_level in LEVELS else "1"),
        piles=read_piles(args.getlist("p")),
        pile=min(PILES - 1, max(0, args.get("pile", 0, type=int))),
        numeral=min(len(NUMERALS), max(0, args.get("numeral", 0, type=int))),
        deed=deed if deed in {value for value, _, _ in DEEDS} else "",
        card=args.get("card", "")[:5],
        also=args.get("also", "")[:5],
        onto=args.get("onto", "") if args.get("onto", "") in {str(pile) for pile in range(PILES)} else "",
        best="best" in args,
        typing="typing" in args,
    )


def _tapped(asked: Asked, act: str) -> tuple[Asked, str]:
    """Do what was tapped, or say why it cannot be."""
    verb, _, about = act.partition(":")
    match verb:
        case "lay" if about in set(Suit):
            if not asked.numeral:
                return asked, "Tap a numeral first, then the suit."
            card = str(Card(asked.numeral, Suit(about)))
            if card in asked.piles.cards:
                return asked, f"{card_shown(card).name} is on the board already."
            return _entered(asked, asked.piles.with_card(asked.pile, card)), ""
        case "unnamed":
            return _entered(asked, asked.piles.with_card(asked.pile, UNNAMED)), ""
        case "back":
            return _entered(asked, asked.piles.without_top(asked.pile)), ""
        case "clear":
            return _entered(asked, read_piles([])), ""
        case _:
            return asked, ""


def _entered(asked: Asked, piles: Piles) -> Asked:
    """Change the board: what was asked of it before is asked no longer."""
    return Asked(asked.level, piles, asked.pile, 0, "", "", "", "", best=False, typing=asked.typing)


def _address(base: str, asked: Asked) -> str:
    """Write the address that shows just this."""
    said: list[tuple[str, str]] = [("level", asked.level), *(("p", text) for text in asked.piles.written)]
    said.append(("pile", str(asked.pile)))
    said += [
        (key, value)
        for key, value in (("deed", asked.deed), ("card", asked.card), ("also", asked.also), ("onto", asked.onto))
        if value
    ]
    said += [(key, "1") for key, value in (("best", asked.best), ("typing", asked.typing)) if value]
    return f"{base}?{urlencode(said)}"


def _unclear(asked: Asked) -> str:
    """Say what is missing of a move before it can be judged."""
    if asked.deed in {"1", "2", "3"} and not asked.card:
        return "Which card was it?"
    return "Onto which pile was it laid?" if asked.deed == "3" and not asked.onto else ""


def _document(asked: Asked) -> dict[str, Any]:
    """Write what is asked as the document that `companion moves` takes."""
    document: dict[str, Any] = {
        "game": "gem-ii",
        "level": int(asked.level),
        "piles": [list(p) for p in asked.piles.texts],
    }
    if asked.best:
        document["best"] = True
    if _unclear(asked):
        return document
    if asked.deed == "pass":
        document["claimed"] = {"pass": True}
    elif asked.deed == "1" and asked.card and asked.also:
        document["claimed"] = {"move": 1, "cards": [asked.card, asked.also]}
    elif asked.deed:
        document["claimed"] = {"move": int(asked.deed), "card": asked.card}
        if asked.deed != "1" and asked.onto:
            document["claimed"]["onto"] = int(asked.onto)
    return document


def _page(address: str, at: Gem2Game | None, asked: Asked, trouble: str) -> MovesPage:
    answer: Mapping[str, Any] = {}
    if asked.piles.size and not trouble:
        try:
            answer = moves_document(_document(asked))
        except DocumentError as error:
            trouble = f"{error.message[:1].upper()}{error.message[1:]}."
    judged = board_view.judged(answer.get("claimed"), passed=asked.deed == "pass")
    best = answer.get("best")
    return (MovesPart if wants_part() else MovesPage)(
        address=address,
        back=url_for("table.table", game=at.game) if at else url_for("home.home"),
        fixed_level=at is not None,
        asked=asked,
        piles=piles_shown(asked.piles.texts),
        numerals=tuple(enumerate(NUMERALS, start=1)),
        suits=tuple((suit.value, SUIT_NAMES[suit], suit.color.value) for suit in Suit),
        cards=tuple(card_shown(card) for card in asked.piles.cards if card_named(card)),
        deeds=DEEDS,
        trouble=trouble,
        moves=tuple((one["text"], one["must"]) for one in answer["moves"]) if answer else None,
        must=bool(answer.get("must_move")),
        unclear=_unclear(asked),
        judged=judged,
        bookings=_bookings(at, asked, judged) if at and judged else (),
        all_named=bool(asked.piles.size) and all(UNNAMED not in pile for pile in asked.piles.texts),
        best=best_said(best) if best else "",
        best_moves=tuple(one["text"] for one in best["moves"]) if best else (),
        book=url_for("gem2_calls.make", game=at.game) if at else "",
        seq=at.state.seq if at else 0,
        idempotency_key=new_idempotency_key(),
    )


def _bookings(at: Gem2Game, asked: Asked, judged: Judged) -> tuple[Booking, ...]:
    """Offer the penalty that follows: a wrong move on this turn; a turn passed too early also on the one just ended."""
    if at.solo or not at.member.role.may(Role.SEAT):
        return ()
    penalty = Penalty.MISSED_MOVE if asked.deed == "pass" else Penalty.WRONG_MOVE
    turns = [current_turn(at)]
    if penalty is Penalty.MISSED_MOVE:
        turns.insert(0, last_turn(at))
    found: dict[tuple[int, int], Booking] = {}
    for turn in turns:
        booking = _booking(at, turn, penalty, correct=not judged.legal) if turn else None
        if booking:
            found.setdefault((booking.hand, booking.deal), booking)
    return tuple(found.values())


def _booking(at: Gem2Game, turn: OpenTurn, penalty: Penalty, *, correct: bool) -> Booking | None:
    mover = turn.turn.player.other if turn.entry.timed_out else turn.turn.mover
    if penalty not in turn.turn.may_call(mover.other, mover):
        return None
    caller, other = at.sides[mover.other], at.sides[mover]
    return Booking(
        label=f"It was called: {PENALTY_POINTS[penalty]} for {caller if correct else other}",
        said=f"If {caller} called {PENALTY_NAMES[penalty]} on {other} in deal {turn.entry.deal},"
        f" the call was {'right' if correct else 'wrong'}.",
        hand=turn.hand,
        deal=turn.entry.deal,
        caller=mover.other.value,
        call=f"{penalty}={'right' if correct else 'wrong'}",
    )
