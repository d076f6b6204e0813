"""Sentences and labels of the lay-offs; none names a play that a player has not found (R.14)."""

from collections.abc import Sequence

from companion.rules.cards import Card, rank_of
from companion.rules.gems import Gem
from companion.rules.rummy.lay_offs import NoPlace
from companion.rules.rummy.melds import Meld, MeldKind
from companion.rules.rummy.verdict import Call
from companion.wording.cards import GEM_NAMES, KIND_WORDS, card_word, listed_words, rank_word, with_article
from companion.wording.faults import CALL_WORDS, meld_words, only_bearer, own_meld_sentence

OWN_PHONES_LAY_OFF = "Each player lays off on their own phone."
LAY_OFFS_CHANGED = "Someone else just laid off. Check the melds, then enter yours again."
NO_PASSING = "Nobody has to pass here. Press “That's all” when everything is laid off."
ENTER_ALONE = "{card} would show its gem: enter it by itself."
NO_SUCH_MELD = "There is no meld {number} on the table."
NOT_IN_DEADWOOD = "{card} isn't in anyone's deadwood."
NOT_A_MELD = "Group {number} isn't a meld."


def leftover_headline(player: str, *, in_turns: bool, passed: bool, due: bool) -> str:
    """Return the heading of a player's deadwood."""
    if not in_turns:
        return f"{player}'s deadwood"
    if passed:
        return f"{player} passed, deadwood"
    return f"{player}'s turn, deadwood" if due else f"Next: {player}, deadwood"


def laid_off_sentence(player: str, card: Card, owner: str, meld: str) -> str:
    """Describe the last lay-off."""
    return f"{player} lays off {card_word(card)} on {owner}'s {meld}."


def meld_name(number: int, owner: str, kind: str) -> str:
    """Name a group of cards on the table by the number that lay-offs in shorthand use."""
    return f"Meld {number}, {owner}'s {kind}" if kind else f"Group {number} of {owner}, not a meld"


def meld_caption(number: int, kind: str) -> str:
    """Return what stands below a group of cards: its number, and what it is."""
    return f"{number}: {kind or 'not a meld'}"


def closed_sentence(card: Card, owner: str, meld: Meld, call: Call) -> str:
    """Return why a card can't go on a meld of a Gin hand."""
    return f"{card_word(card)} can't go on {meld_words(owner, meld)}: nobody lays off on a {CALL_WORDS[call]} hand."


def pass_sentence(player: str) -> str:
    """Describe a pass."""
    return f"{player} passes."


def target_question(card: Card, gem: Gem | None) -> str:
    """Ask where a card goes, or whether it bears the gem of the only stash that could take it."""
    return f"Is {card_word(card)} {with_article(GEM_NAMES[gem])}?" if gem else f"Where does {card_word(card)} go?"


def target_label(owner: str, meld: Meld, *, reveals: bool) -> str:
    """Label the button that lays a card on a meld; `reveals` says that this reveals the card's letter."""
    if meld.gem is None:
        return f"On {owner}'s {KIND_WORDS[meld.kind]}"
    gem = GEM_NAMES[meld.gem]
    return f"Yes, {with_article(gem)}: lay it on {owner}'s stash" if reveals else f"On {owner}'s {gem} stash"


def decline_label(card: Card, gem: Gem | None) -> str:
    """Label the button that lays the card on none of the melds."""
    return "No, it isn't" if gem else f"Keep {card_word(card)}"


def no_place_sentence(why: NoPlace, player: str, names: Sequence[str], call: Call = Call.GIN) -> str:
    """Return why a card fits nowhere."""
    card = card_word(why.card)
    if why.closed is not None:
        return closed_sentence(why.card, names[why.closed.owner], why.closed.meld, call)
    if why.own is not None:
        return own_meld_sentence(card, player)
    if why.borne is not None:
        gem, bearer = why.borne
        return f"{card} can't be {GEM_NAMES[gem]}: {only_bearer(bearer)}."
    reasons = {
        MeldKind.RUN: "extend a run",
        MeldKind.SET: f"join a set of {rank_word(rank_of(why.card))}s",
        MeldKind.STASH: "share a stash's gem",
    }
    return f"{card} doesn't {listed_words([reasons[kind] for kind in reasons if kind in why.kinds], 'or')}."
