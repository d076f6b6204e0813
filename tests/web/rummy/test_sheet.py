"""The score sheet: hands struck out, corrected, dated and noted; on paper and in a spreadsheet."""

import csv
import html
import io
import json
import re

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import form_with, value_of, values_of, words_of
from tests.support.phones import import_game, start_game


def test_no_formula_gets_into_a_spreadsheet(client: FlaskClient) -> None:
    names = ["=1+1", "@SUM(A1)"]
    hand = counted_hand("=1+1", [3, 4], **{"=1+1": 2, "@SUM(A1)": 20})
    hand["note"] = "+cmd"
    table = import_game(client, {**game_document(hands=[hand]), "players": names, "first_dealer": "=1+1"})
    written = table.get("/export.csv").text
    cells = [cell for line in csv.reader(io.StringIO(written.lstrip("\ufeff"))) for cell in line]
    assert "'=1+1" in cells
    assert not [cell for cell in cells if cell[:1] in {"=", "+", "@", "-"}]
    assert "18" in cells


def test_struck_out_and_restored_the_totals_and_dealers_follow(client: FlaskClient) -> None:
    table = import_game(
        client,
        game_document(hands=[counted_hand("Bob", [3, 4], Ann=30, Bob=2), counted_hand("Ann", [3, 4], Ann=2, Bob=30)]),
    )
    assert "Bob 28" in table.get().text
    strike = {"reason": "<b>dealt wrong</b>", "idempotency_key": "strike-1", "seen": "3"}
    assert table.post("/hands/1/strike", strike).status_code == 303
    page = table.get("/sheet")
    assert "Hand 1 struck out – +28 Hand 2" in words_of(page)
    assert "<b>dealt" not in page.text
    assert "Hand 3: Ann deals" in table.words()
    assert "Count it again" in table.words("/hands/1")
    assert "Remove from the score" not in table.words("/hands/1")
    assert re.findall(r"Hand \d", words_of(page)) == ["Hand 1", "Hand 2"]
    assert "Bob 0" in table.get().text
    restore = {"idempotency_key": "restore1", "seen": "4"}
    assert table.post("/hands/1/restore", restore).status_code == 303
    assert "Bob 28" in table.get().text
    said = table.words("/history")
    assert "Hand 1 struck out" in said
    assert "Hand 1 counts again" in said


def test_a_note_and_a_date_on_a_hand_and_on_the_game(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    note = {"act": "note", "note": "at the lake", "at": "2026-11-21", "idempotency_key": "note-once", "seen": "2"}
    for _ in range(2):
        assert table.post("/hands/1/note", note).status_code == 303
    assert table.post("/about", {**note, "idempotency_key": "note-game", "seen": "4"}).status_code == 303
    out = table.exported()
    assert (out["hands"][0]["note"], out["hands"][0]["at"]) == ("at the lake", "2026-11-21")
    assert (out["note"], out["at"]) == ("at the lake", "2026-11-21")
    assert table.post("/hands/1/note", {**note, "at": "soon", "idempotency_key": "note-bad"}).status_code == 422


FORMS = {"/hands/1": "/hands/1/note", "/about": "/about"}
"""Where the date and note are sent from each page that has them."""


@pytest.mark.parametrize("place", FORMS)
def test_a_bad_date_and_a_long_note_get_errors_beside_what_was_entered(client: FlaskClient, place: str) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    before = table.exported()
    sent = {"act": "note", "at": "soon", "note": "x" * 2001, "idempotency_key": "note-bad", "seen": "2"}
    page = table.post(FORMS[place], sent)
    assert page.status_code == 422
    assert value_of(page, "at") == "soon"
    assert re.search(r'id="at-error">Enter a date like', page.text)
    assert re.search(r"<textarea[^>]*aria-describedby=\"note-error\"[^>]*>\s*x{2001}</textarea>", page.text)
    assert re.search(r'id="note-error">Use at most 2000 characters', page.text)
    assert table.exported() == before


@pytest.mark.parametrize("place", FORMS)
@pytest.mark.parametrize("stored", ["2026-11-21T20:15", "2026-11-21"])
def test_a_date_and_note_saved_as_they_are_stay_as_they_are(client: FlaskClient, place: str, stored: str) -> None:
    note = "by candle light\n\nAnn was late"
    played = {**counted_hand("Ann", [3, 4], Ann=2, Bob=20), "at": stored, "note": note}
    table = import_game(client, game_document(hands=[played], at=stored, note=note))
    before = table.exported()
    shown = {"act": "note", "at": value_of(table.get(place), "at"), "note": note.replace("\n", "\r\n")}
    assert table.post(FORMS[place], {**shown, "idempotency_key": "note-once", "seen": "2"}).status_code == 303
    assert table.exported() == before
    other = {**shown, "note": f"{note}\nBob too", "at": "2026-11-22", "idempotency_key": "note-more", "seen": "2"}
    assert table.post(FORMS[place], other).status_code == 303
    after = table.exported()
    changed = after["hands"][0] if place == "/hands/1" else after
    assert (changed["note"], changed["at"]) == (f"{note}\nBob too", "2026-11-22")


def test_hands_are_numbered_as_they_stand_on_the_sheet(client: FlaskClient) -> None:
    table = import_game(
        client,
        game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20), counted_hand("Bob", [3, 4], Ann=30, Bob=2)]),
    )
    table.post("/undo", {"act": "undo:3", "idempotency_key": "undo-once", "seen": "3"})
    table.post("/drawn", {"idempotency_key": "drawn-one", "seen": "4"})
    assert "Hand 2 Drawn" in table.words("/hands/3")
    told = table.words("/history")
    assert "Hand 2 recorded, drawn" in told
    assert "Hand 1 recorded: Ann +18." in told
    assert "Hand 3" not in told
    assert "Hand 3:" in table.words()


