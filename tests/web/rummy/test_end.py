"""The end of a game: what is still being counted, the picture to share, and the next game."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from unittest.mock import Mock
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from companion.store.derived import recompute
from companion.store.people import members, rematches
from tests.support.documents import HEAD, counted_hand, game_document, won_hand
from tests.support.pages import says
from tests.support.phones import Party, Phone, import_game, store_of
from tests.support.store import change, outdate


def test_what_is_still_being_counted_is_said(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    store = client.application.extensions["companion.store"]
    games = [import_game(client, {**HEAD, "hands": [won_hand(points)]}).address for points in (110, 111, 112)]
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 1)
    end = f"{games[-1]}/end"
    for path, table in ((end, "tallies"), ("/", "standings"), ("/games", "standings")):
        assert "load delay" not in client.get(path).text
        outdate(store, table)
        first = client.get(path)
        says(first, "Still counting: 2 more games to go.")
        # With a script the page goes on by itself.
        (again,) = re.findall(rf'<[^>]*hx-get="{path}["?][^>]*>', first.text)
        assert 'hx-trigger="load delay:1s"' in again
        says(client.get(path), "Still counting: 1 more game to go")
        whole = client.get(path)
        says(whole, but=["Still counting"])
        assert path == end or all(game in whole.text for game in games)
    outdate(store, "standings")
    change(store, "UPDATE journal SET body = '{'")
    for _ in range(3):
        home = client.get("/")
    says(home, "3 games of this phone can't be read.", status=200)
    says(client.get("/games"), but=["This phone has no games yet"])


LONG = "Maximiliane-Theodora von Wald und Hohens"
RIGHT_TO_LEFT = "מרים כהן"
WITH_MARKS = """Zoë <b>&"'🃏"""


def drawn(phone: Phone) -> ET.Element:
    answer = phone.get("/picture.svg")
    assert answer.status_code == 200
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    game = phone.address.removeprefix("/g/")
    assert game not in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    # Presentation attributes only: the page's policy allows no styles, no scripts and nothing from elsewhere.
    assert not re.search(r"<(style|script|image|foreignObject|a)\b|\s(style|href|class)=", answer.text)
    return ET.fromstring(answer.text)  # noqa: S314 - our own


def texts(picture: ET.Element) -> list[str]:
    return [re.sub("[\u2068\u2069]", "", "".join(text.itertext())) for text in picture.iter() if text.text]


def test_the_picture_of_two_shows_the_winner_the_totals_the_curve_and_the_day(client: FlaskClient) -> None:
    document = {**HEAD, "at": "2026-11-21", "hands": [won_hand(60), counted_hand("Bob", Ann=20, Bob=2), won_hand(64)]}
    phone = import_game(client, document)
    picture = drawn(phone)
    shown = texts(picture)
    assert shown[shown.index("Ann wins") :][:5] == ["Ann wins", "124", "Ann", "18", "Bob"]
    said = {"Ann 124", "Bob 18", "100", "3 hands", "Gin Rummy to 100, by the book", "November 21, 2026 · Gem Companion"}
    assert said <= set(shown)
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))) == 2
    assert f'href="{phone.address}/picture.svg" download="score.svg"' in phone.get("/end").text


def test_the_picture_of_three_lists_them_and_takes_any_name(client: FlaskClient) -> None:
    names = (LONG, WITH_MARKS, RIGHT_TO_LEFT)
    hand = counted_hand(LONG, (6, 4), **dict(zip(names, (0, 90, 80), strict=True)))
    shown = texts(drawn(import_game(client, game_document(players=names, hands=[hand]))))
    assert {WITH_MARKS, RIGHT_TO_LEFT, "170"} <= set(shown)
    assert any(text.startswith("Maximiliane-Theodora von") and text.endswith("…") for text in shown)
    assert " ".join(text for text in shown if text in f"{LONG} wins") == f"{LONG} wins"


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
    viewer = two.join("watch")
    alone = again(viewer, "a-viewers-rematch")
    assert viewer.client.get(alone).status_code == 200
    begun = again(ann, "a-rematch-of-ann")
    late = two.join("watch")
    assert ann.client.get(alone).status_code == 404, "a viewer who plays again before that does so alone"
    assert again(late, "a-rematch-of-a-viewer") == begun
    assert late.client.get(begun).status_code == 200
    assert late.client.post(begun + "/dice", data={"act": "roll"}).status_code == 403
    assert ann.client.post(begun + "/people/out", data={"device": str(bob.device)}).status_code == 303
    before = games_of(two)
    says(bob.post("/rematch", idempotency_key="a-rematch-of-bob"), "isn't in the rematch.", status=422)
    assert bob.client.get(begun).status_code == 404
    assert games_of(two) == before
    assert again(ann, "another-of-ann") == begun


def test_a_death_while_players_are_taken_along_leaves_nothing(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    before = games_of(two)
    with monkeypatch.context() as patch:
        patch.setattr(rematches, "_copy_member", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
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
    says(ann.client.get(begun + "/people"), "Ann this phone plays, keeps the score")
    says(bob.client.get(begun + "/people"), "Bob this phone plays, owns the game")
    assert guest.client.get(begun).status_code == 200
    assert guest.client.post(begun + "/dice", data={"act": "roll"}).status_code == 403
