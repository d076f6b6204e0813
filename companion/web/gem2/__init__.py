"""Gem II: its table, turns, score card, and the referee of moves."""
