"""Gems on which a ruling hangs: asked for before it, card by card, the fewest possible, and remembered (R.1)."""

import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.answers.judging import judge_document
from companion.documents.showdown import DECK_KEYS
from tests.support.pages import words_of
from tests.support.phones import start_game
from tests.support.showdown_table import WRITTEN, Table, anna_and_ben

FOUND = {"lay_offs": "found"}


@pytest.fixture
def asked(client: FlaskClient) -> Table:
    """Give a table where the app lays off, and Anna's stash is Emerald: Ben is asked about his 10♦."""
    table = anna_and_ben(client, house_rules=FOUND)
    assert table.submit("/letters", gem="E") == "/letters"
    return table


@pytest.fixture
def claimed(client: FlaskClient) -> Table:
    """Anna claims Gem Parts with a deck of which nothing is known."""
    table = Table(client, "Anna", "Ben")
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.submit("/seat/0", text=WRITTEN[0])
    table.submit("/seat/0", act="claims")
    table.submit("/seat/0", act="done")
    assert table.write(1, "456d KKK-s as 2h 4s jd 3c") == "/letters"
    return table


def judged_again(table: Table, **more: str) -> dict[str, Any]:
    """Rule the hand that was recorded, as every other program would, also when more gems are known."""
    game = table.exported()
    head = {key: game[key] for key in ("game", "house_rules", *DECK_KEYS) if key in game}
    hand = {key: part for key, part in game["hands"][0].items() if key not in {"at", "note"}}
    return judge_document({**head, "gems": {**head.get("gems", {}), **more}, **hand})


def play_on(table: Table) -> str:
    """Play the same cards once more, and return what comes after the last hand."""
    table.number += 1
    table.roll(4, 3)
    return table.showdown("8-ts Qc7d 4h6cjdas 2h 3d", "5hds jqkh 7s js 10d ah 2c")


def the_deck(client: FlaskClient) -> str:
    (deck,) = re.findall(r'href="(/decks/\d+)"', client.get("/decks").text)
    return str(deck)


def test_that_a_card_does_not_show_a_gem_is_remembered_as_long_as_the_deck_is(asked: Table) -> None:
    """In the next hand it isn't asked about again, nor in the next game with a copy of this deck."""
    client = asked.client
    assert asked.post("/letters").status_code == 422
    assert asked.submit("/letters", act="none") == "/ruling"
    asked.record()
    assert asked.exported()["not_gems"] == {"10D": "E"}
    again = judged_again(asked)
    assert (again["winner"], again["unknown_gems"]) == ("Anna", []), "the record hangs on no unknown gem"
    assert play_on(asked) == "/ruling"
    saved = client.get(f"{the_deck(client)}/export.json")
    file = {"name": "Again", "file": (io.BytesIO(saved.data), "deck.json")}
    copied = client.post("/decks/import", data=file, content_type="multipart/form-data").location
    new = start_game(client, "Anna", "Ben", deck=copied.rpartition("/")[2])
    assert new.exported()["not_gems"] == {"10D": "E"}


def test_a_no_that_was_wrong_is_asked_again_and_forgotten(asked: Table) -> None:
    """7♠ and J♠ go onto the run, and A♥ 2♣ J♠ share a group with an Emerald: only 10♦ is asked about."""
    assert "Does Ben have an Emerald on this card?" in asked.words("/letters")
    asked.submit("/letters", act="none")
    asked.record()
    play_on(asked)
    assert "A gem is wrong: enter it again" in asked.words("/ruling")
    assert asked.submit("/letters", act="forget") == "/letters"
    assert asked.asked() == ["10D"]
    assert asked.submit("/letters", bears="10D") == "/ruling"
    assert "Ben undercuts Anna 27" in asked.words("/ruling")
    asked.record()
    for known in (asked.exported(), json.loads(asked.client.get(f"{the_deck(asked.client)}/export.json").data)):
        assert (known["gems"], known.get("not_gems", {})) == (dict.fromkeys(["4H", "6C", "JD", "AS", "10D"], "E"), {})


def test_only_gems_of_cards_are_recorded_and_those_that_the_ruling_was_shown_with(asked: Table) -> None:
    asked.submit("/letters", act="none")
    fields = asked.ruled()
    shown = json.loads(fields["hand_json"])
    for forged in ({"10D": "X"}, {"10d": "E"}, {"10D": 1}, ["10D"]):
        sent = json.dumps({**shown, "not_gems": forged})
        assert asked.submit("/ruling", **{**fields, "hand_json": sent}) == "/ruling"
    asked.submit("/letters", act="forget")
    asked.submit("/letters", gem="E")
    asked.submit("/letters", bears="10D")
    late = asked.post("/ruling", **fields)
    assert (late.status_code, "Ben undercuts Anna" in words_of(late)) == (409, True)
    assert asked.exported()["hands"] == []


def test_an_answer_to_another_question_is_not_taken(client: FlaskClient) -> None:
    """A second tap on the same button, or a page that another phone has answered meanwhile; a card picked is none."""
    table = anna_and_ben(client, house_rules=FOUND)
    assert table.post("/letters", gem="?").status_code == 422
    form = table.hand.form("/letters", 'name="gem"')
    table.submit("/seat/0", pick="QC")
    assert table.submit("/letters", **{**form, "gem": "E"}) == "/letters"
    assert table.submit("/letters", **form, act="none") == "/letters"
    assert table.asked() == ["10D"]


def test_the_table_may_say_that_no_stash_is_in_loose_cards(client: FlaskClient) -> None:
    """Ben's set of 5s and his run are laid out for him, and 7♠ J♠ 10♦ A♥ 2♣ stay deadwood: 30 to Anna's 5."""
    # At its best layout a hand that is laid out would be asked about like a loose one.
    for layout in ("best", "as-laid"):
        table = anna_and_ben(client, house_rules={"layout": layout} if layout == "best" else {})
        table.submit("/seat/1", act="way:loose")
        assert table.submit("/letters", gem="E") == "/letters"
        assert ("No stash in this hand" in table.words("/letters")) is (layout == "as-laid")
    assert table.submit_without_lay_offs("/letters", act="no-stash") == "/ruling"
    assert "Anna wins 25 Ben 30 − Anna 5" in table.words("/ruling")
    ben = table.recorded()["players"][1]
    assert [sorted(meld) for meld in ben["melds"]] == [["5D", "5H", "5S"], ["JH", "KH", "QH"]]
    assert judged_again(table)["unknown_gems"] == []


def test_the_table_may_check_gem_parts_by_eye_and_again_for_other_cards(claimed: Table) -> None:
    claimed.submit("/letters", act="checked")
    for change in ({"text": WRITTEN[0].replace("3s", "3h")}, {"taps": "act:claims act:claims"}):
        claimed.submit("/seat/0", **change)
        assert claimed.submit("/seat/0", act="done") == "/letters"
        assert claimed.submit("/letters", act="checked") == "/lay-offs"
    claimed.submit("/lay-offs", act="done")
    assert "Gem Parts: all eight gems, checked at the table" in claimed.words("/ruling")
    assert claimed.recorded()["players"][0]["gem_parts"] == "checked"
    assert claimed.exported().get("gems", {}) == {}, "which card shows which gem nobody said"
    assert claimed.submit("/seat/0", act="done") == "/ruling", "corrected, it isn't asked about again"
    claimed.submit("/seat/0", taps="act:claims act:claims")
    claimed.submit("/seat/0", act="done")
    assert claimed.submit("/letters", act="withdraw") == "/ruling"
    assert claimed.recorded()["players"][0]["gem_parts"] is False
