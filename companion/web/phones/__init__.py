"""The phones at a table: joining, seats and people, leaving."""
