"""Backup, restore and checks of the database files."""
