"""Variations: lines that were not played, checked by the rules."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, patch, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import UNSET

from domain.annotations.errors import InvalidAnnotation
from domain.kernel.viewer import RECORDER
from domain.variations import commands
from domain.variations.events import VariationEvent
from domain.variations.variations import Variation, Variations
from service.api.explaining import explained
from service.api.match_access import MatchAccess
from service.api.note_access import see_to_annotate, verify_author, verify_changeable
from service.api.parameters import MatchId
from service.api.schemas.variations import (
    MovesRequest,
    VariationAnswer,
    VariationPatch,
    VariationRequest,
)
from service.api.variation_answers import variation_answer
from service.api.variation_reads import VariationId, placed_variations, shown_variation
from service.eventstore.log import AppendResult
from service.http.bodies import fit, read_actions, read_body
from service.http.conditional import etag, idempotency_key, wanted_versions
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import (
    BUSY,
    FORBIDDEN,
    INVALID_ANNOTATION,
    INVALID_TEXT,
    RULE_VIOLATION,
    TOO_MANY_NOTES,
)
from service.process.container import Services
from service.validation.text import PLACE_LENGTH

_request = msgspec.json.Decoder(VariationRequest)
_patch = msgspec.json.Decoder(VariationPatch)
_moves = msgspec.json.Decoder(MovesRequest)


@post(
    "/matches/{match_id:uuid}/variations",
    operation_id="addVariation",
    tags=["variations"],
    summary="Try another line",
    opt=Contract(
        body=VariationRequest,
        idempotent=True,
        problems=(INVALID_ANNOTATION, INVALID_TEXT, BUSY, TOO_MANY_NOTES, RULE_VIOLATION),
        scope="annotate",
        headers=("Location",),
    ).opt,
)
async def add_variation(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[VariationAnswer]:
    """A line that leaves the match, or another variation, at a step; the rules check every move of it.

    What the rules allow tells what is in a hand, so as long as the match keeps its secrets only who sees all of it may
    make variations or see them.
    """
    access = await see_to_vary(services, request, match_id)
    wanted = read_body(request, body, _request)
    title = fit(wanted.title, PLACE_LENGTH, "/title")
    actions = read_actions(access.match, wanted.actions)
    parent = None if wanted.parent is UNSET else wanted.parent
    at, by = datetime.now(UTC), access.principal.token_id

    def add(variations: Variations) -> Sequence[VariationEvent]:
        if parent is not None and parent not in {variation.id for variation in variations.shown_to(access.reader)}:
            raise InvalidAnnotation("/parent", "There is no such variation.")
        return [
            commands.add(
                variations,
                access.match,
                uuid4(),
                parent,
                wanted.step,
                actions,
                title=title,
                audience=wanted.audience,
                at=at,
                by=by,
            )
        ]

    key = idempotency_key(request, access.principal, body)
    async with explained(services, request, match_id):
        written = await services.notes.vary(commands.begin(match_id, at=at, by=by), add, key)
    answer = await _written_answer(services, match_id, access, written, written.events[-1].id)
    answer.headers["Location"] = f"/api/v1/matches/{match_id}/variations/{written.events[-1].id}"
    return answer


@patch(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}",
    operation_id="changeVariation",
    tags=["variations"],
    summary="Change a variation",
    opt=Contract(
        body=VariationPatch,
        conditional=True,
        problems=(INVALID_ANNOTATION, INVALID_TEXT, BUSY, TOO_MANY_NOTES),
        scope="annotate",
    ).opt,
)
async def change_variation(
    match_id: MatchId,
    variation_id: VariationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    body: RawBody,
) -> Response[VariationAnswer]:
    """Its title, for whom it is meant, how many of its moves stay; by its author, or with the scope `admin`.

    What leaves it behind the moves that stay has no place any more.
    """
    access = await see_to_vary(services, request, match_id)
    wanted = read_body(request, body, _patch)
    title = None if wanted.title is UNSET else fit(wanted.title, PLACE_LENGTH, "/title")
    audience = None if wanted.audience is UNSET else wanted.audience
    at, by = datetime.now(UTC), access.principal.token_id

    def change(_: Variations, variation: Variation) -> Sequence[VariationEvent]:
        events: list[VariationEvent] = []
        if wanted.keep is not UNSET:
            cut = commands.cut(variation, wanted.keep, at=at, by=by)
            events += [cut] if cut.keep < len(variation.line) else []
        described = commands.describe(variation, title=title, audience=audience, at=at, by=by)
        same = (described.title, described.audience) == (variation.title, variation.audience)
        return events if same else [*events, described]

    written = await revise_variation(services, request, match_id, access, variation_id, change)
    return await _written_answer(services, match_id, access, written, variation_id)


@delete(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}",
    operation_id="deleteVariation",
    tags=["variations"],
    summary="Delete a variation",
    opt=Contract(conditional=True, problems=(BUSY, TOO_MANY_NOTES), scope="annotate").opt,
)
async def delete_variation(
    match_id: MatchId, variation_id: VariationId, services: NamedDependency[Services], request: AnyRequest
) -> None:
    """With all that leave it; by its author, if those are the same author's, or with the scope `admin`."""
    access = await see_to_vary(services, request, match_id)
    at, by = datetime.now(UTC), access.principal.token_id

    def remove(variations: Variations, variation: Variation) -> Sequence[VariationEvent]:
        for leaving in variations.leaving(variation):
            verify_author(access.principal, leaving.author)
        return [commands.delete(variation, at=at, by=by)]

    await revise_variation(services, request, match_id, access, variation_id, remove)


