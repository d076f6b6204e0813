"""Read a game document of one player, and write its score card."""

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Self

from companion.documents.errors import DocumentError, Flaw
from companion.documents.gem2_parts import (
    REMARKS,
    Overruling,
    read_level,
    read_overruling,
    read_remarks,
    refusing,
    write_doubts,
    write_line,
    write_overruling,
)
from companion.documents.reader import join, read_choice, read_list, read_names, read_object, read_whole
from companion.rules.gem2.cards import DECK, NUMERALS, Level
from companion.rules.gem2.lines import Column
from companion.rules.gem2.solo import CardRow, NextDeal, SoloCard, SoloRound, score_solo

_BOXES = (Column.DEALER, Column.CARD_RUN, Column.BONUS_ROUND)


@dataclass(frozen=True, slots=True)
class SoloRecord:
    """A game of one player."""

    player: str
    level: Level
    rounds: tuple[SoloRound, ...]
    overrulings: tuple[Overruling | None, ...]

    def with_round(self, document: object) -> Self:
        """Return the game with one more round."""
        played, overruling = _read_round(document, join("rounds", len(self.rounds)), (self.player,))
        return replace(self, rounds=(*self.rounds, played), overrulings=(*self.overrulings, overruling))

    def score(self) -> SoloCard:
        """Fill the card; raise DocumentError for a round that can't be."""
        with refusing({}):
            return score_solo(self.rounds)

    def points(self, card: SoloCard, place: int) -> dict[str, int]:
        """Return the points of a round, counted from 1, in all the rows that it filled."""
        return {self.player: sum(row.points() for row in card.rows if row.round == place)}

    def dealer(self, _card: SoloCard, _place: int) -> str | None:
        """Nobody deals to a player alone."""
        return None

    def winners(self, _card: SoloCard) -> tuple[str, ...]:
        """Nobody wins against nobody."""
        return ()


def read_solo(document: object) -> SoloRecord:
    """Return the game that a document describes, not yet scored."""
    keys = read_object(document, "", ("game", "players", "level", "rounds"), REMARKS)
    read_choice(keys["game"], "game", ("gem-ii-solo",))
    names = read_names(keys["players"], "players")
    if len(names) != 1:
        raise DocumentError(Flaw.PLAYER_COUNT, "players", game="gem-ii-solo", least=1, most=1, count=len(names))
    read_remarks(keys, "")
    level = read_level(keys["level"])
    rounds = read_list(keys["rounds"], "rounds", lambda value, where: _read_round(value, where, names))
    return SoloRecord(
        names[0], level, tuple(played for played, _ in rounds), tuple(overruling for _, overruling in rounds)
    )


def _read_round(value: object, where: str, names: tuple[str, ...]) -> tuple[SoloRound, Overruling | None]:
    keys = read_object(value, where, ("deals",), ("bonus_rounds", "overruled", *REMARKS))
    read_remarks(keys, where)
    deals = _read_deals(keys["deals"], join(where, "deals"))
    bonus_rounds = read_list(keys.get("bonus_rounds", []), join(where, "bonus_rounds"), _read_bonus_round)
    overruling = read_overruling(keys, where, names)
    return SoloRound(deals, bonus_rounds, overruling.points[names[0]] if overruling else None), overruling


def _read_bonus_round(value: object, where: str) -> tuple[int, ...]:
    return _read_deals(read_object(value, where, ("deals",))["deals"], join(where, "deals"))


def _read_deals(value: object, where: str) -> tuple[int, ...]:
    return read_list(value, where, lambda removed, place: read_whole(removed, place, 0, DECK))


def score_solo_document(document: object) -> dict[str, object]:
    """Return the score card of a game of one player."""
    record = read_solo(document)
    return write_solo(record, record.score())


def write_solo(record: SoloRecord, card: SoloCard) -> dict[str, object]:
    """Return the card as JSON; `rounds` has the points of each round, summed over the rows it filled."""
    points = [record.points(card, place)[record.player] for place in range(1, len(record.rounds) + 1)]
    written: dict[str, object] = {
        "rows": [_row(row) for row in card.rows],
        "grand_total": card.grand_total,
        "over": card.over,
        "doubts": write_doubts(card.doubts, {}),
        "rounds": [
            {
                "points": {record.player: round_points},
                "totals": {record.player: total},
                **write_overruling(overruling),
            }
            for round_points, total, overruling in zip(points, accumulate(points), record.overrulings, strict=True)
        ],
    }
    if card.next is not None:
        written["next"] = _next(card.next)
    return written


def _row(row: CardRow) -> dict[str, object]:
    return {
        "round": row.number,
        **{box.value: row.points(box) for box in _BOXES},
        "total": row.points(),
        "source": row.source.value,
        "finished": row.finished,
        "lines": [write_line(line) for line in row.lines],
    }


def _next(upcoming: NextDeal) -> dict[str, object]:
    return {
        "round": upcoming.round,
        "row": upcoming.row,
        "bonus_round": upcoming.bonus,
        "deal": upcoming.deal,
        "high": NUMERALS[upcoming.high - 1],
        "on_board": upcoming.on_board,
        "in_hand": upcoming.in_hand,
        "most": upcoming.most,
        "most_by_moves": upcoming.most_by_moves,
    }
