"""Learning a game: questions that the engine answers, and the lessons of each game in the order one needs them."""
