"""The big screen of a table, read across the room: what it shows, as a kind of game fills it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """What everybody looks for when a hand begins: a number, or cards; "Q" is a Queen of any suit."""

    label: str
    text: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScreenTotal:
    """A total; of games that are played at once, that of one of them."""

    points: int
    label: str = ""
    """Which of the games it is of, and whether that is over."""
    closed: bool = False
    """That game is over, and somebody else has won it."""


@dataclass(frozen=True, slots=True)
class ScreenScore:
    """A player or a side."""

    names: tuple[str, ...]
    totals: tuple[ScreenTotal, ...]
    remarks: tuple[str, ...]
    """Who deals, if it's this player or one of this side; and how far it is to the target."""
    share: int | None = None
    """How much of that way is done, in hundredths; None where there is none, or several games are played at once."""
    is_next: bool = False
    """Deals the coming hand, or has the turn."""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BigScreen:
    """What the big screen says of a table that plays, besides the curve and the last ruling."""

    scores: tuple[ScreenScore, ...]
    heading: str
    """What is played now."""
    facts: tuple[Fact, ...]
    status: str = ""
    """Who knocked, or why the game goes on."""
    pairs: tuple[tuple[str, str], ...] = ()
    """The pairs of a round that is played, and how far each is."""
    last: str = ""
    """How the last hand came out."""
