"""The app behind the page: addresses, headers, what is not shown there, and the way of a game to a server and back."""

import io
from pathlib import Path

import pytest

from companion.pocket.in_browser import WARM
from companion.web.config import Settings
from tests.support.phones import Phone, linted_app, store_of
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


def test_a_phone_is_known_again_and_told_what_may_become_of_its_games(pocket: PocketPage) -> None:
    pocket.persisted = False
    assert "may delete" not in pocket.open(), "there is nothing to delete yet"
    pocket.import_game()
    assert "set-cookie" not in pocket.headers
    assert "data-worker" not in pocket.html
    home = pocket.open()
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


def whole_game(pocket: PocketPage) -> str:
    pocket.open()
    pocket.open(f"{pocket.game()}/whole.txt")
    return pocket.content.decode()


def test_a_game_goes_on_on_a_server_and_comes_back(pocket: PocketPage, tmp_path: Path) -> None:
    pocket.import_game()
    taken = whole_game(pocket)
    app = linted_app(Settings(tmp_path / "server"))
    client = app.test_client()
    file = (io.BytesIO(taken.encode()), "game.gem.txt")
    arrived = client.post(
        "/import", data={"file": file, "idempotency_key": "from-the-pocket"}, content_type="multipart/form-data"
    )
    server = Phone(client, arrived.location.split("?")[0])
    server.submit("/dice", first="6", second="6", act="set", seen="0")
    server.submit("/drawn", **server.form("", "/drawn"))
    brought = server.get("/whole.txt").data
    store_of(app).close()
    for _ in range(2):
        pocket.import_file(brought)
        assert pocket.status == 200
        assert "Hand 4" in pocket.html
        pocket.open("games")
        assert pocket.html.count("Gem Rummy: ") == 1
    assert whole_game(pocket) == brought.decode()
