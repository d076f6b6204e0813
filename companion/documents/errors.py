"""What is said of a document that cannot be read: a stable code, the place in the document, one clear sentence."""


class DocumentError(ValueError):
    """The document cannot be read; nothing was judged."""

    def __init__(self, code: str, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.where = where
        self.message = message
