"""What a question of "Can you rule it?" is: a position, what is asked about it, and the right answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class AnswerKind(StrEnum):
    YES_NO = "yes-no"
    NUMBER = "number"
    PLAYER = "player"
    CARDS = "cards"
    CHOICE = "choice"


CASE = "case"
"""Begins the key of a question about a worked case: `case.<id>.<ask>`."""
MADE = "made"
"""Begins the key of a question made to order: `made.<game>.<order>.<players, or level of Gem II>.<seed>.<ask>`."""

YES = "yes"
NO = "no"

Answer = frozenset[str]
"""An answer as it is compared: {"yes"}, {"12"}, {"Ann"}, {"b"}, or the cards that were tapped, {"8C", "QH"} or none."""


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Asked:
    kind: AnswerKind
    prompt: str
    right: Answer
    rules: tuple[str, ...]
    options: tuple[Option, ...] = ()
    about: str = ""
    """The player whose number is asked for, and who may be named with it: Ann 25."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Asked):
    key: str
    """Stored in what a phone has learned, so it never gets another meaning."""
    game: str
    """The game of the path that it belongs to: gem-rummy, gin-rummy, knock-rummy or gem-ii."""
    document: Mapping[str, Any]
    """The position, as a showdown, a Gem II game or a Gem II board that a case could have."""


def yes_if(fact: bool) -> Answer:
    return frozenset({YES if fact else NO})


_LONGEST_WHOLE = 7


def is_whole(text: str) -> bool:
    """Return whether a part of a key is a whole number as keys have it: one way to write each, and none too long.

    >>> [is_whole(text) for text in ("7", "07", "\u0667", "12345678")]
    [True, False, False, False]
    """
    return text.isascii() and text.isdecimal() and len(text) <= _LONGEST_WHOLE and str(int(text)) == text


class UnknownQuestionError(LookupError):
    """No question has this key."""
