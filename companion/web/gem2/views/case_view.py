"""View-models of a worked Gem II case: the board with its judgment, or the card with the rounds played."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.documents.answers import moves_document, score_document
from companion.documents.errors import DocumentError
from companion.documents.gem2_duel import DuelRecord, read_duel
from companion.documents.gem2_solo import read_solo
from companion.rules.gem2.duel import CountedRound, Round, score_duel
from companion.rules.gem2.round import dealer_of, player_of
from companion.rules.gem2.solo import score_solo
from companion.web.gem2.views import board_view, round_view
from companion.web.gem2.views.score_card import SideCard, SoloRowView, side_cards, solo_rows
from companion.wording.gem2 import card as gem2_card
from companion.wording.gem2 import table as gem2_table


@dataclass(frozen=True, slots=True)
class CaseRound:
    """A round: what was played, and the score lines."""

    title: str
    played: tuple[str, ...]
    parts: tuple[round_view.PartView, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnCase:
    """What is drawn of a case; empty what it doesn't have."""

    piles: tuple[tuple[board_view.CardView, ...], ...] = ()
    claim: str = ""
    answer: board_view.BoardAnswer | None = None
    rounds: tuple[CaseRound, ...] = ()
    solo: tuple[SoloRowView, ...] = ()
    sides: tuple[SideCard, ...] = ()
    total: int = 0
    doubts: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    error: str = ""


def draw_case(document: Mapping[str, Any]) -> DrawnCase:
    """Return a case worked out; an impossible one with what can be read of it, and the error."""
    if "piles" in document:
        return _board(document)
    try:
        return _solo(document) if document["game"] == "gem-ii-solo" else _duel(document)
    except DocumentError as error:
        return DrawnCase(error=error.message)


def _board(document: Mapping[str, Any]) -> DrawnCase:
    piles = board_view.pile_views(document["piles"])
    claimed = document.get("claimed", {})
    cards = [board_view.card_view(card).name for card in claimed.get("cards", [claimed.get("card", "")])]
    claim = gem2_table.claim_sentence(claimed, cards, [pile[-1].name if pile else None for pile in piles])
    try:
        answer = board_view.board_answer(moves_document(document), passed="pass" in claimed)
    except DocumentError as error:
        return DrawnCase(piles=piles, claim=claim, error=error.message)
    return DrawnCase(piles=piles, claim=claim, answer=answer)


def _solo(document: Mapping[str, Any]) -> DrawnCase:
    record = read_solo(document)
    rounds = tuple(
        CaseRound(
            gem2_card.ROUND_TITLE.format(position=number),
            tuple(
                gem2_card.removed_words(bonus, deals)
                for bonus, deals in enumerate((played.deals, *played.bonus_rounds))
            ),
        )
        for number, played in enumerate(record.rounds, start=1)
    )
    try:
        answer = score_document(document)
    except DocumentError as error:
        return DrawnCase(rounds=rounds, error=error.message)
    card = score_solo(record.rounds)
    parts = [
        round_view.solo_parts(row for row in card.rows if row.round == number) for number in range(1, len(rounds) + 1)
    ]
    return DrawnCase(
        rounds=_with_parts(rounds, parts),
        solo=solo_rows(card, [0] * len(rounds)),
        total=card.grand_total,
        doubts=tuple(map(gem2_card.doubt_with_place, card.doubts)),
        outcome=tuple(gem2_card.what_comes_next(answer, ())),
    )


def _duel(document: Mapping[str, Any]) -> DrawnCase:
    record = read_duel(document)
    rounds = tuple(
        CaseRound(
            gem2_card.ROUND_TITLE_WITH_DEALER.format(number=number, dealer=record.sides[dealer_of(number)]),
            tuple(_played(record, played, number)),
        )
        for number, played in enumerate(record.rounds, start=1)
    )
    try:
        answer = score_document(document)
    except DocumentError as error:
        return DrawnCase(rounds=rounds, error=error.message)
    card = score_duel(record.rounds)
    return DrawnCase(
        rounds=_with_parts(rounds, [round_view.side_parts(score, record.sides, record.names) for score in card.rounds]),
        sides=side_cards(card, record.sides, record.names, [0] * len(rounds)),
        doubts=tuple(map(gem2_card.doubt_with_place, card.doubts)),
        outcome=tuple(gem2_card.what_comes_next(answer, record.names)),
    )


def _with_parts(rounds: Iterable[CaseRound], parts: Iterable[tuple[round_view.PartView, ...]]) -> tuple[CaseRound, ...]:
    return tuple(CaseRound(played.title, played.played, own) for played, own in zip(rounds, parts, strict=True))


def _played(record: DuelRecord, played: Round | CountedRound, number: int) -> Iterator[str]:
    if isinstance(played, CountedRound):
        yield gem2_card.counted_words(played.remaining)
        for side, name in record.sides.items():
            yield gem2_card.counted_side(
                name, played.cards.of(side), played.betting.of(side), played.penalties.of(side)
            )
    else:
        for deal_number, deal in enumerate(played.deals, start=1):
            words = gem2_table.deal_words(record.sides, deal, player_of(number, deal_number))
            yield f"Deal {deal_number}: {words}{gem2_table.deal_details(deal)}"
    yield from gem2_card.ending_words(played.ending, record.sides)
