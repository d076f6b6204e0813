"""What is wrong with a document, a name or a typed hand, and with what is imported."""

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from companion.documents.errors import Defect, DocumentError, DocumentKind, Expected, Flaw, FlawFacts
from companion.documents.shorthand import ShorthandError, ShorthandProblem
from companion.documents.texts import LONGEST_NAME, name_flaw
from companion.rules.gem2.faults import EntryFault
from companion.rules.rummy.house_rules import HouseRuleProblem
from companion.wording.cards import card_words, listed_words, rank_word
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


_FLAWS: Mapping[Flaw, str] = {
    Flaw.NOT_UTF8: "this isn't UTF-8 text",
    Flaw.NOT_A_JSON_NUMBER: "{text} isn't a JSON number",
    Flaw.NUMBER_TOO_LONG: "this number has too many digits",
    Flaw.TOO_DEEP: "the document is nested too deeply",
    Flaw.TOO_LARGE: "the document is too large: it can have at most {most} bytes",
    Flaw.NEWER_VERSION: "this was made by a newer version of the app",
    Flaw.NOT_AN_OBJECT: "the document must be an object, not {value}",
    Flaw.KEY_REPEATED: "the key {key} is there twice",
    Flaw.MISSING_KEY: "the key {key} is missing",
    Flaw.TOO_MANY_ITEMS: "at most {most} items are possible, not {count}",
    Flaw.TEXT_TOO_LONG: "at most {most} characters are possible, not {count}",
    Flaw.CONTROL_CHARACTERS: "control characters aren't possible here",
    Flaw.NAME_TOO_LONG: f"a name can have at most {LONGEST_NAME} characters",
    Flaw.NAME_WITH_CONTROLS: "a name can't contain control characters",
    Flaw.NAME_WITH_DIRECTION: "a name can't contain characters that change the direction of writing",
    Flaw.NAME_WITH_UNASSIGNED: "a name can't contain characters that phones can't display",
    Flaw.NAME_INVISIBLE: "a name needs at least one visible character",
    Flaw.NAME_REPEATED: "two players are named {name}",
    Flaw.PLAYER_KEY_REPEATED: "{name} is there twice",
    Flaw.HAND_REPEATED: "{name} is there twice",
    Flaw.NOT_A_PLAYER: "{name} isn't a player of this game",
    Flaw.NO_GEMS: "the cards of {game} have no gems",
    Flaw.NO_GEM_PARTS: "{game} has no Gem Parts",
    Flaw.NO_DICE: "{game} is played without dice",
    Flaw.NO_UPCARD: "{game} has no upcard that rules a hand",
    Flaw.NO_PARTNERSHIPS: "{game} isn't played in partnerships",
    Flaw.DICE_MISSING: "the dice are missing; they decide the knock limit and the Queen's Diamond",
    Flaw.UPCARD_MISSING: "the upcard is missing; it rules the hand at this table",
    Flaw.NO_FORMS: "{game} has no form; Gin Rummy is played by partners, with a captain, or cutthroat",
    Flaw.WRONG_SIDES: "expected two sides, with every player on one of them",
    Flaw.SIDES_OF_TWO_OR_THREE: "expected two sides of two or three players",
    Flaw.SIDES_ALIKE: "both sides would be called {name}",
    Flaw.UNEQUAL_SIDES: "expected two sides of equally many partners",
    Flaw.WRONG_CAPTAINS: "expected two sides, first the captains, then the others, who are one more",
    Flaw.DEALER_SITS_OUT: "{name} sits out, so somebody else deals",
    Flaw.NOT_A_PAIR: "each hand is played by two, not {count}",
    Flaw.HOUSE_RULE_OF_GAME: "{key} belongs to the whole game, not to one hand",
    Flaw.NOT_A_CARD: "{value} isn't a card; expected a rank A 2 … 10 J Q K and a suit C D H S",
    Flaw.CARD_REPEATED: "the card {card} is there twice",
    Flaw.NOT_GEMS: "{value} isn't a gem; expected letters of G E M P A R T S",
    Flaw.PRINT_AND_GEMS: "use print for the whole deck, or gems and not_gems for some cards",
    Flaw.PLAYER_MISSING: "the hand of {name} is missing",
    Flaw.HAND_WITHOUT_FORM: "a hand needs one of these: melds and deadwood, cards, or deadwood_points",
    Flaw.HAND_IN_TWO_FORMS: "a hand needs one of these: melds and deadwood, cards, or deadwood_points",
    Flaw.EMPTY_MELD: "a meld needs cards",
    Flaw.TOO_MANY_CARDS: "a hand can't have more cards than the deck: at most {most}, not {count}",
    Flaw.ONLY_TRUE: "write a pass as true",
    Flaw.LAY_OFF_FROM_COUNTED: "the hand of {name} was counted, so none of its cards can be laid off",
    Flaw.LAY_OFF_ONTO_COUNTED: "the hand of {name} was counted, so it has no numbered melds",
    Flaw.LAY_OFF_ONTO_LOOSE: "the hand of {name} was given as loose cards, so it has no numbered melds",
    Flaw.LAY_OFF_WITHOUT_MELDS: "{name} has no meld",
    Flaw.OVERRULING_WITHOUT_REASON: "give a reason for overruling",
    Flaw.TOO_MANY_LAYOUTS: "a hand of these cards can be laid out in too many ways: check how many cards it has",
    Flaw.HAND_AFTER_END: "it comes after hand {number}, which ended the game",
    Flaw.TWO_SIDES_EXPECTED: "gem-ii is for 2 players or 2 teams, not {count}",
    Flaw.WRONG_TEAMS: "expected two teams of two players each, in the order of players",
    Flaw.WRONG_BET: "a bet is on 5 or on 10, not on {number}",
    Flaw.X_HOLDER_UNASKED: "only a round with not_all_x true can name who holds the missing X",
    Flaw.EXAMPLE_UNASKED: "only an incorrect deal has an example A, B or C",
    Flaw.ROUND_OVERRULED_WITHOUT_REASON: "overruling a round needs a reason",
    Flaw.WRONG_PILES: "expected four piles, empty ones included, not {count}",
    Flaw.NOT_A_GEM2_CARD: "{value} isn't a card: use a numeral I to X and a suit E, M, R or H",
    Flaw.ONLY_TRUE_IN_CLAIM: "pass can only be true",
    Flaw.MOVE_MISSING: "the key move is missing (or pass, for a passed turn)",
    Flaw.WRONG_CARDS_TAKEN: "expected the cards taken off at once, each of them once",
    Flaw.UNKNOWN_RECORD: "this app doesn't know {value}; a newer version does",
    Flaw.START_MISSING: "the start of the game is missing",
    Flaw.ID_REPEATED: "the id {key} is there twice",
    Flaw.HANDS_IN_HEAD: "{key} have records of their own",
    Flaw.NO_VERDICT: "a record of the kind {value} has no verdict",
}


