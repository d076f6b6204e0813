"""Each template and its context are held together: a template asks for nothing that its dataclass does not have."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import Environment, meta, nodes

import companion.pocket.backup_screen  # noqa: F401 - a screen that only the pocket edition has
from companion.web.app import create_app
from companion.web.base import pages
from companion.web.config import Settings

EVERYWHERE = {"look", "request", "session", "g", "config"}
"""What Flask and the app give to every template."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Settings(tmp_path_factory.mktemp("contexts")))


def mentioned(environment: Environment, template: str) -> set[str]:
    """List the names from outside that a template, the ones it includes and the ones it extends know of."""
    trees = [parsed(environment, name) for name in set(family(environment, template))]
    return {name for tree in trees for name in meta.find_undeclared_variables(tree)}


def asked_for(environment: Environment, template: str) -> set[str]:
    """List those of them that somebody has to give."""
    trees = [parsed(environment, name) for name in set(family(environment, template))]
    # Jinja does not see that a block, or an included part, knows what its template has imported or defined.
    known = {one for tree in trees for node in tree.find_all(nodes.FromImport) for one in node.names}
    known |= {macro.name for tree in trees for macro in tree.find_all(nodes.Macro)}
    found = mentioned(environment, template)
    found -= {name for tree in trees for name in optional(tree)}
    # What one template of the family sets, the parts that it includes know.
    found -= {name.name for tree in trees for name in tree.find_all(nodes.Name) if name.ctx in {"param", "store"}}
    return found - known - set(environment.globals) - EVERYWHERE


def optional(tree: nodes.Template) -> Iterator[str]:
    """List the names for which a template has a word of its own where they are not given."""
    for node in tree.find_all(nodes.Filter):
        if node.name == "default" and isinstance(node.node, nodes.Name):
            yield node.node.name


def family(environment: Environment, template: str) -> Iterator[str]:
    """List a template with those it includes and extends; macros that it imports are given what they need by name."""
    yield template
    tree = parsed(environment, template)
    named = [node.template for node in tree.find_all(nodes.Include)]
    named += [node.template for node in tree.find_all(nodes.Extends)]
    for name in named:
        assert isinstance(name, nodes.Const), f"{template} names a template only when it is rendered"
        yield from family(environment, name.value)


def source_of(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


@cache
def parsed(environment: Environment, name: str) -> nodes.Template:
    return environment.parse(source_of(environment, name))


def test_every_template_is_given_what_it_asks_for(made: Flask) -> None:
    for template, context in pages.CONTEXTS.items():
        given = {field.name for field in fields(context)}
        assert asked_for(made.jinja_env, template) - given == set(), template


def test_every_context_has_its_template_and_every_page_its_context(made: Flask) -> None:
    folder = Path(str(made.template_folder))
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    assert pages.CONTEXTS.keys() <= names
    whole = {name for name in names if "/" in name and not name.rpartition("/")[2].startswith("_")}
    assert whole <= pages.CONTEXTS.keys()


def test_a_context_gives_nothing_that_no_template_asks_for(made: Flask) -> None:
    for template, context in pages.CONTEXTS.items():
        if not template.rpartition("/")[2].startswith("_"):
            given = {field.name for field in fields(context)}
            assert given - mentioned(made.jinja_env, template) == set(), template
