"""Schemas of the answers: verdicts, sheets, cards and moves, the cards of a photo, errors."""

from companion.rules.gem2.lines import CardCode
from companion.rules.gem2.moves import MoveFault, MoveKind
from companion.rules.gem2.solo import RowSource
from companion.rules.gem2.turn import Penalty
from companion.rules.gems import Gem
from companion.rules.rummy.match import EndCode
from companion.rules.rummy.melds import MeldKind
from companion.rules.rummy.verdict import Call, FaultCode, HandRole, LineCode
from companion.schemas.parts import (
    COUNT,
    DEFINED,
    FLAG,
    TEXT,
    WRITTEN_CARD,
    Schema,
    answer,
    by_player,
    listed,
    one_of,
    or_null,
    shared,
)

_CARDS = listed(WRITTEN_CARD)
_SAID = {"text": TEXT, "rule": TEXT}
_LAY_OFF: Schema = {
    "anyOf": [
        answer({"player": TEXT, "pass": {"const": True}}),
        answer({"player": TEXT, "card": WRITTEN_CARD, "onto": answer({"player": TEXT, "meld": COUNT})}),
    ]
}
_FAULT = {"code": one_of(FaultCode), "player": or_null(TEXT), "cards": _CARDS, "message": TEXT, "rule": TEXT}
_LINE = {"code": one_of(LineCode), "points": COUNT, "against": or_null(TEXT), **_SAID}
_AMOUNT: Schema = {**COUNT, "description": "in hundredths"}
_BY_SIDE: Schema = listed(COUNT)
DEFINED |= {
    "group": answer(
        {"kind": or_null(one_of(MeldKind)), "cards": _CARDS},
        {"gem": one_of(Gem)},
        "kind is null if the cards are not a meld",
    ),
    "layout": answer(
        {
            "melds": listed(shared("group")),
            "laid_off": _CARDS,
            "deadwood": _CARDS,
            "deadwood_points": COUNT,
            "certain": FLAG,
        },
        about="the best layout; uncertain if an unknown letter might make it better",
    ),
    "judged-player": answer(
        {
            "name": TEXT,
            "role": one_of(HandRole),
            "melds": listed(shared("group")),
            "laid_off": _CARDS,
            "deadwood": _CARDS,
            "deadwood_points": COUNT,
            "best_deadwood_points": or_null(COUNT),
            "gem_parts": FLAG,
            "king_gems": {"type": "object", "propertyNames": WRITTEN_CARD, "additionalProperties": one_of(Gem)},
            "points": {**or_null(COUNT), "description": "null if the showdown is illegal"},
            "lines": listed(answer(_LINE)),
            "best": or_null(shared("layout")),
        }
    ),
    "won-by": answer({"player": TEXT, "points": COUNT}),
    "won-by-side": answer({"side": COUNT, "points": COUNT}),
    "settlement": answer(
        {"from": TEXT, "to": TEXT, "amount": _AMOUNT, **_SAID},
        about="what one player owes the other for the stake; null if nothing is owed, or the game goes on",
    ),
    "debt": answer(
        {"from": listed(TEXT), "to": listed(TEXT), **_SAID},
        {"points": COUNT, "boxes": COUNT, "amount": _AMOUNT},
        about="what players owe others: so many points or boxes, with a stake an amount",
    ),
    "round": answer(
        {
            "hands": {**listed(COUNT), "description": "the numbers of its hands, from 1"},
            "points": _BY_SIDE,
            "totals": _BY_SIDE,
            "winner": {**or_null(COUNT), "description": "a side, from 0"},
            "over": FLAG,
        },
        about="a round of hands for two that are all in, by side",
    ),
    "next-round": answer(
        {"pairs": listed(listed(TEXT)), "dealers": listed(TEXT), "sits_out": or_null(TEXT)},
        about="who plays whom next, without the hands of the round that are in",
    ),
    "overruled": answer({"reason": TEXT, "by": TEXT}),
    "doubt": answer({"code": TEXT, "where": TEXT, "most": COUNT, "message": TEXT}),
    "card-line": answer({"code": one_of(CardCode), "points": COUNT, "text": TEXT}, {"rule": TEXT, "deal": COUNT}),
    "move": answer(
        {"move": one_of(MoveKind), "card": TEXT, "pile": COUNT, "text": TEXT},
        {"higher": TEXT, "onto": COUNT, "onto_card": TEXT, "must": FLAG},
    ),
}
_POINTS = by_player(COUNT)
_NAMES = listed(TEXT)
_OVERRULED = {"overruled": shared("overruled")}


def verdict() -> Schema:
    tie = answer({"players": _NAMES, **_SAID})
    return answer(
        {
            "legal": FLAG,
            "faults": listed(answer(_FAULT)),
            "players": listed(shared("judged-player")),
            "winner": or_null(TEXT),
            "call": one_of(Call),
            "lay_offs": listed(_LAY_OFF),
            "tie": or_null(tie),
            "unknown_gems": {**_CARDS, "description": "the cards whose unknown letters could change the verdict"},
        }
    )


