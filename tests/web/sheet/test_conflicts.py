"""Two phones at once, away from the ruling: both versions are shown, nothing typed is lost, and the table chooses."""

import re

import pytest
from werkzeug.test import TestResponse

from companion.store import drafts
from tests.support.pages import form_with, values_of, words_of
from tests.support.phones import Party, Phone, store_of

COUNTED = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "20"}


@pytest.fixture
def scorer(two: Party) -> Phone:
    """Give a third phone, which keeps the score too, at a table where one hand was recorded."""
    second = two.join("none", link=two.link("scorer"))
    two.roll()
    return second


@pytest.fixture
def played(two: Party, scorer: Phone) -> Party:
    one_hand(two.owner)
    assert scorer in two.guests
    return two


def one_hand(phone: Phone, number: int = 1) -> None:
    phone.submit(f"/hand/{number}", knock="0:knock")
    for seat, points in enumerate(("2", "20")):
        phone.post(f"/hand/{number}/wait", seat=str(seat))
        phone.post(f"/hand/{number}/seat/{seat}", act="way:counted")
        phone.post(f"/hand/{number}/seat/{seat}", points=points, done="1")
    form = form_with(phone.get(f"/hand/{number}/ruling"), 'id="record"')
    assert phone.submit(f"/hand/{number}/ruling", values_of(form)) == ""


def still(answer: TestResponse) -> dict[str, str]:
    """Give the fields of the form that does it all the same."""
    return values_of(form_with(answer, 'id="still"'))


def test_a_hand_struck_out_over_another_phones_note_of_why_is_shown_both_and_asked(
    played: Party, scorer: Phone
) -> None:
    ann = played.owner
    late = scorer.form("/hands/1", "strike")
    ann.submit("/hands/1/strike", reason="dealt wrong", **ann.form("/hands/1", "strike"))
    answer = scorer.post("/hands/1/strike", reason="the dice lay askew", **late)
    assert answer.status_code == 409
    said = words_of(answer)
    assert "Hand 1 struck out: “dealt wrong”." in said.partition("Yours, not saved yet")[0]
    assert "Hand 1 struck out: “the dice lay askew”." in said.partition("Yours, not saved yet")[2]
    assert "askew" not in ann.words("/history")


def test_a_note_that_another_phone_wrote_is_replaced_only_by_who_has_read_it(played: Party, scorer: Phone) -> None:
    ann = played.owner
    late = scorer.form("/hands/1", "note")
    ann.submit("/hands/1/note", note="what a hand", at="", **ann.form("/hands/1", "note"))
    answer = scorer.post("/hands/1/note", note="never again", at="", **late)
    assert answer.status_code == 409
    assert "what a hand" in words_of(answer)
    assert "never again" in words_of(answer)
    assert played.exported()["hands"][0]["note"] == "what a hand"
    assert scorer.submit("/hands/1/note", **still(answer)) == "/hands/1"
    assert played.exported()["hands"][0]["note"] == "never again"
    assert scorer.submit("/hands/1/note", **still(answer)) == "/hands/1", "sent twice"
    assert ann.words("/history").count("never again") == 1


def test_an_overruling_keeps_its_reason_when_another_phone_was_first(played: Party, scorer: Phone) -> None:
    ann = played.owner
    late = scorer.form("/hands/1/overrule", "reason")
    typed = {"points-0": "5", "points-1": "0", "winner": "0", "by": "1"}
    first = ann.form("/hands/1/overrule", "reason")
    assert ann.submit("/hands/1/overrule", **{**first, **typed, "reason": "a card was hidden"}) == "/hands/1"
    answer = scorer.post("/hands/1/overrule", **{**late, **typed, "reason": "we all saw it"})
    assert answer.status_code == 409
    assert "Hand 1 overruled by Bob, Ann +5: “a card was hidden”." in words_of(answer)
    assert "Hand 1 overruled by Bob, Ann +5: “we all saw it”." in words_of(answer)
    assert still(answer)["reason"] == "we all saw it"


def test_an_overruling_of_a_hand_that_was_called_drawn_meanwhile_is_asked(played: Party, scorer: Phone) -> None:
    late = scorer.form("/hands/1/overrule", "points-0")
    played.owner.submit("/hands/1/drawn", **played.owner.form("/hands/1", "/drawn"))
    typed = {**late, "points-0": "5", "points-1": "0", "winner": "0", "by": "0", "reason": "as we agreed"}
    answer = scorer.post("/hands/1/overrule", **typed)
    assert answer.status_code == 409
    assert "as we agreed" in words_of(answer)
    assert scorer.get("/hands/1/overrule").status_code == 404


