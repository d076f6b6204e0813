"""The table of two sides: a new game, turns, rounds, time; what cannot be is refused, and nothing entered is lost."""

import json
import secrets
from datetime import datetime
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store import drafts
from companion.store.database import Store
from companion.store.people.members import Role
from companion.web.gem2.turn import TurnDraft
from companion.web.gem2.turn_view import timer_of
from tests.support.gem2_table import Table, another_phone, started, totals
from tests.support.pages import says, value_of, words_of
from tests.support.phones import start_game

PART = {"HX-Request": "true", "HX-Target": "turn"}
LEVEL_2, TWO_MINUTES = 'id="level-2" name="level" value="2" checked', 'id="timer-2" name="timer" value="2" checked'

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"player": ["Ann", ""]}, "Enter a name.", LEVEL_2),
    ({"player": ["Ann", "Ann"]}, "Two players can't both be “Ann”.", TWO_MINUTES),
    ({"player": ["Ann", "Bob", "Cid", ""]}, "Enter both partners, or neither.", LEVEL_2),
    ({"player": ["A" * 20, "Bob", "C" * 20, "Dee"]}, "at most 40 characters together", LEVEL_2),
    # What no page offers is asked again.
    ({"level": "3"}, "Choose one.", 'name="level" value="1" checked'),
    ({"timer": "7"}, "Choose one.", 'name="timer" value="0" checked'),
    ({"dealer": "x"}, "Choose one.", 'name="dealer" value="draw" checked'),
]


def test_a_form_that_makes_no_game_is_kept_with_the_reason(client: FlaskClient) -> None:
    for form, sentence, chosen in REFUSED:
        sent = {"idempotency_key": "12345678", "player": ["Ann", "Bob"], "level": "2", "timer": "2", **form}
        answer = client.post("/new/gem-ii", data=sent)
        says(answer, sentence, status=422)
        assert chosen in " ".join(answer.text.split())
        assert value_of(answer, "player") == sent["player"][0]
        # Alone there is no dealer, and no time.
        alone = client.post("/new/gem-ii-solo", data=sent)
        assert alone.status_code == (422 if "level" in form else 303)


def test_the_first_dealer_is_drawn_by_lot_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = secrets.choice
    monkeypatch.setattr(secrets, "choice", lambda among: "Bob" if "Bob" in among else choose(among))
    form = {"player": ["Ann", "Bob"], "idempotency_key": "only-once-1", "dealer": "draw"}
    first, second = (client.post("/new/gem-ii", data=form).location for _ in range(2))
    assert first == second
    says(client.get(first), "Bob was picked at random to deal first.")


def test_a_turn_is_asked_for_recorded_once_and_handed_over(table: Table) -> None:
    says(table.page(), "Bob's turn", "How many did Bob take off?")
    assert "data-timer" not in table.page()
    form = {**table.form(), "act": "record", "count": "2"}
    for _ in range(2):
        assert table.phone.post("/turn", form).status_code == 303
    says(table.page(), "Ann's turn", "How many did Ann take off? Deal 1: Bob took off 2 (+10).")
    # The slower of two phones is told.
    late = table.phone.post("/turn", {**form, "idempotency_key": "another-phone"})
    says(late, "Someone else just entered a deal", "Ann's turn", status=409)
    assert table.document()["rounds"] == [{"deals": [{"removed": 2}]}]
    for act in ("", "fly", "took:3", "record:3"):
        assert table.press(act).status_code == 400
    assert table.press("record").status_code == 422, "nothing was chosen"
    for act in ("plus", "minus"):
        table.press(act)
    part = table.phone.post("/turn", {**table.form(), "act": "record"}, PART)
    assert "Deal 2: Ann took off none." in json.loads(part.headers["HX-Trigger"])["say"]
    assert table.document()["rounds"] == [{"deals": [{"removed": 2}, {"removed": 0}]}]


