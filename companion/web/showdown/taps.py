"""Apply taps and typed text to a hand: the one place where a form becomes an entry."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from companion.documents.shorthand import ShorthandError, parse_shorthand
from companion.documents.showdown_draft import EnteredHand, Way, read_offer, tapped, undone, write_reading
from companion.rules.cards import CARDS_BY_NAME, Card
from companion.rules.rummy.calls import most_cards, most_deadwood
from companion.rules.rummy.checks import counted_points
from companion.rules.rummy.entry import MovedTo, Next, NotLaid, Owners, Refusal, rank_left, run_to, why_not_laid
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.offers import may_be_offered, open_offers, readings_to_choose
from companion.rules.rummy.partition import Group
from companion.rules.rummy.ruleset import RuleSet
from companion.rules.rummy.showdown_input import Counted, HandInput, Loose
from companion.rules.rummy.taps import (
    Aimed,
    Answered,
    Chosen,
    Dismissed,
    Laid,
    LaidTogether,
    Moved,
    Named,
    Settled,
    TakenOut,
    Tap,
    Written,
)
from companion.rules.rummy.verdict import Call
from companion.web.showdown.draft import ShowdownDraft
from companion.wording.document_errors import shorthand_sentence
from companion.wording.showdown import points_error, refusal_sentence, too_many_added_sentence, too_many_points_sentence

MAX_POINTS = 999
"""The most that the three digits of a field can say; `most_deadwood` knows what a hand can count."""
MAX_TAPS = 80
"""How many taps a phone may send together: more than anyone taps while one request is under way."""
LONGEST_BATCH = MAX_TAPS - 1
_AIMS = {"new": Next.NEW_MELD, "dead": Next.DEADWOOD}
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
    """The taps of a request in their order, and how they finish the hand, if they do."""

    taps: tuple[Mapping[str, str], ...]
    finishes: bool
    act: str
    call: Call | None
    """The player says what the call was: no Gin with deadwood, but a knock."""
    batch: str
    """The id under which a phone sends these taps until they are answered."""

    @property
    def as_it_is(self) -> bool:
        """Whether the player confirms an unusual number of cards."""
        return self.act == _AS_IT_IS

    @property
    def as_laid(self) -> bool:
        """Whether the player confirms how the cards lie, and a knock that may not be legal."""
        return self.act == _AS_LAID

    @property
    def asks_ruling(self) -> bool:
        """Whether the player confirms how the cards lie, and a knock that isn't legal like this is to be ruled."""
        return self.act == _RULE


def read_taps(form: MultiDict[str, str]) -> Taps | None:
    """Read one tap from a plain form, or several that a script sends together; None for more than anyone taps."""
    taps: list[Mapping[str, str]] = [form]
    if "taps" in form:
        taps = [{name: value} for name, _, value in (text.partition(":") for text in form["taps"].split())]
    if len(taps) > MAX_TAPS:
        return None
    finishing = (place for place, tap in enumerate(taps) if "call" in tap or tap.get("act") in _FINISHING)
    end = next(finishing, len(taps))
    last = taps[end] if end < len(taps) else {}
    batch = form.get("batch", "")
    return Taps(
        taps=tuple(taps[:end]),
        finishes=end < len(taps) or "done" in form,
        act=last.get("act", ""),
        call=Call.KNOCK if last.get("call") == Call.KNOCK else None,
        batch=batch if len(batch) <= LONGEST_BATCH else "",
    )


def apply_taps(draft: ShowdownDraft, seat: int, hand: EnteredHand, taps: Iterable[Mapping[str, str]]) -> ActionResult:
    """Apply taps one after the other, and collect the errors."""
    errors: dict[str, None] = {}
    others = draft.others_cards(seat)
    for tap in taps:
        result = _within_limit(_apply_tap(draft, hand, tap, others), hand, draft.rules)
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


def _apply_tap(draft: ShowdownDraft, hand: EnteredHand, form: Mapping[str, str], others: Owners) -> ActionResult:
    context = draft.laying
    match form:
        case {"card": name} if name in CARDS_BY_NAME:
            card = CARDS_BY_NAME[name]
            if hand.run_begun and card != hand.entry.last:
                return _lay_together(hand, hand.entry.last, run_to(hand.entry.last, card), others, context)
            return _refused(hand, card, others) or _tapped(hand, Laid(card), context)
        case {"out": name} if name in CARDS_BY_NAME:
            return _tapped(hand, TakenOut((CARDS_BY_NAME[name],)), context)
        case {"pick": name} if name in CARDS_BY_NAME:
            return ActionResult(_pick(hand, CARDS_BY_NAME[name]))
        case {"run": ends}:
            return _lay_run(hand, ends, others, context)
        case {"named": names} | {"neither": names}:
            named, other = (CARDS_BY_NAME.get(name) for name in (*names.split("-"), "")[:2])
            if named is None:
                return ActionResult(hand)
            if "neither" in form:
                return _tapped(hand, Dismissed(named, other), context)
            return _refused(hand, named, others) or _tapped(hand, Named(named, other), context)
        case {"text": text}:
            return _enter_text(hand, text, context, others)
        case {"points": points}:
            return enter_points(hand, points, draft.rules, claims="claims" in form)
        case {"offer": text} | {"no-offer": text}:
            offer = read_offer(text)
            entry, known = hand.entry, draft.context
            if offer is None or not (offer in open_offers(entry, known) or may_be_offered(entry, offer, known)):
                return ActionResult(hand)
            return _tapped(hand, Answered(offer, "offer" in form), context)
        case {"reading": text}:
            readings = readings_to_choose(hand.entry, draft.context, takes_lay_offs=True, lays_off=True)
            chosen = next((reading for reading in readings if write_reading(reading) == text), None)
            if chosen is None:
                return ActionResult(hand)
            return _tapped(hand, Chosen(chosen, diamond=context.diamond), context)
        case {"act": action}:
            return _act(hand, action, context, others)
        case _:
            return ActionResult(hand)


