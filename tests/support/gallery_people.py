"""Screens for the gallery about people over many games: the household's table, one person, and two of them."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.support.documents import Document, counted_hand, game_document
from tests.support.prepared import at, import_game, send

OTHER_SPELLING = "Max. Hohenstein"
PLACES = ("the café in Sankt Wolfgang im Salzkammergut", "Grandma's")


def won_game(winner: str, players: Sequence[str], number: int, game: str = "gin-rummy", **more: object) -> Document:
    """Return a game that is over after a hand or two, later with each number."""
    lost = {name: 46 + 6 * seat + number % 9 for seat, name in enumerate(players) if name != winner}
    hands = [counted_hand(winner, **{winner: number % 3}, **lost)]
    if number % 3 == 0:
        loser = next(iter(lost))
        hands.insert(0, counted_hand(loser, **{name: 2 if name == loser else 9 for name in players}))
    day = f"{2025 + number // 12}-{1 + number % 12:02}-{3 + number // 2:02}"
    return game_document(game, players, hands=hands, at=day, house_rules={"target": 40}, **more)


def history(phone: Page, names: Sequence[str]) -> None:
    """Import the games of more than a year: so many that form is a line, and no more than an address may import."""
    for number in range(11):
        winner = names[0] if number % 4 else names[-1]
        import_game(phone, won_game(winner, names, 2 * number, "knock-rummy", place=PLACES[number % 2]))
    import_game(phone, won_game(names[1], names[:2], 4))
    import_game(phone, won_game(OTHER_SPELLING, (OTHER_SPELLING, names[1]), 5))


def person(name: str, **filters: str) -> str:
    return f"/people/person?{urlencode({'name': name, **filters})}"


def people(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show everyone's record, one person's, and that of two."""
    yield from at(phone, "/people", "household-first-visit")
    history(phone, names)
    yield from at(phone, "/people", "household")
    send(phone, "/settings", "/settings", theme="auto", colors="two", ratings="on")
    yield from at(phone, "/people", "household-ratings")
    yield from at(phone, "/people?when=dates&since=1999-01-01&until=1999-12-31", "household-no-games")
    yield from at(phone, person(names[0]), "person")
    yield from at(phone, person(names[0], against=names[1], when="2025"), "person-against")
    yield from at(phone, person(names[0], place="nowhere"), "person-no-games")
    send(
        phone, person(names[0]), "/people/person/look", name=names[0], nickname="The Queen of Diamonds", color="purple"
    )
    send(phone, person(names[0]), "/people/person/merge", name=names[0], other=OTHER_SPELLING)
    phone.goto(person(names[0]))
    phone.locator("summary").filter(has_text="Names and color").tap()
    yield "person-names"
