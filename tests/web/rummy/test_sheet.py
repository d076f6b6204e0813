"""The score sheet: hands struck out, corrected, dated and noted; on paper and in a spreadsheet."""

import csv
import io
import json
import re

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import says, value_of, values_of, words_of
from tests.support.phones import Phone, import_game, start_game

BY_18 = counted_hand("Ann", [3, 4], Ann=2, Bob=20)


def correct(table: Phone, ann: int, bob: int) -> None:
    """Replace the first hand, which Ann won."""
    body = json.dumps({"hand": counted_hand("Ann", [3, 4], Ann=ann, Bob=bob), "gems": {}})
    seen = table.position()
    table.submit("/hand/1/ruling", {"hand_json": body, "idempotency_key": f"correct-{seen}", "seen": seen})


def test_struck_out_and_restored_the_totals_and_dealers_follow(client: FlaskClient) -> None:
    hands = [counted_hand("Bob", [3, 4], Ann=30, Bob=2), counted_hand("Ann", [3, 4], Ann=2, Bob=30)]
    table = import_game(client, game_document(hands=hands))
    says(table.get(), "Bob 28")
    table.submit("/hands/1/strike", reason="<b>dealt wrong</b>", idempotency_key="strike-1", seen="3")
    page = table.get("/sheet")
    assert re.findall(r"Hand \d", says(page, "Hand 1 struck out – +28 Hand 2")) == ["Hand 1", "Hand 2"]
    assert "<b>dealt" not in page.text
    says(table.get(), "Hand 3: Ann deals", "Bob 0")
    says(table.get("/hands/1"), "Count it again", but=["Remove from the score"])
    table.submit("/hands/1/restore", idempotency_key="restore1", seen="4")
    says(table.get(), "Bob 28")
    says(table.get("/history"), "Hand 1 struck out", "Hand 1 counts again")


FORMS = {"/hands/1": "/hands/1/note", "/about": "/about"}
"""Where the date and note are sent from each page that has them."""


@pytest.mark.parametrize("place", FORMS)
def test_a_bad_date_and_a_long_note_get_errors_beside_what_was_entered(client: FlaskClient, place: str) -> None:
    table = import_game(client, game_document(hands=[BY_18]))
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
    table = import_game(client, game_document(hands=[BY_18, counted_hand("Bob", [3, 4], Ann=30, Bob=2)]))
    table.submit("/undo", act="undo:3", idempotency_key="undo-once", seen="3")
    table.submit("/drawn", idempotency_key="drawn-one", seen="4")
    says(table.get("/hands/3"), "Hand 2 Drawn")
    says(table.get("/history"), "Hand 2 recorded, drawn", "Hand 1 recorded: Ann +18.", but=["Hand 3"])
    says(table.get(), "Hand 3:")


def test_corrections_say_what_they_changed_and_an_earlier_version_is_restored(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=29)]))
    before = table.exported()["hands"]
    says(table.get("/hands/1"), but=["Restore this version"])
    correct(table, 2, 27)
    table.submit("/hands/1/strike", idempotency_key="strike-once", seen=table.position())
    correct(table, 2, 26)
    table.submit("/hands/1/restore", idempotency_key="restore-once", seen=table.position())
    correct(table, 3, 27)
    for page in ("/history", "/hands/1"):
        said = says(
            table.get(page),
            "Hand 1 corrected: Ann 27 → 25.",
            "Hand 1 corrected: Ann 25 → 24. The hand stays struck out.",
            "Hand 1 corrected: the points stay the same.",
        )
        assert said.count("stays struck out") == 1
    versions = re.findall(r"<form.*?</form>", table.get("/hands/1").text, re.DOTALL)
    oldest = [form for form in versions if "Restore this version" in form][-1]
    assert table.submit("/hands/1/version", values_of(oldest)) == "/hands/1"
    assert table.exported()["hands"] == before
    says(table.get("/history"), "Hand 1 corrected: Ann 24 → 27.")


