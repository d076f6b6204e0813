"""Gin Rummy as one keeps it on paper: who plays whom, who deals, rounds, sides, who owes whom.

A game of two, partners, captain's play and cutthroat, round by round. Nothing here is shared with the product.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.rummy.gin_columns_reference import (
    Document,
    PaperColumn,
    Rules,
    filed,
    highest_of,
    kisses_for,
    write_entries,
)

Pair = tuple[str, str]
TWO = "two"
"""The form of a game whose document names none."""
Debt = tuple[list[str], list[str], int]
"""Who pays, who receives, and how much."""

CITED = {"partners": "R.40", "captain": "T.captain-pays", "cutthroat": "T.cutthroat-pays"}


@dataclass
class PaperRound:
    """A round: its pairs in the order of the sheet, the side that deals it, and its hands."""

    pairs: list[Pair]
    dealing: int
    hands: list[Document] = field(default_factory=list)


@dataclass(frozen=True)
class PaperHand:
    """A hand with the two who played it: those whom it names, else the pair that was due."""

    pair: Pair
    points: Mapping[str, int]
    winner: str | None
    how: str
    dealer: str

    def of(self, side: Sequence[str]) -> int:
        return sum(points for name, points in self.points.items() if name in side)


class PaperGame:
    """A game of two, or of one of the three forms for more, to which hands are added one by one."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.form: str = document.get("form", TWO)
        self.names: list[str] = document["players"]
        self.rules: Rules = document.get("house_rules", {})
        self.sides: list[list[str]] = document.get("sides", [[name] for name in self.names])
        self.each_alone = "sides" not in document
        self.a_round = len(self.sides[0])
        self.target: int = self.rules.get("target", 125 if self.form == "partners" else 100)
        self.columns = [PaperColumn(len(self.sides)) for _ in range(self.rules.get("columns", 1))]
        self.rounds: list[Document] = []
        self.closed: list[tuple[PaperHand, Document]] = []
        dealing = self.side_of(document["first_dealer"])
        self.now = PaperRound(list(zip(self.sides[0], self.sides[1], strict=False)), dealing)
        for hand in document["hands"]:
            self.add(hand)

    @property
    def over(self) -> bool:
        return all(column.over for column in self.columns)

    def side_of(self, name: str) -> int:
        return next(place for place, side in enumerate(self.sides) if name in side)

    def add(self, hand: Document) -> None:
        """Write down a hand; the last one of a round closes it."""
        if self.over:
            raise ValueError("A hand comes after the end of the game.")
        self.now.hands.append(hand)
        if len(self.now.hands) == self.a_round:
            self._close()

    def played(self) -> list[PaperHand]:
        """Give the hands of the round that is being played, each in the place of a pair, whoever played it."""
        found = []
        for hand, due in zip(self.now.hands, self.now.pairs, strict=False):
            pair = named_in(hand) or due
            said = hand.get("dealer")
            # Once a correction lets others play, the dealer that a hand tells of is nobody.
            dealer = said if said in pair else self._dealer_by_the_rules(pair, due, self.now.dealing)
            points, winner, how = filed(hand, self.rules) or (dict.fromkeys(pair, 0), None, "")
            found.append(PaperHand(pair, points, winner, how, dealer))
        return found

    def _dealer_by_the_rules(self, pair: Pair, due: Pair, dealing: int) -> str:
        for name in pair:
            if name in self.sides[dealing]:
                return name
        # Only three who play each for themselves can do without the dealer: the third came in for them.
        return next(name for name in pair if name not in due)

    def _close(self) -> None:
        hands = self.played()
        all_drawn = all(hand.winner is None for hand in hands)
        sums = [sum(hand.of(side) for hand in hands) for side in self.sides]
        points = sums if self.each_alone else [max(0, one - other) for one, other in (sums, sums[::-1])]
        winner = self._winner_of(hands, points)
        self._enter(hands, points, winner, all_drawn=all_drawn)
        first = len(self.closed) + 1
        self.rounds.append(
            {
                "hands": list(range(first, first + self.a_round)),
                "points": points,
                "totals": [total + more for total, more in zip(self._side_totals(), points, strict=True)],
                "winner": winner,
                "over": self.over,
            }
        )
        self.closed += zip(hands, self.now.hands, strict=True)
        self.now = self._next_round(hands, winner, all_drawn=all_drawn)

    def _winner_of(self, hands: Sequence[PaperHand], points: Sequence[int]) -> int | None:
        """Give the side that won a round: of one hand that of its winner, even for 0 points, else that which scores."""
        if self.a_round == 1:
            return None if hands[0].winner is None else self.side_of(hands[0].winner)
        return points.index(max(points)) if max(points) > 0 else None

    def _enter(self, hands: Sequence[PaperHand], points: Sequence[int], winner: int | None, *, all_drawn: bool) -> None:
        kisses = 0
        for hand in hands:
            if hand.winner is not None and self.side_of(hand.winner) == winner:
                kisses += kisses_for(hand.how, self.rules)
        write_entries(self.columns, points, winner, kisses)
        # With three who settle with each other, the flat shutout bonus is paid, not written down.
        rules = {**self.rules, "shutout_bonus": 0} if self.form == "cutthroat" else self.rules
        for column in self.columns:
            if not column.over and not all_drawn and column.ends(rules, self.target):
                column.settle(rules)

    def _next_round(self, hands: Sequence[PaperHand], winner: int | None, *, all_drawn: bool) -> PaperRound:
        if self.form == "cutthroat":
            return self._next_of_three(hands[0])
        dealt = self.side_of(hands[0].dealer)
        rule = self.rules.get("next_dealer", "winner" if self.form == "partners" else "next-seat")
        dealing = dealt
        if not all_drawn and rule == "next-seat":
            dealing = 1 - dealt
        elif not all_drawn and winner is not None:
            dealing = winner if rule == "winner" else 1 - winner
        if self.form == "partners":
            shift = 0 if self.rules.get("opponents") == "stay" else len(self.rounds)
            others = [self.sides[1][(place + shift) % self.a_round] for place in range(self.a_round)]
            return PaperRound(list(zip(self.sides[0], others, strict=True)), dealing)
        if self.form == TWO:
            return PaperRound(self.now.pairs, dealing)
        pairs = self._captains_pairs([hand.pair for hand in hands])
        if winner == 0:
            lost = [hand.of(self.sides[0]) - hand.of(self.sides[1]) for hand in hands]
            place = lost.index(max(lost))
            (comes_in,) = set(self.sides[1]) - {other for _, other in pairs}
            pairs[place] = (pairs[place][0], comes_in)
        return PaperRound(pairs, dealing)

    def _captains_pairs(self, played: Sequence[Pair]) -> list[Pair]:
        """Let those go on who really played; if somebody played twice, those who should have."""
        sorted_pairs = [(one, other) if one in self.sides[0] else (other, one) for one, other in played]
        at_the_table = [name for pair in played for name in pair]
        return sorted_pairs if len(set(at_the_table)) == len(at_the_table) else list(self.now.pairs)

    def _next_of_three(self, hand: PaperHand) -> PaperRound:
        if hand.winner is None:
            return PaperRound(self.now.pairs, self.side_of(hand.dealer))
        comes_in = next(name for name in self.names if name not in hand.pair)
        loser = next(name for name in hand.pair if name != hand.winner)
        one, other = (name for name in self.names if name != loser)
        return PaperRound([(one, other)], self.side_of(comes_in))

    def next(self) -> Document | None:
        """Tell what is still to be played of the round, and who deals it."""
        if self.over:
            return None
        pairs = self.now.pairs[len(self.now.hands) :]
        return {
            "pairs": [list(pair) for pair in pairs],
            "dealers": [self._dealer_by_the_rules(pair, pair, self.now.dealing) for pair in pairs],
            "sits_out": self._sits_out([*(hand.pair for hand in self.played()), *pairs]),
        }

    def _sits_out(self, pairs: Sequence[Pair]) -> str | None:
        """Name the first who neither has played in the round nor is still to play; of partners nobody."""
        playing = {name for pair in pairs for name in pair}
        bench = {"captain": self.sides[1], "cutthroat": self.names}.get(self.form, [])
        return next((name for name in bench if name not in playing), None)

    def told(self) -> Document:
        hands, totals = [], dict.fromkeys(self.names, 0)
        for hand, document in [*self.closed, *zip(self.played(), self.now.hands, strict=True)]:
            for name, points in hand.points.items():
                totals[name] += points
            hands.append(
                {
                    "dealer": hand.dealer,
                    "drawn": hand.winner is None,
                    "points": dict(hand.points),
                    "totals": dict(totals),
                    "winner": hand.winner,
                }
            )
            if "overruled" in document:
                hands[-1]["overruled"] = {key: document["overruled"][key] for key in ("reason", "by")}
        upcoming, final = self.next(), self.final()
        sheet: Document = {
            "hands": hands,
            "target": self.target,
            "totals": totals,
            "over": self.over,
            "winners": self.players_of(self.columns[0].enders() if self.over else []),
            "next_dealer": upcoming and upcoming["dealers"][0],
        }
        if self.form != TWO:
            sheet |= {"rounds": self.rounds, "side_totals": self._side_totals(), "next": upcoming}
        if self._settles_at_the_end():
            sheet |= {"columns": [*map(self._column, self.columns)], **self._ended(final)}
        if self.form in ("captain", "cutthroat") or self._has_stake():
            debts = [] if final is None else settle_up(self, final)
            sheet["settlement"] = debts if self.form != TWO else between_two(debts)
        return sheet

    def _side_totals(self) -> list[int]:
        totals: list[int] = self.rounds[-1]["totals"] if self.rounds else [0] * len(self.sides)
        return totals

    def _has_stake(self) -> bool:
        return any(self.rules.get(key, 0) for key in ("stake_per_point", "stake_per_box"))

    def _settles_at_the_end(self) -> bool:
        bonuses = any(self.rules.get(key, 0) for key in ("game_bonus", "box_bonus", "shutout_bonus"))
        return bonuses or self.rules.get("shutout", "none") != "none" or len(self.columns) > 1

    def final(self) -> list[int] | None:
        """Add up each side's columns, once the game is over."""
        return [*map(sum, zip(*(column.totals() for column in self.columns), strict=True))] if self.over else None

    def players_of(self, sides: Sequence[int]) -> list[str]:
        return [name for name in self.names if self.side_of(name) in sides]

    def _column(self, column: PaperColumn) -> Document:
        return {
            "entries": [*map(self._by_side, column.entries)],
            "totals": self._by_side(column.sums()),
            "over": column.over,
            "lines": [{"code": code, **self._who(side), "points": points} for code, side, points in column.lines],
            **self._ended(column.totals() if column.over else None),
        }

    def _ended(self, final: Sequence[int] | None) -> Document:
        """Tell what a column, or the game, came to in the end: nothing before."""
        winners = highest_of(final)
        lead = None
        if final and len(winners) == 1:
            lead = {**self._who(winners[0]), "points": max(final) - sorted(final)[-2]}
        return {"winners": self.players_of(winners), "final": final and self._by_side(final), "won_by": lead}

    def _by_side(self, found: Sequence[object]) -> object:
        """Tell something of each: of two by their names, else of the sides in their order."""
        return dict(zip(self.names, found, strict=True)) if self.form == TWO else list(found)

    def _who(self, side: int) -> Document:
        return {"player": self.names[side]} if self.form == TWO else {"side": side}


