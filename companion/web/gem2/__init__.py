"""Gem II: its table, its turns, its card, and the referee of moves."""
