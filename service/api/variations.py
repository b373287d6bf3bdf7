"""Variations: lines that were not played, checked by the rules."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter, RawBody
from msgspec import UNSET

from domain.annotations.errors import InvalidAnnotation
from domain.kernel.viewer import RECORDER
from domain.match.commands import NotPossible
from domain.match.match import Match
from domain.variations import commands
from domain.variations.events import VariationEvent
from domain.variations.line import line_of
from domain.variations.variations import Variation, Variations
from replays.frames import Narrator
from replays.notebook import PlacedVariation, place_variations
from service.api.idempotency import idempotency_key
from service.api.match_access import (
    MAX_STEP,
    Cursor,
    Limit,
    MatchAccess,
    MatchId,
    ViewerName,
    match_answer,
    may_write,
    seat_names,
    see,
)
from service.api.note_access import reader_of, see_to_annotate, verify_author
from service.api.play import read_actions
from service.api.schemas.matches import MatchAnswer
from service.api.schemas.variations import (
    MovesRequest,
    VariationAnswer,
    VariationFrame,
    VariationFramePage,
    VariationPage,
    VariationPatch,
    VariationRequest,
)
from service.api.variation_answers import variation_answer, variation_frames
from service.auth.access import Principal, sight
from service.commands.promotion import promote_to_match
from service.eventstore.errors import PreconditionFailed
from service.eventstore.log import AppendResult
from service.http.bodies import fit, read_body
from service.http.conditional import digest_of, etag, tag_of, versioned, wanted_versions
from service.http.contract import Contract
from service.http.negotiation import language_of
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems import (
    BUSY,
    FORBIDDEN,
    NOT_FOUND,
    NOT_POSSIBLE,
    RULE_VIOLATION,
    UNFIT_ANNOTATION,
    UNFIT_TEXT,
    ProblemError,
)
from service.process.container import Services
from service.validation.text import PLACE_LENGTH

VariationId = Annotated[UUID, PathParameter(description="The id of a variation.")]

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
        problems=(
            UNFIT_ANNOTATION,
            UNFIT_TEXT,
            BUSY,
            RULE_VIOLATION,
        ),
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
    seen = await _see_to_vary(services, request, match_id)
    wanted = read_body(request, body, _request)
    title = fit(wanted.title, PLACE_LENGTH, "/title")
    actions = read_actions(seen.match, wanted.actions)
    parent = None if wanted.parent is UNSET else wanted.parent
    at, by = datetime.now(UTC), seen.principal.token_id

    def add(variations: Variations) -> Sequence[VariationEvent]:
        if parent is not None and parent not in {variation.id for variation in variations.shown_to(reader_of(seen))}:
            raise InvalidAnnotation("/parent", "There is no such variation.")
        return [
            commands.add(
                variations,
                seen.match,
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

    key = idempotency_key(request, seen.principal, body)
    written = await services.notes.vary(commands.begin(match_id, at=at, by=by), add, key)
    answer = await _written_answer(services, match_id, seen, written, written.events[-1].id)
    answer.headers["Location"] = f"/api/v1/matches/{match_id}/variations/{written.events[-1].id}"
    return answer


@get(
    "/matches/{match_id:uuid}/variations",
    operation_id="listVariations",
    tags=["variations"],
    summary="The variations of a match",
)
async def list_variations(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: Annotated[
        int | None, QueryParameter(ge=0, le=MAX_STEP, description="Only those that leave the match at this step.")
    ] = None,
    parent: Annotated[UUID | None, QueryParameter(description="Only those that leave this variation.")] = None,
    author: FromQuery[str | None] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[VariationPage]:
    """The lines that were not played, as far as who asks may see them, each with what the rules say of it now.

    With both a `parent` and a `step`, those that leave that variation there.
    """
    seen = await see(services, request, match_id, None)
    after = read_cursor(cursor, tuple[Place])
    variations = await services.notes.variations_of(match_id)
    shown = [
        variation
        for variation in variations.shown_to(reader_of(seen))
        if variation.serial > (after[0] if after else 0)
        and author in {None, variation.author}
        and (parent == variation.parent if parent is not None or step is not None else True)
    ]
    if step is None:  # else where they leave has to be found out first
        shown = shown[: limit + 1]
    placed = [
        one
        for one in await services.blocking(_placed, services, match_id, seen.match, variations, shown)
        if step in {None, one.line.step}
    ]
    following = make_cursor(placed[limit - 1].variation.serial) if len(placed) > limit else None
    page = VariationPage(tuple(variation_answer(one, reader_of(seen)) for one in placed[:limit]), following)
    return versioned(request, digest_of(page), page)


@get(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}",
    operation_id="getVariation",
    tags=["variations"],
    summary="One variation",
)
async def get_variation(
    match_id: MatchId, variation_id: VariationId, services: NamedDependency[Services], request: AnyRequest
) -> Response[VariationAnswer]:
    """Its moves, and how far they stand on the match as it is now."""
    seen = await see(services, request, match_id, None)
    variations = await services.notes.variations_of(match_id)
    variation = _shown(variations, variation_id, seen)
    (placed,) = await services.blocking(_placed, services, match_id, seen.match, variations, [variation])
    answer = variation_answer(placed, reader_of(seen))
    return versioned(request, tag_of(variation.version, answer), answer)


@patch(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}",
    operation_id="changeVariation",
    tags=["variations"],
    summary="Change a variation",
    opt=Contract(
        body=VariationPatch,
        conditional=True,
        problems=(
            UNFIT_ANNOTATION,
            UNFIT_TEXT,
            BUSY,
        ),
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
    seen = await _see_to_vary(services, request, match_id)
    wanted = read_body(request, body, _patch)
    title = None if wanted.title is UNSET else fit(wanted.title, PLACE_LENGTH, "/title")
    audience = None if wanted.audience is UNSET else wanted.audience
    at, by = datetime.now(UTC), seen.principal.token_id

    def change(_: Variations, variation: Variation) -> Sequence[VariationEvent]:
        events: list[VariationEvent] = []
        if wanted.keep is not UNSET:
            cut = commands.cut(variation, wanted.keep, at=at, by=by)
            events += [cut] if cut.keep < len(variation.line) else []
        described = commands.describe(variation, title=title, audience=audience, at=at, by=by)
        same = (described.title, described.audience) == (variation.title, variation.audience)
        return events if same else [*events, described]

    written = await _revised(services, request, match_id, seen, variation_id, change)
    return await _written_answer(services, match_id, seen, written, variation_id)


@delete(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}",
    operation_id="deleteVariation",
    tags=["variations"],
    summary="Delete a variation",
    opt=Contract(conditional=True, problems=(BUSY,), scope="annotate").opt,
)
async def delete_variation(
    match_id: MatchId, variation_id: VariationId, services: NamedDependency[Services], request: AnyRequest
) -> None:
    """With all that leave it; by its author, if those are the same author's, or with the scope `admin`."""
    seen = await _see_to_vary(services, request, match_id)
    at, by = datetime.now(UTC), seen.principal.token_id

    def remove(variations: Variations, variation: Variation) -> Sequence[VariationEvent]:
        for leaving in variations.leaving(variation):
            verify_author(seen.principal, leaving.author)
        return [commands.delete(variation, at=at, by=by)]

    await _revised(services, request, match_id, seen, variation_id, remove)


