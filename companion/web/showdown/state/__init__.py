"""A showdown that is being entered: its draft, what all phones share, the next screen."""
