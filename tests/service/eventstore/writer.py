"""``python -m tests.service.eventstore.writer CONNINFO CLIENTS EVENTS``: a process whose clients write at once.

For each write that was acknowledged it says whose events they are, the last version, and its position.
"""

import asyncio
import os
import sys
from random import Random
from uuid import uuid4

import uvloop
from eventsourcing.persistence import StoredEvent

from service.eventstore.group_commit import GroupCommit
from service.eventstore.recorder import IdempotencyKey, Write


async def write(group: GroupCommit, events: int) -> None:
    """Store `events` events of one originator, one to four at once, some with a key."""
    originator_id, random, version = uuid4(), Random(), 0
    while version < events:
        number = random.randint(1, 4)
        batch = [StoredEvent(originator_id, version + n, "test/event", os.urandom(60)) for n in range(1, number + 1)]
        key = IdempotencyKey("token", uuid4().hex, b"digest") if random.random() < 0.3 else None
        position = await group.append(Write(batch, key))
        version += number
        os.write(1, f"{originator_id} {version} {position}\n".encode())


async def main(conninfo: str, clients: int, events: int) -> None:
    """Let them write."""
    group = GroupCommit(conninfo, places=clients)
    await asyncio.gather(*(write(group, events) for _ in range(clients)))
    await group.stop()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
