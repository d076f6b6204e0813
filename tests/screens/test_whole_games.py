"""Whole games of Gem Rummy on a phone, to the winner's screen; the command line comes to the same totals."""

from playwright.sync_api import Page, expect

from tests.support.games_by_numbers import TWO_PLAYERS, Counted, play_to_the_end


def test_two_players(phone: Page) -> None:
    assert play_to_the_end(phone, ["Ann", "Bob"], TWO_PLAYERS) == {"Ann": 53, "Bob": 160}
    expect(phone.get_by_role("heading", level=1)).to_have_text("Bob wins, 160 to 53")


def test_three_players(phone: Page) -> None:
    hands = [
        Counted((2, 2), knocker=2, deadwood=(20, 33, 3)),  # Cid 17 and 30
        Counted((3, 3), knocker=0, deadwood=(4, 4, 30)),  # Bob undercuts: 25; Ann 26 from Cid
        Counted((4, 4), knocker=1, deadwood=(50, 0, 45), call="gin"),  # Bob 50, 45 and 25
    ]
    assert play_to_the_end(phone, ["Ann", "Bob", "Cid"], hands) == {"Ann": 26, "Bob": 145, "Cid": 47}
    expect(phone.get_by_role("heading", level=1)).to_have_text("Bob wins with 145")
