"""Gems on which a ruling hangs: asked for before it, card by card, the fewest possible, and remembered (R.1)."""

import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.answers.judging import judge_document
from companion.documents.showdown import DECK_KEYS
from tests.support.pages import fields_of, form_with, value_of, words_of
from tests.support.phones import start_game
from tests.support.showdown_table import Table

FOUND = {"lay_offs": "found"}


def anna_and_ben(client: FlaskClient, **house_rules: str) -> Table:
    """Anna knocks with 5 and a stash that the table says is Emerald; of Ben's cards no letter is known."""
    table = Table(client, "Anna", "Ben", house_rules=house_rules)
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.write(0, "8-ts Qc7d 4h6cjdas 2h 3d")
    assert table.write(1, "5hds jqkh 7s js 10d ah 2c") == "/letters"
    return table


def judged_again(table: Table, **more: str) -> dict[str, Any]:
    """Rule the hand that was recorded, as every other program would, also when more gems are known."""
    game = table.exported()
    head = {key: game[key] for key in ("game", "house_rules", *DECK_KEYS) if key in game}
    hand = {key: part for key, part in game["hands"][0].items() if key not in {"at", "note"}}
    gems = {"gems": {**head.get("gems", {}), **more}} if more else {}
    return judge_document({**head, **gems, **hand})


def test_a_card_that_might_be_laid_off_is_asked_about_and_undercuts(client: FlaskClient) -> None:
    """7♠ and J♠ go onto the run, and A♥ 2♣ J♠ share a group with an Emerald: only 10♦ is asked about."""
    table = anna_and_ben(client, **FOUND)
    assert table.submit("/letters", gem="E") == "/letters"
    page = table.get("/letters")
    assert "Does Ben have an Emerald on this card?" in words_of(page)
    assert table.asked() == ["10D"]
    assert table.submit("/letters", bears="10D") == "/ruling"
    assert "Ben undercuts Anna 27" in table.words("/ruling")
    table.record()
    assert table.exported()["gems"]["10D"] == "E"
    assert judged_again(table)["winner"] == "Ben"


def test_that_none_of_the_cards_bears_the_gem_is_remembered(client: FlaskClient) -> None:
    table = anna_and_ben(client, **FOUND)
    assert table.submit("/letters", gem="E") == "/letters"
    assert table.post("/letters").status_code == 422
    assert table.submit("/letters", act="none") == "/ruling"
    assert "Anna wins 11" in table.words("/ruling")
    assert table.get("/letters").headers["Location"].endswith("/ruling"), "it is not asked again"
    table.record()
    assert "10D" not in table.exported()["gems"]
    again = judged_again(table)
    assert (again["winner"], again["unknown_gems"]) == ("Anna", []), "the record hangs on no unknown letter"


def play_on(table: Table) -> str:
    """Play the same cards once more, and return what comes after the last hand."""
    table.number += 1
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.write(0, "8-ts Qc7d 4h6cjdas 2h 3d")
    return table.write(1, "5hds jqkh 7s js 10d ah 2c")


def test_that_a_card_does_not_show_a_gem_is_remembered_as_long_as_the_deck_is(client: FlaskClient) -> None:
    """Ben's 10♦ is no Emerald: in the next hand it isn't asked about again, nor in the next game with this deck."""
    table = anna_and_ben(client, **FOUND)
    table.submit("/letters", gem="E")
    table.submit("/letters", act="none")
    table.record()
    assert table.exported()["not_gems"] == {"10D": "E"}
    assert play_on(table) == "/ruling"
    assert "Anna wins 11" in table.words("/ruling")
    table.record()
    assert "No Emerald on 10♦" in words_of(client.get(f"{table.address}/history"))
    (deck,) = re.findall(r'href="(/decks/\d+)"', client.get("/decks").text)
    saved = client.get(f"{deck}/export.json")
    assert saved.json is not None
    assert saved.json["not_gems"] == {"10D": "E"}
    file = {"name": "Again", "file": (io.BytesIO(saved.data), "deck.json")}
    again = client.post("/decks/import", data=file, content_type="multipart/form-data").location
    assert client.get(f"{again}/export.json").json == {**saved.json, "name": "Again"}
    for number in (deck, again):
        new = start_game(client, "Anna", "Ben", deck=number.rpartition("/")[2])
        assert new.exported()["not_gems"] == {"10D": "E"}


