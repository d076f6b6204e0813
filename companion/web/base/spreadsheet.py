"""Text for a spreadsheet, in which none of it may run."""

import re

_FORMULA = re.compile(r"(^|\r\n|[;|\t\r\n])(?=\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r])")
"""Where a cell could begin that is a formula: some spreadsheets part cells at a semicolon, and take wide signs too."""


def safe_text(word: str) -> str:
    """Keep a spreadsheet from taking text for a formula."""
    return _FORMULA.sub(r"\1'", word)