def test_a_correction_says_in_the_history_what_it_changed(client: FlaskClient) -> None:
    table = import_game(
        client,
        game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=29), counted_hand("Bob", [3, 4], Ann=30, Bob=2)]),
    )
    for number, (ann, bob) in enumerate(((2, 27), (3, 28)), start=1):
        body = json.dumps({"hand": counted_hand("Ann", [3, 4], Ann=ann, Bob=bob), "gems": {}})
        sent = {"hand_json": body, "idempotency_key": f"correct-{number}", "seen": str(number + 2)}
        assert table.post("/hand/1/ruling", sent).status_code == 303
    for page in ("/history", "/hands/1"):
        told = table.words(page)
        assert "Hand 1 corrected: Ann 27 → 25." in told
        assert "Hand 1 corrected: the points stay the same." in told


def test_an_earlier_version_of_a_hand_is_restored(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=29)]))
    before = table.exported()["hands"]
    assert "Restore this version" not in table.words("/hands/1")
    body = json.dumps({"hand": counted_hand("Ann", [3, 4], Ann=2, Bob=20), "gems": {}})
    table.submit("/hand/1/ruling", {"hand_json": body, "idempotency_key": "correct-once", "seen": "2"})
    assert table.exported()["hands"] != before
    form = values_of(form_with(table.get("/hands/1"), "Restore this version"))
    assert table.submit("/hands/1/version", form) == "/hands/1"
    assert table.exported()["hands"] == before
    assert "Hand 1 corrected: Ann 18 → 27." in table.words("/history")


def test_a_correction_of_a_struck_hand_says_that_the_hand_stays_struck_out(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=29)]))

    def correct(bob: int, seen: int) -> None:
        body = json.dumps({"hand": counted_hand("Ann", [3, 4], Ann=2, Bob=bob), "gems": {}})
        sent = {"hand_json": body, "idempotency_key": f"correct-{seen}", "seen": str(seen)}
        assert table.post("/hand/1/ruling", sent).status_code == 303

    for act, bob, seen in (("strike", 27, 2), ("restore", 26, 4)):
        sent = {"idempotency_key": f"{act}-once", "seen": str(seen)}
        assert table.post(f"/hands/1/{act}", sent).status_code == 303
        correct(bob, seen + 1)
    for page in ("/history", "/hands/1"):
        told = table.words(page)
        assert "Hand 1 corrected: Ann 27 → 25. The hand stays struck out." in told
        assert told.count("stays struck out") == 1
        assert "Hand 1 corrected: Ann 25 → 24." in told


