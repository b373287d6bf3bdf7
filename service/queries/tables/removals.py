"""Matches that were removed, by the log itself: nothing else remembers them."""

from collections.abc import Sequence

from domain.match.events import MatchOpened, Origin
from service.eventstore.errors import UnreadableLog
from service.eventstore.log import EventLog
from service.queries.match_logs import events_of
from service.queries.tables.rows import ExportedRemoval


def of_listed_matches(log: EventLog, removals: Sequence[ExportedRemoval]) -> Sequence[ExportedRemoval]:
    """Those of matches that whoever reads all may have found in lists, which second records never were."""
    return [removal for removal in removals if _was_listed(log, removal)]


def _was_listed(log: EventLog, removal: ExportedRemoval) -> bool:
    try:
        opened = [event for _, event in events_of(log, removal.match_id, limit=1)]
    except UnreadableLog:  # so it can't be known
        return False
    return any(isinstance(event, MatchOpened) and event.origin is not Origin.SECOND_RECORD for event in opened)
