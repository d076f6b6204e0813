"""Gem Rummy, Gin Rummy and Knock Rummy: one engine, whose games differ by a frozen RuleSet."""
