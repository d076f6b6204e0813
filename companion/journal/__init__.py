"""A game as a journal of events, and the fold from its records to the game, its score sheet and its history.

A record holds what the table said, never totals. Screens read and append through companion.store.games.
"""
