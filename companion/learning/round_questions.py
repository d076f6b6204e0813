"""Questions about Gin Rummy for three to eight, from worked games in rounds: what counts, who plays, deals and owes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, assert_never

from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.learning.questions import AnswerKind, Asked, Option
from companion.rules.rummy.ruleset import Form, Game, Opponents
from companion.wording import learning as wording
from companion.wording.side_sheet import hand_words, names_of_sides, round_words, totals_words


class RoundAsk(StrEnum):
    """What is asked about a game in rounds. These names are stored in what a phone has learned."""

    ROUND = "round"
    """What a side, by its number, scores in the last round."""
    OPPONENT = "opponent"
    SITS_OUT = "sits-out"
    DEALS = "deals"
    OWES = "owes"


@dataclass(frozen=True)
class RoundPosition:
    document: Mapping[str, Any]
    case_rules: tuple[str, ...]

    @property
    def game(self) -> str:
        return Game.GIN_RUMMY.value

    @cached_property
    def sheet(self) -> dict[str, Any]:
        return score_document(self.document)

    @property
    def form(self) -> Form:
        return Form(self.document["form"])

    @property
    def sides(self) -> list[str]:
        return names_of_sides(self.document)

    @property
    def has_single_hands(self) -> bool:
        """Whether a round is one hand."""
        return self.form is Form.CUTTHROAT or len(self.document["sides"][0]) == 1

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(_asks_of(self))

    @property
    def asks_of_lessons(self) -> tuple[str, ...]:
        return ()

    def shown(self, _ask: str) -> Mapping[str, Any]:
        return self.document

    def asked(self, ask: str, about: str) -> Asked:
        return _asked(self, RoundAsk(ask), about)


def round_position(document: Mapping[str, Any], case_rules: tuple[str, ...]) -> RoundPosition | None:
    """Return a worked game in rounds to ask about; None if it isn't played in rounds, or is refused."""
    position = RoundPosition(document, case_rules)
    try:
        return position if "form" in document and position.sheet["rounds"] else None
    except DocumentError:
        return None


def told(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the rounds of a game, with who dealt and what each hand counted, and final totals if it is over."""
    sheet: dict[str, Any] = score_document(document)
    lines = []
    for number, played in enumerate(sheet["rounds"], start=1):
        hands = [sheet["hands"][place - 1] for place in played["hands"]]
        lines.append(round_words(number, [hand["dealer"] for hand in hands], list(map(hand_words, hands))))
    if sheet["over"]:
        totals = sheet.get("final") or sheet["side_totals"]
        lines.append(totals_words(dict(zip(names_of_sides(document), totals, strict=True))))
    return tuple(lines)


def _asks_of(position: RoundPosition) -> Iterator[str]:
    sheet = position.sheet
    if not position.has_single_hands:
        yield from (f"{RoundAsk.ROUND}.{side}" for side in range(len(position.sides)))
    is_round_over = sum(len(played["hands"]) for played in sheet["rounds"]) == len(sheet["hands"])
    if not sheet["over"] and is_round_over:
        yield from (f"{RoundAsk.OPPONENT}.{name}" for pair in sheet["next"]["pairs"] for name in pair)
        if sheet["next"]["sits_out"]:
            yield RoundAsk.SITS_OUT
        yield RoundAsk.DEALS
    debtors = dict.fromkeys(name for owed in sheet.get("settlement", ()) if "points" in owed for name in owed["from"])
    yield from (f"{RoundAsk.OWES}.{name}" for name in debtors)


def _asked(position: RoundPosition, ask: RoundAsk, about: str) -> Asked:
    sheet, sides = position.sheet, position.sides
    rules = tuple(dict.fromkeys((*_rules(position, ask), *position.case_rules)))
    players = tuple(Option(name, name) for name in position.document["players"] if name != about)
    match ask:
        case RoundAsk.ROUND:
            right = frozenset({str(sheet["rounds"][-1]["points"][int(about)])})
            return Asked(AnswerKind.NUMBER, wording.round_question(sides[int(about)]), right, rules)
        case RoundAsk.OPPONENT:
            pair = next(pair for pair in sheet["next"]["pairs"] if about in pair)
            right = frozenset({name for name in pair if name != about})
            return Asked(AnswerKind.PLAYER, wording.opponent_question(about), right, rules, players)
        case RoundAsk.SITS_OUT:
            right = frozenset({sheet["next"]["sits_out"]})
            return Asked(AnswerKind.PLAYER, wording.SITS_OUT_QUESTION, right, rules, players)
        case RoundAsk.DEALS:
            if position.has_single_hands:
                right = frozenset({sheet["next_dealer"]})
                return Asked(AnswerKind.PLAYER, wording.DEALS_QUESTION, right, rules, players)
            options = tuple(Option(str(number), side) for number, side in enumerate(sides))
            dealing = [sheet["next_dealer"] in side for side in position.document["sides"]].index(True)
            return Asked(AnswerKind.CHOICE, wording.SIDE_DEALS_QUESTION, frozenset({str(dealing)}), rules, options)
        case RoundAsk.OWES:
            owed = sum(each["points"] for each in sheet["settlement"] if about in each["from"])
            return Asked(AnswerKind.NUMBER, wording.owes_question(about), frozenset({str(owed)}), rules)
    assert_never(ask)


_DEALS = {
    Form.PARTNERS: ("T.partners-deal", "R.41"),
    Form.CAPTAIN: ("R.41",),
    Form.CUTTHROAT: ("T.cutthroat-deal", "R.43"),
}
_OWES = {Form.PARTNERS: ("R.40",), Form.CAPTAIN: ("T.captain-pays",), Form.CUTTHROAT: ("T.cutthroat-pays", "R.43")}


def _rules(position: RoundPosition, ask: RoundAsk) -> tuple[str, ...]:
    """Return the rules that answer a question, the main one first."""
    match ask:
        case RoundAsk.ROUND:
            return ("T.partners-net", "R.41") if position.form is Form.PARTNERS else ("R.41",)
        case RoundAsk.OPPONENT | RoundAsk.SITS_OUT:
            return _who_plays(position)
        case RoundAsk.DEALS:
            return _DEALS[position.form]
        case RoundAsk.OWES:
            return _OWES[position.form]
    assert_never(ask)


def _who_plays(position: RoundPosition) -> tuple[str, ...]:
    match position.form:
        case Form.PARTNERS:
            stays = position.document.get("house_rules", {}).get("opponents") == Opponents.STAY
            return ("T.partners-stay" if stays else "T.partners-rotate", "R.35")
        case Form.CAPTAIN:
            return ("T.captain" if position.has_single_hands else "T.captain-loses", "R.36")
        case Form.CUTTHROAT:
            return ("T.cutthroat", "R.43")
    assert_never(position.form)
