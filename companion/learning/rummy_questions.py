"""Questions about a showdown of a rummy: from a worked case or made to order, every answer worked out by the engine."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, assert_never

from companion.documents.showdown import read_showdown
from companion.learning.questions import AnswerKind, Asked, Option, Question, is_whole, yes_if
from companion.learning.showdowns import PLAYERS, HandOrder, make_showdown, orders_for, with_call
from companion.register.entries import Group
from companion.register.entries import rules as register
from companion.rules.cards import CARDS_BY_NAME, Hand, name_of
from companion.rules.rummy.calls import closed_seat, is_larger_hand
from companion.rules.rummy.lay_offs import LayOff
from companion.rules.rummy.melds import Meld, MeldKind, NoMeld
from companion.rules.rummy.ruleset import Game, LayoutRule
from companion.rules.rummy.showdown import judge, table_as_laid
from companion.rules.rummy.showdown_input import LaidOut, Loose, Showdown, cards_given
from companion.rules.rummy.verdict import Call, FaultCode, HandRole, LineCode, Verdict
from companion.wording import learning as wording
from companion.wording.cards import spoken_card


class ShowdownAsk(StrEnum):
    """What is asked about a showdown. These names are stored in what a phone has learned."""

    GROUPS = "groups"
    LEGAL = "legal"
    DEADWOOD = "deadwood"
    LAY_OFFS = "lay-offs"
    WINNER = "winner"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class ShowdownPosition:
    document: Mapping[str, Any]
    showdown: Showdown
    verdict: Verdict
    case_rules: tuple[str, ...]

    @property
    def game(self) -> str:
        return self.showdown.rules.game.value

    @property
    def asks(self) -> tuple[str, ...]:
        """What makes sense to ask: `legal`, `deadwood.Ann`, the winner's `points`, `points.Bob`."""
        return tuple(_asks_of(self))

    @property
    def asks_of_lessons(self) -> tuple[str, ...]:
        """What is asked before a knock is taught: whether the groups that lie there are melds."""
        faults = {fault.code for fault in self.verdict.faults}
        is_sure = self.is_as_laid and not faults & {FaultCode.CARD_REPEATED, FaultCode.GEM_UNKNOWN}
        return (ShowdownAsk.GROUPS,) if is_sure else ()

    @property
    def is_as_laid(self) -> bool:
        """Whether all hands score as they lie, and no letter that isn't known decides what goes on a stash."""
        lie_open = all(isinstance(seat.hand, LaidOut) for seat in self.showdown.seats)
        if not lie_open or self.showdown.rules.layout != LayoutRule.AS_LAID:
            return False
        has_stash = any(isinstance(group, Meld) and group.gem is not None for group in self.groups)
        return not (self.verdict.unknown_gems and has_stash)

    @property
    def leaves_lay_offs(self) -> bool:
        return self.showdown.rules.has_lay_offs and self.showdown.lay_offs is None and self.is_as_laid

    @property
    def groups(self) -> list[Meld | NoMeld]:
        return [group for player in self.verdict.players for group in player.groups]

    def shown(self, _ask: str) -> Mapping[str, Any]:
        return self.document

    def asked(self, ask: str, player: str) -> Asked:
        return _asked(self, ShowdownAsk(ask), player)


def showdown_position(document: Mapping[str, Any], case_rules: tuple[str, ...] = ()) -> ShowdownPosition:
    showdown = read_showdown(document)
    verdict = judge(showdown)
    if showdown.call is None and showdown.rules.gin_must_be_called and verdict.call != Call.KNOCK:
        # Gin is a call: a case may leave it out where nothing else is possible, a question says it.
        return showdown_position(with_call(document, verdict), case_rules)
    return ShowdownPosition(document, showdown, verdict, case_rules)