def test_a_no_that_was_wrong_is_asked_again_and_forgotten(client: FlaskClient) -> None:
    table = anna_and_ben(client, **FOUND)
    table.submit("/letters", gem="E")
    table.submit("/letters", act="none")
    table.record()
    play_on(table)
    assert "A gem is wrong: enter it again" in table.words("/ruling")
    assert table.submit("/letters", act="forget") == "/letters"
    assert table.asked() == ["10D"]
    assert table.submit("/letters", bears="10D") == "/ruling"
    assert "Ben undercuts Anna 27" in table.words("/ruling")
    table.record()
    game = table.exported()
    assert (game["gems"]["10D"], game.get("not_gems", {})) == ("E", {})
    (deck,) = re.findall(r'href="(/decks/\d+)"', client.get("/decks").text)
    entered = client.get(f"{deck}/export.json").json
    assert entered is not None
    assert (entered["gems"]["10D"], "not_gems" in entered) == ("E", False)


def test_a_gem_called_wrong_too_late_begins_no_correction(client: FlaskClient) -> None:
    table = anna_and_ben(client, **FOUND)
    table.submit("/letters", gem="E")
    table.submit("/letters", act="none")
    wrong = fields_of(form_with(table.get("/ruling"), "A gem is wrong"))
    table.record()
    late = table.post("/letters", **wrong, act="forget")
    assert late.headers["Location"].endswith("/hands/1?late=1")
    assert "correction" not in table.phone.words("/hands/1")


def test_only_gems_of_cards_are_recorded_and_those_that_the_ruling_was_shown_with(client: FlaskClient) -> None:
    table = anna_and_ben(client, **FOUND)
    table.submit("/letters", gem="E")
    table.submit("/letters", act="none")
    fields = table.ruled()
    shown = json.loads(fields["hand_json"])
    for forged in ({"10D": "X"}, {"10d": "E"}, {"10D": 1}, ["10D"]):
        sent = json.dumps({**shown, "not_gems": forged})
        assert table.submit("/ruling", **{**fields, "hand_json": sent}) == "/ruling"
    table.submit("/letters", act="forget")
    table.submit("/letters", gem="E")
    table.submit("/letters", bears="10D")
    late = table.post("/ruling", **fields)
    assert (late.status_code, "Ben undercuts Anna" in words_of(late)) == (409, True)
    assert table.exported()["hands"] == []
    fields = table.ruled()
    queued = {key: part for key, part in json.loads(fields["hand_json"]).items() if key != "not_gems"}
    assert queued != json.loads(fields["hand_json"]), "an older version's form says nothing of them"
    table.submit("/ruling", **{**fields, "hand_json": json.dumps(queued)})
    assert len(table.exported()["hands"]) == 1


def test_an_answer_to_another_question_is_not_taken(client: FlaskClient) -> None:
    """A second tap on the same button, or a page that another phone has answered meanwhile."""
    table = anna_and_ben(client, **FOUND)
    asked = value_of(table.get("/letters"), "asked")
    assert table.submit("/letters", gem="E", asked=asked) == "/letters"
    assert table.submit("/letters", act="none", asked=asked) == "/letters"
    assert "Does Ben have an Emerald" in table.words("/letters")


def test_an_answer_counts_though_a_card_was_picked_meanwhile(client: FlaskClient) -> None:
    table = anna_and_ben(client, **FOUND)
    form = table.hand.form("/letters", 'name="gem"')
    assert table.post("/seat/0", pick="QC").status_code == 303
    table.submit("/letters", **{**form, "gem": "E"})
    assert table.asked() == ["10D"]


def test_a_loose_hand_is_asked_for_the_letters_that_could_make_a_stash(client: FlaskClient) -> None:
    """Ben's loose 7♠ J♠ 10♦ A♥ 2♣ are his deadwood; told their letters, no stash of four is left to be thought of."""
    table = anna_and_ben(client)
    table.post("/seat/1", act="way:loose")
    assert table.submit("/letters", gem="E") == "/letters"
    gems = {"AH": "G", "2C": "M", "5D": "G", "5H": "M", "5S": "P", "7S": "G", "10D": "E", "JS": "A"}
    told, then = table.answer_gems(gems | {"JH": "R", "QH": "T", "KH": "AR"})
    assert then == "/ruling"
    assert "10D" in told
    assert not {"AH", "2C"} & {*told}, "once 10♦ goes onto the Emeralds, no stash with A♥ or 2♣ leaves less"
    assert "Ben undercuts Anna 27" in table.words("/ruling")
    table.record()
    again = judged_again(table)
    assert (again["winner"], again["unknown_gems"]) == ("Ben", [])


