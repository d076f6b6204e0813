"""How all pages lie in the engines beside Chromium, whose pages are looked at in every state (tests/screens)."""

from tests.browsers.test_main_ways import import_game
from tests.support.documents import knocked
from tests.support.driven_phone import DrivenPhone

PAGES = (
    *("/", "/count", "/new", "/new/gem-ii", "/games", "/import", "/settings", "/learn", "/decks", "/moves"),
    *("/rules", "/rules/R.6", "/sample", "/people", "/people/person?name=Ann"),
)
OF_A_GAME = ("", "/sheet", "/people", "/rules", "/about", "/screen", "/hand/1", "/hand/1/numbers")


def test_nothing_is_wrong_with_how_pages_lie(phone: DrivenPhone) -> None:
    faults = []
    import_game(phone, "gin-rummy", hands=[knocked()])
    table = import_game(phone, "gin-rummy")
    for page in (*PAGES, *(table + page for page in OF_A_GAME)):
        phone.go(page)
        faults += phone.layout_faults(page, with_main=False)
    assert not faults, "\n".join(faults)
