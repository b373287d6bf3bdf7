"""The files that all pages use."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromQuery, PathParameter

from service.http.conditional import versioned
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.web.assets import WORKER, static_files


@get("/static/{name:str}", include_in_schema=False)
async def static(
    request: AnyRequest,
    name: Annotated[str, PathParameter(description="The name of a file.")],
    v: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A file of the pages; under the address that its content gave it, a browser may keep it for ever."""
    file = static_files().get(name)
    if file is None:
        raise ProblemError(NOT_FOUND, "There is no such file.")
    cache_control = "public, max-age=31536000, immutable" if v == file.digest else "no-cache"
    headers = {"Cache-Control": cache_control, "X-Content-Type-Options": "nosniff"}
    if name == WORKER:
        headers["Service-Worker-Allowed"] = "/"
    return versioned(request, int(file.digest[:14], 16), file.content, headers, file.media_type)
