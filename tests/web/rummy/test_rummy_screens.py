"""The ways through the app without a script: each form posts, answers with a redirect, and the page shows it."""

import csv
import html
import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.pages import value_of, words_of
from tests.support.phones import Phone, import_game

COUNTED = {"name": "Ann", "deadwood_points": 2, "gem_parts": False}


def start(client: FlaskClient, *names: str, game: str = "gem-rummy", **more: str) -> Phone:
    key = value_of(client.get("/new"), "idempotency_key")
    form = {"game": game, "player": list(names), "dealer": "0", "idempotency_key": key, **more}
    return Phone(client, Phone(client).submit("/new", form).split("?")[0])


def counted(knocker: str, dice: list[int] | None = None, **points: int) -> dict[str, Any]:
    parts = {"gem_parts": False} if dice else {}
    players = [{"name": name, "deadwood_points": amount, **parts} for name, amount in points.items()]
    hand: dict[str, Any] = {"knocker": knocker, "call": "knock", "players": players}
    return {**hand, "dice": dice} if dice else hand


def a_game(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {"game": "gem-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann", "hands": list(hands), **more}


def test_the_first_visit_says_what_this_is_and_offers_a_game(client: FlaskClient) -> None:
    said = words_of(client.get("/"))
    assert "New game" in said
    assert "On the table" not in said


def test_a_new_game_shows_its_table_and_is_on_the_home_page(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    said = table.words()
    assert "Ann deals" in said
    assert "Bob rolls and starts" in said
    assert "110 to go" in said
    assert table.address in client.get("/").text


def test_the_same_form_sent_twice_starts_one_game(client: FlaskClient) -> None:
    page = client.get("/new")
    form = {"game": "gin-rummy", "player": ["Ann", "Bob"], "idempotency_key": value_of(page, "idempotency_key")}
    first, second = client.post("/new", data=form), client.post("/new", data=form)
    assert first.headers["Location"].split("?")[0] == second.headers["Location"].split("?")[0]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"player": ["Ann", ""]}, "at least 2 players"),
        ({"player": ["Ann", "Ann"]}, "Two players cannot both be"),
        ({"player": ["Ann", "B" * 41]}, "at most 40 characters"),
        ({"player": ["Ann", "Bob"], "rule-target": "lots"}, "a whole number from 1 to 100000"),
        ({"player": ["Ann", "Bob"], "rule-gin_bonus": "30", "rule-big_gin_bonus": "5"}, "contradict each other"),
        ({"player": ["Ann", "Bob"], "rule-layout": "sideways"}, "one of as-laid, best expected"),
    ],
)
def test_a_form_that_makes_no_game_is_kept_with_the_reason(
    client: FlaskClient, form: dict[str, Any], sentence: str
) -> None:
    answer = client.post("/new", data={"idempotency_key": "12345678", **form})
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert 'value="Ann"' in answer.text


def test_the_seats_are_put_in_order_by_buttons_and_the_dealer_goes_along(client: FlaskClient) -> None:
    form = {"player": ["Ann", "Bob"], "dealer": "0", "act": "down:0"}
    page = client.post("/new", data=form).text
    assert page.index('value="Bob"') < page.index('value="Ann"')
    assert re.search(r'id="dealer-1"[^>]*checked', page)


def test_names_are_remembered_on_this_device_only(client: FlaskClient) -> None:
    start(client, "Ann", "Bob")
    assert 'value="name:Ann"' in client.get("/new").text
    assert 'value="name:Ann"' not in client.application.test_client().get("/new").text


