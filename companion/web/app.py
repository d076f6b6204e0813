"""The application factory: where every part of the phone app is hung up."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.web.config import Settings
from companion.web.game import about, exchange
from companion.web.gem2 import calls as gem2_calls
from companion.web.gem2 import counted as gem2_counted
from companion.web.gem2 import deals as gem2_deals
from companion.web.gem2 import moves as gem2_moves
from companion.web.gem2 import new_game as gem2_new
from companion.web.gem2 import rounds as gem2_rounds
from companion.web.gem2 import table as gem2_table
from companion.web.phones import join, leave, people
from companion.web.rummy import end, new_game, sheet, table
from companion.web.security import access, guard, hosts, quota
from companion.web.shared import conflict, live, rematch_link, ruling_responses
from companion.web.shell import assets, errors, htmx, pages, theme
from companion.web.showdown import hands, lay_offs, letters, offline, ruling, waiting
from companion.web.showdown import hub as showdown
from companion.web.standalone import count, decks, home, pwa, rules
from companion.web.standalone import settings as settings_screen

if TYPE_CHECKING:
    from flask import Blueprint

BLUEPRINTS: tuple[Blueprint, ...] = (
    home.blueprint,
    new_game.blueprint,
    table.blueprint,
    showdown.blueprint,
    hands.blueprint,
    letters.blueprint,
    lay_offs.blueprint,
    ruling.blueprint,
    rules.blueprint,
    count.blueprint,
    decks.blueprint,
    sheet.blueprint,
    end.blueprint,
    about.blueprint,
    exchange.blueprint,
    settings_screen.blueprint,
    join.blueprint,
    people.blueprint,
    leave.blueprint,
    live.blueprint,
    waiting.blueprint,
    ruling_responses.blueprint,
    offline.blueprint,
    pwa.blueprint,
    gem2_new.blueprint,
    gem2_table.blueprint,
    gem2_calls.blueprint,
    gem2_counted.blueprint,
    gem2_rounds.blueprint,
    gem2_deals.blueprint,
    gem2_moves.blueprint,
)
"""Every screen's blueprint; a new screen adds itself here."""


def create_app(settings: Settings | None = None) -> Flask:
    """Make the app."""
    chosen = settings or Settings()
    templates, static = folders()
    app = Flask(
        "companion.web",
        template_folder=str(templates),
        static_folder=None,
        instance_path=str(chosen.instance.resolve()),
    )
    app.config["SETTINGS"] = chosen
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=400)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    if chosen.trusted_hops:
        hops = chosen.trusted_hops
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    hosts.init_app(app)
    assets.init_app(app, static)
    htmx.init_app(app)
    pages.init_app(app)
    theme.init_app(app)
    access.init_app(app, Path(app.instance_path))
    guard.init_app(app)
    quota.init_app(app)
    live.init_app(app)
    rematch_link.init_app(app)
    conflict.init_app(app)
    for room in BLUEPRINTS:
        app.register_blueprint(room)
    errors.init_app(app)
    return app


def folders() -> tuple[Path, Path]:
    """Find templates/ and static/: beside the package in a checkout, inside it in an installed wheel."""
    here = Path(__file__).resolve().parent
    for root in (here, here.parent.parent):
        if (root / "templates" / "base.html").is_file() and (root / "static").is_dir():
            return root / "templates", root / "static"
    message = f"templates/ and static/ are neither in {here} nor beside the package"
    raise FileNotFoundError(message)
