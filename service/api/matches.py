"""Matches: opened, listed, corrected."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter, RawBody
from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.boards import HasBoards
from domain.kernel.game import AnyGame
from domain.match import commands
from domain.match.events import MatchEvent, Origin
from domain.match.match import Match, Status
from domain.registry import GAMES, UnknownGame, game_of
from service.api.idempotency import idempotency_key
from service.api.match_access import (
    AfterPosition,
    Cursor,
    Limit,
    MatchId,
    ViewerName,
    load_readable,
    match_answer,
    match_to_try,
    may_write,
    principal_of,
    seat_label,
    see,
    verify_visible,
    viewer_name,
)
from service.api.match_query import OptionValues, PlaceName, SeatCount, Tag, With, read_options
from service.api.schemas.matches import (
    MatchAnswer,
    MatchItem,
    MatchPage,
    MatchPatch,
    MatchRequest,
    RemovedMatch,
    SeatResult,
)
from service.api.schemas.players import PlayerRef
from service.api.seating import seated, took_part, with_candidates
from service.auth.access import Principal, sight, verify_readable
from service.auth.secret import Bearer, derived
from service.commands.notes import erasure
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey, NewPlayer, SeatToken
from service.http.bodies import fit, fit_date, fit_tags, read_body
from service.http.conditional import bearer_of, etag, tag_of, versioned, wanted_versions
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.query import awaited_position
from service.http.requests import AnyRequest
from service.problems import (
    BUSY,
    INVALID_REQUEST,
    INVALID_SETUP,
    KNOWN_NAME,
    UNFIT_DATE,
    UNFIT_TEXT,
    UNKNOWN_PLAYER,
    ProblemError,
)
from service.process.container import Services
from service.queries.boards import BoardNotFound
from service.queries.filters import Compared, MatchFilter, Result
from service.queries.matches import MatchRow, SeatRow, Sort
from service.queries.player_names import ANONYMOUS_NAME
from service.validation.strict_json import read_json
from service.validation.text import NOTE_LENGTH, PLACE_LENGTH

_match_request = msgspec.json.Decoder(MatchRequest)
_match_patch = msgspec.json.Decoder(MatchPatch)


@post(
    "/matches",
    operation_id="openMatch",
    tags=["matches"],
    summary="Open a match",
    opt=Contract(
        body=MatchRequest,
        idempotent=True,
        problems=(
            INVALID_SETUP,
            UNKNOWN_PLAYER,
            KNOWN_NAME,
            UNFIT_TEXT,
            UNFIT_DATE,
            BUSY,
        ),
        headers=(
            "Location",
            "ETag",
        ),
    ).opt,
)
async def open_match(services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> Response[MatchAnswer]:
    """A match of a game with people in its seats. Where the server deals, the first deal is made at once.

    The tokens of the seats are told now and never again: who has one sees and plays as that seat. A browser's session
    is told none: there, people join by invitations.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _match_request)
    maker = bearer_of(request)
    written = await opened(services, principal, wanted, idempotency_key(request, principal, body), maker)
    match = await services.matches.at_version(written.originator_id, written.last_version)
    answer = await match_answer(services, written.originator_id, match, sight(principal, match, None), written.position)
    answer = replace(answer, seats=await with_candidates(services, wanted.seats, answer.seats))
    if maker is not None:
        told = ((seat, _seat_bearer(maker, written.originator_id, seat.seat)) for seat in answer.seats)
        answer = replace(answer, seats=tuple(replace(seat, token=token.text) for seat, token in told))
    headers = {"Location": f"/api/v1/matches/{written.originator_id}", "ETag": etag(match.version)}
    return Response(answer, headers=headers)


