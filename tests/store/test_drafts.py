"""Hands while they are entered: kept for every phone, never silently overwritten, face down until all are ready."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.journal.events.game import GameNoted
from companion.store import drafts, limits
from companion.store.database import Store
from companion.store.drafts import DraftConflict
from companion.store.errors import NotPossible
from tests.support.refusals import refused
from tests.support.store import Running, another

ANN_AT_FIRST: dict[str, object] = {"cards": ["5C"]}


def save(game: Running, seat: int, draft: dict[str, object], *, seen: int = 0, **more: Any) -> drafts.Draft:  # noqa: ANN401
    """Save a draft of the first hand."""
    return drafts.save(game.store, game.id, 1, seat, draft, seen=seen, **more)


def of_first_hand(game: Running) -> Mapping[int, drafts.Draft]:
    return drafts.drafts(game.store, game.id, 1)


def test_a_draft_is_kept_for_reload_and_other_phones(store: Store, game: Running) -> None:
    save(game, drafts.SHARED, {"knocker": "Ann"})
    mine = save(game, 0, ANN_AT_FIRST, device=game.author.device)
    assert save(game, 0, ANN_AT_FIRST) == mine, "the same again is no conflict"
    later = save(game, 0, {"cards": ["5C", "6C"]}, seen=mine.version, ready=True)
    assert of_first_hand(game).keys() == {drafts.SHARED, 0}
    assert of_first_hand(game)[0] == later
    assert (later.version, later.ready, later.read(dict)) == (2, True, {"cards": ["5C", "6C"]})
    drafts.discard(store, game.id, 1)
    assert of_first_hand(game) == {}


def test_two_phones_never_silently_overwrite_each_others_draft(game: Running) -> None:
    save(game, 0, ANN_AT_FIRST)
    save(game, 0, {"cards": ["6C"]}, seen=1)
    for seen in (0, 1):
        with pytest.raises(DraftConflict) as caught:
            save(game, 0, {"cards": ["7C"]}, seen=seen)
        assert caught.value.current is not None
        assert caught.value.current.read(dict) == {"cards": ["6C"]}
    assert of_first_hand(game)[0].read(dict) == {"cards": ["6C"]}


class Changing:
    """A phone that changes the draft of the first hand, and keeps what the store told it each time it tried."""

    def __init__(self, game: Running, answer: Callable[[Mapping[int, drafts.Draft]], drafts.NewDraft | None]) -> None:
        self.game, self.answer = game, answer
        self.told: list[Mapping[int, drafts.Draft]] = []

    def change(self, seen: Mapping[int, drafts.Draft], **more: Any) -> Mapping[int, drafts.Draft] | None:  # noqa: ANN401
        game = self.game
        return drafts.change(game.store, game.id, 1, 0, seen, self._answer, device=game.author.device, **more)

    def _answer(self, stored: Mapping[int, drafts.Draft]) -> drafts.NewDraft | None:
        self.told.append(stored)
        return self.answer(stored)


def test_a_draft_is_changed_over_what_another_phone_saved_meanwhile(game: Running) -> None:
    save(game, 0, ANN_AT_FIRST)
    seen = of_first_hand(game)
    others = save(game, 0, {"cards": ["5C", "6C"]}, seen=1)

    def with_a_seven(stored: Mapping[int, drafts.Draft]) -> drafts.NewDraft:
        return drafts.NewDraft({"cards": [*stored[0].read(dict)["cards"], "7C"]}, ready=True)

    phone = Changing(game, with_a_seven)
    changed = phone.change(seen)
    assert changed == of_first_hand(game)
    assert (changed[0].version, changed[0].ready) == (others.version + 1, True)
    assert changed[0].read(dict) == {"cards": ["5C", "6C", "7C"]}
    assert [stored[0].read(dict)["cards"] for stored in phone.told] == [["5C"], ["5C", "6C"]]


def test_a_draft_that_is_not_to_be_changed_is_not_saved(game: Running) -> None:
    save(game, 0, ANN_AT_FIRST)
    # The phone doesn't know of the draft yet: once it does, it leaves the draft alone.
    phone = Changing(game, lambda stored: None if stored else drafts.NewDraft({"cards": []}))
    assert phone.change({}) is None
    assert phone.told == [{}, of_first_hand(game)]
    assert of_first_hand(game)[0].version == 1


def test_changing_a_draft_ends_where_other_phones_are_always_faster(game: Running) -> None:
    def faster(stored: Mapping[int, drafts.Draft]) -> drafts.NewDraft:
        version = stored[0].version if stored else 0
        save(game, 0, {"cards": [version]}, seen=version)
        return drafts.NewDraft({"cards": []})

    with pytest.raises(DraftConflict):
        Changing(game, faster).change({})
    assert of_first_hand(game)[0].version == drafts.TRIES


def test_a_draft_is_not_tried_again_once_something_was_recorded(game: Running) -> None:
    phone = Changing(game, lambda _: drafts.NewDraft({"cards": []}))
    with pytest.raises(DraftConflict):
        phone.change({}, seq=2)
    assert phone.told == [{}]
    assert of_first_hand(game) == {}


def test_hands_are_face_down_for_other_phones_until_all_are_ready(store: Store, game: Running) -> None:
    ann, bob = game.author.device, another(store)
    save(game, drafts.SHARED, {"knocker": "Ann"}, device=ann)
    save(game, 0, ANN_AT_FIRST, device=ann, ready=True)
    save(game, 1, {"cards": ["6C"]}, device=bob)

    def seen_by(device: int) -> set[int]:
        return set(drafts.visible_to(of_first_hand(game), device, seats=2))

    assert (seen_by(ann), seen_by(bob)) == ({drafts.SHARED, 0}, {drafts.SHARED, 1})
    save(game, 1, {"cards": ["6C"]}, seen=1, device=bob, ready=True)
    assert seen_by(ann) == seen_by(bob) == {drafts.SHARED, 0, 1}


def test_malformed_and_endless_texts_are_refused(game: Running) -> None:
    for act, sentence in (
        (lambda: save(game, 0, {"x": "\ud800"}), "can't be stored"),
        (lambda: game.say(GameNoted("\ud800")), "can't be stored"),
        (lambda: save(game, 0, {"x": "y" * limits.DRAFT_BYTES}), "more than a hand"),
    ):
        with refused(NotPossible, sentence):
            act()
