"""The figures of people counted once more, from exported games alone: plain loops, nothing that the app keeps."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from companion.people.rating import RatedGame
from tests.support.people.exported import PARTS_OF_A_GAME, SOLO, Document, Exported, Seat, figures_of


@dataclass
class Sums:
    """What games come to for one person; `numbers` has the sums by the names that the app has for them."""

    numbers: Counter[str] = field(default_factory=Counter)
    hands: list[tuple[int, str, int, str]] = field(default_factory=list)
    """Every hand: its points, the game, its number, its date."""
    seats: list[str] = field(default_factory=list)
    """The game of each seat."""
    played_on: list[str] = field(default_factory=list)
    days: dict[str, Counter[str]] = field(default_factory=dict)
    """By the day of the game, whenever its hands were played."""
    results: list[Document] = field(default_factory=list)
    """Finished games in order of play."""

    @property
    def best(self) -> int:
        return max([0, *(points for points, *_ in self.hands)])

    def add(self, game: Exported, seat: Seat) -> None:
        in_game: Counter[str] = Counter()
        for hand in game.hands:
            in_game.update(figures_of(game, hand, seat))
            if seat.name in hand.points:
                self.hands.append((hand.points[seat.name], game.id, hand.number, hand.on))
        self.numbers.update(in_game)
        self.seats.append(game.id)
        self.played_on.append(game.day)
        if len(game.sides) == 1:
            return  # nobody to win against
        counted = {key: in_game[key] for key in ("hands", "points", "against")}
        if counted["hands"]:
            self.days.setdefault(game.day, Counter()).update(counted, games=int(game.over))
        if not game.over:
            self.numbers["unfinished"] += 1
            return
        won = seat.name in game.winners
        self.numbers.update(games=1, won=int(won), chances=PARTS_OF_A_GAME // len(game.sides))
        others = [total for side, total in enumerate(game.totals) if side != seat.side]
        total = game.totals[seat.side]
        self.results.append(
            {"game": game.id, "kind": game.kind, "on": game.day, "won": won, "sides": len(game.sides), "total": total}
            | {"margin": total - max(others), "points": counted["points"], "against": counted["against"]}
        )

    def longest_streak(self) -> int:
        longest = now = 0
        for result in self.results:
            now = now + 1 if result["won"] else 0
            longest = max(longest, now)
        return longest


@dataclass(frozen=True)
class Wanted:
    kind: str = ""
    since: str = ""
    until: str = ""
    place: str = ""
    against: str = ""

    def takes(self, game: Exported) -> bool:
        return (
            (game.kind == self.kind if self.kind else game.kind != SOLO)
            and (not self.since or game.day >= self.since)
            and (not self.until or game.day <= self.until)
            and (not self.place or game.place == self.place)
        )


class Recount:
    """The games of a phone: copies counted once, spellings of a person taken together."""

    def __init__(self, games: Iterable[Exported], same_as: Mapping[str, str]) -> None:
        self._person = same_as
        self.all_games = sorted(games, key=lambda game: game.order)
        first: dict[str, Exported] = {}
        for game in self.all_games:
            first.setdefault(game.played, game)
        self.games = list(first.values())

    def called(self, name: str) -> str:
        return self._person.get(name, name)

    def seated(self, game: Exported) -> list[tuple[str, Seat]]:
        return [(self.called(name), seat) for seat in game.seats for name in seat.people]

    def people(self, wanted: Wanted) -> dict[str, Sums]:
        """Count everybody; against somebody, in the games at whose table that person was."""
        found: dict[str, Sums] = {}
        for game in filter(wanted.takes, self.games):
            seated = self.seated(game)
            if wanted.against and wanted.against not in dict(seated):
                continue
            for name, seat in seated:
                found.setdefault(name, Sums()).add(game, seat)
        return found

    def person(self, name: str, wanted: Wanted) -> Sums:
        """Count one person; against somebody, in the games in which both were on different sides."""
        sums = Sums()
        for game in filter(wanted.takes, self.games):
            seated = self.seated(game)
            against = {seat.side for other, seat in seated if other == wanted.against}
            for _, seat in ((who, seat) for who, seat in seated if who == name):
                if not wanted.against or against - {seat.side}:
                    sums.add(game, seat)
        return sums

    def rated(self, kind: str) -> list[RatedGame]:
        """Return finished games of several sides, or those of a kind, as they are rated."""
        rated = []
        for game in filter(Wanted(kind).takes, self.games):
            if game.over and len(game.sides) > 1:
                ended = zip(game.sides, game.totals, strict=True)
                ends = [(any(name in game.winners for name in side), total) for side, total in ended]
                people = tuple(
                    tuple(name for name, seat in self.seated(game) if seat.side == side) for side in range(len(ends))
                )
                ranks = tuple(1 + sum(other > end for other in ends) for end in ends)
                rated.append(RatedGame(people, ranks, date.fromisoformat(game.day)))
        return rated

    def pairs_of(self, name: str, wanted: Wanted) -> dict[str, Counter[str]]:
        """Count one person against everybody on another side; against somebody, from the seats against that one."""
        pairs = self.pairs(wanted, name)
        return {second: counted for (first, second), counted in pairs.items() if first == name}

    def pairs(self, wanted: Wanted, name: str = "") -> dict[tuple[str, str], Counter[str]]:
        """Count for each two, from either side, the games in which they were on different sides.

        Only games with somebody who is named at the table count; of the person `name`, only seats against that one.
        """
        found: dict[tuple[str, str], Counter[str]] = {}
        for game in filter(wanted.takes, self.games):
            seated = self.seated(game)
            if wanted.against and wanted.against not in dict(seated):
                continue
            for first, seat in seated:
                facing = {second for second, other in seated if seat.side != other.side}
                if first == name and wanted.against and wanted.against not in facing:
                    continue
                for second, other in seated:
                    if seat.side != other.side and first != second:
                        pair = found.setdefault((first, second), Counter())
                        pair.update(self._between(game, seat, other))
        return found

    @staticmethod
    def _between(game: Exported, seat: Seat, other: Seat) -> Counter[str]:
        own, others = (
            [hand.points[one.name] for hand in game.hands if one.name in hand.points] for one in (seat, other)
        )
        counted = Counter(hands=len(own), points=sum(own), against=sum(others), unfinished=int(not game.over))
        if game.over:
            places = [(one.name in game.winners, game.totals[one.side]) for one in (seat, other)]
            ahead, behind = places[0] > places[1], places[0] < places[1]
            counted.update(games=1, ahead=int(ahead), behind=int(behind))
        return counted
