"""A hand of a rummy in words: how it came out, and what else there is to know."""

from collections.abc import Iterator, Sequence

from companion.documents.game import DrawnHand
from companion.documents.showdown import PlayedShowdown
from companion.journal.sheet import SheetRow, Standing
from companion.web.kinds.game_kinds import HandLine
from companion.wording.cards import card_word
from companion.wording.game import HAND, NOBODY_SCORES, scores
from companion.wording.house_rules import OTHER_RULES, house_rule_list
from companion.wording.rounds import pair_words
from companion.wording.rulings import (
    COUNTS_AS_DRAWN,
    DEALT,
    FEAT_OF,
    FEAT_WORDS,
    PRINT_STANDING_WORDS,
    STANDING_WORDS,
    UPCARD,
    responses_remark,
)


def line_of(row: SheetRow, players: Sequence[str]) -> HandLine:
    return HandLine(HAND.format(number=row.position), outcome_of(row), tuple(_remarks(row, players)))


def outcome_of(row: SheetRow) -> str:
    if row.standing == Standing.DRAWN:
        return PRINT_STANDING_WORDS["drawn"].capitalize()
    if row.place is None:
        return STANDING_WORDS[row.standing].capitalize()
    return scores(row.points or {}) or NOBODY_SCORES


def hand_words(row: SheetRow, players: Sequence[str]) -> str:
    """Return how one of the hands of a round came out, in a few words."""
    counts_as = [COUNTS_AS_DRAWN] if row.keeps_place else []
    return ", ".join([outcome_of(row), *counts_as, *_feats(row, players)])


def _feats(row: SheetRow, players: Sequence[str]) -> Iterator[str]:
    for seat, feat in row.ruling.feats if row.ruling and row.place is not None else ():
        yield FEAT_OF.format(name=players[seat], feat=FEAT_WORDS[feat])


def _remarks(row: SheetRow, players: Sequence[str]) -> Iterator[str]:
    recorded = row.hand.recorded
    if row.pair:
        yield pair_words(row.pair)
    if row.dealer:
        yield DEALT.format(name=row.dealer)
    yield from _feats(row, players)
    if isinstance(recorded.played, PlayedShowdown | DrawnHand) and recorded.played.upcard is not None:
        yield UPCARD.format(card=card_word(recorded.played.upcard))
    if row.hand.house_rules is not None:
        yield OTHER_RULES.format(rules=house_rule_list(row.hand.house_rules))
    if recorded.at:
        yield recorded.at
    if responses := responses_remark(row.accepted_by, row.disputed_by, row.pair or players):
        yield responses
