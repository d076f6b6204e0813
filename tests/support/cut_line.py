"""A line to a PostgreSQL server that can be cut at the worst moment: while a transaction commits."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.support.server import HOST

ANSWERS_WITHIN = 10.0


@dataclass(slots=True)
class CutLine:
    """Passes everything on, and cuts the connections that commit while cuts are due."""

    server: tuple[str, int]
    listener: socket.socket
    cuts: int = 0
    """How many commits are still to be cut."""
    before: bool = False
    """Cut before the server hears of it, not after it has answered."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def serve(self) -> None:
        """Accept connections until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, socket.create_connection(self.server) as server, suppress(OSError):
            cut, heard = threading.Event(), threading.Event()
            back = threading.Thread(target=_answer, args=(server, client, cut, heard), daemon=True)
            back.start()
            while part := client.recv(65_536):
                if b"COMMIT" in part and self._is_due():
                    if not self.before:
                        # The server commits; nobody hears its answer.
                        cut.set()
                        server.sendall(part)
                        heard.wait(ANSWERS_WITHIN)
                        client.shutdown(socket.SHUT_RDWR)
                    server.shutdown(socket.SHUT_RDWR)
                    return
                server.sendall(part)

    def _is_due(self) -> bool:
        with self.lock:
            self.cuts -= 1
            return self.cuts >= 0


def _answer(server: socket.socket, client: socket.socket, cut: threading.Event, heard: threading.Event) -> None:
    with suppress(OSError):
        while part := server.recv(65_536):
            if cut.is_set():
                break
            client.sendall(part)
        client.shutdown(socket.SHUT_RDWR)
    heard.set()


@contextmanager
def cut_line(address: str) -> Iterator[tuple[CutLine, str]]:
    """Yield a line to the server of a database, and the database's address over it."""
    parts = urlsplit(address)
    with socket.create_server((HOST, 0)) as listener:
        line = CutLine((parts.hostname or HOST, parts.port or 0), listener)
        threading.Thread(target=line.serve, daemon=True).start()
        port = listener.getsockname()[1]
        yield line, f"postgresql://{parts.username}@{HOST}:{port}{parts.path}?sslmode=disable&gssencmode=disable"
        listener.shutdown(socket.SHUT_RDWR)
