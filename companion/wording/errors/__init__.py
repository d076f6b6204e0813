"""Error sentences, by the layer that raises them: a template for each, filled in where the facts are known."""
