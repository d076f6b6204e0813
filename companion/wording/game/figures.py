"""An evening in figures, in words: the labels, what they count, and what they don't measure."""

from collections.abc import Mapping

from companion.wording.cards import plural

HANDS_WON = "Hands won"
KNOCKS_WON = "Knocks won"
WON_OF = "{won} of {knocks}"
WAS_UNDERCUT = "Was undercut"
BIGGEST_HAND = "Biggest hand"
MEAN_DEADWOOD = "Deadwood on average"
GIVEN_AWAY = "Points given away"
GAMES_WON = "Games won"
NOT_MEASURED = "These numbers don't measure luck, or how well anyone drew and discarded."


def games_so_far(won: Mapping[str, int]) -> str:
    """Return how these players stand in games won; empty before the first one.

    >>> games_so_far({"Ann": 1, "Tom": 2}), games_so_far({"Ann": 1, "Tom": 1})
    ('Tom leads 2 : 1.', '1 : 1 so far.')
    >>> games_so_far({"Ann": 1, "Tom": 0, "Mia": 2})
    'Games won: Ann 1, Tom 0, Mia 2.'
    """
    if not any(won.values()):
        return ""
    match sorted(won.items(), key=lambda entry: -entry[1]):
        case [(_, most), (_, least)] if most == least:
            return f"{most} : {least} so far."
        case [(leader, most), (_, least)]:
            return f"{leader} leads {most} : {least}."
        case _:
            return f"{GAMES_WON}: {', '.join(f'{name} {number}' for name, number in won.items())}."


def deadwood_note(known: int, hands: int) -> str:
    """Return of how many hands the deadwood is known; empty where of all.

    >>> deadwood_note(9, 11)
    'Deadwood is known for 9 of 11 hands.'
    """
    return "" if known == hands else f"Deadwood is known for {known} of {hands} hands."


def given_away_note(known: Mapping[str, int], hands: int) -> str:
    """Return what points given away are, and in how many hands each player's cards are known.

    >>> given_away_note({"Ann": 3, "Bob": 3}, 3).partition(": ")[2]
    'what a better layout or lay-off of the same cards would have changed in the score.'
    >>> given_away_note({"Ann": 3, "Bob": 2}, 3).partition(". ")[2]
    'Known where cards were entered: Ann 3, Bob 2 of 3 hands.'
    """
    meaning = "Points given away: what a better layout or lay-off of the same cards would have changed in the score."
    if set(known.values()) == {hands}:
        return meaning
    counts = set(known.values())
    each = str(*counts) if len(counts) == 1 else ", ".join(f"{name} {number}" for name, number in known.items())
    return f"{meaning} Known where cards were entered: {each} of {hands} hands."


def duration(minutes: int) -> str:
    """Return how long a game was played.

    >>> duration(48), duration(60), duration(125)
    ('48 minutes', '1 hour', '2 hours 5 minutes')
    """
    hours, rest = divmod(minutes, 60)
    parts = [plural(hours, "hour")] if hours else []
    return " ".join([*parts, plural(rest, "minute")] if rest or not hours else parts)
