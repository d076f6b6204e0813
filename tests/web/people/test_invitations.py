"""An invitation dies with what it was shown for, says when it ends, and who came by it stands in the history."""

import re

import pytest

from companion.store.people import invitations, members
from tests.support.pages import says, words_of
from tests.support.phones import Party, Phone, store_of
from tests.support.store import change

LONG_AGO = "2026-01-01T00:00:00Z"


def qr_link(party: Party) -> str:
    page = party.owner.get("/people").text
    store = store_of(party.app)
    assert "Scan this" in page
    (link,) = [one for one in invitations.links(store, party.game) if one.role == "seat" and one.seat is None]
    return f"/j/{link.token}"


def lets_in(party: Party, link: str) -> bool:
    stranger = Phone(party.app.test_client())
    stranger.client.get(link)
    answer = stranger.client.post("/join/in", data={"place": "watch"})
    assert answer.status_code in {303, 404}
    return answer.status_code == 303


def test_the_qr_code_opens_nothing_once_the_code_has_ended(two: Party) -> None:
    link = qr_link(two)
    assert lets_in(two, link)
    change(store_of(two.app), "UPDATE codes SET made_at = ?", [LONG_AGO])
    assert not lets_in(two, link)
    two.owner.submit("/people/open")
    assert not lets_in(two, link), "a door that is opened anew has another link"
    assert lets_in(two, qr_link(two))


def test_the_qr_code_opens_nothing_once_the_table_is_cleared(two: Party) -> None:
    link, scorer = qr_link(two), two.link("scorer")
    ann = two.owner
    ann.submit("/about", **ann.form("/about", "close"), act="close")
    assert not lets_in(two, link)
    assert not lets_in(two, scorer), "nobody is invited to a cleared table"
    ann.submit("/reopen", **ann.form("/end", "reopen"))
    assert not lets_in(two, link)
    ann.submit("/people/open")
    assert not lets_in(two, link)
    assert two.guests[0].get().status_code == 200, "who was in stays in"


def test_closing_the_table_ends_its_link_and_codes_already_typed_and_keeps_who_is_in(two: Party) -> None:
    link, code = qr_link(two), two.code
    late = Phone(two.app.test_client())
    late.submit("/join", code=code)
    two.owner.submit("/people/close")
    assert two.guests[0].get().status_code == 200
    assert two.app.test_client().post("/join", data={"code": code}).status_code == 404
    two.owner.submit("/people/open")
    assert not lets_in(two, link)
    assert late.post("/join/in", place="watch").status_code == 404, "it was for the door before"
    assert two.join("watch").get().status_code == 200


def test_a_link_for_one_part_ends_after_a_week_and_leaves_room_for_another(
    two: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "LINKS_OF_A_GAME", 2)
    link = two.link("viewer")
    assert lets_in(two, link)
    full = two.owner.post("/people/link", role="viewer")
    assert full.status_code == 422
    says(full, "at most 2 links. Revoke one first")
    change(store_of(two.app), "UPDATE links SET made_at = ? WHERE role = 'viewer'", [LONG_AGO])
    assert not lets_in(two, link)
    assert link not in two.links()
    assert two.owner.post("/people/link", role="viewer").status_code == 303


def test_an_invitation_says_when_it_ends(two: Party) -> None:
    scorer = two.link("scorer")
    page = two.owner.get("/people").text
    assert len(re.findall(r'Valid until <time datetime="2\d{3}-[^"]+Z" data-local>', re.sub(r"\s+", " ", page))) == 2
    for link in (scorer, qr_link(two)):
        guest = Phone(two.app.test_client())
        guest.client.get(link)
        assert "valid until" in words_of(guest.client.get("/join"))


def test_the_history_names_who_joined_left_and_was_removed_but_no_file_does(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    bob.submit("/people/label", label="Bob's phone")
    watcher = two.join("watch", link=two.link("viewer"))
    watcher.post("/leave")
    scorer = two.join("none", link=two.link("scorer"))
    ann.submit("/people/out", device=str(scorer.device))
    ann.submit("/people/out", device=str(bob.device))
    said = ann.words("/history")
    listed = [
        "Bob was removed by Ann.",
        "A phone was removed by Ann.",
        "A phone joined with a link to keep score.",
        "A phone left.",
        "A phone joined with a link to watch.",
        "Bob joined with the table's code.",
        "A phone took Ann's seat.",
    ]
    places = [said.index(one) for one in listed]
    assert places == sorted(places), "the latest first"
    for file in ("/export.json", "/export.csv", "/game.json"):
        answer = ann.get(file)
        if answer.status_code == 200:
            assert b"put out" not in answer.data
            assert b"Bob's phone" not in answer.data
            assert b"came" not in answer.data


def test_joining_and_leaving_repeatedly_fills_nothing(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "LOGGED_OF_A_PHONE", 6)
    (bob,) = two.guests
    for _ in range(6):
        bob.post("/leave")
        bob.client.post("/join", data={"code": two.code})
        bob.client.post("/join/in", data={"place": "1"})
    store = store_of(two.app)
    assert len(store.rows("SELECT * FROM comings WHERE device = ?", [bob.device])) == 6
    assert "A phone took Ann's seat." in two.owner.words("/history"), "what others did is still there"
