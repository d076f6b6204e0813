"""The end of a game in words: what it is won by and why, its figures, its chart and its picture."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from companion.rules.rummy.match import EndCode, EndLine, Settlement, won_by
from companion.wording.cards import agrees, listed_words, plural
from companion.wording.house_rules import hundredths

TIE = "a tie"
POINTS_OF_HANDS = "Points of the hands"
IN_GAME = "{name}, game {number}"


Entry: TypeAlias = Mapping[str, int | None]


def filed_sentence(games: Sequence[Sequence[Entry]], over: Sequence[bool], hand: int, called: str = "") -> str:
    """Return in which of the games that are played at once a hand counts, and which of them it ends.

    Each game has an entry for every hand, or for every round of hands, by whose name it is `called` then. Empty for one
    game, or where nobody scores.
    """
    if len(games) <= 1:
        return ""
    entered = [entries[hand - 1] for entries in games]
    counts = [
        f"for {name} in {_games([number for number, entry in enumerate(entered, start=1) if entry[name] is not None])}"
        for name in entered[0]
        if any(entry[name] is not None for entry in entered)
    ]
    ended = [number for number, entries in enumerate(games, start=1) if over[number - 1] and _last(entries) == hand]
    ends = f" Ends {_games(ended)}." if ended else ""
    start = f"{called} counts" if called else "Counts"
    return f"{start} {listed_words(counts)}.{ends}" if counts else ""


def _games(numbers: Sequence[int]) -> str:
    return f"game{'' if len(numbers) == 1 else 's'} {listed_words(list(map(str, numbers)))}"


def _last(entries: Sequence[Entry]) -> int:
    return max(number for number, entry in enumerate(entries, start=1) if set(entry.values()) != {None})


def won_by_words(final: Mapping[str, int]) -> str:
    lead = won_by(tuple(final.values()))
    first = max(final, key=final.__getitem__)
    return f"{first} {agrees(first, 'wins', 'win')} by {lead}" if lead else TIE


def game_heading(number: int | None, how: str) -> str:
    return f"Game {number}: {how}" if number else f"The end: {how}"


def settled_reason(reached: Sequence[str], target: int, final: Mapping[str, int]) -> str:
    """Return why a game with bonuses is won by whom."""
    scores = " to ".join(map(str, final.values()))
    how = won_by_words(final)
    return (
        f"{listed_words(reached)} reached {target}. In the end it is {scores}, "
        f"so {'they share the game' if how == TIE else how}."
    )


def games_reason(games: Sequence[Mapping[str, int]], final: Mapping[str, int]) -> str:
    """Return how three games that were played at once ended."""
    each = " ".join(f"Game {number}: {won_by_words(game)}." for number, game in enumerate(games, start=1))
    how = won_by_words(final)
    return f"{each} Together {'it is ' if how == TIE else ''}{how}."


def end_line_sentence(line: EndLine, names: Sequence[str]) -> str:
    match line.code:
        case EndCode.GAME_BONUS:
            return "Game bonus: first to the target"
        case EndCode.BOX_BONUS:
            number, each = line.numbers
            return f"{'Rounds' if line.of_rounds else 'Hands'} won that count in this game: {number} × {each}"
        case EndCode.EXTRA_BOXES:
            boxes, each = line.numbers
            return f"Extra boxes in this game: {boxes} × {each}"
        case EndCode.SHUTOUT:
            return f"{_shut_out(line, names)}, so {line.numbers[0]} counts twice"
        case EndCode.SHUTOUT_BONUS:
            return _shut_out(line, names)
    assert_never(line.code)


def _shut_out(line: EndLine, names: Sequence[str]) -> str:
    others = [name for place, name in enumerate(names) if place != line.seat]
    have = agrees(others[0], "has", "have") if len(others) == 1 else "have"
    return f"Shutout: {listed_words(others)} {have} no entry in this game"


NOTHING_OWED = "Nobody owes anything."


def settlement_sentence(settlement: Settlement, names: Sequence[str]) -> str:
    number = plural(settlement.number, "point")
    if settlement.of_boxes:
        number = f"{settlement.number} {'box' if settlement.number == 1 else 'boxes'}"
    debtors, creditors = ([names[seat] for seat in seats] for seats in (settlement.debtors, settlement.creditors))
    owes = f"{listed_words(debtors)} {'owes' if len(debtors) == 1 else 'owe'} {listed_words(creditors)}"
    if not settlement.stake:
        return f"{owes} {number}"
    return f"{owes} {hundredths(settlement.amount)}: {number} at {hundredths(settlement.stake)}"


CLEARED_HEADLINE = "The game was closed"
CLEARED_REASON = "It wasn't played to the end."
MOVED_REASON = "The game continues on another phone. This is a closed copy."


def win_title(winners: Sequence[str], *, are_teams: bool) -> str:
    if len(winners) > 1:
        return f"{listed_words(winners)} share the win"
    return f"{winners[0]} {'win' if are_teams else 'wins'}"


def win_headline(winners: Sequence[str], totals: Sequence[int], *, are_teams: bool) -> str:
    """Return who won, and the score; the totals come highest first."""
    best, *others = totals
    score = f", {best} to {others[0]}" if len(others) == 1 else f" with {best}"
    return f"{win_title(winners, are_teams=are_teams)}{score}"


def target_reason(winners: Sequence[str], totals: Mapping[str, int], target: int) -> str:
    best = max(totals.values())
    level = [name for name, total in totals.items() if total == best]
    reached = [name for name, total in totals.items() if total >= target]
    start = f"{listed_words(reached)} reached {target}"
    if len(winners) > 1:
        return f"{start}; {listed_words(level)} are tied at {best}, and scored the same in the last hand."
    if len(level) > 1:
        return f"{start}; {listed_words(level)} are tied at {best}, and {winners[0]} scored more in the last hand."
    if reached == list(winners):
        return f"{start}, and nobody has more."
    return f"{start}, and {winners[0]} has the highest total."


HANDS_PLAYED = "Hands played"
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
    """Return how these players stand in games won; empty before the first one."""
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
    return "" if known == hands else f"Deadwood is known for {known} of {hands} hands."


def given_away_note(known: Mapping[str, int], played: Mapping[str, int]) -> str:
    """Say what the figure counts, and of how many of the hands that each player played it is known."""
    meaning = "Points given away: what a better layout or lay-off of the same cards would have changed in the score."
    if known == played:
        return meaning
    hands = set(played.values())
    if len(hands) > 1:
        each = ", ".join(f"{name} {number} of {played[name]}" for name, number in known.items())
        return f"{meaning} Known where cards were entered: {each} hands."
    counts = set(known.values())
    each = str(*counts) if len(counts) == 1 else ", ".join(f"{name} {number}" for name, number in known.items())
    return f"{meaning} Known where cards were entered: {each} of {max(hands)} hands."


def duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [plural(hours, "hour")] if hours else []
    return " ".join([*parts, plural(rest, "minute")] if rest or not hours else parts)


CHART_OF_GAME = "Game {number} of three"
MOST_READ_OUT = 20
"""Totals of a player that the description lists, the last ones."""


def chart_description(series: Mapping[str, Sequence[int]], target: int | None, each: str) -> str:
    """Return the running totals in words; each series starts at 0, before the first hand."""
    totals = [f"{name}: {', '.join(map(str, line[1:][-MOST_READ_OUT:]))}" for name, line in series.items()]
    hands = max(len(line) for line in series.values()) - 1
    which = f"each {each}" if hands <= MOST_READ_OUT else f"each of the last {MOST_READ_OUT} {each}s"
    goal = "" if target is None else f" The game goes to {target}."
    return f"Totals after {which}. {'. '.join(totals)}.{goal}"


def latest_description(results: Sequence[tuple[Sequence[str], int]]) -> str:
    """Return who won the last games, and by how much; the latest comes last."""
    games = [_result(winners, margin) for winners, margin in results]
    return f"The last {len(games)} games, the latest last: {', '.join(games)}."


def _result(winners: Sequence[str], margin: int) -> str:
    if len(winners) != 1:
        return "shared"
    return f"{winners[0]} by {margin}" if margin else f"{winners[0]} with equal totals"


NOTHING_PLAYED = "There's no picture before the first {hand}."


def score_after(hands: int, word: str) -> str:
    return f"After {plural(hands, word)}"
