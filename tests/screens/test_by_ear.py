"""Games with keys alone, by what the browser tells a screen reader: roles and names, no picture, no selector."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.by_ear import Listener
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import import_game, show_import

KNOCKS = "567c Qh7d 9cds ac 2d 3s"
OTHER = "456d Kcdh 8c as 2h 4s jd"


@pytest.fixture
def ear(new_phone: Callable[..., Page]) -> Listener:
    """Give a listener at a computer without a mouse."""
    return Listener(new_phone(has_touch=False, is_mobile=False, viewport={"width": 1000, "height": 700}))


def begin(ear: Listener, game: str) -> None:
    """Start a game of Ann and Bob, with Ann dealing."""
    ear.page.goto("/")
    ear.press("New game")
    ear.comes_to("New game")
    if not ear.pressed(game):
        ear.press(f"{game}.", "button")
        ear.waits_for(lambda: ear.pressed(game))
    ear.types("Player 1", "Ann")
    ear.types("Player 2", "Bob")
    ear.to("Pick at random", "radio")
    ear.to("Ann", "radio", key="ArrowRight")
    ear.press("Start the game")


def roll(ear: Listener) -> None:
    """Choose 3 and 4: Tab goes from die to die, and arrow keys to a face."""
    for face in "34":
        ear.to("1", "radio")
        ear.page.keyboard.press("Space")
        ear.to(face, "radio", key="ArrowRight")
        ear.page.keyboard.press("Tab")
    ear.press("Use these dice")
    ear.hears("Knock with at most 7", "7 of diamonds")
    expect(ear.page.locator("#next")).to_be_focused()


def type_hand(ear: Listener, text: str, done: str) -> None:
    """Type a hand: its field has the focus once its page is there."""
    ear.waits_for(lambda: ear.focus().name.startswith("The hand, group by group"))
    ear.page.keyboard.type(text)
    ear.page.keyboard.press("Enter")
    ear.hears("11 of 11")
    ear.press(done)


def find_cards(ear: Listener) -> None:
    """Go to the keys of the cards in one step and from them in the next; lay a card between and take it up again."""
    ear.to("Ace of clubs", "button")
    keys = ear.page.keyboard
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    assert ear.focus().name == "2 of diamonds"
    keys.press("Enter")
    ear.hears("1 of 11")
    assert ear.focus().name == "2 of diamonds, in this hand"
    keys.press("Enter")
    ear.hears("0 of 11")
    keys.press("ArrowUp")
    keys.press("ArrowLeft")
    assert ear.focus().name == "Ace of clubs"
    ear.to("Next: Bob")
    assert ear.stops["Next: Bob"] <= 9, "52 keys are one stop"


def lay_off(ear: Listener) -> None:
    """Lay off by the numbers that are read out: what fails stays in its field, and the field keeps the focus."""
    assert ear.reads("Meld 1, Ann's run", "Meld 5, Bob's set")
    ear.command("R", "This hand has no ruling yet. The ruling: no hand has been ruled on yet.")
    ear.press("More ways to lay off")
    ear.press("Type the lay-offs")
    ear.types("Type the lay-offs", "8c onto 1 and jd > 3")
    ear.page.keyboard.press("Enter")
    ear.hears("Jack of diamonds doesn't fit on Ann's 9 of clubs")
    field = ear.focus()
    assert (field.name, field.value) == ("Type the lay-offs", "8c onto 1 and jd > 3")
    assert field.properties["invalid"] == "true"
    ear.types("Type the lay-offs", "8c onto 1")
    ear.page.keyboard.press("Enter")
    ear.hears("Bob lays off 8 of clubs on Ann's 5 of clubs 6 of clubs 7 of clubs.")
    assert ear.focus().name == "Type the lay-offs"
    ear.press("That's all")


@pytest.mark.slow
def test_a_game_of_gem_rummy(ear: Listener) -> None:
    begin(ear, "Gem Rummy")
    ear.comes_to("Gem Rummy, hand 1")
    ear.command("R", "The ruling: no hand has been ruled on yet.")
    ear.command("S", "The score: Ann 0, Bob 0, to 110. Ann deals.")
    roll(ear)
    ear.press("Showdown")
    ear.comes_to("Who knocked?")
    ear.press("Knock")
    ear.comes_to("Ann knocks")
    ear.command("H", "Ann's hand: not entered yet.")
    find_cards(ear)
    ear.press("More ways to enter this hand")
    ear.press("Type the cards")
    ear.comes_to("Ann knocks")
    type_hand(ear, KNOCKS, "Next: Bob")
    ear.comes_to("Bob")
    type_hand(ear, OTHER, "Lay-offs")
    ear.comes_to("Lay-offs")
    lay_off(ear)
    ear.comes_to("Ann wins")
    ear.hears("Ann wins 11: Bob 17 minus Ann 6.")
    ear.command("R", "The ruling: Ann wins 11: Bob 17 minus Ann 6.")
    ear.command("H", "Bob's hand: run 4, 5, 6 of diamonds; set of three Kings, no spade; 8 of clubs laid off; deadwood")
    ear.press("Record 11 for Ann")
    ear.comes_to("Gem Rummy, hand 2")
    ear.command("S", "The score: Ann 11, Bob 0, to 110. Ann deals.")
    ear.command("R", "The ruling on hand 1: Ann wins 11: Bob 17 minus Ann 6.")
    # Nobody knocks in the second hand.
    roll(ear)
    ear.press("Nobody knocked")
    ear.press("Record a drawn hand")
    ear.comes_to("Gem Rummy, hand 3")
    ear.command("R", "The ruling on hand 2: Hand 2 was drawn; nobody scores.")
    hands = [counted_hand("Ann", (3, 4), Ann=2, Bob=points) for points in (62, 64)]
    show_import(ear.page, game_document(hands=hands))
    ear.comes_to("Ann wins, 122 to 0")


def took(ear: Listener, count: int, after: str) -> None:
    """Choose how many cards came off by arrow keys, and record it."""
    ear.to_any("card", "radio", key="Shift+Tab")
    ear.page.keyboard.press("Space")
    ear.to(f"{count} card", "radio", key="ArrowRight")
    ear.press(f"{count or 'No'} card", "button")
    ear.hears(after)


@pytest.mark.slow
def test_a_game_of_gem_ii(ear: Listener) -> None:
    begin(ear, "Gem II")
    ear.comes_to("Gem II, round 1")
    ear.command("H", "Bob's turn. Deal 1 of 10: 4 cards on the board. No number of cards chosen yet.")
    ear.command("R", "The ruling: nothing has been scored yet.")
    for deal, count in enumerate((3, 3, 2), start=1):
        took(ear, count, f"Deal {deal}: ")
    ear.command("R", "The ruling: Deal 3: Bob took off 2 (+10).")
    ear.command("S", "The score: Ann 15, Bob 25. Round 1, deal 4. Cards of this round: Ann 3, Bob 5.")
    counted = {"remaining": 21, "cards": {"Ann": 10, "Bob": 9}}
    ear.page.goto(import_game(ear.page, game_document("gem-ii", rounds=[{"counted": counted}] * 5)))
    ear.comes_to("Gem II, round 6")
    ear.press("More")
    ear.press("Enter totals for the whole round")
    ear.comes_to("Round 6, …")
    ear.types("Ann: cards held", "12")
    ear.types("Bob: cards held", "9")
    ear.press("Record the round")
    ear.comes_to("Ann…")
    ear.press("See the result")
    ear.comes_to("Ann wins…")
