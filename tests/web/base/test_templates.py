"""Each page has a template and a context, which gives nothing that no template asks for; the lint finds each fault."""

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
from tests.support.html_lint import linted


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Settings(tmp_path_factory.mktemp("contexts")))


def mentioned(environment: Environment, template: str) -> set[str]:
    """List the names from outside that a template, the ones it includes and the ones it extends know of."""
    trees = [parsed(environment, name) for name in set(family(environment, template))]
    return {name for tree in trees for name in meta.find_undeclared_variables(tree)}


def family(environment: Environment, template: str) -> Iterator[str]:
    """List a template with those it includes and extends; macros that it imports are given what they need by name."""
    yield template
    tree = parsed(environment, template)
    named = [node.template for node in tree.find_all(nodes.Include)]
    named += [node.template for node in tree.find_all(nodes.Extends)]
    for name in named:
        assert isinstance(name, nodes.Const), f"{template} names a template only when it is rendered"
        yield from family(environment, name.value)


@cache
def parsed(environment: Environment, name: str) -> nodes.Template:
    assert environment.loader is not None
    return environment.parse(environment.loader.get_source(environment, name)[0])


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


PAGE = "<!doctype html><html><body><h1>x</h1>{}</body></html>"


@pytest.mark.parametrize(
    "fault",
    [
        "<p><b>x</p></b>",
        "<div>",
        '<p id="a"></p><p id="a"></p>',
        '<label for="nowhere">x</label>',
        '<input type="text" id="a">',
        '<div hx-target="#nowhere"></div>',
        '<button type="submit"></button>',
        "<button>x</button>",
        "<form></form>",
        '<p style="color:red">x</p>',
        "<script>1</script>",
        '<a href="#nowhere">x</a>',
        "<h1>two</h1>",
        "<h3>too deep</h3>",
        '<img src="x">',
    ],
)
def test_a_fault_is_found(fault: str) -> None:
    assert linted(PAGE.format(fault))
