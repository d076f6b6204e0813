"""Write down a hand as it was ruled, so that letters learned later can't change the ruling."""

from collections.abc import Mapping
from typing import Any

from companion.documents.answers import judge_document


def as_ruled(head: Mapping[str, Any], hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand with the layout and lay-offs of its ruling, if unknown letters could have changed them.

    They could if the table said that a card doesn't have a certain gem: a document can't say that, so it gives the
    melds and lay-offs themselves.
    """
    verdict: dict[str, Any] = judge_document({**head, **hand})
    if not verdict["legal"] or not verdict["unknown_gems"]:
        return dict(hand)
    players = [_laid_out(player, ruled) for player, ruled in zip(hand["players"], verdict["players"], strict=True)]
    if any("deadwood_points" not in player for player in players) and "lay_offs" not in hand:
        return {**hand, "players": players, "lay_offs": _with_passes(verdict, [player["name"] for player in players])}
    return {**hand, "players": players}


def _laid_out(player: Mapping[str, Any], ruled: Mapping[str, Any]) -> dict[str, Any]:
    if "cards" not in player:
        return dict(player)
    rest = {key: value for key, value in player.items() if key != "cards"}
    melds = [meld["cards"] for meld in ruled["melds"]]
    return {**rest, "melds": melds, "deadwood": [*ruled["deadwood"], *ruled["laid_off"]]}


def _with_passes(verdict: Mapping[str, Any], names: list[str]) -> list[dict[str, Any]]:
    """Return the lay-offs, with a pass for each player who was skipped because no known card fitted."""
    knocker = names.index(next(player["name"] for player in verdict["players"] if player["role"] == "knocker"))
    others = [names[(knocker + step) % len(names)] for step in range(1, len(names))]
    moves: list[dict[str, Any]] = []
    turn = 0
    for move in verdict["lay_offs"]:
        while others[turn] != move["player"]:
            moves.append({"player": others[turn], "pass": True})
            turn = (turn + 1) % len(others)
        moves.append(move)
        turn = (turn + 1) % len(others)
    return moves
