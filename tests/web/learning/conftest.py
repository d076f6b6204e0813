"""A phone that learns, and made-up hands from a fixed seed."""

import random

import pytest
from flask.testing import FlaskClient

from companion.web.learning import practice
from tests.support.phones import Phone


@pytest.fixture
def phone(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Phone:
    monkeypatch.setattr(practice, "_chance", random.Random(7))
    return Phone(client)
