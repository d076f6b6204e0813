"""Questions about a showdown of a rummy: from a worked case or made to order, every answer worked out by the engine."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, assert_never

from companion.documents.errors import DocumentError
from companion.documents.showdown import read_showdown
from companion.learning.questions import NO, YES, Answer, AnswerKind, Option, Question, UnknownQuestionError, is_whole
from companion.learning.showdowns import PLAYERS, Order, make_showdown, orders_for, with_call
from companion.register.cases import CaseKind, cases
from companion.register.entries import Group
from companion.register.entries import rules as register
from companion.rules.cards import CARDS_BY_NAME, Card, Hand, name_of
from companion.rules.rummy.calls import closed_seat, is_larger_hand
from companion.rules.rummy.lay_offs import LayOff
from companion.rules.rummy.melds import Meld, MeldKind
from companion.rules.rummy.ruleset import Game, LayoutRule
from companion.rules.rummy.showdown import judge, table_as_laid
from companion.rules.rummy.showdown_input import LaidOut, Loose, Showdown, cards_given
from companion.rules.rummy.verdict import Call, FaultCode, LineCode, Role, Verdict
from companion.wording import learning as wording
from companion.wording.cards import spoken_card

CASE = "case"
MADE = "made"


class Ask(StrEnum):
    """What is asked about a showdown. These names are stored in what a phone has learned."""

    GROUPS = "groups"
    LEGAL = "legal"
    DEADWOOD = "deadwood"
    LAY_OFFS = "lay-offs"
    WINNER = "winner"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Position:
    """A showdown with its verdict, and the rules that its case shows."""

    document: Mapping[str, Any]
    showdown: Showdown
    verdict: Verdict
    case_rules: tuple[str, ...]


def question(key: str) -> Question:
    """Return the question with a key, `case.<id>.<ask>` or `made.<game>.<order>.<players>.<seed>.<ask>`.

    >>> question("case.GEM2-001.legal").prompt
    'Ann knocks. Is everything legal?'
    """
    source, _, rest = key.partition(".")
    parts = rest.split(".")
    many = 1 if source == CASE else len(("game", "order", "players", "seed"))
    if source not in {CASE, MADE} or len(parts) <= many:
        raise UnknownQuestionError(key)
    position = _position(source, tuple(parts[:many]))
    ask = ".".join(parts[many:])
    if position is None or ask not in {*asks_of(position), *_first_asks_of(position)}:
        raise UnknownQuestionError(key)
    name, _, player = ask.partition(".")
    return _ask(key, position, Ask(name), player)


def asks_of(position: Position) -> tuple[str, ...]:
    """Return what makes sense to ask about a showdown: `legal`, `deadwood.Ann`, the winner's `points`, `points.Bob`."""
    return tuple(_asks_of(position))


def asks_of_case(case_id: str) -> tuple[str, ...]:
    """Return what can be asked about a case; nothing unless it is a showdown."""
    position = _position(CASE, (case_id,))
    return asks_of(position) if position else ()


def position_of(source: str, parts: tuple[str, ...]) -> Position:
    """Return the showdown of a case, or one that is made to order; raise UnknownQuestionError if there is none."""
    position = _position(source, parts)
    if position is None:
        raise UnknownQuestionError(".".join((source, *parts)))
    return position


@lru_cache(maxsize=512)
def _position(source: str, parts: tuple[str, ...]) -> Position | None:
    found = _case(parts[0]) if source == CASE else _made(parts)
    if found is None:
        return None
    document, case_rules = found
    try:
        showdown = read_showdown(document)
    except DocumentError:
        return None
    verdict = judge(showdown)
    if showdown.call is None and showdown.rules.gin_must_be_called and verdict.call != Call.KNOCK:
        # Gin is a call: a case may leave it out where nothing else is possible, a question says it.
        document = with_call(document, verdict)
        showdown = read_showdown(document)
        verdict = judge(showdown)
    return Position(document, showdown, verdict, case_rules)


def _case(case_id: str) -> tuple[Mapping[str, Any], tuple[str, ...]] | None:
    case = cases().get(case_id)
    return None if case is None or case.kind != CaseKind.SHOWDOWN else (case.document, case.rules)


def _made(parts: tuple[str, ...]) -> tuple[Mapping[str, Any], tuple[str, ...]] | None:
    game, order, players, seed = parts
    if game not in set(Game) or not (is_whole(players) and is_whole(seed)):
        return None
    if int(players) not in PLAYERS[Game(game)] or order not in orders_for(Game(game), int(players)):
        return None
    return make_showdown(Game(game), Order(order), int(players), int(seed)).document, ()


def _first_asks_of(position: Position) -> Iterator[str]:
    """Yield what only lessons ask, before a knock is taught: whether the groups that lie there are melds."""
    faults = {fault.code for fault in position.verdict.faults}
    if _is_as_laid(position) and not faults & {FaultCode.CARD_REPEATED, FaultCode.GEM_UNKNOWN}:
        yield Ask.GROUPS


