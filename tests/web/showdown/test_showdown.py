"""A showdown without a script, form by form: lay-offs, the ruling, the record, corrections, the other games."""

import json
import re
from itertools import cycle
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.answers.scoring import score_document
from tests.support.pages import form_with, values_of, words_of
from tests.support.showdown_table import ANN, BOB, Table


def test_a_card_that_fits_two_melds_is_asked_about(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    table.roll(6, 1)
    table.submit(knock="0:knock")
    table.write(0, "567c 8dhs 3-5d as ac")
    assert table.write(1, "KKK-s jjj-s 8c 9h 4s 2h 3c") == "/lay-offs"
    page = table.get("/lay-offs")
    assert 'name="move"' not in page.text
    assert table.submit("/lay-offs", card="1:8C") == "/lay-offs?card=1:8C"
    asked = table.get("/lay-offs?card=1:8C")
    assert "Where does 8♣ go?" in words_of(asked)
    offered = re.findall(r'name="move"\s+value="([^"]*)"', asked.text)
    assert offered == ["1:8C:0:0", "1:8C:0:1"]
    assert table.get("/lay-offs?card=1:9H").headers["Location"] == table.at("/lay-offs"), "it fits nowhere"
    assert table.post("/lay-offs", move="1:9H:0:0").status_code == 422
    assert table.post("/lay-offs", move="nonsense").status_code == 400
    assert table.submit("/lay-offs", move="1:8C:0:1") == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Change the lay-offs" in table.words("/ruling")
    assert table.submit("/lay-offs", act="undo") == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Change the lay-offs" in table.words("/ruling")
    table.record()
    assert table.exported()["hands"][0]["lay_offs"] == []


def test_three_lay_off_in_turns_and_may_pass(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", "Cid")
    table.roll(4, 4)
    table.submit(knock="0:knock")
    table.write(0, "5-7c KKK-s 2-4h 2s 2d")
    table.write(1, "QQQ-s 9999 8c ad as 3s")
    assert table.write(2, "jjj-s 666-c 4c ks 10h 7s 5s") == "/lay-offs"
    assert "Bob's turn" in table.words("/lay-offs")
    assert table.submit("/lay-offs", **{"pass": "1"}) == "/lay-offs"
    assert "Cid's turn" in table.words("/lay-offs")
    for card in ("2:4C", "1:8C", "2:KS"):
        assert table.submit("/lay-offs", card=card) == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Not legal" not in table.words("/ruling")
    moves = hand_of(table)["lay_offs"]
    assert moves[0] == {"player": "Bob", "pass": True}
    assert [move["card"] for move in moves[1:]] == ["4C", "8C", "KS"]


def hand_of(table: Table) -> dict[str, Any]:
    assert table.record().status_code == 303
    found: dict[str, Any] = table.exported()["hands"][0]
    return found


def test_an_illegal_showdown_names_every_fault_and_loses_nothing(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "568c QH8d 9cds ac 2d ks")
    assert table.write(1, "456d KKK-s as 2h 4s jd", as_it_is=True) == "/ruling"
    page = table.get("/ruling")
    said = words_of(page)
    assert "Not legal" in said
    assert "5♣ 6♣ 8♣ isn't a run: 7♣ is missing." in said
    assert "Bob has 10 cards but should have 11." in said
    assert "Correct Ann's hand" in said
    assert 'class="main wide">Record' not in page.text
    assert table.post("/ruling", **table.ruled()).status_code == 422
    assert table.exported()["hands"] == []
    assert "11 of 11" in table.words("/seat/0")
    assert "Showdown Ann knocked" in table.phone.words()


def test_after_a_knock_that_was_not_legal_the_hand_goes_on(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH8d 9cds ac 2d ks")
    assert table.write(1, "456d KKK-s as 2h 4s jd", as_it_is=True) == "/ruling"
    page = table.get("/ruling").text
    assert '/play-on"' in page
    assert 'data-say="Not legal. ' in page
    assert table.post("/play-on").location == table.address
    said = table.phone.words()
    assert "Ann knocked" not in said
    assert "Knock with at most" in said
    assert table.submit(knock="1:knock") == "/seat/1"
    assert "0 of 11" in table.words("/seat/0")


def test_a_difference_of_nothing_is_not_what_won(table: Table) -> None:
    form = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "2"}
    assert table.submit("/numbers", **form) == "/ruling"
    said = table.words("/ruling")
    assert "Bob undercuts Ann 25 for the undercut Bob and Ann both have 2: equal deadwood undercuts. Totals" in said


def test_a_tie_of_the_others_is_not_said_to_be_won_with_nothing(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", "Cy")
    table.roll(4, 5)
    form = {"knocker": "0", "call": "knock", "points-0": "3", "points-1": "2", "points-2": "2"}
    assert table.submit("/numbers", **form) == "/ruling"
    said = table.words("/ruling")
    tie = "Bob and Cy score the same. A tied hand goes to the Knocker, Ann, whatever the Knocker scored."
    assert f"Bob and Cy undercut Ann 26 25 undercut + 1 difference each {tie}" in said
    assert f"Which rules apply {tie}" in said
    assert 'href="/rules/P3.tie?from=' in table.get("/ruling").text


@pytest.mark.parametrize(("typed", "said"), [("222", "222?"), ("111", "111?")])
def test_a_number_that_no_hand_can_count_is_asked_about(table: Table, typed: str, said: str) -> None:
    """The highest eleven cards of a deck are all worth 10."""
    answer = table.post("/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": typed})
    assert answer.status_code == 422
    assert f"11 cards can count at most 110: {said}" in words_of(answer)
    assert table.submit("/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": "110"}) == "/ruling"


def test_numbers_that_the_hands_cannot_count_together_are_asked_about(client: FlaskClient) -> None:
    """Two hands of 70 leave four 9s and an 8 less than 70 for the third: 204 - 140."""
    table = Table(client, "Ann", "Bob", "Cid", "Dee", game="knock-rummy")
    numbers = {"knocker": "0", "points-0": "5", "points-1": "70", "points-2": "70"}
    answer = table.post("/numbers", **numbers, **{"points-3": "70"})
    assert answer.status_code == 422
    assert "Beside the other hands, 7 cards can count at most 64: 70?" in words_of(answer)
    assert table.submit("/numbers", **numbers, **{"points-3": "64"}) == "/ruling"


def test_only_numbers_are_enough(table: Table) -> None:
    form = {"points-0": "2", "points-1": "20"}
    answer = table.post("/numbers", **form)
    assert "Who knocked?" in words_of(answer)
    assert 'value="20"' in answer.text
    assert "How much deadwood does Bob have?" in words_of(table.post("/numbers", knocker="0", **{"points-0": "2"}))
    assert table.submit("/numbers", knocker="0", call="knock", **form, **{"claims-1": "on"}) == "/ruling"
    assert "Ann wins 18 Bob 20 − Ann 2" in table.words("/ruling")
    assert "Bob scores 8 for Gem Parts." in table.words("/ruling")


def test_who_goes_over_from_cards_to_numbers_reads_what_becomes_of_the_cards(table: Table) -> None:
    table.submit(knock="0:knock")
    replaces = "These numbers replace the cards."
    assert replaces not in table.words("/numbers")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert replaces in table.words("/numbers")
    table.submit("/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": "20"})
    assert replaces not in table.words("/numbers")


