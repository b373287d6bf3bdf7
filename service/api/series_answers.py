"""Series as they are answered."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from domain.kernel.points import Points
from domain.series.series import (
    Series,
)
from domain.series.standings import series_standings
from service.api.schemas.players import PlayerRef
from service.api.schemas.series import (
    SeriesAnswer,
    SeriesItem,
    SeriesMatch,
    SeriesStandingAnswer,
)
from service.api.series_members import persons_of, shown_as
from service.auth.access import Principal
from service.process.container import Services
from service.queries.matches import SeriesRow


async def series_answer(
    services: Services,
    principal: Principal,
    series_id: UUID,
    series: Series,
    position: int,
    *,
    sealed: bool | None = None,
    irregular: bool | None = None,
) -> SeriesAnswer:
    """A series and its standings, as far as `principal` may know its matches.

    Where the series needs seals, or with `sealed`, only matches whose result is sealed count; or only the others.
    Likewise with `irregular`, which a series may leave out.
    """
    sealed = True if series.seal_needed and sealed is None else sealed
    irregular = False if not series.irregular and irregular is None else irregular
    removed = await services.read_models.removed(series.matches)
    shown = tuple(match_id for match_id in series.matches if match_id not in removed)
    if not principal.may("read"):
        listed = await services.read_models.listed(shown, principal.lists, principal.own_match)
        shown = tuple(match_id for match_id in shown if match_id in listed)
    results = await services.read_models.results(shown, sees_all=principal.sees_all, sealed=sealed, irregular=irregular)
    players = shown_as(await persons_of(services, series.players))
    scores = [_scores(results.get(match_id), players) for match_id in shown]
    standings = series_standings(tuple(players.values()), series.length, scores)
    names = await services.player_names.of(players.values())
    ended = all(score is not None for score in scores) and len(scores) == series.length
    return SeriesAnswer(
        id=series_id,
        game=series.game,
        title=series.title,
        length=series.length,
        status="finished" if ended else "playing",
        version=series.version,
        visibility=series.visibility,
        matches=tuple(
            SeriesMatch(match_id, finished=score is not None) for match_id, score in zip(shown, scores, strict=True)
        ),
        standings=tuple(
            SeriesStandingAnswer(
                player=PlayerRef(standing.player, names[standing.player]),
                total=standing.total,
                scores=standing.scores,
                rank=standing.rank,
                winner=standing.winner,
            )
            for standing in standings
        ),
        opened_at=series.opened_at,
        updated_at=series.updated_at,
        position=position,
        seal_needed=series.seal_needed,
        irregular=series.irregular,
        seals_after=series.seals_after,
        arbiters=series.arbiters,
    )


def _scores(result: Mapping[UUID, Points] | None, players: Mapping[UUID, UUID]) -> dict[UUID, Points] | None:
    """The scores in a finished match of those who have one in it; None while it is played or they aren't told."""
    if result is None:
        return None
    return {player: result[person] for person, player in players.items() if person in result}


async def series_items(services: Services, rows: Sequence[SeriesRow]) -> tuple[SeriesItem, ...]:
    """Series in a list, without matches that were removed."""
    removed = await services.read_models.removed([match_id for row in rows for match_id in row.matches])
    players = list(dict.fromkeys(player for row in rows for player in row.players))
    persons = await persons_of(services, players)
    names = await services.player_names.of(players)
    return tuple(_item(row, removed, persons, names) for row in rows)


def _item(
    row: SeriesRow, removed: Collection[UUID], persons: Mapping[UUID, UUID], names: Mapping[UUID, str]
) -> SeriesItem:
    """A series in a list, without its `removed` matches; its players are the `persons` that they are now."""
    players = shown_as({player: persons[player] for player in row.players}).values()
    return SeriesItem(
        id=row.series_id,
        game=row.game,
        title=row.title,
        length=row.length,
        players=tuple(PlayerRef(player, names[player]) for player in players),
        matches=tuple(match_id for match_id in row.matches if match_id not in removed),
        version=row.version,
        visibility=row.visibility,
        opened_at=row.opened_at,
        updated_at=row.updated_at,
    )
