"""What is wrong with a document, a name or a typed hand, and with what is imported."""

import re
from typing import assert_never

from companion.documents.errors import Defect, DocumentError, DocumentKind, Expected, Flaw, FlawFacts
from companion.documents.shorthand import ShorthandError, ShorthandProblem
from companion.documents.texts import LONGEST_NAME, name_flaw
from companion.rules.gem2.faults import EntryFault
from companion.rules.rummy.house_rules import HouseRuleProblem
from companion.wording.cards import card_words, plural, rank_word
from companion.wording.faults import fault_sentence
from companion.wording.gem2_rules import impossible_entry
from companion.wording.house_rules import house_rule_message

_KINDS = {
    DocumentKind.SHOWDOWN: ("a showdown", "companion judge"),
    DocumentKind.GAME: ("a game document", "companion score"),
    DocumentKind.WHOLE_GAME: ("the file of a game with its whole history", "companion import"),
    DocumentKind.BOARD: ("a Gem II board", "companion moves"),
}
"""What each is called, and the command that reads it."""
_JSON_ERRORS = {
    "Expecting value": "a value is missing",
    "Expecting property name enclosed in double quotes": "a key in double quotes is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting ',' delimiter": "a comma is missing",
    "Illegal trailing comma before end of object": "this comma is one too many",
    "Illegal trailing comma before end of array": "this comma is one too many",
    "Extra data": "the document ended before this",
    "Unterminated string starting at": "the text that starts here never ends",
    "Invalid control character at": "a text can't contain a line break or another control character",
    "Invalid \\escape": "this escape doesn't exist",
    "Invalid \\uXXXX escape": "an escape \\u needs four hexadecimal digits",
}
"""What is wrong in a document, by the message of Python's JSON parser."""


def placed_sentence(error: DocumentError | Defect) -> str:
    sentence = document_error_sentence(error)
    return f"{error.where}: {sentence}" if error.where else sentence


def document_error_sentence(error: DocumentError | Defect) -> str:
    """Return what is wrong as a part of a sentence, to be shown after the place."""
    defect = error.defect if isinstance(error, DocumentError) else error
    flaw, facts = defect.flaw, defect.facts
    match flaw:
        case Flaw():
            return _sentence(flaw, facts)
        case HouseRuleProblem():
            return house_rule_message(facts["rules"], " and ".join(facts["keys"]), facts["value"])
        case EntryFault():
            return impossible_entry(flaw, facts["entry"])
    assert_never(flaw)


