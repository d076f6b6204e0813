"""The whole ruling of hands that lie on the table, once more: what is wrong, and who scores what.

Only for hands laid out or counted, scored as they lie; what the app finds by itself is checked elsewhere.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from tests.support.rummy.reference import GEM_LETTERS, VALUES, Cards, Melds, has_all_gems
from tests.support.rummy.reference_pricing import BOOK, Counts, plain_points

Document = dict[str, Any]
Fault = tuple[str, str | None, tuple[str, ...]]
SIZES = {"gem-rummy": 11, "gin-rummy": 10, "knock-rummy": 7}


class PlainRuling:
    def __init__(self, document: Document, melds: Melds) -> None:
        self.document = document
        self.melds = melds
        self.game: str = document["game"]
        self.rules: Mapping[str, Any] = {**BOOK[self.game], **document["house_rules"]}
        self.players: list[Document] = document["players"]
        self.names = [player["name"] for player in self.players]
        self.knocker: str = document["knocker"]
        self.knockers: Document = self.players[self.names.index(self.knocker)]
        self.deadwood = {player["name"]: set(player.get("deadwood", [])) for player in self.players}
        self.faults: list[Fault] = []
        self.call = self._call()
        self.lying = {
            (player["name"], place): frozenset(group)
            for player in self.players
            for place, group in enumerate(player.get("melds", []))
        }
        self.closed = self.call in ("gin", "big-gin") and not self._count(self.knockers)
        self._check_cards()
        self._check_call()
        self._lay_off()

    def points(self) -> list[int] | None:
        if self.faults:
            return None
        counts = Counts(
            self.names.index(self.knocker),
            self.call,
            [self._count(player) for player in self.players],
            [self._has_gem_parts(player) for player in self.players],
        )
        return plain_points(self.game, self.rules, counts)

    def _count(self, player: Document) -> int:
        counted: int | None = player.get("deadwood_points")
        return sum(VALUES[card] for card in self.deadwood[player["name"]]) if counted is None else counted

    def _cards(self, player: Document) -> list[str]:
        return [*chain(*player.get("melds", [])), *player.get("deadwood", [])]

    def _gem_parts_are_worth(self, player: Document) -> int:
        """Tell what Gem Parts brings this player; where it brings nothing, there is none."""
        key = "gem_parts_knocker" if player["name"] == self.knocker else "gem_parts_other"
        return int(self.rules.get(key, 16))

    def _has_gem_parts(self, player: Document) -> bool:
        if not self._gem_parts_are_worth(player):
            return False
        if "deadwood_points" in player:
            return bool(player.get("gem_parts"))
        if player.get("gem_parts") is False:
            return False
        if player.get("gem_parts") == "checked" and "print" not in self.document:
            return len(set(self._cards(player))) >= len(GEM_LETTERS)
        return "print" in self.document and has_all_gems(frozenset(self._cards(player)), self.document["print"])

    def _big_gin_is_played(self) -> bool:
        return self.rules.get("big_gin_bonus") is not None

    def _usual_size(self) -> int:
        size = 10 if self.game == "knock-rummy" and len(self.players) == 2 else SIZES[self.game]
        return int(self.rules.get("hand_size", size))

    def _call(self) -> str:
        said: str | None = self.document.get("call")
        if said is not None and (said != "knock" or self.game == "gem-rummy"):
            return said
        if self._count(self.knockers):
            return "knock"
        if self.game == "knock-rummy":
            return "rum"
        one_more = len(set(self._cards(self.knockers))) == self._usual_size() + 1 and len(self.players) == 2
        return "big-gin" if one_more and self._big_gin_is_played() else "gin"

    def _check_cards(self) -> None:
        seen: Counter[str] = Counter()
        for player in self.players:
            for card in self._cards(player):
                seen[card] += 1
                if seen[card] == 2:
                    self.faults.append(("card-repeated", player["name"], (card,)))
        for player in self.players:
            if "deadwood_points" in player:
                continue
            keeps_one = player["name"] == self.knocker and self.call == "big-gin" and self._big_gin_is_played()
            size, held = self._usual_size() + keeps_one, len(self._cards(player))
            if held < size or (held > size and not (self.game == "gem-rummy" and len(self.players) == 3)):
                self.faults.append(("card-count", player["name"], ()))
            if player.get("gem_parts") and self._gem_parts_are_worth(player):
                self._check_claim(player)
            for group in player["melds"]:
                if not self._is_a_meld(frozenset(group)):
                    code = "gem-unknown" if self._may_be_a_stash(group) else "not-a-meld"
                    self.faults.append((code, player["name"], tuple(sorted(group))))

    def _check_claim(self, player: Document) -> None:
        """Without a print eight cards may bear eight gems, whichever they are, and the table may have looked."""
        name, cards = player["name"], self._cards(player)
        if "print" not in self.document and len(set(cards)) >= len(GEM_LETTERS):
            if player["gem_parts"] == "checked":
                return
            self.faults.append(("gem-unknown", name, tuple(sorted(cards))))
        elif "print" not in self.document or not has_all_gems(frozenset(cards), self.document["print"]):
            self.faults.append(("not-gem-parts", name, ()))

    def _is_a_meld(self, group: Cards) -> bool:
        return group in self.melds.within(group)

    def _may_be_a_stash(self, group: list[str]) -> bool:
        """Say whether, without a print, four or more cards stand in different groups of eight gems."""
        if self.game != "gem-rummy" or "print" in self.document or len(group) < 4:
            return False
        eights = ["A2", "34", "56", "78", "910", "JQ", "K"]
        places = [next(eight for eight in eights if card[:-1] in eight) for card in group]
        return len(set(places)) == len(places)

    def _check_call(self) -> None:
        deadwood = self._count(self.knockers)
        cards = tuple(sorted(self.knockers.get("deadwood", [])))
        if self.call != "knock":
            played = self.call != "big-gin" or self._big_gin_is_played()
            if deadwood or not played:
                self.faults.append((f"not-{self.call}", self.knocker, cards))
            return
        limits = {"gem-rummy": sum(self.document.get("dice", [])), "gin-rummy": 10, "knock-rummy": 1000}
        if deadwood > self.rules.get("knock_limit", limits[self.game]):
            self.faults.append(("knock-too-high", self.knocker, cards))

    def _lay_off(self) -> None:
        moves = self.document["lay_offs"]
        if self.game == "knock-rummy":
            self.faults += [("lay-off-not-played", move["player"], card_of(move)) for move in moves]
            return
        at = self.names.index(self.knocker)
        turns = [self.names[(at + step) % len(self.names)] for step in range(1, len(self.names))]
        passed: set[str] = set()
        for move in moves:
            name, card = move["player"], card_of(move)
            if name == self.knocker:
                self.faults += [("lay-off-by-knocker", name, card)] if card else []
                continue
            wrong = [*self._out_of_turn(turns, passed, name)] if card else []
            turns = [other for other in turns if other != name] + [name]
            if not card:
                passed.add(name)
            else:
                passed.discard(name)
                wrong += self._wrong(move)
                if "not" not in "".join(wrong):
                    self._play(move, wrong)
            self.faults += [(f"lay-off-{code}", name, card) for code in wrong]

    def _out_of_turn(self, turns: list[str], passed: set[str], name: str) -> Iterator[str]:
        first = turns[0]
        if first != name and first not in passed and self._can_lay_off(first):
            yield "out-of-turn"

    def _can_lay_off(self, name: str) -> bool:
        return any(
            self.melds.extended_by(meld, card)
            for (owner, _), meld in self.lying.items()
            if owner != name and not (self.closed and owner == self.knocker) and self._is_a_meld(meld)
            for card in self.deadwood[name]
        )

    def _wrong(self, move: Document) -> Iterator[str]:
        owner, place = move["onto"]["player"], move["onto"]["meld"]
        meld = self.lying[owner, place]
        if move["card"] not in self.deadwood[move["player"]]:
            yield "not-held"
        elif owner == move["player"]:
            yield "onto-own"
        elif self.closed and owner == self.knocker:
            yield "on-gin"
        elif self._is_a_meld(meld) and not self.melds.extended_by(meld, move["card"]):
            yield "does-not-fit"

    def _play(self, move: Document, wrong: list[str]) -> None:
        if {"onto-own", "on-gin"} & set(wrong):
            return
        owner, place = move["onto"]["player"], move["onto"]["meld"]
        meld = self.lying[owner, place]
        if self._is_a_meld(meld):
            self.lying[owner, place] = meld | {move["card"]}
            self.deadwood[move["player"]].remove(move["card"])


def card_of(move: Document) -> tuple[str, ...]:
    return (move["card"],) if "card" in move else ()
