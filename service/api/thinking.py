"""How long the seats of a match took."""

from functools import partial

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import convert

from domain.match.match import Match
from domain.match.thinking import thinking_times, thoughts_of
from service.api.match_access import lasting_json, see
from service.api.parameters import MatchId
from service.api.schemas.thinking import SeatThinking, ThinkingAnswer, ThoughtAnswer
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.process.container import Services


@get(
    "/matches/{match_id:uuid}/thinking-time",
    operation_id="getThinkingTime",
    tags=["play"],
    summary="How long the seats took",
    opt=Contract(rows="actions").opt,
)
async def get_thinking_time(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[ThinkingAnswer]:
    """The seconds between the action by which a seat came to be asked and its own, by the `played_at` that were told.

    Of several seats that are asked at once, each has its own time. While chance is awaited, nobody's time runs. Breaks
    aren't told from thinking, and what was recorded without `played_at` isn't counted.
    """
    access = await see(services, request, match_id, None)
    return await lasting_json(request, match_id, access, partial(services.blocking, _thinking, access.match))


def _thinking(match: Match) -> ThinkingAnswer:
    thoughts = list(thoughts_of(match))
    seats = thinking_times(thoughts, len(match.seats))
    return ThinkingAnswer(
        match.version,
        tuple(convert(seat, SeatThinking, from_attributes=True) for seat in seats),
        tuple(convert(thought, ThoughtAnswer, from_attributes=True) for thought in thoughts),
    )
