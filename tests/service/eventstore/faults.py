"""Faults between a program and its database: a proxy that loses what it is told to lose."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo


class Proxy:
    """Stands between clients and a server that listens on a Unix socket."""

    def __init__(self, conninfo: str, folder: Path) -> None:
        parts = conninfo_to_dict(conninfo)
        port = str(parts.get("port") or 5432)
        self.conninfo = make_conninfo(conninfo, host=str(folder))
        self._server = f"{parts['host']}/.s.PGSQL.{port}"
        self._socket = f"{folder}/.s.PGSQL.{port}"
        self._losing: list[str] = []
        self.lost: list[str] = []

    def lose(self, *whats: str) -> None:
        """Lose the next statements, one after the other, each with its connection.

        "request": it doesn't get to the server. "answer": it does, and the server's answer gets lost. "client": it
        does, and the client is cut off at once, while the server is still busy with it.
        """
        self._losing += whats

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(self._server)
        pumping = asyncio.create_task(self._pump(from_server, writer))
        try:
            while data := await reader.read(1 << 16):
                what = self._losing.pop(0) if self._losing and _runs_prepared(data) else ""
                if what:
                    self.lost.append(what)
                    await self._stop(pumping)
                    if what != "request":
                        to_server.write(data)
                        await to_server.drain()
                    if what == "answer":
                        await from_server.read(1 << 16)  # comes when it is durable
                    return
                to_server.write(data)
                await to_server.drain()
        finally:
            pumping.cancel()
            writer.close()
            to_server.close()

    @staticmethod
    async def _stop(pumping: asyncio.Task[None]) -> None:
        """End it, and wait for that: two may not read from one stream."""
        pumping.cancel()
        await asyncio.wait([pumping])

    @staticmethod
    async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
            writer.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Proxy"]:
        server = await asyncio.start_unix_server(self._serve, self._socket)
        try:
            yield self
        finally:
            server.close()
            Path(self._socket).unlink(missing_ok=True)  # from Python 3.13 on the server does it by itself


def _runs_prepared(data: bytes) -> bool:
    """Whether a prepared statement is run (Bind), perhaps behind what prepares it (Parse)."""
    while data[:1] == b"P":
        data = data[1 + int.from_bytes(data[1:5]) :]
    return data[:1] == b"B"
