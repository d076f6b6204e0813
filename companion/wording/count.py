"""What is noted about a counted hand, and its choices of a deck."""

NO_DEADWOOD = "No deadwood."
MAY_KNOCK = "May knock: {points} is at most {limit}."
MAY_NOT_KNOCK = "May not knock: {points} is {over} over {limit}."
GEM_PARTS = "All eight gems: Gem Parts."
NO_MELD = "no meld"
MADE_UP_PRINT_NAME = "A made-up print"
NO_GEMS = "No gems"
