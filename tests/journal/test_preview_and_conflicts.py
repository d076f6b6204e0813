"""What the table asks before it records: would it clash, is it possible, what would it or an undo change."""

from dataclasses import replace
from typing import Any

import pytest

from companion.journal.events import Event, game, hands
from companion.journal.events.base import Kind
from companion.journal.fold import Replay
from companion.journal.kinds import sheet_of
from companion.journal.named_changes import DealChange, NamedChange, redone_next, undone_next
from companion.journal.preview import conflicting, preview, why_not_countable
from companion.journal.sheet import Standing
from companion.register.cases import MADE_UP_PRINT
from companion.wording.document_errors import placed_sentence
from companion.wording.store_errors import why_not_counted
from tests.support.documents import HEAD, hand_of, knocked
from tests.support.journals import check_with_answer, folded, recorded, started
from tests.support.refusals import words_of
from tests.support.whole_games import ROUND_HEAD, counted_round

POINTS = {"Ann": 20, "Bob": 0}
CLASHES: list[tuple[Event, Event]] = [
    (recorded(knocked()), recorded(knocked(3))),
    (hands.HandReplaced(1, hand_of(knocked())), hands.HandReplaced(1, hand_of(knocked(3)))),
    (hands.HandReplaced(1, hand_of(knocked())), hands.HandStruckOut(1)),
    (hands.HandOverruled(1, POINTS, "Ann", "so", "Bob"), hands.HandReplaced(1, hand_of(knocked()))),
    (hands.HandReplaced(1, hand_of(knocked())), hands.OverrulingWithdrawn(1)),
    (hands.HandAccepted(1, "Ann", POINTS), hands.HandReplaced(1, hand_of(knocked()))),
    (hands.HandDisputed(1, "Ann", "no"), hands.HandRestored(1)),
    (hands.HandStruckOut(2), recorded(knocked())),
    (hands.HandNoted(1, "a"), hands.HandNoted(1, "b")),
    (hands.HandDated(1, "2026-11-21"), hands.HandDated(1, "2026-11-20")),
    (recorded(knocked()), game.HouseRulesChanged({})),
    (recorded(knocked()), game.PlayersRenamed({"Ann": "An"})),
    (recorded(knocked()), game.GameClosed()),
    (game.GameClosed(moved=True), game.GameNoted("not in the file")),
    (game.HouseRulesChanged({"target": 50}), recorded(knocked())),
    (game.HouseRulesChanged({"target": 50}), game.HouseRulesChanged({"target": 60})),
    (recorded(knocked()), game.HouseRulesFrom({})),
    (game.HouseRulesFrom({"knock_limit": 8}), recorded(knocked())),
    (game.HouseRulesFrom({"knock_limit": 8}), game.HouseRulesFrom({"knock_limit": 9})),
    (game.HouseRulesFrom({"knock_limit": 8}), game.HouseRulesChanged({"knock_limit": 9})),
    (game.GemsLearned({"7D": "S"}), game.GemsLearned({"7D": "T"})),
    (game.GemsLearned({"7D": "S"}), game.GemsLearned({}, {"7D": "S"})),
    (game.GameNoted("a"), game.GameNoted("b")),
    (game.GameDated("2026-11-21"), game.GameDated("2026-11-20")),
    (game.GamePlaced("club"), game.GamePlaced("at home")),
    (game.GameClosed(), recorded(knocked())),
    (game.GameReopened(), game.GameReopened()),
    (game.Undone(2), hands.HandNoted(1, "a")),
    (game.Undone(2), game.Undone(2)),
    (game.Redone(2), recorded(knocked())),
    (hands.HandReplaced(1, hand_of(knocked())), game.Undone(2)),
    (hands.DealRecorded(1, hand_of(knocked())), hands.DealRecorded(1, hand_of(knocked(3)))),
    (hands.DealRecorded(1, hand_of(knocked())), hands.HandReplaced(1, hand_of(knocked(3)))),
    (hands.DealRecorded(1, hand_of(knocked())), recorded(knocked())),
    (hands.DealRecorded(1, hand_of(knocked())), game.PlayersRenamed({"Ann": "An"})),
    (recorded(knocked()), hands.DealRecorded(1, hand_of(knocked()))),
    (hands.HandAccepted(1, "Ann", POINTS), hands.DealRecorded(1, hand_of(knocked()))),
    (game.GameClosed(), hands.DealRecorded(1, hand_of(knocked()))),
    (game.Undone(2), hands.DealRecorded(1, hand_of(knocked()))),
]
NO_CLASHES: list[tuple[Event, Event]] = [
    (hands.HandAccepted(1, "Ann", POINTS), hands.HandAccepted(1, "Bob", POINTS)),
    (hands.HandAccepted(1, "Ann", POINTS), hands.HandDisputed(1, "Bob", "no")),
    (hands.HandReplaced(1, hand_of(knocked())), hands.HandReplaced(2, hand_of(knocked()))),
    (recorded(knocked()), hands.HandAccepted(1, "Bob", POINTS)),
    (recorded(knocked()), hands.HandNoted(1, "a")),
    (recorded(knocked()), hands.HandReplaced(1, hand_of(knocked()))),
    (hands.HandReplaced(1, hand_of(knocked())), hands.HandNoted(1, "a")),
    (hands.DealRecorded(1, hand_of(knocked())), hands.HandNoted(1, "a")),
    (hands.DealRecorded(1, hand_of(knocked())), hands.HandAccepted(1, "Bob", POINTS)),
    (game.GemsLearned({"7D": "S"}), game.GemsLearned({"8D": "T"})),
    (game.GameNoted("a"), game.GameDated("2026-11-21")),
    (game.GameNoted("a"), game.GamePlaced("club")),
    (game.Undone(2), hands.HandAccepted(1, "Bob", POINTS)),
]


