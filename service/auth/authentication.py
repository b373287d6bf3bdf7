"""Who a request's token stands for."""

import asyncio
import hmac
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any, Final

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.access import ANONYMOUS, OwnSeat, Principal
from service.auth.rate_limit import Failures
from service.auth.secret import Bearer, read_bearer
from service.problems import TOO_MANY_FAILURES, UNAUTHENTICATED, ProblemError

REMEMBERED_SECONDS: Final = 2.0
"""How long a token that was good is taken as good; another process's revocation is felt after that."""

_REMEMBERED_TOKENS: Final = 10_000


class Authentication:
    """Knows good tokens from others. Those that are no good are counted by the address that they come from."""

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        failures: Failures,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._pool = pool
        self._failures = failures
        self._clock = clock
        self._good: dict[bytes, tuple[float, Principal]] = {}
        self._asked: dict[bytes, asyncio.Task[Principal | None]] = {}
        self._revocations = 0
        self._one_at_a_time = asyncio.Semaphore(1)

    async def principal(self, authorization: str | None, address: str) -> Principal:
        """Who an ``Authorization`` header from `address` stands for.

        Raises:
            ProblemError: 401 for a header or token that is no good, 429 when there were too many of them.
        """
        if authorization is None:
            return ANONYMOUS
        scheme, _, text = authorization.partition(" ")
        bearer = read_bearer(text.strip()) if scheme.lower() == "bearer" else None
        principal = await self._known(bearer, address) if bearer else None
        if principal is None:
            raise self._refusal(address)
        return principal

    def forget(self, token_ids: Iterable[str]) -> None:
        """Take tokens that were revoked as good no longer, from now on."""
        revoked = set(token_ids)
        self._revocations += 1  # what is being looked up now may have been read before
        self._asked.clear()
        self._good = {digest: known for digest, known in self._good.items() if known[1].token_id not in revoked}

    async def _known(self, bearer: Bearer, address: str) -> Principal | None:
        known = self._good.get(bearer.digest)
        if known is not None and known[0] > self._clock():
            return known[1]
        return await asyncio.shield(self._ask(bearer, address))  # whoever hangs up goes alone

    def _ask(self, bearer: Bearer, address: str) -> "asyncio.Task[Principal | None]":
        """The look-up of a token, which all who come with it at the same time wait for."""
        if (under_way := self._asked.get(bearer.digest)) is not None:
            return under_way

        def forget(done: "asyncio.Task[Principal | None]") -> None:
            if self._asked.get(bearer.digest) is done:
                del self._asked[bearer.digest]

        asked = self._asked[bearer.digest] = asyncio.create_task(self._looked_up(bearer, address))
        asked.add_done_callback(forget)
        return asked

    async def _looked_up(self, bearer: Bearer, address: str) -> Principal | None:
        revocations = self._revocations
        if self._failures.exhausted(address):
            # Somebody else at this address may have a good token; but guesses can't keep the database busy.
            async with self._one_at_a_time:
                principal = await self._look_up(bearer)
        else:
            principal = await self._look_up(bearer)
        if principal is not None and revocations == self._revocations:
            if len(self._good) >= _REMEMBERED_TOKENS:
                self._good.clear()
            self._good[bearer.digest] = (self._clock() + REMEMBERED_SECONDS, principal)
        return principal

    async def _look_up(self, bearer: Bearer) -> Principal | None:
        query = (
            "SELECT hash, scopes, match_id, seat FROM tokens"
            " WHERE id = %s AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())"
        )
        async with self._pool.connection() as connection:
            row = await (await connection.execute(query, (bearer.id,))).fetchone()
        if row is None or not hmac.compare_digest(bytes(row[0]), bearer.digest):
            return None
        _, scopes, match_id, seat = row
        return Principal(bearer.id, frozenset(scopes), None if match_id is None else OwnSeat(match_id, seat))

    def _refusal(self, address: str) -> ProblemError:
        wait = self._failures.count(address)
        if wait is not None:
            detail = "Too many tokens that are no good came from this address."
            return ProblemError(TOO_MANY_FAILURES, detail, headers={"Retry-After": str(wait)})
        return ProblemError(
            UNAUTHENTICATED,
            "The token isn't known, has expired, or was revoked.",
            headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
        )
