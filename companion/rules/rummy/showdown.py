"""Judge a showdown: melds, call, lay-offs and points."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from companion.rules.cards import ALL_CARDS, Card, hand_of, listed, points_in
from companion.rules.gems import NOTHING_KNOWN, Gem, gem_parts, letters_for_gem_parts, unknown_cards, with_all_possible
from companion.rules.rummy import checks
from companion.rules.rummy.calls import (
    MOST_CARDS,
    closed_in,
    closed_seat,
    effective_call,
    expected_cards,
    is_big_gin_size,
    knock_limit,
    most_cards,
)
from companion.rules.rummy.effort import one_budget
from companion.rules.rummy.laid_hand import LaidHand, open_melds
from companion.rules.rummy.lay_offs import (
    LayOff,
    OpenMelds,
    Pass,
    Turns,
    best_plan,
    check_played,
    play_best,
)
from companion.rules.rummy.melds import Meld, MeldContext, NoMeld, classify, melds_of
from companion.rules.rummy.open_hands import is_laid_out_again, is_open, laid_out_against, scored_hands
from companion.rules.rummy.pricing import Facts, hand_tie, hand_winner, price
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose, Showdown, cards_given
from companion.rules.rummy.unknown import NO_LETTERS, Position, UnknownLetters, could_do_better, unknown_letters
from companion.rules.rummy.verdict import (
    BestLayout,
    Call,
    CallFacts,
    Fault,
    FaultCode,
    PlayerVerdict,
    Role,
    UnscoredGemParts,
    Verdict,
)

CALL_FAULTS = frozenset({FaultCode.KNOCK_TOO_HIGH, FaultCode.NOT_GIN, FaultCode.NOT_BIG_GIN, FaultCode.NOT_RUM})
FAULTS_OF_LAYOUT = CALL_FAULTS | {FaultCode.NOT_A_MELD}
FULL_DECK = hand_of(ALL_CARDS)


@one_budget()
def judge(showdown: Showdown) -> Verdict:
    """Return the verdict on a showdown: every fault, or the points and their reasons."""
    largest = max(len(cards_given(seat.hand)) for seat in showdown.seats)
    # A hand that is too large only for its own game is searched, so that all is named that is wrong with it.
    if largest > max(MOST_CARDS, most_cards(showdown.rules)):
        return _without_search(showdown)
    context = showdown.context
    as_laid = [_as_laid(seat.hand, context) for seat in showdown.seats]
    named = _named_lay_offs(showdown)
    hands = scored_hands(showdown, as_laid, named)
    knocker = hands[showdown.knocker]
    has_deadwood = bool(knocker.points_without(0))
    call = effective_call(showdown.rules, showdown.call, knocker.cards.bit_count(), has_deadwood=has_deadwood)
    closed = closed_seat(showdown.knocker, call, has_deadwood=has_deadwood)
    if showdown.lay_offs is None:
        hands = laid_out_against(showdown, hands, closed)
    best = [_best(showdown, hands, seat, closed) for seat in range(len(hands))]
    faults = [
        *checks.print_broken(showdown.gems, showdown.rules),
        *checks.repeated_cards([(seat.name, cards_given(seat.hand)) for seat in showdown.seats], showdown.rules),
        *_hand_faults(showdown, as_laid, call),
        *_call_faults(showdown, call, knocker),
    ]
    if showdown.lay_offs is None:
        moves = [] if faults else _play(showdown, hands, closed)
    else:
        on_table = [laid or scored for laid, scored in zip(as_laid, hands, strict=True)]
        moves, lay_off_faults = _check(showdown, on_table, closed, call)
        faults += lay_off_faults
        moves = [_as_scored(move, as_laid, hands) for move in moves]
    laid_off = [_cards_laid_off(moves, seat) for seat in range(len(hands))]
    shown_gems = [_gem_parts(showdown, place, hand.cards) for place, hand in enumerate(hands)]
    by_eye = [_rests_on_the_table(showdown, place, hand.cards) for place, hand in enumerate(hands)]
    facts = Facts(
        names=tuple(seat.name for seat in showdown.seats),
        knocker=showdown.knocker,
        call=call,
        deadwood=tuple(hand.points_without(hand_of(off)) for hand, off in zip(hands, laid_off, strict=True)),
        gem_parts=tuple(shown is not None or checked for shown, checked in zip(shown_gems, by_eye, strict=True)),
        knocker_held=knocker.cards.bit_count(),
        is_doubled=showdown.is_doubled,
    )
    lines = ((),) * len(hands) if faults else price(facts, showdown.rules)
    points = [sum(line.points for line in own) for own in lines]
    unknown = _unknown(showdown, hands, closed, faults, [hand_of(off) for off in laid_off])
    faults = _with_undecided(faults, unknown, showdown.knocker)
    faults = _with_best_layout(faults, best[showdown.knocker], knocker, showdown)
    players = tuple(
        PlayerVerdict(
            name=seat.name,
            role=Role.KNOCKER if place == showdown.knocker else Role.OTHER,
            groups=hands[place].groups,
            laid_off=laid_off[place],
            deadwood=listed(hands[place].deadwood & ~hand_of(laid_off[place])),
            deadwood_points=facts.deadwood[place],
            best=best[place],
            gem_parts=facts.gem_parts[place],
            king_gems=tuple((shown_gems[place] or {}).items()),
            gem_parts_by_eye=by_eye[place],
            points=None if faults else points[place],
            lines=lines[place],
            unscored_gem_parts=_unscored_gem_parts(showdown, place, hands[place].cards),
        )
        for place, seat in enumerate(showdown.seats)
    )
    winner = None if faults else hand_winner(facts, points, showdown.rules)
    tie = None if faults else hand_tie(facts, points, showdown.rules)
    return Verdict(
        legal=not faults,
        faults=tuple(faults),
        players=players,
        winner=None if winner is None else facts.names[winner],
        call=call,
        lay_offs=tuple(moves),
        tie=tie,
        unknown_gems=unknown.cards,
        asked=unknown.asked,
    )


def faults_of_call(showdown: Showdown) -> tuple[Fault, ...]:
    """Return what is wrong with the call, which the Knocker's hand alone decides."""
    return tuple(fault for fault in judge(showdown).faults if fault.code in CALL_FAULTS)


