"""Games, drafts and phones in SQLite or PostgreSQL: the only package with SQL. Every function takes the Store first.

A write is all or nothing, and what is confirmed is on the disk. In requests, companion.web.current_store provides
the store and the device. docs/design.md has the map of the modules, docs/store.md the reasons.
"""
