"""Who is in: seats and phones; for the owner also the code, the QR code, links, putting out and handing over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, abort, current_app, request, url_for
from markupsafe import Markup

from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people import devices, invitations, join_codes, members, owners, presence
from companion.store.people.members import Role
from companion.web import addresses
from companion.web.security import access
from companion.web.shared import game_kinds
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.wording.errors import web as errors

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.store.people.invitations import Link
    from companion.store.people.members import Member
    from companion.web.config import Settings

blueprint = Blueprint("people", __name__, url_prefix="/g/<game>/people")

PARTS = {Role.VIEWER: "watches", Role.SEAT: "plays", Role.SCORER: "keeps the score", Role.OWNER: "owner of the game"}


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat, and whose phone is on it."""

    seat: int
    name: str
    mine: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class PhoneView:
    """A phone that is in."""

    device: int
    name: str
    part: str
    here: bool
    mine: bool
    since: str
    nameless: bool
    """It is told from others like it by the time since when it is in."""
    may_be_put_out: bool


@dataclass(frozen=True, slots=True)
class LinkView:
    """An invitation that the owner made."""

    id: int
    name: str
    address: str
    code: Markup
    until: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The open table: its short code, and the QR code that needs no typing."""

    code: str
    home: str
    qr: Markup
    address: str
    others: tuple[str, ...]
    until: str


@pages.context("phones/people.html")
class PeoplePage:
    """What the page of who is in shows."""

    game: str
    back: str
    seats: tuple[SeatView, ...]
    phones: tuple[PhoneView, ...]
    label: str
    may_sit: bool
    owns: bool
    closed: bool
    door: OpenTable | None
    links: tuple[LinkView, ...]
    players: tuple[str, ...]
    has_hands: bool
    """Everybody holds a hand of cards; at Gem II all see one board."""
    wrong: str


@blueprint.get("")
def people(game: str) -> Response:
    """Show who is in."""
    return _show(access.require(game))


def _show(member: Member, wrong: str = "", status: int = 200) -> Response:
    store, game = access.store(), member.game
    table = games.table_summary(store, game)
    owns = member.role == Role.OWNER
    on_seats = presence.phones_on_seats(store, game)
    links = invitations.links(store, game) if owns else []
    answer = pages.show(
        PeoplePage(
            game=game,
            back=url_for("table.table", game=game),
            seats=tuple(
                SeatView(seat, name, on_seats.get(seat) == member.device, seat in on_seats)
                for seat, name in enumerate(table.players)
            ),
            phones=tuple(_phone(one, member, table.players) for one in members.members(store, game)),
            label=member.label,
            may_sit=member.role.may(Role.SEAT),
            owns=owns,
            closed=table.closed,
            door=_door(game, links) if owns and not table.closed else None,
            links=tuple(_link(one, table.players) for one in links if not one.for_all),
            players=table.players,
            has_hands=game_kinds.kind_of(table.game).hidden_hands,
            wrong=wrong,
        ),
        status,
    )
    if owns:
        # Links stand on this page: no copy of it is kept anywhere.
        answer.headers["Cache-Control"] = "no-store"
    return answer


def _phone(one: Member, asking: Member, players: tuple[str, ...]) -> PhoneView:
    seated = players[one.seat] if one.seat is not None and one.seat < len(players) else ""
    mine = one.device == asking.device
    name = seated or one.label or ("This phone" if mine else "A phone")
    part = PARTS[one.role]
    if seated and one.role.may(Role.SCORER):
        part = f"plays, {part}"
    may_be_put_out = asking.role == Role.OWNER and one.role != Role.OWNER and not mine
    nameless = not (seated or one.label or mine)
    return PhoneView(
        one.device, name, part, mine or presence.is_present(one), mine, one.since, nameless, may_be_put_out
    )


def _link(one: Link, players: tuple[str, ...]) -> LinkView:
    address = url_of(one.token)
    if one.seat is not None and one.seat < len(players):
        name = f"{players[one.seat]}'s seat"
    else:
        name = {Role.SCORER: "To keep the score", Role.VIEWER: "To watch"}.get(one.role, "To play")
    return LinkView(one.id, name, address, Markup(addresses.qr_for_page(address)), one.until)  # noqa: S704 (drawn by us)


def _door(game: str, links: list[Link]) -> OpenTable | None:
    table_links = [one for one in links if one.for_all]
    until = join_codes.open_until(access.store(), game)
    if not table_links or until is None:
        return None
    found = reachable()
    address = url_of(table_links[0].token)
    return OpenTable(
        code=join_codes.open_table(access.store(), game),
        home=found[0],
        qr=Markup(addresses.qr_for_page(address)),  # noqa: S704 (drawn by us)
        address=address,
        others=found[1:],
        until=until,
    )


def reachable() -> tuple[str, ...]:
    """List the addresses as the terminal does; the one by which this phone came first, if it is among them."""
    settings: Settings = current_app.config["SETTINGS"]
    found = settings.addresses()
    here = request.host_url
    return (here, *(one for one in found if one != here)) if here in found and "localhost" not in here else found


def url_of(token: str) -> str:
    """Give the address of an invitation."""
    return reachable()[0] + url_for("access.invited", link=token).lstrip("/")


@blueprint.post("")
def change(game: str) -> Response | BaseResponse:
    """Sit down, get up, name the phone; as the owner also open and close the door, give links, put out, hand over."""
    member = access.require(game, Role.SEAT)
    what = request.form.get("act", "")
    try:
        if what == "sit":
            members.take_seat(access.store(), game, member.device, _seat())
        elif what == "label":
            devices.save_label(access.store(), member.device, " ".join(request.form.get("label", "").split()))
        else:
            _as_owner(access.require(game, Role.OWNER), what)
    except NotPossible as trouble:
        return _show(member, trouble.sentence, 422)
    return go_to(url_for("people.people", game=game))


def _as_owner(owner: Member, what: str) -> None:
    store, game = access.store(), owner.game
    match what:
        case "open":
            if games.table_summary(store, game).closed:
                raise NotPossible(errors.TABLE_IS_CLOSED)
            with store.writing():
                join_codes.open_table(store, game)
                if not any(one.for_all for one in invitations.links(store, game)):
                    invitations.make_link(store, game, owner.device, Role.SEAT)
        case "close":
            join_codes.close_table(store, game)
        case "link":
            role, seat = request.form.get("role", ""), _seat()
            if role not in (Role.SEAT, Role.SCORER, Role.VIEWER) or (role == Role.SEAT) != (seat is not None):
                abort(400)
            invitations.make_link(store, game, owner.device, Role(role), seat=seat)
        case "revoke":
            asked = request.form.get("link", 0, type=int)
            if all(one.id != asked for one in invitations.links(store, game)):
                raise NotPossible(errors.LINK_REVOKED)
            invitations.revoke_link(store, game, asked, by=_said_by(owner))
        case "out":
            _remove_phone(owner, request.form.get("device", 0, type=int))
        case "hand-over":
            owners.hand_over(store, game, request.form.get("device", 0, type=int))
        case _:
            abort(400)


def _seat() -> int | None:
    seat = request.form.get("seat", "")
    return int(seat) if seat.isdecimal() and len(seat) == 1 else None


def _said_by(owner: Member) -> str:
    return access.author(owner, games.table_summary(access.store(), owner.game).players).name


def _remove_phone(owner: Member, device: int) -> None:
    """Put a phone out, and let what it came by open nothing any more: else it would be in again by the next tap."""
    store, game = access.store(), owner.game
    if all(one.device != device or one.role == Role.OWNER for one in members.members(store, game)):
        raise NotPossible(errors.PHONE_NOT_REMOVABLE)
    with store.writing():
        link = invitations.link_used_by(store, game, device)
        members.remove_phone(store, game, device, by=_said_by(owner))
        if link is not None:
            invitations.revoke_link(store, game, link, remove_phones=False)
        join_codes.close_table(store, game)