def test_the_table_may_say_that_no_stash_is_in_loose_cards(client: FlaskClient) -> None:
    """Ben's set of 5s and his run are laid out for him, and 7♠ J♠ 10♦ A♥ 2♣ stay deadwood: 30 to Anna's 5."""
    table = anna_and_ben(client)
    table.post("/seat/1", act="way:loose")
    assert table.submit("/letters", gem="E") == "/letters"
    assert "No stash in this hand" in table.words("/letters")
    assert table.submit("/letters", act="no-stash") == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Anna wins 25 Ben 30 − Anna 5" in table.words("/ruling")
    table.record()
    ben = table.exported()["hands"][0]["players"][1]
    assert [sorted(meld) for meld in ben["melds"]] == [["5D", "5H", "5S"], ["JH", "KH", "QH"]]
    assert set(ben["deadwood"]) == {"7S", "JS", "10D", "AH", "2C"}
    assert judged_again(table)["unknown_gems"] == []


def test_a_loose_knock_over_the_limit_may_be_without_a_stash(client: FlaskClient) -> None:
    """Anna holds 65 points and no meld but perhaps stashes: without one she is 58 over the limit of 7."""
    table = Table(client, "Anna", "Ben")
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.post("/seat/0", act="way:loose")
    table.write(0, "ac 3d 5h 7s 9c jd kh 2s 4c 6d 8h")
    assert table.write(1, "5cds jqkc 7h js 10d ah 2d") == "/letters"
    assert table.submit("/letters", act="no-stash") == "/ruling"
    assert "Anna can't knock with 65: that's 58 over the limit of 7" in table.words("/ruling")


def test_no_stash_is_not_offered_where_the_app_lays_every_hand_out(client: FlaskClient) -> None:
    """With the house rule for the best layout, a hand laid out would be asked about like a loose one."""
    table = anna_and_ben(client, layout="best")
    table.post("/seat/1", act="way:loose")
    assert table.submit("/letters", gem="E") == "/letters"
    assert "Which gem is on the" in table.words("/letters")
    assert "No stash in this hand" not in table.words("/letters")
    assert table.hand.post("/letters", {"act": "no-stash"}).status_code == 422


def test_eight_different_letters_prove_gem_parts(client: FlaskClient) -> None:
    """Anna's Emerald is known from the stash; seven letters more are enough, and the eighth card is left alone."""
    table = anna_and_ben(client)
    assert table.submit("/letters", gem="E") == "/lay-offs"
    table.post("/seat/0", act="claims")
    assert table.submit("/seat/0", act="done") == "/letters"
    told, then = table.answer_gems(dict(zip(["8S", "9S", "10S", "QC", "7D", "2H", "3D"], "GMPARTS", strict=True)))
    assert (told, then) == (["8S", "9S", "10S", "QC", "7D", "2H", "3D"], "/lay-offs")
    assert table.submit("/lay-offs", act="done") == "/ruling"
    assert "Gem Parts: all eight gems" in table.words("/ruling")


def claimed_gem_parts(client: FlaskClient) -> Table:
    """Anna claims Gem Parts with a deck of which nothing is known: 5♣ 6♣ 7♣ Q♥ 7♦ 9♣ 9♦ 9♠ A♣ 2♦ 3♠."""
    table = Table(client, "Anna", "Ben")
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.post("/seat/0", text="567c QH7d 9cds ac 2d 3s")
    table.post("/seat/0", act="claims")
    table.submit("/seat/0", act="done")
    assert table.write(1, "456d KKK-s as 2h 4s jd 3c") == "/letters"
    return table


