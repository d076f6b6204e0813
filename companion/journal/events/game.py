"""Events about a game as a whole, and undo and redo."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from companion.documents.game import Document
from companion.documents.texts import clean_name, name_key
from companion.journal.codec import ALWAYS
from companion.journal.events.base import (
    AnyEvent,
    Kind,
    Objection,
    Obstacle,
    Part,
    Parts,
    objection_to_date,
    objection_to_name,
    objection_to_note,
    objection_to_place,
)
from companion.journal.names import members_to_rename, renamed_head, renamed_teams, sides_alike
from companion.journal.state import DeckUsed, GameState, OpenGame, Record
from companion.rules.rummy.house_rules import rules_of_hands


@dataclass(frozen=True, slots=True)
class GameStarted(AnyEvent):
    """A game started. `head` is the game document without its hands or rounds."""

    kind: ClassVar = Kind.GAME_STARTED
    is_undoable: ClassVar[bool] = False
    head: Document
    deck: DeckUsed | None = field(default=None, metadata=ALWAYS)

    def apply(self, _game: OpenGame, _record: Record) -> None:
        # The fold begins with it.
        return

    def objection(self, _state: GameState) -> Objection | None:
        return Objection(Obstacle.GAME_STARTED)


@dataclass(frozen=True, slots=True)
class _AboutAllHands(AnyEvent):
    relied_on: ClassVar = (Part.NEXT_HAND,)
    """A hand recorded meanwhile would be changed unseen."""


@dataclass(frozen=True, slots=True)
class HouseRulesChanged(_AboutAllHands):
    """The house rules were changed for the whole game, in the hands already recorded too."""

    kind: ClassVar = Kind.HOUSE_RULES_CHANGED
    changed_parts: ClassVar = (Part.RULES, Part.COMING_RULES)
    house_rules: Mapping[str, object]

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.set_in_head("house_rules", dict(self.house_rules))
        game.rules_of_all = rules_of_hands(self.house_rules)
        game.changes_of_all += 1


@dataclass(frozen=True, slots=True)
class HouseRulesFrom(_AboutAllHands):
    """Earlier hands keep the rules they were played by, but what belongs to the whole game changes (`GAME_RULES`)."""

    kind: ClassVar = Kind.HOUSE_RULES_FROM
    changed_parts: ClassVar = (Part.COMING_RULES,)
    house_rules: Mapping[str, object]

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.set_in_head("house_rules", dict(self.house_rules))


@dataclass(frozen=True, slots=True)
class GemsLearned(AnyEvent):
    """The gems on some cards became known, as `{"7D": "S"}`. A King may have one letter or two."""

    kind: ClassVar = Kind.GEMS_LEARNED
    gems: Mapping[str, str]
    not_gems: Mapping[str, str] = field(default_factory=dict)
    """The gems that some cards don't show; an empty text forgets those of a card."""

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.set_in_head("gems", _learned(game.head.get("gems"), self.gems))
        game.set_in_head("not_gems", _learned(game.head.get("not_gems"), self.not_gems))

    def changes(self, _recorded: int) -> Parts:
        return frozenset((Part.GEM, card) for card in (*self.gems, *self.not_gems))

    def objection(self, state: GameState) -> Objection | None:
        return Objection(Obstacle.ALL_GEMS_KNOWN) if "print" in state.head else None


def _learned(known: object, gems: Mapping[str, str]) -> dict[str, str]:
    before = {str(card): str(letters) for card, letters in known.items()} if isinstance(known, Mapping) else {}
    return {card: letters for card, letters in {**before, **gems}.items() if letters}