def test_partners_in_knock_rummy_sit_across(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob", "Cid", "Dee", game="knock-rummy", sides="across")
    assert "Ann & Cid" in table.words()


def test_dice_are_taken_and_say_the_knock_number_and_the_diamond(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    form = {"first": "3", "second": "4", "act": "set", "seen": "0"}
    assert table.post("/dice", form).status_code == 303
    page = table.get()
    assert "Knock with at most 7" in words_of(page)
    assert "7 of diamonds" in page.text


@pytest.mark.parametrize("form", [{}, {"first": "3"}, {"first": "7", "second": "1"}, {"first": "x", "second": "1"}])
def test_half_the_dice_are_no_dice(client: FlaskClient, form: dict[str, str]) -> None:
    table = start(client, "Ann", "Bob")
    assert table.post("/dice", {"act": "set", **form}).status_code == 422


def test_dice_rolled_by_the_app_are_kept(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    table.post("/dice", {"act": "roll", "seen": "0"})
    first = table.words()
    assert "Knock with at most" in first
    assert first == re.sub("", "", table.words())


def test_a_drawn_hand_scores_nothing_and_the_same_dealer_deals(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    assert "Record a drawn hand" not in table.words(), "no hand is drawn before it has begun"
    table.post("/dice", {"first": "1", "second": "2", "act": "set", "seen": "0"})
    page = table.get()
    form = {"idempotency_key": value_of(page, "idempotency_key"), "seen": value_of(page, "seen")}
    seen = re.search(r'/drawn".*?name="seen"\s+value="(\d+)"', page.text, re.DOTALL)
    assert seen
    form["seen"] = seen[1]
    for _ in range(2):
        assert table.post("/drawn", form).status_code == 303
    said = table.words()
    assert "Hand 1 was drawn" in said
    assert "Hand 2: Ann deals" in said


def test_two_phones_that_record_the_same_hand_are_told(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    assert table.post("/drawn", {"idempotency_key": "first-one", "seen": "1"}).status_code == 303
    answer = table.post("/drawn", {"idempotency_key": "other-one", "seen": "1", "number": "1"})
    assert answer.headers["Location"] == f"{table.address}/hands/1", "both said the same"
    counted = [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 20}]
    hand = {"knocker": "Ann", "dice": [3, 4], "players": counted}
    said = json.dumps({"hand": hand, "gems": {}})
    answer = table.post(
        "/hand/1/ruling", {"idempotency_key": "third-one", "seen": "1", "hand_json": said, "hand": "new"}
    )
    assert answer.status_code == 409
    assert "Someone else just saved this hand" in words_of(answer)
    assert "Drawn: nobody scores." in words_of(answer)
    assert "Ann wins 18 by the difference" in words_of(answer)


@pytest.mark.parametrize(
    "name", ["\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"]
)
def test_names_may_hold_joiners(client: FlaskClient, name: str) -> None:
    assert name in start(client, name, "Bob").words()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("\N{RIGHT-TO-LEFT OVERRIDE}live", "A name can't contain characters that change the direction of writing."),
        ("A\0B", "A name can't contain control characters."),
        ("\N{ZERO WIDTH SPACE}", "A name needs at least one visible character."),
        ("Bob\N{ZERO WIDTH SPACE} ", "Two players cannot both be “Bob”."),
    ],
)
@pytest.mark.parametrize(("address", "game"), [("/new", "gem-rummy"), ("/new/gem-ii", "gem-ii")])
def test_names_that_look_alike_or_turn_or_cannot_be_seen_are_refused(
    client: FlaskClient, name: str, sentence: str, address: str, game: str
) -> None:
    answer = client.post(address, data={"player": ["Bob", name], "act": "start", "game": game})
    assert answer.status_code == 422
    assert sentence in words_of(answer)


def test_a_player_is_not_renamed_to_what_looks_like_another(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    refused = table.post("/about", {"act": "names", "name": ["Bob\N{LEFT-TO-RIGHT MARK}", "Bob"], "seen": "1"})
    assert "have the same name" in words_of(refused)
    zoe = {"act": "names", "name": ["Zoe\N{COMBINING DIAERESIS} ", "Bob"], "seen": "1", "idempotency_key": "call-zoe"}
    table.post("/about", zoe)
    assert "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}" in table.words()


def test_undo_says_what_it_takes_back(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    for number, idempotency_key in ((1, "first-one"), (2, "other-one")):
        table.post("/drawn", {"idempotency_key": idempotency_key, "seen": str(number)})
    assert "Hand 2 was drawn; nobody scores. Undo Hand 3:" in table.words()
    assert 'aria-label="Undo: hand 2 recorded"' in table.get().text
    table.post("/hands/1", {"act": "strike", "idempotency_key": "strike-one", "seen": "3"})
    assert "Hand 2 was drawn; nobody scores. Undo: hand 1 struck out" in table.words()
    table.post("/undo", {"act": "undo:4", "idempotency_key": "undo-one", "seen": "4"})
    assert "Undo: hand 2 recorded" in table.words("/sheet")
    assert "Redo: hand 1 struck out" in table.words("/sheet")


def test_undo_and_redo(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    table.post("/drawn", {"idempotency_key": "first-one", "seen": "1"})
    undo = {"act": "undo:2", "idempotency_key": "undo-once", "seen": "2"}
    assert table.post("/undo", undo).status_code == 303
    assert "Hand 1: Ann deals" in table.words()
    redo = {"act": "redo:2", "idempotency_key": "redo-once", "seen": "3", "from": "sheet"}
    assert table.post("/undo", redo).headers["Location"].endswith("/sheet")
    assert "Hand 2: Ann deals" in table.words()


def test_a_game_goes_out_and_in_and_out_the_same(client: FlaskClient) -> None:
    document = a_game(
        counted("Ann", [3, 4], Ann=2, Bob=20), {"dice": [6, 6], "drawn": True}, house_rules={"gin_bonus": 20}, note="=1"
    )
    table = import_game(client, document)
    out = table.exported()
    again = import_game(client, out).exported()
    assert out == again
    assert {key: out[key] for key in document} == document


def test_a_document_that_cannot_be_read_is_refused_with_the_place(client: FlaskClient) -> None:
    for text, sentence in [
        ("{", "JSON"),
        (json.dumps(a_game({"knocker": "Ann"})), "hands[0]"),
        (json.dumps(a_game({**counted("Ann", [1, 1], Ann=1, Bob=2), "call": "gin"})), "Ann called Gin"),
    ]:
        answer = client.post("/import", data={"text": text, "idempotency_key": "12345678"})
        assert answer.status_code == 422
        assert sentence in words_of(answer)


def test_no_formula_gets_into_a_spreadsheet(client: FlaskClient) -> None:
    names = ["=1+1", "@SUM(A1)"]
    hand = counted("=1+1", [3, 4], **{"=1+1": 2, "@SUM(A1)": 20})
    hand["note"] = "+cmd"
    table = import_game(client, {**a_game(hand), "players": names, "first_dealer": "=1+1"})
    written = table.get("/export.csv").text
    cells = [cell for line in csv.reader(io.StringIO(written.lstrip("\ufeff"))) for cell in line]
    assert "'=1+1" in cells
    assert not [cell for cell in cells if cell[:1] in {"=", "+", "@", "-"}]
    assert "18" in cells


def test_struck_out_and_restored_the_totals_and_dealers_follow(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Bob", [3, 4], Ann=30, Bob=2), counted("Ann", [3, 4], Ann=2, Bob=30)))
    assert "Bob 28" in table.get().text
    strike = {"act": "strike", "reason": "<b>dealt wrong</b>", "idempotency_key": "strike-1", "seen": "3"}
    assert table.post("/hands/1", strike).status_code == 303
    page = table.get("/sheet")
    assert "Struck out" in words_of(page)
    assert "<b>dealt" not in page.text
    assert "Hand 3: Ann deals" in table.words()
    assert "Count it again" in table.words("/hands/1")
    assert "Remove from the score" not in table.words("/hands/1")
    assert re.findall(r"Hand \d", words_of(page)) == ["Hand 2", "Hand 1"]
    assert "Bob 0" in table.get().text
    restore = {"act": "restore", "idempotency_key": "restore1", "seen": "4"}
    assert table.post("/hands/1", restore).status_code == 303
    assert "Bob 28" in table.get().text
    said = table.words("/history")
    assert "Hand 1 struck out" in said
    assert "Hand 1 counts again" in said


def test_a_note_and_a_date_on_a_hand_and_on_the_game(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [3, 4], Ann=2, Bob=20)))
    note = {"act": "note", "note": "at the lake", "at": "2026-11-21", "idempotency_key": "note-once", "seen": "2"}
    for _ in range(2):
        assert table.post("/hands/1", note).status_code == 303
    assert table.post("/about", {**note, "idempotency_key": "note-game", "seen": "4"}).status_code == 303
    out = table.exported()
    assert (out["hands"][0]["note"], out["hands"][0]["at"]) == ("at the lake", "2026-11-21")
    assert (out["note"], out["at"]) == ("at the lake", "2026-11-21")
    assert table.post("/hands/1", {**note, "at": "soon", "idempotency_key": "note-bad"}).status_code == 422


@pytest.mark.parametrize("place", ["/hands/1", "/about"])
@pytest.mark.parametrize("stored", ["2026-11-21T20:15", "2026-11-21"])
def test_a_date_and_note_saved_as_they_are_stay_as_they_are(client: FlaskClient, place: str, stored: str) -> None:
    note = "by candle light\n\nAnn was late"
    played = {**counted("Ann", [3, 4], Ann=2, Bob=20), "at": stored, "note": note}
    table = import_game(client, a_game(played, at=stored, note=note))
    before = table.exported()
    shown = {"act": "note", "at": value_of(table.get(place), "at"), "note": note.replace("\n", "\r\n")}
    assert table.post(place, {**shown, "idempotency_key": "note-once", "seen": "2"}).status_code == 303
    assert table.exported() == before
    other = {**shown, "note": f"{note}\nBob too", "at": "2026-11-22", "idempotency_key": "note-more", "seen": "2"}
    assert table.post(place, other).status_code == 303
    after = table.exported()
    changed = after["hands"][0] if place == "/hands/1" else after
    assert (changed["note"], changed["at"]) == (f"{note}\nBob too", "2026-11-22")


def test_hands_are_numbered_as_they_stand_on_the_sheet(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [3, 4], Ann=2, Bob=20), counted("Bob", [3, 4], Ann=30, Bob=2)))
    table.post("/undo", {"act": "undo:3", "idempotency_key": "undo-once", "seen": "3"})
    table.post("/drawn", {"idempotency_key": "drawn-one", "seen": "4"})
    assert "Hand 2 Drawn" in table.words("/hands/3")
    told = table.words("/history")
    assert "Hand 2 recorded, drawn" in told
    assert "Hand 3" not in told
    assert "Hand 3:" in table.words()


def test_a_correction_says_in_the_history_what_it_changed(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [3, 4], Ann=2, Bob=29), counted("Bob", [3, 4], Ann=30, Bob=2)))
    for number, (ann, bob) in enumerate(((2, 27), (3, 28)), start=1):
        body = json.dumps({"hand": counted("Ann", [3, 4], Ann=ann, Bob=bob), "gems": {}})
        sent = {"hand_json": body, "idempotency_key": f"correct-{number}", "seen": str(number + 2)}
        assert table.post("/hand/1/ruling", sent).status_code == 303
    for page in ("/history", "/hands/1"):
        told = table.words(page)
        assert "Hand 1 corrected: Ann 27 → 25." in told
        assert "Hand 1 corrected: the points stay the same." in told


