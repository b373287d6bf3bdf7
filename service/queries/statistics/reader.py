"""Reads the statistics. Each answer is read in one statement, so all its numbers are of one moment."""

from datetime import date
from typing import Any
from uuid import UUID

from msgspec import convert

from domain.kernel.game import AnyGame
from domain.registry import figures_of
from service.queries.filters import MatchFilter
from service.queries.statistics.distributions import Distributions, distributions_query
from service.queries.statistics.games import BOUNDS, SUMS, figure_bounds, game_query, records_query
from service.queries.statistics.parts import of_one_subject, parts
from service.queries.statistics.players import duel_query, opponents_query, player_query
from service.queries.statistics.result_cache import StatisticsCache
from service.queries.statistics.results import (
    DuelResults,
    ExtremeValue,
    FigureSum,
    GameFigures,
    MeasureValues,
    OpponentRow,
    PlayerFigures,
    RecordHolder,
    StartGroup,
    ThinkingSum,
    TraitRow,
)
from service.queries.statistics.traits import traits_query
from service.reads.reads import Reads


class StatisticsQueries:
    """Reads the tables of the statistics."""

    def __init__(self, reads: Reads) -> None:
        self._cache = StatisticsCache(reads)

    async def game(self, game: AnyGame, wanted: MatchFilter) -> GameFigures:
        """The matches of `game`, which `wanted` names, in numbers."""
        wanted = of_one_subject(game, wanted)
        table, more = parts(wanted)
        row_values = await self._read(game_query(len(figures_of(game.meta.key)), table), wanted, **more)
        extremes = _extremes(row_values["extremes"])
        totals, counted = row_values["sums"]["figures"], row_values["sums"]["counted"]
        sums = {name: row_values["sums"][name] or 0 for name in SUMS}

        def measure(name: str, matches: int, values: int, highest: str, lowest: str) -> MeasureValues:
            return MeasureValues(matches, sums[name], values, extremes.get(highest), extremes.get(lowest))

        known, won, all_of_them = sums["known"], sums["won"], sums["matches"]
        return GameFigures(
            groups=convert(row_values["groups"], tuple[StartGroup, ...]),
            score=measure("score", known, sums["known_seats"], "highest_score", "lowest_score"),
            winning_score=measure("winning_score", won, won, "highest_winning_score", "lowest_winning_score"),
            margin=measure("margin", won, sums["opposed"], "biggest_margin", "smallest_margin"),
            steps=measure("steps", all_of_them, all_of_them, "most_steps", "fewest_steps"),
            duration=measure("duration", sums["timed"], sums["timed"], "longest", "shortest"),
            thinking=ThinkingSum(sums["thoughts"], sums["thinking"]),
            figures=tuple(FigureSum(total or 0, values or 0) for total, values in zip(totals, counted, strict=True)),
        )

    async def traits(self, wanted: MatchFilter, trait: str, length: int, most: int) -> list[TraitRow]:
        """The matches that `wanted` names by the beginning of a `trait`, the most frequent values first."""
        rows = await self._cache.rows(traits_query(wanted), wanted, trait=trait, length=length, most=most)
        return convert(rows, list[TraitRow])

    async def records(self, game: AnyGame, wanted: MatchFilter) -> tuple[int, list[RecordHolder]]:
        """The number of matches, and their extremes in the order in which they are shown.

        What nobody has done isn't among them.
        """
        bounds = BOUNDS | figure_bounds(figures_of(game.meta.key))
        wanted = of_one_subject(game, wanted)
        table, more = parts(wanted)
        row = await self._read(records_query(bounds, table), wanted, **more)
        row_values, extremes = row["extremes"], _extremes(row["extremes"])
        return row["matches"], [
            RecordHolder(key, extremes[key], row_values[key]["seat"], _id(row_values[key]["player"]))
            for key in bounds
            if key in extremes
        ]

    async def player(self, wanted: MatchFilter) -> PlayerFigures:
        """The matches of the player of `wanted` in numbers."""
        return convert(await self._read(player_query(wanted), wanted), PlayerFigures)

    async def duels(self, wanted: MatchFilter) -> list[DuelResults]:
        """The matches of the player and the companion of `wanted`, game by game."""
        return convert((await self._read(duel_query(wanted), wanted))["duels"], list[DuelResults])

    async def opponents(self, wanted: MatchFilter, limit: int) -> list[OpponentRow]:
        """Whom the player of `wanted` has met in the matches that it names, most often first."""
        return convert(await self._cache.rows(opponents_query(wanted), wanted, limit=limit), list[OpponentRow])

    async def count(self, wanted: MatchFilter) -> int:
        """How many matches `wanted` names."""
        query = f"SELECT count(*) AS matches FROM statistics_match m WHERE {wanted.where('statistics')}"
        return int((await self._read(query, wanted))["matches"])

    async def distributions(self, wanted: MatchFilter) -> Distributions:
        """How the matches that `wanted` names are spread."""
        return convert(await self._read(distributions_query(wanted), wanted), Distributions)

    async def _read(self, query: str, wanted: MatchFilter, **more: date) -> dict[str, Any]:
        rows = await self._cache.rows(query, wanted, **more)
        return rows[0] if rows else {}


def _id(text: str | None) -> UUID | None:
    return None if text is None else UUID(text)


def _extremes(row_values: dict[str, Any]) -> dict[str, ExtremeValue]:
    found = {key: extreme for key, extreme in row_values.items() if extreme["match_id"] is not None}
    return {key: convert(extreme, ExtremeValue) for key, extreme in found.items()}
