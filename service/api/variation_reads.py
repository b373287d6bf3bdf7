"""Variations to be read: those of a match, one of them, and the table along it."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter

from domain.match.match import Match
from domain.variations.variation_line import line_of
from domain.variations.variations import Variation, Variations
from replays.notebook import PlacedVariation, place_variations
from service.api.match_access import MatchAccess, narrator_of, see
from service.api.parameters import MAX_STEP, Cursor, Limit, MatchId, ViewerName
from service.api.schemas.variations import (
    VariationAnswer,
    VariationFrame,
    VariationFramePage,
    VariationPage,
)
from service.api.variation_answers import variation_answer, variation_frames
from service.http.conditional import digest_of, tag_of, versioned
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import (
    NOT_FOUND,
)
from service.process.container import Services

VariationId = Annotated[UUID, PathParameter(description="The id of a variation.")]


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
    access = await see(services, request, match_id, None)
    after = read_cursor(cursor, tuple[Place])
    variations = await services.notes.variations_of(match_id)
    shown = [
        variation
        for variation in variations.shown_to(access.reader)
        if variation.serial > (after[0] if after else 0)
        and author in {None, variation.author}
        and (parent == variation.parent if parent is not None or step is not None else True)
    ]
    if step is None:  # else where they leave has to be found out first
        shown = shown[: limit + 1]
    placed = [
        one
        for one in await services.blocking(placed_variations, services, match_id, access.match, variations, shown)
        if step in {None, one.line.step}
    ]
    following = make_cursor(placed[limit - 1].variation.serial) if len(placed) > limit else None
    page = VariationPage(tuple(variation_answer(one, access.reader) for one in placed[:limit]), following)
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
    access = await see(services, request, match_id, None)
    variations = await services.notes.variations_of(match_id)
    variation = shown_variation(variations, variation_id, access)
    (placed,) = await services.blocking(placed_variations, services, match_id, access.match, variations, [variation])
    answer = variation_answer(placed, access.reader)
    return versioned(request, tag_of(variation.version, answer), answer)


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
    access = await see(services, request, match_id, None)
    # A seat sees it as it would have known it; what is open at the end of the match isn't part of this line.
    eyes = access.viewer if viewer is None else (await see(services, request, match_id, viewer, 0)).viewer
    after = read_cursor(cursor, tuple[Place])
    variations = await services.notes.variations_of(match_id)
    variation = shown_variation(variations, variation_id, access)
    line = await services.blocking(line_of, access.match, variations, variation.id)
    narrator = await narrator_of(services, request, access.match.seats)
    first = after[0] + 1 if after else 0

    def frames() -> list[VariationFrame]:
        return list(variation_frames(line, first, first + limit, eyes, narrator))

    more = first + limit < len(line.positions)
    page = VariationFramePage(tuple(await services.blocking(frames)), make_cursor(first + limit - 1) if more else None)
    return versioned(request, digest_of(page), page, {"Content-Language": narrator.language})


def shown_variation(variations: Variations, variation_id: UUID, access: MatchAccess) -> Variation:
    """The variation, if who asks may see it.

    Raises:
        ProblemError: 404.
    """
    for variation in variations.shown_to(access.reader):
        if variation.id == variation_id:
            return variation
    raise ProblemError(NOT_FOUND, "There is no such variation.")


def placed_variations(
    services: Services, match_id: UUID, match: Match, variations: Variations, shown: Sequence[Variation]
) -> list[PlacedVariation]:
    """Variations with their lines, as far as they stand on `match`. It blocks."""
    return place_variations(shown, match, variations, lambda: services.matches.events(match_id))