def _asks_of(position: Position) -> Iterator[str]:
    showdown, verdict = position.showdown, position.verdict
    yield Ask.LEGAL
    for seat, player in zip(showdown.seats, verdict.players, strict=True):
        stands = verdict.legal or player.role == Role.KNOCKER
        lies = isinstance(seat.hand, Loose) or (
            isinstance(seat.hand, LaidOut) and showdown.rules.layout == LayoutRule.AS_LAID
        )
        if stands and lies and all(isinstance(group, Meld) for group in player.groups):
            yield f"{Ask.DEADWOOD}.{player.name}"
    if not verdict.legal:
        return
    if showdown.rules.has_lay_offs and showdown.lay_offs is None and _is_as_laid(position):
        yield Ask.LAY_OFFS
    shared = any(len(line.pot.winners) > 1 for player in verdict.players for line in player.lines if line.pot)
    if not shared:
        yield Ask.WINNER
    if not shared and not verdict.tie:
        yield Ask.POINTS
    yield from (f"{Ask.POINTS}.{player.name}" for player in verdict.players)


def _is_as_laid(position: Position) -> bool:
    """Return whether all hands score as they lie, and no letter that isn't known decides what goes on a stash."""
    showdown, verdict = position.showdown, position.verdict
    if (
        not all(isinstance(seat.hand, LaidOut) for seat in showdown.seats)
        or showdown.rules.layout != LayoutRule.AS_LAID
    ):
        return False
    groups = [group for player in verdict.players for group in player.groups]
    return not (verdict.unknown_gems and any(isinstance(meld, Meld) and meld.gem is not None for meld in groups))


def _ask(key: str, position: Position, ask: Ask, player: str) -> Question:
    kind, prompt, options, right, about = _asked(position, ask, player)
    return Question(
        key=key,
        game=position.showdown.rules.game.value,
        prompt=prompt,
        kind=kind,
        options=options,
        right=(right,),
        document=position.document,
        rules=_rules(position, ask, player),
        about=about,
    )


def _asked(position: Position, ask: Ask, player: str) -> tuple[AnswerKind, str, tuple[Option, ...], Answer, str]:
    """Return how a question is answered, its sentence, what can be tapped, the right answer and whom it is about."""
    showdown, verdict = position.showdown, position.verdict
    names = tuple(seat.name for seat in showdown.seats)
    knocker = names[showdown.knocker]
    are_open = showdown.rules.has_lay_offs and showdown.lay_offs is None and _is_as_laid(position)
    match ask:
        case Ask.GROUPS:
            are_melds = all(isinstance(group, Meld) for player in verdict.players for group in player.groups)
            return AnswerKind.YES_NO, wording.GROUPS_QUESTION, (), frozenset({YES if are_melds else NO}), ""
        case Ask.LEGAL:
            prompt = wording.legal_question(knocker, showdown.call, lay_offs=bool(showdown.lay_offs))
            return AnswerKind.YES_NO, prompt, (), frozenset({YES if verdict.legal else NO}), ""
        case Ask.DEADWOOD:
            seat = names.index(player)
            prompt = wording.deadwood_question(
                player,
                after_lay_offs=seat != showdown.knocker and showdown.rules.has_lay_offs,
                at_best=isinstance(showdown.seats[seat].hand, Loose),
            )
            return AnswerKind.NUMBER, prompt, (), frozenset({str(verdict.players[seat].deadwood_points)}), player
        case Ask.LAY_OFFS:
            # No lay-off takes a place from another one, so all that can go is one set, wherever each card goes.
            prompt = wording.lay_offs_question([names[seat] for seat in showdown.others])
            right = frozenset(name_of(move.card) for move in verdict.lay_offs if isinstance(move, LayOff))
            return AnswerKind.CARDS, prompt, tuple(map(_card_option, _loose_cards(showdown))), right, ""
        case Ask.WINNER:
            right = frozenset({verdict.winner or ""})
            prompt = wording.winner_question(after_lay_offs=are_open)
            return AnswerKind.PLAYER, prompt, tuple(Option(name, name) for name in names), right, ""
        case Ask.POINTS:
            name = player or verdict.winner or ""
            points = verdict.players[names.index(name)].points
            prompt = wording.points_question(player, after_lay_offs=are_open)
            return AnswerKind.NUMBER, prompt, (), frozenset({str(points)}), name
    assert_never(ask)


def _card_option(card: Card) -> Option:
    return Option(name_of(card), spoken_card(card))


def _loose_cards(showdown: Showdown) -> tuple[Card, ...]:
    """Return the deadwood of all who may lay off."""
    hands = [showdown.seats[seat].hand for seat in showdown.others]
    return tuple(card for hand in hands if isinstance(hand, LaidOut) for card in Hand.of(hand.deadwood).listed)


_WHAT_DEADWOOD_IS = {Game.GEM_RUMMY: "P.deadwood", Game.GIN_RUMMY: "N.deadwood", Game.KNOCK_RUMMY: "K.count"}


