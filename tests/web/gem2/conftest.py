"""A table of Gem II, for the tests that do not need one of their own."""

import pytest
from flask.testing import FlaskClient

from tests.support.gem2_table import Table, started


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Ann deals the first round, so Bob has its first turn."""
    return started(client)
