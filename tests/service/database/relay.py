"""A host of the database, on a port of this machine: it passes everything on, or hangs."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from psycopg.conninfo import conninfo_to_dict


class Relay:
    """Passes connections on to the socket of a server, until it hangs: then it takes them, and says nothing."""

    def __init__(self, conninfo: str) -> None:
        place = conninfo_to_dict(conninfo)
        self._server = f"{place['host']}/.s.PGSQL.{place['port']}"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._goes_on = Event()
        self._goes_on.set()
        self._closed = False
        self._clients: list[socket.socket] = []
        self._servers: list[socket.socket] = []
        self.port: int = self._listener.getsockname()[1]
        Thread(target=self._take, daemon=True).start()

    def hang(self) -> None:
        """Say nothing from now on; the server behind it is gone, and only it knows."""
        self._goes_on.clear()
        for end in self._servers:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._closed = True
        self._goes_on.set()
        for end in (self._listener, *self._clients, *self._servers):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._clients.append(client)
                self._goes_on.wait()
                if self._closed:
                    return
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                self._servers.append(server)
                Thread(target=self._pass, args=(client, server), daemon=True).start()
                Thread(target=self._pass, args=(server, client), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(1 << 16):
                self._goes_on.wait()
                target.sendall(said)
            self._goes_on.wait()
            target.shutdown(socket.SHUT_WR)


@contextmanager
def relay(conninfo: str) -> Iterator[Relay]:
    """One that is closed at the end."""
    one = Relay(conninfo)
    try:
        yield one
    finally:
        one.close()


@contextmanager
def silent() -> Iterator[int]:
    """The port of a host that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]
