"""The home page, all games of a phone, its settings, counting a hand, and what installs the app."""
