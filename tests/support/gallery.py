"""Every screen of the app, one after the other, each as a person would come to it.

A walk yields the name of each screen while the phone shows it. A cast is who plays: two with short names, or three
whose names are as long, as colorful and as far from left to right as names get.
"""

from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote

from playwright.sync_api import Page, expect

from companion.journal.events.hands import HandNoted, HandRecorded
from companion.journal.exchange import write_journal
from companion.learning import lessons
from tests.support.documents import Document, counted_hand, game_document, hand_of
from tests.support.gallery_big_screen import HANDS, big_screen
from tests.support.gallery_games import gem2, gin, letters, rounds
from tests.support.gallery_people import people
from tests.support.prepared import at, import_game, send, set_dice, show_import
from tests.support.taps import go_on, lay_out, press, write
from tests.support.whole_games import whole_game

Walk = Callable[[Page, Sequence[str]], Iterator[str]]

CASTS = {
    "two": ("Ann", "Bob"),
    "three": ("Maximiliane-Theodora Hohenstein", "Zoë 🃏🎲 & the Jokers of Town 🏆", "عبد الرحمن بن محمد الخطيب"),
}
SIZES = ((390, 844), (320, 568), (360, 560), (360, 640), (640, 360), (820, 1180))


def hands_of(names: Sequence[str], *, played: int) -> list[Document]:
    """Return hands by their numbers, each won by another player."""
    return [
        counted_hand(
            names[number % len(names)],
            (3, 4),
            **{name: 2 if seat == number % len(names) else 9 + 3 * seat + number for seat, name in enumerate(names)},
        )
        for number in range(played)
    ]


def imported(phone: Page, names: Sequence[str], played: int = 0) -> str:
    return import_game(phone, game_document(players=list(names), hands=hands_of(names, played=played)))


def lay_out_until(phone: Page, text: str, card: str) -> None:
    lay_out(phone, text)
    expect(phone.locator(f"#l{card}")).to_be_visible()


def show_hand(phone: Page, hand: str, text: str) -> None:
    """Show a hand with these cards, in the pad of all keys."""
    send(phone, hand, f"{hand}?typed=", text=text)
    phone.goto(hand)


def standalone(phone: Page, names: Sequence[str]) -> Iterator[str]:
    yield from at(phone, "/", "home-first-visit")
    table = imported(phone, names, played=3)
    pages = {
        "home": "/",
        "games": "/games",
        "games-found": f"/games?only=unfinished&person={quote(names[0])}",
        "games-none-found": f"/games?words=xyzzy&game=gin-rummy&won={quote(names[-1])}",
        "new": "/new",
        "new-partners": "/new?game=gin-rummy&form=partners" + "".join(f"&player={name}" for name in names),
        "new-captain": "/new?game=gin-rummy&form=captain",
        "new-cutthroat": "/new?game=gin-rummy&form=cutthroat",
        "new-gem-ii": "/new/gem-ii",
        "new-gem-ii-solo": "/new/gem-ii-solo",
        "settings": "/settings",
        "count": "/count",
        "rules": "/rules",
        "rules-found": "/rules?q=stash",
        "rules-none-found": "/rules?q=xyzzy",
        "rule": "/rules/R.6",
        "rule-long": "/rules/R.1",
        "rule-unknown": "/rules/R.99",
        "rules-of-a-game": f"{table}/help",
        "sample": "/sample",
        "moves": "/moves",
        "import": "/import",
        "no-network": "/no-network",
        "decks": "/decks",
    }
    for name, address in pages.items():
        yield from at(phone, address, name)
    phone.goto("/games?words=a")
    phone.get_by_text("Filters", exact=True).tap()
    yield "games-filters"
    phone.goto("/decks")
    phone.get_by_role("button", name="Try a made-up print").tap()
    phone.wait_for_url("**/decks/*")
    yield "deck"
    yield from at(phone, f"{phone.url}/group/6", "deck-group")
    phone.goto("/decks")
    phone.get_by_role("button", name="Enter its gems").tap()
    phone.wait_for_url("**/group/0")
    phone.locator("#gAC").tap()
    expect(phone.locator(".ask")).to_contain_text("Emerald")
    yield "deck-group-entered"
    yield from at(phone, "/count?typed=&hand=567c+KKK-s+2-4h+2s+2d&deck=made-up", "count-typed")
    phone.goto("/rules/R.6")
    phone.locator(".links a").first.tap()
    phone.wait_for_url("**/rules/cases/*")
    yield "case"
    phone.goto("/import")
    phone.fill("#text", '{"game": "gem-rummy", "players": ["Ann"]}')
    press(phone, "Import")
    yield "import-refused"
    head = game_document(players=list(names))
    del head["hands"]
    for hand in hands_of(names, played=2):
        phone.goto("/import")
        phone.fill(
            "#text", write_journal(whole_game(HandRecorded(hand_of(hand)), HandNoted(1, "at the club"), head=head))
        )
        press(phone, "Import")
        phone.wait_for_url("**/g/*" if hand["knocker"] == names[0] else "**/import")
    expect(phone.get_by_role("button", name="Import as a separate game")).to_be_visible()
    yield "import-diverged"


