"""Agree or dispute: each player's word on a ruling, and the table's own points where it sets a ruling aside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, request, url_for

from companion.journal.events import HandAccepted, HandDisputed
from companion.store import games
from companion.store.errors import Conflict
from companion.store.people import presence
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shell import idempotency
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key
from companion.wording.cards import listed_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.events import Event
    from companion.journal.fold import GameState
    from companion.journal.sheet import SheetRow
    from companion.store.derived.table_cache import TableSummary
    from companion.store.people.members import Member

blueprint = Blueprint("responses", __name__, url_prefix="/g/<game>/hands/<int:number>")


@dataclass(frozen=True, slots=True)
class PlayerResponse:
    """One player's last word on a ruling."""

    seat: int
    name: str
    accepted: bool
    disputed: bool
    word: str
    speaks_here: bool
    """This phone may say it: the player's own, or for one without a phone whichever keeps the score."""


@dataclass(frozen=True, slots=True)
class Responses:
    """What the players say of a ruling."""

    voices: tuple[PlayerResponse, ...]
    said: str
    address: str
    overrule: str
    overruled: bool
    meanwhile: bool
    idempotency_key: str
    seen: int

    own: PlayerResponse | None
    """The player whose phone this is, as long as the word is wanted."""

    @property
    def asked(self) -> tuple[PlayerResponse, ...]:
        """List those whose word this phone still asks for."""
        return tuple(one for one in self.voices if one.speaks_here and not one.accepted)


def responses_to(member: Member, state: GameState, row: SheetRow, overrule: str = "") -> Responses | None:
    """Return the responses to a hand, or None where there is nothing to agree on.

    `overrule` is the address of the form that overrules the ruling, if the game has one.
    """
    if row.place is None or row.points is None or state.closed or row.hand.document.get("drawn"):
        return None
    phones = presence.phones_on_seats(access.store(), member.game)
    words = {response.player: response.word for response in row.hand.responses}
    voices = tuple(
        PlayerResponse(
            seat=seat,
            name=name,
            accepted=name in row.accepted_by,
            disputed=name in row.disputed_by,
            word=words.get(name, "") if name in row.disputed_by else "",
            speaks_here=responds_for(member, seat, phones),
        )
        for seat, name in enumerate(state.players)
    )
    where: dict[str, Any] = {"game": member.game, "number": row.hand.number}
    return Responses(
        voices=voices,
        said=agreement_sentence(
            [one.name for one in voices if one.accepted], [one.name for one in voices if one.disputed], voices
        ),
        address=url_for("responses.respond", **where),
        overrule=overrule if member.role.may(Role.SCORER) else "",
        overruled="overruled" in row.hand.document,
        meanwhile="meanwhile" in request.args,
        idempotency_key=new_idempotency_key(),
        seen=state.seq,
        own=None if _alone(member, phones) else next((one for one in voices if _is_asked(one, member)), None),
    )


def _alone(member: Member, phones: Mapping[int, int]) -> bool:
    """Say whether everybody looks at this one phone."""
    return all(device == member.device for device in phones.values())


def _is_asked(one: PlayerResponse, member: Member) -> bool:
    return one.seat == member.seat and not (one.accepted or one.disputed)


def agreement_sentence(accepted: list[str], disputed: list[str], players: tuple[object, ...]) -> str:
    """Say in a sentence how far the players agree."""
    if disputed:
        return f"Disputed by {listed_words(disputed)}."
    if len(accepted) == len(players):
        return "Accepted by all."
    return f"Accepted by {listed_words(accepted)}." if accepted else ""


def responds_for(member: Member, seat: int, phones: Mapping[int, int]) -> bool:
    """Say whether a phone speaks for a player: on the own phone, or for one without whichever keeps the score."""
    if seat in phones:
        return phones[seat] == member.device and member.role.may(Role.SEAT)
    return member.role.may(Role.SCORER)


@dataclass(frozen=True, slots=True)
class LastHandResponses:
    """How far the players agree on the last hand, as the table shows it."""

    said: str
    look: str
    address: str
    seat: int | None
    """Whose word this phone asks for."""
    idempotency_key: str
    seen: int


def last_hand_responses(member: Member, table: TableSummary) -> LastHandResponses | None:
    """Tell how far the last hand is agreed on; None at a table where everybody looks at one phone."""
    last = table.last
    phones = presence.phones_on_seats(access.store(), member.game)
    if last is None or not last.points or last.standing not in {"counts", "overruled"} or _alone(member, phones):
        return None
    accepted, disputed = list(last.accepted_by), list(last.disputed_by)
    own = member.seat if member.seat is not None and member.seat < len(table.players) else None
    if own is not None and table.players[own] in (*accepted, *disputed):
        own = None
    where: dict[str, Any] = {"game": member.game, "number": last.number}
    return LastHandResponses(
        said=agreement_sentence(accepted, disputed, table.players),
        look=url_for("sheet.hand", **where),
        address=url_for("responses.respond", **where),
        seat=own,
        idempotency_key=new_idempotency_key(),
        seen=table.seq,
    )


def row_with_points(member: Member, number: int) -> tuple[GameState, SheetRow]:
    """Return a hand that has points, with its game; 404 for any other."""
    state, sheet = games.sheet(access.store(), member.game)
    row = sheet.row(number)
    if row is None or row.points is None:
        abort(404, "This hand is not on the sheet.")
    return state, row


@blueprint.post("/word")
def respond(game: str, number: int) -> BaseResponse:
    """Take a player's word: accepted, or disputed and why."""
    member = access.require(game, Role.SEAT)
    state, row = row_with_points(member, number)
    seat = request.form.get("seat", -1, type=int)
    if not 0 <= seat < len(state.players):
        abort(400)
    if not responds_for(member, seat, presence.phones_on_seats(access.store(), game)):
        abort(403, f"{state.players[seat]} says so on the own phone.")
    player = state.players[seat]
    event: Event
    if request.form.get("act") == "accept":
        event = HandAccepted(number, player, dict(row.points or {}))
    else:
        word = " ".join(request.form.get("word", "").split())
        if not word:
            abort(422, "Say in a word why the ruling is disputed.")
        event = HandDisputed(number, player, word)
    try:
        idempotency.record_event(member, state.players, event)
    except Conflict:
        if isinstance(event, HandDisputed):
            raise
        # One accepts only what one has seen.
        return go_to(url_for("sheet.hand", game=game, number=number, meanwhile=1))
    to_table = "to_table" in request.form and isinstance(event, HandAccepted)
    return go_to(url_for("table.table", game=game) if to_table else url_for("sheet.hand", game=game, number=number))
