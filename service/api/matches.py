"""Matches: opened, listed, corrected."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.boards import HasBoards
from domain.kernel.game import AnyGame
from domain.match import commands
from domain.match.confirming import Ruling
from domain.match.events import MatchEvent, Origin, Visibility
from domain.match.match import Match
from domain.registry import UnknownGame, game_of
from replays.exports.pgn import MEDIA_TYPE as PGN
from service.api.arbitrating import ruling_of
from service.api.explaining import setup_explained
from service.api.match_access import load_readable, match_to_try, may_write, see, verify_visible
from service.api.match_answers import match_answer, seat_label
from service.api.parameters import MatchId, ViewerName
from service.api.pgn_answers import PGN_FORMS, pgn_answer, wants_pgn
from service.api.schemas.matches import (
    MatchAnswer,
    MatchPatch,
    MatchRequest,
    RemovedMatch,
)
from service.api.seating import seated, took_part, with_candidates
from service.auth.access import Principal, sight, verify_readable, viewer_name
from service.auth.secret import Bearer, derived
from service.commands.notes import erasure
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey, PlayerRow, SeatToken
from service.http.bodies import fit, fit_date, fit_tags, read_body
from service.http.conditional import bearer_of, etag, idempotency_key, tag_of, versioned, wanted_versions
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import (
    BUSY,
    INVALID_DATE,
    INVALID_REQUEST,
    INVALID_SETUP,
    INVALID_TEXT,
    KNOWN_NAME,
    UNKNOWN_PLAYER,
)
from service.process.container import Services
from service.queries.boards import BoardNotFound
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
            INVALID_TEXT,
            INVALID_DATE,
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

    The tokens of the seats are returned now and never again: who has one sees and plays as that seat. A browser's
    session gets none: there, people join by invitations.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _match_request)
    maker = bearer_of(request)
    with setup_explained(request, wanted.game):
        written = await opened(services, principal, wanted, idempotency_key(request, principal, body), maker)
    match = await services.matches.at_version(written.originator_id, written.last_version)
    answer = await match_answer(services, written.originator_id, match, sight(principal, match, None), written.position)
    answer = replace(answer, seats=await with_candidates(services, wanted.seats, answer.seats))
    if maker is not None:
        seat_tokens = ((seat, _seat_bearer(maker, written.originator_id, seat.seat)) for seat in answer.seats)
        answer = replace(answer, seats=tuple(replace(seat, token=token.text) for seat, token in seat_tokens))
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
        options = replace(options, board=await _stored_board(services, game, wanted.board, wanted.options))
    seats: list[UUID] = []
    new_players: list[PlayerRow] = []
    if key is None or await services.matches.find_by_key(key) is None:
        seats, new_players = await seated(services, principal, wanted.seats)
    match_id = uuid4()
    return await services.match_commands.open_match(
        match_id,
        game,
        options,
        seats,
        new_players=new_players,
        tokens=_seat_tokens(maker, principal, match_id, len(seats)),
        played_on=None if wanted.played_on is None else fit_date(wanted.played_on, "/played_on"),
        place=fit(wanted.place, PLACE_LENGTH, "/place"),
        note=fit(wanted.note, NOTE_LENGTH, "/note", lines=True),
        visibility=Visibility(wanted.visibility),
        origin=Origin(wanted.origin),
        tags=fit_tags(wanted.tags),
        undo=wanted.undo,
        ordinal=wanted.ordinal,
        by=principal.token_id,
        key=key,
    )


@get(
    "/matches/{match_id:uuid}",
    operation_id="getMatch",
    tags=["matches"],
    summary="One match",
    opt=Contract(forms=PGN_FORMS).opt,
)
async def get_match(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, viewer: ViewerName = None
) -> Response[MatchAnswer]:
    """The facts of a match and how it stands; its ETag begins with the `version`.

    As PGN, a match of chess with its moves, and what you may see of comments and variations.
    """
    access = await see(services, request, match_id, viewer)
    if PGN in request.headers.get("accept", "").lower() and wants_pgn(request, access.match.game.meta.key):
        return await pgn_answer(services, request, access.principal, match_id, access.match)
    answer = await match_answer(services, match_id, access.match, access.viewer)
    return versioned(request, tag_of(answer.version, answer.seats, viewer_name(access.viewer)), answer)


@patch(
    "/matches/{match_id:uuid}",
    operation_id="correctMatch",
    tags=["matches"],
    summary="Correct the facts of a match",
    opt=Contract(
        body=MatchPatch,
        conditional=True,
        arbitrated=True,
        problems=(
            INVALID_SETUP,
            UNKNOWN_PLAYER,
            KNOWN_NAME,
            INVALID_TEXT,
            INVALID_DATE,
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
    visibility = None if wanted.visibility is UNSET else Visibility(wanted.visibility)
    tags = None if wanted.tags is UNSET else fit_tags(wanted.tags)
    counted = None if wanted.counted is UNSET else wanted.counted
    undo = None if wanted.undo is UNSET else wanted.undo
    ordinal = None if wanted.ordinal is UNSET else wanted.ordinal
    seats: list[UUID] | None = None
    new_players: list[PlayerRow] = []
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
            ordinal=ordinal,
            at=at,
            by=principal.token_id,
        )
        before = commands.describe(match, at=at, by=principal.token_id)
        if described != before:
            events.append(described)
        if seats is not None and tuple(seats) != match.seats:
            events.append(commands.change_seats(match, seats, at=at, by=principal.token_id))
        return events

    written = await services.match_commands.revise(
        match_id,
        correct,
        admit=partial(verify_readable, principal),
        ruling=await ruling_of(services, request, principal, match_id),
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
    opt=Contract(idempotent=True, conditional=True, arbitrated=True, problems=(BUSY,)).opt,
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
    ruling = await ruling_of(services, request, principal, match_id)
    if dry_run:
        match = await match_to_try(services, principal, match_id, if_match, ruling)
        return Response(RemovedMatch(match_id, match.version, position=0, dry_run=True))

    written = await removed(services, principal, match_id, ruling, if_match, key)
    answer = RemovedMatch(match_id, written.last_version, written.position, dry_run=False)
    return Response(answer, headers={"ETag": etag(written.last_version)})


async def removed(
    services: Services,
    principal: Principal,
    match_id: UUID,
    ruling: Ruling | None = None,
    if_match: frozenset[int] | None = None,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Remove a match, unless `key` has done so before, and erase what people wrote beside it.

    Raises:
        ProblemError, NotFound: there is no such match for `principal`.
        ResultIsSealed: it is sealed, and there is no `ruling`.
        PreconditionFailed: it isn't at a version of `if_match`.
    """

    def remove(_: Match, at: datetime) -> Sequence[MatchEvent]:
        return [commands.remove("removed by hand", at=at, by=principal.token_id)]

    written = await services.matches.find_by_key(key)
    if written is None:
        await verify_visible(services, principal, match_id)
        admit = partial(verify_readable, principal)
        written = await services.match_commands.revise(
            match_id, remove, admit=admit, ruling=ruling, if_match=if_match, key=key
        )
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


async def _stored_board(services: Services, game: AnyGame, board_id: UUID, options: msgspec.Raw) -> Any:
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
        stored = await services.boards.get(key, board_id)
    except BoardNotFound:
        raise ProblemError(INVALID_SETUP, "There is no such board.", pointer="/board") from None
    return msgspec.json.decode(stored.board, type=game.board_type)
