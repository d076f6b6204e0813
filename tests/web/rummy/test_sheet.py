"""The score sheet: hands struck out, corrected, dated and noted; on paper and in a spreadsheet."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import says, value_of, values_of
from tests.support.phones import Phone, import_game

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
