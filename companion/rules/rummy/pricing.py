"""Turn the facts of a showdown into points, line by line; other rules can price the same facts again."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from companion.rules.facts import fact
from companion.rules.rummy.calls import is_larger_hand
from companion.rules.rummy.ruleset import HouseRule, RuleSet, Scoring
from companion.rules.rummy.verdict import Call, LineCode, Pot, Reasons, Remark, ScoreLine, Tie


@fact
class HandFacts:
    names: tuple[str, ...]
    knocker: int
    call: Call
    deadwood: tuple[int, ...]
    gem_parts: tuple[bool, ...]
    knocker_held: int
    is_doubled: bool = False

    @property
    def others(self) -> tuple[int, ...]:
        seats = len(self.names)
        return tuple((self.knocker + step) % seats for step in range(1, seats))


def price(facts: HandFacts, rules: RuleSet) -> tuple[tuple[ScoreLine, ...], ...]:
    if rules.scoring == Scoring.LOWEST:
        lines = _rum(facts, rules) if facts.call == Call.RUM else _lowest_collects(facts, rules)
    else:
        lines = _knocker_against_each(facts, rules)
    return tuple(tuple(lines[seat]) for seat in range(len(facts.names)))


def hand_winner(facts: HandFacts, points: Sequence[int], rules: RuleSet) -> int | None:
    """Return who won the hand: the most points, and the Knocker in a tie (P3.win-highest, P3.tie).

    In Knock Rummy the lowest count wins it, whatever a missed rum costs; who are as low share it (R.17 and R.18).
    """
    if rules.scoring == Scoring.LOWEST:
        lowest = _lowest(facts)
        return lowest[0] if len(lowest) == 1 else None
    first = _with_most(facts, points)
    return first[0] if len(first) == 1 else facts.knocker


def hand_tie(facts: HandFacts, points: Sequence[int], rules: RuleSet) -> Tie | None:
    knocker = facts.names[facts.knocker]
    first = _lowest(facts) if rules.scoring == Scoring.LOWEST else _with_most(facts, points)
    if len(first) == 1:
        return None
    players = tuple(facts.names[seat] for seat in first)
    if rules.scoring == Scoring.LOWEST:
        lowest = min(facts.deadwood)
        return Tie(
            players,
            knocker,
            lowest,
            rules.cites.shared_hand,
            is_shared=True,
            ties_knocker=facts.deadwood[facts.knocker] == lowest,
            nobody_pays=max(facts.deadwood) == lowest,
        )
    return Tie(players, knocker, max(points), rules.cites.tied_hand)


def _lowest(facts: HandFacts) -> list[int]:
    """Return who collects: the Knocker only if no other is as low, or with rum, which can't be tied."""
    if facts.call == Call.RUM:
        return [facts.knocker]
    lowest = min(facts.deadwood)
    return [seat for seat in facts.others if facts.deadwood[seat] == lowest] or [facts.knocker]


def _with_most(facts: HandFacts, points: Sequence[int]) -> list[int]:
    return [seat for seat in (facts.knocker, *facts.others) if points[seat] == max(points)]


def _knocker_against_each(facts: HandFacts, rules: RuleSet) -> list[list[ScoreLine]]:
    lines: list[list[ScoreLine]] = [[] for _ in facts.names]
    cites = rules.cites
    undercutters = [seat for seat in facts.others if _undercuts(facts, seat, rules)]
    beaten = [seat for seat in facts.others if seat not in undercutters]
    lines[facts.knocker] += [_knockers_difference(facts, seat, rules) for seat in beaten]
    for seat in undercutters:
        lines[seat] += _undercut(facts, seat, rules)
    if not beaten:
        *also, last = undercutters
        lines[last][0] = replace(
            lines[last][0], no_minimum=rules.minimum_score, also_undercut=facts.names[also[0]] if also else ""
        )
    won = sum(line.points for line in lines[facts.knocker])
    bonus = _call_bonus(facts, rules)
    if won + sum(line.points for line in bonus) < rules.minimum_score:
        bonus = [replace(line, no_minimum=rules.minimum_score) for line in bonus]
    lines[facts.knocker] += bonus
    worth = [rules.gem_parts_points(knocks=seat == facts.knocker) for seat in range(len(facts.names))]
    has_gem_parts = [has_them and points > 0 for has_them, points in zip(facts.gem_parts, worth, strict=True)]  # R.9
    falls_short = beaten and not bonus and won < rules.minimum_score
    if falls_short and not has_gem_parts[facts.knocker]:
        numbers = (won, rules.minimum_score)
        rule, remark = (cites.minimum_undercut, Remark.ONE_UNDERCUT) if undercutters else (cites.minimum, None)
        raised = _bonus(LineCode.MINIMUM_SCORE, HouseRule.MINIMUM_SCORE, rule, rules, numbers=numbers)
        lines[facts.knocker].append(replace(raised, points=raised.points - won, remark=remark))
    for seat, has_them in enumerate(has_gem_parts):
        if has_them:
            knocks = seat == facts.knocker
            house_rule = HouseRule.GEM_PARTS_KNOCKER if knocks else HouseRule.GEM_PARTS_OTHER
            line = _bonus(LineCode.GEM_PARTS, house_rule, cites.gem_parts, rules)
            if knocks and not beaten:
                line = replace(line, rule=cites.gem_parts_kept, remark=Remark.UNDERCUT_ALL_THE_SAME)
            lines[seat].append(replace(line, no_minimum=rules.minimum_score if knocks and falls_short else 0))
    return [_doubled(own, rules) for own in lines] if facts.is_doubled else lines