def named_in(hand: Document) -> Pair | None:
    """Name who played a hand, in the order in which it says so; a drawn one doesn't."""
    if hand.get("drawn"):
        return None
    one, other = (player["name"] for player in hand["players"])
    return one, other


def settle_up(game: PaperGame, final: Sequence[int]) -> list[Document]:
    """List all debts: points, or boxes where the table plays for those, and what that comes to."""
    for_boxes = game.rules.get("stake_per_box", 0) > 0
    stake = game.rules["stake_per_box"] if for_boxes else game.rules.get("stake_per_point", 0)
    counts = final
    if for_boxes:
        counts = [
            *map(sum, zip(*(one for column in game.columns for one in (column.boxes, column.kisses)), strict=True))
        ]
    debts = list(_of_three(game, counts, for_boxes=for_boxes) if game.form == "cutthroat" else _of_sides(game, counts))
    debts.sort(key=lambda debt: (game.names.index(debt[0][0]), game.names.index(debt[1][0])))
    told = []
    for payers, receivers, number in debts:
        debt: Document = {"from": payers, "to": receivers, "boxes" if for_boxes else "points": number}
        if stake:
            debt["amount"] = number * stake
        told.append({**debt, "rule": CITED.get(game.form, "T.stake-box" if for_boxes else "T.stake-point")})
    return told