def sheet() -> Schema:
    hand = {"dealer": TEXT, "drawn": FLAG, "points": _POINTS, "totals": _POINTS, "winner": or_null(TEXT)}
    return answer(
        {
            "hands": listed(answer(hand, {"shared_by": _NAMES, **_OVERRULED})),
            "target": COUNT,
            "totals": _POINTS,
            "over": FLAG,
            "winners": _NAMES,
            "next_dealer": or_null(TEXT),
        },
        {
            "side_totals": _BY_SIDE,
            "rounds": listed(shared("round")),
            "next": or_null(shared("next-round")),
            "columns": {"anyOf": [listed(_column(_POINTS, "player")), listed(_column(_BY_SIDE, "side"))]},
            "final": {"anyOf": [_POINTS, _BY_SIDE, {"type": "null"}]},
            "won_by": {"anyOf": [shared("won-by"), shared("won-by-side"), {"type": "null"}]},
            "settlement": {"anyOf": [shared("settlement"), listed(shared("debt")), {"type": "null"}]},
        },
    )


def _column(points: Schema, entrant: str) -> Schema:
    """Return a column of a sheet whose points are entered by players, or by sides."""
    line = {"code": one_of(EndCode), **_ENTRANT[entrant], "points": COUNT, **_SAID}
    entry = by_player(or_null(COUNT)) if entrant == "player" else listed(or_null(COUNT))
    return answer(
        {
            "entries": listed(entry),
            "totals": points,
            "over": FLAG,
            "winners": _NAMES,
            "lines": listed(answer(line)),
            "final": or_null(points),
            "won_by": or_null(shared("won-by" if entrant == "player" else "won-by-side")),
        }
    )


_ENTRANT: dict[str, dict[str, Schema]] = {
    "player": {"player": TEXT},
    "side": {"side": {**COUNT, "description": "from 0"}},
}
_NEXT = dict.fromkeys(("round", "deal", "on_board", "in_hand", "most", "most_by_moves"), COUNT)
_DOUBTS = listed(shared("doubt"))
_LINES = listed(shared("card-line"))


def solo_card() -> Schema:
    boxes = dict.fromkeys(("dealer_points", "card_run_points", "bonus_round_points"), COUNT)
    row = {"round": COUNT, **boxes, "total": COUNT, "source": one_of(RowSource), "finished": FLAG, "lines": _LINES}
    following = answer({**_NEXT, "row": COUNT, "bonus_round": COUNT, "high": TEXT})
    return answer(
        {
            "rows": listed(answer(row)),
            "grand_total": COUNT,
            "over": FLAG,
            "doubts": _DOUBTS,
            "rounds": listed(answer({"points": _POINTS, "totals": _POINTS}, _OVERRULED)),
        },
        {"next": following},
    )


def duel_card() -> Schema:
    boxes = dict.fromkeys(("dealer_points", "player_points", "betting_points", "penalty_points"), COUNT)
    played = {
        "dealer": TEXT,
        "players": by_player(answer({**boxes, "total": COUNT, "lines": _LINES})),
        "points": _POINTS,
        "totals": _POINTS,
        "finished": FLAG,
        "remaining": COUNT,
        "cards": _POINTS,
    }
    jewels = {"betting_jewels": _POINTS, "penalty_jewels": _POINTS, "announce_eight": FLAG, "last_deal": FLAG}
    return answer(
        {
            "rounds": listed(answer(played, _OVERRULED)),
            "totals": _POINTS,
            "over": FLAG,
            "doubts": _DOUBTS,
            "winners": _NAMES,
        },
        {"next": answer({**_NEXT, "dealer": TEXT, "turn": TEXT, **jewels}, {"member": TEXT})},
    )


def moves() -> Schema:
    fault = answer({"code": one_of(MoveFault), "rule": TEXT, "message": TEXT})
    penalty = {"penalty": one_of((Penalty.WRONG_MOVE, Penalty.MISSED_MOVE))}
    return answer(
        {"moves": listed(shared("move")), "must_move": FLAG},
        {
            "claimed": answer({"legal": FLAG, "faults": listed(fault)}, penalty),
            "best": answer({"cards_off": COUNT, "moves": listed(shared("move")), "exact": FLAG}),
        },
    )


def photo() -> Schema:
    confidence = {"type": "number", "minimum": 0, "maximum": 1}
    card = {"card": WRITTEN_CARD, "confidence": confidence, "second": WRITTEN_CARD, "box": shared("box")}
    return answer(
        {
            "cards": listed(answer({**card, "meld": or_null(COUNT)})),
            "unread": listed(answer({"box": shared("box")})),
        }
    )


def error() -> Schema:
    where = {**TEXT, "description": "a path, a hand, or a line and column; empty for the whole document"}
    return answer({"error": answer({"code": TEXT, "where": where, "message": TEXT})})
