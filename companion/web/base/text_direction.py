"""Right-to-left names within left-to-right sentences: each is isolated, so that numbers beside it keep their side."""

import re

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RUN = re.compile(f"[{_LETTERS}]+(?:[-'’ \u00a0\u200c\u200d][{_LETTERS}]+)*")
_OTHER_BYTES = bytes({*range(256)} - {chr(code).encode()[0] for code in range(0x0590, 0xFEFD) if _RUN.match(chr(code))})
"""Those that no letter written from right to left begins with, in UTF-8."""
_TAG = re.compile(r"(<[^>]*>)")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_KEPT_AS_TYPED = ("<textarea", "<script", "<style")


def isolate(page: str) -> str:
    """Return an HTML page with every right-to-left run of its text isolated; attributes and fields stay as they are.

    >>> isolate("<p>Ann +3</p>")
    '<p>Ann +3</p>'
    """
    # Nearly all pages have none, and this says so in a quarter of the time of a search.
    if not page.encode().translate(None, _OTHER_BYTES):
        return page
    pieces = _TAG.split(page)
    kept = False
    for place, piece in enumerate(pieces):
        if piece.startswith("<"):
            kept = piece.startswith(_KEPT_AS_TYPED)
        elif not kept:
            pieces[place] = _RUN.sub(_isolated, piece)
    return "".join(pieces)


def _isolated(run: re.Match[str]) -> str:
    return f"{_FIRST_STRONG_ISOLATE}{run[0]}{_POP_ISOLATE}"
