"""Each template and its context are held together: a template asks for nothing that its dataclass does not have."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jinja2 import meta, nodes

from companion.web import pages
from companion.web.app import create_app
from companion.web.config import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from jinja2 import Environment

EVERYWHERE = {"look", "request", "session", "g", "config"}
"""What Flask and the app give to every template."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Settings(tmp_path_factory.mktemp("contexts")))


def asked_for(environment: Environment, template: str) -> set[str]:
    """List the names that a template, the ones it includes and the ones it extends want to be given."""
    found: set[str] = set()
    for name in set(family(environment, template)):
        tree = parsed(environment, name)
        # Jinja does not see that a block knows what its template has imported.
        imported = {one for node in tree.find_all(nodes.FromImport) for one in node.names}
        found |= meta.find_undeclared_variables(tree) - {one for one in imported if isinstance(one, str)}
    return found - set(environment.globals) - EVERYWHERE


def family(environment: Environment, template: str) -> Iterator[str]:
    yield template
    for name in meta.find_referenced_templates(parsed(environment, template)):
        assert name is not None, f"{template} names a template only when it is rendered"
        if not is_macros(environment, name):
            yield from family(environment, name)


def is_macros(environment: Environment, name: str) -> bool:
    """Say whether a template is imported only: macros are given what they need by name."""
    return name.rpartition("/")[2] in {"_macros.html", "_icons.html", "_forms.html", "_dice.html"} or (
        "{% macro" in source_of(environment, name)
    )


def source_of(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def parsed(environment: Environment, name: str) -> nodes.Template:
    return environment.parse(source_of(environment, name))


def test_every_template_is_given_what_it_asks_for(made: Flask) -> None:
    for template, context in pages.CONTEXTS.items():
        given = {field.name for field in fields(context)}
        assert asked_for(made.jinja_env, template) - given == set(), template


def test_every_context_has_its_template_and_every_page_its_context(made: Flask) -> None:
    folder = Path(str(made.template_folder))
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    assert pages.CONTEXTS.keys() <= names
    whole = {name for name in names if "/" in name and not name.rpartition("/")[2].startswith("_")}
    assert whole <= pages.CONTEXTS.keys()


def test_a_context_gives_nothing_that_no_template_asks_for(made: Flask) -> None:
    for template, context in pages.CONTEXTS.items():
        if not template.rpartition("/")[2].startswith("_"):
            given = {field.name for field in fields(context)}
            assert given - asked_for(made.jinja_env, template) == set(), template
