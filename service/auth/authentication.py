"""Who a request's credential stands for: a token, or a browser's session, which stands for one."""

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from time import monotonic, time
from typing import Any, Final, Literal, TypeAlias

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.access import ANONYMOUS, OwnRecord, OwnSeat, Principal
from service.auth.errors import InvalidToken, TooManyFailures
from service.auth.rate_limit import Failures
from service.auth.secret import Bearer, read_bearer

REMEMBERED_SECONDS: Final = 2.0
"""How long a credential that was good is taken as good; another process's revocation is felt after that."""

_REMEMBERED: Final = 10_000

_Kind: TypeAlias = Literal["token", "session"]
Credential: TypeAlias = tuple[_Kind, bytes]
"""A credential as it is remembered: by its kind, for one of a kind is none of the other, and its digest."""

_NOBODY: Final = (0.0, None)

_GOOD: Final = "t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())"
_STANDS_FOR: Final = "t.id, t.scopes, t.match_id, t.seat, t.blind_to"
_QUERIES: Final[Mapping[_Kind, str]] = {
    "token": f"SELECT t.hash, {_STANDS_FOR} FROM tokens t WHERE t.id = %s AND {_GOOD}",
    "session": (
        f"SELECT s.hash, {_STANDS_FOR} FROM sessions s JOIN tokens t ON t.id = s.token_id"
        f" WHERE s.id = %s AND s.ended_at IS NULL AND s.expires_at > now() AND {_GOOD}"
    ),
}


class Authentication:
    """Knows good credentials from others. Those that are no good are counted by the address that they come from."""

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        failures: Failures,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._pool = pool
        self._failures = failures
        self._clock = clock
        self.uses: dict[str, float] = {}
        """When each token was used last, as seconds since 1970; who stores that takes it out."""
        self._good: dict[Credential, tuple[float, Principal]] = {}
        self._asked: dict[Credential, asyncio.Task[Principal | None]] = {}
        self._revocations = 0
        self._one_at_a_time = asyncio.Semaphore(1)

    async def principal(self, authorization: str | None, address: str) -> Principal:
        """Who an ``Authorization`` header from `address` stands for.

        Raises:
            InvalidToken: the header or token is no good.
            TooManyFailures: there were too many such ones.
        """
        if authorization is None:
            return ANONYMOUS
        return await self._principal("token", _token_in(authorization), address)

    async def in_session(self, text: str, address: str) -> Principal:
        """Who the session of a browser at `address` stands for; `text` is what its cookie has.

        Raises:
            InvalidToken, TooManyFailures: as of a token.
        """
        return await self._principal("session", text, address)

    async def recognized(self, authorization: str | None, session: str | None, address: str) -> Principal | None:
        """Who this stands for; None for what is no good, which isn't counted."""
        if session is not None:
            return await self._recognized("session", session, address)
        return (
            ANONYMOUS if authorization is None else await self._recognized("token", _token_in(authorization), address)
        )

    def at_hand(self, credential: Credential | None) -> Principal | None:
        """Who this stands for, if that was looked up a moment ago; None if it has to be. Nothing stands for nobody."""
        if credential is None:
            return ANONYMOUS
        until, principal = self._good.get(credential, _NOBODY)
        if principal is None or until <= self._clock():
            return None
        self.uses[principal.token_id] = time()
        return principal

    def forget(self, token_ids: Iterable[str]) -> None:
        """Take tokens that were revoked, and their sessions, as good no longer, from now on."""
        revoked = set(token_ids)
        self._forget(lambda principal: principal.token_id in revoked)

    def forget_session(self, session: str) -> None:
        """Take a session that has ended as good no longer, from now on."""
        self._forget(lambda principal: principal.session == session)

    def _forget(self, is_gone: Callable[[Principal], bool]) -> None:
        self._revocations += 1  # what is being looked up now may have been read before
        self._asked.clear()
        self._good = {key: known for key, known in self._good.items() if not is_gone(known[1])}

    async def _principal(self, kind: _Kind, text: str, address: str) -> Principal:
        principal = await self._recognized(kind, text, address)
        if principal is None:
            raise self._refusal(address)
        return principal

    async def _recognized(self, kind: _Kind, text: str, address: str) -> Principal | None:
        principal = self.at_hand(_credential(kind, text))
        if principal is None and (bearer := read_bearer(text)):
            # Whoever hangs up goes alone.
            principal = await asyncio.shield(self._ask(kind, bearer, address))
            if principal is not None:
                self.uses[principal.token_id] = time()
        return principal

    def _ask(self, kind: _Kind, bearer: Bearer, address: str) -> "asyncio.Task[Principal | None]":
        """The look-up of a credential, which all who come with it at the same time wait for."""
        key: Credential = (kind, bearer.digest)
        if (under_way := self._asked.get(key)) is not None:
            return under_way

        def forget(done: "asyncio.Task[Principal | None]") -> None:
            if self._asked.get(key) is done:
                del self._asked[key]

        asked = self._asked[key] = asyncio.create_task(self._looked_up(kind, bearer, address))
        asked.add_done_callback(forget)
        return asked

    async def _looked_up(self, kind: _Kind, bearer: Bearer, address: str) -> Principal | None:
        revocations = self._revocations
        if self._failures.exhausted(address):
            # Somebody else at this address may have a good one; but guesses can't keep the database busy.
            async with self._one_at_a_time:
                principal = await self._look_up(kind, bearer)
        else:
            principal = await self._look_up(kind, bearer)
        if principal is not None and revocations == self._revocations:
            if len(self._good) >= _REMEMBERED:
                self._good.clear()
            self._good[kind, bearer.digest] = (self._clock() + REMEMBERED_SECONDS, principal)
        return principal

    async def _look_up(self, kind: _Kind, bearer: Bearer) -> Principal | None:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(_QUERIES[kind], (bearer.id,))).fetchone()
        if row is None or not hmac.compare_digest(bytes(row[0]), bearer.digest):
            return None
        _, token_id, scopes, match_id, seat, blind_to = row
        own = (
            None if match_id is None else OwnSeat(match_id, seat) if blind_to is None else OwnRecord(match_id, blind_to)
        )
        return Principal(token_id, frozenset(scopes), own, session=bearer.id if kind == "session" else "")

    def _refusal(self, address: str) -> InvalidToken | TooManyFailures:
        wait = self._failures.count(address)
        if wait is not None:
            return TooManyFailures(wait)
        return InvalidToken("The token isn't known, has expired, or was revoked.")


def credential_of(authorization: str | None, session: str | None) -> Credential | None:
    """By what :meth:`Authentication.at_hand` knows what a request came with; None for nothing."""
    if session is not None:
        return _credential("session", session)
    return None if authorization is None else _credential("token", _token_in(authorization))


def _credential(kind: _Kind, text: str) -> Credential:
    return kind, hashlib.sha256(text.encode()).digest()


def _token_in(authorization: str) -> str:
    scheme, _, text = authorization.partition(" ")
    return text.strip() if scheme.lower() == "bearer" else ""