@post(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}/actions",
    operation_id="extendVariation",
    tags=["variations"],
    summary="Let a variation go on",
    opt=Contract(
        body=MovesRequest,
        idempotent=True,
        conditional=True,
        problems=(INVALID_ANNOTATION, RULE_VIOLATION, BUSY, TOO_MANY_NOTES),
        scope="annotate",
    ).opt,
)
async def extend_variation(
    match_id: MatchId,
    variation_id: VariationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    body: RawBody,
) -> Response[VariationAnswer]:
    """Moves behind its last one, all or none; by its author, or with the scope `admin`."""
    access = await see_to_vary(services, request, match_id)
    wanted = read_body(request, body, _moves)
    actions = read_actions(access.match, wanted.actions)
    at, by = datetime.now(UTC), access.principal.token_id

    def extend(variations: Variations, variation: Variation) -> Sequence[VariationEvent]:
        return [commands.extend(variations, access.match, variation, actions, at=at, by=by)]

    async with explained(services, request, match_id):
        written = await revise_variation(services, request, match_id, access, variation_id, extend, body)
    return await _written_answer(services, match_id, access, written, variation_id)


async def see_to_vary(services: Services, request: AnyRequest, match_id: UUID) -> MatchAccess:
    """The match, if who asks may annotate it and see all of it.

    Raises:
        ProblemError: as for an annotation, and 403 for who doesn't see all.
    """
    access = await see_to_annotate(services, request, match_id)
    if access.viewer is not RECORDER:
        raise ProblemError(FORBIDDEN, "What the rules allow would tell what is in a hand.")
    return access


async def revise_variation(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    access: MatchAccess,
    variation_id: UUID,
    decide: Callable[[Variations, Variation], Sequence[VariationEvent]],
    body: bytes = b"",
) -> AppendResult:
    """Store what `decide` makes of a variation that who asks may change."""
    if_match = wanted_versions(request)

    def revise(variations: Variations) -> Sequence[VariationEvent]:
        variation = shown_variation(variations, variation_id, access)
        verify_changeable(access.principal, variation, if_match)
        return decide(variations, variation)

    begun = commands.begin(match_id, at=datetime.now(UTC), by=access.principal.token_id)
    key = idempotency_key(request, access.principal, body) if request.method == "POST" else None
    return await services.notes.vary(begun, revise, key)


async def _written_answer(
    services: Services, match_id: UUID, access: MatchAccess, written: AppendResult, variation_id: UUID
) -> Response[VariationAnswer]:
    variations = await services.notes.variations.at_version(written.originator_id, written.last_version)
    return await _answered(services, match_id, access, variations, variations.items[variation_id])


async def _answered(
    services: Services, match_id: UUID, access: MatchAccess, variations: Variations, variation: Variation
) -> Response[VariationAnswer]:
    (placed,) = await services.blocking(placed_variations, services, match_id, access.match, variations, [variation])
    return Response(variation_answer(placed, access.reader), headers={"ETag": etag(variation.version)})
