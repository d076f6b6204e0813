"""Hands while they are entered: kept for every phone, never silently overwritten, gone once they are recorded."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.journal.events.game import GameNoted
from companion.store import drafts, limits
from companion.store.database import Store
from companion.store.drafts import DraftConflict
from companion.store.errors import NotPossible
from tests.support.refusals import refused
from tests.support.store import Running

ANN_AT_FIRST: dict[str, object] = {"cards": ["5C"]}


def save(game: Running, seat: int, draft: dict[str, object], *, seen: int = 0, **more: Any) -> drafts.Draft:  # noqa: ANN401
    return drafts.save(game.store, game.id, 1, seat, draft, seen=seen, **more)


def of_first_hand(game: Running) -> Mapping[int, drafts.Draft]:
    return drafts.drafts(game.store, game.id, 1)


def changed(
    game: Running,
    seen: Mapping[int, drafts.Draft],
    answer: Callable[[Mapping[int, drafts.Draft]], drafts.NewDraft | None],
    seq: int | None = None,
) -> Mapping[int, drafts.Draft] | None:
    """Change Ann's hand in the first draft by what is stored when her phone asks."""
    return drafts.change(game.store, game.id, 1, 0, seen, answer, device=game.author.device, seq=seq)


def test_a_draft_is_kept_and_never_silently_overwritten(store: Store, game: Running) -> None:
    save(game, drafts.SHARED, {"knocker": "Ann"})
    mine = save(game, 0, ANN_AT_FIRST, device=game.author.device)
    assert save(game, 0, ANN_AT_FIRST) == mine, "the same again is no conflict"
    later = save(game, 0, {"cards": ["5C", "6C"]}, seen=mine.version, ready=True)
    for seen in (0, mine.version):
        with pytest.raises(DraftConflict) as caught:
            save(game, 0, {"cards": ["7C"]}, seen=seen)
        assert caught.value.current == later
    assert of_first_hand(game).keys() == {drafts.SHARED, 0}
    assert of_first_hand(game)[0] == later
    assert (later.version, later.ready, later.read(dict)) == (2, True, {"cards": ["5C", "6C"]})
    drafts.discard(store, game.id, 1)
    assert of_first_hand(game) == {}


def test_a_draft_is_changed_over_what_another_phone_saved_meanwhile(game: Running) -> None:
    save(game, 0, ANN_AT_FIRST)
    seen, told = of_first_hand(game), []
    save(game, 0, {"cards": ["5C", "6C"]}, seen=1)

    def with_a_seven(stored: Mapping[int, drafts.Draft]) -> drafts.NewDraft:
        told.append(stored[0].read(dict)["cards"])
        return drafts.NewDraft({"cards": [*told[-1], "7C"]}, ready=True)

    after = changed(game, seen, with_a_seven)
    assert after == of_first_hand(game)
    assert (after[0].version, after[0].ready) == (3, True)
    assert after[0].read(dict) == {"cards": ["5C", "6C", "7C"]}
    assert told == [["5C"], ["5C", "6C"]]


def test_changing_a_draft_ends_where_other_phones_are_always_faster(game: Running) -> None:
    def faster(stored: Mapping[int, drafts.Draft]) -> drafts.NewDraft:
        version = stored[0].version if stored else 0
        save(game, 0, {"cards": [version]}, seen=version)
        return drafts.NewDraft({"cards": []})

    with pytest.raises(DraftConflict):
        changed(game, {}, faster)
    assert of_first_hand(game)[0].version == drafts.TRIES
    # One that is not to be changed, now that it is known, is left alone.
    assert changed(game, {}, lambda stored: None if stored else drafts.NewDraft({})) is None
    # What was recorded meanwhile leaves no draft to change.
    with pytest.raises(DraftConflict):
        changed(game, {}, lambda _: drafts.NewDraft({}), seq=2)
    assert of_first_hand(game)[0].version == drafts.TRIES


def test_recording_a_hand_removes_its_drafts(game: Running) -> None:
    save(game, drafts.SHARED, {"knocker": "Ann"})
    game.win(20)
    assert of_first_hand(game) == {}
    with pytest.raises(DraftConflict) as caught:
        save(game, drafts.SHARED, {"knocker": "Bob"}, seen=1)
    assert caught.value.current is None


def test_malformed_and_endless_texts_are_refused(game: Running) -> None:
    for act, sentence in (
        (lambda: save(game, 0, {"x": "\ud800"}), "can't be stored"),
        (lambda: game.say(GameNoted("\ud800")), "can't be stored"),
        (lambda: save(game, 0, {"x": "y" * limits.DRAFT_BYTES}), "more than a hand"),
    ):
        with refused(NotPossible, sentence):
            act()
