"""A whole game as a file: through the share sheet or saved, and picked again on another phone's import page."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.support.browser import wait_until
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import game_of, import_game

NAMES = ("Ann", "Bob <&> 🃏")
SHARING = """() => {
    navigator.canShare = (data) => data.files.length === 1 && data.files[0].type === "text/plain";
    navigator.share = async ({ files: [file] }) => {
        window.shared = { name: file.name, text: await file.text() };
    };
}"""


def start(phone: Page) -> str:
    hand = counted_hand("Ann", **dict(zip(NAMES, (2, 62), strict=True)))
    return import_game(phone, game_document("gin-rummy", NAMES, hands=[hand]))


def open_section(phone: Page, address: str) -> None:
    phone.goto(f"{address}/about")
    phone.get_by_text("Save this game, or move it to another phone").tap()


def test_the_file_is_saved_and_picked_again(new_phone: Callable[..., Page], bare_phone: Page, tmp_path: Path) -> None:
    phone = new_phone()
    address = start(phone)
    open_section(phone, address)
    with phone.expect_download() as saved:
        phone.get_by_role("link", name="Share or save the file").tap()
    name = saved.value.suggested_filename
    assert name.endswith(".gem.txt")
    saved.value.save_as(tmp_path / name)
    # The other phone has no scripts.
    bare_phone.goto("/import")
    bare_phone.get_by_label("File").set_input_files(tmp_path / name)
    bare_phone.get_by_role("button", name="Import").tap()
    bare_phone.wait_for_url("**/g/*")
    assert game_of(bare_phone.url).rpartition("/")[2] not in address
    open_section(bare_phone, game_of(bare_phone.url))
    with bare_phone.expect_download() as again:
        bare_phone.get_by_role("link", name="Share or save the file").tap()
    again.value.save_as(tmp_path / "again.gem.txt")
    assert (tmp_path / "again.gem.txt").read_bytes() == (tmp_path / name).read_bytes()


def test_the_file_is_shared_where_the_phone_shares_files(new_phone: Callable[..., Page]) -> None:
    phone = new_phone()
    address = start(phone)
    phone.add_init_script(f"({SHARING})()")
    open_section(phone, address)
    link = phone.get_by_role("link", name="Share or save the file")
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    link.tap()
    wait_until(phone, "window.shared !== undefined")
    shared = phone.evaluate("window.shared")
    assert shared["name"].endswith(".gem.txt")
    assert json.loads(shared["text"])["records"][0]["kind"] == "game-started"
