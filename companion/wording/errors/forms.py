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


def same_name_twice(name: str) -> str:
    """Return the error of a name that another player has."""
    return f"Two players can't both be “{name}”."


def too_few_players(game: str, least: int) -> str:
    """Return the error of a game that needs more players."""
    return f"{game} needs at least {least} players. Enter a name."


def no_name(seat: int) -> str:
    """Return the error of a seat without a name, of more than the game needs."""
    return f"Player {seat} has no name. Enter one, or tap “Remove the last player”."
