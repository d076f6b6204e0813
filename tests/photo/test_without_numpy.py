"""Where numpy and Pillow are missing the app runs, and has no key for photos."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.server import ROOT
from tests.support.without_numpy import PROGRAM

PAGES = """
import json
from importlib import import_module
from pathlib import Path
for package in ("numpy", "PIL.Image"):
    try:
        import_module(package)
    except ModuleNotFoundError:
        continue
    raise SystemExit(f"{package} is there")
from companion.web.config import Settings
from tests.support.phones import linted_app
from tests.support.showdown_table import Table

client = linted_app(Settings(instance=Path(sys.argv[1]))).test_client()
table = Table(client, "Ann", "Bob")
table.roll(3, 4)
table.submit(knock="0:knock")
pages = {"home": client.get("/"), "count": client.get("/count"), "hand": table.get("/seat/0")}
print(json.dumps({name: [page.status_code, page.text] for name, page in pages.items()}))
"""


def test_every_page_is_served_without_a_key_for_photos(tmp_path: Path) -> None:
    run = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-c", PROGRAM + PAGES, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    for name, (status, text) in json.loads(run.stdout).items():
        assert status == 200, name
        assert "Gem Companion" in text
        assert "image/jpeg" not in text
