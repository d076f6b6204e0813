"""Decks: their default names, their groups of cards, and how much of them is known."""

DEFAULT_NAME = "Our deck"
MADE_UP_NAME = "Made-up print"
GROUP_WORDS = ("Aces and 2s", "3s and 4s", "5s and 6s", "7s and 8s", "9s and 10s", "Jacks and Queens", "Kings")
GEMS_KNOWN = "{known} of {all} gems known"
ALL_GEMS_KNOWN = "all gems known"
ASK_FOR_GEM = "Tap the {gem} card."
GROUP_KNOWN = "{cards} are known."
