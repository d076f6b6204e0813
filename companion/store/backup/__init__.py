"""Backup, restore and integrity checks of database files."""
