"""Why a tapped card is not laid off, in one sentence that names no other play (R.14)."""

from collections.abc import Sequence

from companion.rules.cards import rank_of
from companion.rules.gems import group_of
from companion.rules.rummy.lay_offs import NoPlace, OpenMeld
from companion.rules.rummy.melds import MeldKind
from companion.rules.rummy.verdict import Call
from companion.wording.cards import GEM_NAMES, card_word, card_words, listed_words, rank_word, with_article
from companion.wording.faults import CALL_WORDS


def no_place_sentence(why: NoPlace, player: str, names: Sequence[str], call: Call = Call.GIN) -> str:
    """Return why a card fits nowhere."""
    card = card_word(why.card)
    if why.closed is not None:
        return f"{card} can't go on {_meld(why.closed, names)}: nobody lays off on a {CALL_WORDS[call]} hand."
    if why.own is not None:
        return f"{card} can't go on {player}'s own meld: lay-offs go on other players' melds."
    if why.borne is not None:
        gem, bearer = why.borne
        ranks = dict.fromkeys(rank_of(other) for other in group_of(bearer).cards)
        among = listed_words([f"{rank_word(rank)}s" for rank in ranks])
        name = GEM_NAMES[gem]
        return f"{card} can't be {with_article(name)}: {card_word(bearer)} is the {name} among the {among}."
    reasons = {
        MeldKind.RUN: "continues no run",
        MeldKind.SET: f"joins no set of {rank_word(rank_of(why.card))}s",
        MeldKind.STASH: "shares no stash's gem",
    }
    return f"{card} doesn't fit: it {listed_words([reasons[kind] for kind in reasons if kind in why.kinds])}."


def _meld(there: OpenMeld, names: Sequence[str]) -> str:
    return f"{names[there.owner]}'s {card_words(there.meld.cards)}"
