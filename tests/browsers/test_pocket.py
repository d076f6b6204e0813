"""The pocket edition beside Chromium (tests/screens): another phone, a photo, a hand. WebKitGTK can't run it."""

from pathlib import Path

import pytest

from tests.support.driven_phone import DrivenPhone
from tests.support.games_by_numbers import TWO_PLAYERS, Counted
from tests.support.pocket import hosting
from tests.support.webdriver import Browsers


class PocketPhone(DrivenPhone):
    """A phone whose taps go to the frame with the pages of the app."""

    def open(self) -> None:
        self.around()
        self.go("/")
        self.enter()

    def around(self) -> None:
        """Have taps go to the page around the frame."""
        self.driver.switch_to.default_content()

    def enter(self) -> None:
        self.until("a frame", lambda: self.find("iframe").is_displayed())
        self.driver.switch_to.frame("app")
        self.see("#main")


def play(phone: DrivenPhone, hand: Counted) -> None:
    phone.choose(f"label[for=first-{hand.dice[0]}]")
    phone.tap(f"label[for=second-{hand.dice[1]}]")
    phone.see(".fact .huge", str(sum(hand.dice)))
    phone.tap_words("Showdown")
    phone.tap_words("Enter numbers only")
    phone.tap(f"label[for=knocker-{hand.knocker}]")
    for seat, points in enumerate(hand.deadwood):
        phone.type(f"#points-{seat}", str(points))
    phone.tap(f"label[for=call-{hand.call}]")
    phone.tap_words("See the ruling")
    phone.arrive("/ruling")
    phone.tap(".dock button.main")
    phone.until("the next hand", lambda: not phone.path.endswith("/ruling"))


def value(phone: DrivenPhone, place: str) -> str:
    """Return what a field holds, once it holds something."""
    phone.until(f"value at {place}", lambda: phone.find(place).get_property("value"))
    return str(phone.find(place).get_property("value"))


HAND = Path(__file__).resolve().parents[1] / "photo" / "hands" / "1000000-far.jpg"


def start_game(phone: DrivenPhone, *names: str) -> None:
    """Start a game; names that are there already needn't be typed again."""
    phone.tap_words("New game")
    for seat, name in enumerate(names):
        phone.type(f"#player-{seat}", name)
    phone.choose("label[for=dealer-0]")
    phone.tap_words("Start the game")
    phone.see("#table")


def let_in(ann: PocketPhone, bob: PocketPhone) -> None:
    """Have Bob's phone join the game that Ann's shows, by codes that are pasted."""
    ann.tap("a[href$='/people']")
    ann.tap_words("Ann")  # and the code is shown right away
    ann.around()
    bob.go(value(ann, ".code input"))
    code = value(bob, "#code .code input")
    ann.tap_words("Next: scan their code")
    ann.tap(".letting-in summary")
    ann.type("textarea", code)
    ann.tap_words("Let this phone in")
    bob.enter()
    bob.tap_words("Bob")
    bob.see("a[href$='/people']")
    ann.tap_words("Done")
    ann.enter()
    ann.see("main", "Bob joined")


def read_photo(phone: PocketPhone) -> None:
    """Look at the live camera, cancel it, and have a photo read."""
    phone.tap_words("Home")
    phone.press("a[href$='/count']")
    phone.tap(".camera")
    phone.around()
    phone.see("#live .line", "Hold the phone over the cards.")
    phone.tap_words("Cancel")
    phone.driver.switch_to.frame("app")
    phone.hand_over("#photo-file", HAND)
    phone.see("#photo img")
    phone.see("#sum", "11 of")
    phone.see(".marks", "11 cards read")


@pytest.mark.parametrize("browsers", ["firefox"], indirect=True)
def test_another_phone_joins_a_photo_is_read_and_a_hand_recorded_without_a_network(
    browsers: Browsers, pocket_edition: Path, tmp_path: Path
) -> None:
    with hosting(pocket_edition, tmp_path / "host") as host:
        ann, bob = (PocketPhone(browsers[place], host.address.removesuffix("/")) for place in (0, 1))
        for phone in (ann, bob):
            phone.around()
            phone.forget()
        ann.open()
        start_game(ann, "Ann", "Bob")
        let_in(ann, bob)
        # Scripts and styles come from Ann's phone, too: without them the second die sends nothing.
        bob.choose("label[for=first-4]")
        bob.tap("label[for=second-5]")
        bob.see(".fact .huge", "9")
        assert not bob.errors()
        read_photo(ann)
        host.stop()
        ann.open()
        start_game(ann)
        *_, bobs = TWO_PLAYERS
        play(ann, bobs)
        ann.open()
        ann.see("main", "Bob 95")
        assert not ann.errors()
