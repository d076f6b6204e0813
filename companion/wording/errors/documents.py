"""What is wrong with a document that can't be read: parts of sentences, shown after the place in the document."""

NOT_UTF8 = "this isn't UTF-8 text"
NOT_JSON = "this isn't JSON: {error}"
JSON_ERRORS = {
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
"""What Python's parser says, in the words of whoever wrote the document."""
UNREADABLE = "nothing can be read here"
NOT_A_JSON_NUMBER = "{name} isn't a JSON number"
TOO_DEEP = "the document is nested too deeply"
TOO_LARGE = "the document is too large: it can have at most {most} bytes"
WRONG_KIND = "this is {kind}, not {expected}: use `{command}`"
DOCUMENT_EXPECTED = "the document must be an object, not {value}"
KEY_TWICE = "the key {key} is there twice"
UNKNOWN_KEY = "unknown key {key}; possible keys: {known}"
MISSING_KEY = "the key {key} is missing"
NUMBER_TOO_LONG = "this number has too many digits"
TOO_MANY_ITEMS = "at most {most} items are possible, not {count}"
EXPECTED = "expected {expected}, not {value}"
AN_OBJECT, A_LIST, A_WHOLE_NUMBER, TRUE_OR_FALSE, A_TEXT = (
    "an object", "a list", "a whole number", "true or false", "a text",
)  # fmt: skip
TRUE_FALSE_OR_CHECKED = 'true, false or "checked"'
NUMBER_IN_RANGE = "a whole number from {low} to {high}"
ONE_OF = "one of {choices}"
A_DATE = "a date such as 2026-11-21 or 2026-11-21T20:15"
TWO_DICE = "two dice"
TEXT_TOO_LONG = "at most {most} characters are possible, not {count}"
CONTROL_CHARACTERS = "control characters aren't possible here"

NAME_TOO_LONG = "a name can have at most {most} characters"
NAME_WITH_CONTROLS = "a name can't contain control characters"
NAME_WITH_DIRECTION = "a name can't contain characters that change the direction of writing"
NAME_WITH_UNASSIGNED = "a name can't contain characters that phones can't display"
NAME_INVISIBLE = "a name needs at least one visible character"
TWO_PLAYERS = "two players are named {name}"
PLAYER_TWICE = "{name} is there twice"
NOT_A_PLAYER = "{name} isn't a player of this game"

WRONG_PLAYER_COUNT = "{game} is for {seats} players, not {count}"
NO_GEMS = "the cards of {game} have no gems"
NO_GEM_PARTS = "{game} has no Gem Parts"
NO_DICE = "{game} is played without dice"
NO_UPCARD = "{game} has no upcard that rules a hand"
DICE_MISSING = "the dice are missing; they decide the knock limit and the Queen's Diamond"
UPCARD_MISSING = "the upcard is missing; it rules the hand at this table"
NO_PARTNERSHIPS = "{game} isn't played in partnerships"
WRONG_SIDES = "expected two sides of two or three players, with every player on one of them"
HOUSE_RULE_OF_GAME = "{key} belongs to the whole game, not to one hand"
NOT_A_CARD = "{value} isn't a card; expected a rank A 2 … 10 J Q K and a suit C D H S"
CARD_TWICE = "the card {card} is there twice"
NOT_GEMS = "{value} isn't a gem; expected letters of G E M P A R T S"
PRINT_AND_GEMS = "use print for the whole deck, or gems and not_gems for some cards"
HAND_MISSING = "the hand of {name} is missing"
HAND_FORMS = "a hand needs one of these: melds and deadwood, cards, or deadwood_points"
EMPTY_MELD = "a meld needs cards"
ONLY_TRUE = "write a pass as true"
COUNTED_HAND_LAYS_OFF = "the hand of {name} was counted, so none of its cards can be laid off"
NO_NUMBERED_MELDS = "the hand of {name} was {how}, so it has no numbered melds"
TOO_MANY_LAYOUTS = "a hand of these cards can be laid out in too many ways: check how many cards it has"
TOO_MANY_CARDS = "a hand can't have more cards than the deck: at most {most}, not {count}"
COUNTED, LOOSE = "counted", "given as loose cards"
NO_MELDS = "{name} has no meld"
OVERRULING_WITHOUT_REASON = "give a reason for overruling"
NEWER_VERSION = "this was made by a newer version of the app"
UNKNOWN_KIND = "this app doesn't know {kind}; a newer version does"
START_MISSING = "the start of the game is missing"
ID_TWICE = "the id {id} is there twice"
HANDS_IN_HEAD = "{key} have records of their own"
PRINT_BREAKS_LAW = "the deck's print isn't possible ({groups})"
NO_VERDICT = "a record of the kind {kind} has no verdict"
AN_ID, A_TIME, A_FEAT = (
    "an id of 8 to 80 letters, digits, - and _", "a time such as 2026-11-21T20:15:00Z", "a seat and a word",
)  # fmt: skip
AFTER_THE_END = "it comes after hand {last}, which ended the game"
ILLEGAL_HAND = "it isn't legal: {faults}"

LAY_OFFS_TOO_LONG = "That's longer than any lay-offs."
LAY_OFFS_MISSING = "Name a card and a meld, as in 8C onto 1."
LAY_OFF_UNREADABLE = "“{part}” isn't a lay-off: name a card and a meld, as in 8C onto 1."
SHORTHAND_TOO_LONG = "That's longer than any hand of cards."
SHORTHAND_TWICE = "{card} is entered twice."
SHORTHAND_TAKEN = "{card} is already in {owner}'s hand."
SHORTHAND_AMBIGUOUS = "{token} could be several cards: {free} are free. Name the suits, as in {example}."
SHORTHAND_NONE_LEFT = "{token}: no {rank} is left."
SHORTHAND_ONE_LEFT = "{token}: only {left} is left."
SHORTHAND_FEW_LEFT = "{token}: only {left} are left."
SHORTHAND_NEEDS_SUIT = "{token} needs a suit: C, D, H or S, as in {example}."
SHORTHAND_NOT_A_CARD = "{token} isn't a card. Enter rank and suit, as in 5C or QH."
SHORTHAND_RUN_SUITS = "{token}: a run stays in one suit."
SHORTHAND_SUITS_UNCLEAR = "{token}: which suit belongs to which card?"
