"""Players and phones of a game: seats; for the owner also the code, links, removal and transfer."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Response, abort, current_app, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.derived.table_cache import TableSummary
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
from companion.wording.game import A_PHONE, ROLE_WORDS, THIS_PHONE, joined_sentence
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("people", __name__, url_prefix="/g/<game>/people")


def who_joined(at_table: Iterable[Member], viewer: Member, players: tuple[str, ...], since: str = "") -> str:
    """Return whose other phones have joined since a moment; empty if none has."""
    others = [member for member in at_table if member.device != viewer.device and member.since >= since]
    names = [player_of(member, players) or member.label for member in others]
    return joined_sentence([name for name in names if name], names.count(""))


def player_of(member: Member, players: tuple[str, ...]) -> str:
    """Return the player whose phone it is; empty where it is nobody's."""
    return players[member.seat] if member.seat is not None and member.seat < len(players) else ""


@dataclass(frozen=True, slots=True)
class PhoneAtTable:
    """A phone of the game, as another one sees it."""

    member: Member
    player: str
    mine: bool

    @property
    def called(self) -> str:
        """The name by which others tell it apart; empty if it has none."""
        return self.player or self.member.label or (THIS_PHONE if self.mine else "")

    @property
    def name(self) -> str:
        return self.called or A_PHONE

    @property
    def role(self) -> str:
        role = ROLE_WORDS[self.member.role]
        return f"{ROLE_WORDS[Role.SEAT]}, {role}" if self.player and self.member.role.may(Role.SCORER) else role

    @property
    def present(self) -> bool:
        return self.mine or members.is_present(self.member)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table: its join code, the invitation in its QR code, and until when."""

    code: str
    link: Link
    until: str
    joined: str
    """Who has joined since it was opened, in a sentence; empty as long as nobody has."""


class LabelForm(AppForm):
    label = text_field(LABEL_LENGTH, dir="auto", autocomplete="off")


@pages.context("people/people.html")
class PeoplePage:
    viewer: Member
    table: TableSummary
    has_hands: bool
    """Players hold hands of cards; in Gem II they share one board."""
    phones: tuple[PhoneAtTable, ...]
    form: LabelForm
    open_table: OpenTable | None
    links: tuple[Link, ...]
    """Those for one role."""
    made: int | None
    """The link that was just made: it stands first."""
    reachable: tuple[str, ...]
    """The app's URLs, the best first."""
    error: str


@blueprint.get("")
def people(game: str) -> Response:
    return _show(require_member(game))


def _show(member: Member, form: LabelForm | None = None, error: str = "", status: int = 200) -> Response:
    store, game = current_store(), member.game
    table = games.table_summary(store, game)
    owns = member.role == Role.OWNER
    at_table = members.members(store, game)
    links = invitations.links(store, game) if owns else []
    answer = pages.show(
        PeoplePage(
            viewer=member,
            table=table,
            has_hands=game_kinds.kind_of(table.game).hidden_hands,
            phones=tuple(
                PhoneAtTable(other, player_of(other, table.players), mine=other.device == member.device)
                for other in at_table
            ),
            form=form or LabelForm(data={"label": member.label}),
            open_table=_open_table(member, table, at_table, links) if not table.closed else None,
            links=tuple(link for link in links if not link.for_all),
            made=request.args.get("made", type=int),
            reachable=reachable(),
            error=error,
        ),
        status,
    )
    if owns:
        # The page shows links: no copy of it may be kept.
        answer.headers["Cache-Control"] = "no-store"
    return answer


def _open_table(owner: Member, table: TableSummary, at_table: list[Member], links: list[Link]) -> OpenTable | None:
    link = next((link for link in links if link.for_all), None)
    until = join_codes.open_until(current_store(), owner.game) if link else None
    if link is None or until is None:
        return None
    joined = who_joined(at_table, owner, table.players, link.made_at)
    return OpenTable(join_codes.open_table(current_store(), owner.game), link, until, joined)


def reachable() -> tuple[str, ...]:
    """Return the app's URLs as the terminal lists them, but the one that this phone uses first."""
    settings: Settings = current_app.config["SETTINGS"]
    urls = list(settings.addresses())
    here = request.host_url
    first = [here] if here in urls and "localhost" not in here else urls[:1]
    return (*first, *(url for url in urls if url not in first and "localhost" not in url))


