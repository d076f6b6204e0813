"""Games, drafts and phones in SQLite or PostgreSQL: the only package with SQL. Every function takes the Store first.

A write is all or nothing, and what is confirmed is on the disk. In requests, companion.web.current_store provides
the store and the device. docs/map.md has the modules, docs/store.md how it works.
"""
