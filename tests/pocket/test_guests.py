"""Whose request it is: the phone that runs the app, or one of its guests, each with cookies of its own."""

import json
import re
from pathlib import Path

import pytest

from companion.pocket.guests import MOST, NAME, GuestJars
from companion.web.security.guard import MAX_IMPORT
from companion.web.server.wsgi import MAX_BODY
from tests.support.pages import says, value_of, words_of
from tests.support.pocket_page import GUESTS_ROOT, PocketPage


def test_each_guest_has_cookies_of_its_own_also_after_a_restart(pocket: PocketPage) -> None:
    pocket.import_game()
    assert "Hand 3" in pocket.open()
    for number, theme in ((1, "dark"), (2, "light")):
        guest = pocket.guest(number)
        assert "Hand 3" not in guest.open(), "the home of somebody who owns nothing"
        guest.open("settings")
        guest.post("settings", {"theme": theme, "colors": "four"})
        assert "/where/join/app/" in guest.html
        assert "/where/app/" not in guest.html
        assert "set-cookie" not in guest.headers
    again = PocketPage(pocket.folder)
    themes = [
        page.html.partition('data-theme="')[2].partition('"')[0] for page in (again, *map(again.guest, (1, 2, 3)))
    ]
    assert themes == ["auto", "dark", "light", "auto"]


def test_of_many_guests_those_who_were_here_last_are_known(pocket: PocketPage) -> None:
    jars = GuestJars(pocket.folder)
    for number in (*range(MOST), 0, MOST):
        jars.of(f"{number:016x}").take([("Set-Cookie", f"look={number}")])
    again = GuestJars(pocket.folder)
    forgotten = 1
    asked = [number for number in range(MOST + 1) if number != forgotten] + [forgotten]
    assert [number for number in asked if not again.of(f"{number:016x}").header()] == [forgotten]


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b'{"a": 1}', b'{"a": {"b": "c"}}', b"\xff"])
def test_without_their_file_all_guests_are_new(pocket: PocketPage, content: bytes) -> None:
    (pocket.folder / NAME).write_bytes(content)
    again = PocketPage(pocket.folder)
    assert again.guest(1).status == 200


