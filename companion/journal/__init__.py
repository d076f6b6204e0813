"""A game as a journal of events, and the fold from its records to the game, its score sheet and its history.

    events/        the events (HandRecorded, HandReplaced, …): what each does, when it is impossible, what it changes
    state.py       GameState, Hand, Record: a game as its records make it
    fold.py        fold(records) -> GameState: hands with their history and responses, what undo and redo would change
    sheet.py       ScoreSheet: a SheetRow for every hand, whether it counts or not, and the totals
    kinds/         what a game is to the journal: how it is read, sheet_of(state) -> ScoreSheet
    rulings.py     rule_on(head, hand) -> Ruling: standing, points, winner and faults of one hand
    objections.py  why an event can't be recorded
    named_changes.py  what undo and redo would do
    conflicts.py   conflicting(event, records, seen): what other phones changed first
    preview.py     preview(replay, event): what an event would change
    exchange.py    to and from the public game document
    journal_document.py  a whole journal to and from its public document
    replay.py      objections(entries): could a journal from elsewhere have been recorded?
    codec.py       facts to and from stored JSON
    names.py       renamed players

A record holds what the table said, never totals. Screens read and append through companion.store.games.
"""
