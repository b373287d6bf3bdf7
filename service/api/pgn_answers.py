"""Matches of chess as PGN, for who asks for that in ``Accept``; other games can't be had so."""

from collections.abc import AsyncIterator, Iterable
from typing import Any, Final
from uuid import UUID

from litestar import Response
from litestar.response import Stream

from domain.annotations.audience import Reader
from domain.match.match import Match
from replays.exports.pgn import GAME, TITLE, pgn_of
from replays.exports.pgn import MEDIA_TYPE as PGN
from service.auth.access import Principal, may_read, sight
from service.eventstore.errors import DamagedLog, NotFound
from service.http.conditional import digest_of, versioned
from service.http.negotiation import JSON, preferred, verify_offered
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.player_names import ANONYMOUS_NAME

PGN_FORMS: Final = {PGN: TITLE}
"""The form, for the contract of an operation."""

_SAFE: Final = {"X-Content-Type-Options": "nosniff"}


def wants_pgn(request: AnyRequest, game: str | None, offered: tuple[str, ...] = (JSON,)) -> bool:
    """Whether what is answered is to be PGN rather than one of the forms `offered` beside it.

    Raises:
        ProblemError: 406 where it is of another `game`, and nothing else is acceptable.
    """
    if PGN not in request.headers.get("accept", "").lower():
        return False
    if game not in {None, GAME}:
        verify_offered(request, offered)
        return False
    return preferred(request, (*offered, PGN)) == PGN


async def pgn_answer(
    services: Services, request: AnyRequest, principal: Principal, match_id: UUID, match: Match
) -> Response[Any]:
    """One match, with what `principal` may see of its notes."""
    content = await _game(services, principal, match_id, match)
    return versioned(request, digest_of(content), content, _SAFE, PGN)


def pgn_stream(services: Services, principal: Principal, match_ids: Iterable[UUID], headers: dict[str, str]) -> Stream:
    """Matches one behind the other, sent while they are read; one that is gone meanwhile, or damaged, is left out."""
    return Stream(_games(services, principal, match_ids), media_type=PGN, headers={**headers, **_SAFE})


async def _games(services: Services, principal: Principal, match_ids: Iterable[UUID]) -> AsyncIterator[bytes]:
    for match_id in match_ids:
        try:
            match = await services.matches.load(match_id)
        except (NotFound, DamagedLog):
            continue
        if may_read(principal.at(match_id), match.visibility):
            yield await _game(services, principal.at(match_id), match_id, match)


async def _game(services: Services, principal: Principal, match_id: UUID, match: Match) -> bytes:
    known = await services.player_names.of(match.seats)
    names = ["?" if known[player] == ANONYMOUS_NAME else known[player] for player in match.seats]
    reader = Reader(principal.token_id, sight(principal, match, None))
    notebook = await services.notes.of(match_id, match, reader)
    return await services.blocking(pgn_of, match_id, match, notebook, names)
