"""A real browser, the size of a phone, before a real server with an empty database."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

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
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextmanager
def serving(instance: Path) -> Iterator[str]:
    """Serve the app as `make run` does, on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    code = (
        "import sys; from pathlib import Path; from companion.web.server.serve import Serving, serve;"
        f"sys.exit(serve(Serving('127.0.0.1', {port}, Path({str(instance)!r}), known_as=('table.test',))))"
    )
    log = instance.parent / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-c", code], stdout=output, stderr=output, start_new_session=True
        )
        try:
            base = f"http://127.0.0.1:{port}"
            for _ in range(200):
                if server.poll() is not None:
                    pytest.fail(log.read_text())
                try:
                    urllib.request.urlopen(base + "/settings", timeout=5).close()  # noqa: S310
                    break
                except OSError:
                    time.sleep(0.1)
            yield base
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGTERM)
            server.wait(20)


def axe_findings(page: Page) -> list[str]:
    said = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": AXE_TAGS})
        for found in results.response["violations"]:
            nodes = [node["html"][:160] + " " + json.dumps(node["any"][:1])[:240] for node in found["nodes"][:3]]
            said.append(f"{page.url} {scheme} {found['id']}: {nodes}")
    page.emulate_media(color_scheme=None)
    return said


def sideways(page: Page) -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide
