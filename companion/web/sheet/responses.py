"""Responses to a ruling: each player accepts or disputes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events import Event
from companion.journal.events.hands import HandAccepted, HandDisputed
from companion.journal.sheet import SheetRow, Standing
from companion.journal.state import GameState
from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.errors import Conflict
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.base import idempotency
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import kind_of
from companion.web.security.membership import require_member
from companion.wording.game import HAND
from companion.wording.rulings import REASON_MISSING, corrected_sentence, not_your_response, responses_summary
from companion.wording.store_errors import NO_SUCH_HAND

blueprint = Blueprint("responses", __name__, url_prefix="/g/<game>/hands/<int:number>")


@dataclass(frozen=True, slots=True)
class PlayerResponse:
    """A player's latest response to a ruling."""

    seat: int
    name: str
    accepted: bool
    disputed: bool
    reason: str
    answers_here: bool
    """This phone may answer: the player's own, or for a player without one any that keeps the score."""


@dataclass(frozen=True, slots=True)
class Responses:
    """All players' responses to a ruling, and the forms to change them."""

    players: tuple[PlayerResponse, ...]
    summary: str
    hand_address: str
    address: str
    overrule: str
    overruled: bool
    changed_meanwhile: bool

    own: PlayerResponse | None
    """The player whose phone this is, as long as a response is missing."""
    corrected: str
    """That the hand was corrected after a dispute, until the player of this phone has answered."""

    @property
    def asked(self) -> tuple[PlayerResponse, ...]:
        """The players who may still answer on this phone, besides the one whose keys are in the bar."""
        return tuple(
            player for player in self.players if player.answers_here and not player.accepted and player != self.own
        )

    @property
    def reasons(self) -> tuple[tuple[str, str], ...]:
        """Who disputes the ruling, and why."""
        return tuple((player.name, player.reason) for player in self.players if player.disputed)


def responses_to(member: Member, state: GameState, row: SheetRow, overrule: str = "") -> Responses | None:
    """Return the responses to a hand, or None where there is nothing to agree on.

    `overrule` is the address of the form that overrules the ruling, if the game has one.
    """
    if row.place is None or row.points is None or state.closed or row.hand.recorded.drawn:
        return None
    phones = members.phones_on_seats(current_store(), member.game)
    reasons = {response.player: response.word for response in row.hand.responses}
    players = tuple(
        PlayerResponse(
            seat=seat,
            name=name,
            accepted=name in row.accepted_by,
            disputed=name in row.disputed_by,
            reason=reasons.get(name, "") if name in row.disputed_by else "",
            answers_here=_answers_for(member, seat, phones),
        )
        for seat, name in enumerate(state.players)
    )
    unanswered = (player for player in players if not (player.accepted or player.disputed))
    own = None if _only_phone(member, phones) else next((one for one in unanswered if one.seat == member.seat), None)
    overruled = row.hand.recorded.overruled is not None
    disputed_before = row.hand.disputed_before if own is not None and not row.disputed_by else ()
    return Responses(
        players=players,
        summary=responses_summary(row.accepted_by, row.disputed_by, state.players),
        hand_address=url_for("sheet.hand", game=member.game, number=row.hand.number),
        address=url_for("responses.respond", game=member.game, number=row.hand.number),
        overrule=overrule if member.role.may(Role.SCORER) else "",
        overruled=overruled,
        changed_meanwhile="meanwhile" in request.args,
        own=own,
        corrected=corrected_sentence(
            f"{kind_of(state.game).hand_word.capitalize()} {row.position}", disputed_before, overruled=overruled
        ),
    )


def _only_phone(member: Member, phones: Mapping[int, int]) -> bool:
    return all(device == member.device for device in phones.values())


def _answers_for(member: Member, seat: int, phones: Mapping[int, int]) -> bool:
    """Return whether a phone may answer for a player."""
    if seat in phones:
        return phones[seat] == member.device and member.role.may(Role.SEAT)
    return member.role.may(Role.SCORER)


@dataclass(frozen=True, slots=True)
class LastHandResponses:
    """The responses to the last hand, as the table shows them."""

    summary: str
    hand_address: str
    address: str
    seat: int | None
    """The player whose response this phone asks for."""


