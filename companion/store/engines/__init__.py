"""Database engines behind the store: SQLite (the default) and PostgreSQL, each with its connections and errors."""
