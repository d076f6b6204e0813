"""The score of a rummy between hands: each player or side with its total and the way still to go."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.rummy.ruleset import Form
from companion.store.derived.table_cache import TableSummary
from companion.web.rummy.catalog import form_of
from companion.web.rummy.sheet_lines import entrants_of
from companion.wording import game as wording


@dataclass(frozen=True, slots=True)
class Place:
    """One player, or one side."""

    name: str
    total: int
    target: int
    deals: str
    """Who deals the coming hand, if it is this place; of a side which member."""
    players: tuple[str, ...]
    members: tuple[tuple[str, int], ...] = ()
    """Of partners whose points are added, each with its own."""
    is_captain: bool = False
    games: tuple[int, ...] = ()
    """Its total in each of three games that are played at once."""

    @property
    def score(self) -> str | int:
        return " / ".join(map(str, self.games)) or self.total

    @property
    def to_go(self) -> int:
        return max(0, self.target - self.total)

    @property
    def share(self) -> int:
        """How far to the target, in hundredths."""
        return max(0, min(100, 100 * self.total // self.target))


def places(table: TableSummary, dealer: str | None = None) -> tuple[Place, ...]:
    """Return the players or sides; `dealer` deals the coming hand, where that isn't who is due."""
    dealer, totals = dealer or table.next_dealer, table.final or table.totals
    entrants = entrants_of(table.head, table.sides)
    return tuple(
        Place(
            name=entrant.name,
            total=entrant.sum_of(totals),
            target=table.target or 1,
            deals=_deals(table, entrant.members, dealer),
            players=entrant.members,
            members=tuple((name, totals.get(name, 0)) for name in entrant.keys) if len(entrant.keys) > 1 else (),
            is_captain=entrant is entrants[0] and form_of(table.head) is Form.CAPTAIN,
            games=() if table.final else tuple(entrant.sum_of(column.totals) for column in table.columns),
        )
        for entrant in entrants
    )


def _deals(table: TableSummary, players: Sequence[str], dealer: str | None) -> str:
    """Return who deals, if one of these does; nobody where each pair has a dealer of its own."""
    if dealer not in players or (table.coming and len(table.coming.pairs) > 1):
        return ""
    return wording.DEALER if len(players) == 1 else wording.MEMBER_DEALS.format(name=dealer)


def tie_words(shown: Sequence[Place], target: int | None) -> str:
    """Return why a game goes on whose target was reached; empty while it isn't."""
    best = max(place.total for place in shown)
    if not target or best < target or any(place.games for place in shown):
        return ""
    return wording.tied([place.name for place in shown if place.total == best], best)
