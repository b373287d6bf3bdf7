"""The list of matches, by filters that stay in the address."""

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency

from service.api.match_list import listed
from service.api.parameters import Cursor
from service.http.negotiation import language_of
from service.http.pagination import read_order_of_play
from service.http.requests import AnyRequest
from service.process.container import Services
from service.web.filters import FILTERS, Filters, filter_form, matches_of_series
from service.web.rendering import page
from service.web.tables import match_lines
from service.web.visitor import visitor_of

_PATH: Final = "/matches"
_LISTED: Final = 25


@get(_PATH, include_in_schema=False, dependencies=FILTERS)
async def matches_page(
    services: NamedDependency[Services],
    request: AnyRequest,
    filters: NamedDependency[Filters],
    cursor: Cursor = None,
) -> Response[bytes]:
    """The newest matches that the filters name, or those behind `cursor`."""
    principal = await visitor_of(services, request)
    after = read_order_of_play(cursor)
    wanted = filters.wanted(principal, await matches_of_series(services, principal, filters))
    items, older = await listed(services, principal, wanted, "-played_on", after, _LISTED)
    form = await filter_form(
        services,
        principal,
        filters,
        _PATH,
        (
            "game",
            "subject",
            "player",
            "with",
            "series",
            "status",
            "sealed",
            "irregular",
            "seats",
            "played_from",
            "played_to",
            "place",
            "tag",
        ),
        language_of(request),
    )
    return page(
        request,
        "matches.html",
        matches=match_lines(items, language_of(request)),
        form=form,
        older=None if older is None else filters.link(_PATH, cursor=older),
        newest=None if cursor is None else filters.link(_PATH),
        may_record=principal.may("record"),
    )
