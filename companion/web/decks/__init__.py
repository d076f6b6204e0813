"""The decks of a phone: what is printed on them, and teaching one by photos."""
