"""Gem Rummy, Gin Rummy and Knock Rummy: one engine, told apart by a frozen RuleSet."""
