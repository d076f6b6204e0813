"""A hand with a phone each: lay-offs round, the ruling on every phone, accepted or disputed, and two phones at once."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
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
from tests.support.phones import Party, Phone, begun, store_of
from tests.support.showdown_table import Table

ANN = "567c QH7d 9cds ac 2d 3s"
BOB = "456d Kcdh 8c as 2h 4s jd"


def enter(phone: Phone, seat: int, text: str) -> str:
    phone.submit(f"/hand/1/seat/{seat}", text=text)
    return phone.submit(f"/hand/1/seat/{seat}", act="done")


def showdown(party: Party, *hands: str) -> None:
    """Have every phone enter its own hand; the last one turns all up."""
    phones = [party.owner, *party.guests]
    party.roll()
    party.owner.submit("/hand/1", knock="0:knock")
    for seat, (phone, text) in enumerate(zip(phones, hands, strict=False)):
        enter(phone, seat, text)


def ruled(phone: Phone, number: int = 1) -> dict[str, str]:
    return values_of(form_with(phone.get(f"/hand/{number}/ruling"), 'id="record"'))


def correct(ann: Phone, text: str) -> None:
    """Enter another hand for Ann in a correction; the lay-offs stay as they were."""
    assert enter(ann, 0, text) == "/hand/1/lay-offs"
    assert ann.submit("/hand/1/lay-offs", act="done") == "/hand/1/ruling"


def lay_off_the_eight(bob: Phone) -> None:
    """Lay Bob's 8♣ off on Ann's run, and nothing more."""
    assert bob.submit("/hand/1/lay-offs", card="1:8C") == "/hand/1/lay-offs"
    assert bob.submit("/hand/1/lay-offs", act="done") == "/hand/1/ruling"


def recorded(two: Party) -> None:
    showdown(two, ANN, BOB)
    lay_off_the_eight(two.guests[0])
    assert two.owner.submit("/hand/1/ruling", **ruled(two.owner)) == ""


def test_each_lays_off_on_the_own_phone_and_the_others_see_it(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    showdown(two, ANN, BOB)
    assert "Bob lays off on their own phone." in ann.words("/hand/1/lay-offs")
    assert "Tap a card to lay it off." in bob.words("/hand/1/lay-offs")
    lay_off_the_eight(bob)
    assert ann.get("/hand/1/lay-offs").headers["Location"].endswith("/hand/1/ruling")
    assert "Ann wins 11" in ann.words("/hand/1/ruling")


def test_nobody_lays_off_for_a_player_with_a_phone_but_who_keeps_the_score(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    showdown(three, ANN, "456d Kcdh 8c as 2h 4s jd", "789h 4ch2s / Qs Ks 8d 6h 5s")
    state = cid.words("/hand/1/lay-offs")
    assert "Bob's turn" in state
    for form in ({"move": "1:8C:0:0"}, {"card": "1:8C"}, {"card": "1:JD"}):
        assert cid.post("/hand/1/lay-offs", **form).status_code == 403
    assert cid.post("/hand/1/lay-offs", **{"pass": "1"}).status_code == 403
    ann.post("/hand/1/lay-offs", card="1:8C")
    assert "Bob lays off 8♣" in bob.words("/hand/1/lay-offs?again=1")
    assert cid.post("/hand/1/lay-offs", act="undo").status_code == 403
    assert cid.submit("/hand/1/lay-offs", act="done") == "/hand/1/lay-offs", "that is Cid's pass alone"
    assert "Cid passed" in bob.words("/hand/1/lay-offs")
    assert bob.submit("/hand/1/lay-offs", act="done") == "/hand/1/ruling"


def test_a_second_tap_of_the_same_lay_off_and_a_late_one_do_nothing(two: Party) -> None:
    bob = two.guests[0]
    showdown(two, ANN, "456d Kcdh 8c 4c as 2h 4s")
    before = bob.get("/hand/1/lay-offs")
    assert 'value="1:4C"' in before.text
    bob.submit("/hand/1/lay-offs", card="1:4C")
    assert bob.submit("/hand/1/lay-offs", act="undo", seen=value_of(before, "seen")) == "/hand/1/lay-offs"
    page = bob.words("/hand/1/lay-offs?again=1")
    assert "Bob lays off 4♣" in page


def test_lay_offs_go_on_though_a_card_was_picked_meanwhile(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    showdown(two, ANN, "456d Kcdh 8c 4c as 2h 4s")
    seen = value_of(bob.get("/hand/1/lay-offs"), "seen")
    assert ann.post("/hand/1/seat/0", pick="AC").status_code == 303
    assert bob.submit("/hand/1/lay-offs", act="done", seen=seen) == "/hand/1/ruling"


def test_a_call_is_changed_though_the_dice_were_corrected_meanwhile(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/hand/1", knock="0:knock")
    form = ann.form("/hand/1", 'name="knock"')
    bob.submit("/hand/1/dice", first="5", second="5")
    assert "meanwhile" not in ann.submit("/hand/1", form, knock="0:gin")
    assert "Ann called Gin" in ann.words("/hand/1")


def tap(phone: Phone, **form: str) -> TestResponse:
    """Tap as the script does, which wants only the part that changes."""
    headers = {"HX-Request": "true", "HX-Target": "laying-off"}
    return phone.post("/hand/1/lay-offs", form, headers)


def test_a_card_counts_whatever_lay_offs_its_page_showed(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    showdown(two, ANN, "456d Kcdh 8c 4c as 2h 4s")
    seen = value_of(bob.get("/hand/1/lay-offs"), "seen")
    ann.submit("/hand/1/lay-offs", card="1:4C")
    answer = tap(bob, card="1:8C", seen=seen)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="laying-off"')
    assert "Bob lays off 8♣" in words_of(answer)
    assert "Bob lays off 8 of clubs" in json.loads(answer.headers["HX-Trigger"])["say"]
    again = tap(bob, card="1:8C", seen=seen)
    assert again.status_code == 200, "it is laid off already"
    assert "Bob lays off 8♣" in words_of(again)
    refused = tap(bob, card="1:AS", seen=value_of(again, "seen"))
    assert refused.status_code == 422
    assert "A♠ doesn't" in words_of(refused)
    assert tap(bob, act="done", seen=value_of(again, "seen")).headers["HX-Redirect"].endswith("/hand/1/ruling")


def test_a_card_laid_off_while_another_phone_saves_is_laid_off_after_it(
    two: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, (bob,) = two.owner, two.guests
    showdown(two, ANN, "456d Kcdh 8c 4c as 2h 4s")
    load, loaded = laying_off.load_lay_offs, []

    def load_and_be_overtaken(draft: ShowdownDraft) -> LayOffsInPlay:
        state = load(draft)
        loaded.append(state)
        if len(loaded) == 1:
            # The other phone's request has a thread of its own, as on a server.
            with ThreadPoolExecutor(1) as other:
                other.submit(ann.submit, "/hand/1/lay-offs", card="1:4C").result()
        return state

    monkeypatch.setattr(lay_offs, "load_lay_offs", load_and_be_overtaken)
    assert bob.submit("/hand/1/lay-offs", card="1:8C") == "/hand/1/lay-offs"
    page = bob.get("/hand/1/lay-offs").text
    assert 'value="1:8C"' not in page
    assert 'value="1:4C"' not in page


def test_accepted_by_all_stands_on_the_sheet(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    showdown(two, ANN, BOB)
    lay_off_the_eight(bob)
    assert "Accept and record" in ann.words("/hand/1/ruling")
    assert "The scorekeeper records it." in bob.words("/hand/1/ruling")
    assert bob.post("/hand/1/ruling", **ruled(bob)).status_code == 403
    seen = bob.position()
    assert ann.submit("/hand/1/ruling", **ruled(ann)) == ""
    moved = bob.get("/hand/1/ruling", headers={live.SEEN: seen})
    assert moved.headers["Location"].endswith("/hands/1")
    said = bob.words("/hands/1")
    assert "accepted by Ann" in said
    assert said.rstrip().endswith("Send Accept"), "what is asked stands in the bar"
    assert "Accepted by Ann. Bob hasn't answered yet." in bob.words()
    assert bob.submit("/hands/1/word", **bob.form("/hands/1", 'value="accept"'), act="accept") == ""
    assert "accepted by all" in ann.words("/sheet")
    assert "Accepted by all." in ann.words()


def test_back_and_the_same_again_corrects_nothing(two: Party) -> None:
    recorded(two)
    two.owner.get("/hand/1/ruling")
    before = len(two.owner.get("/history").text)
    again = ruled(two.owner)
    assert again["hand"] == "old"
    assert two.owner.submit("/hand/1/ruling", **again) == "/hands/1"
    assert len(two.owner.get("/history").text) == before
    assert "accepted by Ann" in two.owner.words("/sheet")


def test_disputed_then_corrected_asks_again(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    recorded(two)
    form = bob.form("/hands/1", "What&#39;s wrong?")
    assert bob.post("/hands/1/word", **form, act="dispute", word=" ").status_code == 422
    assert bob.submit("/hands/1/word", **form, act="dispute", word="the 8 <b>fits</b>") == "/hands/1"
    for place in ("/sheet", "/hands/1"):
        assert "isputed by Bob" in ann.words(place)
    assert "the 8 &lt;b&gt;fits&lt;/b&gt;" in ann.get("/hands/1").text
    correct(ann, "567c QH7d 9cds ac 2d 4h")
    fields = ruled(ann)
    assert fields["hand"] == "old"
    assert ann.submit("/hand/1/ruling", **fields) == "/hands/1?replaced=5"
    said = bob.words("/hands/1")
    assert "Does everyone agree?" in said
    # Bob disputed it, so his phone says so until he answers.
    assert "Hand 1 was corrected after Bob's dispute." in said
    assert "Hand 1 was corrected after Bob's dispute. Look at it" in bob.words()
    assert f'<a href="{bob.address}/hands/1">Look at it</a>' in bob.get().text
    bob.submit("/hands/1/word", bob.form("/hands/1", 'id="accept"'), act="accept")
    for place in ("", "/hands/1"):
        assert "dispute." not in bob.words(place)
    history = bob.words("/history")
    assert "Bob disputed hand 1: “the 8 <b>fits</b>”." in history
    assert "Hand 1 corrected: " in history


def test_overruled_by_the_table_shows_by_whom_and_why_and_can_be_withdrawn(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    recorded(two)
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
    assert two.exported()["hands"][0]["players"][0]["melds"], "the cards stay"
    withdrawn = ann.form("/hands/1/overrule", "withdraw")
    assert ann.submit("/hands/1/overrule/withdraw", **withdrawn) == "/hands/1"
    assert "overruled" not in bob.words("/sheet")


def test_only_a_player_with_a_phone_responds_for_themselves(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    recorded(two)
    form = {**bob.form("/hands/1", 'value="accept"'), "act": "accept"}
    assert ann.post("/hands/1/word", **form).status_code == 403
    assert bob.post("/hands/1/word", **{**form, "seat": "0"}).status_code == 403
    assert bob.post("/hands/1/word", **{**form, "seat": "7"}).status_code == 400
    bob.submit("/people/sit", seat="")
    assert ann.submit("/hands/1/word", **form) == ""
    assert "Bob accepted hand 1." in ann.words("/history")


def test_one_phone_alone_records_and_accepts_for_all(app: Flask) -> None:
    party = begun(app, "Ann", "Bob", game="gin-rummy")
    ann = party.owner
    ann.submit("/hand/1/numbers", knocker="0", call="", **{"points-0": "2", "points-1": "22"})
    assert ann.submit("/hand/1/ruling", **ruled(ann)) == ""
    assert "Accept" not in ann.words(), "nobody is asked at a table with one phone"
    for seat in ("0", "1"):
        fields = values_of(form_with(ann.get("/hands/1"), f'id="accept-{seat}"'))
        assert ann.submit("/hands/1/word", **fields) == "/hands/1"
    assert "accepted by all" in ann.words("/sheet")


def test_a_response_to_a_ruling_that_changed_is_asked_for_again(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    recorded(two)
    form = {**bob.form("/hands/1", 'value="accept"'), "act": "accept"}
    correct(ann, "567c QH7d 9cds ac 2d 4h")
    ann.submit("/hand/1/ruling", **ruled(ann))
    assert bob.submit("/hands/1/word", **form) == "/hands/1?meanwhile=1"
    assert "Someone changed this hand" in bob.words("/hands/1?meanwhile=1")
    assert "accepted" not in bob.words("/sheet")


def test_who_corrects_a_recorded_hand_lays_off_for_everybody(two: Party) -> None:
    """The other phones are at the next hand by then: nobody would come to lay off."""
    recorded(two)
    ann = two.owner
    assert enter(ann, 1, "456d Kcdh 8c as 2h 4s 9h") == "/hand/1/lay-offs"
    page = ann.words("/hand/1/lay-offs")
    assert "on their own phone" not in page
    assert "That's all" in page


def test_the_second_of_two_corrections_is_shown_the_first_and_asked(two: Party) -> None:
    ann = two.owner
    scorer = two.join("none", link=two.link("scorer"))
    recorded(two)
    correct(ann, "567c QH7d 9cds ac 2d 4h")
    mine, theirs = ruled(ann), ruled(scorer)
    assert ann.submit("/hand/1/ruling", **mine) == "/hands/1?replaced=4"
    changed = json.loads(theirs["hand_json"])
    changed["hand"]["players"][0]["deadwood"] = ["AC", "AD", "4H"]
    late = scorer.post("/hand/1/ruling", **{**theirs, "hand_json": json.dumps(changed)})
    assert late.status_code == 409
    page = words_of(late)
    assert "Hand 1 corrected." in page
    assert "On the sheet now" in page
    assert "From this phone" in page
    before = two.exported()
    put = values_of(late.text)
    assert two.exported() == before, "nothing is overwritten before somebody says so"
    assert scorer.submit("/hand/1/ruling", **put) == "/hands/1?replaced=5"
    assert two.exported()["hands"][0]["players"][0]["deadwood"] == ["AC", "AD", "4H"]
    assert re.search(r"Hand 1 corrected: [^.]*[.] a scorekeeper", ann.words("/history"))


def test_two_that_recorded_the_same_hand_alike_are_not_asked(two: Party) -> None:
    scorer = two.join("none", link=two.link("scorer"))
    showdown(two, ANN, BOB)
    lay_off_the_eight(two.guests[0])
    first, second = ruled(two.owner), ruled(scorer)
    two.owner.submit("/hand/1/ruling", **first)
    assert scorer.submit("/hand/1/ruling", **second) == "/hands/1"
    assert len(two.exported()["hands"]) == 1
    assert two.owner.submit("/hand/1/ruling", **first) == "", "sent again"
    assert len(two.exported()["hands"]) == 1


def test_what_another_phone_changes_after_the_ruling_was_shown_is_not_recorded_unseen(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    showdown(two, ANN, BOB)
    lay_off_the_eight(bob)
    shown = ruled(ann)
    bob.submit("/hand/1/seat/1", text="456d Kcdh 8c as 2h 4s qd")
    answer = ann.post("/hand/1/ruling", **shown)
    assert answer.status_code == 409
    assert "Someone changed this hand after the ruling was shown" in words_of(answer)
    assert two.exported()["hands"] == []


def test_a_tap_for_a_hand_that_was_recorded_meanwhile_corrects_nothing(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    seen = bob.position()
    recorded(two)
    late = bob.post("/hand/1/seat/1", card="AS", seen=seen)
    assert late.headers["Location"].endswith("/hands/1?late=1")
    assert drafts.drafts(store_of(two.app), two.game, 1) == {}
    fields = re.findall(r'value="(undo:\d+)"', ann.get().text)
    ann.submit("/undo", act=fields[0], **ann.form("", "undo:"))
    gone = bob.post("/hand/1/seat/1", card="AS", seen=seen)
    assert gone.headers["Location"] == bob.address


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
    ann, (bob,) = two.owner, two.guests
    page = bob.get().text
    seen = re.search(r'data-seen="([^"]+)"', page)
    assert seen is not None
    assert bob.get(f"/pulse?seen={seen[1]}").status_code == 204
    ann.submit("/dice", act="roll", seen="0")
    told = bob.get(f"/pulse?seen={seen[1]}")
    assert told.status_code == 200
    assert len(told.data) < 40
    assert told.headers["Cache-Control"] == "no-store"
    assert bob.get(f"/pulse?seen={told.text}").status_code == 204
    assert told.text.split(".")[1] != seen[1].split(".")[1]


def test_a_tap_on_a_hand_that_lies_face_down_makes_no_other_phone_load_anything(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/hand/1", knock="0:knock")
    ann.submit("/hand/1/seat/0", card="5C")
    store = store_of(two.app)

    def changes() -> int:
        (row,) = store.rows("SELECT pulse FROM games WHERE id = ?", [two.game])
        return int(row["pulse"])

    before, counted = polling.visible_digest(store, two.game), changes()
    ann.submit("/hand/1/seat/0", card="6C")
    # Not even the number that every phone at the table is told: it would count Ann's cards.
    assert changes() == counted
    assert polling.visible_digest(store, two.game) == before
    ann.submit("/hand/1/seat/0", act="undo")
    assert changes() == counted
    enter(bob, 1, BOB)
    assert changes() > counted
    assert polling.visible_digest(store, two.game) != before


def test_a_page_lays_no_card_of_a_hand_that_lies_face_down(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a page takes would tell another phone how often the hand was touched."""
    ann, (bob,) = two.owner, two.guests
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/hand/1", knock="0:knock")
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


