"""One spelling of each name and text of a journal, whatever was once accepted and recorded."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace

from companion.documents.texts import LONGEST_NAME, clean_text, name_key, repaired_name
from companion.journal.events import Document, Event, GameStarted, PlayersRenamed, Record
from companion.journal.names import renamed, respelled

_TEXTS = frozenset({"note", "reason", "word"})
_NAMELESS = "Player"


def normalized(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the records with every name in the spelling that is shown, and texts without what cannot be seen.

    Names that look alike, which were once accepted, are told apart by a number.
    """
    aliases: dict[str, str] = {}
    players: tuple[str, ...] = ()
    told = []
    for record in records:
        event = record.event
        if isinstance(event, GameStarted):
            aliases = _other_spellings(_names_of(event.head), ())
            players = tuple(aliases.get(name, name) for name in _names_of({"players": event.head.get("players")}))
        elif isinstance(event, PlayersRenamed):
            event = _renaming(event, aliases, players)
            players = tuple(event.names.get(name, name) for name in players)
        told.append(replace(record, event=_spelled(event, aliases)))
    return tuple(told)


def normalized_document(document: Document) -> Document:
    """Return a game document in which each player has one spelling of the name, as `players` has it."""
    names = _names_of(document)
    spellings = _other_spellings(names, ())
    return respelled(_clean_texts(document), [spellings.get(name, name) for name in names])


def _names_of(head: Document) -> tuple[str, ...]:
    players, teams = head.get("players"), head.get("teams")
    groups = [players, *(teams if isinstance(teams, list | tuple) else ())]
    listed = [name for group in groups if isinstance(group, list | tuple) for name in group]
    return tuple(dict.fromkeys(name for name in listed if isinstance(name, str)))


def _other_spellings(names: Sequence[str], others: Collection[str]) -> dict[str, str]:
    """Return the names that need another spelling, with it; what needs none keeps its name before any other gets it."""
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
    """Spell a change of names, and let the new names be known by it from here on."""
    before = {old: aliases.get(old, old) for old in event.names}
    staying = [name for name in players if name not in before.values()]
    new = _other_spellings(tuple(dict.fromkeys(event.names.values())), staying)
    for old in event.names:
        aliases.pop(old, None)
    aliases.update(new)
    return PlayersRenamed({before[old]: new.get(name, name) for old, name in event.names.items()})


def _spelled(event: Event, aliases: Mapping[str, str]) -> Event:
    body = {one.name: getattr(event, one.name) for one in fields(event)}
    clean = _clean_texts(body)
    if aliases and not isinstance(event, PlayersRenamed):
        clean = renamed(clean, aliases)
    changed = {name: value for name, value in clean.items() if value is not body[name]}
    return replace(event, **changed) if changed else event  # type: ignore[arg-type]


def _clean_texts(document: Document) -> Document:
    """Clean the notes and reasons of a document, and of the documents in it that have some."""
    clean: dict[str, object] = {}
    for key, value in document.items():
        if key in _TEXTS and isinstance(value, str):
            clean[key] = clean_text(value)
        elif key in {"document", "head", "overruled"} and isinstance(value, Mapping):
            clean[key] = _clean_texts(value)
        elif key in {"hands", "rounds"} and isinstance(value, list):
            clean[key] = [_clean_texts(one) if isinstance(one, Mapping) else one for one in value]
        else:
            clean[key] = value
    return clean
