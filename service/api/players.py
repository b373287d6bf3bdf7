"""People."""

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, RawBody
from msgspec import UNSET

from service.api.match_access import may_write, principal_of
from service.api.parameters import Cursor, Limit
from service.api.schemas.players import MergedPlayer, MergeRequest, NewPlayer, PlayerName, PlayerPage, PlayerRequest
from service.api.seating import candidates, known_name
from service.http.bodies import fit, read_body
from service.http.conditional import idempotency_key
from service.http.contract import Contract
from service.http.pagination import make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.kinds import INVALID_TEXT, KNOWN_NAME, UNKNOWN_PLAYER
from service.process.container import Services
from service.queries.players import NameKnown, Player, PlayerSort
from service.validation.text import NAME_LENGTH

PlayerId = Annotated[UUID, PathParameter(description="The id of a player.")]

_player = msgspec.json.Decoder(PlayerRequest)
_name = msgspec.json.Decoder(PlayerName)
_merge = msgspec.json.Decoder(MergeRequest)


@post(
    "/players",
    operation_id="createPlayer",
    tags=["players"],
    summary="Make a person known",
    opt=Contract(body=PlayerRequest, idempotent=True, problems=(INVALID_TEXT, KNOWN_NAME), headers=("Location",)).opt,
)
async def create_player(services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> Response[NewPlayer]:
    """Two people may have the same name: each call makes another player, unless `Idempotency-Key` tells a retry.

    Names are the same that people take for the same: small and large letters, spaces and forms of a letter don't count.
    With `new: false` such a name is refused.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _player)
    name = fit(wanted.name, NAME_LENGTH, "/name", required=True)
    key = idempotency_key(request, principal, body)
    try:
        player = await services.people.add(name, key, unless_known=wanted.new is False, readable=principal.lists)
    except NameKnown as known:
        raise known_name(known.people, "/name") from None
    others = await candidates(services, [player.id]) if wanted.new is UNSET else {}
    answer = NewPlayer(**msgspec.structs.asdict(player), candidates=others.get(player.id, UNSET))
    return Response(answer, headers={"Location": f"/api/v1/players/{player.id}"})


@get(
    "/players",
    operation_id="listPlayers",
    tags=["players"],
    summary="The people known here",
    opt=Contract(scope="read").opt,
)
async def list_players(
    services: NamedDependency[Services],
    request: AnyRequest,
    name: FromQuery[str | None] = None,
    sort: FromQuery[PlayerSort] = "created",
    limit: Limit = 100,
    cursor: Cursor = None,
) -> PlayerPage:
    """Players, without those erased or merged; `name` is a part of the name.

    They come in the order in which they were made known; for who picks people for a table, by `-last_played` those of
    the last table come first, in the order of their seats, and by `-matches` those who play most.

    It takes a token with the scope `read`: who the members of a club are is nobody else's business.
    """
    principal = await principal_of(services, request)
    principal.require("read")
    after = read_cursor(cursor, tuple[UUID])
    players = await services.people.page(name, after[0] if after else None, limit + 1, sort)
    following = make_cursor(players[limit - 1].id) if len(players) > limit else None
    return PlayerPage(tuple(players[:limit]), following)


@get("/players/{player_id:uuid}", operation_id="getPlayer", tags=["players"], summary="One person")
async def get_player(player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest) -> Player:
    """The player, also when the name was erased, or when it was merged into another.

    Who plays in nothing that you may read isn't there for you.
    """
    return await services.people.shown_to(await principal_of(services, request), player_id)


@patch(
    "/players/{player_id:uuid}",
    operation_id="renamePlayer",
    tags=["players"],
    summary="Give a person another name",
    opt=Contract(body=PlayerName, problems=(INVALID_TEXT,)).opt,
)
async def rename_player(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Player:
    """Every match shows the new name from now on."""
    await may_write(services, request)
    wanted = read_body(request, body, _name)
    return await services.people.rename(player_id, fit(wanted.name, NAME_LENGTH, "/name", required=True))


@delete("/players/{player_id:uuid}", operation_id="erasePlayer", tags=["players"], summary="Erase a person's name")
async def erase_player(player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest) -> None:
    """The name is forgotten for good; the matches keep an anonymous id and their results."""
    await may_write(services, request)
    await services.people.erase(player_id)


@post(
    "/players/{player_id:uuid}/merge",
    operation_id="mergePlayer",
    tags=["players"],
    summary="Two players are one person",
    opt=Contract(body=MergeRequest, idempotent=True, problems=(UNKNOWN_PLAYER,)).opt,
    status_code=200,
)
async def merge_player(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> MergedPlayer:
    """The matches of the player in the address count for the one named in the body from now on.

    Leaderboards and ratings follow a moment later: `position` lets a read wait for that.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _merge)
    key = idempotency_key(request, principal, body)
    written = await services.merges.merge(player_id, wanted.into, by=principal.token_id, key=key)
    player = await services.people.get(player_id)
    return MergedPlayer(**msgspec.structs.asdict(player), position=written.position)


@delete(
    "/players/{player_id:uuid}/merge",
    operation_id="undoMerge",
    tags=["players"],
    summary="Two players aren't one person after all",
    opt=Contract(idempotent=True).opt,
    status_code=200,
)
async def undo_merge(player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest) -> MergedPlayer:
    """The player is somebody of its own again, with its own name and matches, and with who was merged into it before.

    A player merged by way of another one leaves that one, too. An erased name stays forgotten. Leaderboards and ratings
    follow a moment later: `position` lets a read wait for that.
    """
    principal = await may_write(services, request)
    key = idempotency_key(request, principal, b"")
    written = await services.merges.undo(player_id, by=principal.token_id, key=key)
    player = await services.people.get(player_id)
    return MergedPlayer(**msgspec.structs.asdict(player), position=written.position)
