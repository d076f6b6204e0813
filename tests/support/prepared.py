"""A game brought to where a test in a browser begins: a phone sends its forms without showing them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.support.documents import game_document
from tests.support.pages import fields_of, words_of

DICE = (3, 4)
SENT = ("form_token", "idempotency_key", "seen")
"""Hidden fields of forms."""


def send(phone: Page, page: str, action: str = "", form: Mapping[str, object] | None = None, **more: object) -> str:
    """Send a form with the hidden fields of a page, and return the address that it leads to."""
    hidden = fields_of(phone.request.get(page).text())
    sent: dict[str, object] = {name: hidden[name] for name in SENT if name in hidden}
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.request.post(action or page, data=urlencode({**sent, **(form or {}), **more}), headers=headers)
    assert answer.ok, words_of(answer.text())
    return answer.url


def import_game(phone: Page, document: Mapping[str, Any]) -> str:
    return game_of(send(phone, "/import", text=json.dumps(document)))


def new_game(phone: Page, *names: str, game: str = "gin-rummy") -> str:
    return import_game(phone, game_document(game, names))


def show_import(phone: Page, document: Mapping[str, Any]) -> str:
    """Import a game, show the page that this leads to, and return the game's address."""
    shown = send(phone, "/import", text=json.dumps(document))
    phone.goto(shown)
    return game_of(shown)


def show_table(phone: Page, *names: str, game: str = "gem-rummy", dice: tuple[int, int] | None = DICE) -> str:
    """Start a game, show its table with the dice of its first hand, and return the game's address."""
    table = new_game(phone, *(names or ("Ann", "Bob")), game=game)
    if game == "gem-rummy" and dice:
        set_dice(phone, table, dice)
    phone.goto(table)
    return table


def set_dice(phone: Page, table: str, dice: tuple[int, int] = DICE) -> None:
    send(phone, table, f"{table}/dice", first=dice[0], second=dice[1], act="set")


def show_keys(
    phone: Page,
    *names: str,
    game: str = "gem-rummy",
    dice: tuple[int, int] = DICE,
    knock: str = "",
) -> str:
    """Start a game of which the first player knocks, show the keys for that hand, and return the game's address."""
    table = new_game(phone, *(names or ("Ann", "Bob")), game=game)
    if game == "gem-rummy":
        set_dice(phone, table, dice)
    phone.goto(knocked(phone, table, knock))
    return table


def knocked(phone: Page, table: str, knock: str = "") -> str:
    """Press a button that says who knocked in the first hand, or the first one; return the address that it leads to."""
    hub = f"{table}/hand/1"
    first = re.search(r'name="knock"\s+value="([^"]*)"', phone.request.get(hub).text())
    assert first
    return send(phone, hub, knock=knock or first[1])


def led_to_hands(phones: Sequence[Page], table: str) -> None:
    """Have the first player knock, and wait until the phones, all at the table, were led to their hands by that."""
    knocked(phones[0], table)
    for seat, phone in enumerate(phones):
        phone.wait_for_url(f"**/seat/{seat}")


def typed(phone: Page, table: str, seat: int, text: str) -> str:
    hand = f"{table}/hand/1/seat/{seat}"
    send(phone, hand, f"{hand}?typed=", text=text)
    return hand


def written(phone: Page, table: str, seat: int, text: str, *, claims: bool = False) -> str:
    """Enter a hand of the first showdown, say that it is in, and return the address to which that leads."""
    hand = typed(phone, table, seat, text)
    if claims:
        send(phone, hand, act="claims")
    return send(phone, hand, act="as-laid")


def counted(phone: Page, table: str, *points: int) -> str:
    """Enter the deadwood of everybody in the first hand, which the first player knocks; return the ruling's address."""
    entered: dict[str, object] = {f"points-{seat}": amount for seat, amount in enumerate(points)}
    return send(phone, f"{table}/hand/1/numbers", form=entered, knocker=0)


def open_table(owner: Page, table: str, seat: int | None = None) -> str:
    """Open the table, take a seat there unless that is left open, and return its code."""
    seated = {} if seat is None else {"seat": seat}
    send(owner, f"{table}/people", f"{table}/people/open", form=seated)
    found = re.search(r"<b>([A-Z0-9]{6})</b>", owner.request.get(f"{table}/people").text())
    assert found
    return found[1]


def join(phone: Page, code: str, place: int | str) -> None:
    """Join by code on a seat or to `watch`, and show the table."""
    send(phone, "/join", code=code)
    phone.goto(send(phone, "/join", "/join/in", place=place))


def at(phone: Page, address: str, screen: str) -> Iterator[str]:
    """Show what is at an address, for a walk through all screens."""
    phone.goto(address)
    yield screen


def game_of(address: str) -> str:
    return re.sub(r"(/g/\w+).*", r"\1", address)