def _rules(position: Position, ask: Ask, player: str) -> tuple[str, ...]:
    """Return the register entries that an answer rests on, the main one first."""
    verdict, cites = position.verdict, position.showdown.rules.cites
    knocker = verdict.players[position.showdown.knocker].name
    found: list[str] = []
    laid_off = any(seat.laid_off for seat in verdict.players if seat.name == player)
    if ask == Ask.DEADWOOD and (player == knocker or not laid_off):
        found.append(_WHAT_DEADWOOD_IS[position.showdown.rules.game])
    if ask == Ask.GROUPS:
        return _rules_of_groups(position)
    found += [fault.rule for fault in verdict.faults]
    if verdict.legal:
        about = player or verdict.winner
        lines = [line for seat in verdict.players if seat.name == about for line in seat.lines]
        match ask:
            case Ask.LEGAL:
                # What a worked case about melds shows is what was asked; else it's whether the knock was allowed.
                found += [rule_id for rule_id in position.case_rules[:1] if register()[rule_id].group is Group.MELDS]
                found += [_rule_of_call(position)]
            case Ask.DEADWOOD | Ask.LAY_OFFS:
                closed = cites.no_lay_off_on_gin if _is_closed(position) else ""
                # With three players others still lay off on each other after Gin.
                first, then = (cites.lay_off, closed) if len(verdict.players) > 2 else (closed, cites.lay_off)
                found += [closed, cites.laid_off, cites.lay_off] if ask == Ask.DEADWOOD else [first, then]
            case Ask.WINNER | Ask.POINTS:
                found += [verdict.tie.rule] if verdict.tie else []
                by_weight = sorted(lines, key=lambda line: line.code == LineCode.DIFFERENCE)
                found += [line.rule for line in by_weight] or [cites.difference]
    found += position.case_rules
    return tuple(dict.fromkeys(rule_id for rule_id in found if rule_id in register()))


def _rule_of_call(position: Position) -> str:
    """Return the rule by which a legal Knocker knocked, or called Gin."""
    showdown, cites = position.showdown, position.showdown.rules.cites
    if position.verdict.players[showdown.knocker].deadwood_points:
        return cites.knock
    held = len(cards_given(showdown.seats[showdown.knocker].hand))
    return cites.larger_gin if is_larger_hand(showdown.rules, held) else cites.gin


def _rules_of_groups(position: Position) -> tuple[str, ...]:
    """Return why a group is no meld; where all are melds, the kinds that the case shows and those that lie there."""
    verdict, of_kind = position.verdict, position.showdown.rules.cites.melds
    no_melds = [fault.rule for fault in verdict.faults if fault.code == FaultCode.NOT_A_MELD]
    groups = [group for player in verdict.players for group in player.groups]
    shown = [rule_id for rule_id in position.case_rules if rule_id in of_kind.values()]
    lying = [of_kind[group.kind] for group in groups if isinstance(group, Meld)]
    return tuple(dict.fromkeys(no_melds or [*shown, *lying]))


def _is_closed(position: Position) -> bool:
    verdict, knocker = position.verdict, position.showdown.knocker
    has_deadwood = bool(verdict.players[knocker].deadwood_points)
    return closed_seat(knocker, verdict.call, has_deadwood=has_deadwood) is not None


def numbered_melds(document: Mapping[str, Any]) -> dict[int, tuple[int, int]]:
    """Return the seat and the place of every meld of a showdown, by the number that an answer may name."""
    places = [
        (seat, place)
        for seat, player in enumerate(document["players"])
        for place in range(len(player.get("melds", ())))
    ]
    return dict(enumerate(places, start=1))


def misplaced(asked: Question, targets: Mapping[str, int]) -> frozenset[str]:
    """Return the cards of an answer that the engine lays off, but not on the meld whose number the answer names."""
    showdown = read_showdown(asked.document)
    numbers = numbered_melds(asked.document)
    table, waiting = table_as_laid(showdown), dict(targets)
    chosen = Hand.of(CARDS_BY_NAME[name] for name in asked.right[0])
    for seat in showdown.others:
        table.deadwood[seat] &= chosen
    while True:
        playable = [
            LayOff(seat, card, *numbers[number])
            for name, number in waiting.items()
            for card in [CARDS_BY_NAME[name]]
            for seat in showdown.others
            if card in table.deadwood[seat]
            and any((there.owner, there.place) == numbers[number] for there in table.places_for(seat, card))
        ]
        # Runs first: a longer run may take the next card.
        unnamed = sorted(
            (
                LayOff(seat, card, there.owner, there.place)
                for seat in showdown.others
                for card, there in table.choices(seat)
                if name_of(card) not in targets
            ),
            key=lambda move: table.melds[move.owner, move.place].meld.kind != MeldKind.RUN,
        )
        if not playable and not unnamed:
            return frozenset(waiting)
        move = [*playable, *unnamed][0]
        table.play(move)
        waiting.pop(name_of(move.card), None)