def test_the_paper_sheet_and_the_sheet_say_what_a_hand_was_won_by(client: FlaskClient) -> None:
    hands = [
        counted_hand("Ann", [3, 4], Ann=2, Bob=20),
        {**counted_hand("Ann", [3, 4], Ann=0, Bob=20), "call": "gin"},
        counted_hand("Bob", [5, 5], Ann=3, Bob=9),
        {"dice": [1, 1], "drawn": True},
        counted_hand("Ann", [6, 6], Ann=0, Bob=60),
    ]
    table = import_game(client, game_document(hands=hands))
    page = table.get("/print")
    paper = says(page, "Ann wins, 154 to 0")
    assert (page.text.count("Signature of"), page.text.count('class="to-fill"')) == (2, 9)
    boxes = ["1 18 18 – 0", "2 45 Gin 63 – 0", "3 31 undercut 94 – 0", "4 drawn – 94 – 0", "5 60 154 – 0"]
    for row in boxes:
        assert f" {row} " in paper
    says(table.get("/sheet"), "Ann: Gin", "Ann: undercut")


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
    says(table.get("/sheet"), "+6 shared, 6 +6 shared, 6")
    rows = list(csv.DictReader(io.StringIO(table.get("/export.csv").text.lstrip("\ufeff"))))
    assert [row["winner"] for row in rows] == ["Bob and Cid"]
    shared = "Bob and Cid both have 5, the lowest count, so they share the hand."
    says(table.get("/hands/1"), "Bob and Cid split 12", shared, but=["wins the hand"])
    says(table.get(), "Cid starts")


def test_partners_share_a_column_and_are_named_together_where_they_win(client: FlaskClient) -> None:
    """Ann collects 7 from Bob, 9 from her partner Cid and 17 from Dee (K.partnership)."""
    counts = {"Ann": 3, "Bob": 10, "Cid": 12, "Dee": 20}
    sides = {"sides": [["Ann", "Cid"], ["Bob", "Dee"]]}
    hand, rules = counted_hand("Ann", **counts), {"house_rules": {"target": 20}}
    table = import_game(client, game_document("knock-rummy", list(counts), hands=[hand], **sides, **rules))
    singly = "Each hand is scored singly, a partner's too. A side scores what its players score together."
    assert says(table.get("/hands/1"), "How partners score").count(singly) == 2
    sheet = says(table.get("/sheet"))
    assert re.search(r"to 20 Ann & Cid (\d+) Bob & Dee 0 ", sheet.replace(" won", ""))
    assert re.search(r"Hand 1 D Ann dealt \+(\d+) won, \1 – 0", sheet)
    says(table.get("/print"), "Ann & Cid win")
    alone = game_document("knock-rummy", list(counts), hands=[hand])
    says(import_game(client, alone).get("/hands/1"), but=[singly])


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


def test_the_sheet_of_a_closed_game_leads_back_to_its_end_and_changes_nothing(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[BY_18]))
    says(table.get("/sheet"), "Undo: recording of hand 1", "Chart Share Back to the table", "Print the sheet")
    assert table.get("/picture.svg").status_code == 200
    form = table.form("/about", "close")
    for _ in range(2):  # a second tap leads to the same page
        assert table.submit("/about", form, act="close") == "/end"
    says(table.get("/sheet"), "Back to the end", but=["Undo"])
    changes = ["Correct the cards", "Overrule", "Remove from the score", "Dispute"]
    says(table.get("/hands/1"), "History of this hand", but=changes)


def test_the_page_of_a_hand_keeps_what_is_rarely_needed_folded(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[BY_18]))
    page = table.words("/hands/1")
    shown, _, folded = page.partition(" More ")
    for label in ("Overrule", "Date and note", "Remove from the score", "History of this hand"):
        assert label in folded
        assert label not in shown
    assert folded.rstrip().endswith("Correct the numbers Back to the table")


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
    says(table.get("/sheet"), but=[note, "Chart Share"])
    table.submit("/hand/1", knock="1:")
    for page in ("/sheet", "/about"):
        assert note in table.words(page)
