"""Read playing cards from a photo. It knows cards and no game, and runs without torch."""
