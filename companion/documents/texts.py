"""Normalize names and texts: one spelling for names that look alike, no invisible characters."""

import unicodedata
from collections.abc import Collection
from functools import lru_cache

from companion.documents.errors import Flaw

LONGEST_NAME = 40
LONGEST_READ = 400
"""A longer name is refused at once: the time for composing characters grows faster than the text."""

_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER = "\u200c", "\u200d"
_KEYCAP = "\u20e3"
_DIRECTION_CHARS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text around them."""
_INVISIBLE = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u3164\ufeff\uffa0"
    "\u2060\u2061\u2062\u2063\u2064\u206a\u206b\u206c\u206d\u206e\u206f\ufff9\ufffa\ufffb\ufffe\uffff"
) | frozenset(map(chr, (*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B))))
"""Direction marks, fillers, word joiners, shorthand and musical marks, other invisible characters, and those that no
XML may hold, so no picture either."""
_MONGOLIAN_FORMS = (*range(0x180B, 0x180E), 0x180F)
_STYLES = frozenset(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080), *range(0xE0100, 0xE01F0), *_MONGOLIAN_FORMS))
)
_BLANKS = str.maketrans({"\u2800": " "})
"""The empty Braille cell looks like a space."""
_VIRAMA = 9
_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_UNASSIGNED = frozenset({"Cn", "Co"})
_NEWER_EMOJI = range(0x1F000, 0x20000)
"""Characters that phones know and this version of Python may not."""


def clean_text(text: str) -> str:
    """Drop invisible characters; joiners and styles stay where they show: in emoji, ideographs, letters that join."""
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", text)
    chars: list[str] = []
    for char, after in zip(composed, [*composed[1:], ""], strict=True):
        last = chars[-1] if chars else ""
        if char in _INVISIBLE or char in _DIRECTION_CHARS:
            continue
        if char in (_ZERO_WIDTH_JOINER, _ZERO_WIDTH_NON_JOINER) and not _joins(last, char, after):
            continue
        if char in _STYLES and not (_takes_style(last) or after == _KEYCAP):
            continue
        chars.append(char)
    return unicodedata.normalize("NFC", "".join(chars))


def _joins(last: str, joiner: str, after: str) -> bool:
    if not last or not after:
        return False
    if joiner == _ZERO_WIDTH_JOINER and _takes_style(last):
        return unicodedata.category(after) in {"So", "Cn"}
    # Arabic letters, with or without a vowel sign, and letters of India after a virama.
    letters = unicodedata.bidirectional(last) in {"AL", "NSM"} and unicodedata.bidirectional(after) == "AL"
    return letters or unicodedata.combining(last) == _VIRAMA


def _takes_style(last: str) -> bool:
    return last in _STYLES or (last != "" and unicodedata.category(last) in {"So", "Sk", "Sm", "Po", "Lo", "Cn"})


def clean_name(text: str) -> str:
    return _clean_name(text[:LONGEST_READ])


@lru_cache(maxsize=4096)
def _clean_name(text: str) -> str:
    return " ".join(clean_text(text).translate(_BLANKS).split())


def name_key(name: str) -> str:
    """Return a key that names that look alike share: without joiners, styles and letter forms."""
    return _name_key(name[:LONGEST_READ])


@lru_cache(maxsize=4096)
def _name_key(name: str) -> str:
    bare = "".join(char for char in name if char not in _STYLES and char not in "\u200c\u200d")
    return clean_name(unicodedata.normalize("NFKC", bare))


def name_flaw(text: str) -> Flaw | None:
    return _name_flaw(text[: LONGEST_READ + 1])


@lru_cache(maxsize=4096)
def _name_flaw(text: str) -> Flaw | None:
    if len(text) > LONGEST_READ or len(clean_name(text)) > LONGEST_NAME:
        return Flaw.NAME_TOO_LONG
    categories = {_category(char) for char in text}
    if categories & _CONTROLS:
        return Flaw.NAME_WITH_CONTROLS
    if not _DIRECTION_CHARS.isdisjoint(text):
        return Flaw.NAME_WITH_DIRECTION
    if categories & _UNASSIGNED:
        return Flaw.NAME_WITH_UNASSIGNED
    if not any(_category(char)[0] in "LNPS" for char in clean_name(text)):
        return Flaw.NAME_INVISIBLE
    return None


def _category(char: str) -> str:
    return "So" if ord(char) in _NEWER_EMOJI else unicodedata.category(char)


def typed_name(text: str) -> str:
    typed = text.strip()[: LONGEST_READ + 1].strip()
    return typed if name_flaw(typed) else clean_name(typed)


def repaired_name(text: str) -> str:
    """Return a name accepted by an older version without what isn't accepted today; empty if nothing is left."""
    accepted = (char for char in text if _category(char) not in _CONTROLS | _UNASSIGNED)
    name = clean_name("".join(accepted))[:LONGEST_NAME].strip()
    return "" if name_flaw(name) else name


def same_name(text: str, names: Collection[str]) -> str | None:
    if text in names or len(text) > LONGEST_READ:
        return text if text in names else None
    key = name_key(text)
    return next((name for name in names if name_key(name) == key), None)
