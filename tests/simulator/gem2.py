"""Gem II at a simulated table: the rounds that are played, deal by deal or counted, and what people do there."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tests.simulator.deals import DealtHand
from tests.simulator.hand import Hand

DEALS = 10


@dataclass(frozen=True)
class GemRound:
    number: int
    counts: tuple[int, ...]
    """The cards removed in each deal; where only the result is entered, the cards that each side holds."""
    counted: bool
    drawn: ClassVar = False
    hands: ClassVar[tuple[DealtHand, ...]] = ()

    def is_right(self, played: Mapping[str, Any]) -> bool:
        entered = counts_of(played)
        return self.counted == ("counted" in played) and self.counts[: len(entered)] == entered

    def is_whole(self, played: Mapping[str, Any]) -> bool:
        return len(counts_of(played)) >= len(self.counts)


def counts_of(played: Mapping[str, Any]) -> tuple[int, ...]:
    if "counted" in played:
        return tuple(played["counted"]["cards"].values())
    return tuple(deal if isinstance(deal, int) else deal["removed"] for deal in played["deals"])


def dealt_round(chance: random.Random, number: int, seats: int) -> GemRound:
    """Play a round. Its first number, which nobody gets wrong, tells it from the others."""
    if seats > 1 and chance.random() < 0.4:
        return GemRound(number, (5 + number, chance.randint(2, 15)), counted=True)
    return GemRound(number, (number, *(chance.randint(0, 3) for _ in range(DEALS - 1))), counted=False)


def at_the_table(hand: Hand) -> bool:
    """Enter the next deal, or what the round came to."""
    person, evening = hand.person, hand.evening
    # Which deal it is, the page says, which may be old.
    number, place = (int(hand.view["hidden"].get(name, 0)) for name in ("hand", "deal"))
    entry = evening.look_up().hand(number)
    played = evening.deal(entry.deal) if entry else evening.deal_played()
    if not isinstance(played, GemRound) or evening.chance.random() < 0.2:
        return hand.looks_for_news()
    if person.keeps_score and not person.phone.line.there and evening.chance.random() < 0.5:
        return hand.go("/offline")
    if played.counted or not 0 < place <= DEALS:
        return hand.go("/counted") if played.counted and person.keeps_score else hand.looks_for_news()
    count = played.counts[place - 1]
    if place > 1 and evening.slips(0.05):
        count = (count + 1) % 4
    return (hand.choose("count", str(count)) and hand.tap(hand.button("act", "record"))) or hand.looks_for_news()


def counts(hand: Hand) -> bool:
    """Enter what a round came to, sometimes wrongly; or correct it."""
    evening = hand.evening
    corrected = evening.look_up().hand(int(hand.view["search"].partition("hand=")[2] or 0))
    played = evening.deal(corrected.deal) if corrected else evening.deal_played()
    if not isinstance(played, GemRound) or not played.counted:
        return hand.go()
    return (_fill_counted(hand, played) and hand.tap(hand.button(words="Record the round"))) or hand.go()


def _fill_counted(hand: Hand, played: GemRound) -> bool:
    first, second = played.counts[0], played.counts[1] + hand.evening.slips(0.1)
    fields = {"cards-0": first, "cards-1": second, "remaining": 40 - first - second}
    return all(hand.fill(name, str(count)) for name, count in fields.items())


def corrects(hand: Hand, played: GemRound, recorded: Mapping[str, Any], place: str) -> bool:
    """Correct a deal on its own page, a player's deals all at once, or what was counted; or go back to the deals."""
    if played.counted:
        return hand.tap(hand.link("/counted"))
    if "counted" in recorded:
        # Its history has the deals. Those after the version that is restored are entered again.
        return hand.tap(hand.one_of(hand.buttons("version")))
    entered = counts_of(recorded)
    if hand.has("deals-0"):
        return hand.fill_all("deals-0", played.counts[: len(entered)]) and hand.tap(
            hand.button(words="Save these deals")
        )
    wrong = next((at for at in range(len(entered)) if entered[at] != played.counts[at]), 0)
    if place == f"deals/{wrong + 1}":
        return hand.fill("removed", str(played.counts[wrong])) and hand.tap(hand.button(words="Save this deal"))
    return hand.tap(hand.link(f"/deals/{wrong + 1}"))


def without_a_network(hand: Hand, played: GemRound) -> bool:
    """Enter the round on the page that the phone keeps: counted, or one player's deals."""
    if played.counted != hand.has("cards-0"):
        return hand.go()
    filled = _fill_counted(hand, played) if played.counted else hand.fill_all("deals-0", played.counts)
    return filled and hand.tap(hand.button(words="Send this round"))
