"""The score sheet and each of its hands: history, corrections, responses, conflicts."""
