"""The app behind the page: addresses, cookies, headers, and what is not shown there."""

import re
from pathlib import Path

from companion.pocket.in_browser import WARM
from tests.support.pocket_page import PocketPage


def test_addresses_begin_with_the_folder_of_the_page(pocket: PocketPage) -> None:
    assert 'href="/some%20%26%3F/where/app/static/' in pocket.html
    assert 'action="/' not in pocket.html.replace('action="/some%20%26%3F/where/app/', "")


def test_the_phone_is_known_again_and_no_cookie_leaves_the_app(pocket: PocketPage) -> None:
    pocket.import_game()
    assert "set-cookie" not in pocket.headers
    again = PocketPage(pocket.folder)
    assert "Hand 3" in again.open()


def test_a_form_of_another_site_is_refused(pocket: PocketPage) -> None:
    status, _, _ = pocket.app.answer(
        "POST", "https://cards.example/some%20%26%3F/where/app/settings", {"origin": "https://evil.example"}, b""
    )
    assert status == 403


def test_a_head_that_is_too_large_is_refused(pocket: PocketPage) -> None:
    status, _, content = pocket.app.answer(
        "GET", "https://cards.example/some%20%26%3F/where/app/", {"x": "a" * 40_000}, b""
    )
    assert (status, content.count(b"\n")) == (431, 1)


def test_an_address_with_letters_of_any_script_is_found(pocket: PocketPage) -> None:
    pocket.open("rules/%C3%A9")
    assert pocket.status == 404


def test_pages_are_shown_in_a_frame_of_the_own_page_only(pocket: PocketPage) -> None:
    assert "frame-ancestors 'self'" in pocket.headers["content-security-policy"]
    assert pocket.headers["x-frame-options"] == "SAMEORIGIN"


def test_nothing_of_other_phones_is_shown(pocket: PocketPage) -> None:
    assert "Join a table" not in pocket.html
    pocket.import_game()
    assert "data-pulse" not in pocket.html
    assert "data-worker" not in pocket.html
    assert "/people" not in pocket.html
    assert "Join a table" not in pocket.open()


def test_home_says_when_the_browser_may_delete_the_games(pocket: PocketPage) -> None:
    pocket.persisted = False
    assert "may delete" not in pocket.open()  # there is nothing to delete yet
    pocket.import_game()
    assert "This browser may delete your games if the phone runs out of space. Save a backup" in pocket.open()
    pocket.persisted = True
    assert "may delete" not in pocket.open()


def test_after_a_snapshot_the_app_opens_the_folder_that_is_there_then(pocket: PocketPage, tmp_path: Path) -> None:
    other = PocketPage(tmp_path / "other")
    other.import_game()
    pocket.app.close()
    for file in pocket.folder.iterdir():
        if file.is_file():
            file.unlink()
    for file in (tmp_path / "other").iterdir():
        file.rename(pocket.folder / file.name)
    pocket.app.open()
    assert "Hand 3" in pocket.open()


def test_the_pages_of_a_snapshot_are_there(pocket: PocketPage) -> None:
    for path in WARM:
        pocket.open(path)
        assert pocket.status == 200, path


def test_there_are_no_pages_for_other_phones(pocket: PocketPage) -> None:
    pocket.import_game()
    game = re.search(r"g/\w+", pocket.html)
    assert game
    for path in ("join", f"{game[0]}/people"):
        pocket.open(path)
        assert pocket.status == 404, path
