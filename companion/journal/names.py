"""Rename players in the head of a game. Hands know them by their seats."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

from companion.documents.game import Document
from companion.documents.seats import TEAM_SIGN, side_name
from companion.documents.texts import clean_name, clean_text

_KEYS = frozenset({"first_dealer", "players", "sides", "teams"})


Teams: TypeAlias = Sequence[Sequence[str]]


def renamed_head(head: Document, names: Mapping[str, str]) -> Document:
    """Rename the players in the head of a game. A team's players follow if the team is named after them."""
    teams = renamed_teams(head, names)
    members = [member for team in teams for member in team]
    known = {"teams": [list(team) for team in teams]} if members and len(set(members)) == len(members) else {}
    return {**_renamed(head, lambda name: names.get(name, name)), **known}


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


def sides_alike(head: Document) -> bool:
    """Return whether both sides of a game of hands for two would have the same name."""
    sides = cast("Sequence[Sequence[str]]", head.get("sides", ())) if "form" in head else ()
    return len({side_name(side) for side in sides}) < len(sides)


def members_to_rename(head: Document) -> tuple[str, ...]:
    return tuple(member for _, team, named_after_players in _teams(head) if not named_after_players for member in team)


def _teams(head: Document) -> list[tuple[str, list[str], bool]]:
    sides, teams = head.get("players"), head.get("teams")
    if not isinstance(sides, list | tuple) or not isinstance(teams, list | tuple):
        return []
    return [(side, list(team), side == side_name(team)) for side, team in zip(sides, teams, strict=False)]


def cleaned_head(head: Document) -> Document:
    note = {"note": clean_text(str(head["note"]))} if "note" in head else {}
    place = {"place": clean_name(str(head["place"]))} if "place" in head else {}
    return {**_renamed(head, clean_name), **note, **place}


def _renamed(head: Document, rename: Callable[[str], str]) -> Document:
    return {key: _name(value, rename) if key in _KEYS else value for key, value in head.items()}


def _name(value: object, rename: Callable[[str], str]) -> object:
    if isinstance(value, list | tuple):
        return [_name(item, rename) for item in value]
    return rename(value) if isinstance(value, str) else value