def table(phone: Page, names: Sequence[str]) -> Iterator[str]:
    yield from at(phone, imported(phone, names), "table-first-hand")
    game = imported(phone, names, played=4)
    yield from at(phone, game, "table-dice-asked")
    yield from at(phone, f"{game}/showdown", "showdown-dice-asked")
    set_dice(phone, game)
    yield from at(phone, game, "table")
    phone.get_by_text("Nobody knocked", exact=True).tap()
    yield "table-drawn"
    for place in ("about", "rules", "offline", "leave"):
        yield from at(phone, f"{game}/{place}", place)


def phones(phone: Page, names: Sequence[str]) -> Iterator[str]:
    game = imported(phone, names)
    yield from at(phone, f"{game}/people", "people")
    press(phone, "I only keep the score")
    yield "people-invited"


def showdown(phone: Page, names: Sequence[str]) -> Iterator[str]:
    game = imported(phone, names, played=2)
    set_dice(phone, game)
    hub = f"{game}/hand/3"
    yield from at(phone, hub, "hub")
    yield from at(phone, f"{hub}/numbers", "numbers")
    phone.goto(hub)
    phone.locator("[name=knock]").first.tap()
    phone.wait_for_selector("#entering")
    yield "hand-empty"
    show_hand(phone, f"{hub}/seat/0", "567c QH7D")
    expect(phone.locator("#count")).to_contain_text("5 of 11")
    yield "hand-five"
    yield from at(phone, f"{phone.url.split('?')[0]}?typed=", "hand-typed")
    lay_out_until(phone, HANDS[0], "2D")
    yield from at(phone, phone.url.split("?")[0], "hand-eleven")
    phone.locator("#l2D").tap()
    expect(phone.locator("#l2D")).to_have_attribute("aria-pressed", "true")
    yield "hand-card-picked"
    phone.locator(".menu summary").tap()
    yield "hand-menu"
    phone.locator(".menu summary").tap()
    yield from judging(phone, names, hub)


def judging(phone: Page, names: Sequence[str], hub: str) -> Iterator[str]:
    go_on(phone)
    phone.wait_for_url("**/seat/1")
    large = "Jcdh Kcdh / 9h ad as 8c 7s 3c" + (" 4c 5d 10d 2s" if len(names) > 2 else "")
    show_hand(phone, f"{hub}/seat/1", large)
    expect(phone.locator("#count")).to_contain_text("16 " if len(names) > 2 else "12 ")
    yield "hand-large"
    for key in ("#lJC", "#lJD", "#x-new"):
        phone.locator(key).tap()
    expect(phone.locator("#count")).to_contain_text("isn't a set")
    yield "hand-mistake-named"
    phone.goto(f"{phone.url.split('?')[0]}?typed=")
    lay_out_until(phone, HANDS[1], "6D")
    go_on(phone)
    if len(names) > 2:
        yield from at(phone, hub, "hub-half-way")
        phone.goto(f"{hub}/seat/2")
        write(phone, HANDS[2], "11 cards")
    phone.wait_for_url("**/lay-offs")
    yield "lay-offs"
    phone.locator("button[value='1:2S'], button[value='1:7S']").first.tap()
    expect(phone.get_by_role("alert")).to_contain_text("doesn't")
    yield "lay-offs-refused"
    press(phone, "That's all")
    phone.wait_for_url("**/ruling")
    yield "ruling"
    yield from at(phone, hub, "hub-all-entered")
    phone.goto(f"{hub}/seat/0?typed=")
    lay_out_until(phone, "7-10d 567c QQQQ", "10D")
    go_on(phone)
    phone.wait_for_url("**/gin")
    yield "gin"
    phone.goto(f"{hub}/seat/0?typed=")
    lay_out_until(phone, "Qhs 222-h 6c 7c 9c 9d 10c 10s", "10C")
    phone.locator("#done").tap()
    expect(phone.locator("#as-laid")).to_be_visible()
    with phone.expect_navigation():
        phone.locator("#as-laid").tap()
    yield from at(phone, f"{hub}/ruling", "ruling-not-legal")


