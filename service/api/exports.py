"""Flat tables of all matches, for analysts: as CSV, as lines of JSON, and as Parquet."""

from collections.abc import AsyncIterator
from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec.structs import replace

from service.api.match_access import principal_of
from service.api.match_filters import ASKED_FILTER
from service.api.parameters import AfterPosition, awaited_position
from service.http.contract import Contract
from service.http.negotiation import language_of, offered_by, preferred
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_ACCEPTABLE
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.tables.forms import TABLE_FORMS, FormMissing, FormName, Writer
from service.queries.tables.reader import TABLES, TableName, TableQuery
from service.queries.tables.rows import ExportedPlay, ExportedRating, ExportedRemoval, ExportedSeat, ExportedStep

POSITION: Final = "Partita-Position"
"""The header that tells up to which position of the log a table has everything."""

FormAsked = Annotated[
    FormName | None, QueryParameter(name="format", description="The form, whatever `Accept` says: for links.")
]
ChangedAfter = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        description=f"Only matches with an event behind this position of the log, the `{POSITION}` of a table before.",
    ),
]


@get(
    "/exports/plays",
    operation_id="exportPlays",
    tags=["exports"],
    summary="Matches as a table",
    dependencies=ASKED_FILTER,
    opt=Contract(table=ExportedPlay, headers=(POSITION,)).opt,
)
async def export_plays(
    services: NamedDependency[Services],
    request: AnyRequest,
    asked: NamedDependency[MatchFilter],
    form: FormAsked = None,
    changed_after: ChangedAfter = None,
    after_position: AfterPosition = None,
) -> Stream:
    """A row a match: what `GET /matches` lists, with its options, to the last one.

    Rows come in the order in which the matches were opened. `GET /exports/removals` tells which ones are gone since.
    """
    wanted = replace(asked, changed_after=changed_after)
    return await _table(services, request, "plays", wanted, form, after_position)


@get(
    "/exports/seats",
    operation_id="exportSeats",
    tags=["exports"],
    summary="The seats of matches as a table",
    dependencies=ASKED_FILTER,
    opt=Contract(table=ExportedSeat, headers=(POSITION,)).opt,
)
async def export_seats(
    services: NamedDependency[Services],
    request: AnyRequest,
    asked: NamedDependency[MatchFilter],
    form: FormAsked = None,
    changed_after: ChangedAfter = None,
    after_position: AfterPosition = None,
) -> Stream:
    """A row a seat of the same matches: who sat there, how it ended, and all that the game counts of a seat.

    Scores that you may not know are null, as in lists.
    """
    wanted = replace(asked, changed_after=changed_after)
    return await _table(services, request, "seats", wanted, form, after_position)


@get(
    "/exports/steps",
    operation_id="exportSteps",
    tags=["exports"],
    summary="The steps of matches as a table",
    dependencies=ASKED_FILTER,
    opt=Contract(table=ExportedStep, localized=True, headers=(POSITION,)).opt,
)
async def export_steps(
    services: NamedDependency[Services],
    request: AnyRequest,
    asked: NamedDependency[MatchFilter],
    form: FormAsked = None,
    changed_after: ChangedAfter = None,
    after_position: AfterPosition = None,
) -> Stream:
    """A row an action that stands, of the same matches: as data as far as you may know it, and as a sentence.

    It is what the histories of the matches tell you. A match whose log is damaged has no rows.
    """
    wanted = replace(asked, changed_after=changed_after)
    return await _table(services, request, "steps", wanted, form, after_position)


@get(
    "/exports/ratings",
    operation_id="exportRatings",
    tags=["exports"],
    summary="Changes of ratings as a table",
    dependencies=ASKED_FILTER,
    opt=Contract(table=ExportedRating, headers=(POSITION,)).opt,
)
async def export_ratings(
    services: NamedDependency[Services],
    request: AnyRequest,
    asked: NamedDependency[MatchFilter],
    form: FormAsked = None,
    after_position: AfterPosition = None,
) -> Stream:
    """A row for each person and rated match of the same matches: the rating before and after it.

    A match that is recorded late changes all ratings after it, so this table is always read whole.
    """
    return await _table(services, request, "ratings", asked, form, after_position)


@get(
    "/exports/removals",
    operation_id="exportRemovals",
    tags=["exports"],
    summary="Removed matches as a table",
    opt=Contract(table=ExportedRemoval, scope="read", headers=(POSITION,)).opt,
)
async def export_removals(
    services: NamedDependency[Services],
    request: AnyRequest,
    form: FormAsked = None,
    changed_after: ChangedAfter = None,
    after_position: AfterPosition = None,
) -> Stream:
    """A row a match that was removed; whoever has rows of it from an earlier table may drop them."""
    (await principal_of(services, request)).require("read")
    wanted = MatchFilter(changed_after=changed_after)
    return await _table(services, request, "removals", wanted, form, after_position)


async def _table(
    services: Services,
    request: AnyRequest,
    name: TableName,
    wanted: MatchFilter,
    form: FormName | None,
    after_position: int | None,
) -> Stream:
    """The table as a download, and up to which position it has everything."""
    principal = await principal_of(services, request)
    awaited = awaited_position(request, after_position)
    positions = [await services.progress.reach(read_model, awaited) for read_model in TABLES[name].read_models]
    query = TableQuery(name, wanted, principal, language_of(request))
    return table_answer(services, query, _form(request, form), {POSITION: str(min(positions))})


def _form(request: AnyRequest, asked: FormName | None) -> FormName:
    if asked is not None:
        return asked
    media_type = preferred(request, offered_by(request.route_handler))
    return next(name for name, form in TABLE_FORMS.items() if form.media_type == media_type)


def table_answer(services: Services, query: TableQuery, form: FormName, headers: dict[str, str]) -> Stream:
    """A table as a file that is sent while it is read.

    Raises:
        ProblemError: 406 where the form can't be written here.
    """
    try:
        writer = TABLE_FORMS[form].writer(TABLES[query.table].row)
    except FormMissing as error:
        raise ProblemError(NOT_ACCEPTABLE, str(error)) from None
    headers |= {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{query.table}.{form}"',
        "Vary": "Accept, Accept-Language, Authorization, Cookie",
        "X-Content-Type-Options": "nosniff",
    }
    if query.table == "steps":
        headers["Content-Language"] = query.language
    return Stream(_written(services, query, writer), media_type=TABLE_FORMS[form].media_type, headers=headers)


async def _written(services: Services, query: TableQuery, writer: Writer) -> AsyncIterator[bytes]:
    yield writer.begin()
    async for rows in services.tables.parts(query):
        if part := await services.blocking(writer.rows, rows):
            yield part
    yield await services.blocking(writer.end)
