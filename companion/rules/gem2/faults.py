"""Impossible entries: what no round of Gem II can produce, with its place and facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Place = tuple[str | int, ...]
"""Path to the faulty field: field names and list positions, counted from 0."""

Facts = Mapping[str, int | str]


class EntryFault(StrEnum):
    """Why an entry is refused; the stored names never change."""

    NEGATIVE = "negative"
    TOO_MANY_REMOVED = "too-many-removed"
    TOO_MANY_DEALS = "too-many-deals"
    TOO_MANY_ROUNDS = "too-many-rounds"
    ROUND_UNFINISHED = "round-unfinished"

    BONUS_NOT_EARNED = "bonus-not-earned"
    BONUS_AFTER_LOSS = "bonus-after-loss"
    BONUS_DUE = "bonus-due"
    BONUS_UNFINISHED = "bonus-unfinished"
    TOO_MANY_BONUS_ROUNDS = "too-many-bonus-rounds"

    CARDS_DO_NOT_ADD_UP = "cards-do-not-add-up"
    TOO_FEW_REMAIN = "too-few-remain"
    IMPOSSIBLE_POINTS = "impossible-points"
    TOO_MANY_BETTING_POINTS = "too-many-betting-points"
    DEAL_SIZE = "deal-size"
    BET_WITHOUT_JEWEL = "bet-without-jewel"
    CALL_WITHOUT_JEWEL = "call-without-jewel"
    CALL_ON_ONESELF = "call-on-oneself"
    CALL_ON_WAITING_SIDE = "call-on-waiting-side"
    CALL_ON_RECEIVER = "call-on-receiver"
    HOLDS_NO_CARD = "holds-no-card"
    CALL_AFTER_THE_END = "call-after-the-end"
    NOT_THE_LAST_DEAL = "not-the-last-deal"
    NOT_FOUR_CARDS = "not-four-cards"
    X_CALLED_ALREADY = "x-called-already"

    CARD_REPEATED = "card-repeated"
    TOO_MANY_CARDS = "too-many-cards"
    TOP_UNKNOWN = "top-unknown"
    CARDS_UNKNOWN = "cards-unknown"


class Gem2Error(ValueError):
    def __init__(self, fault: EntryFault, place: Place, **facts: int | str) -> None:
        super().__init__(fault.value, place, facts)
        self.fault = fault
        self.place = place
        self.facts: Facts = facts

    def named_facts(self, names: Mapping[str, str]) -> Facts:
        return {key: names[str(fact)] if key == "side" else fact for key, fact in self.facts.items()}


@dataclass(frozen=True, slots=True)
class Doubt:
    """More removed than legal moves allow: a typo, or a wrong or missed move that nobody called."""

    place: Place
    removed: int
    most: int
