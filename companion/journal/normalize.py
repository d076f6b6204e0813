"""Normalize the names and texts of a journal, whatever older versions accepted."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace

from companion.documents.texts import LONGEST_NAME, clean_text, name_key, repaired_name
from companion.journal.events import Document, Event, GameStarted, PlayersRenamed, Record
from companion.journal.names import renamed, respelled

_TEXTS = frozenset({"note", "reason", "word"})
_NAMELESS = "Player"


def normalized(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the records with one spelling for each name, and texts without invisible characters.

    Names that look alike, which older versions accepted, get a number.
    """
    aliases: dict[str, str] = {}
    players: tuple[str, ...] = ()
    spelled = []
    for record in records:
        event = record.event
        if isinstance(event, GameStarted):
            aliases = _other_spellings(_names_of(event.head), ())
            players = tuple(aliases.get(name, name) for name in _names_of({"players": event.head.get("players")}))
        elif isinstance(event, PlayersRenamed):
            event = _renaming(event, aliases, players)
            players = tuple(event.names.get(name, name) for name in players)
        spelled.append(replace(record, event=_spelled(event, aliases)))
    return tuple(spelled)


def normalized_document(document: Document) -> Document:
    """Return a game document in which every name is spelled as in `players`."""
    names = _names_of(document)
    spellings = _other_spellings(names, ())
    return respelled(_clean_texts(document), [spellings.get(name, name) for name in names])


def _names_of(head: Document) -> tuple[str, ...]:
    players, teams = head.get("players"), head.get("teams")
    groups = [players, *(teams if isinstance(teams, list | tuple) else ())]
    listed = [name for group in groups if isinstance(group, list | tuple) for name in group]
    return tuple(dict.fromkeys(name for name in listed if isinstance(name, str)))


def _other_spellings(names: Sequence[str], others: Collection[str]) -> dict[str, str]:
    """Map the names that need another spelling to it. Names that need none come first, and keep theirs."""
    keys = {name_key(name) for name in others}
    spellings: dict[str, str] = {}
    for name in sorted(names, key=lambda name: repaired_name(name) != name):
        wanted = repaired_name(name) or _NAMELESS
        spelling, number = wanted, 1
        while name_key(spelling) in keys:
            number += 1
            spelling = f"{wanted[: LONGEST_NAME - len(f' {number}')]} {number}"
        keys.add(name_key(spelling))
        if spelling != name:
            spellings[name] = spelling
    return spellings


def _renaming(event: PlayersRenamed, aliases: dict[str, str], players: Sequence[str]) -> PlayersRenamed:
    """Return a renaming with normalized names, and update the aliases."""
    before = {old: aliases.get(old, old) for old in event.names}
    staying = [name for name in players if name not in before.values()]
    new = _other_spellings(tuple(dict.fromkeys(event.names.values())), staying)
    for old in event.names:
        aliases.pop(old, None)
    aliases.update(new)
    return PlayersRenamed({before[old]: new.get(name, name) for old, name in event.names.items()})


def _spelled(event: Event, aliases: Mapping[str, str]) -> Event:
    body = {field.name: getattr(event, field.name) for field in fields(event)}
    clean = _clean_texts(body)
    if aliases and not isinstance(event, PlayersRenamed):
        clean = renamed(clean, aliases)
    changed = {name: value for name, value in clean.items() if value is not body[name]}
    return replace(event, **changed) if changed else event  # type: ignore[arg-type]


def _clean_texts(document: Document) -> Document:
    """Clean the notes and reasons in a document, nested ones too."""
    clean: dict[str, object] = {}
    for key, value in document.items():
        if key in _TEXTS and isinstance(value, str):
            clean[key] = clean_text(value)
        elif key in {"document", "head", "overruled"} and isinstance(value, Mapping):
            clean[key] = _clean_texts(value)
        elif key in {"hands", "rounds"} and isinstance(value, list):
            clean[key] = [_clean_texts(item) if isinstance(item, Mapping) else item for item in value]
        else:
            clean[key] = value
    return clean
