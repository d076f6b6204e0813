"""What of a showdown is nobody's own hand: the dice, who knocked with what call, the letters, the lay-offs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.rules.rummy.verdict import Call
from companion.web.rummy.views.table_view import read_dice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.web.rummy.views.table_view import Dice


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A lay-off as it is kept: the meld by its cards as they were laid, for its place may change when one corrects."""

    seat: int
    card: str
    owner: int
    onto: tuple[str, ...]
    letter: str = ""
    """The gem of the stash, where the lay-off tells the card's letter."""


@dataclass(frozen=True, slots=True)
class SharedState:
    """What is nobody's own hand. `settled` says that the lay-offs are done, `gin_asked` that the question was put."""

    dice: Dice | None = None
    knocker: int | None = None
    call: Call | None = None
    gin_asked: bool = False
    gems: Mapping[str, str] = field(default_factory=dict)
    lay_offs: tuple[LaidOff | int, ...] = ()
    """A number is the seat of a player who passed."""
    settled: bool = False
    not_gems: Mapping[str, str] = field(default_factory=dict)
    """Which gems a card was said not to bear, its own letter being unknown still."""


def read_shared(body: Mapping[str, Any], seats: int) -> SharedState:
    """Read the shared draft, of which the dice are set at the table."""
    knocker = body.get("knocker")
    moves = (
        LaidOff(**{**one, "onto": tuple(one["onto"])}) if "card" in one else one["pass"]
        for one in body.get("lay_offs", ())
    )
    return SharedState(
        dice=read_dice(body.get("dice")),
        knocker=knocker if isinstance(knocker, int) and 0 <= knocker < seats else None,
        call=Call(body["call"]) if body.get("call") else None,
        gin_asked=bool(body.get("gin_asked")),
        gems=body.get("gems", {}),
        lay_offs=tuple(moves),
        settled=bool(body.get("settled")),
        not_gems=body.get("not_gems", {}),
    )


def write_shared(shared: SharedState) -> dict[str, object]:
    """Write the shared draft."""
    moves: list[object] = [
        {"pass": one}
        if isinstance(one, int)
        else {
            "seat": one.seat,
            "card": one.card,
            "owner": one.owner,
            "onto": list(one.onto),
            **({"letter": one.letter} if one.letter else {}),
        }
        for one in shared.lay_offs
    ]
    return {
        "dice": list(shared.dice) if shared.dice else None,
        "knocker": shared.knocker,
        "call": shared.call.value if shared.call else None,
        "gin_asked": shared.gin_asked,
        "gems": dict(shared.gems),
        "lay_offs": moves,
        "settled": shared.settled,
        "not_gems": dict(shared.not_gems),
    }


def shared_from(hand: Mapping[str, Any], players: tuple[str, ...]) -> SharedState:
    """Take what is shared from a hand that is on the sheet, to be corrected."""
    melds = {one["name"]: one.get("melds", []) for one in hand["players"]}
    moves: list[LaidOff | int] = []
    for one in hand.get("lay_offs", ()):
        seat = players.index(one["player"])
        if "pass" in one:
            moves.append(seat)
            continue
        owner = one["onto"]["player"]
        moves.append(LaidOff(seat, one["card"], players.index(owner), tuple(melds[owner][one["onto"]["meld"]])))
    call = Call(hand["call"]) if "call" in hand else None
    return SharedState(
        dice=read_dice(hand.get("dice")),
        knocker=players.index(hand["knocker"]),
        call=call,
        gin_asked=True,
        lay_offs=tuple(moves),
        settled="lay_offs" in hand,
    )
