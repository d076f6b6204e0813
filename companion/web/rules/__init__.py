"""The register of rules to read, and the rules of one game as its table plays it."""
