"""How the history says who came to a game, took a seat, left it or was put out."""

_CAME = {
    "code": "by the table's code",
    "table-link": "by the table's QR code",
    "seat-link": "by a link for a seat",
    "scorer-link": "by a link to keep the score",
    "viewer-link": "by a link to watch",
    "key": "by the key from the server, and owns the game now",
    "rematch": "with the rematch",
}


def coming_sentence(what: str, name: str, by: str) -> str:
    """Say what a phone did, or what was done to it; `by` says what it came by, whose seat it took, who put it out."""
    who = name or "A phone"
    match what:
        case "came":
            return f"{who} came in {_CAME[by]}."
        case "sat":
            return f"{who} took {by}'s seat."
        case "put-out":
            return f"{who} was put out by {by}." if by else f"{who} was put out."
        case "owns":
            return f"The game was handed over to {who}." if name else "The game was handed over to another phone."
        case _:
            return f"{who} left."
