"""Unknown cards that are seen later, told at the step where they were held."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec.structs import asdict

from domain.kernel.unknowns import HasUnknowns
from domain.match.commands import NotPossible
from domain.match.events import MatchEvent
from domain.match.folding import fold
from domain.match.identification import identify
from domain.match.match import Match
from domain.registry import game_of
from service.api.arbitrating import ruling_of
from service.api.explaining import explained
from service.api.match_access import match_to_try, may_correct
from service.api.match_answers import played_answer
from service.api.parameters import MatchId
from service.api.schemas.corrections import IdentificationAnswer, IdentificationRequest
from service.api.schemas.play import PlayedAnswer
from service.auth.access import verify_readable
from service.http.bodies import fit, read_body
from service.http.conditional import etag, idempotency_key, wanted_versions
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.kinds import BUSY, IDENTIFICATION_CONFLICT, INVALID_TEXT, NOT_POSSIBLE
from service.process.container import Services
from service.validation.strict_json import read_json
from service.validation.text import NOTE_LENGTH

_request = msgspec.json.Decoder(IdentificationRequest)


@post(
    "/matches/{match_id:uuid}/identifications",
    operation_id="identifyCards",
    tags=["corrections"],
    summary="Tell what was unknown",
    opt=Contract(
        body=IdentificationRequest,
        idempotent=True,
        conditional=True,
        arbitrated=True,
        problems=(NOT_POSSIBLE, INVALID_TEXT, BUSY, IDENTIFICATION_CONFLICT),
    ).opt,
)
async def identify_cards(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[IdentificationAnswer]:
    """Cards of a seat that the record didn't know, and that were seen later, are known from `step` on.

    It is a further event and no step. All that was recorded later is checked again by the rules. What speaks against it
    is named: 409 with both places, and nothing is changed. The seat and the recorder see the cards, nobody else does.
    """
    principal = await may_correct(services, request, match_id)
    wanted = read_body(request, body, _request)
    reason = fit(wanted.reason, NOTE_LENGTH, "/reason", lines=True)

    def command(match: Match, at: datetime) -> Sequence[MatchEvent]:
        held = read_identification(match, wanted.held)
        return [identify(match, wanted.step, held, reason, at=at, by=principal.token_id)]

    if_match, key = wanted_versions(request), idempotency_key(request, principal, body)
    ruling = await ruling_of(services, request, principal, match_id)
    if wanted.dry_run:
        match = await match_to_try(services, principal, match_id, if_match, ruling)
        async with explained(services, request, match_id):
            known = fold(match, await services.blocking(command, match, match.updated_at))
        return _answer(played_answer(known, principal, None), match.version, dry_run=True)
    admit = partial(verify_readable, principal)
    async with explained(services, request, match_id):
        written = await services.match_commands.revise(
            match_id, command, admit=admit, ruling=ruling, if_match=if_match, key=key
        )
    match = await services.matches.at_version(written.originator_id, written.last_version)
    return _answer(played_answer(match, principal, written), match.version, dry_run=False)


def _answer(answer: PlayedAnswer, version: int, *, dry_run: bool) -> Response[IdentificationAnswer]:
    content = IdentificationAnswer(**asdict(answer) | {"version": version}, dry_run=dry_run)
    return Response(content, headers={"ETag": etag(version)})


def read_identification(match: Match, raw: msgspec.Raw) -> Any:
    """The identification of a request, as the match's game has it.

    Raises:
        ProblemError: 400 with the place.
        NotPossible: the game has no unknown cards.
    """
    decoder = _decoder(match.game.meta.key)
    if decoder is None:
        raise NotPossible("", "In this game the record knows every card that somebody holds.")
    return read_json(raw, decoder, at="/held")


@cache
def _decoder(key: str) -> "msgspec.json.Decoder[Any] | None":
    game = game_of(key)
    return msgspec.json.Decoder(game.identification_type) if isinstance(game, HasUnknowns) else None
