"""What every page shares: contexts, htmx, assets, error pages, theme, idempotency keys."""
