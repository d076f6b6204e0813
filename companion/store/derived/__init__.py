"""Computed from the journals and cached: table summaries, statistics, head-to-head records."""
