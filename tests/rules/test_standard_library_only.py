"""The rules need nothing but Python's standard library: no web, no database, no JSON."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import companion.rules

MODULES = sorted(info.name for info in pkgutil.walk_packages(companion.rules.__path__, "companion.rules."))


def loaded_by(*modules: str) -> set[str]:
    """Import modules in a fresh interpreter and tell what came with them."""
    root = str(Path(companion.rules.__path__[0]).parent.parent)
    program = [
        "import sys",
        f"sys.path.insert(0, {root!r})",
        "before = set(sys.modules)",
        *(f"import {module}" for module in modules),
        "print(*sorted(set(sys.modules) - before))",
    ]
    run = subprocess.run([sys.executable, "-I", "-c", "\n".join(program)], check=True, capture_output=True, text=True)  # noqa: S603
    return set(run.stdout.split())


def test_there_is_something_to_import() -> None:
    assert {"companion.rules.rummy.showdown", "companion.rules.gem2.solo", "companion.rules.cards"} <= set(MODULES)


def test_the_rules_load_no_flask_no_database_no_json() -> None:
    loaded = loaded_by(*MODULES)
    assert set(MODULES) <= loaded
    for name in ("flask", "werkzeug", "jinja2", "wtforms", "sqlite3", "sqlite_utils", "json", "tomllib", "logging"):
        assert name not in loaded


def test_the_rules_load_nothing_of_the_product_but_the_rules() -> None:
    own = {name for name in loaded_by(*MODULES) if name.partition(".")[0] == "companion"}
    assert {name for name in own if not name.startswith("companion.rules")} == {"companion"}


def test_everything_else_that_they_load_is_pythons_own() -> None:
    tops = {name.partition(".")[0] for name in loaded_by(*MODULES)} - {"companion"}
    assert tops <= sys.stdlib_module_names


def test_the_two_games_do_not_load_each_other() -> None:
    rummy = [name for name in MODULES if name.startswith("companion.rules.rummy")]
    gem2 = [name for name in MODULES if name.startswith("companion.rules.gem2")]
    assert not any(name.startswith("companion.rules.gem2") for name in loaded_by(*rummy))
    assert not any(name.startswith("companion.rules.rummy") for name in loaded_by(*gem2))
