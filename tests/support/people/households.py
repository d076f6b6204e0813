"""A phone with random games in a store: its own, those it joined, left or imported twice; and names that are merged."""

import json
import random
from contextlib import suppress
from itertools import combinations

from companion.documents.errors import DocumentError
from companion.journal.events.hands import HandRecorded
from companion.journal.exchange import exported, write_journal
from companion.store import games, transfer
from companion.store.database import Store
from companion.store.errors import NotPossible
from companion.store.people import devices, members, persons
from companion.store.people.members import Role
from tests.support.people.exported import Document, Exported, hands_key
from tests.support.people.histories import History
from tests.support.people.random_games import PLACES, random_day, random_played_game
from tests.support.people.recount import Recount
from tests.support.store import change


class Household:
    def __init__(self, rng: random.Random, store: Store) -> None:
        self.rng = rng
        self.store = store
        self.phone = devices.find_or_create(store, "Ann's phone").id
        self._other = devices.find_or_create(store, "Bob's phone").id
        self._mine: list[str] = []
        self._told: dict[str, History] = {}
        self._same_as: dict[str, str] = {}
        """For each spelling, the name that it was merged into."""

    def play(self, many: int) -> None:
        """Play so many games on this phone and on another one, and bring some of them in once more."""
        for _ in range(many):
            history = History(self.rng, random_played_game(self.rng))
            history.tell()
            owner = self._other if self.rng.random() < 0.15 else self.phone
            entries = transfer.read(json.loads(write_journal(history.entries())))
            game = transfer.bring_in(self.store, transfer.Importer(owner), entries).game
            if owner == self._other:
                self._meet(game)
                continue
            self._mine.append(game)
            self._told[game] = history
            if self.rng.random() < 0.4:
                self._correct(game, history)
            if self.rng.random() < 0.3:
                self._import_again(game)

    def _meet(self, game: str) -> None:
        """Join the other phone's game, and perhaps leave it again."""
        if self.rng.random() < 0.6:
            members.join(self.store, game, self.phone, Role.VIEWER)
            if self.rng.random() < 0.3:
                members.leave(self.store, game, self.phone)
            else:
                self._mine.append(game)

    def let_time_pass(self) -> None:
        """Have all games be as they were a while ago."""
        for game in self._mine:
            long_ago = f"2020-01-01T00:00:{self.rng.randrange(10):02}Z"
            change(self.store, "UPDATE games SET changed_at = ? WHERE id = ?", [long_ago, game])

    def go_on(self) -> None:
        """Correct some games, delete others, import some again, and play a few more.

        Names that are one person by now may come to one table.
        """
        for game, history in [*self._told.items()]:
            chance = self.rng.random()
            if chance < 0.3:
                self._correct(game, history)
            elif chance < 0.4:
                self._import_again(game)
            elif chance < 0.5:
                games.delete(self.store, game, seen=games.table_summary(self.store, game).seq)
                self._mine.remove(game)
                del self._told[game]
        self.play(self.rng.randint(0, 2))

    def _correct(self, game: str, history: History) -> None:
        for _ in range(self.rng.randint(1, 4)):
            event = history.anything()
            if isinstance(event, HandRecorded) or not history.say(event):
                continue
            seen = history.records[-1].seq - 1
            games.append(
                self.store,
                game,
                history.records[-1].event,
                record_id=f"{history.id}-{seen + 1}",
                seen=seen,
                author=games.Author(self.phone, "Ann"),
            )

    def _import_again(self, game: str) -> None:
        """Bring in the document of a game once more, with other remarks; now and then it lacks a hand."""
        document = self.document_of(game)
        key = hands_key(document["game"])
        hands: list[Document] = document[key]
        if self.rng.random() < 0.3 and len(hands) > 1:
            hands.pop()
        for number, hand in enumerate(hands, start=1):
            hand["note"] = f"#{number}"
        document |= {"at": random_day(self.rng), "place": self.rng.choice(PLACES)}
        with suppress(NotPossible, DocumentError):
            author = games.Author(self.phone, "Ann")
            record_id = f"import-{self.rng.getrandbits(64):016x}"
            self._mine.append(games.import_document(self.store, author, document, record_id=record_id))

    def document_of(self, game: str) -> Document:
        document: Document = json.loads(json.dumps(exported(*games.sheet(self.store, game))))
        return document

    def recount(self) -> Recount:
        made = {row["id"]: row["made_at"] for row in self.store.rows("SELECT id, made_at FROM games")}
        return Recount(
            [
                Exported(game, self.document_of(game), json.loads(transfer.export(self.store, game)), made[game])
                for game in self._mine
            ],
            {name: self._person(name) for name in self._same_as},
        )

    def _person(self, name: str) -> str:
        while name in self._same_as:
            name = self._same_as[name]
        return name

    def merge_some(self) -> None:
        """Say of some who never sat at one table that they are the same; take some of it back."""
        recount = self.recount()
        names = sorted({name for game in recount.all_games for seat in game.seats for name in seat.people})
        for one, other in self.rng.sample([*combinations(names, 2)], min(6, len(names) * (len(names) - 1) // 2)):
            name, into = self.rng.choice(((one, other), (other, one)))
            whose, of = self._person(name), self._person(into)
            tables = [{self._person(who) for seat in game.seats for who in seat.people} for game in recount.all_games]
            if whose == of or any({whose, of} <= table for table in tables):
                continue
            persons.merge(self.store, self.phone, name, into)
            self._same_as[whose] = of
        for name in [*self._same_as]:
            if self.rng.random() < 0.2:
                persons.split(self.store, self.phone, name)
                del self._same_as[name]
