"""What can be wrong with a document, with the facts. Its sentence is in wording."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Self, TypedDict, Unpack

from companion.rules.gem2.faults import EntryFault
from companion.rules.rummy.house_rules import Allowed, Contradicting, HouseRuleProblem
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.verdict import Fault


class Flaw(Enum):
    NOT_UTF8 = "not-utf-8"
    NOT_JSON = "not-json"
    NOT_A_JSON_NUMBER = "not-json"
    NUMBER_TOO_LONG = "wrong-value"
    TOO_DEEP = "too-deep"
    TOO_LARGE = "too-large"
    OTHER_KIND = "other-kind"
    NEWER_VERSION = "newer-version"

    NOT_AN_OBJECT = "wrong-type"
    WRONG_TYPE = "wrong-type"
    WRONG_VALUE = "wrong-value"
    KEY_REPEATED = "key-repeated"
    UNKNOWN_KEY = "unknown-key"
    MISSING_KEY = "missing-key"
    TOO_MANY_ITEMS = "too-many"
    TEXT_TOO_LONG = "too-long"
    CONTROL_CHARACTERS = "control-character"

    NAME_TOO_LONG = "too-long"
    NAME_WITH_CONTROLS = "control-character"
    NAME_WITH_DIRECTION = "control-character"
    NAME_WITH_UNASSIGNED = "control-character"
    NAME_INVISIBLE = "name-empty"
    NAME_REPEATED = "name-repeated"
    PLAYER_KEY_REPEATED = "key-repeated"
    NOT_A_PLAYER = "not-at-the-table"
    PLAYER_COUNT = "player-count"

    NO_GEMS = "unknown-key"
    NO_GEM_PARTS = "unknown-key"
    NO_DICE = "unknown-key"
    NO_UPCARD = "unknown-key"
    NO_PARTNERSHIPS = "unknown-key"
    NO_FORMS = "unknown-key"
    DICE_MISSING = "missing-key"
    UPCARD_MISSING = "missing-key"
    WRONG_SIDES = "wrong-value"
    SIDES_OF_TWO_OR_THREE = "wrong-value"
    UNEQUAL_SIDES = "wrong-value"
    SIDES_ALIKE = "wrong-value"
    WRONG_CAPTAINS = "wrong-value"
    DEALER_SITS_OUT = "wrong-value"
    NOT_A_PAIR = "wrong-value"
    PAIR_OF_ONE_SIDE = "wrong-value"
    HOUSE_RULE_OF_GAME = "house-rule-of-game"
    NOT_A_CARD = "unknown-card"
    CARD_REPEATED = "key-repeated"
    NOT_GEMS = "unknown-gem"
    PRINT_AND_GEMS = "key-conflict"
    HAND_REPEATED = "name-repeated"
    PLAYER_MISSING = "player-missing"
    HAND_WITHOUT_FORM = "hand-missing"
    HAND_IN_TWO_FORMS = "hand-twice"
    EMPTY_MELD = "meld-empty"
    TOO_MANY_CARDS = "too-many"
    ONLY_TRUE = "wrong-value"
    LAY_OFF_FROM_COUNTED = "lay-off-unreadable"
    LAY_OFF_ONTO_COUNTED = "lay-off-unreadable"
    LAY_OFF_ONTO_LOOSE = "lay-off-unreadable"
    LAY_OFF_WITHOUT_MELDS = "lay-off-unreadable"
    OVERRULING_WITHOUT_REASON = "wrong-value"
    TOO_MANY_LAYOUTS = "too-many-layouts"
    HAND_ILLEGAL = "hand-illegal"
    HAND_AFTER_END = "hand-after-end"
    PRINT_BROKEN = "print-broken"

    TWO_SIDES_EXPECTED = "player-count"
    WRONG_TEAMS = "wrong-value"
    WRONG_BET = "wrong-value"
    X_HOLDER_UNASKED = "key-conflict"
    EXAMPLE_UNASKED = "key-conflict"
    ROUND_OVERRULED_WITHOUT_REASON = "wrong-value"
    WRONG_PILES = "wrong-value"
    NOT_A_GEM2_CARD = "unknown-card"
    ONLY_TRUE_IN_CLAIM = "wrong-value"
    MOVE_MISSING = "missing-key"
    WRONG_CARDS_TAKEN = "wrong-value"

    UNKNOWN_RECORD = "newer-version"
    START_MISSING = "missing-key"
    ID_REPEATED = "id-repeated"
    HANDS_IN_HEAD = "unknown-key"
    NO_VERDICT = "unknown-key"

    code: str

    def __new__(cls, code: str) -> Self:
        member = object.__new__(cls)
        member._value_ = len(cls.__members__)
        member.code = code
        return member


class Expected(StrEnum):
    """What a value must be; a number's limits and the choices are facts of the error."""

    OBJECT = "object"
    LIST = "list"
    WHOLE_NUMBER = "whole-number"
    NUMBER_IN_RANGE = "number-in-range"
    TRUE_OR_FALSE = "true-or-false"
    TRUE_FALSE_OR_CHECKED = "true-false-or-checked"
    TEXT = "text"
    ONE_OF = "one-of"
    DATE = "date"
    TWO_DICE = "two-dice"
    ID = "id"
    TIME = "time"
    FEAT = "feat"


class DocumentKind(StrEnum):
    SHOWDOWN = "showdown"
    GAME = "game"
    WHOLE_GAME = "whole-game"
    BOARD = "board"


class FlawFacts(TypedDict, total=False):
    """What an error's sentence speaks of. Values and names are quoted as in JSON, and shortened."""

    value: str
    key: str
    known: tuple[str, ...]
    name: str
    card: str
    game: str
    expected: Expected
    choices: tuple[str, ...]
    least: int
    most: int
    count: int
    counts: tuple[int, ...]
    number: int
    text: str
    is_kind: DocumentKind
    asked_kind: DocumentKind
    faults: tuple[Fault, ...]
    keys: tuple[str, ...]
    rules: Game | Allowed | Contradicting
    entry: Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Defect:
    flaw: Flaw | HouseRuleProblem | EntryFault
    where: str
    facts: FlawFacts


class DocumentError(ValueError):
    def __init__(self, flaw: Flaw | HouseRuleProblem | EntryFault, where: str, **facts: Unpack[FlawFacts]) -> None:
        self.defect = Defect(flaw, where, facts)
        self.where = where
        self.code = flaw.code if isinstance(flaw, Flaw) else flaw.value
        super().__init__(f"{where}: {self.code}" if where else self.code)
