"""Write the hands of every game into its document, under the names that the players have by now."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from companion.documents.game import Document, DrawnHand, HandChange, RecordedHand, players_of
from companion.documents.gem2 import sides_of
from companion.documents.showdown import PlayedShowdown, write_cards, write_played_showdown, write_turned_up
from companion.rules.gem2.duel import CountedRound, Round
from companion.rules.gem2.lines import NONE, Pair, Side
from companion.rules.gem2.round import RoundEnding
from companion.rules.gem2.solo import SoloRound
from companion.rules.gem2.turn import Deal, Misdeal, Penalty, PenaltyCall


def write_recorded_hand(hand: RecordedHand, head: Document) -> dict[str, object]:
    """Return a hand as in the document of a game with this head, without what is usual."""
    names = players_of(head)
    playing = names if hand.seats is None else tuple(names[seat] for seat in hand.seats)
    played: dict[str, object]
    match hand.played:
        case PlayedShowdown() as showdown:
            played = write_played_showdown(showdown, playing)
        case DrawnHand(dice, upcard):
            played = {**write_turned_up(dice, upcard), "drawn": True}
        case SoloRound(deals, bonus_rounds):
            bonuses = [{"deals": list(bonus)} for bonus in bonus_rounds]
            played = {"deals": list(deals), **({"bonus_rounds": bonuses} if bonuses else {})}
        case Round(deals, ending):
            sides = sides_of(head)
            played = {"deals": [_write_deal(deal, sides) for deal in deals], **_write_ending(ending, sides)}
        case CountedRound(ending=ending) as counted:
            sides = sides_of(head)
            played = {"counted": _write_counted(counted, names, sides), **_write_ending(ending, sides)}
        case _:
            assert_never(hand.played)
    return played | _write_remarks(hand, names, playing)


def _write_remarks(hand: RecordedHand, names: Sequence[str], playing: Sequence[str]) -> dict[str, object]:
    document: dict[str, object] = {}
    if hand.dealer is not None:
        document["dealer"] = names[hand.dealer]
    document |= {key: text for key, text in (("at", hand.at), ("note", hand.note)) if text}
    overruled = hand.overruled
    if overruled is not None:
        given = dict(zip(names, overruled.points, strict=True))
        points = {"points": {name: given[name] for name in playing}}
        winner = {} if overruled.winner is None else {"winner": names[overruled.winner]}
        document["overruled"] = {**points, **winner, "reason": overruled.reason, "by": names[overruled.by]}
    return document if hand.house_rules is None else {**document, "house_rules": hand.house_rules}


def write_change(change: HandChange, names: Sequence[str]) -> dict[str, object]:
    return {"player": names[change.seat], "by": list(change.by), "before": write_cards(change.before)}


def _write_counted(counted: CountedRound, names: Sequence[str], sides: Mapping[Side, str]) -> dict[str, object]:
    def by_name(pair: Pair[int]) -> dict[str, int]:
        numbers = {sides[side]: pair.of(side) for side in Side}
        return {name: numbers[name] for name in names}

    more = {"betting": counted.betting, "penalties": counted.penalties}
    return {
        "remaining": counted.remaining,
        "cards": by_name(counted.cards),
        **{key: by_name(pair) for key, pair in more.items() if pair != NONE},
    }


def _write_ending(ending: RoundEnding, sides: Mapping[Side, str]) -> dict[str, object]:
    document: dict[str, object] = {} if ending.announced_eight else {"announced_eight": False}
    if ending.misdeals:
        document["incorrect_deal"] = sorted(ending.misdeals)
    if ending.not_all_x:
        document["not_all_x"] = True
    if ending.x_held_by is not None:
        document["x_held_by"] = sides[ending.x_held_by]
    return document


def _write_deal(deal: Deal, sides: Mapping[Side, str]) -> dict[str, object]:
    document: dict[str, object] = {"removed": deal.removed}
    if deal.finished_by_opponent:
        document["finished_by_opponent"] = deal.finished_by_opponent
    if deal.bets:
        document["bets"] = [bet.value for bet in deal.bets]
    if deal.calls:
        document["calls"] = [_write_call(call, sides) for call in deal.calls]
    if deal.dealt is not None:
        document["dealt"] = deal.dealt
    if deal.timed_out:
        document["timed_out"] = True
    return document


def _write_call(call: PenaltyCall, sides: Mapping[Side, str]) -> dict[str, object]:
    document: dict[str, object] = {"penalty": call.penalty.value, "caller": sides[call.caller], "correct": call.correct}
    if call.caller is call.against:
        document["on_self"] = True
    if call.penalty is Penalty.INCORRECT_DEAL and call.misdeal is not Misdeal.TWO_AT_ONCE:
        document["example"] = call.misdeal.value
    return document
