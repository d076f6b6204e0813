"""Verdicts, faults and sheets in plain sentences, as one says them at the table."""
