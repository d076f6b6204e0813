"""The application factory: registers every screen and every kind of game."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import __version__
from companion.web import cards, current_store
from companion.web.base import assets, came_from, errors, htmx, idempotency, live, pages, player_names
from companion.web.config import Settings
from companion.web.decks import decks, teach
from companion.web.gem2 import calls as gem2_calls
from companion.web.gem2 import counted as gem2_counted
from companion.web.gem2 import referee as gem2_moves
from companion.web.gem2 import rounds as gem2_rounds
from companion.web.gem2 import table as gem2_table
from companion.web.gem2.kind import Gem2
from companion.web.home import count, games, home, pwa
from companion.web.home import settings as settings_screen
from companion.web.kinds import game_kinds
from companion.web.learning import paths, practice, questions
from companion.web.people import join, leave, people
from companion.web.persons import changes as person_changes
from companion.web.persons import household, person
from companion.web.persons import sharing as people_shared
from companion.web.rules import help as game_help
from companion.web.rules import rules
from companion.web.rummy import house_rules
from companion.web.rummy import table as rummy_table
from companion.web.security import guard, hosts, invitations, phone, rate_limits
from companion.web.sheet import conflict, corrections, history, sheet
from companion.web.sheet import responses as ruling_responses
from companion.web.showdown import hand_photo, hands, hub, lay_offs, letters, numbers, ruling, waiting
from companion.web.showdown.kind import Rummies
from companion.web.table import about, aloud, big_screen, end, exchange, new_game, offline, picture, table

BLUEPRINTS = tuple(
    screen.blueprint
    for screen in (
        *(home, games, rules, count, decks, teach, settings_screen, pwa),
        *(paths, practice, questions),
        *(household, person, person_changes, people_shared),
        *(invitations, join, people, leave, new_game),
        *(table, sheet, corrections, history, ruling_responses),
        *(end, big_screen, picture, about, aloud, game_help, exchange, offline, live),
        *(rummy_table, house_rules),
        *(hub, numbers, hands, hand_photo, letters, lay_offs, ruling, waiting),
        *(gem2_table, gem2_calls, gem2_counted, gem2_rounds, gem2_moves),
    )
)
"""Every screen's blueprint; a new screen adds itself here."""
CHECKS_AND_FILTERS = (
    *(htmx, pages, phone, guard, rate_limits, live, idempotency),
    *(came_from, player_names, cards, table, conflict),
)
"""What checks each request and completes each answer, in this order, and what gives templates functions and filters."""


class _App(Flask):
    def log_exception(self, exc_info: Any) -> None:  # noqa: ANN401 (Flask's)
        """Log an error that occurred while an error was answered. Flask would name the address."""
        errors.log_failure(exc_info[1])


def create_app(settings: Settings | None = None) -> Flask:
    chosen = settings or Settings()
    templates, static = folders()
    app = _App(
        "companion.web",
        template_folder=str(templates),
        static_folder=None,
        instance_path=str(chosen.instance.resolve()),
    )
    app.config["SETTINGS"] = chosen
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=400)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals["in_pocket"] = chosen.pocket
    app.jinja_env.globals["runs_here"] = phone.runs_here
    app.jinja_env.globals["app_version"] = __version__
    if chosen.trusted_hops:
        hops = chosen.trusted_hops
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    hosts.init_app(app)
    assets.init_app(app, static)
    current_store.init_app(app, chosen.place)
    for part in CHECKS_AND_FILTERS:
        part.init_app(app)
    game_kinds.init_app(app, (Rummies(), Gem2()))
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
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
