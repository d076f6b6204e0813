"""A real browser, the size of a phone, and whether everybody can read what it shows."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error, Locator, Page

CHROMIUM = "/usr/bin/chromium"
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same browser without what draws windows; it can't tell whether an app could be installed."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",  # a phone on plain http, without leaving this machine
]
SMALL = {"width": 360, "height": 640}
NARROW = {"width": 320, "height": 568}
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE_RULES: dict[Literal["light", "dark"], list[str]] = {"light": AXE_TAGS, "dark": ["color-contrast"]}
WITH_DOUBLE_TEXT = """async () => {
  const root = document.documentElement, before = root.style.fontSize;
  const frame = () => new Promise((next) => { requestAnimationFrame(next); });
  const set = async (size) => {
    root.style.fontSize = size;
    for (let frames = 0; frames < 3; frames += 1) await frame();
  };
  await set("212.5%");
  const wide = root.scrollWidth - root.clientWidth;
  await set(before);
  return Math.max(0, wide); }"""
"""By how many pixels a page with double text is too wide, 0 if it fits: a script sees to that in two frames."""
NEXT_FRAME = "new Promise((next) => { requestAnimationFrame(next); })"
SLOWED = "COMPANION_SLOWED"
"""In the environment: how many times slower every page of a test is (tests/support/repeat.py)."""
PATIENCE = 120_000
"""Milliseconds after which something will never come, however busy the machine is."""


def wait_for(page: Page, condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds; it is asked each time that the page draws."""
    until = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < until, f"{page.url} never came to {what}"
        with suppress(Error):  # the page is just being left for the next one
            page.evaluate(NEXT_FRAME)


def wait_until(page: Page, script: str) -> None:
    """Wait until an expression is true in a page.

    Playwright's `wait_for_function` asks a second time by `eval`, which the app's content security policy forbids.
    """

    def holds() -> bool:
        try:
            return bool(page.evaluate(script))
        except Error as error:
            if "context was destroyed" not in str(error):  # the page is just being left for the next one
                raise
            return False

    wait_for(page, holds, script)


def resize(phone: Page, size: tuple[int, int]) -> None:
    """Give a phone a size, and wait until it draws: before that, scripts that lay something out learn of the size."""
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.evaluate(NEXT_FRAME)


def at_sizes(phone: Page, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for size in sizes:
        resize(phone, size)
        yield size


def slowed(page: Page) -> None:
    """Have a page run as slowly as the environment says."""
    rate = float(os.environ.get(SLOWED, "1"))
    if rate > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def box(place: Locator) -> dict[str, float]:
    """Measure where something lies once all styles of its page are there; nobody sees it before."""
    place.wait_for()
    place.page.wait_for_load_state()
    found = place.bounding_box()
    assert found is not None
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "bottom": y + height}


def axe_findings(page: Page) -> list[str]:
    """Return what axe finds on a page in light, and in dark, where only the colors differ."""
    findings = []
    page.evaluate(AXE_SCRIPT)
    for scheme, rules in AXE_RULES.items():
        page.emulate_media(color_scheme=scheme)
        # Violations alone: carrying all that axe says out of the browser takes as long as asking it.
        options = {"resultTypes": ["violations"], "runOnly": rules}
        found = page.evaluate("async options => (await axe.run(options)).violations", options)
        for violation in found:
            nodes = [node["html"][:160] + " " + json.dumps(node["any"][:1])[:240] for node in violation["nodes"][:3]]
            findings.append(f"{page.url} {scheme} {violation['id']}: {nodes}")
    page.emulate_media(color_scheme=None)
    return findings


def too_wide(page: Page) -> int:
    """Return by how many pixels a page is wider than the phone, 0 if it fits."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return max(0, wide)


def too_wide_with_double_text(page: Page) -> int:
    """Return by how many pixels a page with double text is wider than the narrowest phone."""
    before = page.viewport_size
    page.set_viewport_size(NARROW)  # type: ignore[arg-type] # a dictionary like playwright's own
    wide: int = page.evaluate(WITH_DOUBLE_TEXT)
    if before is not None:
        page.set_viewport_size(before)
    return wide


def hard_to_read(page: Page) -> list[str]:
    """Return what axe finds on a page, and whether it needs sideways scrolling with double text."""
    wide = too_wide_with_double_text(page)
    return axe_findings(page) + ([f"{page.url} is {wide} pixels too wide with double text"] if wide else [])
