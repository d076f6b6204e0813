"""Labels and errors of the Gem II forms."""

from companion.rules.gem2.turn import Misdeal, Penalty
from companion.wording.gem2.rules import PENALTY_NAMES
from companion.wording.gem2.table import OWNED_UP, misdeal_call

NAME_MISSING = "Enter a name."
PARTNER_MISSING = "Enter both partners, or neither."

_MOVERS = (Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN)
CALL_CHOICES = (
    ("", "none"),
    *(
        (penalty.value, PENALTY_NAMES[penalty])
        for penalty in (Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN)
    ),
    *((f"{Penalty.INCORRECT_DEAL}:{misdeal}", misdeal_call(misdeal)) for misdeal in Misdeal),
    (Penalty.LAST_ROUND_4X.value, PENALTY_NAMES[Penalty.LAST_ROUND_4X]),
    (f"{Penalty.LAST_ROUND_4X}:self", OWNED_UP),
)
"""The penalties that a call can be of: form value and name."""

CANNOT_ADD = "This game is over or closed, so this round can't be added. It stays on this phone until you discard it."
ONLY_SCORER = "Only the scorekeeper can enter a whole round."
NO_SUCH_DEAL = "This deal isn't on the card."
NO_SUCH_VERSION = "There is no such version of this round."
NO_SUCH_ROUND = "This round isn't on the card."


def team_too_long(most: int) -> str:
    """Return the error for a team whose names are too long together."""
    return f"The names of a team can have at most {most} characters together."
