"""Screens for the gallery that are read across the room: a table of each kind on the big screen, and all tables."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page

from companion.register.cases import MADE_UP_PRINT
from tests.support.documents import Document, counted_hand, game_document
from tests.support.gallery_games import FULL_SCORING, OKLAHOMA, eight_partners, seated, won
from tests.support.pages import fields_of
from tests.support.prepared import at, import_game, knocked, send, set_dice, written

HANDS = ("567c QQQ-s 9cds 2d ac", "456d KKK-h / 8c 2h 4s JD 7s", "JJJ-d AAA-c 3c 4c 5s 9h 10h")

LAID = (
    (("5C 6C 7C", "QC QD QH", "9C 9D 9S"), "2D AC"),
    (("4D 5D 6D", "KC KD KH"), "8C 8H 2H 4S JD"),
)
SEVEN_EACH = (
    (("4S 5S 6S", "9C 9D 9H"), "AC"),
    (("2C 3C 4C",), "KS KD QH JD"),
    ((), "2H 4H 8S 8D 10C QS KH"),
    (("JC JH JS",), "3D 5D 7H 7C"),
    (("10D 10H 10S",), "AH 2D 6H QC"),
)


def big_screen(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show games under way, the last ruling of one, and those of which little is known yet."""
    for name, game in tables(phone, names):
        yield from at(phone, f"{game}/screen", name)
    yield from at(phone, "/screen", "big-screen-all-tables")


def tables(phone: Page, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of screens with the addresses of their games."""
    three, two = names[:3], names[:2]
    yield "big-screen-first-hand", import_game(phone, game_document(players=list(three)))
    yield "big-screen-ruling", ruled(phone, three)
    yield (
        "big-screen-ruling-gems",
        import_game(phone, _by_cards("gem-rummy", two, dice=[3, 4]) | {"print": MADE_UP_PRINT}),
    )
    hand = counted_hand(three[0], (3, 4), **{name: 2 if seat == 0 else 20 + seat for seat, name in enumerate(three)})
    game = import_game(phone, game_document(players=list(three), hands=[hand] * 2, house_rules={"target": 2000}))
    set_dice(phone, game)
    yield "big-screen", game
    upcard = import_game(phone, game_document("gin-rummy", two, house_rules=OKLAHOMA))
    send(phone, upcard, f"{upcard}/upcard", rank="7", suit="S", act="set")
    yield "big-screen-upcard", upcard
    rules = {"target": 250, "columns": 3, **FULL_SCORING}
    hollywood = game_document("gin-rummy", two, house_rules=rules, hands=[won(*two)] * 6)
    yield "big-screen-hollywood", import_game(phone, hollywood)
    yield from _of_many(phone, names)
    deals = {"deals": [{"removed": 1, "bets": [5]}, {"removed": 3}]}
    counted = {"counted": {"remaining": 6, "cards": {two[0]: 25, two[1]: 9}, "betting": {two[0]: 50}}}
    yield "big-screen-gem-ii", import_game(phone, game_document("gem-ii", two, rounds=[counted, deals]))
    alone = {"game": "gem-ii-solo", "players": [names[0]], "level": 2, "rounds": [{"deals": [3, 4, 4]}]}
    yield "big-screen-gem-ii-solo", import_game(phone, alone)
    over = game_document("gin-rummy", two, house_rules={"target": 50}, hands=[won(*two)] * 2)
    yield "big-screen-end", import_game(phone, over)


def _of_many(phone: Page, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    players = seated(names)
    points = {name: 3 + seat for seat, name in enumerate(players[:5])}
    knock = game_document("knock-rummy", players[:5], hands=[counted_hand(players[0], **points)] * 2)
    yield "big-screen-five", import_game(phone, knock)
    yield "big-screen-ruling-five", import_game(phone, _by_cards("knock-rummy", players[:5]))
    yield "big-screen-sides", import_game(phone, eight_partners(players))
    three = players[:3]
    rules = {"target": 250, "columns": 3, **FULL_SCORING}
    hands = [won(three[0], other) for other in three[1:]]
    cutthroat = game_document("gin-rummy", three, form="cutthroat", house_rules=rules, hands=hands)
    yield "big-screen-cutthroat", import_game(phone, cutthroat)


def _by_cards(game: str, names: Sequence[str], **more: object) -> Document:
    """Return a game of one hand, of which all cards are known."""
    laid = LAID if game == "gem-rummy" else SEVEN_EACH
    players = [
        {"name": name, "melds": [meld.split() for meld in melds], "deadwood": deadwood.split()}
        for name, (melds, deadwood) in zip(names, laid, strict=True)
    ]
    return game_document(game, names, hands=[{"knocker": names[0], "players": players, "lay_offs": [], **more}])


def ruled(phone: Page, names: Sequence[str]) -> str:
    game = import_game(phone, game_document(players=list(names)))
    set_dice(phone, game)
    knocked(phone, game)
    for seat, text in enumerate(HANDS[: len(names)]):
        written(phone, game, seat, text)
    ruling = send(phone, f"{game}/hand/1/lay-offs", act="done")
    fields = fields_of(phone.request.get(ruling).text())
    send(phone, ruling, f"{game}/hand/1/ruling", hand_json=fields["hand_json"], hand="new")
    return game
