"""A position as a question shows it: what lies on the table, and nothing of what the engine makes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.documents.showdown import read_showdown
from companion.learning import gem2_questions
from companion.learning.answers import is_showdown
from companion.learning.questions import AnswerKind, Question
from companion.learning.rummy_questions import ShowdownAsk
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import Card, Hand, name_of
from companion.rules.rummy.lay_offs import Pass
from companion.rules.rummy.melds import Meld, classify
from companion.rules.rummy.showdown_input import Counted, LaidOut, Loose, Showdown
from companion.web.gem2.worked_cases import DrawnCase, draw_case
from companion.web.kinds import game_kinds
from companion.wording import learning as wording
from companion.wording import worked_cases
from companion.wording.cards import KIND_WORDS, card_words
from companion.wording.showdown import laid_off_sentence, pass_sentence, past_call


@dataclass(frozen=True, slots=True)
class PositionHand:
    """A player's hand as it lies."""

    name: str
    part: str
    """What the Knocker did."""
    melds: tuple[tuple[tuple[str, ...], str], ...]
    """Each with its label."""
    loose: tuple[str, ...]
    """Deadwood, or a whole hand that isn't laid out."""
    loose_label: str
    tapped: bool
    """Its loose cards are the answers."""


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position: facts, hands and lay-offs of a showdown, or a board or rounds of Gem II."""

    facts: tuple[str, ...]
    letters: Mapping[str, str]
    made_up: bool
    hands: tuple[PositionHand, ...] = ()
    played: tuple[str, ...] = ()
    """The lay-offs that were made, in words."""
    drawn: DrawnCase | None = None


def position_view(question: Question) -> PositionView:
    """Return the position of a question, without the answer."""
    document = question.document
    letters = document.get("print") or document.get("gems") or {}
    position = PositionView(
        facts=worked_cases.facts(game_kinds.name_of(document["game"]), document, complete=False),
        letters=letters,
        made_up=letters == MADE_UP_PRINT,
    )
    if not is_showdown(question):
        return replace(position, drawn=_without_answer(draw_case(document), last_only=not _is_about_the_game(question)))
    showdown = read_showdown(document)
    return replace(position, hands=tuple(_hands(showdown, question)), played=tuple(_played(showdown, document)))


def _is_about_the_game(question: Question) -> bool:
    """Return whether a question of Gem II is about all rounds, not about the last one."""
    return question.key.endswith(f".{gem2_questions.Gem2Ask.WINNER}")


def _without_answer(drawn: DrawnCase, *, last_only: bool) -> DrawnCase:
    """Return a board with the claim, or rounds as they were played: no judgment, no points, no error."""
    rounds = tuple(replace(played, parts=()) for played in (drawn.rounds[-1:] if last_only else drawn.rounds))
    return DrawnCase(piles=drawn.piles, claim=drawn.claim, rounds=rounds)


def _hands(showdown: Showdown, question: Question) -> Iterator[PositionHand]:
    number = 0
    answers = {option.value for option in question.options} if question.kind == AnswerKind.CARDS else set()
    names_kinds = not question.key.endswith((f".{ShowdownAsk.LEGAL}", f".{ShowdownAsk.GROUPS}"))
    for place, seat in enumerate(showdown.seats):
        part = past_call(showdown.call) if place == showdown.knocker else ""
        melds = []
        match seat.hand:
            case LaidOut(groups, deadwood):
                for group in groups:
                    number += 1
                    kind = _kind(group, showdown) if names_kinds else ""
                    melds.append((_names(group), wording.numbered(number, kind) if answers else kind))
                loose, label = _names(Hand.of(deadwood).listed), wording.DEADWOOD
            case Loose(cards):
                loose, label = _names(Hand.of(cards).listed), ""
            case Counted(points):
                loose, label = (), wording.COUNTED.format(points=points)
        yield PositionHand(seat.name, part, tuple(melds), loose, label, tapped=bool(loose) and loose[0] in answers)


def _kind(group: Sequence[Card], showdown: Showdown) -> str:
    judged = classify(tuple(group), showdown.context)
    return KIND_WORDS[judged.kind] if isinstance(judged, Meld) else ""


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(name_of, cards))


def _played(showdown: Showdown, document: Mapping[str, Any]) -> Iterator[str]:
    names = [player["name"] for player in document["players"]]
    for move in showdown.lay_offs or ():
        if isinstance(move, Pass):
            yield pass_sentence(names[move.seat])
            continue
        hand = showdown.seats[move.owner].hand
        group = hand.groups[move.place] if isinstance(hand, LaidOut) else ()
        yield laid_off_sentence(names[move.seat], move.card, names[move.owner], card_words(group))
