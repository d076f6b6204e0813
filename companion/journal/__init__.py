"""What happened at the table: past-tense records, and the fold from them to a game, its sheet and its history.

A tour::

    events.py     Kind, the event dataclasses (HandRecorded, HandReplaced, …) and Record
    fold.py       fold(records) -> GameState: head, hands in order with history and marks, undoable, redoable
    sheet.py      sheet_of(state) -> Sheet: every hand a Row (Standing.COUNTS, ILLEGAL, AFTER_THE_END …), totals
    exchange.py   game_document(state) -> the public game document; events_of(document) -> the events that tell it
    topics.py     clashing(event, records, seen): what the others did meanwhile that the author should know
    refusals.py   refusal(state, event) -> a sentence, or None
    names.py      renamed(document, names)
    codec.py      encode(event), decode(kind, body): the stored form

A record holds what the table said, never totals. The third hand ever recorded is hand 3 for good, struck out or moved;
undo and redo are records themselves. The screens read games through companion.store.games, which folds for them, and
append events with it.
"""
