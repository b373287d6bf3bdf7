"""The filters that whatever lists matches has in common, read once for all of it."""

from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

from litestar.di import Provide
from litestar.params import FromQuery, QueryParameter

from domain.match.events import Origin
from domain.match.parts import Status
from domain.registry import GAMES
from service.api.match_query import OptionValues, PlaceName, SeatCount, SubjectAsked, Tag, With, read_options
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.queries.filters import Compared, MatchFilter, Result


def asked_filter(
    game: FromQuery[str | None] = None,
    subject: SubjectAsked = None,
    player: FromQuery[UUID | None] = None,
    with_player: With = None,
    compared: FromQuery[Compared | None] = None,
    among: Annotated[UUID | None, QueryParameter(description="Who sits in it, whatever is asked of a seat.")] = None,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15, description="A seat, of `player` if given.")] = None,
    turn: Annotated[int | None, QueryParameter(ge=0, le=15, description="Seats after the starting one.")] = None,
    rank: Annotated[int | None, QueryParameter(ge=1, le=16, description="The rank of that seat.")] = None,
    result: Annotated[Result | None, QueryParameter(description="How it ended for that seat.")] = None,
    status: FromQuery[Status | None] = None,
    played_from: FromQuery[date | None] = None,
    played_to: FromQuery[date | None] = None,
    first: Annotated[UUID | None, QueryParameter(description="From this match on, in the order of play.")] = None,
    last: Annotated[UUID | None, QueryParameter(description="Up to this match, in the order of play.")] = None,
    place: PlaceName = None,
    tag: Tag = None,
    options: OptionValues = None,
    seats: SeatCount = None,
    origin: FromQuery[Origin | None] = None,
    counted: FromQuery[bool | None] = None,
    sealed: FromQuery[bool | None] = None,
    irregular: FromQuery[bool | None] = None,
    scores: Annotated[
        Literal["known"] | None, QueryParameter(description="`known`: only matches whose scores you may know.")
    ] = None,
    timed: Annotated[bool, QueryParameter(description="Only matches whose duration is known.")] = False,
    duplicates: Annotated[
        bool, QueryParameter(description="Only matches of which there seems to be another one.")
    ] = False,
) -> MatchFilter:
    """The matches that a query asks for; nobody may list them before :meth:`MatchFilter.accessible_to` says who asks.

    Raises:
        ProblemError: 400 for a comparison without both players, and as of :func:`read_options`.
    """
    if compared is not None and (player is None or with_player is None):
        raise ProblemError(INVALID_REQUEST, "It compares `player` and `with`: both are needed.", parameter="compared")
    return MatchFilter(
        game=game,
        subject=subject,
        player=player,
        companion=with_player,
        compared=compared,
        among=among,
        seat=seat,
        turn=turn,
        rank=rank,
        result=result,
        status=status,
        played_from=played_from,
        played_to=played_to,
        place=place,
        tag=tag,
        options=read_options(options, GAMES.get(game) if game else None),
        seats=seats,
        origin=origin,
        counted=counted,
        sealed=sealed,
        irregular=irregular,
        known=scores == "known",
        timed=timed,
        first=first,
        last=last,
        duplicates=duplicates,
    )


ASKED_FILTER: Final = {"asked": Provide(asked_filter, sync_to_thread=False)}
"""The dependency `asked` of a handler: :func:`asked_filter`."""