def between_two(debts: Sequence[Document]) -> Document | None:
    """Tell who of two owes the other, if the game is over and they aren't level."""
    for debt in debts:
        return {"from": debt["from"][0], "to": debt["to"][0], "amount": debt["amount"], "rule": debt["rule"]}
    return None


def _of_sides(game: PaperGame, counts: Sequence[int]) -> Iterator[Debt]:
    if counts[0] == counts[1]:
        return
    winning = 0 if counts[0] > counts[1] else 1
    difference = abs(counts[0] - counts[1])
    if game.form != "captain":
        for winner, loser in zip(game.sides[winning], game.sides[1 - winning], strict=True):
            yield [loser], [winner], difference
        return
    captains = list(game.sides[0])
    for name in game.sides[1]:
        yield ([name], captains, difference) if winning == 0 else (captains, [name], difference)


def _of_three(game: PaperGame, counts: Sequence[int], *, for_boxes: bool) -> Iterator[Debt]:
    """Let everybody settle with each of the others; what both owe each other is set off."""
    owed = {(payer, receiver): 0 for payer in game.names for receiver in game.names if payer != receiver}
    for payer, fewer in zip(game.names, counts, strict=True):
        for receiver, more in zip(game.names, counts, strict=True):
            if more > fewer:
                owed[payer, receiver] += more - fewer
    if not for_boxes:
        for column in game.columns:
            for side, payer in enumerate(game.names):
                if not column.has_entry_of(side):
                    for winner in highest_of(column.totals()):
                        owed[payer, game.names[winner]] += game.rules.get("shutout_bonus", 0)
    for (payer, receiver), number in owed.items():
        net = number - owed[receiver, payer]
        if net > 0:
            yield [payer], [receiver], net
