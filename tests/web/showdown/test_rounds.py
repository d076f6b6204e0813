"""A round of hands for two: each pair enters its own, all are recorded when the last one is done; late forms."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from companion.documents.game import RecordedHand
from companion.documents.showdown_draft import SharedState
from companion.store import drafts
from companion.web.showdown import recording
from tests.support.documents import game_document
from tests.support.pages import form_with, says, values_of
from tests.support.phones import Party, Phone, import_game, store_of

NAMES = ("Ann", "Bob", "Cid", "Dee")
CUTTHROAT = game_document("gin-rummy", NAMES[:3], form="cutthroat")


@pytest.fixture
def table(client: FlaskClient) -> Phone:
    partners = game_document("gin-rummy", NAMES, form="partners", sides=[NAMES[::2], NAMES[1::2]])
    return import_game(client, partners)


def play(phone: Phone, hand: int, knocker: int, *points: int) -> str:
    """Enter a hand in numbers, and return where that leads."""
    left = {f"points-{seat}": str(number) for seat, number in enumerate(points)}
    return phone.submit(f"/hand/{hand}/numbers", left, knocker=knocker)


def opened(table: Phone) -> Party:
    table.submit("/people/open")
    return Party(table)


def finish(phone: Phone, hand: int) -> str:
    """Tap what ends the hand of one pair, as its ruling has it."""
    return phone.submit(f"/hand/{hand}/done", phone.form(f"/hand/{hand}/ruling", "hand_json"))


def play_out(phone: Phone, hand: int, knocker: int = 0, *points: int) -> None:
    play(phone, hand, knocker, *(points or (4, 20)))
    finish(phone, hand)


def test_a_round_is_recorded_when_the_last_pair_is_done(table: Phone) -> None:
    """The second pair is done first; the first one's opponents see its score, and the sheet nothing yet."""
    assert play(table, 2, 0, 3, 15) == "/hand/2/ruling"
    assert finish(table, 2) == ""
    assert "12 for Cid" in table.words()
    assert table.exported()["hands"] == []
    play_out(table, 1)
    hands = table.exported()["hands"]
    assert [[player["name"] for player in hand["players"]] for hand in hands] == [["Ann", "Bob"], ["Cid", "Dee"]]
    assert "Ann – Dee" in table.words()


def test_a_hand_that_is_done_is_changed_again_before_the_round_is_recorded(table: Phone) -> None:
    play_out(table, 2, 0, 3, 15)
    assert play(table, 2, 0, 3, 20) == "/hand/2/ruling", "nothing changes"
    table.submit("/hand/2/reopen")
    play(table, 2, 0, 3, 25)
    play_out(table, 1)
    assert table.exported()["hands"] == []
    finish(table, 2)
    assert [hand["players"][1]["deadwood_points"] for hand in table.exported()["hands"]] == [20, 25]


def test_a_round_that_was_left_when_all_were_done_is_recorded_from_the_table(table: Phone) -> None:
    """A player's phone is led to its own pair's hand, may leave it done, and can't record the round."""
    dee = opened(table).join("3")
    assert dee.led("/showdown") == "/hand/2"
    play_out(table, 1)
    play_out(dee, 2, 1, 20, 4)
    assert table.exported()["hands"] == []
    assert "Record the round" in table.words()
    assert "Record the round" not in dee.words()
    table.submit("/round", table.form("", "Record the round"))
    assert len(table.exported()["hands"]) == 2


def test_a_phone_without_a_network_enters_only_a_hand_that_is_played_alone(client: FlaskClient, table: Phone) -> None:
    assert "can't enter a hand here without a network" in table.words("/offline")
    alone = import_game(client, {**CUTTHROAT, "house_rules": {"target": 40}})
    sent = {**alone.form("/offline", "hand-0"), "knocker": "0", "hand-0": "4", "hand-1": "20"}
    alone.submit("/offline", sent)
    assert alone.exported()["hands"][0]["knocker"] == "Ann"


def test_somebody_else_of_a_side_plays_a_hand(table: Phone, client: FlaskClient) -> None:
    """Dee plays for Bob: her name stands on the hand, and it counts for their side."""
    table.submit("/hand/1/players", {"player-0": "Ann", "player-1": "Dee"})
    assert "Ann – Dee" in table.words()
    assert table.post("/hand/1/players", {"player-0": "Ann", "player-1": "Cid"}).status_code == 400
    for hand in (1, 2):
        play_out(table, hand, 1, 20, 4)
    first, _ = table.exported()["hands"]
    assert [player["name"] for player in first["players"]] == ["Ann", "Dee"]
    alone = import_game(client, CUTTHROAT)
    alone.submit("/hand/1/players", {"player-0": "Bob"})
    assert "Ann – Cid. Bob sits out." in alone.words()


