"""Words for how a hand stands on the sheet, and for what players did in it, by their stored names."""

STANDING_WORDS = {
    "struck-out": "struck out",
    "illegal": "does not count: not legal as the rules are now",
    "unreadable": "does not count: the rules as they are now cannot read it",
    "after-the-end": "does not count: an earlier hand ends the game",
    "overruled": "overruled by the table",
}
PRINT_STANDING_WORDS = {"drawn": "drawn", "overruled": "set by the table"}

FEAT_WORDS = {"gin": "Gin", "big-gin": "Big Gin", "rum": "rum", "undercut": "undercut", "gem-parts": "Gem Parts"}
FEAT_COUNT_WORDS = {
    "gin": "Gins",
    "big-gin": "Big Gins",
    "rum": "Rums",
    "undercut": "Undercuts",
    "gem-parts": "Gem Parts",
}
