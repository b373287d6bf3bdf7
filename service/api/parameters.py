"""The parameters that routes share, and what is made of them."""

import re
from typing import Annotated, Final
from uuid import UUID

from litestar.params import PathParameter, QueryParameter

from service.http.requests import AnyRequest
from service.live.checkpoints import Awaited
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST

MAX_STEP: Final = 1_000_000

Limit = Annotated[int, QueryParameter(ge=1, le=1000, description="The most items to give.")]
Cursor = Annotated[str | None, QueryParameter(description="`next_cursor` of the page before.")]
MatchId = Annotated[UUID, PathParameter(description="The id of a match.")]
ViewerName = Annotated[
    str | None,
    QueryParameter(description="Through whose eyes: `public`, `seat:N` or `recorder`. Default: who sees most."),
]
AfterPosition = Annotated[
    int | None,
    QueryParameter(ge=0, description="Wait until the read model has got to this `position` of a write."),
]
StepNumber = Annotated[int, PathParameter(ge=0, le=MAX_STEP, description="A step; 0 is the set-up.")]


def awaited_position(request: AnyRequest, after_position: int | None) -> Awaited | None:
    """What a read is to wait for: ``after_position`` or the header ``Partita-After``, the later one of both.

    Raises:
        ProblemError: 400.
    """
    asked = [] if after_position is None else [Awaited(after_position, "after_position")]
    header = request.headers.get("partita-after")
    if header is not None:
        if not re.fullmatch(r"[0-9]{1,18}", header):
            raise ProblemError(INVALID_REQUEST, "It takes a position of the log, a number.", parameter="Partita-After")
        asked.append(Awaited(int(header), "Partita-After"))
    return max(asked, key=lambda one: one.position, default=None)


def verify_range(first: int, last: int | None) -> None:
    """Refuse steps in the wrong order.

    Raises:
        ProblemError: 400.
    """
    if last is not None and last < first:
        raise ProblemError(INVALID_REQUEST, "`to` comes before `from`.", parameter="to")
