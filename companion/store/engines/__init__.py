"""Database engines behind the store: SQLite (the default) and PostgreSQL, each with its connections and errors."""

import sys

# Where numpy is, sqlite-utils loads it for columns of its types: a seventh of the app's start, and 12 MB, for nothing.
_is_loaded = "numpy" in sys.modules
if not _is_loaded:
    sys.modules["numpy"] = None  # type: ignore[assignment] # not to be found
from sqlite_utils import Database  # noqa: E402

if not _is_loaded:
    del sys.modules["numpy"]

__all__ = ["Database"]
