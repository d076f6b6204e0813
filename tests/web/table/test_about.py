"""About a game: where it was played, which the sheet, the paper, the history and the rematch take from there."""

import re

from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import says, value_of, words_of
from tests.support.phones import Party, import_game

WON = counted_hand("Ann", [3, 4], Ann=2, Bob=100)
LONGEST = "x" * 60


def save_place(party: Party, place: str) -> str:
    form = party.owner.form("/about", 'value="note"')
    return words_of(party.owner.post("/about", form, act="note", place=place))


def test_a_place_is_saved_and_removed_and_only_its_change_is_recorded(client: FlaskClient) -> None:
    party = Party(import_game(client, game_document(hands=[WON])))
    before = party.exported()
    save_place(party, "  Ann's \t kitchen ")
    assert party.exported() == {**before, "place": "Ann's kitchen"}
    after = party.owner.position()
    assert value_of(party.owner.get("/about"), "place") == "Ann's kitchen"
    save_place(party, "Ann's kitchen")
    assert party.owner.position() == after
    says(party.owner.get("/history"), "Place of the game: “Ann's kitchen”.")
    save_place(party, "")
    assert party.exported() == before
    says(party.owner.get("/history"), "Place of the game removed.")


def test_a_place_that_is_too_long_stays_in_its_field_with_an_error(client: FlaskClient) -> None:
    party = Party(import_game(client, game_document(hands=[WON])))
    assert "Use at most 60 characters" in save_place(party, f"{LONGEST}x")
    assert "place" not in party.exported()
    save_place(party, LONGEST)
    assert party.exported()["place"] == LONGEST


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


def test_places_of_the_phones_games_are_suggested_the_latest_first(client: FlaskClient) -> None:
    assert "datalist" not in import_game(client, game_document()).get("/about").text
    for day, place in (("2026-03-14", "<i>club</i>"), ("2026-03-15", "at home"), ("2026-03-01", "at home")):
        party = Party(import_game(client, game_document(at=day, place=place)))
    page = party.owner.get("/about").text
    assert re.findall(r'<option value="([^"]*)"></option>', page) == ["at home", "&lt;i&gt;club&lt;/i&gt;"]
    assert re.search(r'<input[^>]*id="place"[^>]*list="places"', page) or re.search(
        r'list="places"[^>]*id="place"', page
    )
    party.owner.submit("/people/open")
    assert "datalist" not in party.join("viewer").get("/about").text