def test_a_correction_of_a_struck_hand_says_that_the_hand_stays_struck_out(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [3, 4], Ann=2, Bob=29)))

    def correct(bob: int, seen: int) -> None:
        body = json.dumps({"hand": counted("Ann", [3, 4], Ann=2, Bob=bob), "gems": {}})
        sent = {"hand_json": body, "idempotency_key": f"correct-{seen}", "seen": str(seen)}
        assert table.post("/hand/1/ruling", sent).status_code == 303

    for act, bob, seen in (("strike", 27, 2), ("restore", 26, 4)):
        sent = {"act": act, "idempotency_key": f"{act}-once", "seen": str(seen)}
        assert table.post("/hands/1", sent).status_code == 303
        correct(bob, seen + 1)
    for page in ("/history", "/hands/1"):
        told = table.words(page)
        assert "Hand 1 corrected: Ann 27 → 25. The hand stays struck out." in told
        assert told.count("stays struck out") == 1
        assert "Hand 1 corrected: Ann 25 → 24." in told


def test_a_house_rule_changed_later_says_what_it_changes_asks_and_is_kept(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [3, 4], Ann=7, Bob=7)))
    assert "Bob 25" in table.get().text
    form = {"rule-undercut_on_tie": "no", "act": "look", "idempotency_key": "rule-once", "seen": "2"}
    asked = table.post("/rules", form)
    assert "Bob +25" in words_of(asked)
    assert "Ann +11" in words_of(asked)
    assert "Bob 25" in table.get().text
    assert table.post("/rules", {**form, "act": "change"}).status_code == 303
    assert "Ann 11" in table.get().text
    assert "House rules changed" in table.words("/history")


