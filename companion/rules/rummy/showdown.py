"""Judge a showdown: melds, call, lay-offs and points."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from companion.rules.cards import NO_CARDS, Card
from companion.rules.facts import fact
from companion.rules.gems import NOTHING_KNOWN, Gem, gem_parts, letters_for_gem_parts
from companion.rules.rummy import checks
from companion.rules.rummy.calls import expected_cards
from companion.rules.rummy.lay_offs import LayOff, OpenMelds, Pass, Turns, check_played, play_best
from companion.rules.rummy.melds import Meld
from companion.rules.rummy.pricing import HandFacts, hand_tie, hand_winner, price
from companion.rules.rummy.ruling import OpenRuling
from companion.rules.rummy.showdown_input import Counted, LaidOut, Showdown
from companion.rules.rummy.solver import one_budget
from companion.rules.rummy.unknown import could_do_better, unknown_letters
from companion.rules.rummy.verdict import (
    BestLayout,
    Call,
    Fault,
    FaultCode,
    HandRole,
    PlayerVerdict,
    ScoreLine,
    Tie,
    UnscoredGemParts,
    Verdict,
)

CALL_FAULTS = frozenset({FaultCode.KNOCK_TOO_HIGH, FaultCode.NOT_GIN, FaultCode.NOT_BIG_GIN, FaultCode.NOT_RUM})
FAULTS_OF_LAYOUT = CALL_FAULTS | {FaultCode.NOT_A_MELD}


@lru_cache(maxsize=64)
@one_budget
def judge(showdown: Showdown) -> Verdict:
    """Return every fault, or the points and their reasons. Cached, as several screens ask for the same verdict."""
    ruling = OpenRuling(showdown)
    faults = [*checks.print_broken(showdown.gems, ruling.rules), *_hand_faults(ruling), *_call_faults(ruling)]
    if showdown.lay_offs is not None:
        faults += _check_lay_offs(ruling)
    elif ruling.rules.has_lay_offs and not faults:
        table = ruling.open_table(ruling.hands, ruling.closed)
        ruling.lay_off(play_best(table, ruling.others, in_turns=ruling.rules.lay_offs_take_turns))
    best = [_best(ruling, seat) for seat in ruling.seats]
    gem_parts = [_gem_parts(ruling, seat) for seat in ruling.seats]
    score = _NO_SCORE if faults else _score(ruling, gem_parts)
    unknown = unknown_letters(ruling, faults)
    players = tuple(
        PlayerVerdict(
            name=ruling.names[seat],
            role=HandRole.KNOCKER if seat == ruling.knocker else HandRole.OTHER,
            groups=ruling.hands[seat].groups,
            laid_off=ruling.laid_off[seat],
            deadwood=ruling.left(seat).listed,
            deadwood_points=ruling.points_left(seat),
            best=best[seat],
            gem_parts=gem_parts[seat].counts,
            king_gems=gem_parts[seat].king_gems,
            points=score.points[seat] if score.points else None,
            lines=score.lines[seat] if score.lines else (),
            unscored_gem_parts=gem_parts[seat].unscored,
            gem_parts_by_eye=gem_parts[seat].by_eye,
        )
        for seat in ruling.seats
    )
    undecided = tuple(letter.card for letter in unknown.asked if letter.seat == ruling.knocker)
    if undecided:
        faults = [replace(fault, undecided=undecided) for fault in faults]
    faults = _with_best_layout(faults, best[ruling.knocker], ruling)
    return Verdict(
        legal=not faults,
        faults=tuple(faults),
        players=players,
        winner=score.winner,
        call=ruling.call,
        lay_offs=ruling.moves,
        tie=score.tie,
        unknown_gems=unknown.cards,
        asked=unknown.asked,
    )


def faults_of_call(showdown: Showdown) -> tuple[Fault, ...]:
    return tuple(fault for fault in judge(showdown).faults if fault.code in CALL_FAULTS)


def table_as_laid(showdown: Showdown) -> OpenMelds:
    ruling = OpenRuling(showdown)
    return ruling.open_table(ruling.on_table(), ruling.closed)


def _check_lay_offs(ruling: OpenRuling) -> list[Fault]:
    moves = ruling.showdown.lay_offs or ()
    if not ruling.is_searched:
        return []
    if not ruling.rules.has_lay_offs:
        return [checks.not_played(move, ruling.names, ruling.rules) for move in moves]
    table = ruling.open_table(ruling.on_table(), ruling.closed)
    turns = Turns(ruling.others, ruling.rules.lay_offs_take_turns)
    wrong = list(check_played(table, moves, turns, ruling.closed))
    wrong_turns = {problem.turn for problem in wrong}
    ruling.lay_off([_as_scored(move, ruling) for turn, move in enumerate(moves) if turn not in wrong_turns])
    return [checks.lay_off_fault(problem, ruling.call, ruling.showdown) for problem in wrong]


def _as_scored(move: LayOff | Pass, ruling: OpenRuling) -> LayOff | Pass:
    if isinstance(move, Pass):
        return move
    laid, scored = ruling.as_laid[move.owner], ruling.hands[move.owner].groups
    if laid is None or laid.groups == scored or not scored:
        return move
    cards = set(laid.groups[move.place].cards)
    place = max(range(len(scored)), key=lambda place: len(cards.intersection(scored[place].cards)))
    return LayOff(move.seat, move.card, move.owner, place)


def _hand_faults(ruling: OpenRuling) -> list[Fault]:
    showdown, rules = ruling.showdown, ruling.rules
    faults = checks.repeated_cards(ruling.names, ruling.given, rules)
    hands = [player.hand for player in showdown.seats]
    too_high = checks.counted_points(hands, rules)
    for seat, name in enumerate(ruling.names):
        if seat in too_high:
            faults.append(Fault(FaultCode.POINTS_TOO_HIGH, name, (), rules.cites.card_values, too_high[seat]))
        if not isinstance(hands[seat], Counted):
            knocks, given = seat == ruling.knocker, ruling.given[seat]
            expected = expected_cards(rules, ruling.call, knocks=knocks)
            big_gin = knocks and ruling.call == Call.BIG_GIN
            faults += checks.card_count(name, len(given), expected, rules, big_gin=big_gin)
            if showdown.claims_gem_parts(seat):
                checked = showdown.gem_parts_checked(seat)
                faults += checks.gem_parts_claim(name, given, showdown.gems, rules, checked=checked)
        laid = ruling.as_laid[seat]
        if laid is not None and laid.has_faulty_group:
            faults += checks.no_melds(name, laid.groups, showdown.gems, rules)
    return faults


def _call_faults(ruling: OpenRuling) -> list[Fault]:
    if not ruling.is_searched:
        return []
    knocker = ruling.hands[ruling.knocker]
    hand = ruling.showdown.seats[ruling.knocker].hand
    cards = knocker.deadwood.listed
    if isinstance(hand, LaidOut) and not ruling.is_open[ruling.knocker]:
        cards = hand.deadwood
    besides_groups = knocker.has_faulty_group
    if ruling.call == Call.KNOCK:
        return checks.knock_too_high(ruling.showdown, cards, knocker.points, besides_groups=besides_groups)
    return checks.wrong_call(ruling.showdown, ruling.call, cards, knocker.points, besides_groups=besides_groups)


def _with_best_layout(faults: list[Fault], best: BestLayout | None, ruling: OpenRuling) -> list[Fault]:
    """If all that is wrong with the Knocker's hand is its layout or its call, add what its best layout leaves."""
    name, knocker = ruling.names[ruling.knocker], ruling.hands[ruling.knocker]
    if best is None or (best.points >= knocker.points and not knocker.has_faulty_group):
        return faults
    own = [fault for fault in faults if fault.player in {None, name} and not fault.is_of_lay_off]
    if not own or any(fault.code not in FAULTS_OF_LAYOUT for fault in own):
        return faults
    found = checks.best_of(ruling.showdown, ruling.showdown.call or Call.KNOCK, best.points)
    # Unknown gems could lower the least, which only matters while it isn't low enough.
    if not (best.certain or found.is_legal or found.may_be_a_knock):
        return faults
    # A wrong call comes after the groups, so it has the last word.
    return [replace(fault, best=found) if fault is own[-1] else fault for fault in faults]


