"""The error of a document that can't be read: a stable code, the place in the document, and a message."""


class DocumentError(ValueError):
    """The document can't be read, so nothing was judged."""

    def __init__(self, code: str, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.where = where
        self.message = message
