"""A plain Gem II, written apart from the product: cards are texts, every rule spelled out, nothing clever.

It shuffles, deals, moves, bets, calls and scores as people at a table would, writes down the document of what it did,
and keeps the score by its own means.
"""

import random
from typing import Any

NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
PENALTIES = {"pass-turn": 5, "wrong-move": 25, "missed-move": 25, "incorrect-deal": 25, "last-round-4x": 100}

Piles = list[list[str]]
Option = tuple[int, str, int, int]
"""Move 1, 2 or 3, the card, the pile that it leaves, and where it goes: -1 is off the board."""


def value(card: str) -> int:
    return NUMERALS.index(card[:-1]) + 1


def is_green(card: str) -> bool:
    return card[-1] in "EM"


def options(piles: Piles, level: int) -> list[Option]:
    found: list[Option] = []
    for here, pile in enumerate(piles):
        if pile == []:
            continue
        card = pile[-1]
        same_suit = [other[-1] for other in piles if other != [] and other[-1][-1] == card[-1]]
        if value(card) < max(value(other) for other in same_suit):
            found.append((1, card, here, -1))
        for there, other in enumerate(piles):
            if there == here or len(pile) < 2:
                continue
            if other == []:
                found.append((2, card, here, there))
            elif is_green(other[-1]) != is_green(card):
                pair = {value(card), value(other[-1])}
                neighbors = max(pair) - min(pair) == 1
                round_the_corner = level == 1 and pair == {1, 10}
                if neighbors or round_the_corner:
                    found.append((3, card, here, there))
    return found


def due(piles: Piles, level: int) -> list[Option]:
    """Name the moves that must be made: a lower card comes off, a space is filled while there are cards for four."""
    enough = on_board(piles) > 3
    return [option for option in options(piles, level) if option[0] == 1 or (option[0] == 2 and enough)]


def make(piles: Piles, option: Option) -> Piles:
    moved = [list(pile) for pile in piles]
    _, card, here, there = option
    assert moved[here].pop() == card
    if there >= 0:
        moved[there].append(card)
    return moved


def on_board(piles: Piles) -> int:
    return sum(map(len, piles))


def most_off(piles: Piles, level: int) -> int:
    """Look at every board that can be reached, one after the other."""
    seen = {tuple(sorted(map(tuple, piles)))}
    waiting = [piles]
    fewest = on_board(piles)
    while waiting:
        here = waiting.pop()
        fewest = min(fewest, on_board(here))
        for option in options(here, level):
            there = make(here, option)
            name = tuple(sorted(map(tuple, there)))
            if name not in seen:
                seen.add(name)
                waiting.append(there)
    return on_board(piles) - fewest


