"""Words for a game as a whole: its rules, outcomes, history and end."""
