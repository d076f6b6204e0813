"""A person's figures as pages show them: each with what it is called and what it rests on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.people.figures import PlayerFigures, Share
from companion.wording.people import each_hand, percent, range_words, won_sentence

NO_FIGURE = "–"


@dataclass(frozen=True, slots=True)
class ShareInWords:
    """How many games were won, what share that is, and how sure."""

    won: str
    sentence: str
    percent: str
    range: str
    short_range: str
    is_luck: bool
    """These games can't tell who plays better."""


def share_in_words(share: Share, sentence: Callable[[int, int], str] = won_sentence) -> ShareInWords | None:
    """Return a share in words; None before the first finished game."""
    if share.share is None:
        return None
    return ShareInWords(
        won=f"{share.won:,} of {share.of:,}",
        sentence=sentence(share.won, share.of),
        percent=percent(share.share),
        range=range_words(share.low, share.high),
        short_range=range_words(share.low, share.high, "–"),
        is_luck=share.luck_may_explain,
    )


@dataclass(frozen=True, slots=True)
class FigureInWords:
    """A figure, what it is called, and what it rests on."""

    label: str
    value: str
    note: str = ""


def figures_in_words(figures: PlayerFigures) -> tuple[FigureInWords, ...]:
    """Return the figures that these games have: what no game of a kind knows is left out."""
    return tuple(_figures(figures))


def _figures(figures: PlayerFigures) -> Iterator[FigureInWords]:
    yield FigureInWords("Hands won", f"{figures.hands_won:,}", f"of {figures.hands:,}")
    for label, mean, note in (
        ("Points", figures.points_a_hand, "a hand"),
        ("Points against", figures.against_a_hand if figures.games or figures.unfinished else None, "a hand"),
        ("Deadwood", figures.mean_deadwood, "left, a hand"),
        ("Knocks with", figures.mean_knock, "deadwood on average"),
    ):
        if mean is not None:
            yield FigureInWords(label, each_hand(mean), note)
    if figures.knocks:
        yield FigureInWords("Knocks won", f"{figures.knocks_won:,}", f"of {figures.knocks:,}")
    yield from (
        FigureInWords(label, f"{number:,}")
        for label, number in (
            ("Gins", figures.gins),
            ("Big Gins", figures.big_gins),
            ("Rums", figures.rums),
            ("Undercuts", figures.undercuts),
            ("Was undercut", figures.undercut_hands),
            ("Gem Parts", figures.gem_parts),
        )
        if number
    )
    if figures.given_away_hands:
        yield FigureInWords("Given away", f"{figures.given_away:,}", f"points in {figures.given_away_hands:,} hands")
