"""Joining by a code: few wrong ones are answered, since a code is short enough to be guessed."""

import asyncio
from collections.abc import Awaitable, Callable

from service.auth.code import hashed, read_code
from service.auth.errors import TooManyFailures
from service.auth.invitation_repository import InvitationTable, Joined
from service.auth.rate_limit import Failures

Blocking = Callable[[Callable[[str], bytes], str], Awaitable[bytes]]
"""Calls a function, which takes its time, beside the loop."""


class Joining:
    """Lets people join. Codes that are no good are counted by the address that they come from."""

    def __init__(self, invitations: InvitationTable, failures: Failures, blocking: Blocking) -> None:
        self._invitations = invitations
        self._failures = failures
        self._blocking = blocking
        self._one_at_a_time = asyncio.Semaphore(1)  # many tries at once are no more than were answered so far

    async def join(self, text: str, address: str) -> Joined | None:
        """Who joined by the code that somebody at `address` typed; None for one that is no good.

        Raises:
            TooManyFailures: after too many codes that were no good, whatever this one is.
        """
        async with self._one_at_a_time:
            if self._failures.exhausted(address):
                raise TooManyFailures(self._failures.count(address) or 1, "codes")
            code = read_code(text)
            joined = None if code is None else await self._invitations.join(await self._blocking(hashed, code))
            if joined is None:
                self._failures.count(address)
            return joined
