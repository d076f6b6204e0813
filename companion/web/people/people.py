"""Players and phones of a game: seats; for the owner also the code, links, removal and transfer."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, abort, current_app, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.database import Store
from companion.store.errors import NotPossible, Problem
from companion.store.limits import LABEL_LENGTH
from companion.store.people import devices, invitations, join_codes, members
from companion.store.people.invitations import Link
from companion.store.people.members import Member, Role
from companion.web import addresses
from companion.web.base import pages
from companion.web.base.forms import AppForm, text_field
from companion.web.base.htmx import go_to
from companion.web.config import Settings
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.security.membership import author_of, require_member
from companion.web.security.rate_limits import count_opening
from companion.wording.game import (
    A_PHONE,
    LINK_NAMES,
    ROLE_WORDS,
    SEAT_LINK,
    THIS_PHONE,
    joined_sentence,
)
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("people", __name__, url_prefix="/g/<game>/people")


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """A seat, and whether a phone is on it."""

    seat: int
    name: str
    mine: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class PhoneView:
    """A phone of the game."""

    device: int
    name: str
    role: str
    present: bool
    mine: bool
    since: str
    unnamed: bool
    """The time it joined tells it from others like it."""
    removable: bool


@dataclass(frozen=True, slots=True)
class LinkView:
    """An invitation made by the owner."""

    id: int
    name: str
    address: str
    qr: Markup
    until: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table: its join code and its QR code."""

    code: str
    address: str
    """Of the invitation, to be sent."""
    home: str
    qr: Markup
    others: tuple[str, ...]
    until: str
    joined: str
    """Who has joined since it was opened, in a sentence; empty as long as nobody has."""


class LabelForm(AppForm):
    """What a phone is called."""

    label = text_field(LABEL_LENGTH, dir="auto", autocomplete="off")


@pages.context("people/people.html")
class PeoplePage:
    """The page of players and phones."""

    game: str
    back: str
    seats: tuple[PhoneSeat, ...]
    phones: tuple[PhoneView, ...]
    form: LabelForm
    may_sit: bool
    owns: bool
    closed: bool
    open_table: OpenTable | None
    made: LinkView | None
    """The link that was just made: it stands first."""
    links: tuple[LinkView, ...]
    players: tuple[str, ...]
    has_hands: bool
    """Players hold hands of cards; in Gem II they share one board."""
    error: str


def who_joined(at_table: Iterable[Member], viewer: Member, players: tuple[str, ...], since: str = "") -> str:
    """Return whose other phones have joined since a moment; empty if none has."""
    others = [member for member in at_table if member.device != viewer.device and member.since >= since]
    names = [player_of(member, players) or member.label for member in others]
    return joined_sentence([name for name in names if name], names.count(""))


def player_of(member: Member, players: tuple[str, ...]) -> str:
    """Return the player whose phone it is; empty where it is nobody's."""
    return players[member.seat] if member.seat is not None and member.seat < len(players) else ""


@blueprint.get("")
def people(game: str) -> Response:
    """Show the players and phones."""
    return _show(require_member(game))


def _show(member: Member, form: LabelForm | None = None, error: str = "", status: int = 200) -> Response:
    store, game = current_store(), member.game
    table = games.table_summary(store, game)
    owns = member.role == Role.OWNER
    on_seats = members.phones_on_seats(store, game)
    links = invitations.links(store, game) if owns else []
    shown_links = [_link(link, table.players) for link in links if not link.for_all]
    made = request.args.get("made", 0, type=int)
    at_table = members.members(store, game)
    phones = tuple(_phone(other, member, table.players) for other in at_table)
    joined = partial(who_joined, at_table, member, table.players)
    answer = pages.show(
        PeoplePage(
            game=game,
            back=url_for("table.table", game=game),
            seats=tuple(
                PhoneSeat(seat, name, on_seats.get(seat) == member.device, seat in on_seats)
                for seat, name in enumerate(table.players)
            ),
            phones=phones,
            form=form or LabelForm(data={"label": member.label}),
            may_sit=member.role.may(Role.SEAT),
            owns=owns,
            closed=table.closed,
            open_table=_open_table(game, joined, links) if owns and not table.closed else None,
            made=next((shown for shown in shown_links if shown.id == made), None),
            links=tuple(shown for shown in shown_links if shown.id != made),
            players=table.players,
            has_hands=game_kinds.kind_of(table.game).hidden_hands,
            error=error,
        ),
        status,
    )
    if owns:
        # The page shows links: no copy of it may be kept.
        answer.headers["Cache-Control"] = "no-store"
    return answer


def _phone(member: Member, viewer: Member, players: tuple[str, ...]) -> PhoneView:
    player = player_of(member, players)
    mine = member.device == viewer.device
    role = ROLE_WORDS[member.role]
    return PhoneView(
        device=member.device,
        name=player or member.label or (THIS_PHONE if mine else A_PHONE),
        role=f"{ROLE_WORDS[Role.SEAT]}, {role}" if player and member.role.may(Role.SCORER) else role,
        present=mine or members.is_present(member),
        mine=mine,
        since=member.since,
        unnamed=not (player or member.label or mine),
        removable=viewer.role == Role.OWNER and member.role != Role.OWNER and not mine,
    )