@pytest.mark.parametrize(("late", "early"), CLASHES)
def test_conflicting_events_are_detected(late: Event, early: Event) -> None:
    records = started(recorded(knocked()), early)
    assert conflicting(late, records, seen=2) == (records[2],)
    assert conflicting(late, records, seen=3) == ()


@pytest.mark.parametrize(("late", "early"), NO_CLASHES)
def test_independent_events_do_not_conflict(late: Event, early: Event) -> None:
    assert conflicting(late, started(recorded(knocked()), early), seen=2) == ()


def test_what_another_phone_has_redone_must_be_seen_first() -> None:
    records = started(recorded(knocked()), hands.HandStruckOut(1, "misdeal"), game.Undone(3), game.Redone(3))
    assert conflicting(hands.HandReplaced(1, hand_of(knocked(8, 8))), records, 4) == (records[4],)
    assert conflicting(game.GameNoted("late"), records, 4) == ()


def test_a_correction_of_an_earlier_hand_does_not_rely_on_rules_to_come() -> None:
    records = started(recorded(knocked()), game.HouseRulesFrom({"knock_limit": 8}))
    assert conflicting(hands.HandReplaced(1, hand_of(knocked(8, 8))), records, 2) == ()


REFUSED: list[tuple[Event, str]] = [
    (game.GameStarted(HEAD), "already started"),
    (hands.HandReplaced(9, hand_of(knocked())), "isn't on the sheet"),
    (hands.DealRecorded(9, hand_of(knocked())), "isn't on the sheet"),
    (hands.HandStruckOut(2), "already struck out"),
    (hands.HandStruckOut(1, "x" * 501), "at most 500"),
    (hands.HandRestored(1), "isn't struck out"),
    (hands.HandNoted(1, "x" * 2001), "at most 2000"),
    (hands.HandNoted(1, "a\x00b"), "control"),
    (hands.HandDated(1, "yesterday"), "a date such as"),
    (hands.HandAccepted(1, "Eve", POINTS), "Eve isn't playing"),
    (hands.HandAccepted(1, "Ann", {"Ann": 20}), "every player"),
    (hands.HandDisputed(1, "Eve", "no"), "Eve isn't playing"),
    (hands.HandOverruled(1, POINTS, "Ann", " ", "Bob"), "Give a reason"),
    (hands.HandOverruled(1, POINTS, "Eve", "so", "Bob"), "Eve isn't playing"),
    (hands.HandOverruled(1, POINTS, None, "so", "Bob"), "Nobody isn't playing"),
    (hands.HandOverruled(1, POINTS, "Ann", "so", "Eve"), "Eve isn't playing"),
    (hands.HandOverruled(1, {"Ann": 10**7, "Bob": 0}, "Ann", "so", "Bob"), "whole numbers"),
    (hands.HandOverruled(3, POINTS, "Ann", "so", "Bob"), "drawn hand"),
    (hands.OverrulingWithdrawn(1), "hasn't been overruled"),
    (game.PlayersRenamed({}), "Only players"),
    (game.PlayersRenamed({"Eve": "Ann"}), "Only players"),
    (game.PlayersRenamed({"Ann": "Bob"}), "same name"),
    (game.PlayersRenamed({"Ann": " "}), "a name"),
    (game.PlayersRenamed({"Ann": "x" * 41}), "at most 40"),
    (game.GameNoted("x" * 2001), "at most 2000"),
    (game.GameDated("soon"), "a date such as"),
    (game.GamePlaced("x" * 61), "at most 60"),
    (game.GamePlaced("a\x00b"), "control"),
    (game.GameReopened(), "already open"),
    (game.Undone(2), "newer has to be undone first"),
    (game.Redone(2), "nothing to redo"),
]


