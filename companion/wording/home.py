"""The links of the home page: endpoint, title, and what is behind it."""

HOME_LINKS = (
    ("count.count", "Count a hand", "find its melds and deadwood"),
    ("deck.decks", "The deck", "which card shows which gem"),
    ("rules_pages.rules", "Rules", "every rule, with examples"),
    ("gem2_moves.moves", "Move referee", "which moves in Gem II are legal"),
    ("exchange.choose_file", "Import a game", "from a file saved by this app"),
)
