"""Who may knock in the coming hand, by the dice, the upcard or the rules; and the Queen's Diamonds."""

from dataclasses import dataclass

from companion.documents.showdown_draft import Dice, SharedState
from companion.rules.cards import CARDS_BY_NAME, Suit, name_of, suit_of
from companion.rules.rummy.calls import knock_limit
from companion.rules.rummy.melds import designated_diamond
from companion.rules.rummy.ruleset import RuleSet
from companion.web.kinds.big_screen import Fact
from companion.wording import game as wording
from companion.wording.cards import spoken_card

ANY_QUEEN = "Q"
"""A card of any suit, as templates name it."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Who may knock in the coming hand, by the dice or the rules."""

    number: str
    words: str
    diamond: str = ""
    dice: Dice | None = None
    upcard: str = ""
    doubles: bool = False
    """The upcard is a spade, and doubles the hand."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What everybody looks for when a hand begins."""
        facts = [Fact(self.words, text=self.number)]
        if self.upcard:
            facts.append(Fact(wording.UPCARD_DOUBLES if self.doubles else wording.UPCARD_LABEL, cards=(self.upcard,)))
        if self.diamond:
            facts.append(Fact(wording.QUEENS_DIAMONDS, cards=(ANY_QUEEN, self.diamond)))
        return tuple(facts)


def knock_of(rules: RuleSet, known: SharedState) -> Knock | None:
    dice = known.dice if rules.has_dice else None
    upcard = known.upcard if rules.has_upcard else None
    if (rules.has_dice and dice is None) or (rules.has_upcard and upcard is None):
        return None
    card = CARDS_BY_NAME[upcard] if upcard else None
    limit = knock_limit(rules, dice, card)
    if limit is None:
        words, number = wording.KNOCK_ANY_TIME
        return Knock(number, words)
    words, number = (wording.KNOCK_WITH, str(limit)) if limit else wording.GIN_ONLY
    return Knock(
        number,
        words,
        diamond=name_of(designated_diamond(dice)) if dice else "",
        dice=dice,
        upcard=upcard or "",
        doubles=rules.spades_double and card is not None and suit_of(card) == Suit.SPADES,
    )


def announced(knock: Knock) -> str:
    """Return what was rolled or turned up, and what follows from it."""
    if knock.dice:
        first, second = knock.dice
        diamond = spoken_card(designated_diamond(knock.dice))
        return wording.DICE.format(first=first, second=second, knock=knock.words, limit=knock.number, diamond=diamond)
    upcard = spoken_card(CARDS_BY_NAME[knock.upcard])
    doubled = wording.SPADE_DOUBLES if knock.doubles else ""
    return wording.UPCARD.format(card=upcard, knock=knock.words, limit=knock.number) + doubled
