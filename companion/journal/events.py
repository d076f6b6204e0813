"""Everything that can happen in a game, as past-tense events. The names under which they are stored never change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from companion.journal.codec import ALWAYS, from_json, to_json

Document: TypeAlias = Mapping[str, object]
"""A JSON object of the public formats (docs/formats.md): a hand, a round, the head of a game."""


class Kind(StrEnum):
    """The stored names of the events: never renamed, never reused."""

    GAME_STARTED = "game-started"
    HAND_RECORDED = "hand-recorded"
    DEAL_RECORDED = "deal-recorded"
    HAND_REPLACED = "hand-replaced"
    HAND_STRUCK_OUT = "hand-struck-out"
    HAND_RESTORED = "hand-restored"
    HAND_NOTED = "hand-noted"
    HAND_DATED = "hand-dated"
    HAND_ACCEPTED = "hand-accepted"
    HAND_DISPUTED = "hand-disputed"
    HAND_OVERRULED = "hand-overruled"
    OVERRULING_WITHDRAWN = "overruling-withdrawn"
    HOUSE_RULES_CHANGED = "house-rules-changed"
    HOUSE_RULES_FROM = "house-rules-from"
    GEMS_LEARNED = "gems-learned"
    PLAYERS_RENAMED = "players-renamed"
    GAME_NOTED = "game-noted"
    GAME_DATED = "game-dated"
    GAME_CLOSED = "game-closed"
    GAME_REOPENED = "game-reopened"
    UNDONE = "undone"
    REDONE = "redone"


@dataclass(frozen=True, slots=True)
class DeckUsed:
    """The deck that a game is played with. Wherever a made-up print is used, it is called that."""

    id: int | None
    name: str
    made_up: bool = field(default=False, metadata=ALWAYS)


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game started. `head` is the game document without its hands or rounds."""

    head: Document
    deck: DeckUsed | None = field(default=None, metadata=ALWAYS)


@dataclass(frozen=True, slots=True)
class HandRecorded:
    """A hand (in Gem II: a round) was played. The fold numbers it.

    `changed` lists the hands that were changed after all hands were turned up: the `player`, `by` whom, and the cards
    `before`, as in a hand document. It is for the history, and never exported.
    """

    document: Document
    changed: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class DealRecorded:
    """A round of Gem II went on by a deal, or by a call on the deal just played; `document` is the round with it."""

    hand: int
    document: Document


@dataclass(frozen=True, slots=True)
class HandReplaced:
    """A hand was corrected. An overruling stays only if the new document has one."""

    hand: int
    document: Document


@dataclass(frozen=True, slots=True)
class HandStruckOut:
    """A hand no longer counts. It stays on the sheet, struck through."""

    hand: int
    reason: str = field(default="", metadata=ALWAYS)


@dataclass(frozen=True, slots=True)
class HandRestored:
    """A hand that was struck out counts again."""

    hand: int


@dataclass(frozen=True, slots=True)
class HandNoted:
    """A hand's note was changed, or removed if empty."""

    hand: int
    note: str


@dataclass(frozen=True, slots=True)
class HandDated:
    """A hand's date was changed, or removed if empty."""

    hand: int
    at: str


@dataclass(frozen=True, slots=True)
class HandAccepted:
    """A player accepted a ruling with these points. If the points change, the acceptance no longer holds."""

    hand: int
    player: str
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HandDisputed:
    """A player disputed the ruling on a hand, and said why."""

    hand: int
    player: str
    word: str


@dataclass(frozen=True, slots=True)
class HandOverruled:
    """The table overruled the ruling on a hand: these points count instead, and the sheet says so."""

    hand: int
    points: Mapping[str, int]
    winner: str | None
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class OverrulingWithdrawn:
    """An overruling was withdrawn: the ruling counts again."""

    hand: int


