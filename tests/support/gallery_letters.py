"""The screens that ask for the gems of cards, for the gallery."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page, expect

from tests.support.documents import game_document
from tests.support.prepared import import_game, knocked, set_dice, written
from tests.support.taps import press

GEM_PARTS = ("Ah3s5c7d 9cds JJJ-s 2d", "456d KKK-h 2h as 8h 7s qc", "3-5h qdh 10c 10h 8cd 6c 9h")
"""The Knocker claims Gem Parts with a stash; nobody knows a gem."""
EMERALDS = ("8-ts Qc7d 4h6cjdas 2h 3d", "5hds jqkh / 7s js 10d ah 2c")
"""Whether the second player's ten is an Emerald, as the Knocker's stash is, decides who wins."""


def letters(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show how the gem of a stash is asked for, the gem of a card, and whether a card shows a gem."""
    _knock(phone, names, (4, 4), GEM_PARTS, claimed=True)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which gem do these cards share?")
    yield "letters-stash"
    press(phone, "Moonstone")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which gem is on the 9 of clubs?")
    yield "letters-card"
    _knock(phone, names[:2], (4, 3), EMERALDS, house_rules={"lay_offs": "found"})
    press(phone, "Emerald")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("have an Emerald on this card?")
    yield "letters-bearer"


def _knock(
    phone: Page,
    names: Sequence[str],
    dice: tuple[int, int],
    hands: Sequence[str],
    *,
    claimed: bool = False,
    house_rules: dict[str, str] | None = None,
) -> None:
    """Enter everybody's hand; the first player knocks."""
    game = import_game(phone, game_document(players=list(names), house_rules=house_rules or {}))
    set_dice(phone, game, dice)
    knocked(phone, game)
    leads_to = ""
    for seat, text in enumerate(hands[: len(names)]):
        leads_to = written(phone, game, seat, text, claims=claimed and seat == 0)
    phone.goto(leads_to)
    phone.wait_for_url("**/letters")
