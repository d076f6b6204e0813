"""How much of everything there may be, so that nobody can fill the store; each bound met is answered by a sentence.

Hands in a game and the length of names, notes and reasons are bounded by the journal itself.
"""

GAMES_OF_A_DEVICE = 1000
OPEN_TABLES = 5000
"""Games with a join code at one time."""
MEMBERS_OF_A_GAME = 60
LINKS_OF_A_GAME = 40
DECKS_OF_A_DEVICE = 40
NAMES_OF_A_DEVICE = 60
DRAFT_BYTES = 16_000
HAND_BYTES = 16_000
LABEL_LENGTH = 40
RECORDS_OF_A_GAME = 60_000
RECORDS_OF_A_DEVICE = 300_000
"""In all the games that it has started, when it starts another one."""
IMPORTED_HANDS = 2000
"""They are all judged while the phone waits."""
