"""Looks now and then whether the log still ends in, or goes on from, what it ended in before."""

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from psycopg import AsyncConnection
from psycopg.types.numeric import Int4, Int8

from domain.codec import FINGERPRINT
from projections.runner import EVENTS_CHANNEL
from service.eventstore.rewinds import Rewinds

LOOK_SECONDS: Final = 0.5
"""Between two looks, however much is written."""


class TailWatch:
    """Notices that the log went back, for all that this process remembers of it.

    :class:`service.live.listener.Listener` reports writes to it. It looks at once on each new connection: behind a lost
    one, there may be another server with an older copy.
    """

    channel: Final = EVENTS_CHANNEL

    def __init__(self, rewinds: Rewinds) -> None:
        self._rewinds = rewinds
        self._newest: tuple[int, bytes] | None = None
        """The position and fingerprint of the newest event that was seen."""
        self._looked_at = 0.0

    async def look(self, connection: AsyncConnection[Any], payloads: Sequence[str] | None) -> None:
        """See whether the newest event of the last look is still there, and which one is the newest now."""
        if payloads is not None and monotonic() - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = monotonic()
        position, fingerprint = self._newest or (0, b"")
        rows = await connection.execute(
            _LOOK, {"position": Int8(position), "length": Int4(FINGERPRINT)}, prepare=True, binary=True
        )
        found: dict[int, bytes] = dict(await rows.fetchall())
        if position and found.get(position) != fingerprint:
            self._rewinds.notice(position=position)
        self._newest = max(found.items(), default=None)


_LOOK: Final = """
    SELECT notification_id, substr(state, 1, %(length)s) FROM match_events
    WHERE notification_id = %(position)s OR notification_id = (SELECT max(notification_id) FROM match_events)
"""