def test_more_cards_than_lie_there_are_refused(table: Table) -> None:
    answer = table.press("record", count="4", **{"bet-0": "5"})
    says(answer, "4 removed, but only 3 of the 4 cards on the board can come off", status=422)
    assert 'id="bet-0-5" name="bet-0" value="5" checked' in " ".join(answer.text.split())
    assert table.document()["rounds"] == []


def test_when_the_time_is_up_the_other_side_takes_over_with_a_new_limit(client: FlaskClient) -> None:
    table = started(client, timer="1")
    says(table.page("/about"), "Gem II, Level 1, 1 minute a turn", but=["house rule"])
    assert "1:00" in table.words()
    table.press("start")
    assert "data-running" in table.page()
    for _ in range(2):
        assert table.press("time-up", count="2").status_code == 303
    says(table.page(), "Ann finishes Bob's turn", "Bob's time ran out.")
    assert "data-running" in table.page()
    assert value_of(table.page(), "before") == "2"
    table.press("undo")
    says(table.words(), "Undone: the end of Bob's time.", but=["finishes"])
    table.press("redo")
    assert "Ann finishes Bob's turn" in table.words()
    table.press("record", count="0", before="2")
    assert table.document()["rounds"] == [{"deals": [{"removed": 2, "timed_out": True}]}]
    assert table.document()["timer"] == 1
    assert "data-running" in table.page()


ALL_FOUR_LEFT = (3, 4, 4, 4, 4, 4, 4, 4, 3, 2)
"""Removed in ten deals of four: 36 of 40, so that four cards are left."""


def played_to_the_end(table: Table, announced: str = "yes") -> str:
    for number, removed in enumerate(ALL_FOUR_LEFT, start=1):
        assert ("Did Ann announce “eight cards left”?" in table.words()) is (number == 9)
        answer = table.press("record", count=removed, **({"announced": announced} if number == 9 else {}))
        assert answer.status_code == 303
    return answer.headers["Location"]


def test_a_round_ends_on_what_it_came_to_and_the_sides_swap(client: FlaskClient) -> None:
    table = started(client, timer="1")
    table.press("start")
    away = played_to_the_end(table)
    assert away.endswith("/hands/1?over=1")
    said = words_of(table.client.get(away))
    # Bob took off 3 + 4 + 4 + 4 + 3, Ann 4 + 4 + 4 + 4 + 2.
    assert "Ann 190, Bob 90" in said
    assert "Start round 2" in said
    assert "Four cards are left: are they the four X's?" in said
    assert totals(table) == {"Ann": 100 + 90, "Bob": 90}
    says(table.page(), "Ann's turn", "Round 1: Ann 190, Bob 90.")
    assert "data-running" not in table.page(), "no time runs before the next round is dealt"
    # Called after the last turn, the Last Round 4X takes the dealer's points.
    answer = table.call("last-round-4x=right", "second", last=True)
    assert answer.headers["Location"].endswith("/hands/1?over=1")
    assert totals(table) == {"Ann": 90, "Bob": 190}


def test_four_cards_that_are_not_the_four_xs_bring_the_dealer_nothing(table: Table) -> None:
    played_to_the_end(table, announced="no")
    assert table.document()["rounds"][0]["announced_eight"] is False
    assert table.post("/hands/1/four-x", answer="1").status_code == 303
    played = {"deals": [], "announced_eight": False, "not_all_x": True, "x_held_by": "Bob"}
    # A corrected bet leaves that as it was, and other cards do not.
    table.post("/hands/1/deals/1", removed="3", dealt="4", **{"bet-0": "5"})
    assert table.document()["rounds"][0] | {"deals": []} == played
    table.post("/hands/1/deals/1", removed="2", dealt="4")
    assert not {"not_all_x", "x_held_by"} & table.document()["rounds"][0].keys()
    table.post("/hands/1/deals/1", removed="3", dealt="4", **{"bet-0": "0"})
    table.post("/hands/1/four-x", answer="1")
    assert "Last Round 4X, not called: four cards left, and Bob holds the missing X 100" in table.words("/hands/1")
    answer = table.post("/hands/1/four-x", answer="no")
    assert "nobody knows who holds it: no penalty 0" in table.words("/hands/1")
    assert answer.headers["Location"].endswith("/hands/1?over=1")
    assert totals(table) == {"Ann": 90, "Bob": 90}
    table.post("/hands/1/four-x", answer="yes")
    assert totals(table) == {"Ann": 50 + 90, "Bob": 90}


