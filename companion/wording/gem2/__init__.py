"""Sentences of Gem II: rules, the table, the score card, forms."""
