"""The places that know that the app may run on the phone itself are listed, each with its reason."""

import re
from pathlib import Path

from companion.pocket.differences import DIFFERENCES

ROOT = Path(__file__).resolve().parents[2]
KNOWS = re.compile(r"pocket|IN_BROWSER|STORAGE_PERSISTED|emscripten|pyodide|may_be_deleted", re.IGNORECASE)
OWN = (
    "companion/pocket/",
    "templates/pocket/",
    "static/pocket/",
    "static/vendor/",
)


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