def _best(ruling: OpenRuling, seat: int) -> BestLayout | None:
    hand, knocks = ruling.hands[seat], seat == ruling.knocker
    if hand.is_counted or not ruling.is_searched:
        return None
    takers = [] if knocks else ruling.takers_for(seat)
    plan = None if knocks and ruling.is_open[seat] else ruling.plan(seat, takers)
    if plan is None or (knocks and plan.points == hand.points and not hand.has_faulty_group):
        melds = tuple(group for group in hand.groups if isinstance(group, Meld))
        laid_off, deadwood, points = NO_CARDS, hand.deadwood, hand.points
    else:
        melds, laid_off, deadwood, points = plan.melds, plan.laid_off, plan.deadwood - plan.laid_off, plan.points
    certain = not ruling.lacks_letters or not could_do_better(
        ruling.context, ruling.cards[seat], points, ruling.open_melds(takers)
    )
    return BestLayout(melds, laid_off.listed, deadwood.listed, points, certain)


@fact
class _GemParts:
    counts: bool = False
    king_gems: tuple[tuple[Card, Gem], ...] = ()
    by_eye: bool = False
    """The table's check decides: the known gems neither show it nor rule it out."""
    unscored: UnscoredGemParts | None = None


NO_GEM_PARTS = _GemParts()