def test_a_dispute_of_a_ruling_that_was_corrected_is_shown_and_kept(played: Party) -> None:
    ann, bob = played.owner, played.guests[0]
    late = bob.form("/hands/1", "dispute")
    ann.submit("/hands/1/drawn", **ann.form("/hands/1", "drawn"))
    answer = bob.post("/hands/1/word", act="dispute", word="my eight fits", **late)
    assert answer.status_code == 409
    assert "Hand 1 corrected." in words_of(answer)
    assert "Bob disputed hand 1: “my eight fits”." in words_of(answer)


def test_undo_of_something_that_is_not_the_last_any_more_is_asked(played: Party, scorer: Phone) -> None:
    ann = played.owner
    late = scorer.form("/sheet", "undo:")
    (undo,) = set(re.findall(r'value="(undo:\d+)"', scorer.get("/sheet").text))
    ann.submit("/hands/1/note", note="well played", at="", **ann.form("/hands/1", "note"))
    answer = scorer.post("/undo", act=undo, **late)
    assert answer.status_code == 409
    assert "Note on hand 1: “well played”." in words_of(answer)
    assert "Undone: recording of hand 1." in words_of(answer)
    assert len(played.exported()["hands"]) == 1


def test_changed_house_rules_are_shown_again_after_another_phone_recorded_a_hand(played: Party, scorer: Phone) -> None:
    ann = played.owner
    shown = scorer.post("/rules", **{"act": "look", "rule-minimum_score": "40"})
    late = values_of(shown.text)
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/drawn", **ann.form("", "/drawn"))
    answer = scorer.post("/rules", **{**late, "act": "change"})
    assert answer.status_code == 409
    assert "Someone just changed this game" in words_of(answer)
    assert "Play by these rules?" in words_of(answer)
    assert not played.exported().get("house_rules")
    assert scorer.submit("/rules", **{**values_of(answer.text), "act": "change"}) == "/about"
    assert played.exported()["house_rules"] == {"minimum_score": 40}


def test_a_hand_called_drawn_after_another_phone_recorded_it_is_shown_beside_it(two: Party, scorer: Phone) -> None:
    late = scorer.form("", "/drawn")
    one_hand(two.owner)
    answer = scorer.post("/drawn", **late)
    assert answer.status_code == 409
    said = words_of(answer)
    assert "Ann wins 18" in said.partition("From this phone")[0]
    assert "Drawn: nobody scores." in said.partition("From this phone")[2]
    assert [bool(hand.get("drawn")) for hand in two.exported()["hands"]] == [False]
    add = form_with(answer, 'id="add"')
    assert scorer.submit("/hand/2/ruling", **values_of(add)) == ""
    assert [bool(hand.get("drawn")) for hand in two.exported()["hands"]] == [False, True]


def test_numbers_that_come_after_another_phone_recorded_the_hand_are_shown_beside_it(two: Party, scorer: Phone) -> None:
    seen = scorer.position()
    one_hand(two.owner)
    answer = scorer.post("/hand/1/numbers", **{**COUNTED, "points-1": "33", "seen": seen})
    assert answer.status_code == 409
    said = words_of(answer)
    assert "Ann wins 18" in said.partition("From this phone")[0]
    assert "Ann wins 31" in said.partition("From this phone")[2]
    assert drafts.drafts(store_of(two.app), two.game, 1) == {}
    same = scorer.post("/hand/1/numbers", **{**COUNTED, "seen": seen})
    assert same.headers["Location"].endswith("/hands/1"), "both counted the same"


def test_a_late_tap_learns_that_the_hand_was_recorded(two: Party, scorer: Phone) -> None:
    seen = scorer.position()
    one_hand(two.owner)
    late = scorer.post("/hand/1/seat/1", card="AS", seen=seen)
    led_to = late.headers["Location"].removeprefix(scorer.address)
    assert led_to == "/hands/1?late=1"
    assert "Another phone recorded this hand while you were entering it," in scorer.words(led_to)
    assert "Another phone recorded" not in scorer.words("/hands/1")
