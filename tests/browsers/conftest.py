"""The same phones in Firefox and WebKit, before a real server that reads photos as they say."""

from collections.abc import Callable, Generator

import pytest

from tests.support.driven_phone import DrivenPhone
from tests.support.line import Line, line_to
from tests.support.photo_reader import serving_photos
from tests.support.webdriver import BROWSERS, Browsers


@pytest.fixture(scope="session", params=BROWSERS)
def browsers(request: pytest.FixtureRequest) -> Generator[Browsers]:
    started = Browsers(request.param)
    yield started
    started.close()


@pytest.fixture(scope="session")
def server_port(tmp_path_factory: pytest.TempPathFactory) -> Generator[int]:
    with serving_photos(tmp_path_factory.mktemp("browsers")) as served:
        yield served.port


@pytest.fixture
def line(server_port: int) -> Generator[Line]:
    with line_to(server_port) as made:
        yield made


@pytest.fixture
def new_phone(browsers: Browsers, line: Line) -> Generator[Callable[[], DrivenPhone]]:
    """Make phones, each a browser of its own; a test before may have used it at another address."""
    phones: list[DrivenPhone] = []

    def make() -> DrivenPhone:
        phone = DrivenPhone(browsers[len(phones)], line.address)
        phone.forget()
        phones.append(phone)
        return phone

    yield make
    assert [phone.errors() for phone in phones] == [[] for _ in phones], "a script failed"


@pytest.fixture
def phone(new_phone: Callable[[], DrivenPhone]) -> DrivenPhone:
    return new_phone()
