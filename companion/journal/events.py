"""What can happen at a table, told in the past tense; the names under which it is stored never change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

Document: TypeAlias = Mapping[str, object]
"""A JSON object of the public formats (docs/formats.md): a hand, a round, the head of a game."""


class Kind(StrEnum):
    """The stored names of the events. A name that was once written is never renamed and never reused."""

    GAME_STARTED = "game-started"
    HAND_RECORDED = "hand-recorded"
    DEAL_RECORDED = "deal-recorded"
    HAND_REPLACED = "hand-replaced"
    HAND_STRUCK_OUT = "hand-struck-out"
    HAND_RESTORED = "hand-restored"
    HAND_MOVED = "hand-moved"
    HAND_NOTED = "hand-noted"
    HAND_DATED = "hand-dated"
    HAND_ACCEPTED = "hand-accepted"
    HAND_DISPUTED = "hand-disputed"
    HAND_OVERRULED = "hand-overruled"
    OVERRULING_WITHDRAWN = "overruling-withdrawn"
    HOUSE_RULES_CHANGED = "house-rules-changed"
    GEMS_LEARNED = "gems-learned"
    DECK_CHANGED = "deck-changed"
    PLAYERS_RENAMED = "players-renamed"
    GAME_NOTED = "game-noted"
    GAME_DATED = "game-dated"
    GAME_CLOSED = "game-closed"
    GAME_REOPENED = "game-reopened"
    UNDONE = "undone"
    REDONE = "redone"


@dataclass(frozen=True, slots=True)
class DeckUsed:
    """Which of the decks was on the table; a made-up print says so wherever it is used."""

    id: int | None
    name: str
    made_up: bool = False


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began. `head` is the game document without its hands or rounds: game, players, house rules and so on."""

    head: Document
    deck: DeckUsed | None = None


@dataclass(frozen=True, slots=True)
class HandRecorded:
    """A hand (in Gem II: a round) was played; `document` is what the table said. The fold gives it its number.

    `changed` names who changed whose cards after the hands were turned up: for each such hand its `player`, `by` whom
    it was changed, and what lay there `before`, as in a hand document. It is for the history, and never exported.
    """

    document: Document
    changed: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class DealRecorded:
    """A round of Gem II went on by a deal, or by a call on the deal just played; `document` is the round with it.

    Before this kind there was only `HandReplaced` for it: journals of that time have it for deals as well.
    """

    hand: int
    document: Document


@dataclass(frozen=True, slots=True)
class HandReplaced:
    """The table corrected what it had said of a hand. An overruling stays only if the new document has one."""

    hand: int
    document: Document


@dataclass(frozen=True, slots=True)
class HandStruckOut:
    """A hand no longer counts; it stays on the sheet, struck through."""

    hand: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HandRestored:
    """A hand that was struck out counts again."""

    hand: int


@dataclass(frozen=True, slots=True)
class HandMoved:
    """A hand was put before another one in the order of play, or with `before` None to the end."""

    hand: int
    before: int | None = None


@dataclass(frozen=True, slots=True)
class HandNoted:
    """A hand has another note, or with an empty one none."""

    hand: int
    note: str


@dataclass(frozen=True, slots=True)
class HandDated:
    """A hand has another date, or with an empty one none."""

    hand: int
    at: str


@dataclass(frozen=True, slots=True)
class HandAccepted:
    """A player accepted the ruling on a hand, seeing these points: under other points the mark no longer holds."""

    hand: int
    player: str
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HandDisputed:
    """A player disputed the ruling on a hand, with a word why."""

    hand: int
    player: str
    word: str


@dataclass(frozen=True, slots=True)
class HandOverruled:
    """The table set the ruling on a hand aside: these points count, and the sheet says so."""

    hand: int
    points: Mapping[str, int]
    winner: str | None
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class OverrulingWithdrawn:
    """The ruling on a hand stands again."""

    hand: int