def test_the_paper_sheet_has_boxes_and_signatures(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    page = table.get("/print").text
    assert page.count("Signature of") == 2
    assert page.count('class="to-fill"') == 13


def test_the_paper_sheet_and_the_sheet_say_what_a_hand_was_won_by(client: FlaskClient) -> None:
    hands = [
        counted_hand("Ann", [3, 4], Ann=2, Bob=20),
        {**counted_hand("Ann", [3, 4], Ann=0, Bob=20), "call": "gin"},
        counted_hand("Bob", [5, 5], Ann=3, Bob=9),
        {"dice": [1, 1], "drawn": True},
        counted_hand("Ann", [6, 6], Ann=0, Bob=60),
    ]
    table = import_game(client, game_document(hands=hands))
    paper = table.words("/print")
    boxes = ["1 18 18 – 0", "2 45 Gin 63 – 0", "3 31 undercut 94 – 0", "4 drawn – 94 – 0", "5 60 154 – 0"]
    for row in boxes:
        assert f" {row} " in paper
    assert "Ann wins, 154 to 0" in paper
    said = table.words("/sheet")
    assert "Ann: Gin" in said
    assert "Ann: undercut" in said


def test_the_sheet_has_a_column_for_each_player_and_a_row_for_each_hand_as_on_paper(client: FlaskClient) -> None:
    hands = [
        {**counted_hand("Ann", [3, 4], Ann=0, Bob=20), "call": "gin", "note": "at the lake"},
        {"dice": [1, 1], "drawn": True},
        counted_hand("Bob", [5, 5], Ann=3, Bob=2),
    ]
    page = import_game(client, game_document(hands=hands)).get("/sheet")
    said = words_of(page)
    assert "Hand, to 110 Ann 45 65 to go Bob 11 99 to go" in said
    rows = (
        "Hand 1 Ann: Gin Gin note D Ann dealt +45 won, 45 – 0",
        "Hand 2 drawn D Ann dealt – 45 – 0",
        "Hand 3 D Ann dealt – 45 +11 won, 11",
    )
    places = [said.index(row) for row in rows]
    assert places == sorted(places)
    assert page.text.count('class="place"') == len(hands)


def test_a_hand_that_players_share_is_won_by_nobody_alone(client: FlaskClient) -> None:
    """Ann knocked with 7: 2 and 10 more make 12, for Bob and Cid 6 each."""
    game = game_document("knock-rummy", ["Ann", "Bob", "Cid"], hands=[counted_hand("Ann", Ann=7, Bob=5, Cid=5)])
    table = import_game(client, game)
    said = words_of(table.get("/sheet"))
    assert "+6 shared, 6 +6 shared, 6" in said
    rows = list(csv.DictReader(io.StringIO(table.get("/export.csv").text.lstrip("\ufeff"))))
    assert [row["winner"] for row in rows] == ["Bob and Cid"]
    hand = table.words("/hands/1")
    assert "Bob and Cid split 12" in hand
    assert "Bob and Cid both have 5, the lowest count, so they share the hand." in hand
    assert "wins the hand" not in hand
    assert "Cid starts" in table.words(), "the deal goes round"


def laid(name: str, deadwood: str, *melds: str) -> dict[str, object]:
    return {"name": name, "melds": [meld.split() for meld in melds], "deadwood": deadwood.split()}


def test_a_rum_that_was_not_laid_out_costs_nothing_and_the_hand_says_so(client: FlaskClient) -> None:
    """Ann laid 6 and Bob 12, though his ten cards are all melds: a hand counts as it lies (R.14)."""
    ann = laid("Ann", "2D 2S AS AD", "3C 4C 5C", "9C 9D 9H")
    bob = laid("Bob", "5S 4S 3S", "KC KD KH KS", "6S 7S 8S")
    game = game_document("knock-rummy", hands=[{"knocker": "Ann", "players": [ann, bob]}])
    said = import_game(client, game).words("/hands/1")
    assert "Bob could have had 0 instead of 12" in said
    assert "This would have been rum. Bob didn't lay it out, so there's no missed rum to pay for." in said


def test_partners_who_collect_from_each_other_are_told_that_hands_are_scored_singly(client: FlaskClient) -> None:
    """Ann collects 7 from Bob, 9 from her partner Cid and 17 from Dee (K.partnership)."""
    counts = {"Ann": 3, "Bob": 10, "Cid": 12, "Dee": 20}
    sides = {"sides": [["Ann", "Cid"], ["Bob", "Dee"]]}
    game = game_document("knock-rummy", list(counts), hands=[counted_hand("Ann", **counts)], **sides)
    said = import_game(client, game).words("/hands/1")
    singly = "Each hand is scored singly, a partner's too. A side scores what its players score together."
    assert said.count(singly) == 2
    assert "How partners score" in said
    alone = game_document("knock-rummy", list(counts), hands=[counted_hand("Ann", **counts)])
    assert singly not in import_game(client, alone).words("/hands/1")


def test_a_long_sheet_opens_with_the_latest_hands(client: FlaskClient) -> None:
    hands = [counted_hand("Ann", [3, 4], Ann=2, Bob=3) for _ in range(70)]
    table = import_game(client, game_document(hands=hands, house_rules={"target": 5000}))

    def shown(path: str) -> list[int]:
        return [int(place) for place in re.findall(r'class="place">(\d+)<', table.get(path).text)]

    assert shown("/sheet") == [*range(61, 71)]
    assert "60 earlier hands" in table.words("/sheet")
    assert 'href="' + f'{table.address}/sheet?to=70"' in table.get("/sheet").text
    assert shown("/sheet?to=70") == [*range(11, 71)]
    assert shown("/sheet?to=10") == [*range(1, 61)], "a page is full"
    assert f'{table.address}/sheet?to=10"' in table.get("/sheet?to=70").text
    assert f'{table.address}/sheet?to=70"' in table.get("/sheet?to=10").text
    assert "Later hands" in table.words("/sheet?to=10")


def test_the_sheet_offers_its_chart_and_picture_once_there_is_one(client: FlaskClient) -> None:
    empty = import_game(client, game_document())
    assert "Chart Share" not in empty.words("/sheet")
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    assert "Chart Share Back to the table" in table.words("/sheet")
    assert table.get("/picture.svg").status_code == 200
    assert "Print the sheet" in table.words("/sheet")


def test_the_sheet_of_a_closed_game_leads_back_to_its_end_and_changes_nothing(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    assert "Undo: recording of hand 1" in table.words("/sheet")
    form = table.form("/about", "close")
    for _ in range(2):  # a second tap leads to the same page
        assert table.submit("/about", form, act="close") == "/end"
    page = table.words("/sheet")
    assert "Back to the end" in page
    assert "Undo" not in page
    hand = table.words("/hands/1")
    assert "History of this hand" in hand
    assert not re.search("Correct the cards|Overrule|Remove from the score|Dispute", hand)


def test_partners_share_a_column(client: FlaskClient) -> None:
    players = ["Ann", "Bob", "Cid", "Dee"]
    deadwood = dict(zip(players, (3, 10, 20, 30), strict=True))
    hand = {"knocker": "Ann", "players": [{"name": who, "deadwood_points": held} for who, held in deadwood.items()]}
    game = {"game": "knock-rummy", "players": players, "first_dealer": "Ann", "sides": [["Ann", "Cid"], ["Bob", "Dee"]]}
    said = import_game(client, {**game, "hands": [hand]}).words("/sheet")
    assert re.search(r"to \d+ Ann & Cid (\d+) \d+ to go Bob & Dee 0 ", said)
    assert re.search(r"Hand 1 D Ann dealt \+(\d+) won, \1 – 0", said)


def test_the_page_of_a_hand_keeps_what_is_rarely_needed_folded(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    page = table.words("/hands/1")
    shown, _, folded = page.partition(" More ")
    for label in ("Overrule", "Date and note", "Remove from the score", "History of this hand"):
        assert label in folded
        assert label not in shown
    assert folded.rstrip().endswith("Correct the numbers Back to the table")


def test_partners_that_won_are_named_on_the_paper_sheet(client: FlaskClient) -> None:
    players = ["Ann", "Bob", "Cid", "Dee"]
    deadwood = dict(zip(players, (3, 40, 40, 40), strict=True))
    hand = {"knocker": "Ann", "players": [{"name": who, "deadwood_points": held} for who, held in deadwood.items()]}
    game = {"game": "knock-rummy", "players": players, "first_dealer": "Ann", "sides": [["Ann", "Cid"], ["Bob", "Dee"]]}
    table = import_game(client, {**game, "house_rules": {"target": 50}, "hands": [hand]})
    assert "Ann & Cid win" in html.unescape(table.words("/print"))


def test_arabic_names_do_not_draw_numbers_to_their_other_side(client: FlaskClient) -> None:
    name = "عبد الرحمن"
    hand = counted_hand(name, (3, 4), **{name: 2, "Ann": 20})
    table = import_game(client, game_document(players=["Ann", name], hands=[hand]) | {"players": [name, "Ann"]})
    for place in ("", "/sheet", "/hands/1", "/history"):
        page = table.words(place)
        assert page.count(name) == page.count(f"\u2068{name}\u2069"), place
    assert table.exported()["players"] == [name, "Ann"]


def test_the_spreadsheet_dates_a_hand_by_when_it_was_recorded(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob", game="gin-rummy")
    table.submit("/drawn", table.form("", "/drawn"))
    row = next(csv.DictReader(io.StringIO(table.get("/export.csv").text.lstrip("\ufeff"))))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])
    assert row["date"] in table.get("/history").text


def test_what_exports_a_game_says_that_the_hand_in_progress_is_not_in_it(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob", game="gin-rummy")
    note = "The hand that is being entered isn't in it."
    assert note not in table.words("/sheet")
    table.submit("/hand/1", knock="1:")
    for page in ("/sheet", "/about"):
        assert note in table.words(page)
