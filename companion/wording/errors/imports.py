"""Why a file isn't brought in, for who didn't write it: a backup of a phone, or a game and what is wrong where."""

import re

from companion.documents.errors import DocumentError
from companion.wording.errors.documents import document_error_sentence

NO_BACKUP_CHOSEN = "Choose a backup file first."
A_GAME_FILE = (
    "This file holds one game. Your games are unchanged. To add it to them, choose “Import a game” on the home page."
)
NOT_A_PHONE_BACKUP = (
    "This isn't a backup of a phone. Your games are unchanged. Choose the file that “Save a backup” made."
)
PHONE_BACKUP_DAMAGED = "This backup is damaged or incomplete. Your games are unchanged."
PHONE_BACKUP_UNREADABLE = "The app can't read the games in this backup. Your games are unchanged."
NO_ROOM_FOR_BACKUP = "There's no room on this phone for the backup. Your games are unchanged."
BACKUP_TOO_NEW = "This backup is from a newer version of the app. Update the app, then try again."

NOT_A_GAME_FILE = "This isn't a whole game file. Save the game again as a file, or copy all of its text."
INCOMPLETE = "{place}: {what} missing."
NOT_KNOWN = "{place}: this app doesn't know {what}."
NOT_READABLE = "{place}: this isn't written as the app writes it."
SENTENCE = "{place}: {message}."
THE_FILE = "The file"
NEWER_VERSION = "This file was made by a newer version of the app. Update the app here, then try again."

_STEP = re.compile(r"([a-z_]+)?((?:\[\d+\])*)")
_NUMBERED = {
    "hands": "Hand",
    "records": "Change",
    "rounds": "Round",
    "deals": "deal",
    "players": "player",
    "melds": "meld",
}
_NAMED = {
    "body": "",
    "bonus_rounds": "bonus round",
    "cards": "cards",
    "deadwood": "deadwood",
    "deadwood_points": "deadwood points",
    "dice": "dice",
    "first_dealer": "first dealer",
    "house_rules": "house rules",
    "knocker": "who knocked",
    "lay_offs": "lay-offs",
    "print": "deck",
}
_PLAYERS_OF_THE_GAME = "Players"


def import_sentence(error: DocumentError) -> str:
    """Return what a document's error says about a game file, the place in words."""
    where = error.where
    if where.startswith(("line ", "byte ")) or error.code == "not-json":
        return NOT_A_GAME_FILE
    match error.code:
        case "newer-version":
            return NEWER_VERSION
        case "missing-key":
            *places, key = _steps(where)
            what = _NAMED.get(key, key.replace("_", " "))
            return INCOMPLETE.format(place=_words(places), what=f"{what} {'are' if what.endswith('s') else 'is'}")
        case "unknown-key":
            *places, key = where.split(".")
            name = key.strip('"')
            return NOT_KNOWN.format(place=_words(places), what=f"“{name}”")
        case "wrong-type":
            return NOT_READABLE.format(place=_words(_steps(where)))
        case _:
            return SENTENCE.format(place=_words(_steps(where)), message=document_error_sentence(error))


def _steps(where: str) -> list[str]:
    return where.split(".") if where else []


def _words(steps: list[str]) -> str:
    """Return a place in words: `hands[1].players[0].melds[0]` is "Hand 2, player 1, meld 1"."""
    return _capital(", ".join(filter(None, (_step(step, first=not place) for place, step in enumerate(steps))))) or (
        THE_FILE
    )


def _step(step: str, *, first: bool) -> str:
    found = _STEP.match(step)
    name, places = (found[1] or step, re.findall(r"\d+", found[2])) if found else (step, [])
    if first and name == "players":
        return _PLAYERS_OF_THE_GAME
    if name in _NUMBERED and places:
        return f"{_NUMBERED[name]} {int(places[0]) + 1}"
    return _NAMED.get(name, name.replace("_", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
