"""False claims of Gem Parts, recorded by versions for which they were no fault."""

from collections.abc import Mapping
from itertools import chain

from companion.documents.errors import DocumentError
from companion.documents.showdown import read_card, read_letters
from companion.journal.events import Document
from companion.rules.cards import hand_of
from companion.rules.gems import Print, missing_gems


def without_false_claims(document: Document, head: Document) -> Document:
    """Return a recorded hand without the claims of Gem Parts that the gems known at the time disproved.

    Such a claim was ignored and the hand was scored, so it still is.
    """
    players = document.get("players")
    if not isinstance(players, list) or not any(_claims(player) for player in players):
        return document
    try:
        gems = Print.of(read_letters(head.get("print") or head.get("gems") or {}, "gems"))
        without_false = [
            _without_claim(player) if _claims(player) and _is_false(player, gems) else player for player in players
        ]
    except DocumentError:
        return document
    return document if gems.faults else {**document, "players": without_false}


def _claims(player: object) -> bool:
    return isinstance(player, Mapping) and player.get("gem_parts") is True and "deadwood_points" not in player


def _is_false(player: Mapping[str, list[str]], gems: Print) -> bool:
    groups: list[list[str]] = player.get("melds", [])  # type: ignore[assignment]
    names = chain(*groups, player.get("deadwood", []), player.get("cards", []))
    return missing_gems(gems, hand_of(read_card(name, "") for name in names)) is not None


def _without_claim(player: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in player.items() if key != "gem_parts"}
