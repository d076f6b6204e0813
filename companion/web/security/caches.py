"""What answers tell the caches between a phone and the server."""

from flask import Response


def vary_by(answer: Response, header: str) -> None:
    """Tell caches that an answer depends on a header of the request; each is named once."""
    before = answer.headers.get("Vary")
    answer.headers["Vary"] = f"{before}, {header}" if before else header