def test_gem_parts_asks_card_by_card_until_eight_gems_are_shown(client: FlaskClient) -> None:
    """The first eight cards show eight gems: the three others are left alone."""
    table = claimed_gem_parts(client)
    page = table.get("/letters")
    assert "Which gem is on the 5 of clubs?" in words_of(page)
    assert "At most 10 more cards." in words_of(page)
    assert re.findall(r'name="gem"\s+value="(.)"', page.text) == list("GEMPARTS")
    told, then = table.answer_gems(dict(zip(["5C", "6C", "7C", "QH", "7D", "9C", "9D", "9S"], "GEMPARTS", strict=True)))
    assert (told, then) == (["5C", "6C", "7C", "QH", "7D", "9C", "9D", "9S"], "/lay-offs")


def test_gem_parts_asks_no_further_once_it_is_out_of_reach(client: FlaskClient) -> None:
    """Three of eleven cards may repeat a gem: 7♣ Q♥ 7♦ do, and with 9♣ one too many."""
    table = claimed_gem_parts(client)
    told, then = table.answer_gems(dict(zip(["5C", "6C", "7C", "QH", "7D", "9C"], "GEGGEG", strict=True)))
    assert (told, then) == (["5C", "6C", "7C", "QH", "7D", "9C"], "/ruling")
    said = table.words("/ruling")
    assert re.search("Anna claimed Gem Parts, but .* (is|are) missing", said)


def test_a_gem_that_another_card_of_its_group_shows_is_not_offered(client: FlaskClient) -> None:
    table = claimed_gem_parts(client)
    table.submit("/letters", gem="G")
    page = table.get("/letters")
    assert "Which gem is on the 6 of clubs?" in words_of(page)
    assert re.findall(r'name="gem"\s+value="(.)"', page.text) == list("EMPARTS")
    assert "Gold: on 5♣ E Emerald M Moonstone" in words_of(page)
    assert table.post("/letters", gem="G").status_code == 422


@pytest.mark.parametrize(
    ("known", "reason"),
    [
        ({"gems": {"QC": "R"}}, "Ruby: on Q♣"),
        ({"gems": {"JD": "E"}}, "Ruby: not on J♦"),
        ({"not_gems": {"4H": "R"}}, "Ruby: ruled out"),
    ],
)
def test_a_gem_that_a_stash_cannot_share_says_why(client: FlaskClient, known: dict[str, Any], reason: str) -> None:
    table = Table(client, "Anna", "Ben", **known)
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.write(0, "8-ts Qc7d 4h6cjdas 2h 3d")
    table.write(1, "5hds jqkh 7s js 10d ah 2c")
    assert reason in table.words("/letters")


def test_what_was_answered_is_kept_when_the_page_is_left(client: FlaskClient) -> None:
    table = claimed_gem_parts(client)
    table.submit("/letters", gem="G")
    assert table.submit("/seat/0", act="done") == "/letters"
    assert table.asked() == ["6C"]


def test_the_last_answer_can_be_taken_back(client: FlaskClient) -> None:
    """Step by step: the first answer too, and a stash with all its cards."""
    table = anna_and_ben(client)
    assert 'value="back"' not in table.get("/letters").text, "nothing was answered"
    table.submit("/letters", gem="E")
    table.post("/seat/0", act="claims")
    assert table.submit("/seat/0", act="done") == "/letters"
    assert table.asked() == ["8S"]
    table.submit("/letters", gem="G")
    assert table.asked() == ["9S"]
    assert table.submit("/letters", act="back") == "/letters"
    assert table.asked() == ["8S"]
    assert table.submit("/letters", act="back") == "/letters"
    assert "Which gem do these cards share?" in table.words("/letters")
    assert table.submit("/letters", act="back") == "/letters", "there is nothing left to take back"


def test_the_table_may_check_gem_parts_by_eye_instead(client: FlaskClient) -> None:
    table = claimed_gem_parts(client)
    assert "We checked: all eight" in table.words("/letters")
    assert table.submit("/letters", act="checked") == "/lay-offs"
    table.submit("/lay-offs", act="done")
    assert "Gem Parts: all eight gems, checked at the table" in table.words("/ruling")
    table.record()
    game = table.exported()
    assert game["hands"][0]["players"][0]["gem_parts"] == "checked"
    assert game.get("gems", {}) == {}, "which card shows which gem nobody said"
    assert judged_again(table)["players"][0]["gem_parts"]
    assert "checked at the table" in words_of(client.get(f"{table.address}/hands/1"))
    assert table.submit("/seat/0", act="done") == "/ruling", "corrected, it isn't asked about again"