def test_a_house_rule_that_cannot_be_is_refused_and_stays_typed(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    answer = table.post("/rules", {"rule-target": "0", "act": "look", "idempotency_key": "rule-once", "seen": "1"})
    assert answer.status_code == 422
    assert re.search(r'name="rule-target"\s+value="0"', answer.text)


def test_players_are_renamed_everywhere(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [3, 4], Ann=2, Bob=20)))
    form = {"act": "names", "name": ["Anna", "Bob"], "idempotency_key": "name-once", "seen": "2"}
    assert table.post("/about", form).status_code == 303
    assert "Anna 18" in table.get().text
    again = table.post("/about", {**form, "name": ["Bob", "Bob"], "idempotency_key": "name-more", "seen": "3"})
    assert again.status_code == 422


def test_the_end_says_who_won_and_why_and_the_same_table_plays_again(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [6, 6], Ann=0, Bob=98), counted("Bob", [6, 6], Ann=33, Bob=1)))
    table = import_game(client, a_game(counted("Ann", [6, 6], Ann=0, Bob=98), counted("Ann", [6, 6], Ann=2, Bob=30)))
    assert table.get().headers["Location"].endswith("/end")
    end = table.get("/end")
    assert "Ann wins, 126 to 0" in words_of(end)
    assert "Games won 1 0" in words_of(end)
    assert "Hands won 3 1" in words_of(end)
    again = table.post("/rematch", {"idempotency_key": value_of(end, "idempotency_key") + "-again"})
    assert "was drawn by lot" in words_of(client.get(again.headers["Location"]))


