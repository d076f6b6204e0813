"""Taps that arrive together, arrive twice, or stand for dice that were corrected: what the hand holds afterwards."""

import html
import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import words_of
from tests.support.showdown_table import BOB, Table

HTMX = {"HX-Request": "true", "HX-Target": "hand"}


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Begin a showdown of a new game in which Ann knocked with 3 and 4."""
    table = Table(client, "Ann", "Bob")
    table.roll(3, 4)
    table.submit(knock="0:knock")
    return table


def send(table: Table, taps: str, batch: str = "") -> TestResponse:
    return table.post("/seat/0", taps=taps, batch=batch)


def lying(table: Table, seat: int = 0) -> str:
    """Write how a hand lies: each group in its words."""
    page = html.unescape(table.get(f"/seat/{seat}").text)
    words = ""
    for group, card in re.findall(r'role="group" aria-label="([^"]+)"|id="l(\w+)"', page):
        words += f", {group}:" if group else f" {card}"
    return words.removeprefix(", ")


def test_several_taps_in_one_request_are_done_in_their_order(table: Table) -> None:
    assert send(table, "card:5C card:6C card:7C card:9C card:9D act:dead card:9H").status_code == 303
    assert lying(table) == "Run: 5C 6C 7C, Deadwood: 9C 9D 9H"


def test_a_finger_that_slides_over_keys_lays_a_run_which_one_undo_takes_back(table: Table) -> None:
    send(table, "card:9C card:9D card:9H run:9S-JS")
    assert lying(table) == "Set: 9C 9D 9H, Run: 9S 10S JS"
    send(table, "act:undo run:7D-5D act:dead card:KC")
    assert lying(table) == "Set: 9C 9D 9H, Run: 7D 6D 5D, Deadwood: KC"
    for refused in ("run:5H-9H", "run:KC-JC"):
        assert "already in this hand" in words_of(send(table, refused))
    for nonsense in ("run:5H", "run:5H-6H-7H", "run:1X-2X", "run:"):
        assert send(table, nonsense).status_code == 303
    assert lying(table) == "Set: 9C 9D 9H, Run: 7D 6D 5D, Deadwood: KC"
    send(table, "run:QH-QH")
    assert lying(table) == "Set: 9C 9D 9H, Run: 7D 6D 5D, Deadwood: KC QH", "from a card to itself is that card"
    send(table, "act:undo")
    table.submit("/seat/0", act="way:loose")
    send(table, "run:2S-4S")
    assert lying(table) == "Cards: 9C KC 5D 6D 7D 9D 9H 2S 3S 4S"
    table.submit("/seat/0", act="way:laid-out")
    assert lying(table) == "Set: 9C 9D 9H, Run: 7D 6D 5D, Run: 2S 3S 4S, Deadwood: KC"


def test_cards_lie_in_groups_again_after_just_the_cards(table: Table) -> None:
    """Cards tapped as just the cards lie as the same taps lay them, should the player lay them out after all."""
    table.submit("/seat/0", act="way:loose")
    send(table, "card:5C card:6C card:7C card:QC card:QH card:QS card:2D")
    assert lying(table) == "Cards: 5C 6C 7C QC 2D QH QS"
    table.submit("/seat/0", act="way:laid-out")
    assert lying(table) == "Run: 5C 6C 7C, Set: QC QH QS, Deadwood: 2D"


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("/ 2d 5c 6c 7c qc qh qs", "Run: 5C 6C 7C, Set: QC QH QS, Deadwood: 2D"),
        ("/ 5c 6c 7c qc qh 3d", "Run: 5C 6C 7C, Deadwood: QC QH 3D"),
        ("5-7c / qc qh qs 2d 3s", "Run: 5C 6C 7C, Set: QC QH QS, Deadwood: 2D 3S"),
    ],
)
def test_typing_just_the_cards_keeps_the_groups_whose_cards_stay(table: Table, text: str, groups: str) -> None:
    send(table, "card:5C card:6C card:7C card:QC card:QH card:QS card:2D")
    table.submit("/seat/0", act="way:loose")
    table.submit("/seat/0", text=text)
    table.submit("/seat/0", act="way:laid-out")
    assert lying(table) == groups


def test_a_run_over_a_card_in_another_hand_is_refused(table: Table) -> None:
    table.write(1, BOB)
    for keys in ("4D-6D", "3D-6D"):
        answer = send(table, f"run:{keys}")
        assert answer.status_code == 422
        assert "in Bob's hand" in words_of(answer)


@pytest.mark.parametrize(("call", "aim"), [("knock", "Knock ≤ 7"), ("gin", "No deadwood"), ("big-gin", "No deadwood")])
def test_the_header_says_whose_hand_it_is_and_what_it_is_to_hold(table: Table, call: str, aim: str) -> None:
    table.submit(knock=f"0:{call}")
    hers, his = (words_of(table.get(f"/seat/{seat}")) for seat in (0, 1))
    assert aim in hers
    assert f"{12 if call == 'big-gin' else 11} cards" in hers
    assert "Q + 7♦ Queen's Diamonds: a Queen and the 7 of diamonds 11 cards" in his
    assert "Knock ≤" not in his


def test_a_batch_that_is_sent_again_changes_nothing_more(table: Table) -> None:
    send(table, "card:5C card:6C card:7C card:KS", "first")
    for _ in range(2):
        send(table, "act:undo act:undo card:AS pick:AS", "second")
    assert lying(table) == "Deadwood: 5C 6C AS"
    assert re.search(r'id="lAS".*?aria-pressed="true"', table.get("/seat/0").text, re.DOTALL)
    send(table, "act:undo", "third")
    assert lying(table) == "Deadwood: 5C 6C"


def test_a_batch_whose_answer_was_lost_is_answered_with_the_hand_as_it_lies(table: Table) -> None:
    for _ in range(2):
        answer = table.client.post(
            table.at("/seat/0"),
            data={"taps": "card:5C act:claims", "batch": "idempotency_key"},
            headers=HTMX,
        )
        assert 'data-held="5C"' in answer.text
        assert re.search(r'id="claims".*?aria-pressed="true"', answer.text, re.DOTALL)


def test_one_batch_lays_the_last_card_and_says_that_the_hand_is_in(table: Table) -> None:
    assert send(table, "card:5C card:6C card:7C act:done card:8C").status_code == 422, "cards are missing"
    assert lying(table) == "Run: 5C 6C 7C"
    answer = send(table, "card:8C act:as-it-is card:9C")
    assert answer.headers["Location"].endswith("/seat/1")
    assert lying(table) == "Run: 5C 6C 7C 8C"


def test_a_hand_with_a_refused_tap_is_not_ready(table: Table) -> None:
    table.write(1, BOB)
    answer = send(table, "card:5C card:KC card:6C act:done")
    assert answer.status_code == 422
    assert "Bob" in words_of(answer)
    assert lying(table) == "Deadwood: 5C 6C"


def test_more_taps_than_anybody_makes_are_refused(table: Table) -> None:
    assert send(table, "card:5C " * 81).status_code == 400
    assert lying(table) == ""


@pytest.mark.parametrize("taps", ["", ":", "card", "card:", "card:1X out:: pick:KD act:to:9 act:to:x way:loose"])
def test_malformed_taps_do_nothing(table: Table, taps: str) -> None:
    assert send(table, taps, "b" * 200).status_code == 303
    assert lying(table) == ""


def test_a_hand_is_laid_again_by_the_dice_that_were_corrected(table: Table) -> None:
    send(table, "card:QH card:3D card:9C card:9D card:9S card:QS card:7D")
    assert lying(table) == "Set: 9C 9D 9S, Queen's diamonds: QS 7D, Deadwood: QH 3D"
    table.post("/dice", first="1", second="2")
    assert lying(table) == "Queen's diamonds: QH 3D, Set: 9C 9D 9S, Deadwood: QS 7D"
    send(table, "act:undo")
    assert lying(table) == "Queen's diamonds: QH 3D, Set: 9C 9D 9S, Deadwood: QS"


def test_dice_that_are_corrected_at_the_table_lay_the_hands_again_too(table: Table) -> None:
    send(table, "card:QH card:3D")
    page = table.phone.get().text
    version = re.search(r"\?dice=1\.(\d+)", page)
    assert version
    form = {"first": "1", "second": "2", "act": "set", "seen": f"0.{version[1]}"}
    assert table.phone.post("/dice", form).status_code == 303
    assert lying(table) == "Queen's diamonds: QH 3D"


def test_the_dice_of_a_recorded_hand_are_corrected_with_its_melds(table: Table) -> None:
    table.write(0, "567c 999-h KKK-s qh7d")
    assert table.write(1, "456d JJJ-s 2h as 4h 4s 8h") == "/gin"
    table.submit("/gin", call="knock")
    table.submit("/lay-offs", act="done")
    assert table.record().headers["Location"] == table.address
    table.post("/dice", first="1", second="2")
    assert "Queen's diamonds" not in lying(table)
    assert lying(table).endswith("Deadwood: QH 7D")


def test_other_dice_are_chosen_until_there_are_other_dice(table: Table) -> None:
    page = table.phone.get().text
    address = re.search(r'href="([^"]*\?dice=[^"]+)"', page)
    assert address
    assert "One die" in words_of(table.client.get(address[1]))
    seen = re.search(r'name="seen"\s+value="([\d.]+)">\s*<fieldset', table.client.get(address[1]).text)
    assert seen
    form = {"first": "6", "second": "5", "act": "set", "seen": seen[1]}
    table.phone.post("/dice", form)
    assert "One die" not in words_of(table.client.get(address[1]))
    assert "Knock with at most 11" in words_of(table.client.get(address[1]))


def test_the_answer_that_sets_the_dice_shows_the_address_of_the_table(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    form = {"first": "6", "second": "5", "act": "set", "seen": "0"}
    answer = client.post(f"{table.address}/dice", data=form, headers={"HX-Request": "true"})
    assert answer.headers["HX-Replace-Url"] == table.address


def test_a_note_of_another_phones_change_stays_while_it_holds(table: Table) -> None:
    place = table.submit(knock="1:knock", was=":")
    assert "Someone entered this on another phone first" in table.words(place)
    form = table.hand.form("", "knock-row")
    assert table.submit(**form, knock="1:knock") == "/seat/1"
    assert "Someone entered this on another phone first" not in table.words(place)


def marks(answer: TestResponse) -> list[str]:
    found = re.findall(r'data-live="(\w+)"', answer.text)
    assert found
    return found


def test_a_block_is_marked_alike_as_long_as_nothing_happened(table: Table) -> None:
    table.write(0, "567c 999-h KKK-s qh7d")
    assert table.write(1, "456d JJJ-s 2h as 4h 4s 8h") == "/gin"
    table.submit("/gin", call="knock")
    table.submit("/lay-offs", act="done")
    ruling = marks(table.get("/ruling"))
    assert ruling == marks(table.get("/ruling"))
    table.record()
    for place in ("", "/sheet", "/hands/1", "/people"):
        pages = [table.client.get(table.address + place) for _ in range(2)]
        assert marks(pages[0]) == marks(pages[1]), place


def test_dice_that_tumble_once_are_marked_as_they_lie_afterwards(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    rolled = client.post(f"{table.address}/dice", data={"act": "roll", "seen": "0"}, headers={"HX-Request": "true"})
    assert '"rolled"' in rolled.headers["HX-Trigger-After-Swap"]
    assert marks(rolled) == marks(client.get(table.address))
