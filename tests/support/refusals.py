"""What the store and the journal refuse, read as players read it."""

import re
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from companion.journal.events.base import Objection
from companion.store.errors import StoreError
from companion.wording.store_errors import objection_sentence, store_sentence


@contextmanager
def refused(kind: type[StoreError], sentence: str) -> Generator[pytest.ExceptionInfo[StoreError]]:
    """Expect an error of the store whose sentence has a match for a pattern."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(sentence, store_sentence(caught.value))


def words_of(objection: Objection | None) -> str:
    """Return an objection as a sentence; empty if there is none."""
    return objection_sentence(objection) if objection else ""
