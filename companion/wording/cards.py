"""Cards, gems, games and numbers in words, and what changed in a hand."""

from collections.abc import Iterable, Sequence

from companion.documents.game import HandChange
from companion.documents.seats import TEAM_SIGN
from companion.rules.cards import GLYPHS, RANK_NAMES, Card, Rank, rank_of, suit_of
from companion.rules.gems import Gem
from companion.rules.rummy.melds import MeldKind
from companion.rules.rummy.showdown_input import Counted, HandInput, cards_given

GEM_NAMES = {
    Gem.GOLD: "Gold",
    Gem.EMERALD: "Emerald",
    Gem.MOONSTONE: "Moonstone",
    Gem.PEARL: "Pearl",
    Gem.AMETHYST: "Amethyst",
    Gem.RUBY: "Ruby",
    Gem.TOPAZ: "Topaz",
    Gem.SAPPHIRE: "Sapphire",
}

GAME_WORDS = {
    "gem-rummy": "Gem Rummy",
    "gin-rummy": "Gin Rummy",
    "knock-rummy": "Knock Rummy",
    "gem-ii-solo": "Gem II alone",
    "gem-ii": "Gem II",
}
SUIT_WORDS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
RANK_WORDS = {Rank.ACE: "Ace", Rank.JACK: "Jack", Rank.QUEEN: "Queen", Rank.KING: "King"}
KIND_WORDS = {
    MeldKind.SET: "set",
    MeldKind.RUN: "run",
    MeldKind.STASH: "stash",
    MeldKind.QUEENS_DIAMONDS: "Queen's Diamonds",
}


def spoken_card(card: Card) -> str:
    return f"{rank_word(rank_of(card))} of {SUIT_WORDS[suit_of(card)]}s"


def card_word(card: Card) -> str:
    return RANK_NAMES[rank_of(card) - 1] + GLYPHS[suit_of(card)]


def card_words(cards: Iterable[Card]) -> str:
    return " ".join(card_word(card) for card in cards)


def gem_words(gems: Iterable[Gem]) -> str:
    return listed_words([GEM_NAMES[gem] for gem in gems])


def rank_word(rank: Rank) -> str:
    return RANK_WORDS.get(rank, str(int(rank)))


def suit_word(card: Card) -> str:
    return SUIT_WORDS[suit_of(card)]


def listed_words(words: Sequence[str], last: str = "and") -> str:
    """Join words as in speech: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def agrees(name: str, singular: str, plural: str) -> str:
    """Return the verb that goes with a name: a side of partners is named "Ann & Cid"."""
    return plural if TEAM_SIGN in name else singular


def with_article(word: str) -> str:
    return f"{'an' if word[0] in 'AE8' else 'a'} {word}"


def plural(number: int, singular: str) -> str:
    return f"{number} {singular}{'' if number == 1 else 's'}"


def card_count_words(held: int, wanted: int) -> str:
    """Return how many cards are missing or too many; nothing where the number is right."""
    if held < wanted:
        return f"{plural(wanted - held, 'card')} missing"
    return f"{plural(held - wanted, 'card')} too many" if held > wanted else ""


def changed_sentences(
    changed: Iterable[HandChange], now: Sequence[HandInput], players: Sequence[str]
) -> tuple[str, ...]:
    sentences = []
    for change in changed:
        player = players[change.seat]
        whose = "their own hand" if change.by == (player,) else f"{player}'s hand"
        difference = _difference(change.before, now[change.seat])
        sentences.append(f"{listed_words(change.by)} changed {whose} after all hands were shown: {difference}.")
    return tuple(sentences)


def _difference(before: HandInput, now: HandInput) -> str:
    if isinstance(before, Counted):
        return f"{before.deadwood_points} points counted before"
    if isinstance(now, Counted):
        return f"{now.deadwood_points} points counted now"
    old, new = cards_given(before), cards_given(now)
    out, into = ([card for card in cards if card not in others] for cards, others in ((old, new), (new, old)))
    parts = [f"{card_words(cards)} {word}" for cards, word in ((out, "out"), (into, "in")) if cards]
    return listed_words(parts) or "same cards, laid out differently"
