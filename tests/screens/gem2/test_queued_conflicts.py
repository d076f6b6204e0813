"""A round that a phone kept, and another phone was first: once that is settled, the phone keeps it no more."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.prepared import new_game, send

MEANWHILE = "Someone else changed this first"


@pytest.fixture
def table(phone: Page) -> Iterator[str]:
    """Show the conflict of a round's totals that were kept on the phone, with a deal of the same round."""
    table = new_game(phone, "Ann", "Bob", game="gem-ii")
    phone.goto(f"{table}/offline")
    play_on(phone, table, deal=1)
    enter(phone, 6, 13)
    expect(phone.get_by_role("heading", level=1)).to_have_text(MEANWHILE)
    expect(phone.locator(".queue")).to_contain_text("Round 1 needs your attention.")
    yield table
    expect(phone.locator(".queue")).not_to_contain_text("attention")
    expect(phone.locator(".queue")).not_to_contain_text("waiting")


def enter(phone: Page, *cards: int) -> None:
    """Enter the totals of a round on the page for a phone without a network."""
    for name, count in zip(("cards-0", "cards-1", "remaining"), (*cards, 40 - sum(cards)), strict=True):
        phone.fill(f"[name={name}]", str(count))
    phone.get_by_role("button", name="Send this round").tap()


def play_on(phone: Page, table: str, deal: int) -> None:
    """Record a deal as another phone does."""
    send(phone, table, f"{table}/turn", hand=1, deal=deal, count=1, act="record")


def rounds(phone: Page, table: str) -> list[dict[str, object]]:
    document = json.loads(phone.request.get(f"{table}/export.json").text())
    return [{key: value for key, value in one.items() if key in {"deals", "counted"}} for one in document["rounds"]]


COUNTED = [{"counted": {"remaining": 21, "cards": {"Ann": 6, "Bob": 13}}}]


def test_what_is_given_up_is_kept_no_more(phone: Page, table: str) -> None:
    phone.get_by_role("link", name="Keep as is").tap()
    phone.wait_for_url("**/hands/1")
    assert rounds(phone, table) == [{"deals": [{"removed": 1}]}]


def test_what_is_saved_anyway_once_there_is_a_network_is_kept_no_more(phone: Page, table: str) -> None:
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Save mine anyway").tap()
    expect(phone.locator(".queue")).to_contain_text("waiting to be sent.")
    phone.context.set_offline(False)
    expect(phone.locator(".queue")).not_to_contain_text("waiting")
    assert rounds(phone, table) == COUNTED


def test_what_met_two_conflicts_is_kept_no_more(phone: Page, table: str) -> None:
    play_on(phone, table, deal=2)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Save mine anyway").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(MEANWHILE)
    phone.locator(".dock").get_by_text("Save mine anyway").tap()
    phone.wait_for_url("**/hands/1*")
    assert rounds(phone, table) == COUNTED


def test_what_is_saved_anyway_comes_before_the_next_round(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob", game="gem-ii")
    phone.goto(f"{table}/offline")
    phone.context.set_offline(True)
    enter(phone, 6, 13)
    expect(phone.locator(".queue")).to_contain_text("Round 1: waiting to be sent.")
    enter(phone, 20, 14)
    expect(phone.locator(".queue")).to_contain_text("Round 2: waiting to be sent.")
    play_on(phone, table, deal=1)
    phone.context.set_offline(False)
    phone.locator(".queue").get_by_role("button", name="Show").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(MEANWHILE)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Save mine anyway").tap()
    expect(phone.locator(".queue")).to_contain_text("What you recorded: waiting to be sent.")
    phone.context.set_offline(False)
    expect(phone.locator(".queue")).to_contain_text("Round 2 needs your attention.")
    assert rounds(phone, table) == COUNTED
