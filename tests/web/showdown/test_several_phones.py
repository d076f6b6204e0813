"""A hand with a phone each: lay-offs round, answers to the ruling, and what two phones change at once."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import TestResponse

from companion.store import drafts
from companion.web.showdown import lay_offs, laying_off
from companion.web.showdown.draft import ShowdownDraft
from companion.web.showdown.laying_off import LayOffsInPlay
from tests.support.pages import form_with, says, value_of, values_of
from tests.support.phones import Party, Phone, store_of
from tests.support.showdown_table import WRITTEN, knock, put_in, reveal

ANN, BOB = WRITTEN
TWO_FIT = "456d Kcdh 8c 4c as 2h 4s"
OTHER = "567c QH7d 9cds ac 2d 4h"
COUNTED = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "20"}
LAY_OFFS, RULING = "/hand/1/lay-offs", "/hand/1/ruling"


def ruled(phone: Phone, number: int = 1) -> dict[str, str]:
    return values_of(form_with(phone.get(f"/hand/{number}/ruling"), 'id="record"'))


def correct(ann: Phone) -> None:
    """Enter another hand for Ann in a correction; the lay-offs stay as they were."""
    assert put_in(ann, 0, OTHER) == LAY_OFFS
    assert ann.submit(LAY_OFFS, act="done") == RULING


def lay_off_the_eight(bob: Phone) -> None:
    assert bob.submit(LAY_OFFS, card="1:8C") == LAY_OFFS
    assert bob.submit(LAY_OFFS, act="done") == RULING


@pytest.fixture
def shown(two: Party) -> Party:
    """Show the ruling to Ann and Bob, who laid off his 8♣."""
    reveal(two, ANN, BOB)
    lay_off_the_eight(two.guests[0])
    return two


@pytest.fixture
def recorded(shown: Party) -> Party:
    assert shown.owner.submit(RULING, **ruled(shown.owner)) == ""
    return shown


@pytest.fixture
def scorer(two: Party) -> Phone:
    return two.join("none", link=two.link("scorer"))


def test_nobody_lays_off_for_a_player_with_a_phone_but_who_keeps_the_score(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    reveal(three, ANN, BOB, "789h 4ch2s / Qs Ks 8d 6h 5s")
    assert "Bob's turn" in cid.words(LAY_OFFS)
    for form in ({"move": "1:8C:0:0"}, {"card": "1:8C"}, {"pass": "1"}):
        assert cid.post(LAY_OFFS, **form).status_code == 403
    ann.submit(LAY_OFFS, card="1:8C")
    assert "Bob lays off 8♣" in bob.words(f"{LAY_OFFS}?again=1")
    assert cid.post(LAY_OFFS, act="undo").status_code == 403
    assert cid.submit(LAY_OFFS, act="done") == LAY_OFFS, "that is Cid's pass alone"
    assert "Cid passed" in bob.words(LAY_OFFS)
    assert bob.submit(LAY_OFFS, act="done") == RULING


def tap(phone: Phone, **form: str) -> TestResponse:
    """Tap as the script does, which wants only the part that changes."""
    return phone.post(LAY_OFFS, form, {"HX-Request": "true", "HX-Target": "laying-off"})


def test_a_card_counts_whatever_lay_offs_its_page_showed(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    reveal(two, ANN, TWO_FIT)
    seen = value_of(bob.get(LAY_OFFS), "seen")
    ann.submit(LAY_OFFS, card="1:4C")
    assert bob.submit(LAY_OFFS, act="undo", seen=seen) == LAY_OFFS
    assert "Bob lays off 4♣" in bob.words(LAY_OFFS), "what the page didn't show isn't taken back"
    answer = tap(bob, card="1:8C", seen=seen)
    assert answer.text.lstrip().startswith('<div id="laying-off"')
    assert "Bob lays off 8 of clubs" in json.loads(answer.headers["HX-Trigger"])["say"]
    again = tap(bob, card="1:8C", seen=seen)
    assert again.status_code == 200, "it is laid off already"
    assert tap(bob, card="1:AS", seen=value_of(again, "seen")).status_code == 422
    assert tap(bob, act="done", seen=value_of(again, "seen")).headers["HX-Redirect"].endswith(RULING)


def test_a_card_laid_off_while_another_phone_saves_counts(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, (bob,) = two.owner, two.guests
    reveal(two, ANN, TWO_FIT)
    load = laying_off.load_lay_offs

    def load_and_be_overtaken(draft: ShowdownDraft) -> LayOffsInPlay:
        monkeypatch.setattr(lay_offs, "load_lay_offs", load)
        state = load(draft)
        # The other phone's request has a thread of its own, as on a server.
        with ThreadPoolExecutor(1) as other:
            other.submit(ann.submit, LAY_OFFS, card="1:4C").result()
        return state

    monkeypatch.setattr(lay_offs, "load_lay_offs", load_and_be_overtaken)
    assert bob.submit(LAY_OFFS, card="1:8C") == LAY_OFFS
    page = bob.get(LAY_OFFS).text
    assert [card for card in ("1:8C", "1:4C") if f'value="{card}"' in page] == []


def test_disputed_then_corrected_asks_again(recorded: Party) -> None:
    ann, (bob,) = recorded.owner, recorded.guests
    form = bob.form("/hands/1", "What&#39;s wrong?")
    late = {**bob.form("/hands/1", 'value="accept"'), "act": "accept"}
    assert bob.post("/hands/1/word", **form, act="dispute", word=" ").status_code == 422
    assert bob.submit("/hands/1/word", **form, act="dispute", word="the 8 <b>fits</b>") == "/hands/1"
    for place in ("/sheet", "/hands/1"):
        assert "isputed by Bob" in ann.words(place)
    assert "the 8 &lt;b&gt;fits&lt;/b&gt;" in ann.get("/hands/1").text
    correct(ann)
    assert ann.submit(RULING, **ruled(ann)) == "/hands/1?replaced=5"
    assert bob.submit("/hands/1/word", late) == "/hands/1?meanwhile=1", "the ruling that he accepts has changed"
    said = bob.words("/hands/1?meanwhile=1")
    assert "Someone changed this hand" in said
    # Bob disputed it, so his phone says so until he answers.
    for place in ("", "/hands/1"):
        assert "Hand 1 was corrected after Bob's dispute." in bob.words(place)
    bob.submit("/hands/1/word", bob.form("/hands/1", 'id="accept"'), act="accept")
    for place in ("", "/hands/1"):
        assert "dispute." not in bob.words(place)


def test_overruled_by_the_table_shows_by_whom_and_why_and_can_be_withdrawn(recorded: Party) -> None:
    ann, (bob,) = recorded.owner, recorded.guests
    assert bob.get("/hands/1/overrule").status_code == 403
    fields = ann.form("/hands/1/overrule", "reason")
    given = {**fields, "points-0": "0", "points-1": "25", "winner": "1", "by": "1", "reason": "Ann showed a card"}
    for wrong in ({"reason": " "}, {"by": ""}, {"points-0": "many"}, {"points-1": ""}, {"winner": ""}):
        assert ann.post("/hands/1/overrule", **{**given, **wrong}).status_code == 422
    assert ann.submit("/hands/1/overrule", **given) == "/hands/1"
    assert "+25 won, 25" in bob.words("/sheet")
    assert "Bob overruled this ruling: “Ann showed a card”" in bob.words("/hands/1")
    assert recorded.exported()["hands"][0]["players"][0]["melds"], "the cards stay"
    assert ann.submit("/hands/1/overrule/withdraw", ann.form("/hands/1/overrule", "withdraw")) == "/hands/1"
    assert "overruled" not in bob.words("/sheet")


def test_only_a_player_with_a_phone_responds_for_themselves(recorded: Party) -> None:
    ann, (bob,) = recorded.owner, recorded.guests
    form = {**bob.form("/hands/1", 'value="accept"'), "act": "accept"}
    for phone, seat, status in ((ann, "1", 403), (bob, "0", 403), (bob, "7", 400)):
        assert phone.post("/hands/1/word", **{**form, "seat": seat}).status_code == status
    bob.submit("/people/sit", seat="")
    assert ann.submit("/hands/1/word", **form) == ""


def test_the_second_of_two_corrections_is_shown_the_first_and_asked(recorded: Party, scorer: Phone) -> None:
    ann = recorded.owner
    correct(ann)
    mine, theirs = ruled(ann), ruled(scorer)
    assert ann.submit(RULING, **mine) == "/hands/1?replaced=4"
    changed = json.loads(theirs["hand_json"])
    changed["hand"]["players"][0]["deadwood"] = ["AC", "AD", "4H"]
    late = scorer.post(RULING, **{**theirs, "hand_json": json.dumps(changed)})
    says(late, "On the sheet now", status=409)
    assert recorded.exported()["hands"][0]["players"][0]["deadwood"] == ["AC", "2D", "4H"], "until somebody says so"
    assert scorer.submit(RULING, **values_of(late.text)) == "/hands/1?replaced=5"
    assert recorded.exported()["hands"][0]["players"][0]["deadwood"] == ["AC", "AD", "4H"]


def test_what_another_phone_changes_after_the_ruling_was_shown_is_not_recorded_unseen(shown: Party) -> None:
    ann, (bob,) = shown.owner, shown.guests
    before = ruled(ann)
    bob.submit("/hand/1/seat/1", text=BOB.replace("jd", "qd"))
    says(ann.post(RULING, **before), "Someone changed this hand after the ruling was shown", status=409)
    assert shown.exported()["hands"] == []


@pytest.mark.parametrize("script", [True, False])
def test_a_tap_for_a_hand_that_was_recorded_meanwhile_corrects_nothing(two: Party, *, script: bool) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    before = {"seen": bob.position()} if script else bob.form("/hand/1/seat/1", 'id="pad"')
    put_in(ann, 0, ANN)
    put_in(bob, 1, BOB)
    lay_off_the_eight(bob)
    ann.submit(RULING, **ruled(ann))
    document = two.exported()
    assert bob.submit("/hand/1/seat/1", before, card="AS") == "/hands/1?late=1"
    assert "Another phone recorded this hand while you were entering it," in bob.words("/hands/1?late=1")
    assert drafts.drafts(store_of(two.app), two.game, 1) == {}
    assert two.exported() == document
    ann.submit("/undo", **values_of(form_with(ann.get(), "undo:")))
    assert bob.submit("/hand/1/seat/1", before, card="AS") == ""


def shown_both(answer: TestResponse, theirs: str, ours: str, between: str = "Yours, not saved yet") -> dict[str, str]:
    """See both versions on the page of a conflict, and return the form that does ours all the same."""
    first, _, second = says(answer, status=409).partition(between)
    says(first, theirs, but=[ours])
    says(second, ours)
    return values_of(form_with(answer, 'id="still"')) if 'id="still"' in answer.text else {}


def test_what_another_phone_said_first_is_replaced_once_read(recorded: Party, scorer: Phone) -> None:
    ann, path = recorded.owner, "/hands/1/overrule"
    more = {"points-0": "5", "points-1": "0", "winner": "0", "by": "1"}
    late = scorer.form(path, "reason")
    ann.submit(path, ann.form(path, "reason") | more, reason="wrong deal")
    still = shown_both(scorer.post(path, late | more, reason="askew"), "“wrong deal”.", "“askew”.")
    assert "askew" not in ann.words("/history")
    for _ in range(2):
        assert scorer.submit(path, still) == "/hands/1"
    assert ann.words("/history").count("askew") == 1


def test_a_hand_that_another_phone_recorded_first_is_shown_beside_it(two: Party, scorer: Phone) -> None:
    ann = two.owner
    two.roll()
    seen, late = scorer.position(), scorer.form("", "/drawn")
    ann.submit("/hand/1/numbers", COUNTED)
    assert ann.submit(RULING, ruled(ann)) == ""
    answer = scorer.post("/hand/1/numbers", **{**COUNTED, "points-1": "33", "seen": seen})
    shown_both(answer, "Ann wins 18", "Ann wins 31", "From this phone")
    assert drafts.drafts(store_of(two.app), two.game, 1) == {}
    assert scorer.submit("/hand/1/numbers", **COUNTED, seen=seen) == "/hands/1", "both counted the same"
    answer = scorer.post("/drawn", **late)
    shown_both(answer, "Ann wins 18", "Drawn: nobody scores.", "From this phone")
    assert scorer.submit("/hand/2/ruling", values_of(form_with(answer, 'id="add"'))) == ""
    assert [bool(hand.get("drawn")) for hand in two.exported()["hands"]] == [False, True]