def test_a_cleared_table_is_laid_again(client: FlaskClient) -> None:
    table = start(client, "Ann", "Bob")
    table.post("/about", {"act": "close", "idempotency_key": "close-once", "seen": "1"})
    assert "Cleared before the end" in words_of(client.get("/"))
    table.post("/reopen", {"idempotency_key": "reopen-1", "seen": "2"})
    assert table.get().status_code == 200


def test_a_game_that_is_played_on_says_who_is_level(client: FlaskClient) -> None:
    hands = [counted("Cid", [5, 5], Ann=2, Bob=2, Cid=8) for _ in range(5)]
    game = {**a_game(*hands), "players": ["Ann", "Bob", "Cid"], "house_rules": {"tie_break": "play-on"}}
    assert "Ann and Bob are level at 155: this hand decides." in import_game(client, game).words()
    game["hands"] = hands[:4]
    assert "level at" not in import_game(client, game).words()


def test_the_paper_sheet_has_boxes_and_signatures(client: FlaskClient) -> None:
    table = import_game(client, a_game(counted("Ann", [3, 4], Ann=2, Bob=20)))
    page = table.get("/print").text
    assert page.count("Signature of") == 2
    assert page.count('class="vacant"') == 13


def test_the_paper_sheet_and_the_sheet_say_what_a_hand_was_won_by(client: FlaskClient) -> None:
    hands = [
        counted("Ann", [3, 4], Ann=2, Bob=20),
        {**counted("Ann", [3, 4], Ann=0, Bob=20), "call": "gin"},
        counted("Bob", [5, 5], Ann=3, Bob=9),
        {"dice": [1, 1], "drawn": True},
        counted("Ann", [6, 6], Ann=0, Bob=60),
    ]
    table = import_game(client, a_game(*hands))
    paper = table.words("/print")
    boxes = ["1 18 18 – 0", "2 45 Gin 63 – 0", "3 31 undercut 94 – 0", "4 drawn – 94 – 0", "5 60 154 – 0"]
    for row in boxes:
        assert f" {row} " in paper
    assert "Ann wins, 154 to 0" in paper
    said = table.words("/sheet")
    assert "Ann: Gin" in said
    assert "Ann: undercut" in said


def test_partners_that_won_are_named_on_the_paper_sheet(client: FlaskClient) -> None:
    players = ["Ann", "Bob", "Cid", "Dee"]
    deadwood = dict(zip(players, (3, 40, 40, 40), strict=True))
    hand = {"knocker": "Ann", "players": [{"name": who, "deadwood_points": held} for who, held in deadwood.items()]}
    game = {"game": "knock-rummy", "players": players, "first_dealer": "Ann", "sides": [["Ann", "Cid"], ["Bob", "Dee"]]}
    table = import_game(client, {**game, "house_rules": {"target": 50}, "hands": [hand]})
    assert "Ann & Cid win" in html.unescape(table.words("/print"))