def _link(link: Link, players: tuple[str, ...]) -> LinkView:
    url = invitation_url(link.token)
    has_seat = link.seat is not None and link.seat < len(players)
    name = SEAT_LINK.format(name=players[link.seat or 0]) if has_seat else LINK_NAMES[link.role]
    return LinkView(link.id, name, url, Markup(addresses.qr_for_page(url)), link.until)  # noqa: S704 (drawn by us)


def _open_table(game: str, joined: Callable[[str], str], links: list[Link]) -> OpenTable | None:
    table_links = [link for link in links if link.for_all]
    until = join_codes.open_until(current_store(), game)
    if not table_links or until is None:
        return None
    home, *others = reachable()
    address = invitation_url(table_links[0].token)
    return OpenTable(
        code=join_codes.open_table(current_store(), game),
        address=address,
        home=home,
        qr=Markup(addresses.qr_for_page(address)),  # noqa: S704 (drawn by us)
        others=tuple(other for other in others if "localhost" not in other),
        until=until,
        joined=joined(table_links[0].made_at),
    )


def reachable() -> tuple[str, ...]:
    """Return the app's URLs as the terminal lists them, but the one that this phone uses first."""
    settings: Settings = current_app.config["SETTINGS"]
    urls = settings.addresses()
    here = request.host_url
    return (here, *(url for url in urls if url != here)) if here in urls and "localhost" not in here else urls


def invitation_url(token: str) -> str:
    """Return the URL of an invitation."""
    return reachable()[0] + url_for("invitations.invited", link=token).lstrip("/")


@blueprint.post("")
def change(game: str) -> Response | BaseResponse:
    """Take or leave a seat, name the phone; as owner also open and close the table, make links, remove, transfer."""
    member = require_member(game, Role.SEAT)
    act = request.form.get("act", "")
    form = LabelForm(request.form) if act == "label" else None
    if form is not None and not form.validate():
        return _show(member, form, status=422)
    made = None
    try:
        if form is not None:
            devices.save_label(current_store(), member.device, form.label.data or "")
        elif act == "sit":
            members.take_seat(current_store(), game, member.device, _seat())
        else:
            made = _change_as_owner(require_member(game, Role.OWNER), act)
    except NotPossible as failure:
        return _show(member, error=store_sentence(failure), status=422)
    return go_to(url_for("people.people", game=game, made=made))


def _change_as_owner(owner: Member, act: str) -> int | None:
    """Do what only the owner may, and return the link that was made, if one was."""
    store, game = current_store(), owner.game
    match act:
        case "open":
            if games.table_summary(store, game).closed:
                raise NotPossible(Problem.TABLE_IS_CLOSED)
            if join_codes.open_until(store, game) is None:
                count_opening()
            seat = _seat()
            store.together(lambda: _invite_all(store, owner, seat))
        case "close":
            join_codes.close_table(store, game)
        case "link":
            role, seat = request.form.get("role", ""), _seat()
            if role not in (Role.SEAT, Role.SCORER, Role.VIEWER) or (role == Role.SEAT) != (seat is not None):
                abort(400)
            return invitations.make_link(store, game, owner.device, Role(role), seat=seat).id
        case "revoke":
            number = request.form.get("link", 0, type=int)
            if all(link.id != number for link in invitations.links(store, game)):
                raise NotPossible(Problem.LINK_REVOKED)
            invitations.revoke_link(store, game, number, by=_name_of(owner))
        case "out":
            _remove_phone(owner, request.form.get("device", 0, type=int))
        case "hand-over":
            members.hand_over(store, game, request.form.get("device", 0, type=int))
        case _:
            abort(400)
    return None


def _invite_all(store: Store, owner: Member, seat: int | None) -> None:
    """Open the table, with a link in its QR code; the owner's phone takes a seat, if it says which."""
    if seat is not None:
        members.take_seat(store, owner.game, owner.device, seat)
    join_codes.open_table(store, owner.game)
    if not any(link.for_all for link in invitations.links(store, owner.game)):
        invitations.make_link(store, owner.game, owner.device, Role.SEAT)


def _seat() -> int | None:
    seat = request.form.get("seat", "")
    return int(seat) if seat.isdecimal() and len(seat) == 1 else None


def _name_of(owner: Member) -> str:
    return author_of(owner, games.table_summary(current_store(), owner.game).players).name


def _remove_phone(owner: Member, device: int) -> None:
    """Remove a phone, revoke its link and close the table: otherwise its next tap would bring it back."""
    store, game = current_store(), owner.game
    if all(member.device != device or member.role == Role.OWNER for member in members.members(store, game)):
        raise NotPossible(Problem.PHONE_NOT_REMOVABLE)

    def remove() -> None:
        link = invitations.link_used_by(store, game, device)
        members.remove_phone(store, game, device, by=_name_of(owner))
        if link is not None:
            invitations.revoke_link(store, game, link, remove_phones=False)
        join_codes.close_table(store, game)

    store.together(remove)
