"""Gem II: forty cards, four piles, moves and bets; no rummy.

A tour::

    cards.py, board.py     the forty cards, the four piles, what counts alone can tell
    moves.py               legal_moves, must_move, objections (who was right about a move), after
    search.py              best_play: the most cards that can still come off, and a line that does it
    lines.py, faults.py    points with their reasons; entries that cannot be, and those that may be but are doubtful
    solo.py                score_solo(rounds) -> SoloCard; its `next` says which deal comes
    sides.py, turn.py      two sides; a turn with its jewels: may_call, called, settled
    duel.py                score_duel(rounds) -> DuelCard; its `next` is the turn that comes; Standing, next_turn, play
"""
