"""For all tests: where chance comes from, templates compiled once, a PostgreSQL server, and the pocket edition."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.sansio.app import App
from flask.templating import Environment
from hypothesis import settings

from tests.support.seeds import SEED
from tests.support.templates import CompiledTemplates

if TYPE_CHECKING:
    from tests.support import postgres
    from tests.support.pocket_python import PocketPython

# As `companion.photo` sets it: test modules import numpy first, whose threads then wait for those of other processes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same examples in every run; with a seed, which `make fuzz` gives, those of the seed.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("of the seed", deadline=None, database=None)
settings.load_profile("of the seed" if SEED in os.environ else "fixed")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tell hypothesis the seed that all other chance comes from."""
    if SEED in os.environ:
        config.option.hypothesis_seed = os.environ[SEED]


SHARED = "COMPANION_SHARED"
"""The environment variable with a folder for what several runs share."""

compiled_templates = CompiledTemplates()


class SharingEnvironment(Environment):
    """Compile no template that another app of this process has compiled: nearly every test makes an app."""

    def __init__(self, app: App, **options: Any) -> None:  # noqa: ANN401 - Jinja's options
        super().__init__(app, bytecode_cache=compiled_templates, **options)


Flask.jinja_environment = SharingEnvironment


@pytest.fixture(scope="session")
def server() -> "Iterator[postgres.Server]":
    """Give a PostgreSQL server."""
    from tests.support import postgres  # noqa: PLC0415 - the whole app, which few tests need

    with postgres.serving() as started:
        yield started


@pytest.fixture(scope="session")
def pocket_edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the pocket edition, built once for all processes of a run, or of runs that share a folder."""
    from tests.support.pocket import built  # noqa: PLC0415 - the whole app and a browser, which few tests need

    if SHARED in os.environ:
        return built(Path(os.environ[SHARED]))
    own = tmp_path_factory.getbasetemp()
    # The folder above that of a run's one process is shared with other runs, and with what they built.
    return built(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def pocket_python(pocket_edition: Path, tmp_path_factory: pytest.TempPathFactory) -> "PocketPython":
    """Give the Python of the pocket edition, to be run in node."""
    from tests.support.pocket_python import inflated  # noqa: PLC0415 - few tests need it

    return inflated(pocket_edition, tmp_path_factory.mktemp("pocket-python"))
