"""A hand is in when its cards are complete, or its player says that they are not; who changes it later is named."""

import pytest
from flask import Flask

from companion.store import games
from tests.support.pages import words_of
from tests.support.phones import Party, Phone, begun, store_of

ANN = "567c QH7d 9cds ac 2d 3s"
BOB = "456d Kcdh 8c as 2h 4s jd"


def knock(party: Party, call: str = "knock") -> None:
    party.roll()
    party.owner.submit("/hand/1", knock=f"0:{call}")


def put_in(phone: Phone, seat: int, text: str = "", way: str = "laid-out") -> str:
    if text:
        phone.write(seat, text, way)
    return phone.submit(f"/hand/1/seat/{seat}", act="done")


def refused(phone: Phone, seat: int, text: str, way: str = "laid-out") -> str:
    phone.write(seat, text, way)
    answer = phone.post(f"/hand/1/seat/{seat}", act="done")
    assert answer.status_code == 422
    return words_of(answer)


def test_one_card_is_not_a_hand_and_reveals_no_other_hand(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(ann, 0, ANN)
    said = refused(bob, 1, "KS")
    assert "1 of 11 cards: 10 are missing. Left like this, nobody scores." in said
    assert "Continue anyway Keep entering" in said
    assert bob.get("/hand/1/ruling").headers["Location"].endswith("/hand/1/seat/1")
    assert bob.get("/hand/1/seat/0").headers["Location"].endswith("/hand/1/wait")
    assert "Bob being entered" in ann.words("/hand/1/wait")


def test_confirming_missing_cards_readies_the_hand_for_all_to_see(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    refused(bob, 1, "456d Kcdh 8c as 2h 4s")
    assert bob.submit("/hand/1/seat/1", act="as-it-is") == "/hand/1/wait"
    assert "entered, face down, 1 card missing" in ann.words("/hand/1")
    assert "Bob entered, face down, 1 card missing" in bob.words("/hand/1/wait")
    assert put_in(ann, 0, ANN) == "/hand/1/ruling"
    assert "Not legal" in ann.words("/hand/1/ruling")
    assert "Bob has 10 cards" in ann.words("/hand/1/ruling")


def test_a_hand_that_is_taken_apart_again_before_the_others_are_in_is_in_no_more(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB)
    bob.submit("/hand/1/seat/1", out="JD")
    assert put_in(ann, 0, ANN) == "/hand/1/wait"
    assert ann.get("/hand/1/ruling").headers["Location"].endswith("/hand/1/wait")
    assert "Bob being entered" in ann.words("/hand/1/wait")
    bob.submit("/hand/1/seat/1", act="undo")
    assert put_in(bob, 1) == "/hand/1/lay-offs"


def test_confirming_missing_cards_holds_for_those_cards_only(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    refused(bob, 1, "456d Kcdh 8c as 2h 4s")
    bob.submit("/hand/1/seat/1", act="as-it-is")
    bob.submit("/hand/1/seat/1", out="4S")
    assert put_in(ann, 0, ANN) == "/hand/1/wait"
    assert "9 of 11" in bob.words("/hand/1/seat/1")


def test_an_htmx_tap_also_learns_which_cards_are_missing(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    bob.write(1, "KS")
    answer = bob.post("/hand/1/seat/1", {"act": "done"}, {"HX-Request": "true", "HX-Target": "hand"})
    assert answer.status_code == 200
    assert "1 of 11 cards: 10 are missing." in words_of(answer)
    assert 'value="as-it-is"' in answer.text


def test_typed_hands_and_loose_ones_are_counted_alike(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    assert "2 of 11 cards: 9 are missing." in refused(bob, 1, "4c 5c", "loose")
    answer = bob.post("/hand/1/seat/1?typed=", text="4c 5c 6c", done="done")
    assert answer.status_code == 422
    assert "3 of 11 cards: 8 are missing." in words_of(answer)
    assert "12 cards instead of 11: 1 too many." in refused(bob, 1, "456d Kcdh 8c as 2h 4s jd js", "loose")


@pytest.mark.parametrize(
    ("names", "game", "call", "hand"),
    [
        (("Ann", "Bob"), "gem-rummy", "big-gin", "567c QH7d 9cds 4567s"),
        (("Ann", "Bob"), "gem-rummy", "knock", "567c QH7d 9cds 4567s"),
        (("Ann", "Bob", "Cid"), "gem-rummy", "knock", "567c QH7d 9cds ac 2d kkk-c"),
        (("Ann", "Bob"), "gin-rummy", "", "567c 9cds 5678h"),
        (("Ann", "Bob"), "knock-rummy", "", "567c 9cds 5678h"),
        (("Ann", "Bob", "Cid"), "knock-rummy", "", "567c 5678h"),
    ],
)
def test_complete_hands_are_in_with_one_tap(
    names: tuple[str, ...], game: str, call: str, hand: str, app: Flask
) -> None:
    party = begun(app, *names, game=game)
    if game == "gem-rummy":
        party.roll()
    party.owner.submit("/hand/1", knock=f"0:{call}")
    assert put_in(party.owner, 0, hand) == "/hand/1/seat/1"
    assert put_in(party.owner, 1, "17", "counted") == ("/hand/1/seat/2" if len(names) > 2 else LAST[game, call])


LAST = {
    ("gem-rummy", "big-gin"): "/hand/1/ruling",
    ("gem-rummy", "knock"): "/hand/1/gin",
    ("gin-rummy", ""): "/hand/1/ruling",
    ("knock-rummy", ""): "/hand/1/ruling",
}


def test_twelve_cards_with_deadwood_are_one_too_many_for_a_knock(two: Party) -> None:
    knock(two)
    assert "12 cards instead of 11: 1 too many." in refused(two.owner, 0, "567c QH7d 9cds ac 2d 3s 4h")
    assert "Continue anyway" in words_of(two.owner.post("/hand/1/seat/0", act="done"))
    assert two.owner.submit("/hand/1/seat/0", act="stay") == "/hand/1/seat/0"
    assert "Continue anyway" not in two.owner.words("/hand/1/seat/0")


def nothing_is_said(phone: Phone) -> None:
    """See that the ruling names nobody who changed a hand."""
    phone.submit("/hand/1/lay-offs", act="done")
    said = phone.words("/hand/1/ruling")
    assert "Ann wins" in said
    assert "was changed" not in said


def test_changing_a_hand_after_the_reveal_names_who_did_it(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB)
    put_in(ann, 0, ANN)
    bob.submit("/hand/1/seat/1", text="456d Kcdh 8c as 2h 4s qd")
    bob.submit("/hand/1/lay-offs", act="done")
    named = "Bob changed their own hand after all hands were shown: J♦ out and Q♦ in."
    for phone in (ann, bob):
        assert named in phone.words("/hand/1/ruling")
    ann.submit("/hand/1/ruling", **ann.form("/hand/1/ruling", 'name="hand_json"'))
    assert f"Hand 1 recorded: Ann +19. {named}" in bob.words("/history")
    (hand,) = two.exported()["hands"]
    assert hand.keys() <= {"dice", "knocker", "call", "players", "lay_offs", "at", "note"}
    assert "turned" not in str(two.exported())


def test_changing_anothers_hand_names_who_did_it(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB)
    put_in(ann, 0, ANN)
    bob.submit("/hand/1/seat/1", act="way:counted")
    bob.submit("/hand/1/seat/1", points="9")
    ann.submit("/hand/1/seat/1", points="30")
    said = ann.words("/hand/1/ruling")
    assert "Bob and Ann changed Bob's hand after all hands were shown: 30 points counted now." in said


def test_a_change_that_was_undone_is_not_shown(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB)
    put_in(ann, 0, ANN)
    bob.submit("/hand/1/seat/1", out="JD")
    assert "JD" not in str(store_of(two.app).rows("SELECT body FROM journal"))
    assert "Bob changed their own hand" in ann.words("/hand/1/ruling")
    bob.submit("/hand/1/seat/1", act="undo")
    nothing_is_said(ann)


def test_starting_over_after_the_reveal_hides_no_change(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, "456d Kcdh / 8c as 2h 4s ks")
    put_in(ann, 0, ANN)
    bob.submit("/hand/1/start-over")
    ann.submit("/hand/1", knock="0:knock")
    put_in(ann, 0, ANN)
    assert put_in(bob, 1, BOB) == "/hand/1/lay-offs"
    bob.submit("/hand/1/lay-offs", act="done")
    said = ann.words("/hand/1/ruling")
    assert "Bob changed their own hand after all hands were shown: K♠ out and J♦ in." in said
    assert "Ann's hand was changed" not in said, "hers is as it was"


def test_after_a_knock_that_was_taken_back_other_cards_are_no_change(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, "456d Kcdh / 8c as 2h 4s ks")
    put_in(ann, 0, ANN)
    ann.submit("/hand/1/play-on")
    ann.submit("/hand/1", knock="0:knock")
    put_in(ann, 0, ANN)
    put_in(bob, 1, BOB)
    nothing_is_said(ann)


def test_helping_another_player_names_changes_to_both_hands(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB)
    put_in(ann, 0, ANN)
    ann.submit("/hand/1/seat/1", text="456d Kcdh 8c as 2h 4s qd")
    ann.submit("/hand/1/seat/0", text="567c QH7d 9cds ac 2d 4h")
    bob.submit("/hand/1/lay-offs", act="done")
    said = bob.words("/hand/1/ruling")
    assert "Ann changed Bob's hand" in said
    assert "Ann changed their own hand" in said


def test_at_a_table_with_one_phone_nothing_is_turned_up(app: Flask) -> None:
    party = begun(app, "Ann", "Bob")
    knock(party)
    put_in(party.owner, 0, ANN)
    put_in(party.owner, 1, BOB)
    party.owner.submit("/hand/1/seat/1", text="456d Kcdh 8c as 2h 4s qd")
    nothing_is_said(party.owner)


def test_a_late_claim_of_gem_parts_is_no_change_of_the_cards(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB)
    put_in(ann, 0, ANN)
    bob.submit("/hand/1/seat/1", act="claims")
    bob.submit("/hand/1/seat/1", act="claims")
    nothing_is_said(ann)


def test_a_hand_that_waited_without_a_network_is_complete_too(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    given = {"number": "1", "hand-1": "456d Kcdh", "idempotency_key": "bobs-phone-1"}
    short = bob.post("/offline", **given)
    assert short.status_code == 422
    assert "5 cards missing." in words_of(short)
    assert "Bob not started" in two.owner.words("/hand/1/wait") or "0 of 11" in bob.words("/hand/1/seat/1")


def test_a_journal_without_the_names_of_those_who_changed_a_hand_folds(two: Party) -> None:
    ann = two.owner
    knock(two)
    ann.submit("/drawn", **ann.form("", "/drawn"))
    (line,) = store_of(two.app).rows("SELECT body FROM journal WHERE kind = 'hand-recorded'")
    assert "changed" not in line["body"], "written as before where there is nothing to say"
    assert games.state(store_of(two.app), two.game).recorded == 1
