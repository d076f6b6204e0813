"""The only SQL: games with their journals, and all that belongs to phones rather than to games.

A tour; every function takes the store first::

    database.py   open_store(folder) -> Store; store.writing(), store.reading(), store.rows(sql, values)
    games.py      start(store, Speaker(device, name), GameStarted(head, deck), record_id=...) -> game id
                  append(store, game, event, record_id=..., seen=seq, author=...) -> Appended | raises Conflict,
                    NotPossible (a sentence), NoSuchGame, StoreBusy, StoreFull
                  table(store, game) -> Table (constant cost: totals, next dealer, over ...), sheet(store, game) ->
                    (GameState, Sheet), state(store, game), records(store, game),
                    pulse(store, game), prospect(store, game, event) -> what it would change,
                    import_document(store, author, document, record_id=...), new_id()
    drafts.py     drafts(store, game, hand), save(store, game, hand, seat, body, seen=version, ready=...), SHARED, drop,
                  open_to(found, device, seats): hands lie face down for other phones until all are ready
    devices.py    find(store, token), save_settings(store, device, {...}), names(store, device), remember_names
    decks.py      decks, deck, make, change, learn, make_usual, remove
    members.py    Role, member, members, is_here, take_seat, put_out, make_link, links, revoke_link, open_table,
                  close_table
    owners.py     hand_over, make_recovery_link, leave, delete: whose a game is, and its end
    duels.py      duel(store, device, game, players) -> Duel: the record so far of a pairing; bests(...) of one alone
    recount.py    games_of(store, device) -> GamesOfPhone: the tables of its games, computed again a few at a time
    backups.py    backup(store, path), restore(store, path) -> where what was there before is kept,
                  restore_folder(folder, path): the same, also over a damaged store
    checks.py     check(store), check_file(path) -> CheckReport: what was looked at, and findings with a sentence each
    readers.py    open_read_only(path), open_migrated(path): read a database without changing it
    limits.py     tried_too_often(store, what, who, most=..., seconds=...)
    errors.py     StoreError and its kinds; each has `.sentence`

Writes are all or nothing, and what was confirmed is on the disk. In requests the store and the device come from
companion.web.access.
"""
