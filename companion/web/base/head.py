"""What the heads of all pages have in common: written once for each theme, since nothing else in it differs."""

from flask import Flask, current_app, request
from markupsafe import Markup

from companion.web.base import pages
from companion.web.base.theme import Theme

_HEADS = "companion.heads"


@pages.context("base/_head.html")
class Head:
    """The head of a page, without its title."""

    theme: Theme


def init_app(app: Flask) -> None:
    """Let templates write it."""
    app.extensions[_HEADS] = {}
    app.jinja_env.globals["head"] = head


def head(theme: Theme) -> Markup:
    """Return the head for a theme."""
    heads: dict[tuple[str, Theme], Markup] = current_app.extensions[_HEADS]
    # Its addresses begin with the app's folder.
    key = (request.script_root, theme)
    if key not in heads:
        heads[key] = Markup(pages.render(Head(theme=theme)))  # noqa: S704 (our own template)
    return heads[key]
