"""The first visit: what comes over the wire, and whether everybody can read it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response


def wire_bytes(answer: Response) -> int:
    sizes = answer.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def test_the_whole_first_visit_costs_at_most_sixty_kilobytes(phone: Page) -> None:
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - playwright marks what it is given
    phone.goto("/", wait_until="networkidle")
    assert len(answers) >= 4
    assert sum(wire_bytes(answer) for answer in answers) <= 60_000


@pytest.mark.parametrize("path", ["/", "/new", "/settings", "/nothing-here"])
def test_axe_finds_nothing(phone: Page, axe_findings: Callable[[Page], list[str]], path: str) -> None:
    phone.goto(path)
    assert axe_findings(phone) == []


@pytest.mark.parametrize("path", ["/", "/new", "/settings", "/nothing-here"])
def test_double_text_on_the_narrowest_phone_needs_no_scrolling_sideways(
    phone: Page, sideways: Callable[[Page], int], path: str
) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    phone.goto(path)
    phone.evaluate("document.documentElement.style.fontSize = '212.5%'")
    assert sideways(phone) <= 0
