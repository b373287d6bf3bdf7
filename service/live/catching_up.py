"""Waiting for read models in the background, where nobody waits for an answer."""

import asyncio
from contextlib import suppress
from typing import Final

from service.live.checkpoints import Awaited, DeadLettered, Progress, ReadModelBehind, RebuildingReadModel

_REBUILT_SECONDS: Final = 1.0


async def caught_up(progress: Progress, projection: str, position: int) -> None:
    """Wait, however long it takes, until a read model has got to a position."""
    awaited = Awaited(position, "position")
    while True:
        try:
            with suppress(DeadLettered):  # that is as far as it gets
                await progress.reach(projection, awaited)
        except ReadModelBehind:
            continue
        except RebuildingReadModel:
            await asyncio.sleep(_REBUILT_SECONDS)
            continue
        return
