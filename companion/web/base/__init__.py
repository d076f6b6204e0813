"""What every page is made of: templates and their contexts, forms, htmx, live updates, assets, error pages."""