def _sentence(flaw: Flaw, facts: FlawFacts) -> str:
    match flaw:
        case Flaw.NOT_UTF8:
            return "this isn't UTF-8 text"
        case Flaw.NOT_JSON:
            return f"this isn't JSON: {_JSON_ERRORS.get(facts['text'], 'nothing can be read here')}"
        case Flaw.NOT_A_JSON_NUMBER:
            return f"{facts['text']} isn't a JSON number"
        case Flaw.NUMBER_TOO_LONG:
            return "this number has too many digits"
        case Flaw.TOO_DEEP:
            return "the document is nested too deeply"
        case Flaw.TOO_LARGE:
            return f"the document is too large: it can have at most {facts['most']} bytes"
        case Flaw.OTHER_KIND:
            (kind, command), (asked, _) = _KINDS[facts["is_kind"]], _KINDS[facts["asked_kind"]]
            return f"this is {kind}, not {asked}: use `{command}`"
        case Flaw.NEWER_VERSION:
            return "this was made by a newer version of the app"
        case Flaw.NOT_AN_OBJECT:
            return f"the document must be an object, not {facts['value']}"
        case Flaw.WRONG_TYPE | Flaw.WRONG_VALUE:
            return f"expected {_expected(facts)}, not {facts['value']}"
        case Flaw.KEY_REPEATED:
            return f"the key {facts['key']} is there twice"
        case Flaw.UNKNOWN_KEY:
            return f"unknown key {facts['key']}; possible keys: {', '.join(facts['known'])}"
        case Flaw.MISSING_KEY:
            return f"the key {facts['key']} is missing"
        case Flaw.TOO_MANY_ITEMS:
            return f"at most {facts['most']} items are possible, not {facts['count']}"
        case Flaw.TEXT_TOO_LONG:
            return f"at most {facts['most']} characters are possible, not {facts['count']}"
        case Flaw.CONTROL_CHARACTERS:
            return "control characters aren't possible here"
        case Flaw.NAME_TOO_LONG:
            return f"a name can have at most {LONGEST_NAME} characters"
        case Flaw.NAME_WITH_CONTROLS:
            return "a name can't contain control characters"
        case Flaw.NAME_WITH_DIRECTION:
            return "a name can't contain characters that change the direction of writing"
        case Flaw.NAME_WITH_UNASSIGNED:
            return "a name can't contain characters that phones can't display"
        case Flaw.NAME_INVISIBLE:
            return "a name needs at least one visible character"
        case Flaw.NAME_REPEATED:
            return f"two players are named {facts['name']}"
        case Flaw.PLAYER_KEY_REPEATED | Flaw.HAND_REPEATED:
            return f"{facts['name']} is there twice"
        case Flaw.NOT_A_PLAYER:
            return f"{facts['name']} isn't a player of this game"
        case Flaw.PLAYER_COUNT:
            least, most = facts["least"], facts["most"]
            players = plural(most, "player") if least == most else f"{least} to {most} players"
            return f"{facts['game']} is for {players}, not {facts['count']}"
        case Flaw.NO_GEMS:
            return f"the cards of {facts['game']} have no gems"
        case Flaw.NO_GEM_PARTS:
            return f"{facts['game']} has no Gem Parts"
        case Flaw.NO_DICE:
            return f"{facts['game']} is played without dice"
        case Flaw.NO_UPCARD:
            return f"{facts['game']} has no upcard that rules a hand"
        case Flaw.NO_PARTNERSHIPS:
            return f"{facts['game']} isn't played in partnerships"
        case Flaw.DICE_MISSING:
            return "the dice are missing; they decide the knock limit and the Queen's Diamond"
        case Flaw.UPCARD_MISSING:
            return "the upcard is missing; it rules the hand at this table"
        case Flaw.WRONG_SIDES:
            return "expected two sides of two or three players, with every player on one of them"
        case Flaw.HOUSE_RULE_OF_GAME:
            return f"{facts['key']} belongs to the whole game, not to one hand"
        case Flaw.NOT_A_CARD:
            return f"{facts['value']} isn't a card; expected a rank A 2 … 10 J Q K and a suit C D H S"
        case Flaw.CARD_REPEATED:
            return f"the card {facts['card']} is there twice"
        case Flaw.NOT_GEMS:
            return f"{facts['value']} isn't a gem; expected letters of G E M P A R T S"
        case Flaw.PRINT_AND_GEMS:
            return "use print for the whole deck, or gems and not_gems for some cards"
        case Flaw.PLAYER_MISSING:
            return f"the hand of {facts['name']} is missing"
        case Flaw.HAND_WITHOUT_FORM | Flaw.HAND_IN_TWO_FORMS:
            return "a hand needs one of these: melds and deadwood, cards, or deadwood_points"
        case Flaw.EMPTY_MELD:
            return "a meld needs cards"
        case Flaw.TOO_MANY_CARDS:
            return f"a hand can't have more cards than the deck: at most {facts['most']}, not {facts['count']}"
        case Flaw.ONLY_TRUE:
            return "write a pass as true"
        case Flaw.LAY_OFF_FROM_COUNTED:
            return f"the hand of {facts['name']} was counted, so none of its cards can be laid off"
        case Flaw.LAY_OFF_ONTO_COUNTED:
            return f"the hand of {facts['name']} was counted, so it has no numbered melds"
        case Flaw.LAY_OFF_ONTO_LOOSE:
            return f"the hand of {facts['name']} was given as loose cards, so it has no numbered melds"
        case Flaw.LAY_OFF_WITHOUT_MELDS:
            return f"{facts['name']} has no meld"
        case Flaw.OVERRULING_WITHOUT_REASON:
            return "give a reason for overruling"
        case Flaw.TOO_MANY_LAYOUTS:
            return "a hand of these cards can be laid out in too many ways: check how many cards it has"
        case Flaw.HAND_ILLEGAL:
            faults = "; ".join(fault_sentence(fault).removesuffix(".") for fault in facts["faults"])
            return f"it isn't legal: {faults}"
        case Flaw.HAND_AFTER_END:
            return f"it comes after hand {facts['number']}, which ended the game"
        case Flaw.PRINT_BROKEN:
            return f"the deck's print isn't possible ({', '.join(facts['known'])})"
        case Flaw.TWO_SIDES_EXPECTED:
            return f"gem-ii is for 2 players or 2 teams, not {facts['count']}"
        case Flaw.WRONG_TEAMS:
            return "expected two teams of two players each, in the order of players"
        case Flaw.WRONG_BET:
            return f"a bet is on 5 or on 10, not on {facts['number']}"
        case Flaw.X_HOLDER_UNASKED:
            return "only a round with not_all_x true can name who holds the missing X"
        case Flaw.EXAMPLE_UNASKED:
            return "only an incorrect deal has an example A, B or C"
        case Flaw.ROUND_OVERRULED_WITHOUT_REASON:
            return "overruling a round needs a reason"
        case Flaw.WRONG_PILES:
            return f"expected four piles, empty ones included, not {facts['count']}"
        case Flaw.NOT_A_GEM2_CARD:
            return f"{facts['value']} isn't a card: use a numeral I to X and a suit E, M, R or H"
        case Flaw.ONLY_TRUE_IN_CLAIM:
            return "pass can only be true"
        case Flaw.MOVE_MISSING:
            return "the key move is missing (or pass, for a passed turn)"
        case Flaw.WRONG_CARDS_TAKEN:
            return "expected the cards taken off at once, each of them once"
        case Flaw.UNKNOWN_RECORD:
            return f"this app doesn't know {facts['value']}; a newer version does"
        case Flaw.START_MISSING:
            return "the start of the game is missing"
        case Flaw.ID_REPEATED:
            return f"the id {facts['key']} is there twice"
        case Flaw.HANDS_IN_HEAD:
            return f"{facts['key']} have records of their own"
        case Flaw.NO_VERDICT:
            return f"a record of the kind {facts['value']} has no verdict"
    assert_never(flaw)


