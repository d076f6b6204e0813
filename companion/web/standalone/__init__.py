"""Pages outside any game: home, settings, decks, counting a hand, the rules."""
