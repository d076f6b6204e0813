"""The places that know that the app may run on the phone itself are listed, each with its reason."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KNOWS = re.compile(
    r"pocket|IN_BROWSER|STORAGE_PERSISTED|IS_GUEST|runs_here|emscripten|pyodide|may_be_deleted", re.IGNORECASE
)
OWN = ("companion/pocket/", "templates/pocket/", "static/pocket/", "static/vendor/")

DIFFERENCES = {
    "companion/cli.py": "The command `companion pocket`.",
    "companion/commands/app.py": "Writes the folder.",
    "companion/store/database.py": "Tells the store that it lies in a browser.",
    "companion/store/engines/sqlite.py": "A browser's files have no shared memory, so no write-ahead log.",
    "companion/store/opening.py": "A browser's files have no hard links.",
    "companion/web/config.py": "The setting that says so to everything below.",
    "companion/web/app.py": "Tells templates.",
    "companion/web/security/phone.py": "Whether the phone that asks runs the app, or is a guest of the one that does.",
    "templates/people/people.html": "Phones join by the page that runs the app, and there is no address to show.",
    "companion/web/base/assets.py": "The files around the app are not served by it.",
    "companion/web/security/guard.py": "The pages are shown in a frame of the page that runs the app, and in no other.",
    "companion/web/home/home.py": "Whether the browser, which is asked not to delete the games, said yes.",
    "static/lazy/photo.js": "A photo isn't sent, and its browser doesn't say when it has arrived.",
    "templates/base.html": "The page around it passes news on: nothing asks for them. The service worker differs.",
    "templates/table/big_screen.html": "It joins no table; its window beside the one of the app is closed to leave.",
    "templates/cards/_photo.html": "The camera is looked at live where the reader is on the phone itself.",
    "templates/table/about.html": "The big screen opens in a window beside the one that runs the app.",
    "templates/table/end.html": "A phone at the table of another one keeps the game on itself.",
    "templates/sheet/_sheet.html": "The big screen opens in a window beside the one that runs the app.",
    "templates/home/_left_out.html": "There is no command line that could tell why a game can't be read.",
    "templates/home/home.html": "A phone joins another one's table beside its own app; a new one may have a backup.",
    "templates/home/settings.html": "The way to the backup of the phone; a server is backed up by its owner.",
}
"""Every place outside companion/pocket/ that knows of it, and why it must. Everything else is the same app."""


def test_every_place_that_knows_is_listed_with_its_reason() -> None:
    sources = [
        path.relative_to(ROOT).as_posix()
        for folder in ("companion", "templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".html", ".js", ".css"} and path.is_file()
    ]
    know = {
        name for name in sources if not name.startswith(OWN) and KNOWS.search((ROOT / name).read_text(encoding="utf-8"))
    }
    assert know - {"companion/commands/usage.py"} == set(DIFFERENCES)
    assert all(reason.endswith(".") for reason in DIFFERENCES.values())
