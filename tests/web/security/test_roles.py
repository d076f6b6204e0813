"""Who gets in, with what role, and that nobody else can tell a game from none."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, Response
from werkzeug.exceptions import NotFound
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from bench.hostile.wsgi import filled
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import drafts, games
from companion.store.database import Store
from companion.store.people import devices, invitations, join_codes, members
from companion.store.people.members import Role
from companion.web.security.invitations import INVITATION_COOKIE, accept_invitation
from companion.web.security.rate_limits import CODES_IN_ALL, CODES_PER_ADDRESS, DEVICES_PER_ADDRESS, client_address
from tests.support.documents import HEAD, hand_of, knocked
from tests.support.phones import GuardedPhone as Phone


@pytest.fixture
def game(store: Store) -> str:
    owner = games.Author(devices.find_or_create(store, "the owner's phone").id, "Ann")
    started = games.start(store, owner, GameStarted(HEAD), record_id="the-start")
    games.append(store, started, HandRecorded(hand_of(knocked())), record_id="the-hand", seen=1, author=owner)
    drafts.save(store, started, 2, drafts.SHARED, {"knocker": 0}, seen=0)
    return started


def member_of(store: Store, game: str, device: int) -> members.Member:
    member = members.member(store, game, device)
    assert member is not None
    return member


def rules_of_games(app: Flask, method: str) -> list[Rule]:
    found = [one for one in app.url_map.iter_rules() if method in (one.methods or ()) and one.rule.startswith("/g/")]
    assert found
    return found


def path_of(rule: Rule, game: str) -> str:
    """Fill an address: a hand that is recorded where the address is about such, else the one being entered."""
    number = "1" if "/hands/" in rule.rule else "2"
    return filled(rule, {"game": game, "number": number, "seat": "0", "deal": "1"})


def what_matters(store: Store) -> list[Any]:
    """Take down everything that a request must not change; not when a phone was last seen."""
    tables = ("games", "journal", "drafts", "links", "codes", "decks", "standings")
    parts = [store.rows(f"SELECT * FROM {table}") for table in tables]  # noqa: S608 (names of ours)
    return [*parts, store.rows("SELECT game, device, role, seat, link, revoked_at FROM members")]


def shown(answer: TestResponse, game: str) -> tuple[int, str, list[tuple[str, str]]]:
    """Take an answer without what differs from one to the next anyway."""
    headers = [(name, value) for name, value in answer.headers if name not in {"Set-Cookie", "Content-Length"}]
    page = re.sub(r'name="form_token" value="[^"]+"', "", answer.text).replace(game, "")
    return answer.status_code, page, headers


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_game_of_others_looks_like_no_game(
    app: Flask, store: Store, game: str, new_phone: Callable[..., Phone], method: str
) -> None:
    stranger = new_phone()
    assert stranger.device
    before = what_matters(store)
    ask = stranger.get if method == "GET" else stranger.post
    for rule in rules_of_games(app, method):
        there, nowhere = (shown(ask(path_of(rule, one)), one) for one in (game, "nosuchgame12"))
        assert there[0] == 404, rule
        assert there == nowhere, rule
    assert what_matters(store) == before


RECORDING = {"idempotency_key": "a-viewers-id", "seen": "2"}
BODIES: list[dict[str, Any]] = [
    {},
    {**RECORDING, "act": "record", "reason": "x", "version": "0", "knocker": "0"},
    {**RECORDING, "act": "undo:2"},
]


def test_a_viewer_changes_nothing_whatever_is_posted(
    app: Flask, store: Store, game: str, joined: Callable[[str, Role], Phone]
) -> None:
    viewer = joined(game, Role.VIEWER)
    assert viewer.get(f"/g/{game}").status_code == 200
    own = {"end.rematch", "leaving.leave_or_delete"}  # starts a game of the viewer's own; lets go of this one
    before = what_matters(store)
    for rule in rules_of_games(app, "POST"):
        for body in BODIES if rule.endpoint not in own else ():
            answer = viewer.post(path_of(rule, game), body)
            assert answer.status_code in {403, 404}, (rule, answer.status_code)
    assert what_matters(store) == before


def test_each_role_is_asked_for_in_its_own_words(game: str, joined: Callable[[str, Role], Phone]) -> None:
    for role in Role:
        phone = joined(game, role)
        for needed in Role:
            answer = phone.get(f"/asked/{game}/{needed}")
            assert answer.status_code == (200 if role.may(needed) else 403), (role, needed)
    viewer = joined(game, Role.VIEWER)
    for needed, sentence in ((Role.SEAT, "take a seat"), (Role.SCORER, "scorekeeper"), (Role.OWNER, "Only the owner")):
        assert sentence in viewer.get(f"/asked/{game}/{needed}").text
    assert viewer.get(f"/asked/{game}/viewer").text == "a viewer"


def invited(phone: Phone) -> bool:
    return "This invitation is valid until" in phone.get("/join").text


def test_an_invitation_leaves_no_trace_in_addresses(store: Store, game: str, new_phone: Callable[..., Phone]) -> None:
    link = invitations.make_link(store, game, 1, Role.SCORER)
    phone = new_phone()
    answer = phone.get(f"/j/{link.token}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    cookie = answer.headers["Set-Cookie"]
    assert [part for part in ("HttpOnly", "SameSite=Lax", "Path=/join") if part not in cookie] == []
    assert invited(phone)
    assert members.member(store, game, phone.device) is None, "looking changes nothing"
    assert phone.submit("/join/in", place="none") == f"/g/{game}"
    assert member_of(store, game, phone.device).role == Role.SCORER
    assert phone.post("/join/in", {"place": "none"}).status_code == 404
    with phone.client:
        assert not invited(phone)
        with pytest.raises(NotFound):  # nor if the invitation ends just now
            accept_invitation(Response())


def test_a_code_invites_and_is_tried_only_where_tries_are_counted(
    store: Store, game: str, new_phone: Callable[..., Phone]
) -> None:
    code = join_codes.open_table(store, game)
    phone, forger = new_phone(), new_phone()
    assert phone.post("/join", {"code": "WRONG2"}).status_code == 404
    cookie = phone.post("/join", {"code": f" {code[:3].lower()}-{code[3:].lower()} "}).headers["Set-Cookie"]
    sent = cookie.removeprefix(f"{INVITATION_COOKIE}=").partition(";")[0]
    assert code not in cookie
    phone.submit("/join/in", place="none")
    member = member_of(store, game, phone.device)
    assert (member.role, member.seat) == (Role.SEAT, None)
    kind, name, until, signature = sent.split(".")
    assert (kind, name) == ("code", game)
    later, flipped = str(int(until) + 1), ("0" if signature[0] != "0" else "1") + signature[1:]
    for forged, is_one in (
        (code, False),
        (f"code.{game}.{until}.{flipped}", False),
        (f"code.{game}.{later}.{signature}", False),
        (f"code.{game}", False),
        ("code....", False),
        (sent, True),
    ):
        forger.client.set_cookie(INVITATION_COOKIE, forged, path="/join")
        assert invited(forger) is is_one, forged
    join_codes.close_table(store, game)
    assert not invited(forger)


def test_codes_cannot_be_walked_through(app: Flask, store: Store, game: str, new_phone: Callable[..., Phone]) -> None:
    app.config[CODES_PER_ADDRESS] = 3
    app.config[CODES_IN_ALL] = 5
    code = join_codes.open_table(store, game)

    def tried(phone: Phone, *codes: str) -> list[int]:
        return [phone.post("/join", {"code": one}).status_code for one in codes]

    guest, second, third = (new_phone(f"192.168.1.{number}") for number in (30, 31, 32))
    assert tried(guest, *[code] * 4) == [303] * 4, "a whole club comes in at once"
    assert tried(guest, "WRONG2", code, "WRONG3", "WRONG4", "WRONG5", code) == [404, 303, 404, 404, 429, 429]
    app.config[CODES_PER_ADDRESS] = 30
    assert tried(second, "WRONG2", "WRONG3", "WRONG4", code) == [404, 404, 404, 429], "there were five in all"
    assert "Too many codes are being tried on this server" in second.post("/join", {"code": code}).text
    assert tried(third, code, code) == [303, 303], "who has tried none may come in"
    assert tried(third, "WRONG2", "WRONG3", "WRONG4", code) == [404, 404, 404, 429]
    # In IPv6 one customer has thousands of networks, and no more tries than others.
    networks = [new_phone(f"2001:db8:1:{number}::1") for number in range(4)]
    assert [tried(phone, "WRONG2") for phone in networks] == [[404], [404], [404], [429]]


def test_new_phones_are_bounded_by_address(app: Flask, new_phone: Callable[..., Phone]) -> None:
    app.config[DEVICES_PER_ADDRESS] = 2
    first = new_phone()
    numbers = [first.get("/deed").text for _ in range(3)]
    assert len(set(numbers)) == 1
    assert new_phone().get("/deed").status_code == 200
    assert new_phone().get("/deed").status_code == 429
    assert new_phone("10.0.0.9").get("/deed").status_code == 200


@pytest.mark.parametrize(
    ("sent", "counted"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("a socket", "a socket"),
    ],
)
def test_a_household_counts_as_one_address(app: Flask, sent: str, counted: str) -> None:
    with app.test_request_context(environ_overrides={"REMOTE_ADDR": sent}):
        assert client_address() == counted