def made_position(parts: tuple[str, ...]) -> ShowdownPosition | None:
    game, order, players, seed = parts
    if game not in set(Game) or not (is_whole(players) and is_whole(seed)):
        return None
    if int(players) not in PLAYERS[Game(game)] or order not in orders_for(Game(game), int(players)):
        return None
    return showdown_position(make_showdown(Game(game), HandOrder(order), int(players), int(seed)).document)


def _asks_of(position: ShowdownPosition) -> Iterator[str]:
    showdown, verdict = position.showdown, position.verdict
    yield ShowdownAsk.LEGAL
    for seat, player in zip(showdown.seats, verdict.players, strict=True):
        stands = verdict.legal or player.role == HandRole.KNOCKER
        lies = isinstance(seat.hand, Loose) or (
            isinstance(seat.hand, LaidOut) and showdown.rules.layout == LayoutRule.AS_LAID
        )
        if stands and lies and all(isinstance(group, Meld) for group in player.groups):
            yield f"{ShowdownAsk.DEADWOOD}.{player.name}"
    if not verdict.legal:
        return
    if position.leaves_lay_offs:
        yield ShowdownAsk.LAY_OFFS
    shared = any(len(line.pot.winners) > 1 for player in verdict.players for line in player.lines if line.pot)
    if not shared:
        yield ShowdownAsk.WINNER
    if not shared and not verdict.tie:
        yield ShowdownAsk.POINTS
    yield from (f"{ShowdownAsk.POINTS}.{player.name}" for player in verdict.players)


def _asked(position: ShowdownPosition, ask: ShowdownAsk, player: str) -> Asked:
    showdown, verdict = position.showdown, position.verdict
    rules = _rules(position, ask, player)
    names = tuple(seat.name for seat in showdown.seats)
    match ask:
        case ShowdownAsk.GROUPS:
            are_melds = all(isinstance(group, Meld) for group in position.groups)
            return Asked(AnswerKind.YES_NO, wording.GROUPS_QUESTION, yes_if(are_melds), rules)
        case ShowdownAsk.LEGAL:
            prompt = wording.legal_question(names[showdown.knocker], showdown.call, lay_offs=bool(showdown.lay_offs))
            return Asked(AnswerKind.YES_NO, prompt, yes_if(verdict.legal), rules)
        case ShowdownAsk.DEADWOOD:
            seat = names.index(player)
            prompt = wording.deadwood_question(
                player,
                after_lay_offs=seat != showdown.knocker and showdown.rules.has_lay_offs,
                at_best=isinstance(showdown.seats[seat].hand, Loose),
            )
            right = frozenset({str(verdict.players[seat].deadwood_points)})
            return Asked(AnswerKind.NUMBER, prompt, right, rules, about=player)
        case ShowdownAsk.LAY_OFFS:
            # No lay-off takes a place from another one, so all that can go is one set, wherever each card goes.
            prompt = wording.lay_offs_question([names[seat] for seat in showdown.others])
            right = frozenset(name_of(move.card) for move in verdict.lay_offs if isinstance(move, LayOff))
            hands = [showdown.seats[seat].hand for seat in showdown.others]
            loose = [card for hand in hands if isinstance(hand, LaidOut) for card in Hand.of(hand.deadwood).listed]
            options = tuple(Option(name_of(card), spoken_card(card)) for card in loose)
            return Asked(AnswerKind.CARDS, prompt, right, rules, options)
        case ShowdownAsk.WINNER:
            prompt = wording.winner_question(after_lay_offs=position.leaves_lay_offs)
            options = tuple(Option(name, name) for name in names)
            return Asked(AnswerKind.PLAYER, prompt, frozenset({verdict.winner or ""}), rules, options)
        case ShowdownAsk.POINTS:
            name = player or verdict.winner or ""
            prompt = wording.points_question(player, after_lay_offs=position.leaves_lay_offs)
            right = frozenset({str(verdict.players[names.index(name)].points)})
            return Asked(AnswerKind.NUMBER, prompt, right, rules, about=name)
    assert_never(ask)


