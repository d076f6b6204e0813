"""The application factory: where every part of the phone app is hung up."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from companion.web import assets, errors, home, htmx, look, pages, settings

if TYPE_CHECKING:
    from flask import Blueprint

ROOMS: tuple[Blueprint, ...] = (
    home.blueprint,
    settings.blueprint,
)
"""Every screen's blueprint; a new screen adds itself here."""


def create_app(instance: Path | None = None) -> Flask:
    """Make the app; `instance` is the folder that holds the database and the secrets."""
    templates, static = folders()
    app = Flask(
        "companion.web",
        template_folder=str(templates),
        static_folder=None,
        instance_path=str((instance or Path("instance")).resolve()),
    )
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=400)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    Path(app.instance_path).mkdir(parents=True, exist_ok=True)
    assets.init_app(app, static)
    htmx.init_app(app)
    pages.init_app(app)
    look.init_app(app)
    for room in ROOMS:
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