@post(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}/actions",
    operation_id="extendVariation",
    tags=["variations"],
    summary="Let a variation go on",
    opt=Contract(
        body=MovesRequest,
        idempotent=True,
        conditional=True,
        problems=(
            UNFIT_ANNOTATION,
            RULE_VIOLATION,
            BUSY,
        ),
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
    seen = await _see_to_vary(services, request, match_id)
    wanted = read_body(request, body, _moves)
    actions = read_actions(seen.match, wanted.actions)
    at, by = datetime.now(UTC), seen.principal.token_id

    def extend(variations: Variations, variation: Variation) -> Sequence[VariationEvent]:
        return [commands.extend(variations, seen.match, variation, actions, at=at, by=by)]

    written = await _revised(services, request, match_id, seen, variation_id, extend, body)
    return await _written_answer(services, match_id, seen, written, variation_id)


@get(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}/frames",
    operation_id="getVariationFrames",
    tags=["variations"],
    summary="The table along a variation",
    opt=Contract(localized=True).opt,
)
async def get_variation_frames(
    match_id: MatchId,
    variation_id: VariationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[VariationFramePage]:
    """The frame where it begins, and after each move that stands: the move in words, the table, the standings."""
    seen = await see(services, request, match_id, None)
    # A seat sees it as it would have known it; what is open at the end of the match isn't part of this line.
    eyes = seen.viewer if viewer is None else (await see(services, request, match_id, viewer, 0)).viewer
    after = read_cursor(cursor, tuple[Place])
    variations = await services.notes.variations_of(match_id)
    variation = _shown(variations, variation_id, seen)
    line = await services.blocking(line_of, seen.match, variations, variation.id)
    telling = Narrator(tuple(await seat_names(services, seen.match.seats)), language_of(request))
    first = after[0] + 1 if after else 0

    def frames() -> list[VariationFrame]:
        return list(variation_frames(line, first, first + limit, eyes, telling))

    more = first + limit < len(line.positions)
    page = VariationFramePage(tuple(await services.blocking(frames)), make_cursor(first + limit - 1) if more else None)
    return versioned(request, digest_of(page), page, {"Content-Language": telling.language})


@post(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}/promotion",
    operation_id="promoteVariation",
    tags=["variations"],
    summary="Go on with a variation as a match of its own",
    opt=Contract(idempotent=True, problems=(NOT_POSSIBLE,), headers=("Location",)).opt,
)
async def promote_variation(
    match_id: MatchId, variation_id: VariationId, services: NamedDependency[Services], request: AnyRequest
) -> Response[MatchAnswer]:
    """A new match that is the same up to where the variation leaves, and then the variation; it can be played on.

    It doesn't count in statistics. The same line gives the same match again. A match that keeps its secrets can't be
    gone on with so: a match of its own would tell them.
    """
    principal = await may_write(services, request, match_id)
    seen = await see(services, request, match_id, None)
    variations = await services.notes.variations_of(match_id)
    variation = _shown(variations, variation_id, seen)
    if sight(Principal(), seen.match, None) is not RECORDER:
        raise NotPossible("", "The match keeps its secrets, which a match of its own would tell.")
    written = await promote_to_match(
        services.event_store,
        services.scribe.seeds,
        match_id,
        seen.match,
        variations,
        variation,
        at=datetime.now(UTC),
        by=principal.token_id,
        key=idempotency_key(request, principal, b""),
    )
    match = await services.matches.at_version(written.originator_id, written.last_version)
    answer = await match_answer(services, written.originator_id, match, sight(principal, match, None), written.position)
    headers = {"Location": f"/api/v1/matches/{written.originator_id}", "ETag": etag(match.version)}
    return Response(answer, headers=headers)