def _without_search(showdown: Showdown) -> Verdict:
    """Return the verdict on a showdown in which a hand has more cards than any can: they lie as given."""
    context, names = showdown.context, [seat.name for seat in showdown.seats]
    given = [cards_given(seat.hand) for seat in showdown.seats]
    as_laid = [_as_laid(seat.hand, context) for seat in showdown.seats]
    hands = [laid or LaidHand((), hand_of(cards), hand_of(cards)) for laid, cards in zip(as_laid, given, strict=True)]
    knocker = hands[showdown.knocker]
    has_deadwood = bool(knocker.points_without(0))
    call = effective_call(showdown.rules, showdown.call, knocker.cards.bit_count(), has_deadwood=has_deadwood)
    return Verdict(
        legal=False,
        faults=(
            *checks.print_broken(showdown.gems, showdown.rules),
            *checks.repeated_cards(list(zip(names, given, strict=True)), showdown.rules),
            *_hand_faults(showdown, as_laid, call),
        ),
        players=tuple(
            PlayerVerdict(
                name=name,
                role=Role.KNOCKER if place == showdown.knocker else Role.OTHER,
                groups=hand.groups,
                laid_off=(),
                deadwood=listed(hand.deadwood),
                deadwood_points=hand.points_without(0),
                best=None,
                gem_parts=False,
                king_gems=(),
                points=None,
                lines=(),
            )
            for place, (name, hand) in enumerate(zip(names, hands, strict=True))
        ),
        winner=None,
        call=call,
        lay_offs=(),
    )


def _as_laid(hand: HandInput, context: MeldContext) -> LaidHand | None:
    """Return a hand as it lies; None for loose cards."""
    match hand:
        case LaidOut():
            groups = tuple(classify(group, context) for group in hand.groups)
            return LaidHand(groups, hand_of(hand.deadwood), hand_of(cards_given(hand)))
        case Loose():
            return None
        case Counted():
            return LaidHand((), 0, 0, hand.deadwood_points)
    assert_never(hand)


