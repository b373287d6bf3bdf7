"""Read models: rows that follow the log of all matches, in one transaction with their position in it.

Every row can be thrown away and made again from the log.
"""

from typing import Final

from projections.move_history.projection import MoveHistory
from projections.points import register
from projections.projection import Projection
from projections.ratings.projection import Ratings
from projections.scoreboard.projection import Scoreboard
from projections.series.projection import SeriesList
from projections.statistics.projection import Statistics

register()

PROJECTIONS: Final[tuple[type[Projection], ...]] = (MoveHistory, Scoreboard, Ratings, SeriesList, Statistics)
"""All read models."""
