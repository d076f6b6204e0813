"""A sheet of Gin Rummy in rounds (partners, captain's play, cutthroat): names of sides, hands, and who plays next."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.wording.cards import agrees, listed_words

HAND, ROUND = "Hand", "Round"
"""What a row of a sheet is."""
FORM_WORDS = {"partners": "partners", "captain": "captain's play", "cutthroat": "cutthroat"}


def names_of_sides(document: Mapping[str, Any]) -> list[str]:
    return [" & ".join(side) for side in document.get("sides", [[name] for name in document["players"]])]


def named_sides(document: Mapping[str, Any], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sheet that names its sides, where it numbers them, and lists them as the players who score."""
    names = names_of_sides(document)

    def named(points: Sequence[int | None] | None) -> dict[str, int | None] | None:
        return None if points is None else dict(zip(names, points, strict=True))

    columns = [
        {
            **column,
            "entries": [named(entry) for entry in column["entries"]],
            "totals": named(column["totals"]),
            "final": named(column["final"]),
            "lines": [{**line, "player": names[line["side"]]} for line in column["lines"]],
        }
        for column in sheet.get("columns", ())
    ]
    return {**sheet, "totals": named(sheet["side_totals"]), "final": named(sheet.get("final")), "columns": columns}


def hand_words(hand: Mapping[str, Any]) -> str:
    """Return what the two who played a hand scored: "Ann 16, Bob 0"."""
    if hand["drawn"]:
        return f"{listed_words(list(hand['points']))}: drawn"
    return ", ".join(f"{name} {points}" for name, points in hand["points"].items())


def round_words(number: int, dealers: Sequence[str], hands: Sequence[str]) -> str:
    """Return a round with who dealt it: "Round 1, Ann and Cid dealt: Ann 16, Bob 0; Cid 12, Dee 0."."""
    return f"Round {number}, {listed_words(dealers)} dealt: {'; '.join(hands)}."


def totals_words(totals: Mapping[str, int]) -> str:
    standing = [f"{name} {agrees(name, 'has', 'have')} {total}" for name, total in totals.items()]
    return f"In the end {listed_words(standing)}."


def coming_words(coming: Mapping[str, Any]) -> str:
    """Return who plays whom next, who deals, and who sits out."""
    return " ".join(_coming(coming))


def _coming(coming: Mapping[str, Any]) -> Iterator[str]:
    dealers = coming["dealers"]
    yield f"{listed_words([f'{one} plays {other}' for one, other in coming['pairs']])}."
    yield f"{listed_words(dealers)} {'deals' if len(dealers) == 1 else 'deal'}."
    if coming["sits_out"]:
        yield f"{coming['sits_out']} sits out."


def leads(name: str) -> str:
    return agrees(name, "leads", "lead")