def test_a_player_says_that_nobody_knocked_in_their_own_hand(table: Phone) -> None:
    dee = opened(table).join("3")
    form = dee.form("", "/drawn")
    assert dee.post("/drawn", form, number=2).status_code == 303
    assert "Nobody knocked" in table.words()
    assert "Waiting for Ann – Bob" in dee.words()


def test_a_hand_that_was_undone_is_open_beside_those_of_its_round(table: Phone) -> None:
    for hand in (1, 2):
        play_out(table, hand)
    (undo,) = re.findall(r'value="(undo:[0-9]+)"', table.get().text)
    table.submit("/undo", table.form("", "undo:"), act=undo)
    says(table.get(), "Round 1", "16 for Ann", "Cid knocked")


def test_who_sits_out_watches(client: FlaskClient) -> None:
    party = opened(import_game(client, CUTTHROAT))
    party.owner.submit("/people/sit", seat="0")
    cid = party.join("2")
    assert "Showdown" in cid.words(), "Bob has no phone yet, so anybody may enter his hand"
    party.join("1")
    says(cid.get(), "Ann – Bob. You sit this hand out.", "Watch")
    assert cid.led("/hand/1") == "/hand/1/wait"


def sent(knocker: str, *hands: tuple[str, object], new: bool = True) -> dict[str, str]:
    """Return a form that says how a hand ended, whatever is entered of it."""
    players = [
        {"name": name, **({"melds": [], "deadwood": []} if left is None else {"deadwood_points": left})}
        for name, left in hands
    ]
    hand = {"hand": {"knocker": knocker, "players": players}, "gems": {}, "not_gems": {}}
    return {"hand_json": json.dumps(hand), "idempotency_key": "a-form-of-its-own", "hand": "new" if new else "old"}


def test_a_hand_that_is_not_legal_is_never_done(table: Phone) -> None:
    play(table, 1, 0, 50, 60)
    form = sent("Ann", ("Ann", 50), ("Bob", 60))
    for path in ("/hand/1/done", "/hand/1/ruling"):
        says(table.post(path, form), "can't knock with 50", status=409)
    assert "Change Ann – Bob" not in table.words()


def test_a_hand_is_not_done_before_all_its_cards_are_in(table: Phone) -> None:
    """Bob's phone can't say how the hand ended whose other cards it doesn't see."""
    table.submit("/people/sit", seat="0")
    bob = opened(table).join("1")
    bob.submit("/hand/1", knock="0:")
    bob.write(1, "20", "counted")
    bob.submit("/hand/1/done", sent("Ann", ("Ann", None), ("Bob", 20)))
    assert "Change Ann – Bob" not in table.words()


def test_a_hand_that_is_done_is_not_discarded_by_an_old_page(table: Phone) -> None:
    dee = opened(table).join("3")
    play_out(table, 1)
    for phone in (dee, table):
        for path in ("/hand/1/start-over", "/hand/1/play-on"):
            phone.submit(path)
    play_out(table, 2)
    assert [hand["knocker"] for hand in table.exported()["hands"]] == ["Ann", "Cid"]


def test_a_hand_left_twice_leads_to_the_table(table: Phone) -> None:
    """The answer to the first form was lost, and so the phone sends it again."""
    forms = []
    for hand in (1, 2):
        play(table, hand, 0, 4, 20)
        forms.append(table.form(f"/hand/{hand}/ruling", "hand_json"))
    for _ in range(2):
        assert [table.submit(f"/hand/{hand}/done", form) for hand, form in enumerate(forms, start=1)] == ["", ""]
    assert len(table.exported()["hands"]) == 2


