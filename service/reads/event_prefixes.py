"""Matches that this process doesn't know yet: events come from a standby, and what is new from the primary."""

from typing import Any, Final

from psycopg import AsyncConnection
from typing_extensions import override

from service.eventstore.errors import LogWentBack
from service.eventstore.event_loader import EventLoader, newer_events
from service.eventstore.leafed_events import LeafedEvents
from service.eventstore.log import KnownVersion
from service.reads.reads import Reads

_MOST_EVENTS: Final = 4000
"""Events of one match that a standby gives: about a megabyte. Hardly a match has more."""


class PrefixedEventLoader(EventLoader):
    """As an event loader, which the primary answers; of what isn't known at all, a standby is asked first.

    It may be behind: the primary is asked for what came after its last event, and doesn't answer if it hasn't that one.
    """

    def __init__(self, conninfo: str, reads: Reads) -> None:
        super().__init__(conninfo)
        self._reads = reads

    @override
    async def answer(self, request: KnownVersion) -> LeafedEvents:
        prefix = None if request.version else await self._prefix(request)
        if prefix:
            try:
                return prefix.and_then(await super().answer(KnownVersion(request.originator_id, *prefix.end)))
            except LogWentBack:  # the standby has what the primary hasn't
                pass
        return await super().answer(request)

    async def _prefix(self, unknown: KnownVersion) -> LeafedEvents | None:
        async def read(connection: AsyncConnection[Any]) -> LeafedEvents | None:
            (events,) = await newer_events(connection, [unknown], _MOST_EVENTS)
            return None if isinstance(events, Exception) else events

        return await self._reads.of_standby(read)
