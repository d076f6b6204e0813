"""The screens that Gin Rummy has where it's scored as at real tables, for the gallery."""

from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.support.documents import Document, counted_hand, game_document
from tests.support.prepared import import_game

FULL_SCORING: dict[str, Any] = {"game_bonus": 100, "box_bonus": 25, "shutout": "hand-points"}
OKLAHOMA: dict[str, Any] = {"knock_limit": "upcard", "spades_double": True}
WINS = (0, 0, 1, 0, 1, 0)
"""Who wins the hands of a game of Hollywood to 50: the second player is shut out of game 1."""


def _hands(names: Sequence[str], played: int) -> list[Document]:
    return [
        counted_hand(names[winner], **{name: 5 if seat == winner else 35 for seat, name in enumerate(names)})
        for winner in WINS[:played]
    ]


def gin(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show the upcard, three games at once, and the end of a game with bonuses."""
    two = names[:2]
    phone.goto("/new?game=gin-rummy")
    phone.locator("summary").filter(has_text="House rules").tap()
    yield "new-gin-rules"
    game = import_game(phone, game_document("gin-rummy", two, house_rules=OKLAHOMA))
    phone.goto(game)
    yield "table-upcard-asked"
    phone.goto(f"{game}/showdown")
    yield "showdown-upcard-asked"
    phone.goto(game)
    phone.locator("label[for=rank-7]").tap()
    phone.locator("label[for=suit-S]").tap()
    phone.wait_for_selector("[data-dice-lie]")
    yield "table-upcard"
    three_games = {"target": 50, "columns": 3, **FULL_SCORING}
    running = game_document("gin-rummy", two, house_rules=three_games, hands=_hands(two, 5))
    game = import_game(phone, running)
    phone.goto(game)
    yield "table-hollywood"
    phone.goto(f"{game}/sheet")
    yield "sheet-hollywood"
    ended = import_game(phone, {**running, "hands": _hands(two, 6)})
    for name, place in {"end-hollywood": "end", "sheet-hollywood-over": "sheet", "print-hollywood": "print"}.items():
        phone.goto(f"{ended}/{place}")
        yield name
    last = counted_hand(two[0], **{name: 5 if seat == 0 else 95 for seat, name in enumerate(two)})
    bonuses = game_document("gin-rummy", two, house_rules=FULL_SCORING, hands=[*_hands(two, 3), last])
    phone.goto(f"{import_game(phone, bonuses)}/sheet")
    yield "sheet-bonuses"