@dataclass(frozen=True, slots=True)
class HouseRulesChanged:
    """The house rules were changed for the whole game, in the hands already recorded too."""

    house_rules: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HouseRulesFrom:
    """The house rules were changed from the next recorded hand on: earlier hands keep the rules they were played by.

    What belongs to the whole game, such as the target, changes for the whole game (`GAME_RULES`).
    """

    house_rules: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GemsLearned:
    """The gems on some cards became known, as `{"7D": "S"}`. A King may have one letter or two."""

    gems: Mapping[str, str]
    not_gems: Mapping[str, str] = field(default_factory=dict)
    """The gems that some cards don't show; an empty text forgets those of a card."""


@dataclass(frozen=True, slots=True)
class PlayersRenamed:
    """Players were renamed, as `{"An": "Ann"}`, in hands already recorded too."""

    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GameNoted:
    """The game's note was changed, or removed if empty."""

    note: str


@dataclass(frozen=True, slots=True)
class GameDated:
    """The game's date was changed, or removed if empty."""

    at: str


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The game was closed: nothing more is recorded until it is reopened."""


@dataclass(frozen=True, slots=True)
class GameReopened:
    """The game was reopened."""


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
    | HandNoted
    | HandDated
    | HandAccepted
    | HandDisputed
    | HandOverruled
    | OverrulingWithdrawn
)
"""Events about a hand that is already on the sheet."""

DocumentEvent: TypeAlias = HandRecorded | DealRecorded | HandReplaced
"""Events that give a hand a document, and so a ruling."""

GameEvent: TypeAlias = (
    HouseRulesChanged
    | HouseRulesFrom
    | GemsLearned
    | PlayersRenamed
    | GameNoted
    | GameDated
    | GameClosed
    | GameReopened
)
"""Events about the game as a whole."""

Event: TypeAlias = GameStarted | HandRecorded | HandEvent | GameEvent | Undone | Redone

CLASS_OF: Mapping[Kind, type[Event]] = {
    Kind.GAME_STARTED: GameStarted,
    Kind.HAND_RECORDED: HandRecorded,
    Kind.DEAL_RECORDED: DealRecorded,
    Kind.HAND_REPLACED: HandReplaced,
    Kind.HAND_STRUCK_OUT: HandStruckOut,
    Kind.HAND_RESTORED: HandRestored,
    Kind.HAND_NOTED: HandNoted,
    Kind.HAND_DATED: HandDated,
    Kind.HAND_ACCEPTED: HandAccepted,
    Kind.HAND_DISPUTED: HandDisputed,
    Kind.HAND_OVERRULED: HandOverruled,
    Kind.OVERRULING_WITHDRAWN: OverrulingWithdrawn,
    Kind.HOUSE_RULES_CHANGED: HouseRulesChanged,
    Kind.HOUSE_RULES_FROM: HouseRulesFrom,
    Kind.GEMS_LEARNED: GemsLearned,
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
    """Return the stored name of an event."""
    return _KIND_OF[type(event)]


class JournalError(ValueError):
    """Stored records that can't be read, or don't make a game."""


def encode(event: Event) -> tuple[Kind, str]:
    """Return an event's stored kind, and its body as text."""
    return kind_of(event), to_json(event)


def decode(kind: str, body: str) -> Event:
    """Return a stored event; raise JournalError with its kind if it can't be read."""
    try:
        return from_json(CLASS_OF[Kind(kind)], body)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise JournalError(f"a record of the kind {kind!r} cannot be read: {error}") from error


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """That a record came from a file into a game that was there: when, and by which phone."""

    at: str
    by: str
    """The player on the phone's seat, or the phone's name; empty if it has none."""
    counts: bool = True
    """False for what only the phone of a player may say, who has one in the game."""


def counts(brought_in: BroughtIn | None) -> bool:
    """Return whether a record changes the game, unless it is undone."""
    return brought_in is None or brought_in.counts


@dataclass(frozen=True, slots=True)
class Record:
    """An event as stored in a game's journal: its position, when, by whom, and what happened."""

    seq: int
    at: str
    """UTC, to the second, as `2026-11-21T09:05:00Z`."""
    by: str
    """A player's name or the phone's, for the history only."""
    event: Event
    brought_in: BroughtIn | None = None
    """Known on its own server only."""

    @property
    def counts(self) -> bool:
        """Whether it changes the game, unless it is undone."""
        return counts(self.brought_in)