def _named_lay_offs(showdown: Showdown) -> list[int]:
    """Return for each seat the cards entered as laid off."""
    named = [0] * len(showdown.seats)
    for move in showdown.lay_offs or ():
        if isinstance(move, LayOff):
            named[move.seat] |= 1 << move.card
    return named


def _open_table(showdown: Showdown, hands: Sequence[LaidHand], closed: int | None) -> OpenMelds:
    places = [place for place in range(len(hands)) if place != closed]
    melds = open_melds([hands[place] for place in places], places)
    return OpenMelds(melds, {place: hands[place].deadwood for place in showdown.others}, showdown.context)


def table_as_laid(showdown: Showdown) -> OpenMelds:
    """Return the melds that take lay-offs, and the others' deadwood, in a showdown whose hands all lie on the table."""
    laid = [_as_laid(seat.hand, showdown.context) for seat in showdown.seats]
    return _open_table(showdown, [hand for hand in laid if hand is not None], closed_in(showdown))


def _play(showdown: Showdown, hands: Sequence[LaidHand], closed: int | None) -> list[LayOff | Pass]:
    if not showdown.rules.has_lay_offs:
        return []
    in_turns = showdown.rules.lay_offs_take_turns
    return play_best(_open_table(showdown, hands, closed), showdown.others, in_turns=in_turns)


def _check(
    showdown: Showdown, on_table: Sequence[LaidHand], closed: int | None, call: Call
) -> tuple[list[LayOff | Pass], list[Fault]]:
    """Check and play the lay-offs that were entered; loose cards are all in hand until they are laid off."""
    moves = showdown.lay_offs or ()
    names = tuple(seat.name for seat in showdown.seats)
    if not showdown.rules.has_lay_offs:
        return [], [checks.not_played(move, names, showdown.rules) for move in moves]
    open_table = _open_table(showdown, on_table, closed)
    turns = Turns(showdown.others, showdown.rules.lay_offs_take_turns)
    wrong = list(check_played(open_table, moves, turns, closed))
    faults = [
        checks.lay_off_fault(move, problem, call, showdown)
        for problem in wrong
        if isinstance(move := moves[problem.turn], LayOff)
    ]
    wrong_turns = {problem.turn for problem in wrong}
    return [move for turn, move in enumerate(moves) if turn not in wrong_turns], faults


def _as_scored(move: LayOff | Pass, as_laid: Sequence[LaidHand | None], hands: Sequence[LaidHand]) -> LayOff | Pass:
    """Return a lay-off with its meld's place as scored; a hand laid out again has its melds in other places."""
    if isinstance(move, Pass):
        return move
    laid, scored = as_laid[move.owner], hands[move.owner].groups
    if laid is None or laid.groups == scored or not scored:
        return move
    cards = set(laid.groups[move.place].cards)
    place = max(range(len(scored)), key=lambda place: len(cards.intersection(scored[place].cards)))
    return LayOff(move.seat, move.card, move.owner, place)


def _cards_laid_off(moves: Sequence[LayOff | Pass], seat: int) -> tuple[Card, ...]:
    return tuple(move.card for move in moves if isinstance(move, LayOff) and move.seat == seat)


def _hand_faults(showdown: Showdown, as_laid: Sequence[LaidHand | None], call: Call) -> list[Fault]:
    faults = []
    too_high = checks.counted_points([seat.hand for seat in showdown.seats], showdown.rules)
    for place, seat in enumerate(showdown.seats):
        laid = as_laid[place]
        if place in too_high:
            cites = showdown.rules.cites
            faults.append(Fault(FaultCode.POINTS_TOO_HIGH, seat.name, (), cites.card_values, too_high[place]))
        if not isinstance(seat.hand, Counted):
            expected = expected_cards(showdown.rules, call, knocks=place == showdown.knocker)
            big_gin = call == Call.BIG_GIN and place == showdown.knocker
            held = len(cards_given(seat.hand))
            faults += checks.card_count(seat.name, held, expected, showdown.rules, big_gin=big_gin)
            if showdown.claims_gem_parts(place):
                cards, checked = cards_given(seat.hand), showdown.gem_parts_checked(place)
                faults += checks.gem_parts_claim(seat.name, cards, showdown.gems, showdown.rules, checked=checked)
        faults += checks.no_melds(seat.name, laid.groups if laid else (), showdown.gems, showdown.rules)
    return faults


