"""A worked Gem II case as it is drawn: the board with its judgment, or the card with the rounds played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.answers.scoring import write_duel, write_solo
from companion.documents.errors import DocumentError
from companion.documents.gem2 import read_duel, read_solo
from companion.web.gem2 import board, round_view
from companion.web.gem2.score_card import side_cards, solo_card
from companion.web.kinds.score_table import ScorePart, ScoreTable
from companion.wording import gem2_card, worked_cases
from companion.wording.document_errors import document_error_sentence


@dataclass(frozen=True, slots=True)
class CaseRound:
    title: str
    played: tuple[str, ...]
    parts: tuple[ScorePart, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnCase:
    """What is drawn of a case; empty what it doesn't have."""

    piles: tuple[tuple[board.CardView, ...], ...] = ()
    claim: str = ""
    answer: board.BoardAnswer | None = None
    rounds: tuple[CaseRound, ...] = ()
    tables: tuple[ScoreTable, ...] = ()
    doubts: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    error: str = ""


def draw_case(document: Mapping[str, Any]) -> DrawnCase:
    """Return a case worked out; an impossible one with what was entered, and the error."""
    if "piles" in document:
        return _board(document)
    rounds = tuple(
        CaseRound(worked_cases.round_title(document, number), tuple(worked_cases.round_lines(document, number, played)))
        for number, played in enumerate(document["rounds"], start=1)
    )
    try:
        return _solo(document, rounds) if document["game"] == "gem-ii-solo" else _duel(document, rounds)
    except DocumentError as error:
        return DrawnCase(rounds=rounds, error=document_error_sentence(error))


def _board(document: Mapping[str, Any]) -> DrawnCase:
    piles = board.pile_views(document["piles"])
    claim = worked_cases.claimed_words(document)
    try:
        answer = board.board_answer(document)
    except DocumentError as error:
        return DrawnCase(piles=piles, claim=claim, error=document_error_sentence(error))
    return DrawnCase(piles=piles, claim=claim, answer=answer)


def _solo(document: Mapping[str, Any], rounds: tuple[CaseRound, ...]) -> DrawnCase:
    record = read_solo(document)
    card = record.score()
    parts = [
        round_view.solo_parts(row for row in card.rows if row.round == number) for number in range(1, len(rounds) + 1)
    ]
    return DrawnCase(
        rounds=_with_parts(rounds, parts),
        tables=(solo_card(card),),
        doubts=tuple(map(gem2_card.doubt_with_place, card.doubts)),
        outcome=tuple(gem2_card.what_comes_next(write_solo(record, card), ())),
    )


def _duel(document: Mapping[str, Any], rounds: tuple[CaseRound, ...]) -> DrawnCase:
    record = read_duel(document)
    card = record.score()
    return DrawnCase(
        rounds=_with_parts(rounds, [round_view.side_parts(score, record.sides, record.names) for score in card.rounds]),
        tables=side_cards(card, record.sides, record.names, apart=True),
        doubts=tuple(map(gem2_card.doubt_with_place, card.doubts)),
        outcome=tuple(gem2_card.what_comes_next(write_duel(record, card), record.names)),
    )


def _with_parts(rounds: Iterable[CaseRound], parts: Iterable[tuple[ScorePart, ...]]) -> tuple[CaseRound, ...]:
    return tuple(CaseRound(played.title, played.played, own) for played, own in zip(rounds, parts, strict=True))