_WHAT_DEADWOOD_IS = {Game.GEM_RUMMY: "P.deadwood", Game.GIN_RUMMY: "N.deadwood", Game.KNOCK_RUMMY: "K.count"}


def _rules(position: ShowdownPosition, ask: ShowdownAsk, player: str) -> tuple[str, ...]:
    verdict, cites = position.verdict, position.showdown.rules.cites
    knocker = verdict.players[position.showdown.knocker].name
    found: list[str] = []
    laid_off = any(seat.laid_off for seat in verdict.players if seat.name == player)
    if ask == ShowdownAsk.DEADWOOD and (player == knocker or not laid_off):
        found.append(_WHAT_DEADWOOD_IS[position.showdown.rules.game])
    if ask == ShowdownAsk.GROUPS:
        return _rules_of_groups(position)
    found += [fault.rule for fault in verdict.faults]
    if verdict.legal:
        about = player or verdict.winner
        lines = [line for seat in verdict.players if seat.name == about for line in seat.lines]
        match ask:
            case ShowdownAsk.LEGAL:
                # What a worked case about melds shows is what was asked; else it's whether the knock was allowed.
                found += [rule_id for rule_id in position.case_rules[:1] if register()[rule_id].group is Group.MELDS]
                found += [_rule_of_call(position)]
            case ShowdownAsk.DEADWOOD | ShowdownAsk.LAY_OFFS:
                knocker_seat = position.showdown.knocker
                has_deadwood = bool(verdict.players[knocker_seat].deadwood_points)
                is_closed = closed_seat(knocker_seat, verdict.call, has_deadwood=has_deadwood) is not None
                closed = cites.no_lay_off_on_gin if is_closed else ""
                # With three players others still lay off on each other after Gin.
                first, then = (cites.lay_off, closed) if len(verdict.players) > 2 else (closed, cites.lay_off)
                found += [closed, cites.laid_off, cites.lay_off] if ask == ShowdownAsk.DEADWOOD else [first, then]
            case ShowdownAsk.WINNER | ShowdownAsk.POINTS:
                found += [verdict.tie.rule] if verdict.tie else []
                by_weight = sorted(lines, key=lambda line: line.code == LineCode.DIFFERENCE)
                found += [line.rule for line in by_weight] or [cites.difference]
    found += position.case_rules
    return tuple(dict.fromkeys(rule_id for rule_id in found if rule_id in register()))


def _rule_of_call(position: ShowdownPosition) -> str:
    showdown, cites = position.showdown, position.showdown.rules.cites
    if position.verdict.players[showdown.knocker].deadwood_points:
        return cites.knock
    held = len(cards_given(showdown.seats[showdown.knocker].hand))
    return cites.larger_gin if is_larger_hand(showdown.rules, held) else cites.gin


def _rules_of_groups(position: ShowdownPosition) -> tuple[str, ...]:
    """Return why a group is no meld; where all are melds, the kinds that the case shows and those that lie there."""
    verdict, of_kind = position.verdict, position.showdown.rules.cites.melds
    no_melds = [fault.rule for fault in verdict.faults if fault.code == FaultCode.NOT_A_MELD]
    shown = [rule_id for rule_id in position.case_rules if rule_id in of_kind.values()]
    lying = [of_kind[group.kind] for group in position.groups if isinstance(group, Meld)]
    return tuple(dict.fromkeys(no_melds or [*shown, *lying]))


def numbered_melds(document: Mapping[str, Any]) -> dict[int, tuple[int, int]]:
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
    table, waiting = table_as_laid(showdown), {CARDS_BY_NAME[name]: number for name, number in targets.items()}
    chosen = Hand.of(CARDS_BY_NAME[name] for name in asked.right)
    for seat in showdown.others:
        table.deadwood[seat] &= chosen
    while True:
        playable = [
            LayOff(seat, card, *numbers[number])
            for card, number in waiting.items()
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
            return frozenset(map(name_of, waiting))
        move = [*playable, *unnamed][0]
        table.play(move)
        waiting.pop(move.card, None)