def _sentence(flaw: Flaw, facts: FlawFacts) -> str:
    match flaw:
        case Flaw.NOT_JSON:
            return f"this isn't JSON: {_JSON_ERRORS.get(facts['text'], 'nothing can be read here')}"
        case Flaw.OTHER_KIND:
            (kind, command), (asked, _) = _KINDS[facts["is_kind"]], _KINDS[facts["asked_kind"]]
            return f"this is {kind}, not {asked}: use `{command}`"
        case Flaw.WRONG_TYPE | Flaw.WRONG_VALUE:
            return f"expected {_expected(facts)}, not {facts['value']}"
        case Flaw.UNKNOWN_KEY:
            return f"unknown key {facts['key']}; possible keys: {', '.join(facts['known'])}"
        case Flaw.PLAYER_COUNT:
            counts = facts["counts"]
            players = "1 player" if counts == (1,) else f"{_counts_words(counts)} players"
            return f"{facts['game']} is for {players}, not {facts['count']}"
        case Flaw.PAIR_OF_ONE_SIDE:
            return f"{listed_words(facts['known'])} are on one side; a hand is played by one of each"
        case Flaw.HAND_ILLEGAL:
            faults = "; ".join(fault_sentence(fault).removesuffix(".") for fault in facts["faults"])
            return f"it isn't legal: {faults}"
        case Flaw.PRINT_BROKEN:
            return f"the deck's print isn't possible ({', '.join(facts['known'])})"
    return _FLAWS[flaw].format_map(facts)


