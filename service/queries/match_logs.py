"""A match and what was written beside it, as the log has them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from domain.codec import UnreadableEvent
from domain.match.events import MatchOpened
from domain.match.folding import fold
from domain.match.match import Match
from domain.registry import UnknownGame
from service.eventstore.errors import unreadable
from service.eventstore.log import EventLog


def events_of(log: EventLog, originator_id: UUID, limit: int | None = None) -> list[tuple[int, Any]]:
    """All events of a match, or of what was written beside it, with their versions; the first ones up to `limit`.

    Raises:
        UnreadableLog: they can't be read.
    """
    try:
        return list(log.events(originator_id, limit=limit))
    except (UnreadableEvent, UnknownGame) as error:
        raise unreadable(originator_id, error) from error


def match_of(match_id: UUID, events: Sequence[tuple[int, Any]]) -> Match | None:
    """The match after its `events`; None where they aren't those of a match.

    Raises:
        UnreadableLog: they can't be folded.
    """
    if not events or not isinstance(events[0][1], MatchOpened):
        return None
    try:
        return fold(None, (event for _, event in events))
    except Exception as error:  # folding never refuses, so the events are at fault
        raise unreadable(match_id, error) from error
