"""Apply taps and typed text to a hand: the one place where a form becomes an entry."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from companion.documents.hand_draft import EnteredHand, Way, read_offer, write_reading
from companion.documents.shorthand import ShorthandError, parse_shorthand
from companion.rules.cards import CARDS_BY_NAME, Card
from companion.rules.rummy.calls import most_cards, most_deadwood
from companion.rules.rummy.checks import counted_points
from companion.rules.rummy.entry import (
    HandEntry,
    MovedTo,
    Next,
    NotLaid,
    Owners,
    Refusal,
    closed,
    entered,
    lay,
    lay_in_order,
    lay_rank,
    lay_run,
    lay_run_between,
    new_meld,
    regroup,
    rest_is_deadwood,
    take_out,
    undo,
)
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.offers import accept, choose, decline, may_be_offered, open_offers, readings_to_choose
from companion.rules.rummy.photo_entry import dismiss_doubt, name_doubt
from companion.rules.rummy.ruleset import RuleSet
from companion.rules.rummy.showdown_input import Counted, HandInput, Loose
from companion.rules.rummy.verdict import Call
from companion.wording.document_errors import shorthand_sentence
from companion.wording.showdown import points_error, refusal_sentence, too_many_added_sentence, too_many_points_sentence

MAX_POINTS = 999
"""The most that the three digits of a field can say; `most_deadwood` knows what a hand can count."""
MAX_TAPS = 80
"""How many taps a phone may send together: more than anyone taps while one request is under way."""
LONGEST_BATCH = MAX_TAPS - 1
_STEPS = {"new": new_meld, "dead": rest_is_deadwood}
_PLACES = {"new": MovedTo.NEW_MELD, "dead": MovedTo.DEADWOOD}
_AS_IT_IS = "as-it-is"
_AS_LAID = "as-laid"
_RULE = "rule"
_FINISHING = frozenset({"done", _AS_IT_IS, _AS_LAID, _RULE})


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The hand after a tap, and why nothing changed if nothing did."""

    hand: EnteredHand
    error: str = ""


@dataclass(frozen=True, slots=True)
class Taps:
    """The taps of a request in their order, and whether they finish the hand."""

    taps: tuple[Mapping[str, str], ...]
    finishes: bool
    as_it_is: bool = False
    """The player confirms an unusual number of cards."""
    as_laid: bool = False
    """The player confirms how the cards lie, and a knock that may not be legal."""
    asks_ruling: bool = False
    """The player confirms how the cards lie, and a knock that isn't legal like this is to be ruled."""
    call: Call | None = None
    """The player says what the call was."""
    batch: str = ""
    """The id under which a phone sends these taps until they are answered."""


def read_taps(form: MultiDict[str, str]) -> Taps | None:
    """Read one tap from a plain form, or several that a script sends together; None for more than anyone taps."""
    if "taps" not in form:
        finishes = form.get("act") in _FINISHING or "call" in form
        return Taps(
            taps=() if finishes else (form,),
            finishes=finishes or "done" in form,
            as_it_is=form.get("act") == _AS_IT_IS,
            as_laid=form.get("act") == _AS_LAID,
            asks_ruling=form.get("act") == _RULE,
            call=_call(form.get("call")),
        )
    texts = form["taps"].split()
    if len(texts) > MAX_TAPS:
        return None
    taps = [(name, value) for name, _, value in (text.partition(":") for text in texts)]
    finishing = (
        index for index, (name, value) in enumerate(taps) if name == "call" or (name == "act" and value in _FINISHING)
    )
    end = next(finishing, len(taps))
    last = dict(taps[end : end + 1])
    batch = form.get("batch", "")
    return Taps(
        taps=tuple({name: value} for name, value in taps[:end]),
        finishes=end < len(taps),
        as_it_is=last.get("act") == _AS_IT_IS,
        as_laid=last.get("act") == _AS_LAID,
        asks_ruling=last.get("act") == _RULE,
        call=_call(last.get("call")),
        batch=batch if len(batch) <= LONGEST_BATCH else "",
    )


def _call(value: str | None) -> Call | None:
    """Return the call that a player corrects: from Gin with deadwood to a knock."""
    return Call.KNOCK if value == Call.KNOCK else None


def apply_taps(
    hand: EnteredHand, taps: Iterable[Mapping[str, str]], rules: RuleSet, context: MeldContext, others: Owners
) -> ActionResult:
    """Apply taps one after the other, and collect the errors."""
    errors: dict[str, None] = {}
    for tap in taps:
        result = _within_limit(_apply_tap(hand, tap, rules, context, others), hand, rules)
        hand = result.hand
        if result.error:
            errors[result.error] = None
    return ActionResult(hand, " ".join(errors))


