"""The id that makes a recording happen once: made with the form, or anew by the phone."""

from __future__ import annotations

import secrets


def new_once() -> str:
    """Make an id for one recording."""
    return secrets.token_urlsafe(16)
