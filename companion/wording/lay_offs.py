"""Why a tapped card can't be laid off; never which card could (R.14)."""

from collections.abc import Sequence

from companion.rules.cards import rank_of
from companion.rules.gems import group_of
from companion.rules.rummy.lay_offs import NoPlace
from companion.rules.rummy.melds import MeldKind
from companion.rules.rummy.verdict import Call
from companion.wording.cards import GEM_NAMES, card_word, listed_words, rank_word
from companion.wording.faults import CALL_WORDS, meld_words, own_meld_sentence


def no_place_sentence(why: NoPlace, player: str, names: Sequence[str], call: Call = Call.GIN) -> str:
    """Return why a card fits nowhere."""
    card = card_word(why.card)
    if why.closed is not None:
        meld = meld_words(names[why.closed.owner], why.closed.meld)
        return f"{card} can't go on {meld}: nobody lays off on a {CALL_WORDS[call]} hand."
    if why.own is not None:
        return own_meld_sentence(card, player)
    if why.borne is not None:
        gem, bearer = why.borne
        ranks = dict.fromkeys(rank_of(other) for other in group_of(bearer).cards)
        among = listed_words([f"{rank_word(rank)}s" for rank in ranks])
        return f"{card} can't be {GEM_NAMES[gem]}: among the {among}, only {card_word(bearer)} is."
    reasons = {
        MeldKind.RUN: "extend a run",
        MeldKind.SET: f"join a set of {rank_word(rank_of(why.card))}s",
        MeldKind.STASH: "share a stash's gem",
    }
    return f"{card} doesn't {listed_words([reasons[kind] for kind in reasons if kind in why.kinds], 'or')}."
