"""A hand written down as it was ruled, so that no letter that is still unknown can change the ruling later."""

from collections.abc import Mapping
from typing import Any

from companion.documents.answers import judge_document


def as_ruled(head: Mapping[str, Any], hand: Mapping[str, Any]) -> dict[str, Any]:
    """Give a hand as the app laid it out and laid off, where unknown letters could have changed that.

    That is so where the table was asked for one gem among some cards and said that a card does not bear it: that its
    letter is another one cannot be written down. With the melds and the lay-offs themselves it need not be.
    """
    verdict: dict[str, Any] = judge_document({**head, **hand})
    if not verdict["legal"] or not verdict["unknown_gems"]:
        return dict(hand)
    players = [_laid_out(player, ruled) for player, ruled in zip(hand["players"], verdict["players"], strict=True)]
    if any("deadwood_points" not in player for player in players) and "lay_offs" not in hand:
        return {**hand, "players": players, "lay_offs": _with_passes(verdict, [one["name"] for one in players])}
    return {**hand, "players": players}


def _laid_out(player: Mapping[str, Any], ruled: Mapping[str, Any]) -> dict[str, Any]:
    if "cards" not in player:
        return dict(player)
    rest = {key: value for key, value in player.items() if key != "cards"}
    melds = [meld["cards"] for meld in ruled["melds"]]
    return {**rest, "melds": melds, "deadwood": [*ruled["deadwood"], *ruled["laid_off"]]}


def _with_passes(verdict: Mapping[str, Any], names: list[str]) -> list[dict[str, Any]]:
    """Write down the lay-offs, and a pass of each player who was skipped as no card of known letter fitted."""
    knocker = names.index(next(one["name"] for one in verdict["players"] if one["role"] == "knocker"))
    others = [names[(knocker + step) % len(names)] for step in range(1, len(names))]
    moves: list[dict[str, Any]] = []
    due = 0
    for move in verdict["lay_offs"]:
        while others[due] != move["player"]:
            moves.append({"player": others[due], "pass": True})
            due = (due + 1) % len(others)
        moves.append(move)
        due = (due + 1) % len(others)
    return moves
