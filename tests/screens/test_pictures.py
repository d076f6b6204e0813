"""The pictures of the README: taken here, so that they show what there is.

With COMPANION_PICTURES=docs/pictures they are written there; else they are taken to nowhere and only looked for.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.documents import counted_hand, game_document
from tests.support.prepared import import_game, set_dice

ROOT = Path(__file__).resolve().parents[2]
SIZE = {"width": 360, "height": 640}


RUNNING = [
    counted_hand(knocker, (3, 4), Ann=ann, Bob=bob)
    for knocker, ann, bob in (("Ann", 3, 22), ("Bob", 18, 4), ("Bob", 6, 6), ("Ann", 1, 33), ("Bob", 25, 7))
]
LAID = ("5C", "6C", "7C", "QH", "7D", "9C", "9D", "9S", "AC", "2D")
FINISHED = [*RUNNING, counted_hand("Ann", (3, 4), Ann=2, Bob=46)]


def test_the_pictures_of_the_readme(new_phone: Callable[..., Page], tmp_path: Path) -> None:
    folder = Path(os.environ.get("COMPANION_PICTURES", tmp_path))
    taken: set[str] = set()
    phone = new_phone(viewport=SIZE, device_scale_factor=2)

    def picture(name: str) -> None:
        phone.wait_for_load_state()
        phone.screenshot(path=folder / f"{name}.jpg", animations="disabled", type="jpeg", quality=82)
        taken.add(f"{name}.jpg")

    phone.goto("/")
    picture("home")
    phone.goto("/new")
    phone.fill("#player-0", "Ann")
    phone.fill("#player-1", "Bob")
    picture("new-game")
    phone.goto("/sample")
    picture("ruling")
    table = import_game(phone, game_document(hands=RUNNING))
    set_dice(phone, table)
    phone.goto(table)
    picture("table")
    phone.emulate_media(color_scheme="dark")
    picture("table-dark")
    phone.emulate_media(color_scheme="light")
    phone.get_by_role("link", name="Showdown").tap()
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    phone.wait_for_selector("#pad")
    for name in LAID:
        phone.locator(f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text(f"{len(LAID)} of 11")
    picture("showdown")
    phone.goto(f"{table}/sheet")
    picture("sheet")
    phone.goto(f"{import_game(phone, game_document(hands=FINISHED))}/end")
    picture("end")

    readme = (ROOT / "README.md").read_text()
    assert set(re.findall(r"docs/pictures/([a-z-]+\.jpg)", readme)) == taken
    assert all((ROOT / "docs" / "pictures" / name).is_file() for name in taken)
