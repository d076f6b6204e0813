"""Players and phones of a game: seats, invitations, joining, leaving."""
