"""Routes that say how often they are asked, behind answers that are given again, and a log in which little happens."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID, uuid4

import psycopg

from service.auth.access import ANONYMOUS, OwnSeat, Principal
from service.auth.authentication import Credential, credential_of
from service.http.answers_again import AnswersAgain
from service.http.basis import Basis
from service.http.requests import notes_of
from service.live.log_tail import Look

MATCH, ADA, BRUNO = uuid4(), uuid4(), uuid4()
TOKENS = {
    "reads": Principal("1", frozenset({"read"})),
    "reads, too": Principal("2", frozenset({"read"})),
    "records": Principal("3", frozenset({"record"})),
    "sits": Principal("4", frozenset({"read"}), OwnSeat(MATCH, 0)),
}


class Tail:
    """A log in which nothing happens but what a test says."""

    def __init__(self) -> None:
        self.moment: tuple[int, int] | None = (0, 1)
        self.changed: dict[UUID, int] = {}
        self.names = {ADA: "Ada", BRUNO: "Bruno"}
        self.stamp = b"1"
        self.asked_names = 0
        self.positions = {"history": 5}
        self.is_lost = False

    async def look(self, players: Sequence[UUID] = (), *, positions: bool = False) -> Look:
        if self.is_lost:
            raise psycopg.OperationalError("lost")
        self.asked_names += bool(players)
        return Look(self.stamp, {player: self.names[player] for player in players}, self.positions if positions else {})

    def is_unchanged(self, originators: Sequence[UUID], since: tuple[int, int]) -> bool:
        return all(self.changed.get(one, 0) <= since[1] for one in originators)


class Authentication:
    """Knows the tokens above."""

    def __init__(self) -> None:
        self.revoked: set[str] = set()
        self.looked_up = 0
        self.is_silent = False
        self._good: dict[Credential, Principal] = {}

    def at_hand(self, credential: Credential | None) -> Principal | None:
        return ANONYMOUS if credential is None else self._good.get(credential)

    def revoke(self, token: str) -> None:
        self.revoked.add(token)
        self._good.clear()

    async def recognized(self, authorization: str | None, session: str | None, address: str) -> Principal | None:
        assert session is None
        assert address == "192.0.2.1"
        if authorization is None:
            return ANONYMOUS
        self.looked_up += 1
        if self.is_silent:
            await asyncio.Event().wait()
        token = authorization.removeprefix("Bearer ")
        principal = None if token in self.revoked else TOKENS.get(token)
        credential = credential_of(authorization, session)
        if principal is not None and credential is not None:
            self._good[credential] = principal
        return principal


class Routes:
    """What is asked when an answer has to be made: it says how often that was."""

    def __init__(self, basis: Basis | None, status: int = 200, *more: tuple[bytes, bytes]) -> None:
        self.basis = basis
        self.status = status
        self.headers = [(b"content-type", b"text/plain"), (b"content-length", b"2"), *more]
        self.made = 0
        self.pieces = 1
        self.meanwhile: Callable[[], object] = lambda: None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.made += 1
        number = self.made
        for _ in range(9):  # it takes a while
            await asyncio.sleep(0)
        self.meanwhile()
        notes = notes_of(scope)
        notes.operation, notes.basis = "getIt", self.basis
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        for piece in range(self.pieces):
            body = b"%d " % number
            await send({"type": "http.response.body", "body": body, "more_body": piece + 1 < self.pieces})


class Place:
    """Routes behind answers that are given again."""

    def __init__(self, routes: Routes, room: int = 1_000_000) -> None:
        self.routes = routes
        self.tail = Tail()
        self.counted: list[tuple[str, int]] = []
        authentication: Any = Authentication()
        self.authentication: Authentication = authentication
        tail: Any = self.tail
        self.app = AnswersAgain(
            routes, tail, authentication, lambda name, status, _: self.counted.append((name, status)), room
        )
        self.headers: list[tuple[bytes, bytes]] = []
        self.more: dict[str, Any] = {}

    def get(self, path: str = "/m/1", token: str | None = None, **headers: str) -> bytes:
        """The body of an answer; its headers are those of this place until the next one."""
        return asyncio.run(self.asked(path, token, **headers))

    def get_at_once(self, times: int) -> list[bytes]:
        """The bodies of answers that are asked for at the same moment."""

        async def all_of_them() -> list[bytes]:
            return await asyncio.gather(*(self.asked() for _ in range(times)))

        return asyncio.run(all_of_them())

    async def asked(self, path: str = "/m/1", token: str | None = None, **headers: str) -> bytes:
        """The same, among others."""
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        sends = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        if token is not None:
            sends.append((b"authorization", f"Bearer {token}".encode()))
        scope: Any = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "scheme": "http",
            "headers": sends,
            "client": ("192.0.2.1", 1),
            **self.more,
        }
        await self.app(scope, None, send)  # type: ignore[arg-type]  # nobody receives
        self.headers = sent[0]["headers"] if sent else []
        return b"".join(message["body"] for message in sent[1:])