@dataclass(frozen=True, slots=True)
class HouseRulesChanged:
    """The table plays by these house rules, from the first hand on: a game document has one set of them."""

    house_rules: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GemsLearned:
    """The letters of single cards were read from the deck, as `{"7D": "S"}`; a King's may be one letter or two."""

    gems: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeckChanged:
    """Another deck is on the table, or another print was entered for it: what was known of the gems is replaced."""

    deck: DeckUsed | None
    print: Mapping[str, str] | None = None
    gems: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayersRenamed:
    """Players have other names, as `{"An": "Ann"}`; the hands already recorded follow."""

    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GameNoted:
    """The game has another note, or with an empty one none."""

    note: str


@dataclass(frozen=True, slots=True)
class GameDated:
    """The game has another date, or with an empty one none."""

    at: str


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The table is cleared: nothing more is recorded until it is reopened."""


@dataclass(frozen=True, slots=True)
class GameReopened:
    """The table is laid again."""


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier record no longer counts."""

    record: int


@dataclass(frozen=True, slots=True)
class Redone:
    """A record that was undone counts again."""

    record: int


HandEvent: TypeAlias = (
    DealRecorded
    | HandReplaced
    | HandStruckOut
    | HandRestored
    | HandMoved
    | HandNoted
    | HandDated
    | HandAccepted
    | HandDisputed
    | HandOverruled
    | OverrulingWithdrawn
)
"""What happens to a hand that is on the sheet already."""

DocumentEvent: TypeAlias = HandRecorded | DealRecorded | HandReplaced
"""What gives a hand a document, and so a ruling, of its own."""

GameEvent: TypeAlias = (
    HouseRulesChanged | GemsLearned | DeckChanged | PlayersRenamed | GameNoted | GameDated | GameClosed | GameReopened
)
"""What happens to the game as a whole."""

Event: TypeAlias = GameStarted | HandRecorded | HandEvent | GameEvent | Undone | Redone

CLASS_OF: Mapping[Kind, type[Event]] = {
    Kind.GAME_STARTED: GameStarted,
    Kind.HAND_RECORDED: HandRecorded,
    Kind.DEAL_RECORDED: DealRecorded,
    Kind.HAND_REPLACED: HandReplaced,
    Kind.HAND_STRUCK_OUT: HandStruckOut,
    Kind.HAND_RESTORED: HandRestored,
    Kind.HAND_MOVED: HandMoved,
    Kind.HAND_NOTED: HandNoted,
    Kind.HAND_DATED: HandDated,
    Kind.HAND_ACCEPTED: HandAccepted,
    Kind.HAND_DISPUTED: HandDisputed,
    Kind.HAND_OVERRULED: HandOverruled,
    Kind.OVERRULING_WITHDRAWN: OverrulingWithdrawn,
    Kind.HOUSE_RULES_CHANGED: HouseRulesChanged,
    Kind.GEMS_LEARNED: GemsLearned,
    Kind.DECK_CHANGED: DeckChanged,
    Kind.PLAYERS_RENAMED: PlayersRenamed,
    Kind.GAME_NOTED: GameNoted,
    Kind.GAME_DATED: GameDated,
    Kind.GAME_CLOSED: GameClosed,
    Kind.GAME_REOPENED: GameReopened,
    Kind.UNDONE: Undone,
    Kind.REDONE: Redone,
}
_KIND_OF = {kind_class: kind for kind, kind_class in CLASS_OF.items()}


def kind_of(event: Event) -> Kind:
    """Tell the stored name of an event."""
    return _KIND_OF[type(event)]


class JournalError(ValueError):
    """Stored records cannot be read, or do not make a game."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a game's journal: its place, when and by whom it was said, and what happened."""

    seq: int
    at: str
    """UTC, to the second, as `2026-11-21T09:05:00Z`."""
    by: str
    """A player's name, or what the phone calls itself: text for the history, nothing is decided by it."""
    event: Event