@pytest.mark.parametrize("asker", [None, " ", "owner", "../cookies", "0" * 15, "0" * 17, "0" * 15 + "G"])
def test_nobody_is_taken_for_the_phone_itself(pocket: PocketPage, asker: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        pocket.app.answer("GET", pocket.root, {}, b"", asker=asker)


OPEN_TO_GUESTS = {
    *("home", "games", "rules_pages", "count", "settings", "pwa", "static_file"),
    *("deck", "teach", "learning", "learning_practice", "learning_questions"),
    *("household", "person", "person_changes", "people_shared"),
    *("invitations", "join", "people", "leaving", "new_game", "table", "sheet", "corrections", "history", "responses"),
    *("end", "big_screen", "picture", "about", "aloud", "help", "exchange", "offline", "live"),
    *("rummy_table", "house_rules", "showdown", "numbers", "hands", "hand_photo", "letters", "lay_offs", "ruling"),
    *("waiting", "gem2", "gem2_calls", "gem2_counted", "gem2_rounds", "gem2_moves"),
}
"""Screens that ask who the phone is by its cookies, or whose answer is the same for everybody."""
OF_THE_PHONE = {"backup", "guests", "live_camera"}
"""Screens with what is on the phone that runs the app, whoever asks."""


def test_a_guest_is_a_stranger_to_what_is_on_the_phone(pocket: PocketPage) -> None:
    """A new screen is put into one of the two lists above."""
    pocket.import_game("Zora", "Xaver")
    rules = list(pocket.app.flask.url_map.iter_rules())
    assert {rule.endpoint.partition(".")[0] for rule in rules} == OPEN_TO_GUESTS | OF_THE_PHONE
    guest = pocket.guest(1)
    unknown = guest.open("nowhere")
    for rule in rules:
        if "GET" in (rule.methods or ()) and "game" not in rule.arguments:
            words = guest.open(re.sub(r"<[^>]+>", "1", rule.rule))
            assert "Zora" not in words, rule
            assert words == unknown or rule.endpoint.partition(".")[0] in OPEN_TO_GUESTS, rule
    guest.open("settings")
    assert guest.post("backup", {}, {"file": b"PK"}) == unknown


def test_a_code_lets_those_in_who_have_a_place_in_a_game(pocket: PocketPage) -> None:
    """Whom the page lets in by one look, as long as the phone that runs the app hasn't put it out."""
    pocket.import_game()
    table = pocket.game()

    def known() -> object:
        pocket.open("guests")
        return json.loads(pocket.content)

    pocket.open(f"{table}/people")
    pocket.post(f"{table}/people/open", {})
    key = re.search(r'data-let-in="(/j/[\w-]+)"', pocket.html)
    assert key
    player, looker = pocket.guest(1), pocket.guest(2)
    for guest in (player, looker):
        guest.open(key[1])
    assert known() == []
    player.post("join/in", {"place": "1"})
    assert known() == ["0000000000000001"]
    pocket.open(f"{table}/people")
    device = re.search(r'name="device" value="(\d+)"', pocket.html)
    assert device
    pocket.post(f"{table}/people/out", {"device": device[1]})
    assert known() == []


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("settings", MAX_BODY, 403),
        ("settings", MAX_BODY + 1, 413),
        ("import", MAX_IMPORT, 403),
        ("import", 5_000_000, 413),
        ("backup", MAX_BODY + 1, 413),
    ],
)
def test_a_guest_sends_no_more_than_a_server_takes(pocket: PocketPage, path: str, size: int, status: int) -> None:
    headers = {"content-type": "multipart/form-data; boundary=x"}
    pocket.app.has_news = True  # of the request before
    answer = pocket.app.answer("POST", GUESTS_ROOT + path, headers, b"x" * size, asker="0" * 16)
    assert answer[0] == status
    assert not pocket.app.has_news


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "\ud800", {}, 500),
        ("GET", "//[", {}, 404),
        ("GET", "", {"x": "a" * 40_000}, 431),
        ("GET", "", {f"x{number}": "" for number in range(101)}, 431),
        ("POST", "settings", {"origin": "https://evil.example"}, 403),
        ("GET", "backup", {"cookie": "companion=x", "host": "localhost", "x-forwarded-for": "127.0.0.1"}, 404),
        ("GET", "../../app/backup", {}, 404),
    ],
)
def test_whatever_a_guest_sends_the_app_goes_on(
    pocket: PocketPage, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    assert pocket.app.answer(method, GUESTS_ROOT + path, headers, b"", asker="0" * 16)[0] == status
    pocket.import_game()


def test_the_page_is_told_what_changed_a_game(pocket: PocketPage) -> None:
    pocket.import_game()
    assert pocket.news[-2:] == [True, False], "the game, and its page"
    pocket.post(f"{pocket.game()}/dice", {"first": "6", "second": "6", "act": "set", "seen": "0"})
    assert pocket.news[-2:] == [True, False]
    pocket.open("settings")
    pocket.post("settings", {"theme": "dark", "colors": "four"})
    assert pocket.news[-2:] == [False, False]


def test_phones_join_by_the_page_that_runs_the_app(pocket: PocketPage) -> None:
    assert 'href="/some%20%26%3F/where/app/../join/"' in pocket.html, "where this phone is a guest itself"
    pocket.import_game()
    table = pocket.game()
    pocket.open(f"{table}/people")
    said = pocket.post(f"{table}/people/open", {"seat": "0"})
    assert "cards.example" not in said, "there is no server whose address people could type"
    key = re.search(r'data-let-in="(/j/[\w-]+)"\s+data-host="Ann"', pocket.html)
    assert key
    guest = pocket.guest(1)
    says(guest.open(key[1]), "Ann already has a phone", "Bob")
    guest.post("join/in", {"place": "1"})
    assert guest.game() == table
    says(pocket.open(f"{table}/people"), "Bob joined", "Ann this phone")
    guest.open(f"{table}/people")
    assert "data-let-in" not in guest.html
    assert 'href="/some%20%26%3F/where/join/app/join"' in (guest.open() and guest.html)


def test_the_page_around_passes_news_on(pocket: PocketPage) -> None:
    """Only the big screen, beside the page, asks for itself; guests' taps wait apart from those of the phone itself."""
    pocket.import_game()
    table = pocket.game()
    pocket.open(f"{table}/people")
    pocket.post(f"{table}/people/open", {})
    guest = pocket.guest(1)
    guest.open("join")
    code = re.search("<b>([A-Z0-9]{6})</b>", pocket.html)
    assert code
    guest.post("join", {"code": code[1]})
    guest.post("join/in", {"place": "screen"})
    told = {"data-pulse", "data-told"}
    for page, path, marks in (
        (pocket, table, told),
        (pocket, f"{table}/screen", {"data-pulse"}),
        (guest, table, {*told, "data-queue"}),
        (guest, f"{table}/screen", {*told, "data-queue"}),
        (guest, "settings", {"data-queue"}),
    ):
        page.open(path)
        assert {mark for mark in (*told, "data-queue", "data-worker") if mark in page.html} == marks, path


def test_a_guest_takes_the_game_along_with_its_history(pocket: PocketPage, tmp_path: Path) -> None:
    """In the middle of the evening too, even who only watches."""
    pocket.import_game()
    table = pocket.game()
    guest, stranger = _guest(pocket, table, 1, "viewer"), pocket.guest(2)
    guest.open(f"{table}/about")
    assert f"{table}/whole.txt" in guest.html
    for page, status in ((guest, 200), (stranger, 404)):
        page.open(f"{table}/whole.txt")
        assert page.status == status
    own = PocketPage(tmp_path / "own")
    own.import_file(guest.content)
    assert "Hand 3" in words_of(own.html)
    own.open(f"{own.game()}/whole.txt")
    history = own.content.decode()
    assert history == guest.content.decode()


def test_a_game_goes_on_on_the_phone_of_a_guest_who_keeps_the_score(pocket: PocketPage, tmp_path: Path) -> None:
    """Only if that phone has all of it: it is open in one place, and comes home with all that was recorded there."""
    pocket.import_game()
    table = pocket.game()
    bob, viewer = (_guest(pocket, table, number, role) for number, role in ((1, "scorer"), (2, "viewer")))
    viewer.open(f"{table}/about")
    assert "data-take-game" not in viewer.html
    assert "data-keep-game" in viewer.html
    bob.open(f"{table}/about")
    assert "data-take-game" in bob.html
    form = {name: value_of(bob.html, name) for name in ("form_token", "idempotency_key", "seen")}
    _record(pocket, f"{table}/about", f"{table}/about", act="note", note="late")
    says(bob.post(f"{table}/move", form), "Someone else changed this first", "Note on the game: “late”")
    assert bob.status == 409
    assert "Hand 3" in pocket.open(table), "it is still open here"
    later = {**form, "seen": str(int(form["seen"]) + 1)}
    for _ in ("the first time", "its answer was lost"):
        bob.open("settings")
        bob.post(f"{table}/move", later)
        assert (bob.status, json.loads(bob.content)["records"][-1]["body"]) == (200, {"moved": True})
    file = bob.content
    says(pocket.open(f"{table}/end"), "Taken along by Bob", "continues on another phone", "in two places")
    says(pocket.open(), "Taken along by Bob")
    says(pocket.open(f"{table}/history"), "The game was taken to another phone, where it goes on. Bob,")
    own = PocketPage(tmp_path / "own")
    own.import_file(file)
    _record(own, f"{own.game()}/end", f"{own.game()}/reopen")
    assert "Moved" not in own.open()
    own.open(f"{own.game()}/whole.txt")
    pocket.import_file(own.content)
    says(words_of(pocket.html), "What was new in the file was added to this game.", "Hand 3")
    bob.open("settings")
    bob.post(f"{table}/move", later)
    assert bob.status == 409, "it was reopened here since"


def _guest(pocket: PocketPage, table: str, number: int, role: str) -> PocketPage:
    """Let a phone in with a role; who plays is Bob."""
    pocket.open(f"{table}/people")
    pocket.post(f"{table}/people/link", {"role": role})
    keys = re.findall(r'data-let-in="(/j/[\w-]+)"', pocket.html)
    guest = pocket.guest(number)
    guest.open(keys[0])
    guest.post("join/in", {"place": "watch" if role == "viewer" else "1"})
    return guest


def _record(page: PocketPage, form: str, path: str, **fields: str) -> None:
    page.open(form)
    hidden = {name: value_of(page.html, name) for name in ("idempotency_key", "seen")}
    page.post(path, {**hidden, **fields})