def deck(source: random.Random, high: int, swaps: int) -> list[str]:
    """Shuffle; with few swaps kindly, suit after suit, so that rounds are won now and then."""
    cards = [numeral + suit for suit in "EMRH" for numeral in NUMERALS[:high]]
    for _ in range(swaps):
        one, other = source.randrange(len(cards)), source.randrange(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    return cards


MANY_SWAPS = 100


def play_on(
    piles: Piles, level: int, source: random.Random, most_moves: int = 40, stop: float = 0.4
) -> tuple[Piles, int]:
    """Make the moves that must be made and some of the others; tell how many cards came off."""
    off = 0
    for _ in range(most_moves):
        choice = options(piles, level)
        must = due(piles, level)
        if not choice or (not must and source.random() < stop):
            break
        option = source.choice(must or choice)
        off += option[0] == 1
        piles = make(piles, option)
    return piles, off


def deal_out(piles: Piles, cards: list[str], number: int = 4) -> Piles:
    dealt = [list(pile) for pile in piles]
    for place in range(min(number, len(cards))):
        dealt[place % 4].append(cards.pop(0))
    return dealt


# --- alone -------------------------------------------------------------------------------------------------------


def run_through(level: int, high: int, swaps: int, source: random.Random) -> tuple[list[int], int]:
    """Play one deck; give the cards removed after each deal, and the cards left."""
    cards = deck(source, high, swaps)
    piles: Piles = [[], [], [], []]
    deals: list[int] = []
    stop = source.choice((0.4, 1.0))
    while cards:
        piles, off = play_on(deal_out(piles, cards), level, source, most_moves=80, stop=stop)
        for _ in range(80):
            must = due(piles, level)
            if not must:
                break
            off += must[0][0] == 1
            piles = make(piles, must[0])
        deals.append(off)
    return deals, on_board(piles)


def lucky_run(level: int, high: int, source: random.Random) -> tuple[list[int], int]:
    while True:
        deals, left = run_through(level, high, 1 + source.randrange(4), source)
        if left == 4:
            return deals, left


def run_points(deals: list[int]) -> int:
    return sum(50 for off in deals if off >= 10) + sum(5 for off in deals if 5 <= off <= 9)


def solo_game(source: random.Random) -> tuple[dict[str, Any], list[list[int]]]:
    """Play five rows; give the document and, row by row, dealer points, card runs, bonus rounds."""
    chart = {4: 10, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1}
    level = source.choice((1, 2))
    swaps = source.choice((0, 1, 3, MANY_SWAPS))
    luck = source.choice((0.0, 0.5, 0.9))

    def lucky_or_not(high: int) -> tuple[list[int], int]:
        lucky = source.random() < luck
        return lucky_run(level, high, source) if lucky else run_through(level, high, swaps, source)

    rounds: list[dict[str, Any]] = []
    rows: list[list[int]] = []
    while len(rows) < 5:
        deals, left = lucky_or_not(10)
        row = [chart.get(left, 0), run_points(deals), 0]
        rows.append(row)
        played: dict[str, Any] = {"deals": deals}
        rounds.append(played)
        high = 10
        while left == 4 and high > 5:
            high -= 1
            deals, left = lucky_or_not(high)
            played.setdefault("bonus_rounds", []).append({"deals": deals})
            if left == 4:
                row[2] += 10 if high > 5 else 110
            elif len(rows) < 5:
                rows.append([chart.get(left, 0), run_points(deals), 0])
    return {"game": "gem-ii-solo", "players": ["Ann"], "level": level, "rounds": rounds}, rows


# --- two sides ---------------------------------------------------------------------------------------------------


class Table:
    def __init__(self, names: tuple[str, str], dealer: str, level: int, source: random.Random) -> None:
        self.names, self.dealer, self.level, self.source = names, dealer, level, source
        self.cards = deck(source, 10, source.choice((0, 3, MANY_SWAPS)))
        self.piles: Piles = [[], [], [], []]
        self.held: dict[str, list[str]] = {name: [] for name in names}
        self.betting = dict.fromkeys(names, 1)
        self.calling = dict.fromkeys(names, 1)
        self.points = {name: dict.fromkeys(("dealer", "player", "betting", "penalty"), 0) for name in names}
        self.deals: list[dict[str, Any]] = []
        self.ended = self.short = False
        self.known_holder = ""
        """Who holds the X that is missing at the end, where the players remember that."""

    def opponent(self, name: str) -> str:
        return self.names[1] if name == self.names[0] else self.names[0]

    def whose(self) -> str:
        return self.opponent(self.dealer) if len(self.deals) % 2 == 0 else self.dealer

    def chance(self, part: float) -> bool:
        return self.source.random() < part

    def take(self, name: str, moves: int) -> int:
        """Let a side move; what comes off is its own."""
        before = set().union(*self.piles)
        self.piles, off = play_on(self.piles, self.level, self.source, moves)
        self.held[name] += sorted(before.difference(*self.piles))
        return off

    def steal_an_x(self, name: str) -> int:
        """Take an X off by a wrong move that nobody notices."""
        for pile in self.piles:
            if pile and pile[-1].startswith("X") and on_board(self.piles) > 5:
                self.held[name].append(pile.pop())
                return 1
        return 0

    def play_deal(self) -> None:
        player = self.whose()
        other = self.opponent(player)
        deal: dict[str, Any] = {}
        if self.chance(0.04) and len(self.cards) > 6:
            deal["dealt"] = self.source.choice((3, 5))
        self.short = len(self.cards) < 4
        self.piles = deal_out(self.piles, self.cards, deal.get("dealt", 4))
        bets = [self.source.choice((5, 10)) for _ in range(self.betting[player]) if self.chance(0.3)]
        off = self.take(player, self.source.choice((1, 3, 40, 40, 40)))
        if self.chance(0.1):
            off += self.steal_an_x(player)
        calls: list[dict[str, Any]] = []
        finished, cut = 0, False
        trouble = self.source.random()
        if trouble < 0.12 and self.calling[other] > 0:
            cut = True
            finished = self.right_call(other, self.source.choice(("pass-turn", "wrong-move", "missed-move")), calls)
            if self.chance(0.2) and self.calling[player] > 0:
                off += self.right_call(player, "missed-move", calls)
        elif trouble < 0.24 and self.calling[other] > 0:
            self.wrong_call(other, self.source.choice(tuple(PENALTIES)[:3]), calls)
        elif trouble < 0.30 and self.calling[self.opponent(self.dealer)] > 0:
            receiver = self.opponent(self.dealer)
            if self.chance(0.5):
                self.wrong_call(receiver, "incorrect-deal", calls)
            else:
                cut = player == self.dealer
                self.points[receiver]["penalty"] += 25
                calls.append({"penalty": "incorrect-deal", "caller": receiver, "correct": True, "example": "A"})
                finished = self.take(receiver, 40) if cut else 0
        elif trouble < 0.36:
            deal["timed_out"] = True
            finished = self.take(other, 40)
        cut = self.call_four_x(player, calls) or cut
        self.settle(player, bets, off, cut=cut)
        deal |= {"removed": off, "bets": bets, "calls": calls, "finished_by_opponent": finished}
        self.deals.append({key: entry for key, entry in deal.items() if entry not in ([], 0) or key == "removed"})

    def right_call(self, caller: str, penalty: str, calls: list[dict[str, Any]]) -> int:
        self.points[caller]["penalty"] += PENALTIES[penalty]
        calls.append({"penalty": penalty, "caller": caller, "correct": True})
        return self.take(caller, self.source.choice((0, 40)))

    def wrong_call(self, caller: str, penalty: str, calls: list[dict[str, Any]]) -> None:
        winner = self.opponent(caller)
        self.points[winner]["penalty"] += PENALTIES[penalty]
        self.calling[caller] -= 1
        self.calling[winner] += 1
        calls.append({"penalty": penalty, "caller": caller, "correct": False})

    def call_four_x(self, player: str, calls: list[dict[str, Any]]) -> bool:
        """Somebody sees that an X is held: the round is over. Tell whether the player's own turn was cut for it."""
        for name in self.names:
            if self.holds_an_x(name) and self.chance(0.15):
                opponent = self.opponent(name)
                owns_up = self.chance(0.4)
                if not owns_up and self.calling[opponent] == 0:
                    continue
                call = {"penalty": "last-round-4x", "caller": name if owns_up else opponent, "correct": True}
                calls.append({**call, "on_self": True} if owns_up else call)
                self.points[opponent]["penalty"] += 100
                self.ended = True
                return name == player
        return False

    def settle(self, player: str, bets: list[int], off: int, *, cut: bool) -> None:
        other = self.opponent(player)
        for bet in bets:
            if not cut and off >= bet:
                self.points[player]["betting"] += {5: 25, 10: 100}[bet]
            elif cut or not self.ended:
                self.points[other]["betting"] += 0 if cut else {5: 25, 10: 50}[bet]
                self.betting[player] -= 1
                self.betting[other] += 1

    def finish(self, *, announced: bool) -> None:
        for name in self.names:
            self.points[name]["player"] = 5 * len(self.held[name])
        if self.cards:
            return
        left = on_board(self.piles)
        winner = self.dealer if len(self.deals) % 2 == 0 else self.opponent(self.dealer)
        points = {4: 100, 5: 50, 6: 40, 7: 30, 8: 20, 9: 10}.get(left, 0)
        if left == 4:
            if self.ended or self.x_is_missing() or (winner == self.dealer and self.short):
                points = 0
            elif winner == self.dealer and not announced:
                points = 50
        self.points[winner]["dealer"] = points
        if left == 4 and not self.ended and self.x_is_missing() and self.chance(0.6):
            self.known_holder = next(name for name in self.names if self.holds_an_x(name))
            self.points[self.opponent(self.known_holder)]["penalty"] += 100

    def holds_an_x(self, name: str) -> bool:
        return any(card.startswith("X") for card in self.held[name])

    def x_is_missing(self) -> bool:
        return any(map(self.holds_an_x, self.names))


def duel_round(names: tuple[str, str], dealer: str, level: int, source: random.Random) -> tuple[Table, dict[str, Any]]:
    """Play one round to its end; give the table as it was left, and what the document says of it."""
    while True:
        table = Table(names, dealer, level, source)
        while table.cards and not table.ended:
            table.play_deal()
        if table.cards or on_board(table.piles) >= 4:
            break  # three cards can only be left where an X went and nobody said so: no card to write that on
    announced = table.chance(0.7)
    table.finish(announced=announced)
    said: dict[str, Any] = {"deals": table.deals, "announced_eight": announced}
    if not table.cards and on_board(table.piles) == 4 and table.x_is_missing() and not table.ended:
        said["not_all_x"] = True
        if table.known_holder:
            said["x_held_by"] = table.known_holder
    return table, said