async def opened(
    services: Services, principal: Principal, wanted: MatchRequest, key: IdempotencyKey | None, maker: str | None = None
) -> AppendResult:
    """Open a match as `wanted`, unless `key` has done so before; the token `maker` gives tokens to its seats.

    Raises:
        ProblemError: 400, 409 or 422 for what is no good in it.
    """
    try:
        game = game_of(wanted.game)
    except UnknownGame:
        raise ProblemError(INVALID_SETUP, "There is no such game; /api/v1/games lists them.", pointer="/game") from None
    options = read_json(wanted.options, msgspec.json.Decoder(game.options_type), at="/options")
    if wanted.board is not UNSET:
        options = replace(options, board=await _kept_board(services, game, wanted.board, wanted.options))
    seats: list[UUID] = []
    new_players: list[NewPlayer] = []
    if key is None or await services.matches.find_by_key(key) is None:
        seats, new_players = await seated(services, principal, wanted.seats)
    match_id = uuid4()
    return await services.scribe.open_match(
        match_id,
        game,
        options,
        seats,
        new_players=new_players,
        tokens=_seat_tokens(maker, principal, match_id, len(seats)),
        played_on=None if wanted.played_on is None else fit_date(wanted.played_on, "/played_on"),
        place=fit(wanted.place, PLACE_LENGTH, "/place"),
        note=fit(wanted.note, NOTE_LENGTH, "/note", lines=True),
        visibility=wanted.visibility,
        tags=fit_tags(wanted.tags),
        undo=wanted.undo,
        by=principal.token_id,
        key=key,
    )


