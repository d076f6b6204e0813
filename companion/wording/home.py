"""The links of the home page: endpoint, title, and what is behind it."""

HOME_LINKS = (
    ("count.count", "Count a hand", "what it melds, what it counts"),
    ("deck.decks", "The deck", "which card bears which gem"),
    ("rules_pages.rules", "How we rule", "every rule, with hands that show it"),
    ("gem2_moves.moves", "Who was right about a move", "Gem II, from the cards on the board"),
    ("exchange.choose_file", "Import a game", "from a file saved by this app"),
)
