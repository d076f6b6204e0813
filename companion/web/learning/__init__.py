"""Learning a game: the paths with their lessons, "Can you rule it?", and what a phone has learned."""
