"""What the phones of a load were told: when answers came, what failed, and when recorded hands were shown."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from bench.client import Answer

SOON = 0.150
SHARE_SOON = 0.99
SHOWN_WITHIN = {0.5: 0.300, 0.99: 1.0}
"""Seconds from "record" until half, and 99 of 100, of the other phones show the hand."""
NAMES = ("Ann", "Bob")


@dataclass(slots=True)
class Told:
    """What the phones have seen."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)
    recorded: Counter[str] = field(default_factory=Counter)
    points: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(lambda: dict.fromkeys(NAMES, 0)))
    asked: int = 0
    sent_at: dict[tuple[str, int], float] = field(default_factory=dict)
    """When a game's record was sent."""
    held: int = 0
    """How many held requests were answered."""
    shown_after: list[float] = field(default_factory=list)
    """How long after that another phone showed it."""

    def note(self, what: str, answer: Answer) -> Answer:
        """Note how an answer came."""
        self.times[what].append(answer.seconds)
        if answer.status >= 400:
            self.errors[f"{what}: {answer.status}"] += 1
        return answer

    def note_held(self, answer: Answer) -> None:
        """Note an answer that came when there was news, or after a while without."""
        self.held += 1
        if answer.status >= 400:
            self.errors[f"held: {answer.status}"] += 1

    @property
    def requests(self) -> int:
        """How many answers came."""
        return sum(len(one) for one in self.times.values())

    def share_soon(self, *, of_all: bool = False) -> float:
        """Tell the share of answers that came soon enough, or with `of_all` of what was asked, answered or not."""
        soon = sum(one < SOON for times in self.times.values() for one in times)
        return soon / max(1, self.asked if of_all else self.requests)

    def shown_within(self, share: float) -> float:
        """Return the seconds after which this share of the other phones showed a hand; 0 if there were none."""
        times = sorted(self.shown_after)
        return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0

    def is_shown_soon(self) -> bool:
        """Return whether the other phones showed hands as soon as they are to."""
        return all(self.shown_within(share) <= seconds for share, seconds in SHOWN_WITHIN.items())
