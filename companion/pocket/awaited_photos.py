"""Photos in the app of the pocket edition: another worker reads them, and then their request is answered once more.

What is asked and answered is pickled: both ends are this app's (`companion.pocket.photo_reader`).
"""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.photo.reading import DeckPhoto, PhotoError, PhotoReading, TaughtLook, Trouble


class AwaitedError(Exception):
    """A request that can't be answered before its photo is read."""


class ReadingFailedError(Exception):
    """The worker that reads photos has failed."""


@dataclass(slots=True)
class AwaitedPhotos:
    """Stands for the reader while one request is answered; see `companion.photo.reader.Elsewhere`."""

    answer: bytes | str | None = None
    """What the other worker said about the photo: pickled, empty if that worker isn't on this phone, or why it failed.

    None as long as it wasn't asked.
    """
    question: bytes = b""
    """What it is to be asked."""

    def read_photo(self, body: bytes, lessons: Sequence[TaughtLook]) -> PhotoReading:
        reading: PhotoReading = self._answered(body, tuple(lessons))
        return reading

    def look_at_deck(self, body: bytes) -> DeckPhoto:
        deck: DeckPhoto = self._answered(body, None)
        return deck

    def _answered(self, body: bytes, lessons: tuple[TaughtLook, ...] | None) -> Any:  # noqa: ANN401 - as it was asked
        if self.answer is None:
            self.question = pickle.dumps((body, lessons))
            raise AwaitedError
        if isinstance(self.answer, str):
            raise ReadingFailedError(self.answer)
        if not self.answer:
            raise PhotoError(Trouble.NOT_HERE)
        answered = pickle.loads(self.answer)  # noqa: S301 - from the app's own worker
        if isinstance(answered, Trouble):
            raise PhotoError(answered)
        return answered