def test_the_look_is_kept_by_the_phone(client: FlaskClient) -> None:
    client.post("/settings", data={"theme": "dark", "colors": "four"})
    page = client.get("/").text
    assert 'data-theme="dark"' in page
    assert 'data-colors="four"' in page
    assert client.post("/settings", data={"theme": "pink"}).status_code == 422


@pytest.mark.parametrize("path", ["/nowhere", "/g/abcdefgh2345", "/g/abcdefgh2345/sheet", "/g/x/export.json"])
def test_what_is_not_there_and_what_is_not_ones_own_look_the_same(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There's nothing here" in words_of(answer)


def test_a_name_is_forgotten_at_a_tap(client: FlaskClient) -> None:
    start(client, "Ann", "Bob")
    client.post("/settings/forget", data={"name": "Ann"})
    page = client.get("/new").text
    assert 'value="name:Ann"' not in page
    assert 'value="name:Bob"' in page


def test_an_import_of_nothing_says_what_to_do_and_a_long_text_that_is_refused_stays(client: FlaskClient) -> None:
    nothing = client.post("/import", data={"text": " ", "idempotency_key": "import-nothing"})
    assert nothing.status_code == 422
    assert "Choose a game file, or put its text here." in words_of(nothing)
    long = "[" + "1, " * 20_000
    assert long.strip() in client.post("/import", data={"text": long, "idempotency_key": "import-long"}).get_data(
        as_text=True
    )


@pytest.mark.parametrize(
    ("game", "seats", "said", "field"),
    [("gem-rummy", 3, "to 140", ("target", "140")), ("knock-rummy", 4, "Knock Rummy to 100", ("hand_size", "7"))],
)
def test_the_target_and_the_cards_follow_the_number_of_seats_at_once(
    client: FlaskClient, game: str, seats: int, said: str, field: tuple[str, str]
) -> None:
    names = ["Ann", "Bob"]
    for _ in range(seats - 2):
        answer = client.post("/new", data={"game": game, "player": names, "act": "more"})
        names.append("")
    assert said in words_of(answer)
    key, value = field
    assert re.search(rf'name="rule-{key}"\s+value=""\s+placeholder="{value}"', answer.text)


def test_a_seat_without_a_name_is_asked_for(client: FlaskClient) -> None:
    answer = client.post("/new", data={"game": "gem-rummy", "player": ["Ann", "Bob", ""], "act": "start"})
    assert answer.status_code == 422
    assert "Player 3 has no name. Enter one, or tap “One player fewer”." in words_of(answer)
    assert client.post("/new", data={"game": "gem-rummy", "player": ["Ann", "Bob"], "act": "stay"}).status_code == 200


def test_a_deck_that_is_to_be_played_with_is_chosen_in_the_form(client: FlaskClient) -> None:
    for name in ("The old one", "The new one"):
        client.post("/decks", data={"name": name, "act": "made-up"})
    for number in (1, 2):
        page = client.get(f"/decks/{number}").text
        link = re.search(r'href="(/new[^"]*)">Play with it', page)
        assert link
        chosen = re.search(r'<option value="(\d+)" selected', client.get(html.unescape(link[1])).text)
        assert chosen
        assert chosen[1] == str(number)


def test_arabic_names_do_not_draw_numbers_to_their_other_side(client: FlaskClient) -> None:
    name = "عبد الرحمن"
    played = {"dice": [3, 4], "knocker": name, "call": "knock"}
    hands = [{**COUNTED, "name": name}, {**COUNTED, "name": "Ann", "deadwood_points": 20}]
    table = import_game(client, {**a_game({**played, "players": hands}, first_dealer="Ann"), "players": [name, "Ann"]})
    for place in ("", "/sheet", "/hands/1", "/history"):
        page = table.words(place)
        assert page.count(name) == page.count(f"\u2068{name}\u2069"), place
    assert table.exported()["players"] == [name, "Ann"]