def _lay_run(hand: EnteredHand, ends: str, others: Owners, context: MeldContext) -> ActionResult:
    """Lay the run between two keys that a finger slid across: 5C-8C."""
    names = ends.split("-")
    if len(names) != len(("first", "last")) or not set(names) <= CARDS_BY_NAME.keys():
        return ActionResult(hand)
    start, end = (CARDS_BY_NAME[name] for name in names)
    refusal = why_not_laid(hand.entry, (start,), others)
    if refusal:
        return _refuse(hand, refusal)
    if start == end:
        return _tapped(hand, Laid(start), context)
    return _lay_together(hand, start, run_to(start, end), others, context)


def _lay_together(
    hand: EnteredHand, start: Card | None, more: Group | Refusal, others: Owners, context: MeldContext
) -> ActionResult:
    if start is None or isinstance(more, Refusal):
        return _refuse(hand, more if isinstance(more, Refusal) else Refusal(NotLaid.NO_START))
    refusal = why_not_laid(hand.entry, more, others)
    return _refuse(hand, refusal) if refusal else _tapped(hand, LaidTogether(start, more), context)


def _tapped(hand: EnteredHand, tap: Tap, context: MeldContext) -> ActionResult:
    return ActionResult(tapped(_put_back(hand), tap, context))


def _put_back(hand: EnteredHand) -> EnteredHand:
    return replace(hand, picked=(), run_begun=False)


def _refused(hand: EnteredHand, card: Card, others: Owners) -> ActionResult | None:
    held = Refusal(NotLaid.HELD_BY_ANOTHER, (card,), others[card]) if card in others else None
    return _refuse(hand, held) if held else None


def _refuse(hand: EnteredHand, refusal: Refusal) -> ActionResult:
    return ActionResult(_put_back(hand), refusal_sentence(refusal))


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
    melds, deadwood, put_down = written.melds, written.deadwood, written.put_down
    in_order = hand.way == Way.LAID_OUT and not (hand.entry.cards or melds or put_down)
    if hand.way == Way.LOOSE:
        # The text has no groups: what lay in groups before stays so.
        cards = {card for group in (*melds, deadwood) for card in group}
        if cards == set(hand.entry.cards):
            return ActionResult(hand)
        kept = tuple(group for group in hand.entry.melds if cards.issuperset(group))
        rest = cards.difference(*kept)
        melds = (*kept, *filter(None, (tuple(card for card in group if card in rest) for group in melds)))
        deadwood = tuple(card for card in deadwood if card in rest)
    tap = Written(melds, deadwood, put_down, in_order, diamond=context.diamond)
    new = tapped(hand, tap, context)
    if (new.entry.melds, new.entry.deadwood) == (hand.entry.melds, hand.entry.deadwood):
        return ActionResult(hand)
    return ActionResult(_put_back(new))


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
    entry, diamond = hand.entry, context.diamond
    match action.split(":"):
        case ["undo"]:
            return ActionResult(undone(_put_back(hand), context))
        case ["run"] if entry.last is None:
            return _refuse(hand, Refusal(NotLaid.NO_START))
        case ["run"]:
            return ActionResult(replace(_put_back(hand), run_begun=not hand.run_begun))
        case ["rank"]:
            return _lay_together(hand, entry.last, rank_left(entry, others), others, context)
        case ["out"]:
            return _tapped(hand, TakenOut(hand.picked), context)
        case ["new" | "dead" as place] if hand.picked:
            return _tapped(hand, Moved(hand.picked, _PLACES[place], diamond=diamond), context)
        case ["new" | "dead" as place]:
            return _tapped(hand, Aimed(_AIMS[place]), context)
        case ["to", place] if place.isdecimal() and int(place[:3]) < len(entry.melds):
            (onto, *_) = entry.melds[int(place[:3])]
            return _tapped(hand, Moved(hand.picked, None, onto, diamond=diamond), context)
        case ["down", place] if place.isdecimal() and int(place[:3]) < len(entry.melds):
            group = entry.melds[int(place[:3])]
            return _tapped(hand, Moved(group, MovedTo.DEADWOOD, diamond=diamond), context)
        case ["claims"]:
            return ActionResult(replace(hand, claims=not hand.claims, checked=False))
        case ["way", "laid-out" | "loose" | "counted" as way]:
            return ActionResult(_switch_way(_put_back(hand), Way(way), context))
        case _:
            return ActionResult(hand)


def _switch_way(hand: EnteredHand, way: Way, context: MeldContext) -> EnteredHand:
    """Enter the hand another way. Its cards stay and lie as they were laid, because the player may switch back."""
    if hand.way == Way.LOOSE and way == Way.LAID_OUT:
        hand = tapped(hand, Settled(Next.NEW_MELD), context)
    return replace(hand, way=way)
