"""A game as a file, its score as a picture: by the share sheet or saved, and the file picked again on another phone."""

import base64
import json
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from tests.support.browser import box, wait_until
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import game_of, import_game

NAMES = ("Ann", "Bob <&> 🃏")
SHARING = """
    navigator.canShare = (data) => data.files.length === 1;
    navigator.share = async ({ files: [file] }) => {
        const reader = new FileReader();
        reader.onload = () => { window.shared = { name: file.name, type: file.type, url: reader.result }; };
        reader.readAsDataURL(file);
    };
"""
FILE, PICTURE = "Share or save the file", "Share picture"
MANY_COLORS = 1 << 20


def finished_game(phone: Page) -> str:
    hands = [counted_hand("Ann", **dict(zip(NAMES, (2, 62), strict=True))) for _ in range(2)]
    return import_game(phone, game_document("gin-rummy", NAMES, hands=hands))


def show_links(phone: Page, address: str) -> None:
    """Show where the file is shared; the picture is, too, where the game has ended."""
    phone.goto(f"{address}/about")
    phone.get_by_text("Save this game, or move it to another phone").tap()


def saved(phone: Page, link: str) -> tuple[str, bytes]:
    """Tap a link that saves a file, and return its name and what is in it."""
    with phone.expect_download() as download:
        phone.get_by_role("link", name=link).tap()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def shared(phone: Page, link: str) -> tuple[str, str, bytes]:
    """Tap a link that gives a file to the share sheet, and return its name, its type, and what is in it."""
    phone.get_by_role("link", name=link).tap()
    wait_until(phone, "window.shared !== undefined")
    file: dict[str, str] = phone.evaluate("window.shared")
    return file["name"], file["type"], base64.b64decode(file["url"].partition(",")[2])


def test_the_file_is_saved_shared_and_picked_again_on_a_phone_without_scripts(phone: Page, bare_phone: Page) -> None:
    address = finished_game(phone)
    show_links(phone, address)
    name, content = saved(phone, FILE)
    assert name.endswith(".gem.txt")
    phone.add_init_script(SHARING)
    show_links(phone, address)
    assert box(phone.get_by_role("link", name=FILE))["height"] >= 44
    assert shared(phone, FILE) == (name, "text/plain", content)
    assert json.loads(content)["records"][0]["kind"] == "game-started"
    bare_phone.goto("/import")
    bare_phone.get_by_label("File").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
    bare_phone.get_by_role("button", name="Import").tap()
    bare_phone.wait_for_url("**/g/**")
    other = game_of(bare_phone.url)
    assert other != address
    show_links(bare_phone, other)
    assert saved(bare_phone, FILE)[1] == content


def test_the_picture_is_a_png_that_is_saved_or_shared(phone: Page) -> None:
    address = finished_game(phone)
    phone.goto(f"{address}/end")
    name, png = saved(phone, PICTURE)
    assert name == "score.png"
    with Image.open(BytesIO(png)) as picture:
        assert (picture.format, picture.size) == ("PNG", (1080, 1350))
        # Felt, ivory, numerals and curves: a blank picture has one color, and shrinks to nothing.
        assert len(picture.getcolors(MANY_COLORS) or ()) > 100
    assert len(png) > 20_000
    assert address.rpartition("/")[2].encode() not in png
    assert b"http" not in png
    phone.add_init_script(SHARING)
    phone.reload()
    assert shared(phone, PICTURE) == (name, "image/png", png)
