"""A game of Gem II as it stands: the rounds, and the turn that is being entered."""
