"""What is noted about a counted hand, and its choices of a deck."""

NO_DEADWOOD = "No deadwood."
MAY_KNOCK = "Can knock: {points} is within the limit of {limit}."
MAY_NOT_KNOCK = "Can't knock: {points} is {over} over the limit of {limit}."
GEM_PARTS = "All eight gems: Gem Parts."
NO_MELD = "not a meld"
MADE_UP_PRINT_NAME = "A made-up print"
NO_GEMS = "No gems"
