"""Players, as the persons that they are now."""

from collections.abc import Iterable
from uuid import UUID

from service.api.schemas.players import PlayerRef
from service.auth.access import Principal
from service.live.checkpoints import Awaited
from service.process.container import Services
from service.queries.players import Player


async def known_player(services: Services, principal: Principal, player_id: UUID, awaited: Awaited | None) -> Player:
    """A player that `principal` may know of, with what it sits in up to the `awaited` position of the log.

    Raises:
        ProblemError: 404.
    """
    if awaited is not None:
        await services.progress.reach("scoreboard", awaited)
    return await services.people.shown_to(principal, player_id)


async def person_of(
    services: Services, principal: Principal, player_id: UUID, awaited: Awaited | None = None
) -> PlayerRef:
    """Who a player is now, for `principal`; with what it sat in up to the `awaited` position of the log.

    Raises:
        ProblemError: 404 when there is no such player for it.
    """
    player = await known_player(services, principal, player_id, awaited)
    person = player.merged_into or player.id
    return (await persons_named(services, (person,)))[person]


async def persons_named(services: Services, player_ids: Iterable[UUID]) -> dict[UUID, PlayerRef]:
    """Each of `player_ids` as the person that it is now, with the name to show."""
    ids = list(player_ids)
    names = await services.player_names.of(ids)
    persons = await services.people.persons(ids)
    return {player_id: PlayerRef(person, names[player_id]) for player_id, person in zip(ids, persons, strict=True)}
