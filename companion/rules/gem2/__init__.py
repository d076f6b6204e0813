"""Gem II: forty cards, four piles, moves and bets; no rummy."""
