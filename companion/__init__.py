"""The Companion: scorekeeper and referee for card players. Import what you need; this loads nothing by itself."""

__version__ = "1.0.0"
