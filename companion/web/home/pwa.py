"""The app on the home screen: its manifest, and the service worker that keeps pages for offline use.

Browsers accept both only over HTTPS or from the machine itself. Over plain HTTP neither exists, and nothing depends
on them.
"""

import hashlib
import json

from flask import Blueprint, Response, current_app, request, url_for

from companion.web.base import assets, pages
from companion.web.base.assets import Asset

blueprint = Blueprint("pwa", __name__)

WORKER = "worker/worker.js"
LOOK = ("app.css", "app.js", "vendor/htmx-2.0.11.min.js", "icon.svg")
"""Files that every page needs."""
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    root = request.script_root + "/"
    content = {
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
    answer = Response(json.dumps(content), content_type="application/manifest+json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/worker.js")
def worker() -> Response:
    """Return the service worker, at the root, because it controls only addresses below its own."""
    kept: dict[str, Asset] = current_app.extensions["assets"]
    addresses = [assets.address(name) for name in LOOK]
    script = kept[WORKER].plain
    version = hashlib.sha256(b"".join([script, *(address.encode() for address in addresses)])).hexdigest()[:12]
    constants = {
        "VERSION": version,
        "ASSETS": addresses,
        "OFFLINE": url_for("pwa.offline"),
        "ROOT": request.script_root + "/",
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
    answer = Response(head.encode() + script, content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.context("home/no_network.html")
class NoNetworkPage:
    """The page shown offline where nothing better was kept."""

    home: str


@blueprint.get("/no-network")
def offline() -> Response:
    """Show the page that replaces any other one offline."""
    return pages.show(NoNetworkPage(home=url_for("home.home")))
