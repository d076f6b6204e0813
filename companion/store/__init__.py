"""Games, drafts and phones in SQLite or PostgreSQL: the only package with SQL. Every function takes the Store first.

    opening.py       open_store(place) -> Store
    database.py      Store: rows(sql, values), reading(), writing(), noting(); @retried for functions that write
    engines/         SQLite and PostgreSQL: connections, transactions, errors in words, migrations, copies
    games.py         start, import_document, append, append_all, preview; state, sheet, table_summary
    transfer.py      whole games from and for other servers: export, read, bring_in
    drafts.py        hands being entered: drafts, save, discard, visible_to
    decks.py         decks, deck, make, change, learn, make_usual, remove; taught by photos: lessons, teach
    journals.py      the records of a game as rows; change_counter.py: what waiting phones compare
    people/          devices, members (Role, who is here), invitations, join_codes, owners, rematches, attendance,
                     learning (what a phone has learned), attempts (rate limits), polling (live updates)
    derived/         caches: table_cache (summaries, rulings), tallies, head_to_head, recompute
    backup/          backups (backup, restore), moving (to another engine), checks (integrity), read_only, copies
    secret.py        the server's secret, beside the database or from the environment
    errors.py        StoreError and its kinds, each with a Problem and its facts
    limits.py        how much there may be of everything, and how long it may take
    counts.py        what this process counts, for metrics and for the daily limit of an address
    schema.py        the tables, as migrations

A write is all or nothing, and what is confirmed is on the disk. In requests, companion.web.security.access provides
the store and the device.
"""
