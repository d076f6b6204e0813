"""Who gets in, with what role, and that nobody else can tell a game from none."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, request
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import drafts, games
from companion.store.database import Store
from companion.store.people import devices, invitations, join_codes, members
from companion.store.people.members import Role
from companion.web.security.invitations import (
    INVITATION_COOKIE,
    accept_invitation,
    game_of_code,
    invitation,
    invite_by_code,
)
from companion.web.security.membership import author_of, require_member
from companion.web.security.phone import saved_phone
from companion.web.security.rate_limits import CODES_IN_ALL, CODES_PER_ADDRESS, DEVICES_PER_ADDRESS, client_address
from tests.support.documents import HEAD, hand_of, knocked
from tests.support.phones import GuardedPhone as Phone

HAND = knocked(2, 22)


@pytest.fixture
def game(store: Store) -> str:
    owner = games.Author(devices.find_or_create(store, "the owner's phone").id, "Ann")
    started = games.start(store, owner, GameStarted(HEAD), record_id="the-start")
    games.append(store, started, HandRecorded(hand_of(HAND)), record_id="the-hand", seen=1, author=owner)
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
    path = (
        rule.rule.replace("<game>", game)
        .replace("<int:number>", number)
        .replace("<int:seat>", "0")
        .replace("<int:deal>", "1")
    )
    assert "<" not in path, "a part of an address that this test does not know"
    return path


def what_matters(store: Store) -> list[Any]:
    """Take down everything that a request must not change; not when a phone was last seen."""
    tables = ("games", "journal", "drafts", "links", "codes", "decks", "standings")
    parts = [store.rows(f"SELECT * FROM {table}") for table in tables]  # noqa: S608 (names of ours)
    return [*parts, store.rows("SELECT game, device, role, seat, link, revoked_at FROM members")]


def shown(answer: TestResponse) -> tuple[int, str, list[tuple[str, str]]]:
    """Take an answer without what differs from one to the next anyway."""
    headers = [(name, value) for name, value in answer.headers if name not in {"Set-Cookie", "Content-Length"}]
    page = re.sub(r'name="form_token" value="[^"]+"', "", answer.text)
    return answer.status_code, page, headers


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_game_of_others_looks_like_no_game(
    app: Flask, store: Store, game: str, new_phone: Callable[..., Phone], method: str
) -> None:
    stranger = new_phone()
    assert stranger.device
    before = what_matters(store)
    for rule in rules_of_games(app, method):
        asked = [path_of(rule, one) for one in (game, "nosuchgame12")]
        there, nowhere = (stranger.get(path) if method == "GET" else stranger.post(path) for path in asked)
        assert there.status_code == 404, rule
        pages = [shown(there), shown(nowhere)]
        texts = [page.replace(game, "").replace("nosuchgame12", "") for _, page, _ in pages]
        assert texts[0] == texts[1], rule
        assert pages[0][2] == pages[1][2], rule
    assert what_matters(store) == before


BODIES: list[dict[str, Any]] = [
    {},
    {"idempotency_key": "a-viewers-id", "seen": "2", "seq": "2", "act": "record", "do": "record", "version": "0"},
    {"idempotency_key": "a-viewers", "seen": "2", "act": "strike", "reason": "x", "dice": ["3", "4"], "knocker": "0"},
    {"idempotency_key": "a-viewers", "seen": "2", "act": "undo", "record": "2"},
    {"idempotency_key": "a-viewers", "seen": "2", "one": "3", "two": "4", "act.undo": "1"},
]  # fmt: skip


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


def test_each_role_is_asked_for_in_its_own_words(app: Flask, game: str, joined: Callable[[str, Role], Phone]) -> None:
    @app.get("/asked/<game>/<role>")
    def asked(game: str, role: str) -> str:
        return author_of(require_member(game, Role(role)), ("Ann", "Bob")).name

    for role in Role:
        phone = joined(game, role)
        for needed in Role:
            answer = phone.get(f"/asked/{game}/{needed}")
            assert answer.status_code == (200 if role.may(needed) else 403), (role, needed)
    viewer = joined(game, Role.VIEWER)
    for needed, sentence in ((Role.SEAT, "take a seat"), (Role.SCORER, "scorekeeper"), (Role.OWNER, "Only the owner")):
        assert sentence in viewer.get(f"/asked/{game}/{needed}").text
    assert viewer.get(f"/asked/{game}/viewer").text == "a viewer"


def test_the_author_is_the_player_on_the_seat(store: Store, game: str, joined: Callable[[str, Role], Phone]) -> None:
    phone = joined(game, Role.SEAT)
    number = phone.device
    devices.save_label(store, number, "Bob's phone")
    assert author_of(member_of(store, game, number), ("Ann", "Bob")).name == "Bob's phone"
    members.take_seat(store, game, number, 1)
    assert author_of(member_of(store, game, number), ("Ann", "Bob")) == games.Author(number, "Bob")


def add_join_pages(app: Flask) -> None:
    """Stand in for the pages of joining: what they ask of this room."""

    @app.get("/join/asked")
    def join_asked() -> str:
        found = invitation()
        return "nothing" if found is None else f"{found.game} {found.role}"

    @app.post("/join/accepted")
    def join_accepted() -> Any:  # noqa: ANN401 (an answer)
        answer = app.make_response("")
        answer.set_data(accept_invitation(answer, watch="watch" in request.form))
        return answer

    @app.post("/by-code")
    def by_code() -> Any:  # noqa: ANN401 (an answer)
        answer = app.make_response("")
        invite_by_code(answer, request.form["code"])
        return answer


def test_an_invitation_leaves_no_trace_in_addresses(
    app: Flask, store: Store, game: str, new_phone: Callable[..., Phone]
) -> None:
    add_join_pages(app)
    link = invitations.make_link(store, game, 1, Role.SCORER)
    phone = new_phone()
    answer = phone.get(f"/j/{link.token}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/join" in cookie
    number = phone.device
    assert phone.get("/join/asked").text == f"{game} scorer"
    assert members.member(store, game, number) is None, "looking changes nothing"
    assert phone.post("/join/accepted").text == game
    assert member_of(store, game, number).role == Role.SCORER
    assert phone.get("/join/asked").text == "nothing"
    assert phone.post("/join/accepted").status_code == 404


def test_a_code_invites_and_is_tried_only_where_tries_are_counted(
    app: Flask, store: Store, game: str, new_phone: Callable[..., Phone]
) -> None:
    add_join_pages(app)
    code = join_codes.open_table(store, game)
    phone = new_phone()
    assert phone.post("/by-code", {"code": "WRONG2"}).status_code == 404
    sent = phone.post("/by-code", {"code": code.lower()})
    assert code not in sent.headers["Set-Cookie"]
    assert phone.get("/join/asked").text == f"{game} seat"
    assert phone.post("/join/accepted").text == game
    member = member_of(store, game, phone.device)
    assert (member.role, member.seat) == (Role.SEAT, None)
    forger = new_phone()
    cookie = re.search(f"{INVITATION_COOKIE}=([^;]+);", sent.headers["Set-Cookie"])
    assert cookie is not None
    kind, name, until, signature = cookie[1].split(".")
    assert (kind, name) == ("code", game)
    later, flipped = str(int(until) + 1), ("0" if signature[0] != "0" else "1") + signature[1:]
    for forged in (
        code,
        f"code.{game}.{until}.{flipped}",
        f"code.{game}.{later}.{signature}",
        f"code.{game}",
        "code....",
    ):
        forger.client.set_cookie(INVITATION_COOKIE, forged, path="/join")
        assert forger.get("/join/asked").text == "nothing"
    forger.client.set_cookie(INVITATION_COOKIE, cookie[1], path="/join")
    assert forger.get("/join/asked").text == f"{game} seat"
    join_codes.close_table(store, game)
    assert forger.get("/join/asked").text == "nothing"


def test_codes_cannot_be_walked_through(app: Flask, store: Store, game: str, new_phone: Callable[..., Phone]) -> None:
    @app.get("/code/<code>")
    def by_code(code: str) -> str:
        return game_of_code(code)

    app.config[CODES_PER_ADDRESS] = 3
    app.config[CODES_IN_ALL] = 5
    code = join_codes.open_table(store, game)

    def tried(phone: Phone, *codes: str) -> list[int]:
        return [phone.get(f"/code/{one}").status_code for one in codes]

    guest, second, third = (new_phone(f"192.168.1.{number}") for number in (30, 31, 32))
    assert tried(guest, *[code] * 4) == [200] * 4, "a whole club comes in at once"
    assert tried(guest, "WRONG2", code, "WRONG3", "WRONG4", "WRONG5", code) == [404, 200, 404, 404, 429, 429]
    wrong = second.get("/code/WRONG2")
    assert "No open table" in wrong.text
    app.config[CODES_PER_ADDRESS] = 30
    assert tried(second, "WRONG3", "WRONG4", code) == [404, 404, 429], "there were five in all"
    assert "Too many codes are being tried on this server" in second.get(f"/code/{code}").text
    assert tried(third, code, code) == [200, 200], "who has tried none may come in"
    assert tried(third, "WRONG2", "WRONG3", "WRONG4", code) == [404, 404, 404, 429]
    # In IPv6 one customer has thousands of networks, and no more tries than others.
    networks = [new_phone(f"2001:db8:1:{number}::1") for number in range(4)]
    assert [tried(phone, "WRONG2") for phone in networks] == [[404], [404], [404], [429]]
    app.config[CODES_PER_ADDRESS] = 3
    assert "Too many tries from here" in guest.get(f"/code/{code}").text


def test_new_phones_are_bounded_by_address(app: Flask, new_phone: Callable[..., Phone]) -> None:
    @app.get("/deed")
    def deed() -> str:
        return str(saved_phone().id)

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
