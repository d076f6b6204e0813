"""Whose request it is: the phone that runs the app, or one of its guests, each with cookies of its own."""

import pytest

from companion.pocket.guests import MOST, NAME, GuestJars
from tests.support.pocket_page import PocketPage


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
