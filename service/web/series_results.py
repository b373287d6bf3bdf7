"""The form of a series by which it says what it asks of results: seals, arbiters, play by the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import Struct
from msgspec.structs import replace

from service.api.match_access import may_write
from service.api.schemas.series import SeriesAnswer, SeriesPatch
from service.api.series import SeriesId
from service.api.series_commands import corrected
from service.auth.access import Principal
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.web.forms import read_open_form
from service.web.sign_in import see_other

_FORM: Final[dict[str, Any]] = {"guards": [verify_own_form], "include_in_schema": False, "status_code": 303}
_FACTS: Final = ("seal_needed", "regular", "seals_after")
_ARBITER: Final = "arbiter-"


class ArbiterLine(Struct, frozen=True):
    """A token that can arbitrate, and whether the series names it."""

    field: str
    label: str
    named: bool


async def arbiter_lines(services: Services, principal: Principal, series: SeriesAnswer) -> list[ArbiterLine]:
    """The tokens that a series may name as its arbiters, for who may list tokens; none for others."""
    if not principal.may("admin"):
        return []
    return [
        ArbiterLine(f"{_ARBITER}{token.id}", token.label or token.id, token.id in series.arbiters)
        for token in await services.tokens.good_with("arbitrate")
    ]


@post("/series/{series_id:uuid}/results", **_FORM)
async def ask_of_results(
    series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """From now on the series asks for what the form says. Who may not list tokens leaves the arbiters as they are."""
    principal = await may_write(services, request, series_id)
    offered: Sequence[str] = ()
    if principal.may("admin"):
        offered = [token.id for token in await services.tokens.good_with("arbitrate")]
    form = read_open_form(request, body, (*_FACTS, *(f"{_ARBITER}{token_id}" for token_id in offered)))
    wanted = _patch(form)
    if offered:
        named = tuple(token_id for token_id in offered if form.get(f"{_ARBITER}{token_id}"))
        wanted = replace(wanted, arbiters=named)
    await corrected(services, request, principal, series_id, wanted)
    return see_other(f"/series/{series_id}")


def _patch(form: Mapping[str, str]) -> SeriesPatch:
    """What the form says.

    Raises:
        ProblemError: 400 for hours that are no number.
    """
    hours = form.get("seals_after", "")
    asked = {
        "seal_needed": form.get("seal_needed") == "yes",
        "irregular": form.get("regular") != "yes",
        "seals_after": hours or None,
    }
    try:
        return msgspec.convert(asked, SeriesPatch, strict=False)
    except msgspec.ValidationError:
        raise ProblemError(INVALID_REQUEST, "The hours are a whole number.", pointer="/seals_after") from None