def test_without_a_script_a_tap_that_comes_too_late_corrects_nothing(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/hand/1", knock="0:knock")
    # Both have the page of the hand before them; then it is entered, ruled and recorded.
    before = bob.form("/hand/1/seat/1", 'id="pad"')
    enter(ann, 0, ANN)
    enter(bob, 1, BOB)
    lay_off_the_eight(bob)
    assert ann.submit("/hand/1/ruling", **ruled(ann)) == ""
    document = two.exported()
    late = bob.submit("/hand/1/seat/1", before, card="5C")
    assert late == "/hands/1?late=1"
    assert not drafts.drafts(store_of(two.app), two.game, 1)
    assert two.exported() == document
    # A correction that is meant is none of these.
    now = ann.form("/hand/1/seat/1", 'id="pad"')
    assert ann.submit("/hand/1/seat/1", now, out="AS") == "/hand/1/seat/1"


@pytest.mark.parametrize("place", ["", "/sheet", "/hand/1", "/hand/1/ruling", "/hands/1", "/people", "/hand/1/wait"])
def test_each_page_says_where_the_game_stood(two: Party, place: str) -> None:
    page = two.owner.get(place)
    if page.status_code == 200:
        assert f'data-pulse="{two.owner.address}/pulse"' in page.text


def test_a_rematch_takes_everybody_along_and_the_others_are_shown_the_way(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    guest = two.join("watch")
    ann.submit("/about", **ann.form("/about", "close"), act="close")
    assert "Play again" in bob.words("/end")
    begun_at = bob.submit("/rematch", **bob.form("/end", "Who deals first?")).split("?")[0]
    assert "Go to the rematch" in ann.words("/end")
    assert ann.submit("/rematch", idempotency_key="another-rematch") == begun_at, "one table, no matter who taps"
    for phone, said in (
        (ann, "Ann this phone plays, keeps the score"),
        (bob, "Bob this phone plays, owns the game"),
    ):
        assert said in words_of(phone.client.get(begun_at + "/people"))
    assert guest.client.get(begun_at).status_code == 200
    assert guest.client.post(begun_at + "/dice", data={"act": "roll"}).status_code == 403


def test_a_viewer_who_plays_again_does_so_alone(two: Party) -> None:
    guest = two.join("watch")
    begun_at = guest.submit("/rematch", idempotency_key="a-viewers-rematch").split("?")[0]
    assert guest.client.get(begun_at).status_code == 200
    assert two.owner.client.get(begun_at).status_code == 404
    assert "has begun" not in two.owner.words("/end")


def test_the_knocker_is_asked_for_gin_on_their_own_phone(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    bob.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/hand/1", knock="0:knock")
    enter(bob, 1, BOB)
    assert enter(ann, 0, "567c QH7d 9cds Jchs") == "/hand/1/gin"
    assert "Ann is asked whether Gin was called." in bob.words("/hand/1/wait")
    assert bob.get("/hand/1/gin").headers["Location"].endswith("/wait")
    ann.submit("/hand/1/gin", call="gin")
    assert bob.get("/hand/1/wait").headers["Location"].endswith("/ruling")


def test_accepted_by_some_says_who_has_not_answered(three: Party) -> None:
    ann, (bob, _) = three.owner, three.guests
    three.roll()
    ann.submit("/hand/1/numbers", knocker="0", call="knock", **{"points-0": "2", "points-1": "22", "points-2": "30"})
    ann.submit("/hand/1/ruling", **ruled(ann))
    assert "Accepted by Ann. Bob and Cid haven't answered yet." in bob.words()


def test_on_the_own_phone_the_cards_are_called_yours(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    two.roll()
    ann.submit("/hand/1", knock="0:knock")
    assert "Tap your cards" in bob.words("/hand/1/seat/1")
    bob.submit("/people/sit", seat="")
    assert "Tap Bob's cards" in ann.words("/hand/1/seat/1")


def test_starting_a_hand_again_on_another_phone_is_asked_first(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    two.roll()
    ann.submit("/hand/1", knock="0:knock")
    bob.submit("/hand/1/seat/1", text=BOB)
    enter(ann, 0, ANN)
    waiting = ann.get("/hand/1/wait")
    assert "Start it again" not in waiting.text
    (ask,) = re.findall(r'href="([^"]+)">Enter it here<span class="unseen"> for Bob', waiting.text)
    asked = Phone(ann.client).get(ask)
    assert "What the other phone has of Bob's hand is discarded, and you enter it again here." in words_of(asked)
    (leave,) = re.findall(r'href="([^"]+)">Leave it', asked.text)
    assert "Start it again" not in Phone(ann.client).words(leave)
    assert "11 of 11" in bob.words("/hand/1/seat/1")
    assert ann.submit("/hand/1/wait", values_of(form_with(asked, "Start it again"))) == "/hand/1/seat/1"
    led = bob.get("/hand/1/seat/1").headers["Location"]
    assert "Another phone started your hand again. What was tapped here is gone." in Phone(bob.client).words(led)
    assert "is gone" not in bob.words("/hand/1/wait")


def test_a_hand_that_is_in_is_entered_again_only_where_it_shares_a_card(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    three.roll()
    ann.submit("/hand/1", knock="0:knock")
    assert enter(bob, 1, "456d Kcdh 9c as 2h 3h jd") == "/hand/1/wait"
    assert enter(cid, 2, "789h / 4c 4h 2s Qs Ks 8d 6h 5s") == "/hand/1/wait"
    said = ann.submit("/hand/1/wait", seat="1"), ann.words("/hand/1/wait?over=1")
    assert said[0] == "/hand/1/seat/0", "it is in: nothing is to be discarded"
    assert "Start it again" not in said[1]
    assert enter(ann, 0, ANN) == "/hand/1/wait"
    waiting = ann.words("/hand/1/wait")
    assert "Bob entered, to be checked Enter it here" in waiting
    assert "Cid entered, face down Enter" not in waiting
    assert "Start it again" in ann.words("/hand/1/wait?over=1")
    assert "Start it again" not in ann.words("/hand/1/wait?over=2")