def _knockers_difference(facts: HandFacts, seat: int, rules: RuleSet) -> ScoreLine:
    cites, call = rules.cites, facts.call
    count, own = facts.deadwood[seat], facts.deadwood[facts.knocker]
    line = ScoreLine(LineCode.DIFFERENCE, count - own, facts.names[seat], cites.difference, (count, own))
    if call == Call.KNOCK:
        return replace(line, rule=cites.undercut) if count == own else line
    if not count:
        return replace(line, rule=cites.not_undercut, remark=Remark.CANNOT_BE_UNDERCUT, call=call)
    return replace(line, rule=cites.gin_difference, remark=Remark.CLOSED, call=call)


def _doubled(lines: list[ScoreLine], rules: RuleSet) -> list[ScoreLine]:
    points = sum(line.points for line in lines)
    again = ScoreLine(LineCode.SPADE_DOUBLES, points, None, rules.cites.spade_doubles, (points,))
    return [*lines, again] if points else lines


def _undercuts(facts: HandFacts, seat: int, rules: RuleSet) -> bool:
    if facts.call != Call.KNOCK:
        return False
    count, knocked_with = facts.deadwood[seat], facts.deadwood[facts.knocker]
    return count < knocked_with or (rules.undercut_on_tie and count == knocked_with)


def _undercut(facts: HandFacts, seat: int, rules: RuleSet) -> list[ScoreLine]:
    own, knocked_with = facts.deadwood[seat], facts.deadwood[facts.knocker]
    knocker = facts.names[facts.knocker]
    bonus = _undercut_bonus(knocker, (own, knocked_with), rules)
    if not rules.undercut_scores_difference:
        is_house_rule = bonus.house_rule or HouseRule.UNDERCUT_SCORES_DIFFERENCE in rules.changed
        return [replace(bonus, house_rule=is_house_rule, remark=Remark.FLAT)]
    rule = rules.cites.undercut_difference
    return [bonus, ScoreLine(LineCode.DIFFERENCE, knocked_with - own, knocker, rule, (knocked_with, own))]


def _undercut_bonus(knocker: str, numbers: tuple[int, int], rules: RuleSet) -> ScoreLine:
    return _bonus(LineCode.UNDERCUT_BONUS, HouseRule.UNDERCUT_BONUS, rules.cites.undercut, rules, knocker, numbers)


def _call_bonus(facts: HandFacts, rules: RuleSet) -> list[ScoreLine]:
    match facts.call:
        case Call.GIN:
            is_larger = is_larger_hand(rules, facts.knocker_held)
            rule = rules.cites.larger_gin if is_larger else rules.cites.gin_bonus
            return [_bonus(LineCode.GIN_BONUS, HouseRule.GIN_BONUS, rule, rules)]
        case Call.BIG_GIN:
            is_larger = is_larger_hand(rules, facts.knocker_held - 1)
            rule = rules.cites.larger_big_gin if is_larger else rules.cites.big_gin
            return [_bonus(LineCode.BIG_GIN_BONUS, HouseRule.BIG_GIN_BONUS, rule, rules)]
        case Call.KNOCK | Call.RUM:
            return []
    assert_never(facts.call)


def _bonus(
    code: LineCode,
    house_rule: HouseRule,
    cited: str,
    rules: RuleSet,
    against: str | None = None,
    numbers: tuple[int, ...] = (),
) -> ScoreLine:
    points = int(rules.value(house_rule) or 0)
    return ScoreLine(code, points, against, cited, numbers, house_rule=house_rule in rules.changed)


