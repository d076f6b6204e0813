"""What is chosen for a new game of Gem II: the level; for two sides their partners and the time for a turn."""

from typing import ClassVar

from companion.documents.seats import side_name
from companion.documents.texts import LONGEST_NAME
from companion.store.derived.table_cache import TableSummary
from companion.web.kinds.new_game_form import GameChoice, NewGameForm
from companion.wording import gem2_table as wording
from companion.wording.gem2_card import NAME_MISSING, PARTNER_MISSING, team_too_long


class NewSoloForm(NewGameForm):
    """The form of a new game of one player."""

    seats = range(1, 2)

    @property
    def choices(self) -> tuple[GameChoice, ...]:
        return (GameChoice("level", wording.LEVEL, wording.LEVEL_CHOICES),)

    def like(self, last: TableSummary | None) -> None:
        if last:
            self.chosen |= {choice.name: str(last.head.get(choice.name, choice.usual)) for choice in self.choices}

    def name_missing(self, seat: int) -> str:  # noqa: ARG002 (the same for each)
        return NAME_MISSING

    def head(self) -> dict[str, object]:
        chosen = {name: int(value) for name, value in self.chosen.items() if value != "0"}
        return {**super().head(), **chosen}


class NewDuelForm(NewSoloForm):
    """The form of a new game of two players or two teams: two names, and after them their partners'."""

    seats = range(2, 3)
    partners: ClassVar = 2

    @property
    def choices(self) -> tuple[GameChoice, ...]:
        return (*super().choices, GameChoice("timer", wording.TIMER_LEGEND, wording.TIMER_CHOICES, folded=True))

    @property
    def teams(self) -> list[list[str]]:
        """The players of each team; empty without partners."""
        first, second, *partners = self.names
        return [[first, partners[0]], [second, partners[1]]] if any(partners) else []

    @property
    def players(self) -> list[str]:
        return [side_name(team) for team in self.teams] or self.at_table

    def check(self) -> bool:
        super().check()
        partners = self.names[2:]
        if any(partners) and not all(partners):
            self.errors[f"player-{2 + partners.index('')}"] = PARTNER_MISSING
        for side, players in enumerate(self.players if self.teams else ()):
            if len(players) > LONGEST_NAME:
                self.errors.setdefault(f"player-{2 + side}", team_too_long(LONGEST_NAME))
        return not self.errors

    def head(self) -> dict[str, object]:
        return {**super().head(), **({"teams": self.teams} if self.teams else {})}
