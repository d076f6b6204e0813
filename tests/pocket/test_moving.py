"""A game goes from the pocket edition to a server and back as one file, with its whole history."""

import io
import re
from pathlib import Path

from companion.web.config import Settings
from tests.support.pages import value_of
from tests.support.phones import Phone, linted_app, store_of
from tests.support.pocket_page import PocketPage


def whole_game(pocket: PocketPage) -> str:
    pocket.open()
    found = re.search(r"/app/(g/\w+)", pocket.html)
    assert found
    pocket.open(f"{found[1]}/whole.txt")
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
        pocket.open("import")
        key = value_of(pocket.html, "idempotency_key")
        words = pocket.post("import", {"idempotency_key": key}, {"file": brought})
        assert pocket.status == 200
        assert "Hand 4" in words
        pocket.open("games")
        assert pocket.html.count("Gem Rummy: ") == 1
    assert whole_game(pocket) == brought.decode()