@dataclass(frozen=True, slots=True)
class Disputes:
    """Who disputes the last hand and why, as the table shows it, with the ways on."""

    reasons: tuple[tuple[str, str], ...]
    hand_address: str
    correct: str
    """Where a scorekeeper corrects the hand."""


def disputes_of_last_hand(member: Member, table: TableSummary) -> Disputes | None:
    """Return the disputes about the last hand, if there are any."""
    last = table.last
    if last is None or not last.disputes:
        return None
    showdown = f"{url_for('table.table', game=member.game)}/showdown?hand={last.number}"
    return Disputes(
        reasons=tuple(last.disputes.items()),
        hand_address=url_for("sheet.hand", game=member.game, number=last.number),
        correct=showdown if member.role.may(Role.SCORER) else "",
    )


@dataclass(frozen=True, slots=True)
class Correction:
    """What became of the last hand after a dispute, as the table shows it."""

    sentence: str
    hand_address: str


def correction_of_last_hand(member: Member, table: TableSummary) -> Correction | None:
    """Return that the last hand was corrected after a dispute, as long as this phone's player hasn't answered that."""
    last = table.last
    if last is None or last.disputes or not last.disputed_before or _seat_asked(member, table) is None:
        return None
    overruled = last.standing == Standing.OVERRULED
    sentence = corrected_sentence(HAND.format(number=table.rows), last.disputed_before, overruled=overruled)
    return Correction(sentence, url_for("sheet.hand", game=member.game, number=last.number))


def last_hand_responses(member: Member, table: TableSummary) -> LastHandResponses | None:
    """Return the responses to the last hand; None at a table with one phone."""
    last = table.last
    if last is None or not last.points or last.standing not in {"counts", "overruled"}:
        return None
    if _only_phone(member, members.phones_on_seats(current_store(), member.game)):
        return None
    hand: dict[str, Any] = {"game": member.game, "number": last.number}
    return LastHandResponses(
        summary=responses_summary(last.accepted_by, last.disputed_by, table.players),
        hand_address=url_for("sheet.hand", **hand),
        address=url_for("responses.respond", **hand),
        seat=_seat_asked(member, table),
    )


def _seat_asked(member: Member, table: TableSummary) -> int | None:
    """Return this phone's player if their response to the last hand is missing."""
    last, seat = table.last, member.seat
    if last is None or seat is None or seat >= len(table.players):
        return None
    return None if table.players[seat] in (*last.accepted_by, *last.disputed_by) else seat


def row_with_points(member: Member, number: int) -> tuple[GameState, SheetRow]:
    """Return a hand that has points, with its game; 404 for any other."""
    state, sheet = games.sheet(current_store(), member.game)
    row = sheet.row(number)
    if row is None or row.points is None:
        abort(404, NO_SUCH_HAND)
    return state, row


@blueprint.post("/word")
def respond(game: str, number: int) -> BaseResponse:
    """Record that a player accepts a ruling, or disputes it and why."""
    member = require_member(game, Role.SEAT)
    state, row = row_with_points(member, number)
    seat = request.form.get("seat", -1, type=int)
    if not 0 <= seat < len(state.players):
        abort(400)
    player = state.players[seat]
    if not _answers_for(member, seat, members.phones_on_seats(current_store(), game)):
        abort(403, not_your_response(player))
    event: Event
    if request.form.get("act") == "accept":
        event = HandAccepted(number, player, dict(row.points or {}))
    else:
        reason = " ".join(request.form.get("word", "").split())
        if not reason:
            abort(422, REASON_MISSING)
        event = HandDisputed(number, player, reason)
    try:
        idempotency.record_event(member, state.players, event)
    except Conflict:
        if isinstance(event, HandDisputed):
            raise
        # A player accepts only what they have seen.
        return go_to(url_for("sheet.hand", game=game, number=number, meanwhile=1))
    if "to_table" in request.form and isinstance(event, HandAccepted):
        return go_to(url_for("table.table", game=game))
    return go_to(url_for("sheet.hand", game=game, number=number))
