"""The deals of a round alone as numbers in fields: shown, read, and what is no number refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.rules.gem2.cards import HIGHEST
from companion.rules.gem2.solo import BONUS_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from werkzeug.datastructures import MultiDict


class NumberError(ValueError):
    """Something else than a number was typed."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.sentence = f"“{text[:20]}” is no number."


def number_of(text: str) -> int:
    """Read a number that was typed; nothing is 0."""
    if text and not (text.isdecimal() and text.isascii()):
        raise NumberError(text)
    return int(text[:6] or 0)


@dataclass(frozen=True, slots=True)
class DealsTyped:
    """The deals of a round alone as numbers in fields: the regular ones, then each bonus round's."""

    legend: str
    name: str
    values: tuple[str, ...]


def so_far(document: Mapping[str, Any]) -> tuple[DealsTyped, ...]:
    """Put the deals of a round into fields, and one bonus round more, as far as there can be one."""
    lists = _lists(document)
    return _fields(lists if len(lists) > BONUS_ROUNDS else [*lists, []])


def with_all(document: Mapping[str, Any]) -> tuple[DealsTyped, ...]:
    """Put the deals of a round into fields, and every bonus round that there can be."""
    lists = _lists(document)
    return _fields([*lists, *([] for _ in range(1 + BONUS_ROUNDS - len(lists)))])


def _lists(document: Mapping[str, Any]) -> list[Sequence[object]]:
    return [document.get("deals", []), *(one["deals"] for one in document.get("bonus_rounds", []))]


def _fields(lists: Sequence[Sequence[object]]) -> tuple[DealsTyped, ...]:
    return tuple(
        DealsTyped(
            legend=f"Bonus round {place}" if place else "The ten deals",
            name=f"deals-{place}",
            values=tuple(str(deals[number]) if number < len(deals) else "" for number in range(HIGHEST - place)),
        )
        for place, deals in enumerate(lists)
    )


def typed_deals(form: MultiDict[str, str]) -> tuple[DealsTyped, ...]:
    """Take the fields as they were typed."""
    sent = [(one, [value.strip() for value in form.getlist(one.name)][: len(one.values)]) for one in with_all({})]
    return tuple(
        DealsTyped(one.legend, one.name, (*values, *[""] * (len(one.values) - len(values))))
        for one, values in sent
        if values
    )


def deals_of(typed: tuple[DealsTyped, ...]) -> dict[str, object]:
    """Read the fields: each list up to its last number; an empty field before it is no card."""
    lists = [_numbers(one.values) for one in typed]
    document: dict[str, object] = {"deals": lists[0] if lists else []}
    bonuses = lists[1:]
    while bonuses and not bonuses[-1]:
        bonuses.pop()
    return {**document, "bonus_rounds": [{"deals": one} for one in bonuses]} if bonuses else document


def _numbers(values: tuple[str, ...]) -> list[int]:
    filled = [number for number, value in enumerate(values, start=1) if value]
    return [number_of(value) for value in values[: max(filled, default=0)]]
