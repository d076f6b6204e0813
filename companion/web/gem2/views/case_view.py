"""A worked case of Gem II, drawn: the board with what is said of it, or the card with what was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.documents.answers import moves_document, score_document
from companion.documents.errors import DocumentError
from companion.documents.gem2_duel import DuelRecord, read_duel
from companion.documents.gem2_solo import read_solo
from companion.rules.gem2.duel import CountedRound, score_duel
from companion.rules.gem2.round import player_of
from companion.rules.gem2.solo import score_solo
from companion.rules.gem2.turn import Misdeal
from companion.web.gem2.views import board_view, round_view, table_view
from companion.web.gem2.views.score_card import SideCard, SoloRowView, side_cards, solo_rows
from companion.wording.cards import listed_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.rules.gem2.duel import Round
    from companion.rules.gem2.round import Ending
    from companion.rules.gem2.sides import Side


@dataclass(frozen=True, slots=True)
class RoundOfCase:
    """A round: what the table said of it, and the lines that come of it."""

    title: str
    played: tuple[str, ...]
    parts: tuple[round_view.PartView, ...]


@dataclass(frozen=True, slots=True)
class CaseDrawn:
    """What is drawn of a case; empty what it has not."""

    piles: tuple[tuple[board_view.CardView, ...], ...] = ()
    claim: str = ""
    judged: board_view.Judged | None = None
    moves: tuple[tuple[str, bool], ...] | None = None
    must: bool = False
    best: str = ""
    best_moves: tuple[str, ...] = ()
    rounds: tuple[RoundOfCase, ...] = ()
    solo: tuple[SoloRowView, ...] = ()
    sides: tuple[SideCard, ...] = ()
    total: int = 0
    doubts: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    refused: str = ""


def drawn(document: Mapping[str, Any]) -> CaseDrawn:
    """Work a case out; one that is refused shows what was entered as far as it can be read, and why."""
    if "piles" in document:
        return _board(document)
    return _solo(document) if document["game"] == "gem-ii-solo" else _sides(document)


def _board(document: Mapping[str, Any]) -> CaseDrawn:
    piles = board_view.piles_shown(document["piles"])
    claimed = document.get("claimed", {})
    claim = _claim_said(claimed, piles)
    try:
        answer: Any = moves_document(document)
    except DocumentError as error:
        return CaseDrawn(piles=piles, claim=claim, refused=error.message)
    best = answer.get("best")
    return CaseDrawn(
        piles=piles,
        claim=claim,
        judged=board_view.judged(answer.get("claimed"), passed="pass" in claimed),
        moves=tuple((one["text"], one["must"]) for one in answer["moves"]),
        must=answer["must_move"],
        best=board_view.best_said(best) if best else "",
        best_moves=tuple(one["text"] for one in best["moves"]) if best else (),
    )


def _claim_said(claimed: Mapping[str, Any], piles: Sequence[Sequence[board_view.CardView]]) -> str:
    cards = [board_view.card_shown(one).name for one in claimed.get("cards", [claimed.get("card", "")])]
    match claimed:
        case {"pass": _}:
            return "The turn was passed."
        case {"move": 1, "cards": _}:
            return f"{listed_words(cards)} came off at once."
        case {"move": 1}:
            return f"{cards[0]} came off."
        case {"move": 2 | 3, "onto": int(pile)} if 0 <= pile < len(piles):
            lies = (
                f"onto pile {pile + 1}, {piles[pile][-1].name}" if piles[pile] else f"into the space of pile {pile + 1}"
            )
            return f"{cards[0]} went {lies}."
        case {"move": 2}:
            return f"{cards[0]} went into a space."
        case _:
            return ""


def _solo(document: Mapping[str, Any]) -> CaseDrawn:
    try:
        record = read_solo(document)
    except DocumentError as error:
        return CaseDrawn(refused=error.message)
    played = [
        tuple(
            f"{'Removed' if not place else f'Bonus round {place}'}: {' '.join(map(str, deals)) or 'no deal yet'}"
            for place, deals in enumerate((one.deals, *one.bonus_rounds))
        )
        for one in record.rounds
    ]
    titles = [f"Round {number}" for number in range(1, len(played) + 1)]
    try:
        answer: Any = score_document(document)
    except DocumentError as error:
        return CaseDrawn(rounds=_only_played(titles, played), refused=error.message)
    card = score_solo(record.rounds)
    return CaseDrawn(
        rounds=tuple(
            RoundOfCase(title, said, round_view.solo_parts(row for row in card.rows if row.round == number))
            for number, (title, said) in enumerate(zip(titles, played, strict=True), start=1)
        ),
        solo=solo_rows(card, [0] * len(record.rounds)),
        total=card.grand_total,
        doubts=tuple(map(round_view.doubt_sentence, card.doubts)),
        outcome=tuple(_next_said(answer, ())),
    )


def _only_played(titles: Sequence[str], played: Sequence[tuple[str, ...]]) -> tuple[RoundOfCase, ...]:
    return tuple(RoundOfCase(title, said, ()) for title, said in zip(titles, played, strict=True))


def _sides(document: Mapping[str, Any]) -> CaseDrawn:
    try:
        record = read_duel(document)
    except DocumentError as error:
        return CaseDrawn(refused=error.message)
    played = [tuple(_round_said(record, one, number)) for number, one in enumerate(record.rounds, start=1)]
    titles = [f"Round {number}, {list(record.sides.values())[(number + 1) % 2]} deals" for number in _numbers(played)]
    try:
        answer: Any = score_document(document)
    except DocumentError as error:
        return CaseDrawn(rounds=_only_played(titles, played), refused=error.message)
    card = score_duel(record.rounds)
    return CaseDrawn(
        rounds=tuple(
            RoundOfCase(title, said, round_view.side_parts(score, record.sides, record.names))
            for title, said, score in zip(titles, played, card.rounds, strict=True)
        ),
        sides=side_cards(card, record.sides, record.names, [0] * len(card.rounds)),
        doubts=tuple(map(round_view.doubt_sentence, card.doubts)),
        outcome=tuple(_next_said(answer, record.names)),
    )


def _numbers(some: Sequence[object]) -> range:
    return range(1, len(some) + 1)


def _round_said(record: DuelRecord, one: Round | CountedRound, number: int) -> Iterator[str]:
    if isinstance(one, CountedRound):
        yield f"As counted: {one.remaining} cards left"
        for side, name in record.sides.items():
            counted = [f"{one.cards.of(side)} cards held"]
            counted += [f"{one.betting.of(side)} by bets"] if one.betting.of(side) else []
            counted += [f"{one.penalties.of(side)} by penalties"] if one.penalties.of(side) else []
            yield f"{name}: {', '.join(counted)}"
    else:
        for place, deal in enumerate(one.deals, start=1):
            player = player_of(number, place)
            yield f"Deal {place}: {table_view.deal_words(record.sides, deal, player)}{table_view.besides(deal)}"
    yield from _ending_said(one.ending, record.sides)


def _ending_said(ending: Ending, names: Mapping[Side, str]) -> Iterator[str]:
    if not ending.announced_eight:
        yield "The eight cards in hand were not announced"
    if Misdeal.SHORT_LAST_DEAL in ending.misdeals:
        yield "The last deal had fewer than four cards"
    if Misdeal.DEALER_NOT_LAST in ending.misdeals:
        yield "The dealer did not have the last turn"
    if ending.not_all_x:
        holder = f"; {names[ending.x_held_by]} holds it" if ending.x_held_by else ""
        yield f"Four cards are left, but an X is not among them{holder}"


def _next_said(answer: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Say who won, or what comes next and what may be done then."""
    if "next" not in answer:
        winners = listed_words(answer.get("winners", []))
        yield f"The game is over{f', won by {winners}' if winners else ''}."
        return
    deal = answer["next"]
    where = f"round {deal['round']}" + (f", bonus round {deal['bonus_round']}" if deal.get("bonus_round") else "")
    whose = f", {deal.get('member', deal['turn'])}'s turn" if names else ""
    lie = f"{deal['on_board']} cards on the board, {deal['in_hand']} in hand"
    yield f"Next: {where}, deal {deal['deal']}{whose}; {lie}."
    yield f"At most {deal['most']} can come off, by legal moves {deal['most_by_moves']}."
    if names:
        bets, calls = deal["betting_jewels"], deal["penalty_jewels"]
        held = [f"{name} {bets[name]} betting and {calls[name]} penalty" for name in names]
        yield f"Jewels: {', '.join(held)}."
    if deal.get("announce_eight"):
        yield f"{deal['dealer']} must have announced the eight cards in hand."
