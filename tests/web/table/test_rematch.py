"""The next game at the same table: one, whoever taps and however many tap at once, with everybody who was in."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from unittest.mock import Mock

import pytest

from companion.store.people import members, rematches
from tests.support.pages import words_of
from tests.support.phones import Party, Phone, store_of


def again(phone: Phone, idempotency_key: str) -> str:
    return phone.submit("/rematch", idempotency_key=idempotency_key).split("?")[0]


def games_of(party: Party) -> int:
    return len(store_of(party.app).rows("SELECT id FROM games"))


def test_rematch_tapped_on_two_phones_at_once_makes_one_table_with_both_on_it(two: Party) -> None:
    phones = (two.owner, *two.guests)
    for turn in range(10):
        before, barrier = games_of(two), Barrier(len(phones))

        def tap(phone: Phone, turn: int = turn, barrier: Barrier = barrier) -> str:
            barrier.wait(20)
            return again(phone, f"rematch-{turn}-{phone.device}")

        with ThreadPoolExecutor(len(phones)) as threads:
            (address,) = set(threads.map(tap, phones))
        assert games_of(two) == before + 1, f"turn {turn}"
        for phone in phones:
            phone.address = address
            assert phone.get().status_code == 200
        assert [one.seat for one in members.members(store_of(two.app), two.game)].count(None) == 0


def test_after_the_first_rematch_was_deleted_there_is_a_second_one_which_outlives_the_old_game(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    first = again(bob, "a-first-rematch")
    assert bob.client.post(first + "/leave", data={"sure": "yes", "seen": "1"}).status_code == 303
    assert ann.client.get(first).status_code == 404
    second = again(ann, "a-second-rematch")
    assert second != first
    assert again(bob, "a-first-rematch") == second, "the same tap again, kept by the browser"
    assert ann.post("/leave", sure="yes", seen="1").status_code == 303
    assert bob.client.get(second).status_code == 200


def test_late_joiners_follow_to_the_rematch_and_a_phone_removed_from_it_stays_out(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    begun = again(ann, "a-rematch-of-ann")
    late = two.join("watch")
    assert again(late, "a-rematch-of-a-viewer") == begun
    assert late.client.get(begun).status_code == 200
    assert late.client.post(begun + "/dice", data={"act": "roll"}).status_code == 403
    assert ann.client.post(begun + "/people/out", data={"device": str(bob.device)}).status_code == 303
    before = games_of(two)
    refused = bob.post("/rematch", idempotency_key="a-rematch-of-bob")
    assert refused.status_code == 422
    assert "isn't in the rematch." in words_of(refused)
    assert bob.client.get(begun).status_code == 404
    assert games_of(two) == before
    assert again(ann, "another-of-ann") == begun


def test_a_death_between_the_table_and_its_players_leaves_nothing_behind(
    two: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        """The process ends here."""

    before = games_of(two)
    with monkeypatch.context() as patch:
        patch.setattr(rematches, "_copy_member", Mock(side_effect=KilledError))
        with pytest.raises(KilledError):
            two.owner.post("/rematch", idempotency_key="a-rematch-cut-short")
    assert games_of(two) == before
    begun = again(two.guests[0], "a-rematch-of-bob")
    assert two.owner.client.get(begun).status_code == 200


def test_a_rematch_takes_everybody_along_and_the_others_are_shown_the_way(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    guest = two.join("watch")
    ann.submit("/about", **ann.form("/about", "close"), act="close")
    assert "Play again" in bob.words("/end")
    begun = bob.submit("/rematch", **bob.form("/end", "Who deals first?")).split("?")[0]
    assert "Go to the rematch" in ann.words("/end")
    assert again(ann, "another-rematch") == begun, "one table, no matter who taps"
    for phone, said in (
        (ann, "Ann this phone plays, keeps the score"),
        (bob, "Bob this phone plays, owns the game"),
    ):
        assert said in words_of(phone.client.get(begun + "/people"))
    assert guest.client.get(begun).status_code == 200
    assert guest.client.post(begun + "/dice", data={"act": "roll"}).status_code == 403


def test_a_viewer_who_plays_again_does_so_alone(two: Party) -> None:
    guest = two.join("watch")
    begun = again(guest, "a-viewers-rematch")
    assert guest.client.get(begun).status_code == 200
    assert two.owner.client.get(begun).status_code == 404
    assert "has begun" not in two.owner.words("/end")
