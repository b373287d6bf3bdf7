"""A reader of server-sent events."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from msgspec import Struct

from tests.service.scenes import MATCHES


class Event(Struct):
    """One event; a comment has only data, as text."""

    kind: str
    data: Any
    id: int | None = None


class Reader:
    """Reads an answer event by event."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._lines = answer.iter_lines()
        self.viewers: list[str] = []
        """Through whose eyes it has been, one after the other."""
        self.pings = 0

    def __iter__(self) -> Iterator[Event]:
        """All events but those of the stream itself, until it ends."""
        fields: dict[str, str] = {}
        for line in self._lines:
            if line.startswith(":"):
                self.pings += 1
                continue
            name, _, value = line.partition(": ")
            if line:
                assert name in {"id", "event", "data", "retry"}, line
                assert name not in fields
                fields[name] = value
                continue
            if fields.get("event") == "viewer":
                assert "id" not in fields
                self.viewers.append(json.loads(fields["data"])["viewer"])
            elif "data" in fields:
                yield Event(fields["event"], json.loads(fields["data"]), int(fields["id"]))
            fields = {}

    def take(self, number: int) -> list[dict[str, Any]]:
        """The data of the next events, each as it has to be."""
        taken = []
        for event in self:
            assert (event.id, event.kind) == (event.data["version"], event.data["type"])
            taken.append(event.data)
            if len(taken) == number:
                return taken
        raise AssertionError(f"the stream has ended after {len(taken)} events of {number}")

    def ping(self) -> None:
        """Wait for a comment."""
        for line in self._lines:
            if line.startswith(":"):
                return
        raise AssertionError("the stream has ended")

    def rest(self) -> list[dict[str, Any]]:
        """The data of all events until the stream ends."""
        return [event.data for event in self]


@contextmanager
def following(
    client: httpx.Client, match: dict[str, Any], last: int | None = None, **parameters: Any
) -> Iterator[Reader]:
    """A stream of a match."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    path = f"{MATCHES}/{match['id']}/stream"
    with client.stream("GET", path, params=parameters, headers=headers, timeout=60) as answer:
        if not answer.is_success:
            raise AssertionError(answer.read())
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        yield Reader(answer)
