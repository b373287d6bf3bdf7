"""Whatever is changed in a record: it is refused as one that can't be, or is another good one, and nothing else."""

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from random import Random
from typing import Any, Final

import msgspec
import pytest

from domain.match.folding import fold
from domain.registry import GAMES
from replays.records.form import RecordPlayer, record_of, written
from replays.records.mistakes import RecordRefused
from service.commands.read_record import read_record
from service.validation.strict_json import JsonError
from tests.replays.records.evenings import BEGIN, full_evening
from tests.service.records.books import body_of

pytestmark = pytest.mark.slow

NOW: Final = BEGIN + timedelta(days=1)
NUMBERS: Final = (-1, 0, 1, 2, 3, 5, 99, 10**18)
JUNK: Final[tuple[Any, ...]] = (*NUMBERS, 10**40, -0.5, True, None, "", "0", "klunker", "\x00", [], [1], {}, {"a": 1})
"""What is put in the place of something."""


def places(told: Any) -> Iterator[tuple[Any, Any]]:
    """Everything in a record: what holds it, and its name or number there."""
    if isinstance(told, dict | list):
        for place in told if isinstance(told, dict) else range(len(told)):
            yield told, place
            yield from places(told[place])


def changed(body: bytes, random: Random) -> bytes:
    """The record with one thing in it replaced, removed, doubled or wrapped: most often with something of its kind."""
    record = msgspec.json.decode(body)
    everything = list(places(record))
    holder, place = random.choice(everything)
    before = holder[place]
    alike = [other[name] for other, name in random.sample(everything, 40) if type(other[name]) is type(before)]
    match random.randrange(8):
        case 0:
            holder[place] = random.choice(JUNK)
        case 1:
            del holder[place]
        case 2 if isinstance(holder, list):
            holder.insert(place, before)
        case 3:
            holder[place] = [before]
        case 4 | 5 if type(before) is int:
            holder[place] = random.choice(NUMBERS)
        case _ if alike:
            holder[place] = deepcopy(random.choice(alike))  # which may hold this place itself
    return msgspec.json.encode(record)


def survives(body: bytes, random: Random) -> bool:
    """Whether a changed record is still a good one; if it is, it goes out with the bytes that went in."""
    try:
        told = read_record(changed(body, random), NOW)
    except (JsonError, RecordRefused):
        return False
    match = fold(None, told.events)
    assert match is not None
    log, beside = list(enumerate(told.events, start=1)), (enumerate(told.annotations, 1), enumerate(told.variations, 1))
    players: dict[Any, RecordPlayer] = {player.id: player for player in told.players}
    out = written(record_of(told.match_id, match, log, players, *beside))
    assert read_record(out, NOW) == told
    return True


@pytest.mark.parametrize("key", GAMES)
def test_a_changed_record_is_refused_or_another_good_one(key: str) -> None:
    body, random = body_of(full_evening(GAMES[key])), Random(key)
    assert False in {survives(body, random) for _ in range(50)}


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_thousands_of_changed_records_are_refused_or_other_good_ones(key: str) -> None:
    body, random = body_of(full_evening(GAMES[key])), Random(f"{key}, thousands")
    assert {survives(body, random) for _ in range(2_000)} == {True, False}
