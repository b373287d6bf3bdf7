"""Whether what is stored is what a record tells."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.kernel.game import AnyGame
from domain.match.events import MatchOpened
from replays.records.form import form_of


class Difference(StrEnum):
    """How a match that is here differs from a record with its id, for people."""

    OLDER = "The match here has gone on since this record was made."
    NEWER = "The match here hasn't got as far as this record."
    NOTE_EVENTS = "The match is here, but not all that this record has beside it."
    OTHER = "Another match has this id here."


def difference(stored: Sequence[bytes], wanted: Sequence[bytes]) -> Difference | None:
    """How the events that are `stored` differ from those `wanted`, if they do."""
    common = min(len(stored), len(wanted))
    if stored[:common] != wanted[:common]:
        return Difference.OTHER
    if len(stored) == len(wanted):
        return None
    return Difference.OLDER if len(stored) > common else Difference.NEWER


def wire(game: AnyGame, log: Iterable[tuple[int, Any]]) -> list[bytes]:
    """The events of a match of `game` as they stand in its record, without what an import has noted."""
    noted = (
        (version, replace(one, deviations=(), imported=0) if isinstance(one, MatchOpened) else one)
        for version, one in log
    )
    return [bytes(entry) for entry in form_of(game).written(noted)]


def goes_on(stored: Iterable[tuple[int, Any]], wanted: Iterable[Any]) -> bool:
    """Whether everything that was `wanted` is stored with all its changes, perhaps with later ones."""
    here = _by_id(event for _, event in stored)
    return all(here.get(one, [])[: len(events)] == events for one, events in _by_id(wanted).items())


def _by_id(events: Iterable[Any]) -> dict[UUID, list[Any]]:
    """The changes of each annotation or variation, without the numbers by which they name each other."""
    found: dict[UUID, list[Any]] = defaultdict(list)
    for event in events:
        if hasattr(event, "id"):
            found[event.id].append(replace(event, undoes=0) if getattr(event, "undoes", None) else event)
    return found
