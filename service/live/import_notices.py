"""Wakes the streams of imports that got on, in whatever process."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import psycopg

from service.commands.imports.uploads import CHANNEL
from service.live.feeds import Feeds


class ImportNotices:
    """A subscriber of :class:`service.live.listener.Listener`."""

    channel: Final = CHANNEL

    def __init__(self, feeds: Feeds) -> None:
        self._feeds = feeds

    async def look(self, connection: psycopg.AsyncConnection[Any], payloads: Sequence[str] | None) -> None:
        """Wake whom the notifications concern; feeds wake all by themselves when some may have been missed."""
        del connection
        self._feeds.wake({UUID(payload) for payload in payloads or ()})
