"""Whose a game is, as the screens have it: deleting, all games of a phone, and the way back to a lost phone's."""

import re

from companion.store.people import invitations
from companion.store.people.members import Role
from tests.support.pages import says, words_of
from tests.support.phones import Party, Phone, store_of


def test_a_game_is_deleted_after_it_was_asked_twice(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/drawn", **ann.form("", "/drawn"))
    says(ann.words("/leave"), "also for 1 other phone", "save the whole game as a file")
    again = ann.get(ann.submit("/leave"))
    assert "This deletes 1 hand and the whole history, also for 1 other phone." in words_of(again)
    sure = dict(re.findall(r'name="(sure|seen)" value="([^"]*)"', again.text))
    assert sure == {"sure": "yes", "seen": "2"}
    assert ann.get().status_code == 200
    ann.submit("/undo", act="undo:2", idempotency_key="an-id-of-the-undo", seen="2")
    says(ann.post("/leave", **sure), "just changed this game", status=409)
    answer = ann.post("/leave", **{**sure, "seen": "3"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/games")
    for phone in (ann, bob):
        assert phone.get().status_code == 404
        assert phone.get("/pulse").status_code == 404
        assert "This phone has no games yet." in words_of(phone.client.get("/games"))
    assert ann.post("/leave", **sure).status_code == 404


def test_a_lost_phones_game_is_taken_over_by_its_key(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    key = invitations.make_recovery_link(store_of(two.app), two.game)
    new = Phone(two.app.test_client())
    assert new.client.get(f"/j/{key.token}").headers["Location"] == "/join"
    page = new.client.get("/join")
    says(page, "This phone becomes its owner and replaces the one that owned it.", but=["Just watch"])
    assert re.findall(r'value="([01])"[^>]*disabled', page.text) == ["1"]
    answer = new.client.post("/join/in", data={"place": "0"})
    new.address = answer.headers["Location"]
    assert (new.member.role, new.member.seat) == (Role.OWNER, 0)
    assert ann.get().status_code == 404
    assert bob.get().status_code == 200
    late = Phone(two.app.test_client())
    late.client.get(f"/j/{key.token}")
    assert late.client.post("/join/in", data={"place": "0"}).status_code == 404
