"""The app behind the page: addresses, cookies, headers, and what is not shown there."""

import re
from pathlib import Path

import pytest

from companion.pocket.in_browser import WARM
from tests.support.pocket_page import ROOT, PocketPage


def test_pages_stand_below_the_folder_of_the_page_and_in_its_frame_only(pocket: PocketPage) -> None:
    assert 'href="/some%20%26%3F/where/app/static/' in pocket.html
    assert 'action="/' not in pocket.html.replace('action="/some%20%26%3F/where/app/', "")
    assert "frame-ancestors 'self'" in pocket.headers["content-security-policy"]
    assert pocket.headers["x-frame-options"] == "SAMEORIGIN"
    for path in WARM:
        pocket.open(path)
        assert pocket.status == 200, path
    pocket.open("rules/%C3%A9")
    assert pocket.status == 404, "also an address with letters of any script"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [("POST", "settings", {"origin": "https://evil.example"}, 403), ("GET", "", {"x": "a" * 40_000}, 431)],
    ids=["form of another site", "large head"],
)
def test_a_request_of_nobody_here_is_refused(
    pocket: PocketPage, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    refused, _, content = pocket.app.answer(method, ROOT + path, headers, b"")
    assert (refused, len(content) > 0) == (status, True)


def test_with_a_game_no_other_phone_is_known_but_this_one_is_known_again(pocket: PocketPage) -> None:
    pocket.persisted = False
    assert "Join a table" not in pocket.open()
    assert "may delete" not in pocket.open(), "there is nothing to delete yet"
    pocket.import_game()
    assert "set-cookie" not in pocket.headers
    assert not [part for part in ("data-pulse", "data-worker", "/people") if part in pocket.html]
    game = re.search(r"g/\w+", pocket.html)
    assert game
    for path in ("join", f"{game[0]}/people"):
        pocket.open(path)
        assert pocket.status == 404, path
    home = pocket.open()
    assert "Join a table" not in home
    assert "This browser may delete your games if the phone runs out of space. Save a backup" in home
    pocket.persisted = True
    assert "may delete" not in pocket.open()
    assert "Hand 3" in PocketPage(pocket.folder).open()


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
