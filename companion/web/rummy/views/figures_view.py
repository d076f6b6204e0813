"""Figures of a rummy's players: of one game, or of all games of a pairing."""

from collections.abc import Sequence

from companion.journal.rulings import Feat
from companion.store.derived.tallies import PlayerTally
from companion.web.base.player_names import short_names
from companion.web.kinds.ending import Figures, kept_rows
from companion.wording import game_end as wording
from companion.wording.rulings import FEAT_COUNT_WORDS

UNKNOWN = "–"
NAME_ROOM, NAME_ROOM_OF_A_PAIR = 6, 8
"""Characters of a name above its column."""
_ALWAYS = (wording.HANDS_WON, wording.KNOCKS_WON, wording.BIGGEST_HAND)


def figures_of(tallies: Sequence[PlayerTally], hands: int) -> Figures:
    """Return the figures of some hands, in the order of the players."""
    rows = [
        (wording.HANDS_WON, [str(tally.hands) for tally in tallies]),
        (wording.KNOCKS_WON, [wording.WON_OF.format(won=tally.knocks_won, knocks=tally.knocks) for tally in tallies]),
        *((FEAT_COUNT_WORDS[feat], [str(tally.feats.get(feat, 0)) for tally in tallies]) for feat in Feat),
        (wording.WAS_UNDERCUT, [str(tally.undercut_hands) for tally in tallies]),
        (wording.BIGGEST_HAND, [str(tally.best) for tally in tallies]),
    ]
    notes = []
    if any(tally.deadwood_hands for tally in tallies):
        rows.append((wording.MEAN_DEADWOOD, [_mean(tally.deadwood, tally.deadwood_hands) for tally in tallies]))
        notes.append(wording.deadwood_note(tallies[0].deadwood_hands, hands))
    known = {tally.name: tally.given_away_hands for tally in tallies}
    kept = kept_rows(rows, _ALWAYS)
    if any(known.values()):
        given_away = tuple(str(tally.given_away) if tally.given_away_hands else UNKNOWN for tally in tallies)
        kept = (*kept, (wording.GIVEN_AWAY, given_away))
        notes.append(wording.given_away_note(known, hands))
    names = tuple(tally.name for tally in tallies)
    room = NAME_ROOM_OF_A_PAIR if len(names) == 2 else NAME_ROOM
    return Figures(names, short_names(names, room), kept, (*filter(None, notes), wording.NOT_MEASURED))


def _mean(total: int, number: int) -> str:
    return f"{total / number:.1f}" if number else UNKNOWN
