"""Two phones at once, away from the ruling: both versions are shown, nothing typed is lost, and the table chooses."""

import re

import pytest
from werkzeug.test import TestResponse

from companion.store import drafts
from tests.support.pages import form_with, values_of, words_of
from tests.support.phones import Party, Phone, store_of

COUNTED = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "20"}
OVERRULED = {"points-0": "5", "points-1": "0", "winner": "0", "by": "1"}


@pytest.fixture
def scorer(two: Party) -> Phone:
    """Give a third phone, which keeps the score too."""
    two.roll()
    return two.join("none", link=two.link("scorer"))


@pytest.fixture
def played(two: Party, scorer: Phone) -> Party:
    assert scorer in two.guests
    one_hand(two.owner)
    return two


def one_hand(phone: Phone) -> None:
    phone.submit("/hand/1/numbers", COUNTED)
    form = form_with(phone.get("/hand/1/ruling"), 'id="record"')
    assert phone.submit("/hand/1/ruling", values_of(form)) == ""


def shown_both(answer: TestResponse, theirs: str, ours: str, between: str = "Yours, not saved yet") -> dict[str, str]:
    """See both versions on the page of a conflict, and return the form that does ours all the same."""
    assert answer.status_code == 409
    first, _, second = words_of(answer).partition(between)
    assert theirs in first
    assert ours in second
    assert ours not in first
    return values_of(form_with(answer, 'id="still"')) if 'id="still"' in answer.text else {}


@pytest.mark.parametrize(
    ("page", "part", "typed", "sentence"),
    [
        ("/hands/1", "note", {"note": "{}", "at": ""}, "Note on hand 1: “{}”."),
        ("/hands/1/overrule", "reason", {**OVERRULED, "reason": "{}"}, "Hand 1 overruled by Bob, Ann +5: “{}”."),
    ],
)
def test_what_another_phone_said_first_is_replaced_only_by_who_has_read_it(
    played: Party, scorer: Phone, page: str, part: str, typed: dict[str, str], sentence: str
) -> None:
    ann, path = played.owner, page if page.endswith("overrule") else f"{page}/{part}"
    late, first = scorer.form(page, part), ann.form(page, part)
    theirs, ours = ({name: value.format(said) for name, value in typed.items()} for said in ("wrong deal", "askew"))
    ann.submit(path, {**first, **theirs})
    still = shown_both(scorer.post(path, {**late, **ours}), sentence.format("wrong deal"), sentence.format("askew"))
    assert still.items() >= ours.items()
    assert "askew" not in ann.words("/history")
    for _ in range(2):
        assert scorer.submit(path, still) == "/hands/1"
    assert ann.words("/history").count("askew") == 1


def test_nothing_is_offered_that_another_phone_made_impossible(played: Party, scorer: Phone) -> None:
    late = scorer.form("/hands/1", "strike")
    played.owner.submit("/hands/1/strike", **played.owner.form("/hands/1", "strike"), reason="wrong deal")
    answer = scorer.post("/hands/1/strike", **late, reason="askew")
    theirs, ours = "Hand 1 struck out: “wrong deal”.", "Hand 1 struck out: “askew”. This hand is already struck out."
    assert not shown_both(answer, theirs, ours)


def test_an_overruling_of_a_hand_that_was_called_drawn_meanwhile_is_asked(played: Party, scorer: Phone) -> None:
    late = scorer.form("/hands/1/overrule", "points-0")
    played.owner.submit("/hands/1/drawn", **played.owner.form("/hands/1", "/drawn"))
    answer = scorer.post("/hands/1/overrule", **late, **OVERRULED, reason="as we agreed")
    assert answer.status_code == 409
    assert "as we agreed" in words_of(answer)
    assert scorer.get("/hands/1/overrule").status_code == 404


def test_a_dispute_of_a_ruling_that_was_corrected_is_shown_and_kept(played: Party) -> None:
    ann, bob = played.owner, played.guests[0]
    late = bob.form("/hands/1", "dispute")
    ann.submit("/hands/1/drawn", **ann.form("/hands/1", "drawn"))
    answer = bob.post("/hands/1/word", act="dispute", word="my eight fits", **late)
    shown_both(answer, "Hand 1 corrected.", "Bob disputed hand 1: “my eight fits”.")


def test_undo_of_something_that_is_not_the_last_any_more_is_asked(played: Party, scorer: Phone) -> None:
    ann = played.owner
    late = scorer.form("/sheet", "undo:")
    (undo,) = set(re.findall(r'value="(undo:\d+)"', scorer.get("/sheet").text))
    ann.submit("/hands/1/note", note="well played", at="", **ann.form("/hands/1", "note"))
    answer = scorer.post("/undo", act=undo, **late)
    shown_both(answer, "Note on hand 1: “well played”.", "Undone: recording of hand 1.")
    assert len(played.exported()["hands"]) == 1


def test_a_hand_called_drawn_after_another_phone_recorded_it_is_shown_beside_it(two: Party, scorer: Phone) -> None:
    late = scorer.form("", "/drawn")
    one_hand(two.owner)
    answer = scorer.post("/drawn", **late)
    shown_both(answer, "Ann wins 18", "Drawn: nobody scores.", "From this phone")
    assert [bool(hand.get("drawn")) for hand in two.exported()["hands"]] == [False]
    assert scorer.submit("/hand/2/ruling", values_of(form_with(answer, 'id="add"'))) == ""
    assert [bool(hand.get("drawn")) for hand in two.exported()["hands"]] == [False, True]


def test_numbers_that_come_after_another_phone_recorded_the_hand_are_shown_beside_it(two: Party, scorer: Phone) -> None:
    seen = scorer.position()
    one_hand(two.owner)
    answer = scorer.post("/hand/1/numbers", **{**COUNTED, "points-1": "33", "seen": seen})
    shown_both(answer, "Ann wins 18", "Ann wins 31", "From this phone")
    assert drafts.drafts(store_of(two.app), two.game, 1) == {}
    assert scorer.submit("/hand/1/numbers", **COUNTED, seen=seen) == "/hands/1", "both counted the same"
