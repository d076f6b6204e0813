"""Write down a hand as it was ruled, so that letters learned later can't change the ruling."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.documents.showdown import read_showdown
from companion.documents.verdict import write_lay_off
from companion.rules.cards import Card, name_of
from companion.rules.rummy.lay_offs import with_passes
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import PlayerVerdict


def as_ruled(head: Mapping[str, Any], hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand with the layout and lay-offs of its ruling, if unknown letters could have changed them.

    They could if the table said that a card doesn't have a certain gem: a document can't say that, so it gives the
    melds and lay-offs themselves.
    """
    showdown = read_showdown({**head, **hand})
    verdict = judge(showdown)
    if not verdict.legal or not verdict.unknown_gems:
        return dict(hand)
    players = [_laid_out(player, ruled) for player, ruled in zip(hand["players"], verdict.players, strict=True)]
    if "lay_offs" in hand or all("deadwood_points" in player for player in players):
        return {**hand, "players": players}
    names = [player.name for player in verdict.players]
    moves = [write_lay_off(move, names) for move in with_passes(verdict.lay_offs, showdown.others)]
    return {**hand, "players": players, "lay_offs": moves}


def _laid_out(player: Mapping[str, Any], ruled: PlayerVerdict) -> dict[str, Any]:
    if "cards" not in player:
        return dict(player)
    rest = {key: value for key, value in player.items() if key != "cards"}
    melds = [_names(group.cards) for group in ruled.groups]
    return {**rest, "melds": melds, "deadwood": _names((*ruled.deadwood, *ruled.laid_off))}


def _names(cards: Iterable[Card]) -> list[str]:
    return [name_of(card) for card in cards]
