"""Second records of matches are opened."""

from contextlib import suppress
from datetime import datetime
from uuid import UUID

from domain.match.match import Match
from domain.match.second_record import open_second_record
from service.eventstore.errors import VersionConflict
from service.eventstore.event_store import EventStore
from service.queries.second_records import second_record_of


async def open_second(store: EventStore, match_id: UUID, match: Match, *, at: datetime, by: str) -> UUID:
    """The id of the second record of `match`, opened now if there is none: there is one at a time.

    Raises:
        NotPossible: it can't have one.
    """
    opened = open_second_record(match_id, match, at=at, by=by)
    second_id, second = await second_record_of(store, match_id)
    if second is None:
        with suppress(VersionConflict):  # somebody else was faster
            await store.matches.create(second_id, lambda: [opened])
    return second_id
