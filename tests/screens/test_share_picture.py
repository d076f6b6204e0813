"""The picture of the score: a PNG for the share sheet or saved."""

import base64
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.support.browser import wait_until
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import import_game

NAMES = ("Ann", "Bob <&> 🃏")
SHARING = """() => {
    navigator.canShare = (data) => data.files.length === 1;
    navigator.share = async ({ files: [file] }) => {
        const reader = new FileReader();
        reader.onload = () => { window.shared = { name: file.name, url: reader.result }; };
        reader.readAsDataURL(file);
    };
}"""


def finished() -> dict[str, Any]:
    hands = [counted_hand("Ann", **dict(zip(NAMES, (2, 62), strict=True))) for _ in range(2)]
    return game_document("gin-rummy", NAMES, hands=hands)


def look(png: bytes, game: str) -> None:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1080, 1350)
    assert game.encode() not in png
    assert b"http" not in png
    place, rows = 8, b""
    while place < len(png):
        (size,), kind = struct.unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        rows += png[place + 8 : place + 8 + size] if kind == b"IDAT" else b""
        place += 12 + size
    # Felt, ivory, numerals and curves: a blank picture has one color, and shrinks to nothing.
    assert len(rows) > 20_000
    assert len(set(zlib.decompress(rows))) > 100


def test_a_png_is_saved_or_shared(new_phone: Callable[..., Page], tmp_path: Path) -> None:
    phone = new_phone()
    address = import_game(phone, finished())
    phone.goto(f"{address}/end")
    with phone.expect_download() as saved:
        phone.get_by_role("link", name="Share picture").tap()
    assert saved.value.suggested_filename == "score.png"
    saved.value.save_as(tmp_path / "score.png")
    look((tmp_path / "score.png").read_bytes(), address.rpartition("/")[2])
    phone.evaluate(SHARING)
    phone.get_by_role("link", name="Share picture").tap()
    wait_until(phone, "window.shared !== undefined")
    shared = phone.evaluate("window.shared")
    saved_png = base64.b64encode((tmp_path / "score.png").read_bytes()).decode()
    assert shared == {"name": "score.png", "url": f"data:image/png;base64,{saved_png}"}
