"""Rename players wherever a document names them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from companion.documents.texts import same_name
from companion.journal.events import Document

_NAMES = frozenset({"name", "knocker", "player", "winner", "by", "caller", "first_dealer", "x_held_by"})
"""Keys whose value is a player's name."""
_LISTS_OF_NAMES = frozenset({"players", "sides", "teams"})
_KEYED_BY_NAME = frozenset({"points", "cards", "betting", "penalties"})
"""Keys whose value, if it is an object, has players' names for keys."""


_Rename: TypeAlias = Callable[[str], str]


def renamed(document: Document, names: Mapping[str, str]) -> Document:
    """Return the document with players renamed, all at once, so that two players can swap names."""
    return _renamed(document, lambda name: names.get(name, name))


TEAM_SIGN = " & "
"""Joins the players' names in the name of their team."""

Teams: TypeAlias = Sequence[Sequence[str]]


def renamed_head(head: Document, names: Mapping[str, str]) -> Document:
    """Rename the players in the head of a game. A team's players follow if the team is named after them."""
    teams = renamed_teams(head, names)
    members = [member for team in teams for member in team]
    known = {"teams": [list(team) for team in teams]} if members and len(set(members)) == len(members) else {}
    return {**renamed(head, names), **known}


def renamed_teams(head: Document, names: Mapping[str, str]) -> Teams:
    """Return the players of each team after renaming: renaming "Ann & Cid" to "Anna & Cid" renames Ann."""
    return [
        parts
        if named_after_players and len(parts := names.get(side, side).split(TEAM_SIGN)) == len(team)
        else [names.get(member, member) for member in team]
        for side, team, named_after_players in _teams(head)
    ]


def members_to_rename(head: Document) -> tuple[str, ...]:
    """Return the players of teams not named after them: they are renamed one by one."""
    return tuple(member for _, team, named_after_players in _teams(head) if not named_after_players for member in team)


def _teams(head: Document) -> list[tuple[str, list[str], bool]]:
    """Return each team: its name, its players, and whether it is named after them."""
    sides, teams = head.get("players"), head.get("teams")
    if not isinstance(sides, list | tuple) or not isinstance(teams, list | tuple):
        return []
    return [(side, list(team), side == TEAM_SIGN.join(team)) for side, team in zip(sides, teams, strict=False)]


def respelled(document: Document, names: Collection[str]) -> Document:
    """Return the document with every player's name spelled as it stands among these names."""
    return _renamed(document, lambda name: same_name(name, names) or name)


def _renamed(document: Document, rename: _Rename) -> Document:
    return {key: _value(key, value, rename) for key, value in document.items()}


def _value(key: str, value: object, rename: _Rename) -> object:
    if key in _NAMES and isinstance(value, str):
        return rename(value)
    if isinstance(value, list):
        return [_item(key, item, rename) for item in value]
    if isinstance(value, Mapping):
        if key in _KEYED_BY_NAME:
            return {rename(name): amount for name, amount in value.items()}
        return _renamed(value, rename)
    return value


def _item(key: str, item: object, rename: _Rename) -> object:
    if isinstance(item, Mapping):
        return _renamed(item, rename)
    if isinstance(item, list):
        return [_item(key, inner, rename) for inner in item]
    return rename(item) if key in _LISTS_OF_NAMES and isinstance(item, str) else item
