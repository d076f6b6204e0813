"""What other house rules would change in a game that has begun."""

from dataclasses import dataclass, replace

from companion.journal.preview import Preview
from companion.journal.sheet import ScoreSheet
from companion.web.rummy.catalog import summary_of
from companion.web.rummy.views.sheet_view import outcome_of
from companion.wording.game import HAND
from companion.wording.house_rules import NO_HAND_CHANGES, ending_change

MOST_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Impact:
    """The game before and after, as far as they differ, for one choice from when on."""

    label: str
    """From when on, as the button says."""
    sentences: tuple[str, ...]
    summary: str
    hands: tuple[tuple[str, str, str], ...]
    """The hand, how it stands, and how it would stand."""
    more: int
    totals: tuple[tuple[str, int, int], ...]
    ending: str

    @property
    def changes(self) -> bool:
        """Whether the sheet would change at all."""
        return bool(self.hands or self.totals or self.ending)


def _total(sheet: ScoreSheet, name: str) -> int:
    """Return a player's total, with what the end of the game adds to it."""
    return (sheet.final or sheet.totals).get(name, 0)


def impact_of(preview: Preview, label: str, sentences: tuple[str, ...] = ()) -> Impact:
    """Return what a change of house rules would do; `sentences` are said before it."""
    before, after = preview.before, preview.after
    changed = [
        (HAND.format(number=old.position), outcome_of(old), outcome_of(new))
        for old, new in ((difference.before, difference.after) for difference in preview.differences)
        if old is not None and new is not None
    ]
    totals = [(name, _total(before, name), _total(after, name)) for name in preview.state.players]
    impact = Impact(
        label=label,
        sentences=sentences,
        summary=summary_of(preview.state.head),
        hands=tuple(changed[:MOST_SHOWN]),
        more=max(0, len(changed) - MOST_SHOWN),
        totals=tuple((name, old, new) for name, old, new in totals if old != new),
        ending=ending_change(
            over_before=before.over,
            over_after=after.over,
            same_winners=before.winners == after.winners,
        ),
    )
    return impact if sentences or impact.changes else replace(impact, sentences=(NO_HAND_CHANGES,))