class _Payments:
    def __init__(self, facts: HandFacts, rules: RuleSet) -> None:
        self.facts = facts
        self.rules = rules
        self.won: list[list[ScoreLine]] = [[] for _ in facts.names]
        self.passed: dict[tuple[int, int], tuple[int, Reasons]] = {}

    def collect(self, payee: int, payer: int, line: ScoreLine) -> None:
        self.won[payee].append(line)
        self.lose(payer, payee, line.points, ((line.code, line.points),))

    def lose(self, payer: int, payee: int, points: int, reasons: Reasons) -> None:
        paid, before = self.passed.get((payer, payee), (0, ()))
        self.passed[payer, payee] = (paid + points, before + tuple(reason for reason in reasons if reason[1]))

    def lines(self) -> list[list[ScoreLine]]:
        """Return the lines, with missed rums and, if the table plays so, payments as losses (R.21)."""
        self._collect_missed_rums()
        names, rule = self.facts.names, self.rules.cites.paid
        if self.rules.zero_sum:
            for (payer, payee), (points, reasons) in self.passed.items():
                if points:
                    line = ScoreLine(LineCode.PAID, -points, names[payee], rule, house_rule=True, paid_for=reasons)
                    self.won[payer].append(line)
        return self.won

    def _collect_missed_rums(self) -> None:
        """Make each player who missed rum pay the Knocker (R.19 and R.30)."""
        facts, rules = self.facts, self.rules
        rum_differs = rules.rum_bonus != rules.missed_rum
        for seat in facts.others:
            if facts.deadwood[seat] == 0:
                rule = rules.cites.missed_rum_fixed if rum_differs else rules.cites.missed_rum
                numbers = (rules.missed_rum,) if rum_differs else ()
                line = ScoreLine(LineCode.MISSED_RUM, rules.missed_rum, facts.names[seat], rule, numbers)
                self.collect(facts.knocker, seat, line)


def _rum(facts: HandFacts, rules: RuleSet) -> list[list[ScoreLine]]:
    payments = _Payments(facts, rules)
    for seat in facts.others:
        name, count = facts.names[seat], facts.deadwood[seat]
        rule = rules.cites.gin_difference if count else rules.cites.untied_rum
        line = ScoreLine(
            LineCode.DIFFERENCE, count, name, rule, (count, 0), remark=None if count else Remark.UNTIED_RUM
        )
        payments.collect(facts.knocker, seat, line)
        bonus = _bonus(LineCode.RUM_BONUS, HouseRule.RUM_BONUS, rules.cites.rum_bonus, rules, name)
        payments.collect(facts.knocker, seat, bonus)
    return payments.lines()


def _lowest_collects(facts: HandFacts, rules: RuleSet) -> list[list[ScoreLine]]:
    payments = _Payments(facts, rules)
    lowest = min(facts.deadwood)
    winners = _lowest(facts)
    payers = [seat for seat in (facts.knocker, *facts.others) if facts.deadwood[seat] > lowest]
    if facts.knocker not in payers:
        _tie_with_knocker(payments, winners)
    if len(winners) == 1:
        _collect(payments, winners[0], payers, lowest)
    else:
        _divide(payments, winners, payers, lowest)
    return payments.lines()


def _tie_with_knocker(payments: _Payments, winners: list[int]) -> None:
    """Record that nothing passes between the Knocker and a winner who is as low (R.18)."""
    facts = payments.facts
    knocker, rule = facts.names[facts.knocker], payments.rules.cites.tie_with_knocker
    count = facts.deadwood[facts.knocker]
    for seat in winners:
        if seat != facts.knocker:
            line = ScoreLine(LineCode.DIFFERENCE, 0, knocker, rule, (count, count), remark=Remark.TIE)
            payments.won[seat].append(line)


def _collect(payments: _Payments, winner: int, payers: list[int], lowest: int) -> None:
    facts, rules = payments.facts, payments.rules
    for seat in payers:
        name, count = facts.names[seat], facts.deadwood[seat]
        line = ScoreLine(LineCode.DIFFERENCE, count - lowest, name, rules.cites.difference, (count, lowest))
        payments.collect(winner, seat, line)
    if facts.knocker in payers:
        knocker = facts.names[facts.knocker]
        numbers = (lowest, facts.deadwood[facts.knocker])
        payments.collect(winner, facts.knocker, _undercut_bonus(knocker, numbers, rules))


def _divide(payments: _Payments, winners: list[int], payers: list[int], lowest: int) -> None:
    """Split the winnings evenly; odd points go one each from the Knocker's left (R.18)."""
    facts, rules = payments.facts, payments.rules
    extra = rules.undercut_bonus if facts.knocker in payers else 0
    pot = Pot(
        paid=tuple((facts.names[seat], facts.deadwood[seat] - lowest) for seat in payers),
        knocker=facts.names[facts.knocker],
        extra=extra,
        extra_rule=rules.cites.undercut,
        extra_by_house_rule=HouseRule.UNDERCUT_BONUS in rules.changed,
        winners=tuple(facts.names[seat] for seat in winners),
    )
    to_come = {}
    for seat in winners:
        share = pot.total // len(winners)
        if facts.names[seat] in pot.favored:
            share += 1
        numbers = (pot.total, len(winners))
        payments.won[seat].append(ScoreLine(LineCode.SHARE, share, None, rules.cites.share, numbers, pot=pot))
        to_come[seat] = share
    for payer in payers:
        difference = facts.deadwood[payer] - lowest
        owed = ((LineCode.DIFFERENCE, difference), (LineCode.UNDERCUT_BONUS, extra if payer == facts.knocker else 0))
        amount = sum(points for _, points in owed)
        by_need = sorted(winners, key=lambda seat: -to_come[seat])
        for place, winner in enumerate(by_need):
            part = amount // len(winners)
            if place < amount % len(winners):
                part += 1
            payments.lose(payer, winner, part, owed)
            to_come[winner] -= part