def numbers(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show a hand by its numbers, and how it is asked what nobody entered."""
    game = imported(phone, names, played=2)
    set_dice(phone, game)
    phone.goto(f"{game}/hand/3/numbers")
    phone.locator("label[for=knocker-0]").tap()
    for seat in range(len(names)):
        phone.fill(f"#points-{seat}", str(99 + seat if seat else 3))
    yield "numbers-filled"
    press(phone, "See the ruling")
    phone.wait_for_selector("#outcome")
    yield "ruling-numbers"


def sheet(phone: Page, names: Sequence[str]) -> Iterator[str]:
    hands = hands_of(names, played=6)
    hands.insert(3, {"drawn": True, "dice": [1, 1]})
    game = import_game(phone, game_document(players=list(names), hands=hands))
    for name, place in {
        "sheet": "sheet",
        "hand": "hands/2",
        "hand-drawn": "hands/4",
        "overrule": "hands/1/overrule",
        "history": "history",
        "print": "print",
        "correcting": "showdown?hand=1",
    }.items():
        yield from at(phone, f"{game}/{place}", name)
    many = game_document(players=list(names), hands=hands_of(names, played=40), house_rules={"target": 1000})
    yield from at(phone, f"{import_game(phone, many)}/sheet", "sheet-long")
    last = counted_hand(names[0], (3, 4), **{name: 90 if seat else 2 for seat, name in enumerate(names)})
    show_import(phone, game_document(players=list(names), hands=[*hands, last]))
    yield "end"


def five(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show what five players share: the form of a new game, the scores, a ruling and the sheet of Knock Rummy."""
    players = (*names, "Dee", "Ólafur Ó Súilleabháin", "Eve")[:5]
    points = {name: 3 + 4 * seat for seat, name in enumerate(players)}
    hands = [counted_hand(players[0], **points)] * 2
    game = import_game(phone, game_document("knock-rummy", players, hands=hands))
    phone.goto("/new")
    phone.locator("summary").filter(has_text="House rules").tap()
    yield "new-five"
    yield from at(phone, game, "table-five")
    phone.goto(f"{game}/hand/3/numbers")
    phone.locator("label[for=knocker-0]").tap()
    for seat, amount in enumerate(points.values()):
        phone.fill(f"#points-{seat}", str(amount))
    press(phone, "See the ruling")
    phone.wait_for_selector("#outcome")
    yield "ruling-five"
    yield from at(phone, f"{game}/sheet", "sheet-five")
    phone.locator(".menu summary").tap()
    yield "sheet-menu"


def learning(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show the paths, lessons of each game, questions of every kind, and rulings; the hands have names of their own."""
    del names
    made = "/learn/question/made"
    pages = {
        "learn": "/learn",
        "learn-path": "/learn/gem-rummy",
        "learn-practice": "/learn/practice?table=gem-rummy.3",
        "learn-yes-or-no": f"{made}.gem-rummy.illegal.3.4.legal",
        "learn-number": f"{made}.gem-rummy.undercut.2.5.points",
        "learn-number-three": f"{made}.gem-rummy.lay-offs.3.8.deadwood.Ann",
        "learn-player": f"{made}.knock-rummy.any.4.2.winner",
        "learn-cards": f"{made}.gem-rummy.lay-offs.3.8.lay-offs",
        "learn-board": f"{made}.gem-ii.board.2.7.cross",
        "learn-case": "/learn/question/case.GEM2-029.points?lesson=gem-rummy.lay-offs&place=2",
        "learn-right": "/learn/question/case.GEM2-029.points/ruling?given=11&lesson=gem-rummy.lay-offs&place=2",
        "learn-wrong": f"{made}.gem-rummy.illegal.3.4.legal/ruling?given=yes&table=gem-rummy.3&order=illegal",
        "learn-board-wrong": f"{made}.gem-ii.board.2.7.cross/ruling?given=nothing",
    }
    for name, address in pages.items():
        yield from at(phone, address, name)
    for game in lessons.GAMES:
        for lesson in lessons.lessons(game)[:1]:
            yield from at(phone, f"/learn/{game}/{lesson.slug}", f"learn-{lesson.slug}-of-{game}")
    phone.goto("/learn/question/case.GEM2-029.points")
    phone.locator("#typed").fill("Ann 12")
    press(phone, "Answer")
    phone.wait_for_url("**/ruling?*")
    yield from at(phone, "/learn", "learn-with-progress")
    yield from at(phone, "/learn/clear", "learn-clear")


WALKS: dict[str, Walk] = {
    "standalone": standalone,
    "table": table,
    "phones": phones,
    "showdown": showdown,
    "numbers": numbers,
    "sheet": sheet,
    "five": five,
    "letters": letters,
    "gem2": gem2,
    "gin": gin,
    "rounds": rounds,
    "people": people,
    "learning": learning,
    "big-screen": big_screen,
}
READING = ("settings", "games", "rule", "count", "case", "learn-practice", "household", "person", "big-screen")
"""How the names of screens begin that are there to be read or set: none of their actions is the main one."""
MENUS = frozenset({"hand-menu", "sheet-menu"})
"""Screens with an open menu, which covers what lies under it."""
