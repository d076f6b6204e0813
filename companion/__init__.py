"""The Companion: scorekeeper and referee for card players. Import what you need; this package loads nothing by itself."""
