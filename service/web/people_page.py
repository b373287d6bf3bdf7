"""The list of people."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from msgspec import Meta

from service.api.parameters import Cursor
from service.http.pagination import make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.leaderboards import pool_of
from service.queries.participants import ParticipantRow
from service.web.addresses import address
from service.web.rendering import page
from service.web.visitor import visitor_of

_PATH: Final = "/players"
_LISTED: Final = 50
_SHORT: Final = 6

_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]


def short_ids(people: Sequence[ParticipantRow]) -> dict[UUID, str]:
    """Of those of these people who have the name of another one, the end of their ids: what tells them apart."""
    alike = Counter(one.name.casefold() for one in people)
    return {one.id: one.id.hex[-_SHORT:] for one in people if alike[one.name.casefold()] > 1}


@get(_PATH, include_in_schema=False)
async def people_page(
    services: NamedDependency[Services],
    request: AnyRequest,
    name: FromQuery[str | None] = None,
    cursor: Cursor = None,
) -> Response[bytes]:
    """People, who plays most first: for who may read all of them, for others those in public matches."""
    principal = await visitor_of(services, request)
    after = read_cursor(cursor, tuple[_Count, _Count, UUID])
    rows = await services.participants.people(pool_of(principal), name or None, after, _LISTED + 1)
    last = rows[_LISTED - 1] if len(rows) > _LISTED else None
    return page(
        request,
        "people.html",
        people=rows[:_LISTED],
        short_ids=short_ids(rows[:_LISTED]),
        name=name or "",
        all_of_them=principal.may("read"),
        may_record=principal.may("record"),
        older=None if last is None else address(_PATH, name=name, cursor=make_cursor(last.matches, last.wins, last.id)),
        newest=None if cursor is None else address(_PATH, name=name),
    )
