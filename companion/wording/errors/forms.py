"""Errors shown beside the fields of a form."""

REQUIRED = "Fill this in."
CHOOSE_ONE = "Choose one."
NOT_A_DATE = "Enter a date like 2026-11-21."


def not_a_whole_number(digits: int) -> str:
    """Return the error of a number field, the longest number having `digits` digits."""
    return f"Enter a whole number of at most {digits} digits."


def too_long(most: int) -> str:
    """Return the error of a text with more than `most` characters."""
    return f"Use at most {most} characters."
