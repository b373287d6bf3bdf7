"""Clients that write and read, each in a thread, and note what they are answered.

Whatever isn't answered, or is answered 503, is sent again with the same ``Idempotency-Key``, to the next service, until
the outcome is known. A client sends nothing else before.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from threading import Event, Lock
from typing import Any, Final
from uuid import uuid4

import httpx

from tests.drill.history import Acknowledgement, History, Read, Write
from tests.service.http_client import client_of

_MATCHES: Final = "/api/v1/matches"
_LATER: Final = {502, 503, 504}
_PATIENCE_SECONDS: Final = 8.0
"""For an answer; the service says 503 after five seconds."""

_LEARN_SECONDS: Final = 60.0
"""For the outcome of a write, when the drill is over."""

_WRITES: Final = 60
"""To one match; then another one is opened."""

_MOST_ACTIONS: Final = 30
_LIST: Final = 20
_BACK: Final = 10


@dataclass
class Notes:
    """What all clients noted.

    Attributes:
        newest: the highest position that was acknowledged.
        versions: the highest version of each match that was, in the order in which they were opened.
        odd: answers that nobody should get, and how often.
        repeated: writes that were sent more than once.
    """

    history: History = field(default_factory=lambda: History([], []))
    newest: int = 0
    odd: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    versions: dict[str, int] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def learn(self, match: str, version: int, position: int) -> None:
        """Something was acknowledged."""
        with self._lock:
            self.newest = max(self.newest, position)
            self.versions[match] = max(version, self.versions.get(match, 0))


class Table:
    """A match at which one client writes, or several; a new one when it is full."""

    def __init__(self, number: int, seats: int) -> None:
        self.number = number
        self.seats = seats
        self._lock = Lock()
        self._match = ""
        self._writes = _WRITES

    def match(self, opened: Callable[[], str]) -> str:
        """The match of now; `opened` opens one."""
        with self._lock:
            if self._writes >= _WRITES:
                self._match = opened()
                self._writes = 0 if self._match else _WRITES
            self._writes += 1
            return self._match


class Client:
    """Writes values that nobody else writes, and reads what anybody has written."""

    def __init__(
        self, number: int, table: Table, seat: int, services: Sequence[str], token: str, notes: Notes, stopping: Event
    ) -> None:
        self._number = number
        self._table = table
        self._seat = seat
        self._notes = notes
        self._stopping = stopping
        self._random = Random(number)
        self._connections = [client_of(url, token, timeout=_PATIENCE_SECONDS) for url in services]
        self._service = number % len(services)
        self._values = count()
        self._given_up = float("inf")

    def go_on(self, pause: float) -> None:
        """Write and read in turns until the drill is over."""
        while not self._stopping.wait(self._random.uniform(0, 2 * pause)):
            self._write()
            self._random.choice((self._read_events, self._read_match, self._read_list))()
        for connection in self._connections:
            connection.close()

    # --- writing ---

    def _write(self) -> None:
        match = self._table.match(self._open)
        if not match:
            return
        values = tuple(self._value() for _ in range(self._random.randint(1, _MOST_ACTIONS)))
        actions = [{"type": "score", "seat": self._seat, "row": "points", "value": value} for value in values]
        headers = {}
        if self._table.seats == 1:
            headers["If-Match"] = f'"{self._notes.versions[match]}"'
        sent = time.monotonic()
        answer = self._insist(f"{_MATCHES}/{match}/actions", {"actions": actions}, headers)
        acknowledged = None
        if answer is not None:
            version, position = answer["version"], answer["position"]
            self._notes.learn(match, version, position)
            acknowledged = Acknowledgement(time.monotonic(), version, position)  # others can know it before that
        self._notes.history.writes.append(Write(self._number, match, values, sent, acknowledged))

    def _value(self) -> str:
        return str(self._number * 10_000_000 + next(self._values))

    def _open(self) -> str:
        seats = [{"name": f"Table {self._table.number}, seat {seat}", "new": True} for seat in range(self._table.seats)]
        answer = self._insist(_MATCHES, {"game": "sheet", "options": {"title": "Drill"}, "seats": seats}, {})
        if answer is None:
            return ""
        self._notes.learn(answer["id"], answer["version"], answer["position"])
        return str(answer["id"])

    def _insist(self, path: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> dict[str, Any] | None:
        """Send it until it is answered; None if it is refused, or if the drill has been over for a minute."""
        marked = {**headers, "Idempotency-Key": str(uuid4())}
        for times in count(1):
            try:
                answer = self._connections[self._service].post(path, json=body, headers=marked)
            except httpx.TransportError:
                pass
            else:
                if answer.status_code not in _LATER:
                    self._notes.repeated += times > 1
                    if answer.status_code == 201:
                        made: dict[str, Any] = answer.json()
                        return made
                    self._odd(answer)
                    return None
            self._service = (self._service + 1) % len(self._connections)
            if self._stopping.is_set():
                self._given_up = min(self._given_up, time.monotonic() + _LEARN_SECONDS)
            if time.monotonic() > self._given_up:
                return None
            time.sleep(0.1)
        raise AssertionError

    # --- reading ---

    def _read_match(self) -> None:
        match = self._any()
        if match and (answer := self._get(f"{_MATCHES}/{match}")):
            self._note(match, answer, answer.data["version"] if answer.data else 0, {})

    def _read_events(self) -> None:
        match = self._any()
        after = max(0, self._notes.versions.get(match, 0) - _BACK)
        if match and (answer := self._get(f"{_MATCHES}/{match}/events", after=after, limit=1000)):
            items = answer.data["items"] if answer.data else []
            shown = items[-1]["version"] if items else after
            values = {item["version"]: item["action"]["value"] for item in items if "action" in item}
            self._note(match, answer, shown if answer.data else 0, values)

    def _read_list(self) -> None:
        sent = time.monotonic()  # before it is looked up: what is acknowledged later needn't be shown
        position = self._notes.newest
        if position and (answer := self._get(_MATCHES, after_position=position, limit=_LIST)):
            answer = replace(answer, sent=sent)
            for item in answer.data["items"]:
                self._note(item["id"], answer, item["version"], {})

    def _any(self) -> str:
        """One of the newer matches."""
        matches = list(self._notes.versions)
        return self._random.choice(matches[-_LIST:]) if matches else ""

    def _get(self, path: str, **query: int) -> "_Answer | None":
        sent = time.monotonic()
        try:
            answer = self._random.choice(self._connections).get(path, params=query)
        except httpx.TransportError:
            return None
        if answer.status_code in {200, 404}:
            return _Answer(sent, time.monotonic(), answer.json() if answer.status_code == 200 else None)
        if answer.status_code not in _LATER:
            self._odd(answer)
        return None

    def _note(self, match: str, answer: "_Answer", version: int, values: dict[int, str]) -> None:
        self._notes.history.reads.append(Read(self._number, match, answer.sent, answer.at, version, values))

    def _odd(self, answer: httpx.Response) -> None:
        request = answer.request
        self._notes.odd[
            f"{request.method} {request.url.path.rsplit('/', 1)[-1]}: {answer.status_code} {answer.text[:200]}"
        ] += 1


@dataclass(frozen=True)
class _Answer:
    """What was read; no data where there was no such match, though it had been opened."""

    sent: float
    at: float
    data: Any


class Load:
    """All clients, from the start to the end of a drill."""

    def __init__(self, services: Sequence[str], token: str, *, clients: int, pause: float) -> None:
        self.notes = Notes()
        self._stopping = Event()
        self._threads = ThreadPoolExecutor(clients)
        # Half of the clients are alone at their table, the others are two at one.
        alone = clients // 2
        places = [(Table(number, 1), 0) for number in range(alone)]
        shared = [Table(alone + number, 2) for number in range((clients - alone + 1) // 2)]
        places += [(shared[number // 2], number % 2) for number in range(clients - alone)]
        everybody = [
            Client(number, table, seat, services, token, self.notes, self._stopping)
            for number, (table, seat) in enumerate(places)
        ]
        self._ends = [self._threads.submit(client.go_on, pause) for client in everybody]

    def stop(self) -> None:
        """Let all find out what became of their last writes.

        Raises:
            Exception: what ended a client early.
        """
        self._stopping.set()
        with self._threads:
            for end in self._ends:
                end.result()
