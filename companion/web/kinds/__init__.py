"""What a kind of game tells the screens that every game has, and the types in which it does."""
