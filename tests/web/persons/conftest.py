"""The games of three people over more than a year, each decided by one hand that brings 70 points, or 68."""

import pytest
from flask.testing import FlaskClient

from tests.support.documents import won_by
from tests.support.phones import Phone, import_game


@pytest.fixture
def games(client: FlaskClient) -> list[Phone]:
    """Import four games: Ann beats Bob twice and loses to him once, and Cid beats Bob."""
    return [
        import_game(client, game)
        for game in (
            won_by("Ann", "Bob", "2025-12-30", place="Grandma's"),
            won_by("Ann", "Bob", "2026-03-14", 68),
            won_by("Bob", "Ann", "2026-06-02", place="Grandma's"),
            won_by("Cid", "Bob", "2026-06-03"),
        )
    ]
