"""Who joined a game, took a seat, left it or was removed, in the game's history."""

_JOINED_WITH = {
    "code": "with the table's code",
    "table-link": "with the table's QR code",
    "seat-link": "with a link for a seat",
    "scorer-link": "with a link to keep score",
    "viewer-link": "with a link to watch",
    "key": "with the key from the server, and owns the game now",
    "rematch": "for the rematch",
}


def attendance_sentence(kind: str, name: str, by: str) -> str:
    """Return what a phone did or what was done to it.

    `by` is what it joined with, whose seat it took, or who removed it.
    """
    phone = name or "A phone"
    match kind:
        case "came":
            return f"{phone} joined {_JOINED_WITH[by]}."
        case "sat":
            return f"{phone} took {by}'s seat."
        case "put-out":
            return f"{phone} was removed by {by}." if by else f"{phone} was removed."
        case "owns":
            return f"{name or 'Another phone'} owns the game now."
        case _:
            return f"{phone} left."
