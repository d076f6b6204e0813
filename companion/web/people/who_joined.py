"""Who else is at a table, by phone."""

from collections.abc import Iterable

from companion.store.people.members import Member
from companion.wording.game import joined_sentence


def who_joined(members: Iterable[Member], viewer: Member, players: tuple[str, ...], since: str = "") -> str:
    """Return whose other phones have joined since a moment; empty if none has."""
    others = [member for member in members if member.device != viewer.device and member.since >= since]
    names = [player_of(member, players) or member.label for member in others]
    return joined_sentence([name for name in names if name], names.count(""))


def player_of(member: Member, players: tuple[str, ...]) -> str:
    """Return the player whose phone it is; empty where it is nobody's."""
    return players[member.seat] if member.seat is not None and member.seat < len(players) else ""