@blueprint.app_template_filter()
def qr_code(address: str) -> Markup:
    return Markup(addresses.qr_for_page(address))  # noqa: S704 (drawn by us)


@blueprint.errorhandler(NotPossible)
def refused(failure: NotPossible) -> Response:
    """Show the page again with what the store found impossible."""
    return _show(require_member((request.view_args or {})["game"]), error=store_sentence(failure), status=422)


def _shown_again(member: Member, made: int | None = None) -> BaseResponse:
    return go_to(url_for("people.people", game=member.game, made=made))


@blueprint.post("/label")
def label(game: str) -> Response | BaseResponse:
    member, form = require_member(game, Role.SEAT), LabelForm(request.form)
    if not form.validate():
        return _show(member, form, status=422)
    devices.save_label(current_store(), member.device, form.label.data or "")
    return _shown_again(member)


@blueprint.post("/sit")
def sit(game: str) -> BaseResponse:
    member = require_member(game, Role.SEAT)
    members.take_seat(current_store(), game, member.device, _seat())
    return _shown_again(member)


@blueprint.post("/open")
def invite(game: str) -> BaseResponse:
    """Open the table, with a link in its QR code; the owner's phone takes a seat, if it says which."""
    owner, store, seat = require_member(game, Role.OWNER), current_store(), _seat()
    if games.table_summary(store, game).closed:
        raise NotPossible(Problem.TABLE_IS_CLOSED)
    if join_codes.open_until(store, game) is None:
        count_opening()

    def invite_all() -> None:
        if seat is not None:
            members.take_seat(store, game, owner.device, seat)
        join_codes.open_table(store, game)
        if not any(link.for_all for link in invitations.links(store, game)):
            invitations.make_link(store, game, owner.device, Role.SEAT)

    store.together(invite_all)
    return _shown_again(owner)


@blueprint.post("/close")
def stop_inviting(game: str) -> BaseResponse:
    """Close the table: its code and its QR code stop working."""
    owner = require_member(game, Role.OWNER)
    join_codes.close_table(current_store(), game)
    return _shown_again(owner)


@blueprint.post("/link")
def make_link(game: str) -> BaseResponse:
    owner, role, seat = require_member(game, Role.OWNER), request.form.get("role", ""), _seat()
    if role not in (Role.SEAT, Role.SCORER, Role.VIEWER) or (role == Role.SEAT) != (seat is not None):
        abort(400)
    return _shown_again(owner, invitations.make_link(current_store(), game, owner.device, Role(role), seat=seat).id)


@blueprint.post("/revoke")
def revoke(game: str) -> BaseResponse:
    """Revoke a link, and remove everyone who joined with it."""
    owner, number = require_member(game, Role.OWNER), request.form.get("link", 0, type=int)
    if all(link.id != number for link in invitations.links(current_store(), game)):
        raise NotPossible(Problem.LINK_REVOKED)
    invitations.revoke_link(current_store(), game, number, by=_name_of(owner))
    return _shown_again(owner)


@blueprint.post("/out")
def remove(game: str) -> BaseResponse:
    """Remove a phone, revoke its link and close the table: otherwise its next tap would bring it back."""
    owner, store, device = require_member(game, Role.OWNER), current_store(), _device()
    if all(member.device != device or member.role == Role.OWNER for member in members.members(store, game)):
        raise NotPossible(Problem.PHONE_NOT_REMOVABLE)

    def remove_phone() -> None:
        link = invitations.link_used_by(store, game, device)
        members.remove_phone(store, game, device, by=_name_of(owner))
        if link is not None:
            invitations.revoke_link(store, game, link, remove_phones=False)
        join_codes.close_table(store, game)

    store.together(remove_phone)
    return _shown_again(owner)


@blueprint.post("/hand-over")
def hand_over(game: str) -> BaseResponse:
    owner = require_member(game, Role.OWNER)
    members.hand_over(current_store(), game, _device())
    return _shown_again(owner)


def _seat() -> int | None:
    seat = request.form.get("seat", "")
    return int(seat) if seat.isdecimal() and len(seat) == 1 else None


def _device() -> int:
    return request.form.get("device", 0, type=int)


def _name_of(owner: Member) -> str:
    return author_of(owner, games.table_summary(current_store(), owner.game).players).name
