"""Several phones at one table."""
