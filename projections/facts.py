"""What several read models tell of a match."""

from collections.abc import Sequence

from msgspec import to_builtins

from domain.kernel.standing import Standing
from domain.match.match import Match
from domain.match.parts import Status


def counts(match: Match) -> bool:
    """Whether a match counts: it has a result, is still shown, and nobody took it out of statistics."""
    return match.counted and not match.removed and has_result(match)


def has_result(match: Match) -> bool:
    """Whether a match is finished, neither abandoned nor broken off, so that somebody has won or lost."""
    return match.status is Status.FINISHED and not broken_off(match)


def broken_off(match: Match) -> bool:
    """Whether the game was broken off, and so counts in nothing. A conclusion by agreement is no such end."""
    return match.early_end is None and match.game.broken_off(match.state)


def drawn(match: Match) -> bool:
    """Whether it ended in a draw: nobody has won, and it is half a win for each. No game but one with draws has any."""
    return has_result(match) and match.game.drawn(match.state)


def fully_scored(standings: Sequence[Standing]) -> bool:
    """Whether every seat has points; `standings` are the recorder's."""
    return all(standing.score is not None for standing in standings)


def winning_sides(match: Match, standings: Sequence[Standing]) -> int:
    """How many share the victory: 1 where one side has won, be it a team or all together.

    `standings` are the recorder's.
    """
    winners = [standing.seat for standing in standings if standing.winner]
    if not winners:
        return 0
    sides = match.game.sides(match.options, len(match.seats))
    return len({sides[seat] for seat in winners})


def scores_known(match: Match, public: Sequence[Standing]) -> bool:
    """Whether everybody who may read the match may know all its scores and ranks.

    `public` are the public's standings.
    """
    if all(standing.rank is not None for standing in public):
        return True
    return match.finished and not match.options.keep_secrets


def recorded_options(match: Match) -> dict[str, str]:
    """The options that are one value each, as the words that a query has for them; a board isn't. And traits."""
    values = to_builtins(match.options).items()
    options = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in values
        if isinstance(value, bool | int | str)
    }
    return options | dict(match.game.traits_of(match.state))


def duration_of(match: Match) -> int | None:
    """The seconds between the first and the last `played_at` of a match.

    When something was written down says nothing about when it happened: without two different times it isn't known.
    """
    times = [ply.played.played_at for ply in match.line if ply.played.played_at is not None]
    if not times:
        return None
    between = max(times) - min(times)
    return round(between.total_seconds()) if between else None
