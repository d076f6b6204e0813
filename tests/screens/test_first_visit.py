"""The first visit: what comes over the wire, and whether everybody can read it."""

import pytest
from playwright.sync_api import Page, Response

from tests.support.browser import hard_to_read


def wire_bytes(answer: Response) -> int:
    sizes = answer.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def test_the_whole_first_visit_costs_at_most_fifty_five_kilobytes(phone: Page) -> None:
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - playwright marks what it is given
    phone.goto("/", wait_until="networkidle")
    assert len(answers) >= 4
    assert sum(wire_bytes(answer) for answer in answers) <= 55_000


@pytest.mark.parametrize("path", ["/", "/new", "/settings", "/nothing-here"])
def test_everybody_can_read_it(phone: Page, path: str) -> None:
    phone.goto(path)
    assert hard_to_read(phone) == []
