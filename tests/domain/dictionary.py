"""Makes a dictionary for :mod:`domain.compression`: ``python -m tests.domain.dictionary FILE``, once for each of them.

It learns from random matches of all games in all set-ups, and from an example of every other event. Times and ids
differ from one house to the next, and do so here, so that none is learned. The first one was of bodies alone, not
shuffled, and by other parameters.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

from msgspec.structs import replace
from zstandard import train_dictionary

from domain.codec import AnyEvent, encode, topic_of
from domain.registry import GAMES
from tests.domain.games.support import support_of
from tests.domain.match.examples import EXAMPLES
from tests.replays.matches import recorded

NUMBER: Final = 2
"""That of the dictionary, by which frames name it."""

SIZE: Final = 1 << 15
"""Bytes; half as many make events a thirtieth longer, twice as many hardly shorter."""

EVENTS: Final = 10_000
"""Of each game, about: none has more to say because its matches are longer."""

_UUID: Final = re.compile(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def samples(random: Random) -> Iterator[bytes]:
    """Topics and bodies of events, as they are compressed."""
    for key in GAMES:
        setups = list(support_of(key).SETUPS.values())
        found = 0
        while found < EVENTS:
            log = recorded(key, random, 200, setups[found % len(setups)])
            yield from bodies(key, log, random)
            found += len(log)
    for _ in range(20):
        yield from bodies("klunker", EXAMPLES, random)


def bodies(key: str, events: Iterable[AnyEvent], random: Random) -> Iterator[bytes]:
    """The same of `events`, as another house would have recorded them."""
    for event in events:
        at = event.at + timedelta(seconds=random.uniform(0, 1e9))
        body = encode(replace(event, at=at, by=random.randbytes(6).hex()), bytes(8))[12:]
        topic = topic_of(event, key).encode()
        yield bytes((len(topic),)) + topic + _UUID.sub(lambda _: str(UUID(bytes=random.randbytes(16))).encode(), body)


if __name__ == "__main__":
    found: list[Any] = list(samples(Random("events")))
    Random("order").shuffle(found)  # by their order, some games would be learned hardly at all
    learned = train_dictionary(SIZE, found, k=700, d=8, f=20, split_point=1.0, accel=1, level=3, dict_id=NUMBER)
    Path(sys.argv[1]).write_bytes(learned.as_bytes())
