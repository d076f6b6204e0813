"""What a tap on the screen of a hand does to the hand: the one place where a form becomes an entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.documents.errors import DocumentError
from companion.documents.hand_draft import EnteredHand, Way
from companion.documents.shorthand import parse_shorthand
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.entry import (
    Next,
    Place,
    Reason,
    Refusal,
    entered,
    lay,
    lay_rank,
    lay_run,
    meld_unsettled,
    new_meld,
    regroup,
    rest_is_deadwood,
    undo,
)
from companion.wording.entry import refusal_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from werkzeug.datastructures import MultiDict

    from companion.rules.rummy.entry import HandEntry, Owners
    from companion.rules.rummy.melds import MeldContext

MOST_POINTS = 999
MOST_TAPS = 80
"""How many taps a phone sends together at the most: more than a person taps while one request is under way."""
_STEPS = {"new": new_meld, "dead": rest_is_deadwood, "gather": meld_unsettled}
_PLACES = {"new": Place.NEW_MELD, "dead": Place.DEADWOOD}


AS_IT_IS = "as-it-is"
_FINISHING = frozenset({"done", AS_IT_IS})
NOTHING_IN = "No card is in yet."


@dataclass(frozen=True, slots=True)
class Done:
    """The hand after a tap, and why it is as before if it is."""

    hand: EnteredHand
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Taps:
    """What a request brings: taps in their order, and whether the hand is then said to be in."""

    taps: tuple[Mapping[str, str], ...]
    finishes: bool
    as_it_is: bool = False
    """The number of its cards is as it is: the player says so."""
    batch: str = ""
    """The id under which a phone sends these taps, again and again until it is answered."""


def read_taps(form: MultiDict[str, str]) -> Taps | None:
    """Read one tap from a plain form, or several that a script sends together; None for more than anybody taps."""
    if "taps" not in form:
        finishes = form.get("act") in _FINISHING
        return Taps(() if finishes else (form,), finishes or "done" in form, form.get("act") == AS_IT_IS)
    written = form["taps"].split()
    if len(written) > MOST_TAPS:
        return None
    taps = [(name, value) for name, _, value in (tap.partition(":") for tap in written)]
    until = next(
        (place for place, (name, value) in enumerate(taps) if name == "act" and value in _FINISHING), len(taps)
    )
    batch = form.get("batch", "")
    return Taps(
        taps=tuple({name: value} for name, value in taps[:until]),
        finishes=until < len(taps),
        as_it_is=("act", AS_IT_IS) in taps[until : until + 1],
        batch=batch if len(batch) < MOST_TAPS else "",
    )


def act_all(hand: EnteredHand, taps: Iterable[Mapping[str, str]], melding: MeldContext, others: Owners) -> Done:
    """Do what was tapped, one after the other; what was refused among it is told at the end."""
    refused = []
    for tap in taps:
        done = act(hand, tap, melding, others)
        hand = done.hand
        refused += [done.refused] if done.refused and done.refused not in refused else []
    return Done(hand, " ".join(refused))


def act(hand: EnteredHand, form: Mapping[str, str], melding: MeldContext, others: Owners) -> Done:
    """Do what was tapped; what is no tap of ours does nothing."""
    match form:
        case {"card": name} if name in CARDS_BY_NAME:
            return _lay(hand, name, melding, others)
        case {"out": name} if name in CARDS_BY_NAME:
            out = regroup(hand.entry, (CARDS_BY_NAME[name],), Place.OUT)
            return Done(replace(hand, entry=out, picked=(), run_begun=False))
        case {"pick": name} if name in CARDS_BY_NAME:
            return Done(_picked(hand, name))
        case {"text": text}:
            return _written(hand, text, others)
        case {"points": points}:
            return _counted(hand, points, claims="claims" in form)
        case {"act": what}:
            return _act(hand, what, others)
        case _:
            return Done(hand)


def _lay(hand: EnteredHand, name: str, melding: MeldContext, others: Owners) -> Done:
    one = CARDS_BY_NAME[name]
    if hand.run_begun and one != hand.entry.last:
        return _stepped(hand, lay_run(hand.entry, one, others))
    return _stepped(hand, lay(hand.entry, one, melding, others))


def _stepped(hand: EnteredHand, step: HandEntry | Refusal) -> Done:
    cleared = replace(hand, picked=(), run_begun=False)
    if isinstance(step, Refusal):
        return Done(cleared, refusal_sentence(step))
    return Done(replace(cleared, entry=step))


def _picked(hand: EnteredHand, name: str) -> EnteredHand:
    one = CARDS_BY_NAME[name]
    if one not in hand.entry.cards:
        return hand
    rest = tuple(other for other in hand.picked if other != one)
    return replace(hand, picked=rest if one in hand.picked else (*rest, one), run_begun=False)


def _written(hand: EnteredHand, text: str, others: Owners) -> Done:
    try:
        written = parse_shorthand(text, others)
    except DocumentError as error:
        return Done(hand, error.message)
    taken = entered(written.melds, written.deadwood, hand.entry)
    if hand.way == Way.LOOSE:
        taken = entered((), taken.cards, hand.entry)
    if (taken.melds, taken.deadwood) == (hand.entry.melds, hand.entry.deadwood):
        return Done(hand)
    return Done(replace(hand, entry=_going_on(hand.way, taken), picked=(), run_begun=False))


def _counted(hand: EnteredHand, points: str, *, claims: bool) -> Done:
    if not points.isdecimal() or int(points[:9]) > MOST_POINTS:
        said = "" if not points else f"Deadwood is a whole number up to {MOST_POINTS}."
        return Done(replace(hand, way=Way.COUNTED, points=None, claims=claims), said)
    return Done(replace(hand, way=Way.COUNTED, points=int(points), claims=claims))


def _going_on(way: Way, entry: HandEntry) -> HandEntry:
    return replace(entry, next=Next.DEADWOOD) if way == Way.LOOSE else entry


def _act(hand: EnteredHand, what: str, others: Owners) -> Done:
    entry = hand.entry
    plain = replace(hand, picked=(), run_begun=False)
    match what.split(":"):
        case ["undo"]:
            return Done(replace(plain, entry=_going_on(hand.way, undo(entry))))
        case ["run"] if entry.last is None:
            return _stepped(hand, Refusal(Reason.NO_START))
        case ["run"]:
            return Done(replace(plain, run_begun=not hand.run_begun))
        case ["rank"]:
            return _stepped(hand, lay_rank(entry, others))
        case ["new" | "dead" as place] if hand.picked:
            return Done(replace(plain, entry=regroup(entry, hand.picked, _PLACES[place])))
        case ["new" | "dead" | "gather" as step]:
            return Done(replace(plain, entry=_STEPS[step](entry)))
        case ["to", place] if place.isdecimal():
            return Done(replace(plain, entry=regroup(entry, hand.picked, int(place[:3]))))
        case ["claims"]:
            return Done(replace(hand, claims=not hand.claims))
        case ["way", "laid-out" | "loose" | "counted" as way]:
            return Done(_given(plain, Way(way)))
        case _:
            return Done(hand)


def _given(hand: EnteredHand, way: Way) -> EnteredHand:
    """Give the hand another way; its cards stay as they are, for one may come back."""
    if way == hand.way:
        return hand
    entry = hand.entry
    if way == Way.LOOSE:
        entry = replace(entry, next=Next.DEADWOOD, unsettled=0)
    elif hand.way == Way.LOOSE and way == Way.LAID_OUT:
        entry = replace(entry, next=Next.NEW_MELD, unsettled=0)
    return replace(hand, way=way, entry=entry)
