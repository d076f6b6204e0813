"""A showdown, from who knocked to the recorded hand."""