@dataclass(frozen=True, slots=True)
class PlayersRenamed(_AboutAllHands):
    """Players were renamed, as `{"An": "Ann"}`, in hands already recorded too."""

    kind: ClassVar = Kind.PLAYERS_RENAMED
    changed_parts: ClassVar = (Part.NAMES,)
    is_undoable: ClassVar[bool] = False
    names: Mapping[str, str]

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.head = renamed_head(game.head, self.names)

    def objection(self, state: GameState) -> Objection | None:
        renamable = {*state.players, *members_to_rename(state.head)}
        if not self.names or not renamable.issuperset(self.names):
            return Objection(Obstacle.ONLY_PLAYERS_RENAMED)
        players = [self.names.get(name, name) for name in state.players]
        members = [member for team in renamed_teams(state.head, self.names) for member in team]
        if any(len({name_key(name) for name in group}) < len(group) for group in (players, members)):
            return Objection(Obstacle.SAME_NAME)
        if sides_alike(renamed_head(state.head, self.names)):
            return Objection(Obstacle.SAME_SIDE)
        return next(filter(None, map(objection_to_name, self.names.values())), None)


@dataclass(frozen=True, slots=True)
class GameNoted(AnyEvent):
    kind: ClassVar = Kind.GAME_NOTED
    changed_parts: ClassVar = (Part.NOTE,)
    note: str

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.set_in_head("note", self.note)

    def objection(self, _state: GameState) -> Objection | None:
        return objection_to_note(self.note)


@dataclass(frozen=True, slots=True)
class GameDated(AnyEvent):
    kind: ClassVar = Kind.GAME_DATED
    changed_parts: ClassVar = (Part.DATE,)
    at: str

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.set_in_head("at", self.at)

    def objection(self, _state: GameState) -> Objection | None:
        return objection_to_date(self.at)


@dataclass(frozen=True, slots=True)
class GamePlaced(AnyEvent):
    """Where the game was played, in a word or two: empty for nowhere in particular."""

    kind: ClassVar = Kind.GAME_PLACED
    changed_parts: ClassVar = (Part.PLACE,)
    place: str

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.set_in_head("place", clean_name(self.place))

    def objection(self, _state: GameState) -> Objection | None:
        return objection_to_place(self.place)


@dataclass(frozen=True, slots=True)
class GameClosed(_AboutAllHands):
    """The game was closed: nothing more is recorded until it is reopened."""

    kind: ClassVar = Kind.GAME_CLOSED
    changed_parts: ClassVar = (Part.OPEN,)
    moved: bool = False
    """Whoever closed it goes on with it on a phone of their own, which has all that was recorded until then."""

    def apply(self, game: OpenGame, record: Record) -> None:
        game.closed = True
        game.taken_by = record.by if self.moved else ""


@dataclass(frozen=True, slots=True)
class GameReopened(_AboutAllHands):
    kind: ClassVar = Kind.GAME_REOPENED
    changed_parts: ClassVar = (Part.OPEN,)

    def apply(self, game: OpenGame, _record: Record) -> None:
        game.closed = False
        game.taken_by = ""

    def why_impossible(self, state: GameState) -> Objection | None:
        return None if state.closed else Objection(Obstacle.GAME_OPEN)


@dataclass(frozen=True, slots=True)
class _OfRecord(AnyEvent):
    """Whether an earlier record counts, which the fold knows before it begins."""

    is_undoable: ClassVar[bool] = False
    record: int

    def apply(self, _game: OpenGame, _record: Record) -> None:
        return

    def changes(self, _recorded: int) -> Parts:
        # It changes what the record changes, too.
        return frozenset({(Part.UNDO, self.record)})


@dataclass(frozen=True, slots=True)
class Undone(_OfRecord):
    """An earlier record no longer counts."""

    kind: ClassVar = Kind.UNDONE

    def objection(self, state: GameState) -> Objection | None:
        return None if self.record == state.undoable else Objection(Obstacle.NOTHING_TO_UNDO)


@dataclass(frozen=True, slots=True)
class Redone(_OfRecord):
    """A record that was undone counts again."""

    kind: ClassVar = Kind.REDONE

    def objection(self, state: GameState) -> Objection | None:
        return None if self.record == state.redoable else Objection(Obstacle.NOTHING_TO_REDO)


GameEvent: TypeAlias = (
    HouseRulesChanged
    | HouseRulesFrom
    | GemsLearned
    | PlayersRenamed
    | GameNoted
    | GameDated
    | GamePlaced
    | GameClosed
    | GameReopened
)
"""What is done to a game that goes on."""

EventOfGame: TypeAlias = GameStarted | GameEvent | Undone | Redone
