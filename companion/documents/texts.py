"""Names, notes and reasons as they are kept: one spelling for what looks alike, nothing that cannot be seen."""

import unicodedata
from collections.abc import Collection
from functools import lru_cache

LONGEST_NAME = 40
MOST_LOOKED_AT = 400
"""A longer name is refused unread: composing characters takes time that grows faster than the text."""

_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER = "\u200c", "\u200d"
_KEYCAP = "\u20e3"
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of the text around them."""
_NOTHING_SEEN = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u3164\ufeff\uffa0"
    "\u2060\u2061\u2062\u2063\u2064\u206a\u206b\u206c\u206d\u206e\u206f\ufff9\ufffa\ufffb"
) | frozenset(map(chr, (*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B))))
"""Direction marks, fillers, joiners of words, marks of shorthand and music, and others that no reader sees."""
_MONGOLIAN_FORMS = (*range(0x180B, 0x180E), 0x180F)
_STYLES = frozenset(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080), *range(0xE0100, 0xE01F0), *_MONGOLIAN_FORMS))
)
"""Variants of the character before: the style of an emoji, the letters of a flag, the form of a letter."""
_BLANKS = str.maketrans({"\u2800": " "})
"""The empty cell of Braille looks like a space."""
_VIRAMA = 9
_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_NEWER_EMOJI = range(0x1F000, 0x20000)
"""Characters that this Python does not know yet, and phones do."""


def clean_text(text: str) -> str:
    """Return a text composed, without what cannot be seen and without what turns the direction of writing.

    Joiners and styles stay where they shape what is seen: in an emoji, in an ideograph, between letters that join.
    """
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    for char, after in zip(composed, [*composed[1:], ""], strict=True):
        last = kept[-1] if kept else ""
        if char in _NOTHING_SEEN or char in _TURNING:
            continue
        if char in (_ZERO_WIDTH_JOINER, _ZERO_WIDTH_NON_JOINER) and not _joins(last, char, after):
            continue
        if char in _STYLES and not (_takes_style(last) or after == _KEYCAP):
            continue
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


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
    """Return a name as it is shown and kept: clean, without blanks around it and with single ones within."""
    return _clean_name(text[:MOST_LOOKED_AT])


@lru_cache(maxsize=4096)
def _clean_name(text: str) -> str:
    return " ".join(clean_text(text).translate(_BLANKS).split())


def name_key(name: str) -> str:
    """Return what names that look alike have in common: joiners, styles and forms of the same letter are left out."""
    return _name_key(name[:MOST_LOOKED_AT])


@lru_cache(maxsize=4096)
def _name_key(name: str) -> str:
    bare = "".join(char for char in name if char not in _STYLES and char not in "\u200c\u200d")
    return clean_name(unicodedata.normalize("NFKC", bare))


def name_problem(text: str) -> tuple[str, str] | None:
    """Return why a text cannot be a name, as a code and in words; None if it can."""
    if len(text) > MOST_LOOKED_AT or len(clean_name(text)) > LONGEST_NAME:
        return "too-long", f"a name has at most {LONGEST_NAME} characters"
    if any(unicodedata.category(char) in _CONTROLS for char in text):
        return "control-character", "control characters cannot stand in a name"
    if any(char in _TURNING for char in text):
        return "control-character", "characters that turn the direction of writing cannot stand in a name"
    if any(_is_nobodys(char) for char in text):
        return "control-character", "a name cannot have characters that phones have no sign for"
    if not any(unicodedata.category(char)[0] in "LNPS" or ord(char) in _NEWER_EMOJI for char in clean_name(text)):
        return "name-empty", "a player needs a name that can be seen"
    return None


def _is_nobodys(char: str) -> bool:
    category = unicodedata.category(char)
    return category == "Co" or (category == "Cn" and ord(char) not in _NEWER_EMOJI)


def typed_name(text: str) -> str:
    """Return a name as it was typed, in its one spelling; what cannot be a name stays as it is, to be corrected."""
    return text[: MOST_LOOKED_AT + 1].strip() if name_problem(text) else clean_name(text)


def name_sentence(text: str) -> str:
    """Return in a sentence why a text cannot be a name; nothing if it can."""
    wrong = name_problem(text)
    return f"{wrong[1][0].upper()}{wrong[1][1:]}." if wrong else ""


def repaired_name(text: str) -> str:
    """Return what can stand of a name that was once accepted; nothing if that is not a name."""
    usual = (char for char in text if unicodedata.category(char) not in _CONTROLS and not _is_nobodys(char))
    name = clean_name("".join(usual))[:LONGEST_NAME].strip()
    return "" if name_problem(name) else name


def same_name(text: str, names: Collection[str]) -> str | None:
    """Return the one of the names that a text spells or looks like; None if there is none."""
    if text in names or len(text) > MOST_LOOKED_AT:
        return text if text in names else None
    key = name_key(text)
    return next((name for name in names if name_key(name) == key), None)