def test_what_was_checked_by_eye_is_asked_again_for_other_cards(client: FlaskClient) -> None:
    table = claimed_gem_parts(client)
    table.submit("/letters", act="checked")
    table.post("/seat/0", text="567c QH7d 9cds ac 2d 3h")
    assert table.submit("/seat/0", act="done") == "/letters"
    table.submit("/letters", act="checked")
    table.post("/seat/0", act="claims")
    table.post("/seat/0", act="claims")
    assert table.submit("/seat/0", act="done") == "/letters", "claimed once more, it isn't checked yet"


def test_only_a_claim_of_gem_parts_is_checked_by_eye(client: FlaskClient) -> None:
    table = anna_and_ben(client)
    assert "We checked" not in table.words("/letters")
    assert table.post("/letters", act="checked").status_code == 422


def test_gems_that_are_entered_rule_out_what_was_checked_by_eye(client: FlaskClient) -> None:
    """5♣ 6♣ show two gems, and 7♣ Q♥ 7♦ 9♣ the same two, so that five cards are left for six gems."""
    table = claimed_gem_parts(client)
    for gem in "GEGG":
        table.submit("/letters", gem=gem)
    assert table.submit("/letters", act="checked") == "/lay-offs"
    table.submit("/lay-offs", act="done")
    table.record()
    assert judged_again(table)["legal"]
    (fault,) = judged_again(table, **{"7D": "E", "9C": "G"})["faults"]
    assert fault["code"] == "not-gem-parts"


def test_a_king_is_asked_for_one_gem_after_the_other(client: FlaskClient) -> None:
    """Anna's loose Kings may hold a stash with another card; taken back, both gems are."""
    table = Table(client, "Anna", "Ben")
    table.roll(4, 3)
    table.submit(knock="0:knock")
    table.post("/seat/0", act="way:loose")
    table.write(0, "kc 3d 5h 7s 9c jd ah 2s 4c 6d 8h")
    assert table.write(1, "5cds jqkh 7h js 10d ac 2d") == "/letters"
    while table.asked() != ["KC"]:
        page = table.get("/letters").text
        table.submit("/letters", gem=re.findall(r'name="gem"\s+value="(.)"', page)[0])
    assert "It shows two" in table.words("/letters")
    first = value_of(table.get("/letters"), "asked")
    table.submit("/letters", gem="S", asked=first)
    assert "Which other gem is on the King of clubs?" in table.words("/letters")
    assert table.submit("/letters", gem="S", asked=first) == "/letters", "a second tap isn't taken for the other gem"
    assert "Which other gem is on the King of clubs?" in table.words("/letters")
    table.submit("/letters", act="back")
    assert "Which gem is on the King of clubs?" in table.words("/letters")


@pytest.mark.parametrize("claims", [False, True])
def test_gem_parts_that_nobody_claims_are_waived_in_the_record(client: FlaskClient, *, claims: bool) -> None:
    table = anna_and_ben(client)
    table.submit("/letters", gem="E")
    if claims:
        table.post("/seat/1", act="claims")
        table.post("/seat/1", act="claims")
    table.submit("/lay-offs", act="done")
    table.record()
    assert [player["gem_parts"] for player in table.exported()["hands"][0]["players"]] == [False, False]
    assert judged_again(table)["unknown_gems"] == []


def test_looking_back_does_not_claim_what_an_unknown_letter_could_change(client: FlaskClient) -> None:
    """Ben lays nothing off: 7♠ and J♠ would have gone onto the run, and perhaps 10♦ onto the stash."""
    table = anna_and_ben(client)
    table.submit("/letters", gem="E")
    table.submit("/lay-offs", act="done")
    said = table.words("/ruling")
    assert "Ben could have had 13 instead of 30" in said
    assert "Gems that haven't been entered yet might lower Ben's deadwood further." in said


def test_counting_a_hand_does_not_claim_it_either(client: FlaskClient) -> None:
    said = words_of(client.get("/count?typed=&hand=5hds+jqkh+/+7s+js+10d+ah+2c"))
    assert "Gems that haven't been entered yet might lower it." in said
