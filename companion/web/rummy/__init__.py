"""Rummy games between their hands: new game, table, sheet, end."""
