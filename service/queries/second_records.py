"""The second record of a match: found by its id, which follows from that of the match."""

from uuid import UUID

from domain.match.match import Match
from domain.match.second_record import second_record_ids
from service.eventstore.errors import NotFound
from service.eventstore.event_store import EventStore


async def second_record_of(store: EventStore, match_id: UUID) -> tuple[UUID, Match | None]:
    """The id and the second record of a match; without one, the id that it will have.

    An id is never given again: one whose record was removed is passed over, and so is one at which something else lies.
    """
    for second_id in second_record_ids(match_id):
        try:
            second = await store.matches.load(second_id)
        except NotFound:
            if not await store.blocking(store.log.begun, [second_id]):
                return second_id, None
        else:
            if second.second_record_of == match_id:
                return second_id, second
    raise AssertionError("there are ids without end")