def test_undo_leads_phones_of_the_next_round_to_the_table_but_leaves_what_they_entered(table: Phone) -> None:
    for hand in (1, 2):
        play_out(table, hand)
    undo = {"act": f"undo:{table.position()}", "seen": table.position(), "idempotency_key": "take-it-back"}
    table.submit("/drawn", table.form("", "/drawn"), number=4)
    assert table.post("/undo", undo).status_code == 422, "a pair of the next round is done"
    table.submit("/hand/4/reopen")
    assert table.get("/hand/4").status_code == 200
    table.submit("/undo", undo)
    assert table.led("/hand/4") == ""
    assert table.submit("/hand/4", knock="0:") == ""
    assert table.get("/hand/8").status_code == 404


def test_a_drawn_hand_said_on_two_phones_at_once_is_no_correction_of_it(
    table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other phone says the same, and records the round with it, while this one's form is on its way."""
    play_out(table, 2)
    drawn_hand, form = recording.drawn_hand, table.form("", "/drawn")

    def be_overtaken(shared: SharedState, game: str) -> RecordedHand:
        monkeypatch.setattr(recording, "drawn_hand", drawn_hand)
        with ThreadPoolExecutor(1) as at_once:
            at_once.submit(table.submit, "/drawn", form, number=1).result()
        return drawn_hand(shared, game)

    monkeypatch.setattr(recording, "drawn_hand", be_overtaken)
    table.submit("/drawn", {**form, "idempotency_key": "of-this-phone"}, number=1)
    assert [hand.get("drawn", False) for hand in table.exported()["hands"]] == [True, False]
    assert drafts.drafts(store_of(table.app), table.address.removeprefix("/g/"), 1) == {}


def test_a_hand_whose_knock_is_entered_is_not_drawn_by_an_old_page(table: Phone) -> None:
    form = table.form("", "/drawn")
    play(table, 1, 0, 4, 20)
    table.submit("/drawn", form, number=1)
    assert "Change Ann – Bob" not in table.words()
    finish(table, 1)
    assert "16 for Ann" in table.words()


def test_what_is_said_of_other_players_is_not_taken_for_those_who_play_now(client: FlaskClient) -> None:
    """Bob's win is struck out while the next hand's pages are open: Bob and Cid don't play it anymore."""
    alone = import_game(client, CUTTHROAT)
    play(alone, 1, 1, 20, 4)
    alone.submit("/hand/1/ruling", alone.form("/hand/1/ruling", "hand_json"))
    knock, numbers = alone.form("/hand/2", "knock"), alone.form("/hand/2/numbers", "points-0")
    alone.submit("/hands/1/strike", alone.form("/hands/1", "/strike"))
    assert "Ann – Bob" in alone.words()
    assert alone.submit("/hand/2", {**knock, "knock": "1:"}) == "/hand/2"
    assert alone.submit("/hand/2/numbers", {**numbers, "knocker": "0", "points-0": "4", "points-1": "20"}) == "/hand/2"
    assert alone.led("/showdown?on=1") == "/hand/2", "nobody has knocked"


def test_a_hand_that_waited_behind_another_is_not_taken_for_those_who_play_after_it(client: FlaskClient) -> None:
    """Ann wins on a phone without a network, which goes on naming Ann and Bob, though Ann and Cid play now."""
    alone = import_game(client, CUTTHROAT)
    first = {**alone.form("/offline", "hand-0"), "knocker": "0", "hand-0": "4", "hand-1": "20"}
    alone.submit("/offline", first)
    second = {**first, "hand-1": "30", "idempotency_key": "the-second-hand", "after": first["idempotency_key"]}
    refused = alone.post("/offline", second)
    says(refused, "Others play this hand than this phone showed", "Ann", "Cid", status=422)
    assert alone.post("/offline", first).location == f"{alone.address}/hands/1", "it is recorded already"
    alone.submit("/offline", {**second, **values_of(form_with(refused, "hand-0")), "knocker": "0"})
    assert [hand["players"][1]["name"] for hand in alone.exported()["hands"]] == ["Bob", "Cid"]


def test_a_hand_that_other_house_rules_change_is_ruled_again_before_it_is_recorded(table: Phone) -> None:
    """Bob undercuts for 25 more points, and after the change for 10."""
    play_out(table, 1, 0, 7, 7)
    assert "25 for Bob" in table.words()
    form = {"rule-undercut_bonus": "10", "act": "since", "seen": table.position(), "idempotency_key": "other-rules"}
    table.submit("/rules", form)
    play_out(table, 2)
    assert table.exported()["hands"] == []
    assert "Change Ann – Bob" not in table.words()
    finish(table, 1)
    assert "Round 1: Ann & Cid +6" in table.words()
