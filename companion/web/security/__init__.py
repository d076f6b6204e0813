"""Who may ask, and how much: sessions, request checks, host names, quotas."""
