"""What the screens ask deal by deal, what they may not enter, and a sentence for everything."""

import pytest

from companion.rules.gem2.cards import ALL_CARDS, card_named, check_board
from companion.rules.gem2.duel import CountedRound, Round, score_duel
from companion.rules.gem2.faults import EntryFault, Gem2Error
from companion.rules.gem2.lines import CardCode, Pair, Side
from companion.rules.gem2.moves import MoveFault
from companion.rules.gem2.round import RoundEnding, RoundState, next_turn
from companion.rules.gem2.solo import SoloRound, score_solo
from companion.rules.gem2.turn import Bet, Deal, Penalty, PenaltyCall, book_call
from companion.wording.gem2_rules import FAULTS, LINES, OBJECTIONS, PENALTY_NAMES, fault_sentence

FIRST, SECOND = Side.FIRST, Side.SECOND


def fault_of(refused: pytest.ExceptionInfo[Gem2Error]) -> tuple[EntryFault, tuple[str | int, ...]]:
    """Return what was refused and where, of an error whose sentence lacks nothing."""
    assert "None" not in fault_sentence(refused.value, {"first": "Ann", "second": "Bob"})
    return refused.value.fault, refused.value.place


def test_forty_cards_by_name() -> None:
    assert len(ALL_CARDS) == 40
    assert [card_named(str(card).lower()) for card in ALL_CARDS] == list(ALL_CARDS)
    assert card_named("IIIIE") is None
    assert card_named("\N{LATIN SMALL LETTER DOTLESS I}E") is None


def test_what_may_be_called_in_a_turn() -> None:
    turn = next_turn(RoundState(FIRST))
    assert turn.player is SECOND
    assert turn.may_call(FIRST, SECOND) == (
        Penalty.PASS_TURN,
        Penalty.WRONG_MOVE,
        Penalty.MISSED_MOVE,
        Penalty.LAST_ROUND_4X,
    )
    assert turn.may_call(SECOND, FIRST) == (Penalty.INCORRECT_DEAL, Penalty.LAST_ROUND_4X)
    assert turn.may_call(FIRST, FIRST) == (Penalty.LAST_ROUND_4X,)


def test_a_call_changes_what_may_be_called_next() -> None:
    turn = next_turn(RoundState(FIRST))
    wrong, _ = book_call(turn, PenaltyCall(Penalty.WRONG_MOVE, FIRST, correct=False, against=SECOND))
    assert wrong.penalty_jewels == Pair(0, 2)
    assert wrong.mover is SECOND
    assert wrong.may_call(FIRST, SECOND) == ()
    right, _ = book_call(turn, PenaltyCall(Penalty.WRONG_MOVE, FIRST, correct=True, against=SECOND))
    assert right.penalty_jewels == Pair(1, 1)
    assert right.mover is FIRST
    assert Penalty.WRONG_MOVE in right.may_call(SECOND, FIRST)
    assert Penalty.WRONG_MOVE not in right.may_call(FIRST, SECOND)
    over, _ = book_call(turn, PenaltyCall(Penalty.LAST_ROUND_4X, FIRST, correct=True, against=SECOND))
    assert over.round_over
    assert over.may_call(SECOND, FIRST) == ()


def test_a_refused_call_says_where_and_who() -> None:
    turn = next_turn(RoundState(FIRST))
    with pytest.raises(Gem2Error) as refused:
        book_call(turn, PenaltyCall(Penalty.PASS_TURN, SECOND, correct=True, against=FIRST), ("calls", 0))
    assert fault_of(refused) == (EntryFault.CALL_ON_WAITING_SIDE, ("calls", 0))
    assert refused.value.facts == {"deal": 1, "penalty": "pass-turn", "side": "second"}
    said = fault_sentence(refused.value, {"first": "Ann", "second": "Bob"})
    assert said == "Bob can't call Pass Turn in deal 1 while making the moves"


