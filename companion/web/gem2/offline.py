"""A round of Gem II on one page, for a phone without a network: as counted, or alone the cards removed deal by deal.

As with the hands of a rummy the page knows no rules: what is wrong with the round is said when it arrives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import abort, request, url_for

from companion.journal.events import DealRecorded, HandRecorded, HandReplaced
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.gem2 import counted
from companion.web.gem2.state.game import as_sentence, load_game
from companion.web.gem2.views import deal_fields
from companion.web.gem2.views.history import goes_on
from companion.web.gem2.views.table_view import GAME_NAMES, summary_of
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import Hand
    from companion.store.people.members import Member
    from companion.web.gem2.state.game import Gem2Game
    from companion.web.gem2.views.round_view import LastFour


@dataclass(frozen=True, slots=True)
class RoundForm:
    """What is asked of the round that is being played."""

    place: int
    players: tuple[str, ...]
    fields: tuple[counted.Field, ...]
    remaining: str
    endings: tuple[counted.EndingView, ...]
    four_x: tuple[LastFour, ...]
    lists: tuple[deal_fields.DealsTyped, ...]
    """The deals of a round alone."""
    idempotency_key: str
    seen: int


@pages.context("gem2/offline.html")
class OfflinePage:
    """What is shown of a game without a network."""

    game: str
    game_name: str
    standing: tuple[tuple[str, int], ...]
    progress: str
    form: RoundForm | None
    error: str


def show(member: Member) -> Response:
    """Show the page that the phone keeps; called for the address that every game has for it."""
    at = load_game(member)
    return _show(at, _form(at, counted.NOTHING_TYPED, _deals_so_far(at)))


def sent(member: Member, seen: int) -> Response | BaseResponse:
    """Take a round that was entered without a network; called as soon as it is known to be a new one."""
    at = load_game(member)
    if not member.role.may(Role.SCORER):
        abort(403, "Only who keeps the score records a whole round.")
    if at.over or at.state.closed:
        raise NotPossible("This game is over or cleared: no round can be added. Yours is kept until you throw it away.")
    said, lists = counted.read_typed(request.form), deal_fields.typed_deals(request.form) if at.solo else ()
    running = at.running
    try:
        document = {**_remarks(at), **(deal_fields.deals_of(lists) if at.solo else counted.document_of(at, said))}
        event = _event(running.hand, document) if running else HandRecorded(document)
        author = access.author(member, at.state.players)
        games.append(
            access.store(), at.game, event, record_id=idempotency_key_of(request.form), seen=seen, author=author
        )
    except deal_fields.NumberError as error:
        return _show(at, _form(at, said, lists), error.sentence, 422)
    except NotPossible as error:
        return _show(at, _form(at, said, lists), as_sentence(error), 422)
    number = running.hand.number if running else at.state.next_hand
    return go_to(url_for("sheet.hand", game=at.game, number=number, over=1))


def _event(running: Hand, document: Mapping[str, object]) -> DealRecorded | HandReplaced:
    """Tell deals that were played without a network from a correction of those before."""
    played_on = goes_on(running.document, document)
    return DealRecorded(running.number, document) if played_on else HandReplaced(running.number, document)


def _remarks(at: Gem2Game) -> dict[str, object]:
    """Keep what was noted of a round that has begun."""
    return counted.remarks_of(at.running.hand.document) if at.running else {}


def _deals_so_far(at: Gem2Game) -> tuple[deal_fields.DealsTyped, ...]:
    return deal_fields.with_all(at.running.hand.document if at.running else {}) if at.solo else ()


def _form(at: Gem2Game, said: counted.Typed, lists: tuple[deal_fields.DealsTyped, ...]) -> RoundForm | None:
    if at.over or at.state.closed or not at.member.role.may(Role.SCORER):
        return None
    return RoundForm(
        place=at.running.position if at.running else at.next_position,
        players=at.state.players,
        fields=() if at.solo else counted.fields_of(said),
        remaining=said.remaining,
        endings=() if at.solo else counted.endings_of(said),
        four_x=() if at.solo else counted.four_x_of(said, at.state.players),
        lists=(lists or deal_fields.with_all({})) if at.solo else (),
        idempotency_key=idempotency_key_of(request.form) or new_idempotency_key(),
        seen=at.state.seq,
    )


def _show(at: Gem2Game, form: RoundForm | None, error: str = "", status: int = 200) -> Response:
    page = OfflinePage(
        game=at.game,
        game_name=GAME_NAMES[at.state.game],
        standing=tuple(at.sheet.totals.items()),
        progress=summary_of(at.head),
        form=form,
        error=error,
    )
    return pages.show(page, status)