def _counts_words(counts: Sequence[int]) -> str:
    in_a_row = counts[-1] - counts[0] == len(counts) - 1 > 0
    return f"{counts[0]} to {counts[-1]}" if in_a_row else listed_words(list(map(str, counts)), "or")


_EXPECTED: Mapping[Expected, str] = {
    Expected.OBJECT: "an object",
    Expected.LIST: "a list",
    Expected.WHOLE_NUMBER: "a whole number",
    Expected.NUMBER_IN_RANGE: "a whole number from {least} to {most}",
    Expected.TRUE_OR_FALSE: "true or false",
    Expected.TRUE_FALSE_OR_CHECKED: 'true, false or "checked"',
    Expected.TEXT: "a text",
    Expected.DATE: "a date such as 2026-11-21 or 2026-11-21T20:15",
    Expected.TWO_DICE: "two dice",
    Expected.ID: "an id of 8 to 80 letters, digits, - and _",
    Expected.TIME: "a time such as 2026-11-21T20:15:00Z",
    Expected.FEAT: "a seat and a word",
}


def _expected(facts: FlawFacts) -> str:
    if facts["expected"] == Expected.ONE_OF:
        choices = facts["choices"]
        return f"one of {', '.join(choices)}" if len(choices) > 1 else "".join(choices)
    return _EXPECTED[facts["expected"]].format_map(facts)


def name_sentence(name: str) -> str:
    flaw = name_flaw(name)
    return "" if flaw is None else f"{_capital(_sentence(flaw, {}))}."


_SHORTHAND: Mapping[ShorthandProblem, str] = {
    ShorthandProblem.TOO_LONG: "That's longer than any hand of cards.",
    ShorthandProblem.CARD_TWICE: "{cards} is entered twice.",
    ShorthandProblem.CARD_TAKEN: "{cards} is already in {owner}'s hand.",
    ShorthandProblem.AMBIGUOUS: ("{token} could be several cards: {cards} are free. Name the suits, as in {example}."),
    ShorthandProblem.NONE_LEFT: "{token}: no {rank} is left.",
    ShorthandProblem.NEEDS_SUIT: "{token} needs a suit: C, D, H or S, as in {example}.",
    ShorthandProblem.NOT_A_CARD: "{token} isn't a card. Enter rank and suit, as in 5C or QH.",
    ShorthandProblem.RUN_OF_TWO_SUITS: "{token}: a run stays in one suit.",
    ShorthandProblem.SUITS_UNCLEAR: "{token}: which suit belongs to which card?",
    ShorthandProblem.LAY_OFFS_TOO_LONG: "That's longer than any lay-offs.",
    ShorthandProblem.LAY_OFFS_MISSING: "Name a card and a meld, as in 8C onto 1.",
    ShorthandProblem.LAY_OFF_UNREADABLE: "“{token}” isn't a lay-off: name a card and a meld, as in 8C onto 1.",
}


def shorthand_sentence(error: ShorthandError) -> str:
    cards = card_words(error.cards)
    if error.problem == ShorthandProblem.TOO_FEW_LEFT:
        return f"{error.token}: only {cards} {'is' if len(error.cards) == 1 else 'are'} left."
    return _SHORTHAND[error.problem].format(
        token=error.token, cards=cards, owner=error.owner, example=error.example, rank=rank_word(error.rank)
    )


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
