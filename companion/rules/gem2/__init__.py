"""Gem II: forty cards, four piles, moves and bets; no rummy.

A tour::

    cards.py, board.py     the forty cards, the four piles, what counts alone tell
    moves.py               legal_moves, must_move, objections (who was right about a move), after
    search.py              best_play: the most cards that can still come off, and moves that do it
    lines.py, faults.py    points with their reasons; impossible entries, and doubtful ones
    solo.py                score_solo(rounds) -> SoloCard; its `next` is the next deal
    sides.py, turn.py      two sides; a turn with its jewels: may_call, book_call, settle_bets
    round.py               a round for two, deal by deal: RoundState, next_turn, play_deal, dealer points
    duel.py                score_duel(rounds) -> DuelCard; its `next` is the next turn; counted rounds
"""
