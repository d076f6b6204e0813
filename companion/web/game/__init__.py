"""A game between its hands: begun, the table, the sheet, the end."""
