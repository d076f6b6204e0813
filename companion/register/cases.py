"""The numbered cases: positions with their complete results, worked out by hand from the books."""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from companion.documents.showdown import DECK_KEYS
from companion.rules.cards import RANK_NAMES, SUITS
from companion.rules.rummy.match import first_to_play
from companion.rules.rummy.ruleset import Game, book_rules

_ROWS = ["GEMP", "ARTS", "EGPM", "RAST", "MPGE", "TSAR", "PMEG", "STRA", "GEAR", "MPTS", "EASG", "PRMT"]
MADE_UP_PRINT = {
    rank + suit: gems
    for rank, row in zip(RANK_NAMES, (*_ROWS, ("GA", "ER", "MT", "PS")), strict=True)
    for suit, gems in zip(SUITS, row, strict=True)
}
"""A print that keeps the law of prints but belongs to no real deck: for cases and demonstrations only."""


class CaseKind(StrEnum):
    SHOWDOWN = "showdown"
    GAME = "game"
    TABLE = "table"
    GEM_II_SOLO = "gem-ii-solo"
    GEM_II = "gem-ii"
    GEM_II_BOARD = "gem-ii-board"


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    title: str
    rules: tuple[str, ...]
    kind: CaseKind
    document: dict[str, Any]
    expect: dict[str, Any]


@cache
def cases() -> dict[str, Case]:
    by_id: dict[str, Case] = {}
    for path in sorted((files("companion.register") / "cases").iterdir(), key=lambda path: path.name):
        for entry in tomllib.loads(path.read_text("utf-8"))["case"]:
            case = _case(entry)
            if case.id in by_id:
                raise ValueError(f"two cases are numbered {case.id}")
            by_id[case.id] = case
    return dict(sorted(by_id.items()))


def cases_of(rule_id: str) -> list[Case]:
    return [case for case in cases().values() if rule_id in case.rules]


def _case(entry: dict[str, Any]) -> Case:
    kind = CaseKind(entry["kind"])
    match kind:
        case CaseKind.SHOWDOWN:
            document = _showdown_document(entry)
        case CaseKind.TABLE:
            document = {key: entry[key] for key in ("game", "players", "dealer")}
        case _:
            document = entry["document"]
            if isinstance(document, str):
                document = json.loads(document)
    if document.get("print") == "made-up":
        document["print"] = MADE_UP_PRINT
    return Case(entry["id"], entry["title"], tuple(entry["rules"]), kind, document, entry["expect"])


def who_starts(document: Mapping[str, Any]) -> dict[str, str]:
    names, dealer = document["players"], document["dealer"]
    starts = names[first_to_play(len(names), names.index(dealer))]
    has_dice = book_rules(Game(document["game"]), len(names)).has_dice
    return {"dealer": dealer, "starts": starts, **({"rolls": starts} if has_dice else {})}


_CARD = re.compile(r"10[CDHS]|[A2-9JQK][CDHS]")


def _showdown_document(entry: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("game", "house_rules", *DECK_KEYS, "dice", "upcard", "knocker", "call")
    document = {key: entry[key] for key in keys if key in entry}
    said = {"claims": True, "checked": "checked", "waives": False}
    gem_parts = {name: value for key, value in said.items() for name in entry.get(key, ())}
    document["players"] = [
        {"name": name, **_hand(text), **({"gem_parts": gem_parts[name]} if name in gem_parts else {})}
        for name, text in entry["hands"].items()
    ]
    if "lay_offs" in entry:
        document["lay_offs"] = [_lay_off(text) for text in entry["lay_offs"]]
    return document


def _hand(text: str) -> dict[str, Any]:
    if text.startswith("counted:"):
        points, *claim = text.removeprefix("counted:").split()
        return {"deadwood_points": int(points), **({"gem_parts": True} if claim else {})}
    if text.startswith("loose:"):
        return {"cards": _CARD.findall(text)}
    melds, _, deadwood = text.partition("/")
    return {"melds": [_CARD.findall(group) for group in melds.split()], "deadwood": _CARD.findall(deadwood)}


def _lay_off(text: str) -> dict[str, Any]:
    player, card, *onto = text.split()
    if card == "pass":
        return {"player": player, "pass": True}
    owner, _, place = onto[0].rpartition(".")
    return {"player": player, "card": card, "onto": {"player": owner, "meld": int(place)}}