def test_two_teams_take_their_turns_about_and_are_renamed(client: FlaskClient) -> None:
    table = started(client, player=["Ann", "Bob", "Cid", "Dee"])
    for member in ("Bob", "Ann", "Dee", "Cid"):
        says(table.page(), f"{member}'s turn")
        table.took(1)
    document = table.document()
    assert document["players"] == ["Ann & Cid", "Bob & Dee"]
    assert document["teams"] == [["Ann", "Cid"], ["Bob", "Dee"]]
    says(rename(table, "Ann & Cid", "Bert & Dee"), "Bert's turn")
    assert table.document()["teams"] == [["Ann", "Cid"], ["Bert", "Dee"]]
    says(rename(table, "Ann & Cid", "The Blues"), "Bert's turn")
    # Now the team's name says nothing of its players: they have fields of their own.
    says(rename(table, "Ann & Cid", "The Blues", "Bea", "Dee"), "Bea's turn")


def rename(table: Table, *names: str) -> str:
    sent = {f"names-{place}": name for place, name in enumerate(names)}
    assert table.post("/about", act="names", **sent).status_code == 303
    return table.words()


def test_a_game_has_no_screens_of_another_kind(client: FlaskClient, table: Table) -> None:
    for path in ("/hand/1", "/hand/1/seat/0", "/hand/1/ruling", "/rules"):
        assert table.phone.get(path).status_code == 404
    rummy = start_game(client, "Ann", "Bob", game="gin-rummy")
    for path in ("/moves", "/call", "/counted", "/hands/1/deals/1"):
        assert rummy.get(path).status_code == 404
    assert rummy.post("/turn", act="record", count="1").status_code == 404


def test_a_player_takes_turns_back_but_not_what_the_scorer_decided(table: Table) -> None:
    player = another_phone(table, Role.SEAT)
    player.took(3)
    player.press("undo")
    assert table.document()["rounds"] == []
    player.took(2)
    # The round that was taken back keeps its number.
    assert table.post("/hands/2/strike").status_code == 303
    for act in ("undo", "redo"):
        assert 'id="undo"' not in player.page(), "neither the decision nor its undoing"
        table.press(act)
    assert table.document()["rounds"] == []


@pytest.mark.parametrize(
    ("moment", "used", "left", "paused"),
    [("12:00:00", 0, 60, 1), ("11:30:00", 0, 60, 1), ("12:05:00", 0, 0, 300), ("12:00:15", 30, 15, 45)],
)
def test_the_time_left_is_never_more_than_the_whole_of_it(moment: str, used: int, left: int, paused: int) -> None:
    entry = TurnDraft(deal=1, started="2026-11-21T12:00:00Z", used=used)
    now = datetime.fromisoformat(f"2026-11-21T{moment}+00:00")
    timer = timer_of(1, entry, now)
    assert (timer and timer.left, entry.paused(now)) == (left, TurnDraft(deal=1, used=paused))


def test_a_number_that_comes_while_its_deal_is_recorded_does_not_open_it_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {**table.form(), "count": "2"}
    read = drafts.drafts

    def record_meanwhile(store: Store, game: str, hand: int) -> dict[int, drafts.Draft]:
        found = read(store, game, hand)
        monkeypatch.setattr(drafts, "drafts", read)
        table.phone.submit("/turn", form, act="record")
        return found

    monkeypatch.setattr(drafts, "drafts", record_meanwhile)
    late = table.phone.post("/turn", {**form, "act": "keep"}, PART)
    says(table.words(), "Ann's turn", but=["already on the card"])
    assert late.status_code == 204
    assert table.document()["rounds"] == [{"deals": [{"removed": 2}]}]