def _call_faults(showdown: Showdown, call: Call, knocker: LaidHand) -> list[Fault]:
    deadwood = knocker.points_without(0)
    hand = showdown.seats[showdown.knocker].hand
    again = is_laid_out_again(showdown, hand)
    cards = hand.deadwood if isinstance(hand, LaidOut) and not again else listed(knocker.deadwood)
    besides_groups = _has_faulty_group(knocker)
    if call != Call.KNOCK:
        return checks.wrong_call(showdown, call, cards, deadwood, besides_groups=besides_groups)
    return checks.knock_too_high(showdown, cards, deadwood, besides_groups=besides_groups)


def _unknown(
    showdown: Showdown, hands: Sequence[LaidHand], closed: int | None, faults: Sequence[Fault], laid_off: Sequence[int]
) -> UnknownLetters:
    """Return the letters that could change this verdict; none if it is illegal whatever they are."""
    missing = unknown_cards(showdown.context.gems or NOTHING_KNOWN) if showdown.rules.has_gems else 0
    if not any(hand.cards & missing for hand in hands):
        return NO_LETTERS
    if not all(_depends_on_letters(showdown, fault) for fault in faults):
        return NO_LETTERS
    position = Position(
        context=showdown.context,
        knocker=showdown.knocker,
        others=showdown.others,
        hands=hands,
        is_open=[is_open(showdown, place) for place in range(len(hands))],
        settles_gem_parts=[showdown.claims_gem_parts(place) is None for place in range(len(hands))],
        limit=_most_deadwood(showdown),
        finds_lay_offs=showdown.rules.has_lay_offs and showdown.lay_offs is None,
        closed=closed,
        laid_off=laid_off,
        turns_matter=_turns_were_entered(showdown) and any(isinstance(seat.hand, Loose) for seat in showdown.seats),
        might_be_ahead=_might_be_ahead(showdown, hands, closed) if _turns_were_entered(showdown) else frozenset(),
    )
    return unknown_letters(position)


def _with_undecided(faults: Sequence[Fault], unknown: UnknownLetters, knocker: int) -> list[Fault]:
    """Return the faults with the Knocker's cards whose letters could remove them."""
    cards = tuple(letter.card for letter in unknown.asked if letter.seat == knocker)
    return [replace(fault, undecided=cards) for fault in faults] if cards else list(faults)


def _with_best_layout(
    faults: list[Fault], best: BestLayout | None, knocker: LaidHand, showdown: Showdown
) -> list[Fault]:
    """If all that is wrong with the Knocker's hand is its layout or its call, add what its best layout leaves."""
    own = [
        fault
        for fault in faults
        if fault.player in {None, showdown.seats[showdown.knocker].name} and not fault.is_of_lay_off
    ]
    if best is None or not own or any(fault.code not in FAULTS_OF_LAYOUT for fault in own):
        return faults
    is_better = _has_faulty_group(knocker) or best.points < knocker.points_without(0)
    found = checks.best_of(showdown, showdown.call or Call.KNOCK, best.points)
    # Unknown gems could lower the least, which only matters while it isn't low enough.
    if not is_better or not (best.certain or found.is_legal or found.may_be_a_knock):
        return faults
    # A wrong call comes after the groups, so it has the last word.
    return [replace(fault, best=found) if fault is own[-1] else fault for fault in faults]


def _turns_were_entered(showdown: Showdown) -> bool:
    return showdown.rules.lay_offs_take_turns and any(isinstance(move, LayOff) for move in showdown.lay_offs or ())


def _might_be_ahead(showdown: Showdown, hands: Sequence[LaidHand], closed: int | None) -> frozenset[int]:
    """Return the seats that might have had the turn before a lay-off, if unknown letters let them lay off."""
    gems = with_all_possible(showdown.context.gems or NOTHING_KNOWN)
    as_laid = [_as_laid(seat.hand, showdown.context) or hand for seat, hand in zip(showdown.seats, hands, strict=True)]
    open_table = _open_table(showdown, as_laid, closed)
    open_table.context = replace(showdown.context, gems=gems)
    wrong = check_played(open_table, showdown.lay_offs or (), Turns(showdown.others, alternating=True), closed)
    return frozenset(problem.ahead for problem in wrong if problem.ahead is not None)


