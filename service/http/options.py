"""Which methods an address has: the answer to OPTIONS, and ``Allow`` (RFC 9110, 9.3.7 and 10.2.1)."""

from collections.abc import Collection, Sequence

from litestar import Response, route
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler

from service.http.requests import AnyRequest


def allow_of(methods: Collection[str]) -> str:
    """The value of ``Allow`` where the routes have these `methods`: HEAD is answered wherever GET is."""
    return ", ".join(sorted({*methods, *(["HEAD"] if "GET" in methods else [])}))


def with_options(handlers: Sequence[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """`handlers` after one that answers OPTIONS at all of their addresses.

    The framework would make one for each address, which takes a seventh of the time in which the application is built;
    and each would tell what the first handler at its address has, and no other.
    """
    paths = dict.fromkeys(path for handler in handlers for path in sorted(handler.paths))

    @route(list(paths), http_method=HttpMethod.OPTIONS, status_code=204, include_in_schema=False)
    async def options(request: AnyRequest) -> Response[None]:
        here = request.scope["path_template"]
        methods = {method for found in request.app.routes if found.path_format == here for method in found.methods}
        return Response(None, headers={"Allow": allow_of(methods)})

    return [options, *handlers]
