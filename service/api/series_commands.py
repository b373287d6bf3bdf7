"""What changes series: opening one, adding a match, and any other revision, as the API and the pages do it."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

from msgspec import UNSET

from domain.match.events import Visibility
from domain.registry import UnknownGame, game_of
from domain.series.events import SeriesEvent
from domain.series.series import Series, describe_series, fold, open_series, remove_series
from service.api.schemas.series import SeriesPatch, SeriesRequest
from service.api.series_members import addition, candidate, persons_of, removals
from service.auth.access import Principal, may_read
from service.eventstore.errors import NotFound
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit
from service.http.conditional import wanted_versions
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_SERIES, INVALID_SETUP, UNKNOWN_PLAYER
from service.process.container import Services
from service.validation.text import PLACE_LENGTH


async def opening(services: Services, principal: Principal, wanted: SeriesRequest) -> Sequence[SeriesEvent]:
    """What begins the series that is wanted.

    Raises:
        ProblemError: 422 for a game, player or match that there isn't, or that doesn't fit.
        SeriesViolation: it can't be so.
    """
    try:
        game_of(wanted.game)
    except UnknownGame:
        raise ProblemError(INVALID_SETUP, "There is no such game; /api/v1/games lists them.", pointer="/game") from None
    candidates = [
        await candidate(services, principal, match_id, f"/matches/{index}")
        for index, match_id in enumerate(wanted.matches)
    ]
    # Who played in the matches may be named, even if erased or merged since.
    took_part = {player for match in candidates for player in (*match.seats, *match.persons)}
    unseatable = await services.people.unseatable(wanted.players) - took_part
    for index, player in enumerate(wanted.players):
        if player in unseatable:
            detail = "There is no such player, or it was erased or merged into another."
            raise ProblemError(UNKNOWN_PLAYER, detail, pointer=f"/players/{index}")
    persons = await persons_of(services, wanted.players)
    at, by = datetime.now(UTC), principal.token_id
    title = fit(wanted.title, PLACE_LENGTH, "/title")
    await verify_arbiters(services, wanted.arbiters)
    opened = open_series(
        wanted.game,
        wanted.players,
        wanted.length,
        title=title,
        visibility=Visibility(wanted.visibility),
        seal_needed=wanted.seal_needed,
        seals_after=wanted.seals_after,
        arbiters=wanted.arbiters,
        irregular=wanted.irregular,
        at=at,
        by=by,
    )
    events: list[SeriesEvent] = [opened]
    series = fold(None, events)
    for index, match in enumerate(candidates):
        event = addition(series, match, persons, at, by, f"/matches/{index}")
        series = fold(series, [event])
        events.append(event)
    return events


async def verify_arbiters(services: Services, token_ids: Sequence[str]) -> None:
    """Refuse tokens that can't arbitrate.

    Raises:
        ProblemError: 422 for one that there isn't, or that doesn't have the scope.
    """
    for index, token_id in enumerate(token_ids):
        if not await services.tokens.may(token_id, "arbitrate"):
            raise ProblemError(INVALID_SERIES, "There is no such arbiter's token.", pointer=f"/arbiters/{index}")


async def added(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    series_id: UUID,
    match_id: UUID,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Let a match count in a series.

    Raises:
        ProblemError: 422 for a match that there isn't, or that doesn't fit.
        NotFound, PreconditionFailed: as of any revision.
    """
    match = await candidate(services, principal, match_id, "/match")
    series = await services.series.load(series_id)
    persons = await persons_of(services, series.players)
    removed = await services.read_models.removed(series.matches)

    def add(series: Series) -> Sequence[SeriesEvent]:
        at, by = datetime.now(UTC), principal.token_id
        cleared = removals(series, removed, at, by)
        return [*cleared, addition(fold(series, cleared), match, persons, at, by, "/match")]

    return await revised(services, request, principal, series_id, add, key)


async def corrected(
    services: Services, request: AnyRequest, principal: Principal, series_id: UUID, wanted: SeriesPatch
) -> AppendResult:
    """Correct what is said of a series; what is as it is wanted already leaves no event.

    Raises:
        ProblemError: 422 for a title that is none, or a token that can't arbitrate.
        SeriesViolation: it can't be so.
        NotFound, PreconditionFailed: as of any revision.
    """
    title = None if wanted.title is UNSET else fit(wanted.title, PLACE_LENGTH, "/title")
    await verify_arbiters(services, () if wanted.arbiters is UNSET else wanted.arbiters)
    series = await services.series.load(series_id)
    verify_series(principal, series)
    removed = await services.read_models.removed(series.matches)

    def correct(series: Series) -> Sequence[SeriesEvent]:
        at, by = datetime.now(UTC), principal.token_id
        cleared = removals(series, removed, at, by)
        described = describe_series(
            fold(series, cleared) or series,
            length=None if wanted.length is UNSET else wanted.length,
            title=title,
            visibility=None if wanted.visibility is UNSET else Visibility(wanted.visibility),
            seal_needed=None if wanted.seal_needed is UNSET else wanted.seal_needed,
            seals_after=wanted.seals_after,
            arbiters=None if wanted.arbiters is UNSET else wanted.arbiters,
            irregular=None if wanted.irregular is UNSET else wanted.irregular,
            at=at,
            by=by,
        )
        return [] if described == describe_series(series, at=at, by=by) else [*cleared, described]

    return await revised(services, request, principal, series_id, correct)


async def revised(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    series_id: UUID,
    decide: Callable[[Series], Sequence[SeriesEvent]],
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Whatever `decide` gives happens to a series that `principal` may read, at a version that ``If-Match`` names."""
    return await services.series.revise(
        series_id, decide, admit=partial(verify_series, principal), if_match=wanted_versions(request), key=key
    )


async def removed_series(
    services: Services, request: AnyRequest, principal: Principal, series_id: UUID
) -> AppendResult:
    """Remove a series; its matches stay."""

    def remove(_: Series) -> Sequence[SeriesEvent]:
        return [remove_series("removed by hand", at=datetime.now(UTC), by=principal.token_id)]

    return await revised(services, request, principal, series_id, remove)


def verify_series(principal: Principal, series: Series) -> None:
    """Refuse a series that `principal` may not read, as if there were none."""
    if not may_read(principal, series.visibility):
        raise NotFound(series.title)
