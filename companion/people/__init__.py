"""What people played, in figures: sums, seasons, a rating. Pure: standard library only."""