LEFT_FIVE = (Deal(0), *(Deal(4) for _ in range(8)), Deal(3))
CALLED_EARLY = PenaltyCall(Penalty.LAST_ROUND_4X, SECOND, correct=True, against=FIRST)
CUT_SHORT = (Deal(7, dealt=8), *(Deal(8, dealt=8) for _ in range(3)), Deal(5, dealt=5, calls=(CALLED_EARLY,)))
"""Ten deals of four would be due; one of one card lies there and three are in hand when the call ends the round."""
AN_X_MISSING = RoundEnding(not_all_x=True)


@pytest.mark.parametrize(
    ("played", "fault", "place"),
    [
        (Round((Deal(-1),)), EntryFault.NEGATIVE, ("deals", 0, "removed")),
        (Round((Deal(0, finished_by_opponent=-1),)), EntryFault.NEGATIVE, ("deals", 0, "finished_by_opponent")),
        (Round((Deal(4),)), EntryFault.TOO_MANY_REMOVED, ("deals", 0, "removed")),
        (Round((Deal(0, dealt=0),)), EntryFault.DEAL_SIZE, ("deals", 0, "dealt")),
        (Round((Deal(0, dealt=9),)), EntryFault.DEAL_SIZE, ("deals", 0, "dealt")),
        (CountedRound(4, Pair(37, -1)), EntryFault.NEGATIVE, ("counted", "cards", SECOND)),
        (CountedRound(0, Pair(30, 30)), EntryFault.CARDS_DO_NOT_ADD_UP, ("counted", "cards")),
        (Round((Deal(0),), AN_X_MISSING), EntryFault.NOT_FOUR_CARDS, ("not_all_x",)),
        (Round(LEFT_FIVE, AN_X_MISSING), EntryFault.NOT_FOUR_CARDS, ("not_all_x",)),
        (Round(CUT_SHORT, AN_X_MISSING), EntryFault.NOT_FOUR_CARDS, ("not_all_x",)),
    ],
)
def test_a_round_that_cannot_be(played: Round | CountedRound, fault: EntryFault, place: tuple[str | int, ...]) -> None:
    with pytest.raises(Gem2Error) as refused:
        score_duel([played])
    assert fault_of(refused) == (fault, ("rounds", 0, *place))


def test_a_round_alone_that_cannot_be() -> None:
    with pytest.raises(Gem2Error) as refused:
        score_solo([SoloRound((0, -1))])
    assert fault_of(refused) == (EntryFault.NEGATIVE, ("rounds", 0, "deals", 1))


def test_a_round_cut_short_may_leave_four_cards_outside_the_hands() -> None:
    score = score_duel([Round(CUT_SHORT)]).rounds[0]
    assert (score.finished, score.remaining) == (True, 4)


def test_a_board_of_more_than_forty_cards() -> None:
    below = (None,) * 37
    board = ((*below, ALL_CARDS[0]), (ALL_CARDS[1],), (ALL_CARDS[2],), (ALL_CARDS[3],))
    with pytest.raises(Gem2Error) as refused:
        check_board(board)
    assert fault_of(refused) == (EntryFault.TOO_MANY_CARDS, ("piles",))


def test_everything_has_a_sentence() -> None:
    assert set(FAULTS) == set(EntryFault)
    assert set(LINES) == set(CardCode)
    assert set(OBJECTIONS) == set(MoveFault)
    assert set(PENALTY_NAMES) == set(Penalty)


@pytest.mark.parametrize(("remaining", "cards"), [(1, "1 card"), (2, "2 cards")])
def test_a_sentence_counts_cards_as_people_do(remaining: int, cards: str) -> None:
    error = Gem2Error(EntryFault.TOO_FEW_REMAIN, (), remaining=remaining)
    said = fault_sentence(error, {"first": "Ann", "second": "Bob"})
    assert said == f"{cards} can't be left: the four X's never leave the board"


def test_a_bet_can_be_won_only_where_so_many_cards_can_come_off() -> None:
    """The first deal lays four cards; a deal of six lays enough for five to come off, not ten."""
    assert not next_turn(RoundState(FIRST)).may_be_won(Bet.FIVE)
    six = next_turn(RoundState(FIRST), 6)
    assert (six.may_be_won(Bet.FIVE), six.may_be_won(Bet.TEN)) == (True, False)
