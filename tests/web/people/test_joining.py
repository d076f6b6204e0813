"""Who comes in, how, and what part it gives; how invitations end, and how a phone or a whole game goes."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion.store.people import invitations
from companion.store.people.members import Role
from companion.web import addresses
from companion.web.config import Settings
from companion.web.security.rate_limits import TABLES_PER_ADDRESS
from companion.web.server import serve
from tests.support.pages import found_in, says, words_of
from tests.support.phones import Party, Phone, begun, linted_app, start_game, store_of
from tests.support.store import change


def test_one_address_opens_so_many_tables_in_a_day(app: Flask) -> None:
    app.config[TABLES_PER_ADDRESS] = 1
    first, second = begun(app, "Ann", "Bob"), Party(start_game(app.test_client(), "Cid", "Dee"))
    assert second.owner.post("/people/open").status_code == 429
    first.owner.submit("/people/open")
    second.owner.ip = "192.168.1.21"
    second.owner.submit("/people/open")
    assert first.code != second.code


def test_without_an_invitation_or_a_free_seat_nobody_comes_in(app: Flask) -> None:
    party, late = begun(app, "Ann", "Bob"), Phone(app.test_client())
    party.owner.submit("/people/sit", seat="0")
    assert late.post("/join/in", place="watch").status_code == 404
    says(late.get("/join"), "Code", but=["has ended"])
    wrong = late.post("/join", code="WRONG2")
    says(wrong, "No open table has this code")
    assert 'value="WRONG2"' in wrong.text
    late.submit("/join", code=party.code)
    says(late.get("/join"), "Are you Ann? The owner of the game can remove the other phone to free your seat.")
    party.join("1")
    assert len(re.findall(r'value="[01]"[^>]*disabled', late.get("/join").text)) == 2
    says(late.post("/join/in", place="1"), "Another phone has this seat.", status=422)


@pytest.mark.parametrize(
    ("role", "place", "member"),
    [
        ("scorer", "none", (Role.SCORER, None)),
        ("viewer", "1", (Role.VIEWER, None)),
        ("seat", "0", (Role.SEAT, 1)),
        ("seat", "watch", (Role.VIEWER, None)),
    ],
)
def test_each_link_gives_its_own_part_and_leads_to_no_other_seat(
    app: Flask, role: str, place: str, member: tuple[Role, int | None]
) -> None:
    party = begun(app, "Ann", "Bob")
    phone = party.join(place, link=party.link(role, **({"seat": "1"} if role == "seat" else {})))
    assert (phone.member.role, phone.member.seat) == member
    if member[0] == Role.VIEWER:
        assert phone.post("/people/sit", seat="1").status_code == 403


def test_only_the_owner_opens_hands_out_revokes_and_puts_out(two: Party) -> None:
    ann, (bob,), link = two.owner, two.guests, two.link("scorer")
    scorer = two.join("none", link=link)
    orders = {"open": "", "close": "", "link": "scorer", "revoke": "1", "out": str(bob.device), "hand-over": "1"}
    for phone in (bob, scorer):
        for path, sent in orders.items():
            assert phone.post(f"/people/{path}", role=sent, link=sent, device=sent).status_code == 403
    for phone, *places in ((bob, "/people"), (scorer, "/people"), (ann, "", "/history", "/export.json")):
        for place in places:
            page = phone.get(place).text
            assert [secret for secret in (link.removeprefix("/j/"), two.code) if secret in page] == []
    assert ann.get("/people").headers["Cache-Control"] == "no-store"
    for path, form, status in (
        ("out", {"device": str(ann.device)}, 422),
        ("out", {"device": "999"}, 422),
        ("link", {"role": "owner"}, 400),
        ("link", {"role": "seat"}, 400),
        ("dance", {}, 404),
        ("hand-over", {"device": str(bob.device)}, 303),
        ("link", {"role": "viewer"}, 403),
    ):
        assert ann.post(f"/people/{path}", **form).status_code == status
    assert (ann.member.role, bob.member.role) == (Role.SCORER, Role.OWNER)


def test_who_is_removed_or_came_by_a_revoked_link_is_out_at_once_and_stays_out(two: Party) -> None:
    (bob,), code = two.guests, two.code
    viewer_link = two.link("viewer")
    viewer = two.join("watch", link=viewer_link)
    two.owner.submit("/people/revoke", link=found_in(two.owner.get("/people"), r'name="link" value="(\d+)"'))
    scorer_link = two.link("scorer")
    scorer = two.join("none", link=scorer_link)
    for phone in (bob, scorer):
        two.owner.submit("/people/out", device=str(phone.device))
    for phone in (bob, scorer, viewer):
        assert phone.get().status_code == phone.get("/pulse").status_code == 404
        assert phone.post("/dice", act="roll").status_code == 404
    says(bob.get(), "This phone is no longer in this game.")
    says(two.app.test_client().get(two.owner.address), but=["no longer in this game"])
    assert bob.client.post("/join", data={"code": code}).status_code == 404
    for phone, link in ((scorer, scorer_link), (viewer, viewer_link), (viewer, "/j/nothing")):
        phone.client.get(link)
        says(phone.client.get("/join"), "This invitation has ended.")
        assert phone.client.post("/join/in", data={"place": "none"}).status_code == 404


@pytest.mark.parametrize(
    "settings",
    [
        Settings(public_address="https://cards.example"),
        Settings(host="192.0.2.7", port=8123),
        Settings(host="192.0.2.7", port=8443, secure=True),
        Settings(host="2001:db8::7", port=8123),
        Settings(),
    ],
)
def test_the_screen_shows_the_address_that_the_terminal_shows(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ("192.0.2.20", "172.17.0.1"))
    set_up = replace(settings, instance=tmp_path)
    serve._announce(set_up)  # noqa: SLF001 - what is printed at the start
    printed = [line.strip() for line in capsys.readouterr().out.splitlines() if line.startswith("  http")]
    page = begun(linted_app(set_up), "Ann", "Bob").owner.get("/people").text
    assert f'aria-label="QR code of {printed[0]}"' in page
    # No other phone reaches localhost.
    assert [one in page for one in printed] == ["localhost" not in one for one in printed]
    assert set_up.addresses() == Settings.from_environment(set_up.as_environment()).addresses()


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
            for table in ("codes", "links"):
                change(store_of(two.app), f"UPDATE {table} SET made_at = '2026-01-01T00:00:00Z'")  # noqa: S608 - our own words
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
    assert not lets_in(two, link), "a table that is opened again has another link"
    assert late.post("/join/in", place="watch").status_code == 404, "the code belongs to the earlier opening"
    assert lets_in(two, qr_link(two))
    assert bob.get().status_code == 200


def test_the_history_names_who_joined_left_and_was_removed(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    watcher = two.join("watch", link=two.link("viewer"))
    assert watcher.post("/leave").location == "/games"
    assert watcher.get().status_code == 404
    ann.submit("/people/out", device=str(bob.device))
    told = (
        r"Bob was removed by Ann\..*A phone left\..*A phone joined with a link to watch\.",
        r".*Bob joined with the table's code\..*A phone took Ann's seat\.",
    )
    assert re.search("".join(told), ann.words("/history")), "the latest first"


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
