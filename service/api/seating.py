"""Who takes the seats of a match: people known here and new ones, and whether a name is somebody's already."""

from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID, uuid4

from msgspec import UNSET
from msgspec.structs import replace

from domain.match.events import MatchOpened, SeatsChanged
from domain.match.match import Match
from service.api.schemas.matches import SeatAnswer, SeatRequest
from service.api.schemas.players import PlayerRef
from service.auth.access import Principal
from service.eventstore.recorder import PlayerRow
from service.http.bodies import fit
from service.problems.details import Candidate, ProblemError
from service.problems.kinds import INVALID_REQUEST, KNOWN_NAME, UNKNOWN_PLAYER
from service.process.container import Services
from service.queries.players import Namesake
from service.validation.text import NAME_LENGTH


async def seated(
    services: Services,
    principal: Principal,
    seats: Sequence[SeatRequest],
    took_part: Callable[[], Awaitable[set[UUID]]] | None = None,
) -> tuple[list[UUID], list[PlayerRow]]:
    """The player in each seat, and those of them who are new.

    Who was erased or merged takes no seat, unless among those whom `took_part` gives: who sat in that match before.

    Raises:
        ProblemError: 400 for a seat with both or neither, 409 for a name that is known where it mustn't be, 422 for a
            name or player that is no good.
    """
    taken: list[UUID] = []
    new_players: list[PlayerRow] = []
    known = [seat.player for seat in seats if seat.player is not UNSET]
    unseatable = await services.people.unseatable(known)
    if unseatable and took_part is not None:
        unseatable -= await took_part()
    for index, seat in enumerate(seats):
        if (seat.player is UNSET) == (seat.name is UNSET):
            raise ProblemError(INVALID_REQUEST, "A seat has either `player` or `name`.", pointer=f"/seats/{index}")
        if seat.player is not UNSET:
            if seat.new is not UNSET:
                raise ProblemError(INVALID_REQUEST, "`new` goes with a `name`.", pointer=f"/seats/{index}/new")
            if seat.player in unseatable:
                detail = "There is no such player, or it was erased or merged into another."
                raise ProblemError(UNKNOWN_PLAYER, detail, pointer=f"/seats/{index}/player")
            taken.append(seat.player)
        elif seat.name is not UNSET:
            name = fit(seat.name, NAME_LENGTH, f"/seats/{index}/name", required=True)
            if seat.new is False and (found := (await services.people.namesakes([name], principal.lists))[name]):
                raise known_name(found, f"/seats/{index}/name")
            new_players.append(PlayerRow(uuid4(), name))
            taken.append(new_players[-1].id)
    return taken, new_players


async def took_part(services: Services, match_id: UUID, match: Match) -> set[UUID]:
    """Who sits in `match`, or did before its seats were corrected."""

    def everybody() -> set[UUID]:
        events = (event for _, event in services.matches.events(match_id, upto=match.version))
        return {player for event in events if isinstance(event, MatchOpened | SeatsChanged) for player in event.seats}

    return await services.blocking(everybody)


async def with_candidates(
    services: Services, wanted: Sequence[SeatRequest], seats: Sequence[SeatAnswer]
) -> tuple[SeatAnswer, ...]:
    """The seats that were filled as `wanted`; who may be somebody known comes with those who may be meant."""
    unsure = [
        answer.player.id
        for asked, answer in zip(wanted, seats, strict=True)
        if asked.name is not UNSET and asked.new is UNSET
    ]
    others = await candidates(services, unsure)
    return tuple(replace(seat, candidates=others.get(seat.player.id, UNSET)) for seat in seats)


async def candidates(services: Services, new_players: Sequence[UUID]) -> dict[UUID, tuple[PlayerRef, ...]]:
    """Who was known by the name of a new player before, for each of whom there is somebody.

    A retry is told the same, but for names that have changed since.
    """
    found = await services.people.earlier_namesakes(new_players)
    return {player: tuple(PlayerRef(*other) for other in others) for player, others in found.items()}


def known_name(people: Sequence[Namesake], pointer: str) -> ProblemError:
    """That `people` have the name of who was to be made known."""
    detail = f"Is it {'this one' if len(people) == 1 else 'one of these'}? Then name the id; else say `new: true`."
    namesakes = tuple(Candidate(one.id, one.name, one.matches, one.last_played_on) for one in people)
    return ProblemError(KNOWN_NAME, detail, pointer=pointer, candidates=namesakes)
