"""Answer documents, as docs/formats.md promises them: verdicts, sheets, cards and moves with their sentences."""
