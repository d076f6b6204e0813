"""Who gets in, with what role, and what lies face down: as with a server, where the phones are guests of one of them.

The tests are those of a server. The first of their phones is the one that runs the app.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.pocket.in_browser import PocketApp
from companion.store.database import Store
from tests.support.html_lint import LintingClient
from tests.support.phones import GuardedPhone, store_of
from tests.support.pocket_phones import ADDRESS, client_class
from tests.web.conftest import three, two  # noqa: F401 (fixtures)
from tests.web.people.test_joining import (  # noqa: F401 (tests)
    test_each_link_gives_its_own_part_and_leads_to_no_other_seat,
    test_only_the_owner_opens_hands_out_revokes_and_puts_out,
    test_who_is_removed_or_came_by_a_revoked_link_is_out_at_once_and_stays_out,
)
from tests.web.security.conftest import joined  # noqa: F401 (a fixture)
from tests.web.security.test_roles import (  # noqa: F401 (tests, and their fixture)
    game,
    test_a_game_of_others_looks_like_no_game,
    test_a_viewer_changes_nothing_whatever_is_posted,
)
from tests.web.showdown.test_face_down import (  # noqa: F401 (tests)
    test_a_hand_on_a_lost_phone_starts_over_and_is_not_shown,
    test_any_phone_enters_the_hand_of_a_player_without_one,
    test_nothing_that_others_are_sent_depends_on_a_hand_that_lies_face_down,
    test_the_hands_are_turned_up_together_as_soon_as_the_last_is_in,
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Give the app that runs in a browser. The first of the phones is the one that runs it."""
    pocket = PocketApp(tmp_path, ADDRESS, "one")
    pocket.flask.test_client_class = client_class(pocket, LintingClient)
    yield pocket.flask
    store_of(pocket.flask).close()


@pytest.fixture
def store(app: Flask) -> Store:
    return store_of(app)


@pytest.fixture
def new_phone(app: Flask) -> Callable[..., GuardedPhone]:
    app.test_client()  # the phone itself
    return lambda: GuardedPhone(app.test_client())
