"""The pages of subjects: all that was played, and one title with its leaders, records and statistics."""

from typing import Annotated, Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from msgspec import Meta, Struct

from domain.kernel.titles import game_title
from domain.match.parts import Status
from domain.registry import game_of
from service.api.parameters import Cursor
from service.api.schemas.subjects import SubjectRef
from service.api.subjects import SubjectId
from service.http.negotiation import language_of
from service.http.pagination import make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.subjects import SubjectRow
from service.web.addresses import address
from service.web.rendering import page
from service.web.sign_in import see_other
from service.web.subject_view import subject_path, subject_view
from service.web.visitor import visitor_of

_PATH: Final = "/subjects"
_LISTED: Final = 50

_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class SubjectLine(Struct, frozen=True):
    """A subject in a list; `path` is that of its page."""

    name: str
    path: str
    row: SubjectRow


def subject_line(row: SubjectRow) -> SubjectLine:
    """`row` as a line."""
    return SubjectLine(row.name, subject_path(row.game, row.id), row)


@get(_PATH, include_in_schema=False)
async def subjects_page(
    services: NamedDependency[Services],
    request: AnyRequest,
    name: FromQuery[str | None] = None,
    cursor: Cursor = None,
) -> Response[bytes]:
    """Games and titles with matches that may be listed, what is played most first."""
    principal = await visitor_of(services, request)
    after = read_cursor(cursor, tuple[_Count, UUID])
    rows = await services.subjects.page(
        principal, name or None, after, _LISTED + 1, titles=False, language=language_of(request)
    )
    last = rows[_LISTED - 1] if len(rows) > _LISTED else None
    return page(
        request,
        "subjects.html",
        subjects=[subject_line(row) for row in rows[:_LISTED]],
        name=name or "",
        all_of_them=principal.may("read"),
        may_record=principal.may("record"),
        older=None if last is None else address(_PATH, name=name, cursor=make_cursor(last.matches, last.id)),
        newest=None if cursor is None else address(_PATH, name=name),
        api=address("/api/v1/subjects", name=name),
    )


@get("/subjects/{subject_id:uuid}", include_in_schema=False)
async def subject_page(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest
) -> Response[bytes]:
    """A title, by the matches that may be listed; one that was merged, and a game, have another page."""
    principal = await visitor_of(services, request)
    row = await services.subjects.get(principal, subject_id)
    if row.merged_into is not None or not row.title:
        return see_other(subject_path(row.game, row.merged_into or row.id))
    game, subject = game_of(row.game), SubjectRef(row.id, row.game, row.name)
    return page(
        request,
        "subject.html",
        subject=subject,
        recorded_by=game_title(game, language_of(request)),
        view=await subject_view(services, principal, game, subject, language_of(request)),
        last_played_on=row.last_played_on,
        playing=row.playing,
        in_play=address("/matches", game=row.game, subject=row.id, status=Status.PLAYING.value),
        may_record=principal.may("record"),
        aliases=await services.subjects.aliases(principal, row.id),
    )
