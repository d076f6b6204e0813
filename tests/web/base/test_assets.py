"""Static files: named by content, kept for good, compressed, and found in a checkout as in an installed wheel."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.web import app as app_module
from companion.web.base import assets
from companion.wording.web import SCRIPT_TEXTS


def address_of(client: FlaskClient, name: str) -> str:
    page = client.get("/").text
    found = re.search(rf'"(/static/[0-9a-f]+/{re.escape(name)})"', page)
    assert found
    return found[1]


def test_a_file_is_kept_for_good_under_the_address_of_its_content(client: FlaskClient) -> None:
    address = address_of(client, "app.css")
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == client.get(address, headers={"Accept-Encoding": ""}).data
    old = client.get(address.replace(address.split("/")[2], "0" * 12))
    assert old.headers["Location"] == address
    for unknown in ("none.css", "../app.py"):
        assert client.get(f"/static/0/{unknown}").status_code == 404


def test_what_only_programmers_read_does_not_travel_and_other_content_has_another_name(tmp_path: Path) -> None:
    for folder in ("css", "js"):
        (tmp_path / folder).mkdir()
    (tmp_path / "css" / "a.css").write_text("/* why\n   so */\na,\nb {\n  --no: ;\n  color: red; /* or not */\n}\n")
    (tmp_path / "js" / "a.js").write_text('// why\n(() => {\n  // so\n  const a = "https://b"; // c\n})();\n')
    loaded = assets.load(tmp_path)
    assert loaded["app.css"].plain == b"a,\nb {\n--no: ;\ncolor: red;\n}"
    assert loaded["app.js"].plain.endswith(b'\n(() => {\nconst a = "https://b";\n})();')
    (tmp_path / "css" / "b.css").write_text("b{}")
    assert assets.load(tmp_path)["app.css"].digest != loaded["app.css"].digest


def test_without_its_files_the_app_says_where_it_looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "__file__", str(tmp_path / "a" / "b" / "app.py"))
    with pytest.raises(FileNotFoundError, match=re.escape(str(tmp_path))):
        app_module.folders()


def test_scripts_take_every_text_from_the_wording() -> None:
    _, static = app_module.folders()
    scripts = [path.read_text() for path in sorted(static.glob("[jl]*/*.js"))]
    used = {name for script in scripts for name in re.findall(r"\bTEXTS\.(\w+)", script)}
    assert used == SCRIPT_TEXTS.keys()
    # A literal with a space between words is a sentence; selectors, types and switches have punctuation or no space.
    literals = [text for script in scripts for text in re.findall(r"[\"`]([A-Z][a-z]+ [^\"`{]*)[\"`]", script)]
    assert literals == []
