"""Compares what clients were told with what the log holds. It knows nothing of how either came about."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from tests.drill.history import History, Logs, Read, Write


class Fault(StrEnum):
    """What can be wrong."""

    LOST = "lost"
    """A value was acknowledged and isn't there."""

    DOUBLED = "doubled"
    """A value is there more than once."""

    MISPLACED = "misplaced"
    """A value has another match, version or position than was acknowledged."""

    REORDERED = "reordered"
    """A value stands before one that was sent earlier by the same client, or acknowledged before this one was sent."""

    UNDONE = "undone"
    """A value was shown to a client and isn't there, or is elsewhere."""

    WENT_BACK = "reads that went back"
    """A client was shown less of a match than somebody had been told before it asked."""

    INVENTED = "invented"
    """A value is there that nobody sent."""

    BROKEN = "broken logs"
    """The versions of a match aren't 1, 2, 3, …, or its positions don't grow."""


class Finding(NamedTuple):
    """One fault, and where it is."""

    fault: Fault
    detail: str


class _Place(NamedTuple):
    match: str
    version: int
    position: int


def findings(history: History, logs: Logs) -> list[Finding]:
    """All that is wrong; nothing, if every acknowledged value is there once, in order, where it was said to be."""
    places = _places(logs)
    return [
        *_of_logs(logs),
        *_of_values(history.writes, places),
        *_of_acknowledgements(history.writes, places),
        *_of_order(history.writes, places),
        *_of_shown_values(history.reads, logs),
        *_of_shown_versions(history),
    ]


def _places(logs: Logs) -> dict[str, list[_Place]]:
    places: dict[str, list[_Place]] = defaultdict(list)
    for match, events in logs.items():
        for event in events:
            if event.value is not None:
                places[event.value].append(_Place(match, event.version, event.position))
    return dict(places)


def _of_logs(logs: Logs) -> Iterator[Finding]:
    for match, events in logs.items():
        versions = [event.version for event in events]
        if versions != list(range(1, len(events) + 1)):
            yield Finding(Fault.BROKEN, f"{match}: a version is missing or there twice")
        if any(later.position <= event.position for event, later in pairwise(events)):
            yield Finding(Fault.BROKEN, f"{match}: its positions don't grow")


def _of_values(writes: Sequence[Write], places: Mapping[str, Sequence[_Place]]) -> Iterator[Finding]:
    sent = {value for write in writes for value in write.values}
    for value, found in places.items():
        if value not in sent:
            yield Finding(Fault.INVENTED, f"{value} at {found[0]}")
        if len(found) > 1:
            yield Finding(Fault.DOUBLED, f"{value} at {found}")


def _of_acknowledgements(writes: Sequence[Write], places: Mapping[str, Sequence[_Place]]) -> Iterator[Finding]:
    for write in writes:
        if (answer := write.acknowledged) is None:
            continue
        first = answer.version - len(write.values) + 1
        for version, value in enumerate(write.values, first):
            found = places.get(value, ())
            if not found:
                yield Finding(
                    Fault.LOST, f"{value} of client {write.client}, acknowledged as {version} of {write.match}"
                )
            elif all((place.match, place.version) != (write.match, version) for place in found):
                yield Finding(Fault.MISPLACED, f"{value}: acknowledged as {version} of {write.match}, is at {found[0]}")
        last = places.get(write.values[-1], ())
        if last and all(place.position != answer.position for place in last):
            yield Finding(Fault.MISPLACED, f"{write.values[-1]}: acknowledged at {answer.position}, is at {last[0]}")


def _of_order(writes: Sequence[Write], places: Mapping[str, Sequence[_Place]]) -> Iterator[Finding]:
    """By client, whatever became of a write; and among clients, where one was answered before the other began."""
    in_order = sorted(writes, key=lambda write: write.sent)
    newest_of: dict[int, int] = {}
    for write in in_order:
        for value in write.values:
            for place in places.get(value, ())[:1]:
                if place.position < newest_of.get(write.client, 0):
                    yield Finding(
                        Fault.REORDERED, f"{value} of client {write.client} stands before what it sent earlier"
                    )
                newest_of[write.client] = max(place.position, newest_of.get(write.client, 0))
    answers = sorted((write.acknowledged.at, write.acknowledged.position) for write in writes if write.acknowledged)
    newest, answered = 0, 0
    for write in in_order:
        while answered < len(answers) and answers[answered][0] < write.sent:
            newest = max(newest, answers[answered][1])
            answered += 1
        for place in places.get(write.values[0], ())[:1]:
            if place.position < newest:
                yield Finding(
                    Fault.REORDERED, f"{write.values[0]} stands before what was acknowledged before it was sent"
                )


def _of_shown_values(reads: Sequence[Read], logs: Logs) -> Iterator[Finding]:
    values_of = {match: {event.version: event.value for event in events} for match, events in logs.items()}
    for read in reads:
        there = values_of.get(read.match, {})
        for version, value in read.values.items():
            if there.get(version) != value:
                yield Finding(
                    Fault.UNDONE, f"{value}, shown as {version} of {read.match}, which is {there.get(version)}"
                )
        if read.version > len(there):
            yield Finding(Fault.UNDONE, f"version {read.version} of {read.match} was shown, which ends at {len(there)}")


class _Known(NamedTuple):
    at: float
    match: str
    version: int


def _of_shown_versions(history: History) -> Iterator[Finding]:
    known = [_Known(read.at, read.match, read.version) for read in history.reads]
    known += [
        _Known(write.acknowledged.at, write.match, write.acknowledged.version)
        for write in history.writes
        if write.acknowledged is not None
    ]
    known.sort()
    newest_of: dict[str, int] = {}
    learned = 0
    for read in sorted(history.reads, key=lambda read: read.sent):
        while learned < len(known) and known[learned].at < read.sent:
            _, match, version = known[learned]
            newest_of[match] = max(version, newest_of.get(match, 0))
            learned += 1
        if read.version < (newest := newest_of.get(read.match, 0)):
            detail = f"client {read.client} was shown {read.version} of {read.match} at {read.at:.3f}, after {newest}"
            yield Finding(Fault.WENT_BACK, detail)