def test_one_hand_is_recorded_however_often_it_is_sent(table: Table) -> None:
    table.submit("/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": "20"})
    fields = table.ruled()
    for _ in range(3):
        assert table.post("/ruling", **fields).status_code == 303
    assert len(table.exported()["hands"]) == 1


def test_a_second_page_that_records_the_same_hand_sees_the_conflict(table: Table) -> None:
    table.submit("/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": "20"})
    fields = table.ruled()
    assert table.post("/ruling", **fields).status_code == 303
    same = table.post("/ruling", **{**fields, "idempotency_key": "another-page-1"})
    assert same.headers["Location"] == f"{table.address}/hands/1", "both said the same"
    hand = json.loads(fields["hand_json"])
    hand["hand"]["players"][1]["deadwood_points"] = 30
    late = table.post("/ruling", **{**fields, "idempotency_key": "another-page-2", "hand_json": json.dumps(hand)})
    assert late.status_code == 409
    assert "Hand 1 recorded" in words_of(late)
    assert "Ann wins 18" in words_of(late)
    assert "Ann wins 28" in words_of(late)
    assert len(table.exported()["hands"]) == 1


def test_a_recorded_hand_is_corrected_in_its_place(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    table.write(1, "456d KKK-s 8c as 2h 4s jd")
    table.submit("/lay-offs", act="done")
    table.record()
    assert table.exported()["hands"][0]["lay_offs"] == []
    again = table.phone.get("/showdown?hand=1")
    assert again.headers["Location"] == table.at()
    assert "11 of 11" in table.words("/seat/0")
    assert table.submit("/seat/0", text="567c QH7d 9cds / ac 2d 4c", done="1") == "/lay-offs"
    table.submit("/lay-offs", card="1:8C")
    table.submit("/lay-offs", act="done")
    table.record()
    document = table.exported()
    assert len(document["hands"]) == 1
    assert document["hands"][0]["players"][0]["deadwood"] == ["AC", "2D", "4C"]
    assert score_document(document)["totals"] == {"Ann": 11, "Bob": 0}


def test_the_ruling_of_a_recorded_hand_offers_nothing_to_record_until_it_is_changed(table: Table) -> None:
    table.submit("/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": "30"})
    assert "Correct the numbers" in words_of(table.get("/ruling"))
    table.record()
    again = words_of(table.get("/ruling"))
    assert "Hand 1 is on the sheet." in again
    assert "Back to the table" in again
    assert "Replace" not in again
    table.submit("/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": "31"})
    changed = words_of(table.get("/ruling"))
    assert "Replace hand 1 (28 → 29)" in changed
    assert "is on the sheet" not in changed


