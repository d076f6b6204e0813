"""The table of the rummies and its sheet: struck out, corrected, undone, noted, renamed, imported."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store import drafts
from tests.support.documents import counted_hand, game_document
from tests.support.pages import form_with, says, value_of, values_of
from tests.support.phones import Party, Phone, import_game, store_of
from tests.support.showdown_table import WRITTEN, Table

BY_18 = counted_hand("Ann", [3, 4], Ann=2, Bob=20)
FORMS = {"/hands/1": "/hands/1/note", "/about": "/about"}
"""Where the date and note are sent from each page that has them."""


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


@pytest.mark.parametrize("place", FORMS)
@pytest.mark.parametrize("stored", ["2026-11-21T20:15", "2026-11-21"])
def test_a_date_and_note_saved_as_they_are_stay_as_they_are(client: FlaskClient, place: str, stored: str) -> None:
    note = "by candle light\n\nAnn was late"
    table = import_game(client, game_document(hands=[{**BY_18, "at": stored, "note": note}], at=stored, note=note))
    before = table.exported()

    def save(note: str, at: str) -> str:
        form = {"act": "note", "note": note, "at": at, "idempotency_key": f"note-of-{len(note)}", "seen": "2"}
        answer = table.post(FORMS[place], form)
        return answer.text if answer.status_code == 422 else ""

    refused = save("x" * 2001, "soon")
    assert value_of(refused, "at") == "soon"
    assert re.search(r'id="at-error">Enter a date like', refused)
    assert re.search(r"<textarea[^>]*aria-describedby=\"note-error\"[^>]*>\s*x{2001}</textarea>", refused)
    assert save(note.replace("\n", "\r\n"), value_of(table.get(place), "at")) == ""
    assert table.exported() == before
    assert save(f"{note}\r\nBob too", "2026-11-22") == ""
    after = table.exported()
    changed = after["hands"][0] if place == "/hands/1" else after
    assert (changed["note"], changed["at"]) == (f"{note}\nBob too", "2026-11-22")


def test_corrections_say_what_they_changed_and_an_earlier_version_is_restored(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=29)]))
    before = table.exported()["hands"]
    correct(table, 2, 27)
    table.submit("/hands/1/strike", idempotency_key="strike-once", seen=table.position())
    correct(table, 2, 26)
    table.submit("/hands/1/restore", idempotency_key="restore-once", seen=table.position())
    correct(table, 3, 27)
    for page in ("/history", "/hands/1"):
        corrected = "Hand 1 corrected: Ann 25 → 24. The hand stays struck out."
        said = says(table.get(page), "Hand 1 corrected: Ann 27 → 25.", corrected)
        assert said.count("stays struck out") == 1
    versions = re.findall(r"<form.*?</form>", table.get("/hands/1").text, re.DOTALL)
    oldest = [form for form in versions if "Restore this version" in form][-1]
    assert table.submit("/hands/1/version", values_of(oldest)) == "/hands/1"
    assert table.exported()["hands"] == before


def test_a_closed_game_leads_back_to_its_end_changes_nothing_and_is_laid_again(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[BY_18]))
    says(table.get("/sheet"), "Hand 1 D Ann dealt +18 won, 18 – 0", "Undo: recording of hand 1", "Print the sheet")
    says(table.get("/print"), " 1 18 18 – 0 ")
    form = table.form("/about", "close")
    for _ in range(2):  # a second tap leads to the same page
        assert table.submit("/about", form, act="close") == "/end"
    says(table.get("/sheet"), "Back to the end", but=["Undo"])
    changes = ["Correct the cards", "Overrule", "Remove from the score", "Dispute"]
    says(table.get("/hands/1"), "History of this hand", but=changes)
    says(client.get("/"), "Closed before the end")
    table.submit("/reopen", idempotency_key="reopen-1", seen="3")
    assert table.get().status_code == 200


def test_players_are_renamed_but_not_to_what_looks_like_another(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[BY_18]))
    form = {"act": "names", "names-1": "Bob", "seen": "2"}
    refused = table.post("/about", form | {"names-0": "Bob\N{LEFT-TO-RIGHT MARK}"})
    says(refused, "both be “Bob”", status=422)
    assert re.search(r"<details[^>]* open>\s*<summary>Names</summary>", refused.text)
    (field,) = re.findall(r'<input[^>]*id="names-1"[^>]*>', refused.text)
    assert [part for part in ('aria-invalid="true"', " autofocus") if part not in field] == []
    table.submit("/about", form | {"names-0": "Zoe\N{COMBINING DIAERESIS} ", "idempotency_key": "call-zoe"})
    says(table.get(), "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} 18")


@pytest.mark.parametrize(
    ("document", "sentences"),
    [
        ("{", ["This isn't a whole game file.", "For the author of the file: line 1 column 2: this isn't JSON"]),
        ("[" + "1, " * 20_000, ["This isn't a whole game file."]),
        (" ", ["Choose a game file, or paste its text."]),
        ("PK\x03\x04", ["This is a backup of a whole phone, not one game."]),
        ({"hands": [{**BY_18, "dice": [3, 9]}]}, ["Hand 1, dice: expected a whole", "hands[0].dice[1]: expected"]),
        ({"players": ["Ann"]}, ["Players: gem-rummy is for 2 to 3 players, not 1."]),
        ({"hands": [{**BY_18, "call": "gin"}]}, ["Ann called Gin"]),
    ],
    ids=["cut off", "long", "nothing", "backup", "dice", "players", "illegal"],
)
def test_a_document_that_cannot_be_read_says_where(
    client: FlaskClient, document: str | dict[str, Any], sentences: list[str]
) -> None:
    text = document if isinstance(document, str) else json.dumps(game_document() | document)
    answer = client.post("/import", data={"text": text, "idempotency_key": "12345678"})
    says(answer, *sentences, status=422)
    assert isinstance(document, dict) or text.strip() in answer.text


WON = counted_hand("Ann", [3, 4], Ann=2, Bob=100)


def test_a_place_is_saved_and_removed_and_only_its_change_is_recorded(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[WON]))
    before = table.exported()

    def save(place: str) -> None:
        table.submit("/about", table.form("/about", 'value="note"'), act="note", place=place)

    save("  Ann's \t kitchen ")
    assert table.exported() == {**before, "place": "Ann's kitchen"}
    after = table.position()
    assert value_of(table.get("/about"), "place") == "Ann's kitchen"
    save("Ann's kitchen")
    assert table.position() == after
    save("")
    assert table.exported() == before
    says(table.get("/history"), "Place of the game: “Ann's kitchen”.", "Place of the game removed.")


def test_a_place_is_on_the_sheet_on_paper_and_in_the_rematch(client: FlaskClient) -> None:
    document = game_document(hands=[WON], at="2026-11-21", place="<b>club</b>", note="late", house_rules={"target": 60})
    party = Party(import_game(client, document))
    says(party.owner.get("/sheet"), "2026-11-21, <b>club</b> late")
    says(party.owner.get("/print"), "Date: 2026-11-21, <b>club</b> late")
    party.owner.submit("/people/open")
    says(party.join("viewer").get("/about"), "2026-11-21, <b>club</b> late")
    party.owner.address = party.owner.submit("/rematch", idempotency_key="play-again").split("?")[0]
    rematch = party.exported()
    assert (rematch["place"], "note" in rematch, "at" in rematch) == ("<b>club</b>", False, False)


ANN, BOB = WRITTEN


def undo(phone: Phone, verb: str = "undo", page: str = "") -> str:
    """Tap undo or redo on a page, and return where that leads."""
    (act,) = set(re.findall(rf'value="({verb}:\d+)"', phone.get(page).text))
    return phone.submit("/undo", {**values_of(form_with(phone.get(page), act)), "act": act})


@pytest.fixture
def recorded(table: Table) -> Table:
    """Record a first hand, and go on to the second one."""
    assert table.showdown(ANN, BOB) == "/lay-offs"
    table.submit("/lay-offs", card="1:8C")
    table.record_without_lay_offs()
    table.number = 2
    return table


def counted(table: Table, *points: int) -> str:
    """Record a hand by its numbers, and return where that leads."""
    fields = {f"points-{seat}": str(held) for seat, held in enumerate(points)}
    assert table.submit("/numbers", **fields, knocker="0", call="knock") == "/ruling"
    return table.record().location.removeprefix(table.address)


def test_a_correction_that_was_left_unfinished_says_so_and_can_be_discarded(table: Table) -> None:
    table.showdown(*WRITTEN)
    table.record_without_lay_offs()
    table.submit("/seat/0", text=WRITTEN[0].replace("3s", "4c"))
    unfinished = "isn’t recorded yet. The sheet still has the hand as it was."
    for page in (table.get(), table.phone.get("/hands/1")):
        says(page, unfinished, "Discard the correction", but=["Correct the cards"])
    assert table.post("/start-over").location == f"{table.address}/hands/1"
    says(table.phone.get("/hands/1"), "Correct the cards", but=[unfinished])
    assert "3S" in table.lying()


def test_correcting_a_hand_keeps_who_dealt_the_next_one(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    for points in ((2, 21), (3, 30)):
        table.roll(3, 4)
        counted(table, *points)
        table.number += 1
    assert all("dealer" not in hand for hand in table.exported()["hands"])
    table.number = 1
    place = counted(table, 2, 1)
    assert "Hand 2 stays dealt by Ann, as it was. By the rules it would be Bob now." in table.phone.words(place)
    says(table.phone.words("/hands/2"), "Ann dealt this hand. By the rules it was Bob's deal.")
    assert [hand.get("dealer") for hand in table.exported()["hands"]] == [None, "Ann"]
    assert "Ann dealt" in import_game(client, table.exported()).words("/hands/2")


def test_an_undone_hand_is_there_to_be_recorded_again_or_brought_back(recorded: Table) -> None:
    before, phone = recorded.exported(), recorded.phone
    assert undo(phone) == ""
    assert recorded.exported()["hands"] == []
    says(phone.get(), "Undone: recording of hand 1. What was entered is kept. Redo")
    assert undo(phone, "redo") == ""
    assert recorded.exported() == before
    assert drafts.drafts(store_of(phone.app), recorded.address.removeprefix("/g/"), 2) == {}
    undo(phone)
    # As numbers Ann holds A, 2 and 3; Bob's 25 without the 8 that he laid off.
    fields = values_of(form_with(recorded.get("/numbers"), 'name="points-0"'))
    assert {name: fields[name] for name in ("points-0", "points-1")} == {"points-0": "6", "points-1": "17"}
    recorded.record()
    assert recorded.exported() == before


def test_undo_takes_back_nothing_older_and_no_hand_that_was_begun(recorded: Table) -> None:
    phone = recorded.phone
    recorded.roll(3, 4)
    shown = values_of(form_with(phone.get(), "undo:"))
    recorded.submit(knock="1:knock")
    says(phone.post("/undo", shown), "The next hand is being entered", status=422)
    phone.submit("/hands/1/note", note="late", at="", idempotency_key="a-note-1", seen="2")
    undo(phone, page="/sheet")
    assert "Bob knocked" in recorded.words(), "undoing something else leaves it"
    counted(recorded, 2, 30)
    undo(phone)
    assert 'value="undo:' not in phone.get().text
    assert len(recorded.exported()["hands"]) == 1


def test_redo_does_not_throw_away_what_was_corrected_since(recorded: Table) -> None:
    phone = recorded.phone
    undo(phone)
    shown = values_of(form_with(phone.get(), "redo:"))
    recorded.submit("/seat/0", text=ANN.replace("ac", "4c"))
    assert 'value="redo:' not in phone.get().text
    assert phone.post("/undo", shown).status_code == 422
    recorded.submit("/start-over")
    assert phone.submit("/undo", shown) == ""
    assert len(recorded.exported()["hands"]) == 1


def test_the_table_says_who_really_dealt(table: Table) -> None:
    counted(table, 2, 21)
    phone = table.phone
    form = values_of(form_with(phone.get("/hands/1"), "/dealer"))
    assert phone.submit("/hands/1/dealer", {**form, "dealer": "Bob"}) == "/hands/1"
    names = values_of(form_with(phone.get("/about"), 'value="names"'))
    phone.submit("/about", {**names, "act": "names", "names-0": "Ann", "names-1": "Rob"})
    assert "Rob dealt" in phone.words("/hands/1")
    assert phone.post("/hands/1/dealer", {**form, "dealer": "Eve"}).status_code == 422