def _expected(facts: FlawFacts) -> str:
    match facts["expected"]:
        case Expected.OBJECT:
            return "an object"
        case Expected.LIST:
            return "a list"
        case Expected.WHOLE_NUMBER:
            return "a whole number"
        case Expected.NUMBER_IN_RANGE:
            return f"a whole number from {facts['least']} to {facts['most']}"
        case Expected.TRUE_OR_FALSE:
            return "true or false"
        case Expected.TRUE_FALSE_OR_CHECKED:
            return 'true, false or "checked"'
        case Expected.TEXT:
            return "a text"
        case Expected.ONE_OF:
            choices = facts["choices"]
            return f"one of {', '.join(choices)}" if len(choices) > 1 else "".join(choices)
        case Expected.DATE:
            return "a date such as 2026-11-21 or 2026-11-21T20:15"
        case Expected.TWO_DICE:
            return "two dice"
        case Expected.ID:
            return "an id of 8 to 80 letters, digits, - and _"
        case Expected.TIME:
            return "a time such as 2026-11-21T20:15:00Z"
        case Expected.FEAT:
            return "a seat and a word"
    assert_never(facts["expected"])


def name_sentence(name: str) -> str:
    """Return why a text can't be a name; empty if it can."""
    flaw = name_flaw(name)
    if flaw is None:
        return ""
    return f"{_capital(_sentence(flaw, {}))}."


def shorthand_sentence(error: ShorthandError) -> str:
    token = error.token
    match error.problem:
        case ShorthandProblem.TOO_LONG:
            return "That's longer than any hand of cards."
        case ShorthandProblem.CARD_TWICE:
            return f"{card_words(error.cards)} is entered twice."
        case ShorthandProblem.CARD_TAKEN:
            return f"{card_words(error.cards)} is already in {error.owner}'s hand."
        case ShorthandProblem.AMBIGUOUS:
            free = card_words(error.cards)
            return f"{token} could be several cards: {free} are free. Name the suits, as in {error.example}."
        case ShorthandProblem.NONE_LEFT:
            return f"{token}: no {rank_word(error.rank)} is left."
        case ShorthandProblem.TOO_FEW_LEFT:
            verb = "is" if len(error.cards) == 1 else "are"
            return f"{token}: only {card_words(error.cards)} {verb} left."
        case ShorthandProblem.NEEDS_SUIT:
            return f"{token} needs a suit: C, D, H or S, as in {error.example}."
        case ShorthandProblem.NOT_A_CARD:
            return f"{token} isn't a card. Enter rank and suit, as in 5C or QH."
        case ShorthandProblem.RUN_OF_TWO_SUITS:
            return f"{token}: a run stays in one suit."
        case ShorthandProblem.SUITS_UNCLEAR:
            return f"{token}: which suit belongs to which card?"
        case ShorthandProblem.LAY_OFFS_TOO_LONG:
            return "That's longer than any lay-offs."
        case ShorthandProblem.LAY_OFFS_MISSING:
            return "Name a card and a meld, as in 8C onto 1."
        case ShorthandProblem.LAY_OFF_UNREADABLE:
            return f"“{token}” isn't a lay-off: name a card and a meld, as in 8C onto 1."
    assert_never(error.problem)


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


def import_sentence(error: DocumentError) -> str:
    """Return what a document's error says about a game file, the place in words."""
    where = error.where
    if where.startswith(("line ", "byte ")) or error.code == "not-json":
        return "This isn't a whole game file. Save the game again as a file, or copy all of its text."
    match error.code:
        case "newer-version":
            return "This file was made by a newer version of the app. Update the app here, then try again."
        case "missing-key":
            *places, key = _steps(where)
            what = _NAMED.get(key, key.replace("_", " "))
            return f"{_words(places)}: {what} {'are' if what.endswith('s') else 'is'} missing."
        case "unknown-key":
            *places, key = where.split(".")
            name = key.strip('"')
            return f"{_words(places)}: this app doesn't know “{name}”."
        case "wrong-type":
            return f"{_words(_steps(where))}: this isn't written as the app writes it."
        case _:
            return f"{_words(_steps(where))}: {document_error_sentence(error)}."


def _steps(where: str) -> list[str]:
    return where.split(".") if where else []


def _words(steps: list[str]) -> str:
    """Return a place in words: `hands[1].players[0].melds[0]` is "Hand 2, player 1, meld 1"."""
    words = filter(None, (_step(step, first=not place) for place, step in enumerate(steps)))
    return _capital(", ".join(words)) or "The file"


def _step(step: str, *, first: bool) -> str:
    found = _STEP.match(step)
    name, places = (found[1] or step, re.findall(r"\d+", found[2])) if found else (step, [])
    if first and name == "players":
        return "Players"
    if name in _NUMBERED and places:
        return f"{_NUMBERED[name]} {int(places[0]) + 1}"
    return _NAMED.get(name, name.replace("_", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
