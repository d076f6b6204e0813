"""The line between phones and a server: a port of its own, so an origin of its own, which a test cuts and mends."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, SHUT_WR, create_connection, socket
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Lock, Thread

from tests.support.server import HOST


class Line(ThreadingTCPServer):
    """Passes bytes on to a server as long as it isn't cut. What a phone sends while it is cut never arrives."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, server_port: int) -> None:
        super().__init__((HOST, 0), _Connection)
        self.server_port = server_port
        self.address = f"http://{HOST}:{self.server_address[1]}"
        self.is_cut = False
        self._connections: set[socket] = set()
        self._lock = Lock()

    def cut(self) -> None:
        with self._lock:
            self.is_cut = True
            for connection in self._connections:
                with suppress(OSError):  # its other end has just closed it
                    connection.shutdown(SHUT_RDWR)

    def mend(self) -> None:
        self.is_cut = False

    def take(self, *connections: socket) -> bool:
        """Note connections that end when the line is cut; False: it is cut now."""
        with self._lock:
            self._connections.update(connections)
            return not self.is_cut

    def drop(self, *connections: socket) -> None:
        with self._lock:
            self._connections.difference_update(connections)


class _Connection(BaseRequestHandler):
    server: Line
    request: socket

    def handle(self) -> None:
        with create_connection((HOST, self.server.server_port)) as onward:
            if self.server.take(self.request, onward):
                answers = Thread(target=_copy, args=(onward, self.request))
                answers.start()
                _copy(self.request, onward)
                answers.join()
            self.server.drop(self.request, onward)


def _copy(source: socket, target: socket) -> None:
    with suppress(OSError):
        while chunk := source.recv(65536):
            target.sendall(chunk)
    with suppress(OSError):
        target.shutdown(SHUT_WR)


@contextmanager
def line_to(server_port: int) -> Iterator[Line]:
    with Line(server_port) as line:
        Thread(target=line.serve_forever, args=(0.05,), daemon=True).start()
        yield line
        line.cut()
        line.shutdown()