@pytest.mark.parametrize(("event", "sentence"), REFUSED)
def test_impossible_events_are_refused_with_a_sentence(event: Event, sentence: str) -> None:
    state = folded(recorded(knocked()), recorded(knocked()), recorded({"drawn": True}), hands.HandStruckOut(2))
    refused = words_of(event.why_impossible(state))
    assert sentence in refused
    assert refused.endswith(".")


def test_possible_events_are_not_refused() -> None:
    gem = folded(recorded(knocked()), recorded(knocked()), hands.HandStruckOut(2), head={**HEAD, "game": "gem-rummy"})
    for event in (
        hands.HandReplaced(1, hand_of(knocked(3))),
        hands.DealRecorded(1, hand_of(knocked(3))),
        hands.HandRestored(2),
        game.GemsLearned({"7D": "S"}),
        game.HouseRulesChanged({}),
    ):
        assert event.why_impossible(gem) is None


def test_some_events_are_impossible_in_some_games_only(monkeypatch: pytest.MonkeyPatch) -> None:
    known = folded(head={**HEAD, "game": "gem-rummy", "print": MADE_UP_PRINT})
    assert words_of(game.GemsLearned({"7D": "S"}).why_impossible(known)) == "Every gem of this deck is already known."
    closed = folded(recorded(knocked()), game.GameClosed())
    assert "closed" in words_of(hands.HandNoted(1, "a").why_impossible(closed))
    assert game.GameReopened().why_impossible(closed) is None
    head = {"game": "gem-ii", "players": ["Ann & Cid", "Bob & Dee"], "first_dealer": "Ann & Cid", "level": 1}
    teams = folded(head={**head, "teams": [["Ann", "Cid"], ["Bob", "Dee"]]})
    assert game.PlayersRenamed({"Ann & Cid": "Anna & Cid"}).why_impossible(teams) is None
    assert "same name" in words_of(game.PlayersRenamed({"Ann & Cid": "Ann & Bob"}).why_impossible(teams))
    assert "Only players" in words_of(game.PlayersRenamed({"Ann": "Anna"}).why_impossible(teams))
    captain = {"game": "gin-rummy", "form": "captain", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
    sides = folded(head={**captain, "sides": [["Ann"], ["Bob", "Cid"]]})
    assert game.PlayersRenamed({"Ann": "Anna"}).why_impossible(sides) is None
    assert "Two sides" in words_of(game.PlayersRenamed({"Ann": "Bob & Cid"}).why_impossible(sides))
    monkeypatch.setattr(hands, "MOST_HANDS", 2)
    assert recorded(knocked()).why_impossible(folded(recorded(knocked()))) is None
    full = folded(recorded(knocked()), recorded(knocked()))
    assert words_of(recorded(knocked()).why_impossible(full)) == "A game can have at most 2 hands. Start a new one."


@pytest.mark.parametrize(("points", "winner"), [((0, 0, 5), "Ann"), ((0, 0, 0), "Cid")])
def test_who_does_not_play_a_hand_for_two_neither_wins_nor_scores_it(points: tuple[int, ...], winner: str) -> None:
    names = ["Ann", "Bob", "Cid"]
    head = {**HEAD, "form": "cutthroat", "players": names}
    played = folded(hands.HandRecorded(hand_of(knocked(), **head)), head=head)
    overruled = hands.HandOverruled(1, dict(zip(names, points, strict=True)), winner, "so", "Cid")
    assert words_of(overruled.why_impossible(played)) == "Cid doesn't play this hand."
    assert (
        hands.HandOverruled(1, dict.fromkeys(names, 3) | {"Cid": 0}, "Bob", "so", "Cid").why_impossible(played) is None
    )


TWENTY = recorded(knocked())
HIGH = recorded(knocked(ann=9, bob=29))
STRUCK = (TWENTY, TWENTY, hands.HandStruckOut(2))
WON = (TWENTY, TWENTY, game.HouseRulesChanged({"target": 20}))
TOO_HIGH = hand_of(knocked(ann=12))
UNDERCUT = recorded(knocked(7, 7))


@pytest.mark.parametrize(
    ("happened", "event", "standings", "different", "objection"),
    [
        ([TWENTY, HIGH, TWENTY], game.HouseRulesChanged({"knock_limit": 5}), ["counts", "illegal", "counts"], [2], ""),
        # Hands after an earlier end are kept, and count again if the game goes on.
        ([TWENTY] * 3, game.HouseRulesChanged({"target": 40}), ["counts", "counts", "after-the-end"], [3], ""),
        ([TWENTY] * 2, hands.HandReplaced(1, hand_of(knocked(ann=0, bob=80))), ["counts", "after-the-end"], [1, 2], ""),
        (WON, game.HouseRulesChanged({}), ["counts", "counts"], [2], ""),
        (WON, TWENTY, ["counts", "after-the-end", "after-the-end"], [3], "game is over"),
        (WON, hands.HandReplaced(2, hand_of(knocked(bob=10))), ["counts", "after-the-end"], [], ""),
        ([TWENTY], game.HouseRulesChanged({"target": "high"}), ["unreadable"], [1], "target: expected a whole number"),
        # Only hands that count are recorded.
        (STRUCK, hands.HandRecorded(TOO_HIGH), ["counts", "struck-out", "illegal"], [3], "can't knock with 12"),
        (STRUCK, hands.HandReplaced(1, TOO_HIGH), ["illegal", "struck-out"], [1], "can't knock with 12"),
        (STRUCK, hands.HandReplaced(2, TOO_HIGH), ["counts", "struck-out"], [], "can't knock with 12"),
        (STRUCK, hands.HandReplaced(9, TOO_HIGH), ["counts", "struck-out"], [], ""),
        (
            STRUCK,
            hands.HandRecorded(replace(hand_of(knocked()), house_rules={"knock_limit": "upcard"})),
            ["counts", "struck-out", "unreadable"],
            [3],
            "upcard",
        ),
        ([UNDERCUT], game.HouseRulesFrom({"undercut_bonus": 10}), ["counts"], [], ""),
        ([UNDERCUT], game.HouseRulesChanged({"undercut_bonus": 10}), ["counts"], [1], ""),
    ],
)
def test_a_preview_says_what_an_event_would_change_or_why_it_is_not_recorded(
    happened: list[Event], event: Event, standings: list[str], different: list[int], objection: str
) -> None:
    before = sheet_of(folded(*happened))
    effect = preview(Replay(started(*happened)), event)
    assert effect.before == before
    assert effect.state.seq == len(happened) + 2
    assert [row.standing for row in effect.after.rows] == standings
    assert [(one.hand, one.before, one.after) for one in effect.differences] == [
        (number, before.row(number), effect.after.row(number)) for number in different
    ]
    refused = words_of(why_not_countable(effect.state, effect.after, event))
    assert objection in refused
    assert bool(objection) == bool(refused)


def test_a_deck_whose_print_breaks_its_law_scores_nothing() -> None:
    """The cards of a rank stand in one group, where each gem stands once: 4♥ and 4♦ cannot both be Emeralds."""
    head = {**HEAD, "game": "gem-rummy", "gems": {"4H": "E", "4D": "E"}}
    sheet = sheet_of(folded(recorded({**knocked(), "dice": [3, 4]}), head=head))
    assert sheet.defect is not None
    assert "isn't possible" in placed_sentence(sheet.defect)
    assert sheet.totals == {}


def test_the_rounds_of_gem_ii_have_a_sheet_too() -> None:
    three = [recorded(counted_round(6))] * 3
    state = folded(*three, hands.HandReplaced(2, hand_of(counted_round(5))), head=ROUND_HEAD)
    sheet = sheet_of(state)
    assert ([row.standing for row in sheet.rows], sheet.totals) == ([Standing.COUNTS] * 3, sheet.rows[-1].totals)
    check_with_answer(state, sheet)
    too_few = hands.HandReplaced(2, hand_of(counted_round(2)))
    broken = sheet_of(folded(*three, too_few, head=ROUND_HEAD))
    assert [row.standing for row in broken.rows] == [Standing.COUNTS, Standing.ILLEGAL, Standing.COUNTS]
    assert words_of(why_not_countable(state, broken, too_few)) == " ".join(why_not_counted(broken.rows[1])) != ""
    struck = sheet_of(folded(*three, hands.HandStruckOut(3, "again"), head=ROUND_HEAD))
    assert (struck.rows[2].standing, why_not_counted(struck.rows[2])) == (Standing.STRUCK_OUT, ("again",))
    ended = sheet_of(folded(*three, *three, three[0], head=ROUND_HEAD))
    assert (ended.over, ended.rows[6].standing) == (True, Standing.AFTER_THE_END)
    nothing = sheet_of(folded(three[0], head={**ROUND_HEAD, "level": 99}))
    assert (nothing.defect is None, nothing.totals) == (False, {})


def test_a_round_that_is_struck_out_is_not_corrected_to_an_impossible_one() -> None:
    struck: list[Event] = [recorded(counted_round(6)), hands.HandStruckOut(1)]

    def refused(remaining: int) -> str:
        event = hands.HandReplaced(1, hand_of(counted_round(remaining)))
        state = folded(*struck, event, head=ROUND_HEAD)
        return words_of(why_not_countable(state, sheet_of(state), event))

    assert refused(5) == ""
    assert refused(2) != ""


def test_a_solo_card_has_one_total() -> None:
    """A card run of ten, and 30 cards left, which score nothing."""
    head = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
    state = folded(recorded({"deals": [0, 0, 0, 0, 0, 0, 0, 0, 0, 10]}), head=head)
    assert sheet_of(state).totals == {"Ann": 50}
    check_with_answer(state, sheet_of(state))


SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
TEN_DEALS = [3, 4, 4, 4, 4, 4, 4, 4, 3, 2]
COUNTED = {"counted": {"remaining": 6, "cards": {"Ann": 24, "Bob": 10}}}
CALLED = {"removed": 3, "calls": [{"penalty": "missed-move", "caller": "Ann", "correct": False}]}
DRAWN, FIRST_DEAL = recorded({"drawn": True}), recorded({"deals": [{"removed": 3}]})
TWO_DEALS = (FIRST_DEAL, hands.DealRecorded(1, hand_of({"deals": [{"removed": 3}] * 2})))
DEAL = NamedChange(Kind.DEAL_RECORDED, 1)


@pytest.mark.parametrize(
    ("head", "happened", "undo", "redo"),
    [
        (HEAD, [], None, None),
        (HEAD, [game.GameNoted("late")], NamedChange(Kind.GAME_NOTED), None),
        # A hand is named by its position on the sheet.
        (HEAD, [DRAWN, DRAWN, game.Undone(3), DRAWN], NamedChange(Kind.HAND_RECORDED, 2), None),
        (
            HEAD,
            [DRAWN, hands.HandStruckOut(1, ""), game.Undone(3)],
            NamedChange(Kind.HAND_RECORDED, 1),
            NamedChange(Kind.HAND_STRUCK_OUT, 1),
        ),
        (ROUND_HEAD, [FIRST_DEAL], NamedChange(Kind.HAND_RECORDED, 1, DealChange.FIRST), None),
        (SOLO, [recorded({"deals": [4]})], NamedChange(Kind.HAND_RECORDED, 1, DealChange.FIRST), None),
        (ROUND_HEAD, [recorded({"deals": [{"removed": 3}] * 10})], NamedChange(Kind.HAND_RECORDED, 1), None),
        (
            ROUND_HEAD,
            [*TWO_DEALS, hands.DealRecorded(1, hand_of({"deals": [{"removed": 3}, CALLED]}))],
            NamedChange(Kind.DEAL_RECORDED, 1, DealChange.CHANGED),
            None,
        ),
        (ROUND_HEAD, [*TWO_DEALS, game.Undone(3), TWO_DEALS[1]], DEAL, None),
        (ROUND_HEAD, [recorded(COUNTED), hands.DealRecorded(1, hand_of({"deals": [{"removed": 3}]}))], DEAL, None),
        (
            SOLO,
            [
                recorded({"deals": TEN_DEALS}),
                hands.DealRecorded(1, hand_of({"deals": TEN_DEALS, "bonus_rounds": [{"deals": [4]}]})),
            ],
            DEAL,
            None,
        ),
    ],
)
def test_the_next_undo_is_named(
    head: dict[str, Any], happened: list[Event], undo: NamedChange | None, redo: NamedChange | None
) -> None:
    state = folded(*happened, head=head)
    assert (undone_next(state), redone_next(state)) == (undo, redo)
