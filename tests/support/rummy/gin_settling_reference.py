"""Who owes whom after a game of Gin Rummy, as a table settles up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from tests.support.rummy.gin_columns_reference import PaperColumn, Rules, highest_of

Document = dict[str, Any]
Debt = tuple[list[str], list[str], int]
"""Who pays, who receives, and how much."""

CITED = {"partners": "R.40", "captain": "T.captain-pays", "cutthroat": "T.cutthroat-pays"}


class Finished(Protocol):
    """What a game that is over says of itself; sides stand in its columns by their numbers."""

    form: str
    names: list[str]
    rules: Rules
    sides: list[list[str]]
    labels: list[str]
    columns: list[PaperColumn]


def settle_up(game: Finished, final: Mapping[str, int]) -> list[Document]:
    """List all debts: points, or boxes where the table plays for those, and what that comes to."""
    for_boxes = game.rules.get("stake_per_box", 0) > 0
    stake = game.rules["stake_per_box"] if for_boxes else game.rules.get("stake_per_point", 0)
    counts = [final[label] for label in game.labels]
    if for_boxes:
        counts = [sum(column.boxes[label] + column.kisses[label] for column in game.columns) for label in game.labels]
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


def _of_sides(game: Finished, counts: Sequence[int]) -> Iterator[Debt]:
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


def _of_three(game: Finished, counts: Sequence[int], *, for_boxes: bool) -> Iterator[Debt]:
    """Let everybody settle with each of the others; what both owe each other is set off."""
    owed = {(payer, receiver): 0 for payer in game.names for receiver in game.names if payer != receiver}
    for payer, fewer in zip(game.names, counts, strict=True):
        for receiver, more in zip(game.names, counts, strict=True):
            if more > fewer:
                owed[payer, receiver] += more - fewer
    if not for_boxes:
        for column in game.columns:
            winners = highest_of({label: column.total_of(label) for label in game.labels})
            for label, payer in zip(game.labels, game.names, strict=True):
                if not column.has_entry_of(label):
                    for winner in winners:
                        owed[payer, game.names[int(winner)]] += game.rules.get("shutout_bonus", 0)
    for (payer, receiver), number in owed.items():
        net = number - owed[receiver, payer]
        if net > 0:
            yield [payer], [receiver], net
