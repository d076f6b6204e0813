"""The app on the home screen: its manifest, and the worker that keeps a page for when there is no network.

Browsers take both only over https or from the machine itself; over plain http in the own network nothing of this is
there, and nothing rests on it.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, request, url_for

from companion.web.shell import assets, pages

if TYPE_CHECKING:
    from companion.web.shell.assets import Asset

blueprint = Blueprint("pwa", __name__)

WORKER = "worker/worker.js"
LOOK = ("app.css", "app.js", "vendor/htmx-2.0.11.min.js", "icon.svg")
"""What every page needs."""
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Tell the phone how the app stands on its home screen."""
    root = request.script_root + "/"
    said = {
        "id": root,
        "name": "Gem Companion",
        "short_name": "Companion",
        "description": "Scorekeeper and referee for Gem Rummy, Gin Rummy, Knock Rummy and Gem II.",
        "lang": "en",
        "start_url": root,
        "scope": root,
        "display": "standalone",
        "background_color": "#f5efe2",
        "theme_color": "#17523f",
        "icons": [
            {"src": assets.address(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
    }
    answer = Response(json.dumps(said), content_type="application/manifest+json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/worker.js")
def worker() -> Response:
    """Give the worker: served at the root, for it may only look after addresses below its own."""
    kept: dict[str, Asset] = current_app.extensions["assets"]
    addresses = [assets.address(name) for name in LOOK]
    script = kept[WORKER].plain
    version = hashlib.sha256(b"".join([script, *(one.encode() for one in addresses)])).hexdigest()[:12]
    said = {
        "VERSION": version,
        "ASSETS": addresses,
        "OFFLINE": url_for("pwa.offline"),
        "ROOT": request.script_root + "/",
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in said.items())
    answer = Response(head.encode() + script, content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.context("standalone/no_network.html")
class NoNetworkPage:
    """What is shown without a network where nothing better was kept."""

    home: str


@blueprint.get("/no-network")
def offline() -> Response:
    """Show the page that stands in for any other one without a network."""
    return pages.show(NoNetworkPage(home=url_for("home.home")))
