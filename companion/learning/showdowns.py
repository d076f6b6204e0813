"""Random showdowns made to order, such as an undercut with three players, until the engine's verdict matches the order.

The same order and seed always make the same showdown: what was missed can be asked again. A change here makes other
showdowns of the same seeds, which changes no stored answer's meaning: a key still asks for "an undercut for three".
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any

from companion.documents.showdown import read_showdown
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME, Card, Rank, name_of, points_of, rank_of, suit_of
from companion.rules.gems import GEMS, Gem, Print
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.lay_offs import LayOff
from companion.rules.rummy.melds import Meld, MeldContext, classify, designated_diamond, extends
from companion.rules.rummy.ruleset import Game, RuleSet, Scoring
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import Call, LineCode, Verdict

Document = dict[str, Any]
Cards = tuple[Card, ...]

TRIES = 60
"""After so many showdowns the last legal one is shown, whatever was ordered."""
SEEDS = 1_000_000
NAMES = ("Ann", "Bob", "Cid", "Dee")


class HandOrder(StrEnum):
    """What a player can ask for. These names are stored in what a phone has learned."""

    ANY = "any"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"
    RUM = "rum"
    UNDERCUT = "undercut"
    GEM_PARTS = "gem-parts"
    MINIMUM = "minimum"
    ILLEGAL = "illegal"
    LAY_OFFS = "lay-offs"


_SURPRISES = (
    HandOrder.KNOCK,
    HandOrder.KNOCK,
    HandOrder.LAY_OFFS,
    HandOrder.LAY_OFFS,
    HandOrder.UNDERCUT,
    HandOrder.ILLEGAL,
    HandOrder.ILLEGAL,
)
"""What an order of anything gets in all games, more often what happens more often at a table."""
ORDERS: Mapping[Game, tuple[HandOrder, ...]] = {
    Game.GEM_RUMMY: tuple(order for order in HandOrder if order != HandOrder.RUM),
    Game.GIN_RUMMY: (
        HandOrder.ANY,
        HandOrder.KNOCK,
        HandOrder.GIN,
        HandOrder.UNDERCUT,
        HandOrder.ILLEGAL,
        HandOrder.LAY_OFFS,
    ),
    Game.KNOCK_RUMMY: (HandOrder.ANY, HandOrder.KNOCK, HandOrder.RUM, HandOrder.UNDERCUT, HandOrder.ILLEGAL),
}
PLAYERS: Mapping[Game, tuple[int, ...]] = {Game.GEM_RUMMY: (2, 3), Game.GIN_RUMMY: (2,), Game.KNOCK_RUMMY: (2, 3, 4)}


@dataclass(frozen=True, slots=True)
class MadeShowdown:
    """A showdown as a document with every hand laid out, and whether it is what was ordered."""

    document: Document
    matches: bool


def orders_for(game: Game, players: int) -> tuple[HandOrder, ...]:
    """Return what can be ordered: Big Gin is for two players."""
    return tuple(order for order in ORDERS[game] if order != HandOrder.BIG_GIN or players == 2)


def make_showdown(game: Game, order: HandOrder, players: int, seed: int) -> MadeShowdown:
    rng = random.Random(f"{game}.{order}.{players}.{seed}")  # noqa: S311 (the same hands again, no secret)
    wanted = order
    if order == HandOrder.ANY:
        wanted = rng.choice([*(kind for kind in _SURPRISES if kind in ORDERS[game]), *orders_for(game, players)[1:]])
    dealer = _Dealer(rng, ruleset_for(game, players), wanted)
    document: Document = {}
    for _ in range(TRIES):
        dealt = dealer.deal()
        verdict = judge(read_showdown(dealt))
        if not verdict.legal:
            continue
        document = _laid_out(dealt, verdict)
        if wanted == HandOrder.ILLEGAL:
            document = dealer.spoil(document)
            verdict = judge(read_showdown(document))
        if _matches(wanted, verdict):
            return MadeShowdown(with_call(document, verdict), matches=True)
    document = document or dealer.deal()
    return MadeShowdown(with_call(document, judge(read_showdown(document))), matches=False)


def with_call(document: Mapping[str, Any], verdict: Verdict) -> Document:
    return {"call": verdict.call.value, **document}


def _matches(order: HandOrder, verdict: Verdict) -> bool:
    codes = {line.code for player in verdict.players for line in player.lines}
    match order:
        case HandOrder.ILLEGAL:
            return not verdict.legal
        case HandOrder.KNOCK | HandOrder.GIN | HandOrder.BIG_GIN | HandOrder.RUM:
            return verdict.legal and verdict.call == Call(order.value)
        case HandOrder.UNDERCUT:
            # In Knock Rummy the Knocker pays on top for not being the lowest.
            pots = [line.pot for player in verdict.players for line in player.lines if line.pot]
            return LineCode.UNDERCUT_BONUS in codes or any(pot.extra for pot in pots)
        case HandOrder.GEM_PARTS:
            return LineCode.GEM_PARTS in codes
        case HandOrder.MINIMUM:
            return LineCode.MINIMUM_SCORE in codes
        case HandOrder.LAY_OFFS:
            return verdict.legal and any(isinstance(move, LayOff) for move in verdict.lay_offs)
        case HandOrder.ANY:
            return verdict.legal


def _laid_out(document: Document, verdict: Verdict) -> Document:
    players = [
        {
            "name": player.name,
            "melds": [_names(group.cards) for group in player.groups],
            "deadwood": _names(
                sorted((*player.laid_off, *player.deadwood), key=lambda card: (rank_of(card), suit_of(card)))
            ),
        }
        for player in verdict.players
    ]
    return {**document, "players": players}


def _names(cards: Iterable[Card]) -> list[str]:
    return [name_of(card) for card in cards]


_PRINT = Print.of({CARDS_BY_NAME[name]: tuple(map(Gem, gems)) for name, gems in MADE_UP_PRINT.items()}, whole=True)
_RANKS = [[card for card in ALL_CARDS if rank_of(card) == rank] for rank in Rank]
_SETS = tuple(cards for of_rank in _RANKS for many in (3, 3, 4) for cards in combinations(of_rank, many))
_RUNS = tuple(
    tuple(Card(first + step) for step in range(length))
    for first in ALL_CARDS
    for length in (3, 3, 4, 5)
    if rank_of(first) + length - 1 <= Rank.KING
)


class _Dealer:
    def __init__(self, rng: random.Random, rules: RuleSet, order: HandOrder) -> None:
        self.rng = rng
        self.rules = rules
        self.order = order
        self.taken: set[Card] = set()
        self.dice = (0, 0)
        self.context = MeldContext(rules.has_gems, None, None)

    def deal(self) -> Document:
        self.taken = set()
        document: Document = {"game": self.rules.game.value}
        if self.rules.has_dice:
            self.dice = self.rng.randint(1, 6), self.rng.randint(1, 6)
            document |= {"dice": list(self.dice), "print": MADE_UP_PRINT}
            self.context = MeldContext(has_gems=True, gems=_PRINT, diamond=designated_diamond(self.dice))
        seats = self.rules.seats
        knocker = self.rng.randrange(seats)
        hands = {knocker: self._knockers_hand()}
        melds = self._melds_of(hands[knocker])
        for step in range(1, seats):
            hands[(knocker + step) % seats] = self._others_hand(melds)
        document["knocker"] = NAMES[knocker]
        call = {HandOrder.GIN: "gin", HandOrder.BIG_GIN: "big-gin"}.get(self.order)
        if call and self.rules.gin_must_be_called:
            document["call"] = call
        document["players"] = [{"name": NAMES[seat], "cards": _names(hands[seat])} for seat in range(seats)]
        return document

    def _knockers_hand(self) -> Cards:
        size = self.rules.hand_size + 1 if self.order == HandOrder.BIG_GIN else self.rules.hand_size
        goes_out = self.order in {HandOrder.GIN, HandOrder.BIG_GIN, HandOrder.RUM}
        loose = 0 if goes_out else self.rng.choice((1, 2, 2, 3))
        melded = self._melded(size - loose)
        limit = sum(self.dice) if self.rules.has_dice else self.rules.knock_limit
        most = int(limit) if isinstance(limit, int) else 15
        low = [card for card in self._left() if points_of(card) <= max(1, most // max(1, loose))]
        more = size - len(melded)
        return (*melded, *self._take(low if len(low) >= more else self._left(), more))

    def _others_hand(self, melds: Sequence[Meld]) -> Cards:
        """Return a hand with a meld or two; close to the Knocker's where an undercut or a small win is ordered."""
        size = self.rules.hand_size
        close = self.order in {HandOrder.UNDERCUT, HandOrder.MINIMUM}
        melded = self._melded(size - self.rng.randint(0, 3) if close else self.rng.choice((3, 4, 6, 7)))
        more = size - len(melded)
        fitting = [card for card in self._left() if any(extends(meld, card, self.context) for meld in melds)]
        often = 1 if self.order == HandOrder.LAY_OFFS else 0.5
        many = self.rng.randint(1, 2) if self.rng.random() < often else 0
        fits = self._take(fitting, min(more, many))
        rest = self._left()
        if close:
            rest = sorted(rest, key=lambda card: (points_of(card), self.rng.random()))[: 3 * more]
        if self.order == HandOrder.GEM_PARTS:
            shown = {gem for card in (*melded, *fits) for gem in _PRINT.gems[card]}
            rest = [card for card in rest if not shown.issuperset(_PRINT.gems[card])] or rest
        return (*melded, *fits, *self._take(rest if len(rest) >= more else self._left(), more - len(fits)))

    def _melded(self, most: int) -> Cards:
        cards: list[Card] = []
        for _ in range(30):
            if most - len(cards) < 2:
                break
            meld = self._meld()
            if len(meld) <= most - len(cards) and not self.taken.intersection(meld):
                cards += meld
                self.taken.update(meld)
        return tuple(cards)

    def _meld(self) -> Cards:
        if self.rules.has_gems and self.rng.random() < 1 / 4:
            gem = self.rng.choice(GEMS)
            bearers = [card for card in ALL_CARDS if gem in _PRINT.gems[card] and card not in self.taken]
            return tuple(self.rng.sample(bearers, min(len(bearers), self.rng.randint(4, 5))))
        if self.context.diamond is not None and self.rng.random() < 1 / 6:
            queens = [card for card in ALL_CARDS if rank_of(card) == Rank.QUEEN]
            return (self.rng.choice(queens), self.context.diamond)
        return self.rng.choice(self.rng.choice((_SETS, _RUNS)))

    def _melds_of(self, hand: Cards) -> list[Meld]:
        groups = [group for group in (*_SETS, *_RUNS) if set(group).issubset(hand)]
        return [meld for meld in (classify(group, self.context) for group in groups) if isinstance(meld, Meld)]

    def _left(self) -> list[Card]:
        return [card for card in ALL_CARDS if card not in self.taken]

    def _take(self, cards: Sequence[Card], many: int) -> Cards:
        chosen = self.rng.sample(list(cards), min(many, len(cards)))
        self.taken.update(chosen)
        return tuple(chosen)

    def spoil(self, document: Document) -> Document:
        """Return a showdown with a fault that happens at a table: a false meld, a knock too high, a wrong call."""
        knocker = next(seat for seat, name in enumerate(NAMES) if name == document["knocker"])
        ways = [self._false_meld, self._false_meld, self._too_high, self._wrong_call]
        self.rng.shuffle(ways)
        for way in ways:
            spoiled = way(document, knocker)
            if spoiled:
                return spoiled
        return document

    def _false_meld(self, document: Document, knocker: int) -> Document | None:
        """Swap a card of a meld for a card of the same hand's deadwood that is close to it."""
        seat = self.rng.choice((knocker, self.rng.randrange(self.rules.seats)))
        player = document["players"][seat]
        if not player["melds"] or not player["deadwood"]:
            return None
        place = self.rng.randrange(len(player["melds"]))
        group = player["melds"][place]
        leaves = self.rng.choice(group)
        ranks = [rank_of(CARDS_BY_NAME[name]) for name in group]

        def distance(name: str) -> int:
            return min(abs(rank_of(CARDS_BY_NAME[name]) - rank) for rank in ranks)

        joins = min(player["deadwood"], key=distance)
        melds = [*player["melds"]]
        melds[place] = [joins if name == leaves else name for name in group]
        deadwood = [leaves if name == joins else name for name in player["deadwood"]]
        return _with_player(document, seat, {"melds": melds, "deadwood": deadwood})

    def _too_high(self, document: Document, knocker: int) -> Document | None:
        player = document["players"][knocker]
        if self.rules.knock_limit is None or not player["melds"]:
            return None
        place = self.rng.randrange(len(player["melds"]))
        melds = [group for number, group in enumerate(player["melds"]) if number != place]
        deadwood = [*player["deadwood"], *player["melds"][place]]
        return _with_player(document, knocker, {"melds": melds, "deadwood": deadwood})

    def _wrong_call(self, document: Document, knocker: int) -> Document | None:
        if not document["players"][knocker]["deadwood"]:
            return None
        return {**document, "call": (Call.RUM if self.rules.scoring == Scoring.LOWEST else Call.GIN).value}


def _with_player(document: Document, seat: int, changes: Mapping[str, object]) -> Document:
    players = [player | changes if place == seat else player for place, player in enumerate(document["players"])]
    return {**document, "players": players}
