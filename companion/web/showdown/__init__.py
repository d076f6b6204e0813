"""A showdown on its way from who knocked to the recorded hand."""
