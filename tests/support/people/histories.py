"""Random histories of games: entered wrong and corrected, struck out, undone, overruled, renamed, closed."""

import random
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.documents.errors import DocumentError
from companion.documents.game import RecordedHand
from companion.journal import events
from companion.journal.events import game, hands
from companion.journal.exchange import Entry
from companion.journal.fold import Replay
from companion.journal.kinds import kind_of, sheet_of
from companion.journal.preview import why_not_countable
from companion.journal.state import GameState, Record
from companion.store.derived.table_cache import RulingCache
from tests.support.people.exported import Document, hands_key
from tests.support.people.random_games import CIRCLE, PLACES, random_day, written


class History:
    """A game as a table tells it to the app, event by event; what the app would refuse isn't said."""

    def __init__(self, rng: random.Random, document: Document) -> None:
        self.rng = rng
        self.head = {key: value for key, value in document.items() if key != hands_key(document["game"])}
        self.hands: list[Document] = document[hands_key(document["game"])]
        self.id = f"game-{rng.getrandbits(64):016x}"
        self._at = datetime.fromisoformat(random_day(rng)).replace(tzinfo=UTC) + timedelta(hours=rng.randrange(20))
        self._rulings = RulingCache({})
        self.records: list[Record] = []
        self._recorded = 0
        self._replay = Replay([self._record(game.GameStarted(self.head))])

    def entries(self) -> list[Entry]:
        return [Entry(f"{self.id}-{record.seq}", record) for record in self.records]

    @property
    def state(self) -> GameState:
        return self._replay.state()

    def tell(self) -> None:
        for hand in self.hands:
            self._enter(hand)
            if self.rng.random() < 0.35:
                self.say(self.anything())
        for _ in range(self.rng.choice((0, 1, 2, 4))):
            self.say(self.anything())

    def say(self, event: events.Event | None) -> bool:
        """Record an event unless the app would refuse it; say whether it was recorded."""
        if event is None or event.why_impossible(self.state) is not None:
            return False
        record = self._record(event)
        self._replay.add(record)
        state = self.state
        if why_not_countable(state, sheet_of(state, self._rulings.rule), event) is None:
            self._recorded += isinstance(event, hands.HandRecorded)
            return True
        self.records.pop()
        self._replay = Replay(self.records)
        return False

    def _record(self, event: events.Event) -> Record:
        self._at += timedelta(minutes=self.rng.choice((1, 5, 600)))
        record = Record(len(self.records) + 1, f"{self._at:%Y-%m-%dT%H:%M:%SZ}", "Ann", event)
        self.records.append(record)
        return record

    def _enter(self, hand: Document) -> None:
        """Record a hand, sometimes at the second attempt."""
        match self.rng.randrange(8):
            case 0 if self.say(self._next_hand(self.rng.choice(self.hands))):
                self.say(hands.HandReplaced(self._recorded, self._read(hand, self._recorded)))
            case 1 if self.say(self._next_hand(self.rng.choice(self.hands))):
                self._undo()
                self.say(self._next_hand(hand))
            case 2 if self.say(self._next_hand(hand)):
                self.say(hands.HandStruckOut(self._recorded, "misdeal"))
                self.say(hands.HandRestored(self._recorded))
            case 3 if self.say(self._next_hand(hand)):
                self._undo()
                self.say(game.Redone(self.state.redoable or 1))
            case _:
                self.say(self._next_hand(hand))

    def _undo(self) -> None:
        self.say(game.Undone(self.state.undoable or 1))

    def _next_hand(self, hand: Document) -> hands.HandRecorded:
        return hands.HandRecorded(self._read(hand, self._recorded + 1))

    def _read(self, hand: Document, number: int) -> RecordedHand:
        """Read a hand with its number as its note, by which it is known wherever the game goes."""
        remarks: Document = {"note": f"#{number}"}
        if self.rng.random() < 0.1:
            remarks["at"] = written(self.rng, random_day(self.rng))
        return kind_of(self.head["game"]).read_hand({**hand, **remarks}, "", self.head)

    def anything(self) -> events.Event | None:
        rng, state = self.rng, self.state
        number = rng.choice(state.hands).number if state.hands else 1
        player = rng.choice(state.players)
        match rng.randrange(18):
            case 0 | 1 | 2 if self.hands:
                return hands.HandReplaced(number, self._read(rng.choice(self.hands), number))
            case 3 | 4:
                return hands.HandStruckOut(number, rng.choice(("", "misdeal")))
            case 5:
                return hands.HandRestored(number)
            case 6 | 7:
                return self._overruling(state, number)
            case 8:
                return hands.OverrulingWithdrawn(number)
            case 9 | 10:
                return game.Undone(state.undoable or 1)
            case 11:
                return game.Redone(state.redoable or 1)
            case 12 | 13:
                free = [name for name in CIRCLE if name not in str(state.head)]
                return game.PlayersRenamed({player: rng.choice(free)}) if free else None
            case 14:
                return self._other_rules(state)
            case 15:
                return rng.choice(
                    (
                        game.GameDated(written(rng, random_day(rng))),
                        game.GameDated(""),
                        hands.HandDated(number, random_day(rng)),
                    )
                )
            case 16:
                return rng.choice(
                    (
                        game.GamePlaced(rng.choice(PLACES)),
                        game.GameNoted("late"),
                        game.GameClosed(),
                        game.GameReopened(),
                    )
                )
            case _:
                return rng.choice(
                    (hands.HandAccepted(number, player, {player: 1}), hands.HandDisputed(number, player, "no set"))
                )

    def _overruling(self, state: GameState, number: int) -> events.Event | None:
        hand = state.hand(number)
        if hand is None:
            return None
        pair = [state.players[seat] for seat in hand.recorded.seats or ()] or state.players
        points = {name: self.rng.choice((0, self.rng.randint(-10, 40))) for name in pair}
        winner = None if state.game.startswith("gem-ii") else self.rng.choice(pair)
        return hands.HandOverruled(number, points, winner, "We settled it.", self.rng.choice(state.players))

    def _other_rules(self, state: GameState) -> events.Event | None:
        if state.game.startswith("gem-ii"):
            return None
        given: Any = state.head.get("house_rules")
        now: Mapping[str, object] = given or {}
        changed: Document = self.rng.choice(
            ({"target": self.rng.choice((25, 50, 90))}, {"undercut_bonus": self.rng.choice((5, 15, 30))})
        )
        rules = {**now, **changed}
        with suppress(DocumentError):
            kind_of(state.game).read({**state.head, "house_rules": rules, "hands": []})
            return self.rng.choice((game.HouseRulesChanged(rules), game.HouseRulesFrom(rules)))
        return None