def _within_limit(result: ActionResult, before: EnteredHand, rules: RuleSet) -> ActionResult:
    """Return what a tap did, or why it does nothing: the hand would have more cards than any can."""
    error = too_many_cards(result.hand, before, rules)
    return ActionResult(replace(before, picked=(), run_begun=False), error) if error else result


def too_many_cards(hand: EnteredHand, before: EnteredHand, rules: RuleSet) -> str:
    """Return why cards can't be added to a hand that would then have more than any can; empty if they can."""
    held, most = len(hand.entry.cards), most_cards(rules)
    return too_many_added_sentence(most, held) if held > max(most, len(before.entry.cards)) else ""


def _apply_tap(
    hand: EnteredHand, form: Mapping[str, str], rules: RuleSet, context: MeldContext, others: Owners
) -> ActionResult:
    match form:
        case {"card": name} if name in CARDS_BY_NAME:
            return _lay(hand, CARDS_BY_NAME[name], context, others)
        case {"out": name} if name in CARDS_BY_NAME:
            entry = take_out(hand.entry, (CARDS_BY_NAME[name],), context)
            return ActionResult(replace(hand, entry=entry, picked=(), run_begun=False))
        case {"pick": name} if name in CARDS_BY_NAME:
            return ActionResult(_pick(hand, CARDS_BY_NAME[name]))
        case {"run": ends}:
            return _lay_run(hand, ends, others)
        case {"named": names}:
            return _resolve(hand, names, context, others)
        case {"neither": names}:
            return _resolve(hand, names, context, others, neither=True)
        case {"text": text}:
            return _enter_text(hand, text, context, others)
        case {"points": points}:
            return enter_points(hand, points, rules, claims="claims" in form)
        case {"offer": text} | {"no-offer": text}:
            return _answer_offer(hand, text, context, accepts="offer" in form)
        case {"reading": text}:
            readings = readings_to_choose(hand.entry, context, takes_lay_offs=True, lays_off=True)
            chosen = next((reading for reading in readings if write_reading(reading) == text), None)
            return ActionResult(hand) if chosen is None else _step(hand, choose(hand.entry, chosen))
        case {"act": action}:
            return _act(hand, action, context, others)
        case _:
            return ActionResult(hand)


def _lay(hand: EnteredHand, card: Card, context: MeldContext, others: Owners) -> ActionResult:
    if hand.run_begun and card != hand.entry.last:
        return _step(hand, lay_run(hand.entry, card, others))
    return _step(hand, lay(hand.entry, card, context, others))


def _lay_run(hand: EnteredHand, ends: str, others: Owners) -> ActionResult:
    """Lay the run between two keys that a finger slid across: 5C-8C."""
    names = ends.split("-")
    if len(names) != len(("first", "last")) or not set(names) <= CARDS_BY_NAME.keys():
        return ActionResult(hand)
    start, end = (CARDS_BY_NAME[name] for name in names)
    return _step(hand, lay_run_between(hand.entry, start, end, others))


def _resolve(
    hand: EnteredHand, names: str, context: MeldContext, others: Owners, *, neither: bool = False
) -> ActionResult:
    """Name a card that a photo left open, as one of its guesses (9C-9S: it is the 9 of clubs) or as none of them."""
    card, other = (CARDS_BY_NAME.get(name) for name in (*names.split("-"), "")[:2])
    if card is None:
        return ActionResult(hand)
    if neither:
        return _step(hand, dismiss_doubt(hand.entry, card, other))
    if card in others:
        return _step(hand, Refusal(NotLaid.HELD_BY_ANOTHER, (card,), others[card]))
    return _step(hand, name_doubt(hand.entry, card, other, context))


def _answer_offer(hand: EnteredHand, text: str, context: MeldContext, *, accepts: bool) -> ActionResult:
    """Lay the cards of an offer as offered, or ask no longer; an offer that no longer stands does nothing."""
    offer = read_offer(text)
    if offer is None or not (offer in open_offers(hand.entry, context) or may_be_offered(hand.entry, offer, context)):
        return ActionResult(hand)
    return _step(hand, accept(hand.entry, offer, context) if accepts else decline(hand.entry, offer))


def _step(hand: EnteredHand, step: HandEntry | Refusal) -> ActionResult:
    cleared = replace(hand, picked=(), run_begun=False)
    if isinstance(step, Refusal):
        return ActionResult(cleared, refusal_sentence(step))
    return ActionResult(replace(cleared, entry=step))


def _pick(hand: EnteredHand, card: Card) -> EnteredHand:
    if card not in hand.entry.cards:
        return hand
    rest = tuple(other for other in hand.picked if other != card)
    return replace(hand, picked=rest if card in hand.picked else (*rest, card), run_begun=False)


