"""Statistics: of a game, of a player, of two players beside each other, and records."""

from typing import Annotated, Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter
from msgspec.structs import replace

from service.api.games import GameKey, game_called
from service.api.match_access import principal_of
from service.api.match_query import ASKED, MatchQuery, With
from service.api.parameters import AfterPosition, awaited_position
from service.api.persons import person_of, persons_named
from service.api.players import PlayerId
from service.api.schemas import statistics as schemas
from service.api.spread_answers import BucketAsked, DistributionAsked, spread_of
from service.api.statistics_answers import game_records, game_statistics, player_statistics, versus
from service.api.subjects import subject_asked, subject_filter, subjects_named
from service.api.trait_answers import (
    WHOLE,
    TraitAsked,
    TraitLength,
    TraitValues,
    results_by_trait,
    verify_trait,
)
from service.http.contract import FIGURES, Contract
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services

PROJECTION: Final = "statistics"

OtherId = Annotated[UUID, PathParameter(description="The id of another player.")]
Among = Annotated[UUID | None, QueryParameter(description="Only matches in which this player sits.")]
Game = Annotated[str | None, QueryParameter(description="Only matches of this game, such as `klunker`.")]


@get(
    "/games/{game:str}/statistics",
    operation_id="getGameStatistics",
    tags=["statistics"],
    summary="The matches of a game in numbers",
    opt=Contract(localized=True, rows=FIGURES).opt,
    dependencies=ASKED,
)
async def get_game_statistics(
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    player: Among = None,
    bucket: BucketAsked = None,
    distribution: DistributionAsked = False,
    trait: TraitAsked = None,
    trait_length: TraitLength = None,
    trait_values: TraitValues = 50,
    *,
    asked: NamedDependency[MatchQuery],
    after_position: AfterPosition = None,
) -> Response[schemas.GameStatistics]:
    """Scores, margins, steps and durations, who wins from where, and what the game itself counts.

    Finished matches count that weren't abandoned or taken out of statistics: without a token public ones, with the
    scope `read` all. Score sheets are of their titles: without a `subject`, those count that have none.
    """
    found = game_called(game)
    if trait is not None:
        verify_trait(found, trait)
    principal = await principal_of(services, request)
    awaited = awaited_position(request, after_position)
    subject = await subject_asked(services, principal, found, asked.subject, awaited)
    asked = replace(asked, game=found.meta.key, subject=subject_filter(found, subject), among=player)
    wanted = asked.wanted(principal, found)
    position = await services.progress.reach(PROJECTION, awaited)
    figures = await services.statistics.game(found, wanted)
    spread = await spread_of(services.statistics, asked, wanted, bucket, distribution=distribution)
    if trait is not None:
        rows = await services.statistics.traits(wanted, trait, trait_length or WHOLE, trait_values)
        spread = replace(spread, by_trait=results_by_trait(found, asked, trait, trait_length, rows))
    language = language_of(request)
    answer = game_statistics(subject, asked, figures, spread, language, position)
    return Response(answer, headers={"Content-Language": language})


@get(
    "/games/{game:str}/records",
    operation_id="getGameRecords",
    tags=["statistics"],
    summary="The records of a game",
    opt=Contract(localized=True, rows="records").opt,
    dependencies=ASKED,
)
async def get_game_records(
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    player: Among = None,
    *,
    asked: NamedDependency[MatchQuery],
    after_position: AfterPosition = None,
) -> Response[schemas.GameRecords]:
    """The highest and lowest scores, the longest and shortest matches, and the most of whatever the game counts.

    The same matches count as in the statistics. A record belongs to who was first.
    """
    found = game_called(game)
    principal = await principal_of(services, request)
    awaited = awaited_position(request, after_position)
    subject = await subject_asked(services, principal, found, asked.subject, awaited)
    asked = replace(asked, game=found.meta.key, subject=subject_filter(found, subject), among=player)
    wanted = asked.wanted(principal, found)
    position = await services.progress.reach(PROJECTION, awaited)
    matches, holders = await services.statistics.records(found, wanted)
    people = await persons_named(services, (holder.player for holder in holders if holder.player is not None))
    language = language_of(request)
    answer = game_records(found, asked, matches, holders, people, language, position)
    return Response(answer, headers={"Content-Language": language})


@get(
    "/players/{player_id:uuid}/statistics",
    operation_id="getPlayerStatistics",
    tags=["statistics"],
    summary="The matches of a player in numbers",
    opt=Contract(localized=True, rows=FIGURES).opt,
    dependencies=ASKED,
)
async def get_player_statistics(
    player_id: PlayerId,
    services: NamedDependency[Services],
    request: AnyRequest,
    game: Game = None,
    with_player: With = None,
    bucket: BucketAsked = None,
    distribution: DistributionAsked = False,
    *,
    asked: NamedDependency[MatchQuery],
    after_position: AfterPosition = None,
) -> Response[schemas.PlayerStatistics]:
    """Victories, ranks, streaks, companions and durations, and by game or title scores and what the game itself counts.

    Who was merged into another player is that one. The same matches count as in the statistics of a game.
    """
    principal = await principal_of(services, request)
    found = None if game is None else game_called(game)
    awaited = awaited_position(request, after_position)
    person = await person_of(services, principal, player_id, awaited)
    asked = replace(asked, game=game, player=person.id, companion=with_player)
    wanted = asked.wanted(principal, found)
    position = await services.progress.reach(PROJECTION, awaited)
    figures = await services.statistics.player(wanted)
    spread = await spread_of(services.statistics, asked, wanted, bucket, distribution=distribution)
    people = await persons_named(services, (companion.player for companion in figures.regulars))
    subjects = await subjects_named(services, principal, ((one.subject, one.game) for one in figures.games))
    language = language_of(request)
    answer = player_statistics(person, asked, figures, spread, people, subjects, language, position)
    return Response(answer, headers={"Content-Language": language})


@get(
    "/players/{player_id:uuid}/versus/{other:uuid}",
    operation_id="getVersus",
    tags=["statistics"],
    summary="Two players beside each other",
    opt=Contract(rows=FIGURES).opt,
    dependencies=ASKED,
)
async def get_versus(
    player_id: PlayerId,
    other: OtherId,
    services: NamedDependency[Services],
    request: AnyRequest,
    game: Game = None,
    *,
    asked: NamedDependency[MatchQuery],
    after_position: AfterPosition = None,
) -> schemas.Versus:
    """The matches in which both sat: who won, whose score was better and by how much."""
    principal = await principal_of(services, request)
    found = None if game is None else game_called(game)
    awaited = awaited_position(request, after_position)
    person, opponent = [await person_of(services, principal, one, awaited) for one in (player_id, other)]
    if person.id == opponent.id:
        raise ProblemError(INVALID_REQUEST, "It takes two different people.", parameter="other")
    asked = replace(asked, game=game, player=person.id, companion=opponent.id)
    wanted = asked.wanted(principal, found)
    position = await services.progress.reach(PROJECTION, awaited)
    duels = await services.statistics.duels(wanted)
    subjects = await subjects_named(services, principal, ((one.subject, one.game) for one in duels))
    return versus(asked, person, opponent, duels, subjects, position)
