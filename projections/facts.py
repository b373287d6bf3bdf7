"""What several read models tell of a match."""

from msgspec import to_builtins

from domain.kernel.viewer import PUBLIC
from domain.match.match import Match
from domain.match.parts import Status


def counts(match: Match) -> bool:
    """Whether a match counts: it is finished, not abandoned, still shown, and nobody took it out of statistics.

    Matches of different games under one key don't: their points can't be compared.
    """
    countable = match.counted and not match.removed and not match.game.meta.titled
    return match.status is Status.FINISHED and countable


def scores_known(match: Match) -> bool:
    """Whether everybody who may read the match may know all its scores and ranks."""
    if match.finished and not match.options.keep_secrets:
        return True
    return all(standing.rank is not None for standing in match.standings(PUBLIC))


def recorded_options(match: Match) -> dict[str, str]:
    """The options that are one value each, as the words that a query has for them; a board isn't."""
    values = to_builtins(match.options).items()
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in values
        if isinstance(value, bool | int | str)
    }


def duration_of(match: Match) -> int | None:
    """The seconds between the first and the last `played_at` of a match.

    When something was written down says nothing about when it happened: without two different times it isn't known.
    """
    times = [ply.played.played_at for ply in match.line if ply.played.played_at is not None]
    if not times or min(times) == max(times):
        return None
    return round((max(times) - min(times)).total_seconds())
