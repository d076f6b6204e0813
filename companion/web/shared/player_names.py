"""Players' names: shortened where there is little room, and what is wrong with typed ones."""

from collections.abc import Sequence

from companion.documents.texts import name_sentence, same_name


def short_names(names: Sequence[str], room: int = 8) -> tuple[str, ...]:
    """Shorten names to what fits, as long as they stay apart."""
    return tuple(_short(name, names, room) for name in names)


def _short(name: str, names: Sequence[str], room: int) -> str:
    first = name.split(maxsplit=1)[0]
    for length in range(room, len(name) + 1):
        short = name if len(name) <= length else (first if len(first) <= length else name[: length - 1].rstrip() + "…")
        if all(other == name or not other.startswith(short.rstrip("…")) for other in names):
            return short
    return name


def wrong_names(names: Sequence[str]) -> dict[str, str]:
    """Say by the field which names cannot stand: no name at all, or one that looks like another's."""
    wrong: dict[str, str] = {}
    for seat, name in enumerate(names):
        if name and name_sentence(name):
            wrong[f"player-{seat}"] = name_sentence(name)
        elif name and same_name(name, [other for other in names[:seat] if other]):
            wrong[f"player-{seat}"] = f"Two players can't both be “{name}”."
    return wrong