def test_a_correction_that_was_left_unfinished_says_so_and_can_be_discarded(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    table.write(1, "456d KKK-s 8c as 2h 4s jd")
    table.submit("/lay-offs", act="done")
    table.record()
    sheet = f"{table.address}/hands/1"
    unfinished, again = "isn’t recorded yet. The sheet still has the hand as it was.", "Correct the cards"
    for page in (table.get(), table.client.get(sheet)):
        assert unfinished not in words_of(page)
    table.post("/seat/0", text="567c QH7d 9cds ac 2d 4c")
    for page in (table.get(), table.client.get(sheet)):
        assert unfinished in words_of(page)
        assert "Discard the correction" in words_of(page)
    assert again not in words_of(table.client.get(sheet))
    assert table.post("/start-over").headers["Location"] == sheet
    assert unfinished not in words_of(table.client.get(sheet))
    assert again in words_of(table.client.get(sheet))
    assert 'id="l3S"' in table.get("/seat/0").text


def test_a_drawn_hand_can_become_a_showdown(table: Table) -> None:
    page = table.phone.get().text
    fields = dict(re.findall(r'name="(idempotency_key|seen)"\s+value="([^"]*)"', page))
    table.phone.post("/drawn", fields)
    assert table.exported()["hands"] == [{"drawn": True, "dice": [3, 4]}]
    assert table.submit("/numbers", knocker="1", call="knock", **{"points-0": "30", "points-1": "2"}) == "/ruling"
    table.record()
    assert table.exported()["hands"][0]["knocker"] == "Bob"


def test_a_showdown_starts_over_with_the_same_dice(table: Table) -> None:
    table.submit(knock="0:gin")
    table.post("/seat/0", text="567c")
    assert table.submit("/start-over") == ""
    assert "Who knocked?" in table.words()
    assert table.submit(knock="1:knock") == "/seat/1"
    assert "0 of 11" in table.words("/seat/0")


def test_other_dice_are_taken_on_the_way(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert table.submit("/dice", first="1", second="1") == ""
    assert "11 of 11 deadwood 23" in table.words("/seat/0"), "Q♥ 7♦ are no Queen's Diamonds any more"
    assert "11 of 11, deadwood\N{NO-BREAK SPACE}23" in table.get("").text
    assert table.post("/dice", first="1", second="7").status_code == 422


def test_without_dice_they_are_asked_for_first(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    assert "Which dice were rolled?" in table.words()
    assert table.hand.get("/seat/0").headers["Location"] == table.at()
    assert table.hand.get("/numbers").headers["Location"] == table.at()
    assert table.hand.get("/ruling").headers["Location"] == table.at()


def test_gin_rummy_goes_the_same_way_without_dice_gems_or_the_question(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", game="gin-rummy")
    hub = table.words()
    assert "Knock or Gin" in hub
    assert "Big Gin" not in hub
    assert table.submit(knock="0:") == "/seat/0"
    assert "Gem Parts" not in table.words("/seat/0")
    table.write(0, "5-7c 9cdh 2-5h")
    assert table.write(1, "456d KKK-s 8c as 2c 4s") == "/ruling", "nobody lays off on a Gin hand"
    assert "Ann has Gin 40 25 Gin + 15 deadwood" in table.words("/ruling")
    table.record()
    assert score_document(table.exported())["totals"] == {"Ann": 40, "Bob": 0}


def test_the_number_pad_types_without_a_script(table: Table) -> None:
    """Each key sends the form: 2 for Ann, on to Bob, 2, 9, one digit back, 0."""
    form = {"knocker": "0", "call": "knock", "claims-1": "on", "points-0": "", "points-1": "", "active": "0"}
    for key in ("2", "next", "2", "9", "back", "0"):
        page = table.post("/numbers", key=key, **form)
        assert page.status_code == 200
        fields = values_of(form_with(page, "points-0"))
        form |= {name: fields[name] for name in ("points-0", "points-1", "active")}
        assert re.findall(r'id="([\w-]+)"[^>]*checked', page.text) == ["knocker-0", "claims-1", "call-knock"]
    assert (form["points-0"], form["points-1"], form["active"]) == ("2", "20", "1")
    assert "See the ruling" in table.words("/numbers")
    assert table.submit("/numbers", **form) == "/ruling"
    assert "Ann wins 18" in table.words("/ruling")


def test_gin_leaves_nothing_to_count_for_its_caller(table: Table) -> None:
    form = {"knocker": "1", "call": "gin", "points-0": "30", "points-1": ""}
    assert table.submit("/numbers", **form) == "/ruling"
    assert "Bob has Gin 55" in table.words("/ruling")
    refused = table.post("/numbers", **{**form, "call": "knock"})
    assert "How much deadwood does Bob have?" in words_of(refused)
    odd = table.post("/numbers", **{**form, "call": "knock", "key": "x", "active": "7"})
    assert odd.status_code == 200


def test_knock_rummy_says_where_the_cards_are_entered_that_they_are_rum(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", game="knock-rummy")
    table.submit(knock="0:")
    assert "rum." not in table.words("/seat/0")
    table.submit("/seat/0", text="2-4h 9cdhs QQQ-s")
    assert "10 of 10 Every card is melded: rum." in table.words("/seat/0")
    table.submit("/seat/1", text="2-4c 10cdhs KKK-s")
    assert "rum." not in table.words("/seat/1")


def test_knock_rummy_goes_the_same_way_without_lay_offs(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", "Cid", game="knock-rummy")
    assert "With every card melded it's rum." in table.words()
    assert "Deadwood, 0 is rum" in table.words("/numbers")
    assert table.submit(knock="1:") == "/seat/1"
    assert table.write(1, "5-7c 9cdh 2h") == "/seat/2"
    assert table.write(2, "456d KKK-s 8c") == "/seat/0"
    assert table.write(0, "as 2c 4s 6s 8s 10s qs") == "/ruling"
    table.record()
    document = table.exported()
    assert "lay_offs" not in document["hands"][0]
    assert score_document(document)["totals"] == {"Ann": 0, "Bob": 45, "Cid": 0}


def test_a_ruling_between_partners_shows_the_sides(client: FlaskClient) -> None:
    """Ann 5 collects 15 from Bob, 4 from Cid and 20 from Dee, 39 for Ann and Cid; then Bob 12 from all: 13 + 6 + 10."""
    names = ("Ann", "Bob", "Cid", "Dee")
    sides = [["Ann", "Cid"], ["Bob", "Dee"]]
    table = Table(client, *names, game="knock-rummy", sides=sides)
    form = {"knocker": "0", "call": "", "points-0": "5", "points-1": "20", "points-2": "9", "points-3": "25"}
    assert table.submit("/numbers", **form) == "/ruling"
    said = table.words("/ruling")
    assert "Totals after this hand Ann and Cid 39 0 + 39 Bob and Dee 0 0 + 0" in said
    table.record()
    assert "Ann and Cid 39 0 + 39" in words_of(client.get(f"{table.address}/hands/1"))
    assert table.submit("/seat/1", points="30", done="1") == "/ruling"
    corrected = table.words("/ruling")
    assert "Points of this hand Ann and Cid +49 Bob and Dee 0 " in corrected


def test_loose_hands_are_laid_out_and_laid_off_by_the_app(table: Table) -> None:
    table.submit(knock="0:knock")
    table.post("/seat/0", act="way:loose")
    table.write(0, " ".join(ANN.split()))
    table.post("/seat/1", act="way:loose")
    assert table.write(1, " ".join(BOB.split())) == "/letters"
    # Dealt out in turn the eight letters stand on at most three cards of a hand, and no R on one of Ann's.
    letters = cycle("GEMPARTS")
    told = {name: "".join(next(letters) for _ in range(1 + (name[0] == "K"))) for name in sorted_cards(f"{ANN} {BOB}")}
    assert table.answer_gems(told)[1] == "/ruling"
    assert "Ann wins 11 Bob 17 − Ann 6" in table.words("/ruling")
    assert hand_of(table)["players"][0]["cards"] == sorted_cards(ANN)


def sorted_cards(names: str) -> list[str]:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    return sorted(names.split(), key=lambda name: (ranks.index(name[:-1]), "CDHS".index(name[-1])))


def test_a_made_up_print_says_so_on_every_screen_that_uses_it(client: FlaskClient) -> None:
    client.post("/decks/made-up")
    page = client.get("/new").text
    idempotency_key = re.search(r'name="idempotency_key"\s+value="([^"]*)"', page)
    assert idempotency_key
    form = {
        "game": "gem-rummy",
        "player": ["Ann", "Bob"],
        "dealer": "0",
        "deck": "1",
        "idempotency_key": idempotency_key[1],
    }
    table = Table(client, "Ann", "Bob")
    table.phone.address = client.post("/new", data=form).headers["Location"].split("?")[0]
    table.roll(4, 4)
    said = [table.words()]
    table.submit(knock="0:knock")
    said.append(table.words("/seat/0"))
    table.write(0, "ah3s5c7d 9cds JJJ-s 2d")
    table.write(1, "456d KKK-h 2h 4s 8h 10s qc")
    said.append(table.words("/lay-offs"))
    table.submit("/lay-offs", act="done")
    said.append(table.words("/ruling"))
    assert all("made up" in one for one in said)
    assert "Gem Parts" not in re.sub("Gem Parts stands|Gem Parts:", "", table.words("/seat/0"))


def test_a_viewer_sees_and_changes_nothing(table: Table) -> None:
    table.submit(knock="0:knock")
    stranger = table.client.application.test_client()
    for place in ("", "/seat/0", "/numbers", "/gin", "/letters", "/lay-offs", "/ruling"):
        assert stranger.get(table.at(place)).status_code == 404
        assert stranger.post(table.at(place), data={"card": "5C"}).status_code == 404


@pytest.mark.parametrize("place", ["/seat/7", "/nowhere"])
def test_what_is_not_there_is_not_found(table: Table, place: str) -> None:
    table.submit(knock="0:knock")
    assert table.get(place).status_code == 404


def test_a_hand_that_is_not_yet_is_not_found(table: Table) -> None:
    table.number = 3
    assert table.get().status_code == 404
    assert table.phone.get("/showdown").headers["Location"] == f"{table.address}/hand/1"


def test_gin_is_asked_only_without_deadwood_and_the_answer_can_be_changed(
    table: Table,
) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QQQ-s 9cds 2d ac")
    assert table.write(1, "456d KKK-h 8c 2h 4s jd 7s") == "/lay-offs"
    assert table.get("/gin").headers["Location"] == table.at("/lay-offs")
    assert table.write(0, "7-10d 567c QQQQ") == "/gin"
    table.submit("/gin", call="gin")
    assert "Did Ann call Gin?" in table.words("/gin")


def test_nonsense_in_a_form_is_refused(table: Table) -> None:
    assert table.post(knock="7:knock").status_code == 400
    assert table.post(knock="0:rum").status_code == 400
    table.submit(knock="0:knock")
    assert table.post("/gin", call="rum").status_code == 400
    assert table.post("/numbers", call="rum").status_code == 400


@pytest.mark.parametrize(
    ("call", "ways", "label"),
    [
        ("knock", ("laid-out", "laid-out"), "Lay-offs"),
        ("gin", ("laid-out", "laid-out"), "See the ruling"),
        ("knock", ("loose", "laid-out"), "See the ruling"),
    ],
)
def test_the_last_hand_leads_to_what_comes_next(table: Table, call: str, ways: tuple[str, str], label: str) -> None:
    table.submit(knock=f"0:{call}")
    assert "Next: Bob" in table.words("/seat/0")
    for seat, way in enumerate(ways):
        table.post(f"/seat/{seat}", act=f"way:{way}")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert f" {label} " in table.words("/seat/1")
    assert "Finish" not in table.words("/seat/1")
