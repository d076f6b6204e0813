"""Whole games of Gin Rummy played in OpenSpiel, each to its last showdown, told as one of our documents."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

from tests.support.rummy.reference import RANKS, Cards, all_melds, lay_offs_from

UPCARD, STOCK, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
SUITS = "SCDH"
NAMES = ("Ann", "Bob")
MELDS = all_melds()


@dataclass(frozen=True)
class PeerRules:
    gin_bonus: int = 25
    undercut_bonus: int = 25
    knock_card: int = 10

    @property
    def house_rules(self) -> dict[str, object]:
        """Tell the same as house rules; that game has no undercut on equal deadwood."""
        bonuses = {"gin_bonus": self.gin_bonus, "undercut_bonus": self.undercut_bonus}
        return {**bonuses, "knock_limit": self.knock_card, "undercut_on_tie": False}


@dataclass(frozen=True)
class Showdown:
    """A finished hand: our document of it, and what OpenSpiel made of it."""

    document: dict[str, Any]
    deadwood: dict[str, int]
    points: dict[str, int]


class Peer:
    def __init__(self, rules: PeerRules) -> None:
        self.rules = rules
        self.game = pyspiel.load_game("gin_rummy", vars(rules))
        self.utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        self.bots = [pyspiel.make_simple_gin_rummy_bot(self.game.get_parameters(), player) for player in (0, 1)]

    def least_deadwood(self, names: Sequence[str]) -> int:
        return int(self.utils.min_deadwood([number_of(name) for name in names]))

    def played(self, rng: random.Random, *, by_bots: bool) -> Showdown | None:
        """Play one hand to its end; None where nobody knocked.

        The simple bots knock at once and lay nothing off, so the other half of the hands is played by players who
        wait now and then, lay off what they can and lay their melds out as it comes.
        """
        state = self.game.new_initial_state()
        for bot in self.bots:
            bot.restart()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(actions, chances)[0]
            else:
                player = state.current_player()
                action = self.bots[player].step(state) if by_bots else self._chosen(state, rng)
            state.apply_action(action)
        return self._told(state) if any(state.knocked()) else None

    def _chosen(self, state: Any, rng: random.Random) -> int:  # noqa: ANN401
        legal: list[int] = state.legal_actions()
        hand: list[int] = list(state.hands()[state.current_player()])
        phases = pyspiel.gin_rummy.Phase
        match state.current_phase():
            case phases.FIRST_UPCARD | phases.DRAW:
                better = self.utils.min_deadwood([*hand, state.upcard()]) < self.utils.min_deadwood(hand)
                wishes = [UPCARD] if better else []
                return next(wish for wish in (*wishes, STOCK, PASS, *legal) if wish in legal)
            case phases.DISCARD:
                if KNOCK in legal and rng.random() < 0.4:
                    return KNOCK
                cards = [action for action in legal if action < UPCARD]
                return min(cards, key=lambda card: (self._without(hand, card), rng.random()))
            case _:
                others = [action for action in legal if action != PASS]
                return PASS if not others or (PASS in legal and rng.random() < 0.05) else rng.choice(others)

    def _without(self, hand: list[int], card: int) -> int:
        return int(self.utils.min_deadwood([one for one in hand if one != card]))

    def _told(self, state: Any) -> Showdown:  # noqa: ANN401
        knocker = list(state.knocked()).index(True)
        laid_off = [name_of(card) for card in state.layoffs()]
        players: list[dict[str, Any]] = []
        for player, name in enumerate(NAMES):
            melds = [[name_of(card) for card in self.utils.int_to_meld[meld]] for meld in state.layed_melds()[player]]
            left = [name_of(card) for card in state.hands()[player]]
            own = laid_off if player != knocker else []
            players.append({"name": name, "melds": melds, "deadwood": [*left, *own]})
        on_table = tuple(frozenset(meld) for meld in players[knocker]["melds"])
        document = {
            "game": "gin-rummy",
            "house_rules": self.rules.house_rules,
            "knocker": NAMES[knocker],
            "players": players,
            "lay_offs": [
                {
                    "player": NAMES[1 - knocker],
                    "card": card,
                    "onto": {"player": NAMES[knocker], "meld": place},
                }
                for card, place in way_onto(frozenset(laid_off), on_table)
            ],
        }
        return Showdown(
            document,
            dict(zip(NAMES, map(int, state.deadwood()), strict=True)),
            dict(zip(NAMES, (max(0, int(points)) for points in state.returns()), strict=True)),
        )


def way_onto(cards: Cards, on_table: tuple[Cards, ...]) -> list[tuple[str, int]]:
    """Find an order in which cards that were laid off all fit: OpenSpiel does not say onto which meld each went."""
    if not cards:
        return []
    for card, place, left, table in lay_offs_from(cards, on_table, MELDS):
        rest = way_onto(left, table)
        if len(rest) == len(left):
            return [(card, place), *rest]
    return []


def name_of(number: int) -> str:
    """Name a card of OpenSpiel's: spades, clubs, diamonds, hearts, each from the Ace."""
    return RANKS[number % 13] + SUITS[number // 13]


def number_of(name: str) -> int:
    return 13 * SUITS.index(name[-1]) + RANKS.index(name[:-1])