async def _see_to_vary(services: Services, request: AnyRequest, match_id: UUID) -> MatchAccess:
    """The match, if who asks may annotate it and see all of it.

    Raises:
        ProblemError: as for an annotation, and 403 for who doesn't see all.
    """
    seen = await see_to_annotate(services, request, match_id)
    if seen.viewer is not RECORDER:
        raise ProblemError(FORBIDDEN, "What the rules allow would tell what is in a hand.")
    return seen


def _shown(variations: Variations, variation_id: UUID, seen: MatchAccess) -> Variation:
    """The variation, if who asks may see it.

    Raises:
        ProblemError: 404.
    """
    for variation in variations.shown_to(reader_of(seen)):
        if variation.id == variation_id:
            return variation
    raise ProblemError(NOT_FOUND, "There is no such variation.")


async def _revised(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    seen: MatchAccess,
    variation_id: UUID,
    decide: Callable[[Variations, Variation], Sequence[VariationEvent]],
    body: bytes = b"",
) -> AppendResult:
    """Store what `decide` makes of a variation that who asks may change."""
    if_match = wanted_versions(request)

    def revise(variations: Variations) -> Sequence[VariationEvent]:
        variation = _shown(variations, variation_id, seen)
        verify_author(seen.principal, variation.author)
        if if_match is not None and variation.version not in if_match:
            raise PreconditionFailed(variation.version)
        return decide(variations, variation)

    begun = commands.begin(match_id, at=datetime.now(UTC), by=seen.principal.token_id)
    key = idempotency_key(request, seen.principal, body) if request.method == "POST" else None
    return await services.notes.vary(begun, revise, key)


async def _written_answer(
    services: Services, match_id: UUID, seen: MatchAccess, written: AppendResult, variation_id: UUID
) -> Response[VariationAnswer]:
    variations = await services.notes.variations.at_version(written.originator_id, written.last_version)
    return await _answered(services, match_id, seen, variations, variations.items[variation_id])


async def _answered(
    services: Services, match_id: UUID, seen: MatchAccess, variations: Variations, variation: Variation
) -> Response[VariationAnswer]:
    (placed,) = await services.blocking(_placed, services, match_id, seen.match, variations, [variation])
    return Response(variation_answer(placed, reader_of(seen)), headers={"ETag": etag(variation.version)})


def _placed(
    services: Services, match_id: UUID, match: Match, variations: Variations, shown: Sequence[Variation]
) -> list[PlacedVariation]:
    return place_variations(shown, match, variations, lambda: services.matches.events(match_id))
