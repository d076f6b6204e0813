"""Responses to a ruling: each player accepts or disputes it."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events import Event
from companion.journal.events.hands import HandAccepted, HandDisputed
from companion.journal.sheet import SheetRow, Standing
from companion.journal.state import GameState
from companion.store import games
from companion.store.derived.table_cache import LastHand, TableSummary
from companion.store.errors import Conflict
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.base import idempotency
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import kind_of
from companion.web.people.people import player_of
from companion.web.security.membership import require_member
from companion.wording.rulings import REASON_MISSING, corrected_sentence, not_your_response, responses_summary
from companion.wording.store_errors import NO_SUCH_HAND

blueprint = Blueprint("responses", __name__, url_prefix="/g/<game>/hands/<int:number>")


@dataclass(frozen=True, slots=True)
class Responses:
    """How the players respond to the ruling on a hand, and for whom this phone may answer."""

    game: str
    hand: int
    players: tuple[str, ...]
    """Of the table, by seat."""
    playing: tuple[str, ...]
    """Those who played the hand: only they respond."""
    accepted_by: tuple[str, ...]
    disputes: Mapping[str, str]
    """Who disputes the ruling, and why."""
    open: bool
    """There are points to agree on."""
    several_phones: bool
    answers_for: tuple[int, ...]
    """The seats for which this phone may answer: its player's, and those of players without a phone of their own."""
    own: int | None
    """This phone's player, as long as their response is missing; at a table with one phone nobody."""
    corrected: str
    """That the hand was corrected after a dispute, until the player of this phone has answered."""

    @property
    def summary(self) -> str:
        return responses_summary(self.accepted_by, tuple(self.disputes), self.playing)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that may still answer on this phone, besides the one whose keys are in the bar."""
        return tuple(seat for seat in self.answers_for if seat != self.own and not self._accepted(seat))

    def _accepted(self, seat: int) -> bool:
        return self.players[seat] in self.accepted_by


def responses_to(member: Member, state: GameState, row: SheetRow) -> Responses | None:
    """Return the responses to a hand, or None where there is nothing to agree on."""
    if row.place is None or row.points is None or state.closed or row.hand.recorded.drawn:
        return None
    reasons = {response.player: response.word for response in row.hand.responses}
    last = LastHand(
        number=row.hand.number,
        standing=row.standing,
        points=row.points,
        accepted_by=row.accepted_by,
        disputes={name: reasons[name] for name in row.disputed_by},
        disputed_before=row.hand.disputed_before,
        pair=row.pair,
    )
    return _responses(member, state.players, last, f"{kind_of(state.game).hand_word.capitalize()} {row.position}")


def responses_to_last(member: Member, table: TableSummary) -> Responses | None:
    """Return the responses to the last hand, as the table shows them; None before the first.

    Of a round of several hands it's the one that this phone's player played.
    """
    last = table.last
    if last is None:
        return None
    hands = table.last_round.hands if table.last_round else ()
    own = next((hand for hand in hands if player_of(member, table.players) in hand.pair), last)
    position = table.rows - (last.number - own.number)
    return _responses(member, table.players, own, f"{kind_of(table.game).hand_word.capitalize()} {position}")


def _responses(member: Member, players: tuple[str, ...], hand: LastHand, called: str) -> Responses:
    phones = members.phones_on_seats(current_store(), member.game)
    several_phones = any(device != member.device for device in phones.values())
    answered = {*hand.accepted_by, *hand.disputes}
    playing = hand.pair or players
    has_to_answer = player_of(member, players) in set(playing) - answered
    corrected = corrected_sentence(
        called,
        hand.disputed_before if has_to_answer and not hand.disputes else (),
        overruled=hand.standing == Standing.OVERRULED,
    )
    is_open = bool(hand.points) and hand.standing in {Standing.COUNTS, Standing.OVERRULED}
    return Responses(
        game=member.game,
        hand=hand.number,
        players=players,
        playing=playing,
        accepted_by=hand.accepted_by,
        disputes=hand.disputes,
        open=is_open,
        several_phones=several_phones,
        answers_for=tuple(
            seat for seat, name in enumerate(players) if name in playing and _answers_for(member, seat, phones)
        ),
        own=member.seat if several_phones and has_to_answer and is_open else None,
        corrected=corrected,
    )


def _answers_for(member: Member, seat: int, phones: Mapping[int, int]) -> bool:
    if seat in phones:
        return phones[seat] == member.device and member.role.may(Role.SEAT)
    return member.role.may(Role.SCORER)


@blueprint.post("/word")
def respond(game: str, number: int) -> BaseResponse:
    member = require_member(game, Role.SEAT)
    state, sheet = games.sheet(current_store(), game)
    row = sheet.row(number)
    if row is None or row.points is None:
        abort(404, NO_SUCH_HAND)
    seat = request.form.get("seat", -1, type=int)
    if not 0 <= seat < len(state.players):
        abort(400)
    player = state.players[seat]
    if not _answers_for(member, seat, members.phones_on_seats(current_store(), game)):
        abort(403, not_your_response(player))
    event: Event
    if request.form.get("act") == "accept":
        event = HandAccepted(number, player, dict(row.points))
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
