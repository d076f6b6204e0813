"""Pages have templates, contexts and static files that fit; what a script fetches again is what the page has."""

import gzip
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Environment, meta, nodes

import companion.pocket.backup_screen  # noqa: F401 - a screen that only the pocket edition has
from companion.web import app as app_module
from companion.web.base import assets, pages
from companion.wording.web import SCRIPT_TEXTS
from tests.support.gem2_table import started
from tests.support.pages import found_in
from tests.support.showdown_table import WRITTEN, Table


@cache
def mentioned(environment: Environment, template: str) -> frozenset[str]:
    """List the names from outside that a template, those it includes and those it extends know of.

    Macros that it imports are given what they need by name.
    """
    assert environment.loader is not None
    tree = environment.parse(environment.loader.get_source(environment, template)[0])
    found = frozenset(meta.find_undeclared_variables(tree))
    named = [node.template for node in tree.find_all(nodes.Include)]
    named += [node.template for node in tree.find_all(nodes.Extends)]
    for name in named:
        assert isinstance(name, nodes.Const), f"{template} names a template only when it is rendered"
        found |= mentioned(environment, name.value)
    return found


def test_every_context_has_its_template_and_every_page_its_context(shared_app: Flask) -> None:
    folder = Path(str(shared_app.template_folder))
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    assert pages.CONTEXTS.keys() <= names
    whole = {name for name in names if "/" in name and not name.rpartition("/")[2].startswith("_")}
    assert whole <= pages.CONTEXTS.keys()


def test_a_context_gives_nothing_that_no_template_asks_for(shared_app: Flask) -> None:
    for template, context in pages.CONTEXTS.items():
        if not template.rpartition("/")[2].startswith("_"):
            given = {field.name for field in fields(context)}
            assert given - mentioned(shared_app.jinja_env, template) == set(), template


def test_a_file_is_kept_for_good_under_the_address_of_its_content(client: FlaskClient) -> None:
    address = found_in(client.get("/"), r'"(/static/[0-9a-f]+/app\.css)"')
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


ANN, BOB = "567c QH7d 9cds ac 2d 3s", "456d KKK-s 8c as 2h 4s jd"
BLOCK = re.compile(r'id="([^"]+)"[^>]* data-live="([^"]+)"')
FACTS = re.compile(r'<title>[^<]*|data-(?:seen|role|keep|fresh)="[^"]*"')
AROUND = ("<header", "app.css", 'id="say"')


def test_what_a_script_fetches_again_has_the_blocks_of_the_page(client: FlaskClient, table: Table) -> None:
    table.showdown(*WRITTEN)
    table.record_without_lay_offs()
    table.roll(3, 4)
    for address in (*(table.address + path for path in ("", "/hands/1", "/hand/2")), started(client).address):
        page, again = client.get(address).text, client.get(address, headers={"X-Refresh": "1"}).text
        assert BLOCK.findall(page)
        assert BLOCK.findall(again) == BLOCK.findall(page)
        assert FACTS.findall(again) == FACTS.findall(page)
        assert [part in page for part in AROUND] == [True] * len(AROUND)
        assert [part in again for part in AROUND] == [False] * len(AROUND)


def test_what_is_fetched_again_names_where_the_page_leads_and_has_nothing_of_that(table: Table) -> None:
    table.submit(knock="0:knock")
    waits = table.client.get(f"{table.address}/hand/1/wait")
    assert (waits.status_code, waits.headers["Location"]) == (303, f"{table.address}/hand/1/seat/0")
    again = table.client.get(f"{table.address}/hand/1/wait", headers={"X-Refresh": "1"})
    assert (again.status_code, again.data, again.headers["HX-Redirect"]) == (200, b"", f"{table.address}/hand/1/seat/0")
    assert "Location" not in again.headers
