"""The main ways through the app in Firefox and WebKit; those of Chromium are in tests/screens."""

import json
from collections.abc import Callable
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from tests.support.documents import game_document
from tests.support.driven_phone import DrivenPhone
from tests.support.line import Line

PICTURE = Path(__file__).resolve().parents[2] / "static" / "icons" / "icon-512.png"
ANN = "5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S"
OFF = (3, 3, 2, 4, 1, 5, 2, 3, 4, 2)
"""How many cards come off in each of the ten deals of a round of Gem II."""


def import_game(phone: DrivenPhone, game: str, **more: object) -> str:
    """Start a game of Ann and Bob without tapping through its form, and return its path."""
    phone.go("/import")
    phone.type("#text", json.dumps(game_document(game, ("Ann", "Bob"), **more)))
    phone.tap_words("Import")
    phone.see("#table")
    return phone.path


def fill_in(phone: DrivenPhone) -> None:
    phone.type("#player-0", "Ann")
    phone.type("#player-1", "Bob")
    phone.choose("label[for=dealer-0]")
    phone.tap_words("Start the game")


def knock_first(phone: DrivenPhone) -> None:
    """Start a game whose first player has knocked."""
    phone.go("/new")
    fill_in(phone)
    phone.see("#table")
    phone.choose("label[for=first-3]")
    phone.tap("label[for=second-4]")
    phone.see(".fact .huge", "7")
    phone.tap_words("Showdown")
    phone.arrive("/hand/1")
    phone.tap(".knock-row button")
    phone.arrive("/seat/0")


def write(phone: DrivenPhone, text: str, count: str) -> None:
    """Type the hand that is shown."""
    phone.go(f"{phone.path}?typed=")
    phone.type("#text", text)
    phone.tap_words("Lay it out")
    phone.see("#count", count)


def test_a_hand_of_gem_rummy_by_taps_with_lay_offs_to_the_record(phone: DrivenPhone) -> None:
    knock_first(phone)
    faults = phone.layout_faults("empty hand")
    for number, card in enumerate(ANN.split(), 1):
        phone.tap(f"#k{card}")
        phone.see("#count", f"{number} of 11")
    faults += phone.layout_faults("full hand")
    phone.tap("#done")
    phone.arrive("/seat/1")
    write(phone, "456d Kcdh 8c as 2h 4s jd", "11 of 11")
    phone.tap("#done")
    phone.arrive("/lay-offs")
    faults += phone.layout_faults("lay-offs")
    phone.tap("[name=card][value='1:8C']")
    phone.see("#laying-off", "Bob lays off 8♣")
    phone.tap_words("That's all")
    phone.arrive("/ruling")
    faults += phone.layout_faults("ruling")
    phone.tap(".dock button.main")
    phone.see("#next", "Hand 2:")
    (hand,) = phone.fetch(f"{phone.path}/export.json")["hands"]
    assert [move["card"] for move in hand["lay_offs"]] == ["8C"]
    assert not faults, "\n".join(faults)


def test_two_phones_show_what_the_other_one_does(new_phone: Callable[[], DrivenPhone]) -> None:
    ann, bob = new_phone(), new_phone()
    table = import_game(ann, "gin-rummy")
    ann.go(f"{table}/people")
    ann.tap_words("Ann")
    ann.see(".the-code b")
    code = ann.find(".the-code b").text
    bob.go("/join")
    bob.type("#code", code.lower())
    bob.tap_words("Join")
    bob.tap_words("Bob")
    bob.see("#table")
    ann.see("#who-joined", "Bob")
    ann.go(table)
    ann.tap_words("Showdown")
    ann.tap(".knock-row button")
    ann.arrive("/seat/0")
    bob.arrive("/seat/1")
    for phone, text in ((bob, "456d Kcdh 8c as 2h 4s"), (ann, "567c Qchs 9cds 2d")):
        write(phone, text, "10 of 10")
        phone.tap("#done")
        if phone is bob:
            phone.see("main", "as soon as Ann is done")
    for phone in (ann, bob):
        phone.arrive("/lay-offs")
    bob.tap("[name=card][value='1:8C']")
    bob.see("#laying-off", "Bob lays off 8♣")
    bob.tap_words("That's all")
    for phone in (ann, bob):
        phone.arrive("/ruling")
        phone.see("h1", "Ann wins")
    ann.tap(".dock button.main")
    bob.arrive("/hands/1")
    bob.tap_words("Accept")
    ann.see("#table", "Accepted by all.")


def test_offline_and_back(phone: DrivenPhone, line: Line) -> None:
    table = import_game(phone, "gin-rummy")
    phone.wait_until_kept()
    line.cut()
    phone.go(table)
    phone.see("[data-stand-in]", "Ann")
    phone.choose("label[for=knocker-0]")
    phone.type("#hand-0", "2")
    phone.type("#hand-1", "22")
    phone.tap_words("Send this hand")
    phone.see(".queue", "Hand 1: waiting to be sent.")
    phone.go("/settings")
    phone.see("[data-kept-list] a", "Ann 0, Bob 0")
    line.mend()
    phone.go(table)
    phone.see(".score .big", "20")
    assert len(phone.fetch(f"{table}/export.json")["hands"]) == 1


def test_a_round_of_gem_ii(phone: DrivenPhone) -> None:
    phone.go("/new/gem-ii")
    phone.choose("label[for=level-1]")
    fill_in(phone)
    phone.see("#turn")
    faults = phone.layout_faults("turn")
    table = import_game(phone, "gem-ii", rounds=[{"deals": [{"removed": number} for number in OFF[:-2]]}])
    for deal, number in enumerate(OFF[-2:], len(OFF) - 1):
        phone.see_value("#turn input[name=deal]", str(deal))
        phone.choose(f".fives label:has([data-count][value='{number}'])")
        phone.see_gone("#record .until-chosen")
        phone.press("#record")
    phone.arrive("/hands/1")
    faults += phone.layout_faults("round")
    (played,) = phone.fetch(f"{table}/export.json")["rounds"]
    assert [turn["removed"] for turn in played["deals"]] == list(OFF)
    assert not faults, "\n".join(faults)


def test_the_rules_open_over_a_hand_and_close(phone: DrivenPhone) -> None:
    table = import_game(phone, "gin-rummy")
    phone.go(f"{table}/hand/1/numbers")
    phone.type("#points-0", "17")
    phone.tap("a[data-rules]")
    phone.see("dialog", "Knock with at most")
    phone.type(".rules-body:not([aria-busy]) [type=search]", "wrap around")
    phone.see("#rules-found", "A run is three or more cards")
    phone.tap_words("Run")
    phone.see(".rules-body h1", "Run")
    phone.tap("dialog [aria-label=Back]")
    phone.see_value("dialog [type=search]", "wrap around")
    phone.press_key(Keys.ESCAPE)
    phone.see_gone("dialog")
    assert phone.run("return document.activeElement.hasAttribute('data-rules')")
    phone.tap("a[data-rules]")
    phone.see("dialog", "Knock with at most")
    phone.driver.back()
    phone.see_gone("dialog")
    assert phone.path == f"{table}/hand/1/numbers"
    assert phone.value("#points-0") == "17"


def test_a_photo_enters_a_hand(phone: DrivenPhone) -> None:
    knock_first(phone)
    phone.hand_over("#photo-file", PICTURE)
    phone.see("#count", "11 of 11 deadwood 3")
    phone.see("#photo img")
    phone.tap("#done")
    phone.arrive("/seat/1")
