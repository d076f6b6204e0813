"""Rename players wherever a document names them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from companion.documents.game import Document
from companion.documents.texts import same_name

_NAMES = frozenset({"name", "knocker", "player", "winner", "by", "caller", "first_dealer", "dealer", "x_held_by"})
"""Keys whose value is a player's name."""
_LISTS_OF_NAMES = frozenset({"players", "sides", "teams"})
_KEYED_BY_NAME = frozenset({"points", "cards", "betting", "penalties"})
"""Keys whose value, if it is an object, has players' names for keys."""


Rename: TypeAlias = Callable[[str], str]


def renamed(document: Document, names: Mapping[str, str]) -> Document:
    """Return the document with players renamed, all at once, so that two players can swap names."""
    return renamed_by(document, lambda name: names.get(name, name))


class Renamings:
    """The renamings of a game in their order, which one name goes through in few steps however many there are.

    They are kept one by one, and composed in blocks of 16, of 256, and so on.
    """

    _BLOCK = 16

    def __init__(self) -> None:
        self.count = 0
        self._levels: list[list[Mapping[str, str]]] = [[]]

    def add(self, names: Mapping[str, str]) -> None:
        """Add a renaming."""
        self.count += 1
        self._levels[0].append(names)
        level = 0
        while not len(self._levels[level]) % self._BLOCK:
            block = _composed(self._levels[level][-self._BLOCK :])
            level += 1
            if level == len(self._levels):
                self._levels.append([])
            self._levels[level].append(block)

    def since(self, first: int) -> Rename:
        """Return what gives a name in use before a renaming, counted from 0, as it is now."""

        def name_now(name: str) -> str:
            place = first
            while place < self.count:
                level = 0
                size = 1
                while place % (size * self._BLOCK) == 0 and place + size * self._BLOCK <= self.count:
                    level, size = level + 1, size * self._BLOCK
                name = self._levels[level][place // size].get(name, name)
                place += size
            return name

        return name_now


def _composed(renamings: Sequence[Mapping[str, str]]) -> Mapping[str, str]:
    """Return one renaming that does what several do one after the other."""
    names: dict[str, str] = {}
    for renaming in reversed(renamings):
        names |= {old: names.get(new, new) for old, new in renaming.items()}
    return names


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
    teams = []
    for side, team, named_after_players in _teams(head):
        parts = names.get(side, side).split(TEAM_SIGN)
        if named_after_players and len(parts) == len(team):
            teams.append(parts)
        else:
            teams.append([names.get(member, member) for member in team])
    return teams


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
    return renamed_by(document, lambda name: same_name(name, names) or name)


def renamed_by(document: Document, rename: Rename) -> Document:
    """Return the document with every player's name as a function gives it."""
    return {key: _value(key, value, rename) for key, value in document.items()}


def _value(key: str, value: object, rename: Rename) -> object:
    if key in _NAMES and isinstance(value, str):
        return rename(value)
    if isinstance(value, list):
        return [_item(key, item, rename) for item in value]
    if isinstance(value, Mapping):
        if key in _KEYED_BY_NAME:
            return {rename(name): amount for name, amount in value.items()}
        return renamed_by(value, rename)
    return value


def _item(key: str, item: object, rename: Rename) -> object:
    if isinstance(item, Mapping):
        return renamed_by(item, rename)
    if isinstance(item, list):
        return [_item(key, inner, rename) for inner in item]
    return rename(item) if key in _LISTS_OF_NAMES and isinstance(item, str) else item