@get("/matches", operation_id="listMatches", tags=["matches"], summary="Find matches")
async def list_matches(
    services: NamedDependency[Services],
    request: AnyRequest,
    game: FromQuery[str | None] = None,
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
    first: Annotated[UUID | None, QueryParameter(description="From this match on, by date and opening.")] = None,
    last: Annotated[UUID | None, QueryParameter(description="Up to this match, by date and opening.")] = None,
    place: PlaceName = None,
    tag: Tag = None,
    options: OptionValues = None,
    seats: SeatCount = None,
    origin: FromQuery[Origin | None] = None,
    counted: FromQuery[bool | None] = None,
    scores: Annotated[
        Literal["known"] | None, QueryParameter(description="`known`: only matches whose scores you may know.")
    ] = None,
    timed: Annotated[bool, QueryParameter(description="Only matches whose duration is known.")] = False,
    duplicates: Annotated[
        bool, QueryParameter(description="Only matches of which there seems to be another one.")
    ] = False,
    sort: FromQuery[Sort] = "-opened",
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[MatchPage]:
    """Matches with their results so far; without a token the public ones, with the scope `read` all.

    With the token of a seat, its own match is found, too.

    `seat`, `turn`, `rank`, `result`, `with` and `compared` are asked of one seat: that of `player`, if one is given.
    Possible duplicates are matches that count, of one game, with the same people on the same date.
    """
    if compared is not None and (player is None or with_player is None):
        raise ProblemError(INVALID_REQUEST, "It compares `player` and `with`: both are needed.", parameter="compared")
    principal = await principal_of(services, request)
    after = read_cursor(cursor, tuple[date, Place])
    position = await services.reach("scoreboard", awaited_position(request, after_position))
    wanted = MatchFilter(
        readable=principal.lists,
        own=principal.own_match,
        sees_all=principal.sees_all,
        game=game,
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
        known=scores == "known",
        timed=timed,
        first=first,
        last=last,
        duplicates=duplicates,
    )
    items, following = await listed(services, principal, wanted, sort, after, limit)
    return Response(MatchPage(items, following, position))


async def listed(
    services: Services,
    principal: Principal,
    wanted: MatchFilter,
    sort: Sort,
    after: tuple[date, int] | None,
    limit: int,
) -> tuple[tuple[MatchItem, ...], str | None]:
    """A page of matches behind `after`, with what `principal` may know of their results, and the cursor of the next."""
    rows = await services.read_models.matches(wanted, sort, after, limit + 1)
    shown = rows[:limit]
    seated = await services.read_models.seats([row.match_id for row in shown], sees_all=principal.sees_all)
    names = await services.names.of(seat.player_id for row in shown for seat in seated[row.match_id])
    following = make_cursor(shown[-1].played_on, shown[-1].opened) if len(rows) > limit else None
    return tuple(_item(row, seated[row.match_id], names) for row in shown), following


@get("/matches/{match_id:uuid}", operation_id="getMatch", tags=["matches"], summary="One match")
async def get_match(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, viewer: ViewerName = None
) -> Response[MatchAnswer]:
    """The facts of a match and how it stands; its ETag begins with the `version`."""
    seen = await see(services, request, match_id, viewer)
    answer = await match_answer(services, match_id, seen.match, seen.viewer)
    return versioned(request, tag_of(answer.version, answer.seats, viewer_name(seen.viewer)), answer)


@patch(
    "/matches/{match_id:uuid}",
    operation_id="correctMatch",
    tags=["matches"],
    summary="Correct the facts of a match",
    opt=Contract(
        body=MatchPatch,
        conditional=True,
        problems=(
            INVALID_SETUP,
            UNKNOWN_PLAYER,
            KNOWN_NAME,
            UNFIT_TEXT,
            UNFIT_DATE,
            BUSY,
        ),
    ).opt,
)
async def correct_match(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[MatchAnswer]:
    """When and where it was played, note and tags, who may read it, whether it counts, who sat where, what seats undo.

    Each correction is a further event.
    """
    principal = await may_write(services, request, match_id)
    wanted = read_body(request, body, _match_patch)
    place = None if wanted.place is UNSET else fit(wanted.place, PLACE_LENGTH, "/place")
    note = None if wanted.note is UNSET else fit(wanted.note, NOTE_LENGTH, "/note", lines=True)
    played_on = None if wanted.played_on is UNSET else fit_date(wanted.played_on, "/played_on")
    visibility = None if wanted.visibility is UNSET else wanted.visibility
    tags = None if wanted.tags is UNSET else fit_tags(wanted.tags)
    counted = None if wanted.counted is UNSET else wanted.counted
    undo = None if wanted.undo is UNSET else wanted.undo
    seats: list[UUID] | None = None
    new_players: list[NewPlayer] = []
    if wanted.seats is not UNSET:
        now = await load_readable(services, principal, match_id)
        seats, new_players = await seated(
            services, principal, wanted.seats, partial(took_part, services, match_id, now)
        )

    def correct(match: Match, at: datetime) -> Sequence[MatchEvent]:
        events: list[MatchEvent] = []
        described = commands.describe(
            match,
            played_on=played_on,
            place=place,
            note=note,
            visibility=visibility,
            tags=tags,
            counted=counted,
            undo=undo,
            at=at,
            by=principal.token_id,
        )
        before = commands.describe(match, at=at, by=principal.token_id)
        if described != before:
            events.append(described)
        if seats is not None and tuple(seats) != match.seats:
            events.append(commands.change_seats(match, seats, at=at, by=principal.token_id))
        return events

    written = await services.scribe.revise(
        match_id,
        correct,
        admit=partial(verify_readable, principal),
        new_players=new_players,
        if_match=wanted_versions(request),
    )
    match = await services.matches.at_version(match_id, written.last_version)
    answer = await match_answer(services, match_id, match, sight(principal, match, None), written.position)
    if wanted.seats is not UNSET:
        answer = replace(answer, seats=await with_candidates(services, wanted.seats, answer.seats))
    return Response(answer, headers={"ETag": etag(match.version)})


@delete(
    "/matches/{match_id:uuid}",
    operation_id="removeMatch",
    tags=["matches"],
    summary="Remove a match",
    opt=Contract(idempotent=True, conditional=True, problems=(BUSY,)).opt,
    status_code=200,
)
async def remove_match(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    dry_run: Annotated[bool, QueryParameter(description="Only tell whether it could be removed.")] = False,
) -> Response[RemovedMatch]:
    """A match that was recorded by mistake is there no more, for nobody; this can't be undone.

    That is a further event, which lists, series, statistics and ratings follow: `position` lets a read wait for them.
    What people wrote beside the match is erased.
    """
    principal = await may_write(services, request)
    if_match, key = wanted_versions(request), idempotency_key(request, principal, b"")
    if dry_run:
        match = await match_to_try(services, principal, match_id, if_match)
        return Response(RemovedMatch(match_id, match.version, position=0, dry_run=True))

    written = await removed(services, principal, match_id, if_match, key)
    answer = RemovedMatch(match_id, written.last_version, written.position, dry_run=False)
    return Response(answer, headers={"ETag": etag(written.last_version)})


async def removed(
    services: Services,
    principal: Principal,
    match_id: UUID,
    if_match: frozenset[int] | None = None,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Remove a match, unless `key` has done so before, and erase what people wrote beside it.

    Raises:
        ProblemError, NotFound: there is no such match for `principal`.
        PreconditionFailed: it isn't at a version of `if_match`.
    """

    def remove(_: Match, at: datetime) -> Sequence[MatchEvent]:
        return [commands.remove("removed by hand", at=at, by=principal.token_id)]

    written = await services.matches.find_by_key(key)
    if written is None:
        await verify_visible(services, principal, match_id)
        admit = partial(verify_readable, principal)
        written = await services.scribe.revise(match_id, remove, admit=admit, if_match=if_match, key=key)
    async with services.pool.connection() as connection:
        await connection.execute(*erasure([match_id]))
    return written


def _seat_bearer(maker: str, match_id: UUID, seat: int) -> Bearer:
    """The token of a seat that is told when its match is opened, and told again to the same request."""
    return derived(maker, "seat", match_id, seat)


def _seat_tokens(maker: str | None, principal: Principal, match_id: UUID, seats: int) -> list[SeatToken]:
    if maker is None:
        return []
    bearers = [_seat_bearer(maker, match_id, seat) for seat in range(seats)]
    return [
        SeatToken(bearer.id, bearer.digest, match_id, seat, seat_label(seat), principal.token_id)
        for seat, bearer in enumerate(bearers)
    ]


async def _kept_board(services: Services, game: AnyGame, board_id: UUID, options: msgspec.Raw) -> Any:
    """The board that a request names.

    Raises:
        ProblemError: 400 when the options have one too, 422 when there is none.
    """
    if "board" in msgspec.json.decode(options, type=dict[str, msgspec.Raw]):
        raise ProblemError(INVALID_REQUEST, "Either `board` or `options.board`.", pointer="/board")
    key = game.meta.key
    if not isinstance(game, HasBoards):
        raise ProblemError(INVALID_SETUP, "This game has one board for all.", pointer="/board")
    try:
        kept = await services.boards.get(key, board_id)
    except BoardNotFound:
        raise ProblemError(INVALID_SETUP, "There is no such board.", pointer="/board") from None
    return msgspec.json.decode(kept.board, type=game.board_type)


def _item(row: MatchRow, seats: Sequence[SeatRow], names: dict[UUID, str]) -> MatchItem:
    return MatchItem(
        id=row.match_id,
        game=row.game,
        status=row.status,
        version=row.version,
        step=row.step,
        seats=tuple(
            SeatResult(
                seat=seat.seat,
                player=PlayerRef(seat.player_id, names.get(seat.player_id, ANONYMOUS_NAME)),
                score=seat.score,
                rank=seat.rank,
                winner=seat.winner,
            )
            for seat in seats
        ),
        played_on=row.played_on,
        place=row.place,
        note=row.note,
        tags=tuple(row.tags),
        visibility=row.visibility,
        origin=row.origin,
        counted=row.counted,
        duration=row.duration,
        opened_at=row.opened_at,
        updated_at=row.updated_at,
    )