def _gem_parts(ruling: OpenRuling, seat: int) -> _GemParts:
    if not ruling.is_searched:
        return NO_GEM_PARTS
    hand, gems = ruling.showdown.seats[seat].hand, ruling.context.gems
    claims = hand.gem_parts if isinstance(hand, Counted) else hand.claims_gem_parts
    if not ruling.rules.gem_parts_points(knocks=seat == ruling.knocker):
        return _GemParts(unscored=UnscoredGemParts.NOT_PLAYED) if claims else NO_GEM_PARTS
    if isinstance(hand, Counted):
        return _GemParts(counts=hand.gem_parts)
    shown = None if gems is None else gem_parts(gems, ruling.cards[seat])
    if claims is False:
        return NO_GEM_PARTS if shown is None else _GemParts(unscored=UnscoredGemParts.PASSED_UP)
    if shown is not None:
        return _GemParts(counts=True, king_gems=tuple(shown.items()))
    known = gems or NOTHING_KNOWN
    if claims and hand.gem_parts_checked and letters_for_gem_parts(known, ruling.cards[seat]):
        return _GemParts(counts=True, by_eye=True)
    return NO_GEM_PARTS


@fact
class _Score:
    lines: tuple[tuple[ScoreLine, ...], ...] = ()
    points: tuple[int, ...] = ()
    winner: str | None = None
    tie: Tie | None = None


_NO_SCORE = _Score()


def _score(ruling: OpenRuling, gem_parts: Sequence[_GemParts]) -> _Score:
    facts = HandFacts(
        names=ruling.names,
        knocker=ruling.knocker,
        call=ruling.call,
        deadwood=tuple(ruling.points_left(seat) for seat in ruling.seats),
        gem_parts=tuple(found.counts for found in gem_parts),
        knocker_held=len(ruling.cards[ruling.knocker]),
        is_doubled=ruling.showdown.is_doubled,
    )
    lines = price(facts, ruling.rules)
    points = tuple(sum(line.points for line in own) for own in lines)
    winner = hand_winner(facts, points, ruling.rules)
    name = None if winner is None else ruling.names[winner]
    return _Score(lines, points, name, hand_tie(facts, points, ruling.rules))
