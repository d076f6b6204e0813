"""A hand with a phone each: lay-offs round, the ruling on every phone, and two phones at once."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import TestResponse

from companion.documents import showdown_draft as hand_draft
from companion.rules.rummy import taps
from companion.rules.rummy.entry import HandEntry
from companion.rules.rummy.melds import MeldContext
from companion.store import drafts
from companion.store.people import polling
from companion.web.base import live
from companion.web.showdown import lay_offs, laying_off
from companion.web.showdown.draft import ShowdownDraft
from companion.web.showdown.laying_off import LayOffsInPlay
from tests.support.pages import fields_of, form_with, value_of, values_of, words_of
from tests.support.phones import Party, Phone, store_of
from tests.support.showdown_table import WRITTEN, Table, knock, put_in, reveal

ANN, BOB = WRITTEN
TWO_FIT = "456d Kcdh 8c 4c as 2h 4s"
OTHER = "567c QH7d 9cds ac 2d 4h"
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
    """Give a third phone, which keeps the score too."""
    return two.join("none", link=two.link("scorer"))


def test_nobody_lays_off_for_a_player_with_a_phone_but_who_keeps_the_score(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    reveal(three, ANN, BOB, "789h 4ch2s / Qs Ks 8d 6h 5s")
    assert "Bob's turn" in cid.words(LAY_OFFS)
    for form in ({"move": "1:8C:0:0"}, {"card": "1:8C"}, {"card": "1:JD"}, {"pass": "1"}):
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
    ann.submit("/hand/1/seat/0", pick="AC")
    ann.submit(LAY_OFFS, card="1:4C")
    assert bob.submit(LAY_OFFS, act="undo", seen=seen) == LAY_OFFS
    assert "Bob lays off 4♣" in bob.words(LAY_OFFS), "what the page didn't show isn't taken back"
    answer = tap(bob, card="1:8C", seen=seen)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="laying-off"')
    assert "Bob lays off 8♣" in words_of(answer)
    assert "Bob lays off 8 of clubs" in json.loads(answer.headers["HX-Trigger"])["say"]
    again = tap(bob, card="1:8C", seen=seen)
    assert again.status_code == 200, "it is laid off already"
    refused = tap(bob, card="1:AS", seen=value_of(again, "seen"))
    assert refused.status_code == 422
    assert "A♠ doesn't" in words_of(refused)
    assert tap(bob, act="done", seen=value_of(again, "seen")).headers["HX-Redirect"].endswith(RULING)


def test_a_card_laid_off_while_another_phone_saves_is_laid_off_after_it(
    two: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, (bob,) = two.owner, two.guests
    reveal(two, ANN, TWO_FIT)
    load, loaded = laying_off.load_lay_offs, []

    def load_and_be_overtaken(draft: ShowdownDraft) -> LayOffsInPlay:
        state = load(draft)
        loaded.append(state)
        if len(loaded) == 1:
            # The other phone's request has a thread of its own, as on a server.
            with ThreadPoolExecutor(1) as other:
                other.submit(ann.submit, LAY_OFFS, card="1:4C").result()
        return state

    monkeypatch.setattr(lay_offs, "load_lay_offs", load_and_be_overtaken)
    assert bob.submit(LAY_OFFS, card="1:8C") == LAY_OFFS
    page = bob.get(LAY_OFFS).text
    assert 'value="1:8C"' not in page
    assert 'value="1:4C"' not in page


def test_accepted_by_all_stands_on_the_sheet(shown: Party) -> None:
    ann, (bob,) = shown.owner, shown.guests
    assert "Accept and record" in ann.words(RULING)
    assert "The scorekeeper records it." in bob.words(RULING)
    assert bob.post(RULING, **ruled(bob)).status_code == 403
    seen = bob.position()
    assert ann.submit(RULING, **ruled(ann)) == ""
    assert bob.get(RULING, headers={live.SEEN: seen}).location.endswith("/hands/1")
    said = bob.words("/hands/1")
    assert "accepted by Ann" in said
    assert said.rstrip().endswith("Send Accept"), "what is asked stands in the bar"
    assert "Accepted by Ann. Bob hasn't answered yet." in bob.words()
    assert bob.submit("/hands/1/word", bob.form("/hands/1", 'value="accept"'), act="accept") == ""
    assert "accepted by all" in ann.words("/sheet")
    assert "Accepted by all." in ann.words()


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
    fields = ruled(ann)
    assert fields["hand"] == "old"
    assert ann.submit(RULING, **fields) == "/hands/1?replaced=5"
    assert bob.submit("/hands/1/word", late) == "/hands/1?meanwhile=1", "the ruling that he accepts has changed"
    said = bob.words("/hands/1?meanwhile=1")
    assert "Someone changed this hand" in said
    assert "Does everyone agree?" in said
    # Bob disputed it, so his phone says so until he answers.
    assert "Hand 1 was corrected after Bob's dispute." in said
    assert f'<a href="{bob.address}/hands/1">Look at it</a>' in bob.get().text
    bob.submit("/hands/1/word", bob.form("/hands/1", 'id="accept"'), act="accept")
    for place in ("", "/hands/1"):
        assert "dispute." not in bob.words(place)
    history = bob.words("/history")
    assert "Bob disputed hand 1: “the 8 <b>fits</b>”." in history
    assert "Hand 1 corrected: " in history


def test_overruled_by_the_table_shows_by_whom_and_why_and_can_be_withdrawn(recorded: Party) -> None:
    ann, (bob,) = recorded.owner, recorded.guests
    assert bob.get("/hands/1/overrule").status_code == 403
    fields = ann.form("/hands/1/overrule", "reason")
    given = {**fields, "points-0": "0", "points-1": "25", "winner": "1", "by": "1", "reason": "Ann showed a card"}
    for wrong in ({"reason": " "}, {"by": ""}, {"points-0": "many"}, {"points-1": ""}, {"winner": ""}):
        assert ann.post("/hands/1/overrule", **{**given, **wrong}).status_code == 422
    assert ann.submit("/hands/1/overrule", **given) == "/hands/1"
    said = bob.words("/sheet")
    assert "Hand 1 overruled" in said
    assert "+25 won, 25" in said
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
    assert "Bob accepted hand 1." in ann.words("/history")


def test_the_second_of_two_corrections_is_shown_the_first_and_asked(recorded: Party, scorer: Phone) -> None:
    ann = recorded.owner
    correct(ann)
    mine, theirs = ruled(ann), ruled(scorer)
    assert ann.submit(RULING, **mine) == "/hands/1?replaced=4"
    changed = json.loads(theirs["hand_json"])
    changed["hand"]["players"][0]["deadwood"] = ["AC", "AD", "4H"]
    late = scorer.post(RULING, **{**theirs, "hand_json": json.dumps(changed)})
    assert late.status_code == 409
    page = words_of(late)
    for said in ("Hand 1 corrected.", "On the sheet now", "From this phone"):
        assert said in page
    assert recorded.exported()["hands"][0]["players"][0]["deadwood"] == ["AC", "2D", "4H"], "until somebody says so"
    assert scorer.submit(RULING, **values_of(late.text)) == "/hands/1?replaced=5"
    assert recorded.exported()["hands"][0]["players"][0]["deadwood"] == ["AC", "AD", "4H"]
    assert re.search(r"Hand 1 corrected: [^.]*[.] a scorekeeper", ann.words("/history"))


def test_what_another_phone_changes_after_the_ruling_was_shown_is_not_recorded_unseen(shown: Party) -> None:
    ann, (bob,) = shown.owner, shown.guests
    before = ruled(ann)
    bob.submit("/hand/1/seat/1", text=BOB.replace("jd", "qd"))
    answer = ann.post(RULING, **before)
    assert answer.status_code == 409
    assert "Someone changed this hand after the ruling was shown" in words_of(answer)
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
    # A correction that is meant is none of these.
    assert ann.submit("/hand/1/seat/1", ann.form("/hand/1/seat/1", 'id="pad"'), out="AS") == "/hand/1/seat/1"
    ann.submit("/hand/1/start-over")
    (undo,) = re.findall(r'value="(undo:\d+)"', ann.get().text)
    ann.submit("/undo", act=undo, **ann.form("", "undo:"))
    assert bob.submit("/hand/1/seat/1", before, card="AS") == ""


@pytest.mark.parametrize("again", [{"key": "5"}, {"points-1": ""}], ids=["a key", "an error"])
def test_a_late_form_of_numbers_that_is_shown_again_stays_late(table: Table, again: dict[str, str]) -> None:
    seen = table.phone.position()
    table.submit("/numbers", **{"points-0": "2", "points-1": "21", "knocker": "0", "call": "knock"})
    table.record()
    before = table.exported()
    numbers = {"points-0": "1", "points-1": "3", "knocker": "0", "call": "knock", "active": "1"}
    shown = table.post("/numbers", **{**numbers, "seen": seen, **again})
    fields = fields_of(form_with(shown, "points-1"))
    assert fields["seen"] == seen
    assert table.post("/numbers", **{**numbers, **fields}).status_code == 409
    assert table.exported() == before


def test_the_pulse_says_little_and_nothing_where_nothing_happened(two: Party) -> None:
    bob = two.guests[0]
    for place in ("", "/sheet", "/hand/1", "/people"):
        assert f'data-pulse="{bob.address}/pulse"' in bob.get(place).text
    seen = re.search(r'data-seen="([^"]+)"', bob.get().text)
    assert seen
    assert bob.get(f"/pulse?seen={seen[1]}").status_code == 204
    two.owner.submit("/dice", act="roll", seen="0")
    told = bob.get(f"/pulse?seen={seen[1]}")
    assert told.status_code == 200
    assert len(told.data) < 40
    assert told.headers["Cache-Control"] == "no-store"
    assert bob.get(f"/pulse?seen={told.text}").status_code == 204
    assert told.text.split(".")[1] != seen[1].split(".")[1]


def test_a_tap_on_a_hand_that_lies_face_down_makes_no_other_phone_load_anything(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    ann.submit("/hand/1/seat/0", card="5C")
    store = store_of(two.app)

    def told() -> tuple[int, str]:
        """Return what every phone at the table is told: not even the number may count Ann's cards."""
        (row,) = store.rows("SELECT pulse FROM games WHERE id = ?", [two.game])
        return int(row["pulse"]), polling.visible_digest(store, two.game)

    before = told()
    for form in ({"card": "6C"}, {"act": "undo"}):
        ann.submit("/hand/1/seat/0", **form)
        assert told() == before
    put_in(bob, 1, BOB)
    after = told()
    assert after[0] > before[0]
    assert after[1] != before[1]


def test_a_page_lays_no_card_of_a_hand_that_lies_face_down(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a page takes would tell another phone how often the hand was touched."""
    ann, (bob,) = two.owner, two.guests
    knock(two)
    for card in ("5C", "6C", "7C"):
        ann.submit("/hand/1/seat/0", card=card)
    asked: list[int] = []

    def counted(laid: tuple[taps.Tap, ...], context: MeldContext) -> HandEntry:
        asked.append(len(laid))
        return taps.laid_by(laid, context)

    monkeypatch.setattr(hand_draft, "laid_by", counted)
    pages = ("", "/hand/1", "/hand/1/seat/1")
    for page in pages:
        assert bob.get(page).status_code == 200
    assert not any(asked), "Bob's phone lays none of Ann's cards"
    ann.get("/hand/1/seat/0")
    assert max(asked) == 3
    ann.submit("/hand/1/seat/0", act="as-it-is")
    asked.clear()
    for page in pages:
        assert bob.get(page).status_code == 200
    assert max(asked) == 1, "a hand that is in is kept as it lies, too"