def _enter_text(hand: EnteredHand, text: str, context: MeldContext, others: Owners) -> ActionResult:
    try:
        written = parse_shorthand(text, others)
    except ShorthandError as error:
        return ActionResult(hand, shorthand_sentence(error))
    entry = entered(written.melds, written.deadwood, hand.entry, put_down=written.put_down)
    if hand.way == Way.LAID_OUT and not (hand.entry.cards or written.melds or written.put_down):
        entry = replace(lay_in_order(hand.entry, written.deadwood, context), before=hand.entry)
    if hand.way == Way.LOOSE:
        entry = _grouped_as_before(entry, hand.entry)
    if (entry.melds, entry.deadwood) == (hand.entry.melds, hand.entry.deadwood):
        return ActionResult(hand)
    return ActionResult(replace(hand, entry=entry, picked=(), run_begun=False))


def _grouped_as_before(written: HandEntry, before: HandEntry) -> HandEntry:
    """Return cards that were written without their groups, grouped as far as they lay in groups before."""
    if set(written.cards) == set(before.cards):
        return before
    kept = tuple(group for group in before.melds if set(group) <= set(written.cards))
    grouped = {card for group in kept for card in group}
    melds = tuple(tuple(card for card in group if card not in grouped) for group in written.melds)
    deadwood = tuple(card for card in written.deadwood if card not in grouped)
    return entered((*kept, *filter(None, melds)), deadwood, before)


def doubted_points(hands: Mapping[int, EnteredHand], rules: RuleSet) -> dict[int, str]:
    """Return by their seats the questions about numbers that no hand can count beside the others."""
    entered = [_as_input(hand) for hand in hands.values()]
    doubted = counted_points(entered, rules)
    return {seat: too_many_points_sentence(doubted[place]) for place, seat in enumerate(hands) if place in doubted}


def _as_input(hand: EnteredHand) -> HandInput:
    return Loose(hand.cards) if hand.way != Way.COUNTED or hand.points is None else Counted(hand.points)


def enter_points(hand: EnteredHand, points: str, rules: RuleSet, *, claims: bool) -> ActionResult:
    """Enter the deadwood that the table counted, if a hand can count as much."""
    counted = replace(hand, way=Way.COUNTED, points=None, claims=claims)
    if not points.isdecimal() or int(points[:9]) > MAX_POINTS:
        return ActionResult(counted, points_error(most_deadwood(rules)) if points else "")
    new = replace(counted, points=int(points))
    doubted = doubted_points({0: new}, rules)
    return ActionResult(counted, doubted[0]) if doubted else ActionResult(new)


def _act(hand: EnteredHand, action: str, context: MeldContext, others: Owners) -> ActionResult:
    entry = hand.entry
    cleared = replace(hand, picked=(), run_begun=False)
    match action.split(":"):
        case ["undo"]:
            return ActionResult(replace(cleared, entry=undo(entry)))
        case ["run"] if entry.last is None:
            return _step(hand, Refusal(NotLaid.NO_START))
        case ["run"]:
            return ActionResult(replace(cleared, run_begun=not hand.run_begun))
        case ["rank"]:
            return _step(hand, lay_rank(entry, others))
        case ["out"]:
            return ActionResult(replace(cleared, entry=take_out(entry, hand.picked, context)))
        case ["new" | "dead" as place] if hand.picked:
            return ActionResult(replace(cleared, entry=regroup(entry, hand.picked, _PLACES[place])))
        case ["new" | "dead" as step]:
            return ActionResult(replace(cleared, entry=_STEPS[step](entry)))
        case ["to", place] if place.isdecimal():
            return ActionResult(replace(cleared, entry=regroup(entry, hand.picked, int(place[:3]))))
        case ["down", place] if place.isdecimal() and int(place[:3]) < len(entry.melds):
            return ActionResult(replace(cleared, entry=regroup(entry, entry.melds[int(place[:3])], MovedTo.DEADWOOD)))
        case ["claims"]:
            return ActionResult(replace(hand, claims=not hand.claims, checked=False))
        case ["way", "laid-out" | "loose" | "counted" as way]:
            return ActionResult(_switch_way(cleared, Way(way)))
        case _:
            return ActionResult(hand)


def _switch_way(hand: EnteredHand, way: Way) -> EnteredHand:
    """Enter the hand another way. Its cards stay and lie as they were laid, because the player may switch back."""
    if hand.way == Way.LOOSE and way == Way.LAID_OUT:
        return replace(hand, way=way, entry=replace(closed(hand.entry), next=Next.NEW_MELD))
    return replace(hand, way=way)