def _depends_on_letters(showdown: Showdown, fault: Fault) -> bool:
    """Return whether a better layout of the Knocker's open hand would remove a fault."""
    if not is_open(showdown, showdown.knocker) or fault.player != showdown.seats[showdown.knocker].name:
        return False
    if fault.code == FaultCode.CARD_COUNT:
        return _may_be_big_gin(showdown)
    is_played = not isinstance(fault.facts, CallFacts) or fault.facts.played_here
    removable = (FaultCode.KNOCK_TOO_HIGH, FaultCode.NOT_GIN, FaultCode.NOT_BIG_GIN)
    return fault.code in removable and is_played


def _may_be_big_gin(showdown: Showdown) -> bool:
    """Return whether the Knocker holds enough cards for Big Gin and called nothing."""
    held = len(cards_given(showdown.seats[showdown.knocker].hand))
    return showdown.call is None and is_big_gin_size(showdown.rules, held)


def _most_deadwood(showdown: Showdown) -> int:
    """Return the most deadwood with which the call is legal."""
    if showdown.call not in (None, Call.KNOCK) or _may_be_big_gin(showdown):
        return 0
    limit = knock_limit(showdown.rules, showdown.dice, showdown.upcard)
    return points_in(FULL_DECK) if limit is None else limit


def _best(showdown: Showdown, hands: Sequence[LaidHand], place: int, closed: int | None) -> BestLayout | None:
    """Return the best that a player could have done with the same cards, the others' melds as they lie."""
    hand = hands[place]
    if hand.counted is not None:
        return None
    if place == showdown.knocker and is_open(showdown, place):
        return _as_it_lies(hand, showdown.context)
    context = showdown.context
    others = [other for other in range(len(hands)) if other not in (place, closed)]
    may_lay_off = place != showdown.knocker and showdown.rules.has_lay_offs
    melds = open_melds([hands[other] for other in others], others) if may_lay_off else []
    plan = best_plan(hand.cards, melds, context)
    if place == showdown.knocker and plan.points == hand.points_without(0) and not _has_faulty_group(hand):
        return _as_it_lies(hand, context)
    return BestLayout(
        melds=melds_of(plan.layout),
        laid_off=listed(plan.laid_off),
        deadwood=listed(plan.layout.deadwood & ~plan.laid_off),
        points=plan.points,
        certain=not could_do_better(context, hand.cards, plan.points, melds),
    )


def _as_it_lies(hand: LaidHand, context: MeldContext) -> BestLayout:
    melds = tuple(group for group in hand.groups if isinstance(group, Meld))
    points = hand.points_without(0)
    certain = not could_do_better(context, hand.cards, points, [])
    return BestLayout(melds, (), listed(hand.deadwood), points, certain)


def _has_faulty_group(hand: LaidHand) -> bool:
    return any(isinstance(group, NoMeld) for group in hand.groups)


def _gem_parts(showdown: Showdown, seat: int, cards: int) -> dict[Card, Gem] | None:
    """Return which gem each King serves if the hand shows all eight gems, else None."""
    claims, gems = showdown.claims_gem_parts(seat), showdown.context.gems
    if isinstance(showdown.seats[seat].hand, Counted):
        return {} if claims else None
    return None if gems is None or claims is False else gem_parts(gems, cards)


def _unscored_gem_parts(showdown: Showdown, seat: int, cards: int) -> UnscoredGemParts | None:
    hand, gems = showdown.seats[seat].hand, showdown.context.gems
    claims = hand.gem_parts if isinstance(hand, Counted) else hand.claims_gem_parts
    if not showdown.rules.gem_parts_points(knocks=seat == showdown.knocker):
        return UnscoredGemParts.NOT_PLAYED if claims else None
    passed_up = claims is False and gems is not None and gem_parts(gems, cards) is not None
    return UnscoredGemParts.PASSED_UP if passed_up else None


def _rests_on_the_table(showdown: Showdown, seat: int, cards: int) -> bool:
    """Return whether the table's check by eye decides Gem Parts: the known gems neither show it nor rule it out."""
    known = showdown.context.gems or NOTHING_KNOWN
    return showdown.gem_parts_checked(seat) and bool(letters_for_gem_parts(known, cards))
