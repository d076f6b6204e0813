"""People and their record over all games of a phone: the household's table, and a page for each person."""
