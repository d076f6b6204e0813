"""The referee of moves: enter a board, see what is legal and who was right; in a game, book the penalty in one tap."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.errors import DocumentError
from companion.documents.gem2_board import UNNAMED
from companion.rules.gem2.cards import NUMERALS, PILES, Card, GemSuit
from companion.rules.gem2.turn import Penalty
from companion.web.base import pages
from companion.web.base.htmx import at_address, go_to, wants_part
from companion.web.gem2.board import BoardAnswer, Piles, board_answer, card_view, read_piles
from companion.web.gem2.game import AnyGame, DuelGame, load_game
from companion.web.gem2.turn import TurnEntry, current_entry, last_entry
from companion.web.security.membership import require_member
from companion.wording import gem2_table as wording
from companion.wording.document_errors import document_error_sentence
from companion.wording.gem2_rules import SUIT_NAMES

blueprint = Blueprint("gem2_moves", __name__)


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """The board in the address, and what is asked about it."""

    numerals: ClassVar = tuple(enumerate(NUMERALS, start=1))
    suits: ClassVar = tuple(SUIT_NAMES.items())
    claims: ClassVar = wording.CLAIMS
    """What can be chosen."""

    level: str
    piles: Piles
    pile: int
    """The pile that the next card goes onto."""
    numeral: int
    claim: str
    card: str
    also: str
    """A second card, taken off at the same time."""
    onto: str
    best: bool
    typing: bool

    @property
    def missing(self) -> str:
        """What must still be entered before a claim can be judged."""
        if self.claim in {"1", "2", "3"} and not self.card:
            return wording.WHICH_CARD
        return wording.WHICH_PILE if self.claim == "3" and not self.onto else ""

    @property
    def document(self) -> dict[str, Any]:
        """The query as the document that `companion moves` takes."""
        document: dict[str, Any] = {
            "game": "gem-ii",
            "level": int(self.level),
            "piles": list(map(list, self.piles.texts)),
        }
        if self.best:
            document["best"] = True
        if self.missing or not self.claim:
            return document
        if self.claim == "pass":
            return {**document, "claimed": {"pass": True}}
        if self.claim == "1" and self.also:
            return {**document, "claimed": {"move": 1, "cards": [self.card, self.also]}}
        onto = {"onto": int(self.onto)} if self.claim != "1" and self.onto else {}
        return {**document, "claimed": {"move": int(self.claim), "card": self.card, **onto}}


@dataclass(frozen=True, slots=True)
class Booking:
    """The penalty that follows from a judgment if it was called on a turn."""

    entry: TurnEntry
    call: str
    label: str
    explanation: str


@pages.context("gem2/moves/moves.html")
class MovesPage:
    address: str
    game: AnyGame | None
    query: BoardQuery
    answer: BoardAnswer | None
    bookings: tuple[Booking, ...]
    error: str


@pages.context("gem2/moves/_moves.html")
class MovesPart(MovesPage):
    """The board and its answer alone."""


@blueprint.get("/moves")
def moves() -> Response | BaseResponse:
    """Judge a board that belongs to no game."""
    return _respond(url_for("gem2_moves.moves"), None)


@blueprint.get("/g/<game>/moves")
def in_game(game: str) -> Response | BaseResponse:
    """Judge a board of a game: its level is known, and a penalty can be booked from here."""
    return _respond(url_for("gem2_moves.in_game", game=game), load_game(require_member(game)))


def _respond(address: str, game: AnyGame | None) -> Response | BaseResponse:
    query, error = _after_tap(_read(request.args, str(game.level) if game else ""), request.args.get("act", ""))
    canonical = _address(address, query)
    if "act" in request.args and not error and not wants_part():
        # The address that stays is the board itself: reloading it enters nothing again.
        return go_to(canonical)
    page = _page(address, game, query, error)
    answer = pages.show(page, 422 if page.error else 200)
    return answer if page.error else at_address(answer, canonical)


def _read(args: MultiDict[str, str], game_level: str) -> BoardQuery:
    """Return the query of an address; a value that makes no sense is the default."""
    level, claim, onto = args.get("level", "1"), args.get("claim", args.get("deed", "")), args.get("onto", "")
    return BoardQuery(
        level=game_level or (level if level in {"1", "2"} else "1"),
        piles=read_piles(args.getlist("p")),
        pile=min(PILES - 1, max(0, args.get("pile", 0, type=int))),
        numeral=min(len(NUMERALS), max(0, args.get("numeral", 0, type=int))),
        claim=claim if claim in {value for value, _, _ in wording.CLAIMS} else "",
        card=args.get("card", "")[:5],
        also=args.get("also", "")[:5],
        onto=onto if onto in set(map(str, range(PILES))) else "",
        best="best" in args,
        typing="typing" in args,
    )


def _after_tap(query: BoardQuery, act: str) -> tuple[BoardQuery, str]:
    """Return the query after a tap, with an error where nothing can be entered."""
    verb, _, suit = act.partition(":")
    match verb:
        case "lay" if suit in set(GemSuit):
            if not query.numeral:
                return query, wording.NUMERAL_FIRST
            card = str(Card(query.numeral, GemSuit(suit)))
            if query.piles.has(card):
                return query, wording.ALREADY_ON_BOARD.format(card=card_view(card).name)
            piles = query.piles.with_card(query.pile, card)
        case "unnamed":
            piles = query.piles.with_card(query.pile, UNNAMED)
        case "back":
            piles = query.piles.without_top(query.pile)
        case "clear":
            piles = read_piles([])
        case _:
            return query, ""
    return replace(query, piles=piles, numeral=0, claim="", card="", also="", onto="", best=False), ""


def _address(base: str, query: BoardQuery) -> str:
    """Return the address that shows just this query."""
    fields = [("level", query.level), *(("p", text) for text in query.piles.written), ("pile", str(query.pile))]
    texts = (("claim", query.claim), ("card", query.card), ("also", query.also), ("onto", query.onto))
    fields += [(name, text) for name, text in texts if text]
    fields += [(name, "1") for name, is_set in (("best", query.best), ("typing", query.typing)) if is_set]
    return f"{base}?{urlencode(fields)}"


def _page(address: str, game: AnyGame | None, query: BoardQuery, error: str) -> MovesPage:
    answer = None
    if query.piles.size and not error:
        try:
            answer = board_answer(query.document)
        except DocumentError as wrong_board:
            error = wording.as_sentence(document_error_sentence(wrong_board))
    return (MovesPart if wants_part() else MovesPage)(
        address=address,
        game=game,
        query=query,
        answer=answer,
        bookings=_bookings(game, query, answer) if isinstance(game, DuelGame) and answer else (),
        error=error,
    )


def _bookings(game: DuelGame, query: BoardQuery, answer: BoardAnswer) -> tuple[Booking, ...]:
    """Return the penalties that may follow: a missed move also on the turn that was just passed."""
    if answer.judgment is None or not game.member.may_play:
        return ()
    penalty = Penalty.MISSED_MOVE if query.claim == "pass" else Penalty.WRONG_MOVE
    entries = [last_entry(game)] if penalty is Penalty.MISSED_MOVE else []
    by_place = {entry.place: entry for entry in (*entries, current_entry(game)) if entry}
    return tuple(
        _booking(entry, penalty, correct=not answer.judgment.legal)
        for entry in by_place.values()
        if penalty in entry.turn.may_call(entry.mover.other, entry.mover)
    )


def _booking(entry: TurnEntry, penalty: Penalty, *, correct: bool) -> Booking:
    caller, other = entry.game.sides[entry.mover.other], entry.game.sides[entry.mover]
    return Booking(
        entry,
        call=f"{penalty}={'right' if correct else 'wrong'}",
        label=wording.book_call(penalty, caller if correct else other),
        explanation=wording.if_called(caller, other, penalty, entry.draft.deal, correct=correct),
    )
