"""An invitation can be sent, says when it ends, and dies with what it was shown for; the history names who joined."""

import pytest

from companion.store.people import invitations
from tests.support.pages import says
from tests.support.phones import Party, Phone, store_of
from tests.support.store import change

LONG_AGO = "2026-01-01T00:00:00Z"


def qr_link(party: Party) -> str:
    page = party.owner.get("/people").text
    assert "Scan this" in page
    assert 'data-share="invitation"' in page
    links = invitations.links(store_of(party.app), party.game)
    (link,) = [one for one in links if one.role == "seat" and one.seat is None]
    return f"/j/{link.token}"


def lets_in(party: Party, link: str) -> bool:
    stranger = Phone(party.app.test_client())
    stranger.get(link)
    answer = stranger.post("/join/in", place="watch")
    assert answer.status_code in {303, 404}
    return answer.status_code == 303


@pytest.mark.parametrize("ends", ["after a week", "when the table is cleared", "when inviting is stopped"])
def test_what_invites_ends_and_who_is_in_stays(two: Party, ends: str) -> None:
    ann, (bob,) = two.owner, two.guests
    link, viewer, code, late = qr_link(two), two.link("viewer"), two.code, Phone(two.app.test_client())
    late.submit("/join", code=code)
    assert lets_in(two, link)
    says(ann.get("/people"), "Bob and 1 phone joined")
    match ends:
        case "after a week":
            change(store_of(two.app), "UPDATE codes SET made_at = ?", [LONG_AGO])
            change(store_of(two.app), "UPDATE links SET made_at = ?", [LONG_AGO])
            assert viewer not in two.links()
        case "when the table is cleared":
            ann.submit("/about", **ann.form("/about", "close"), act="close")
        case _:
            ann.submit("/people/close")
    assert not lets_in(two, link)
    assert lets_in(two, viewer) is (ends == "when inviting is stopped"), "that is for the code alone"
    assert Phone(two.app.test_client()).post("/join", code=code).status_code == 404
    if ends == "when the table is cleared":
        ann.submit("/reopen", **ann.form("/end", "reopen"))
    ann.submit("/people/open")
    assert not lets_in(two, link), "a door that is opened anew has another link"
    assert late.post("/join/in", place="watch").status_code == 404, "the code was for the door before"
    assert lets_in(two, qr_link(two))
    assert bob.get().status_code == 200


def test_the_history_names_who_joined_left_and_was_removed(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    watcher = two.join("watch", link=two.link("viewer"))
    assert watcher.post("/leave").location == "/games"
    assert watcher.get().status_code == 404
    ann.submit("/people/out", device=str(bob.device))
    said = ann.words("/history")
    listed = (
        "Bob was removed by Ann.",
        "A phone left.",
        "A phone joined with a link to watch.",
        "Bob joined with the table's code.",
        "A phone took Ann's seat.",
    )
    places = [said.index(one) for one in listed]
    assert places == sorted(places), "the latest first"
