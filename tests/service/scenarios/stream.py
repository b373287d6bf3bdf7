"""Examples of a match followed live."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

from tests.service.scenario import Scenario

PLACES: Final = 2
"""Streams that the service of the examples lets be open."""

_SHOWN: Final = 3


def follow(scenario: Scenario, match_id: str, import_id: str) -> None:
    """The beginning of a stream that is resumed, and one too many; then no import can be followed, either."""
    parameters: dict[str, Any] = {"match_id": match_id, "after": 1, "viewer": "public", "Last-Event-ID": "1"}
    with ExitStack() as open_streams:
        answers = [open_streams.enter_context(scenario.stream("streamEvents", parameters)) for _ in range(PLACES)]
        assert all(answer.is_success for answer in answers), [answer.read() for answer in answers]
        told = [_events(answer.iter_lines()) for answer in answers]
        shown, *_ = [[next(events) for _ in range(_SHOWN)] for events in told]
        scenario.refused("streamEvents", "too-many-streams", match_id=match_id)
        scenario.refused("streamImport", "too-many-streams", import_id=import_id)
    scenario.examples["streamEvents"] |= {"parameters": parameters, "response": {"events": shown}}


def _events(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    event: dict[str, Any] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if name in {"id", "data"}:
            event[name] = json.loads(value)
        elif name == "event":
            event[name] = value
        elif not line and "data" in event:
            yield event
            event = {}
