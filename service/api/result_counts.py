"""Numbers of matches and victories as they are answered: of some matches, and of each seat or turn in them."""

from collections.abc import Iterable, Sequence
from typing import Any

from service.api.match_query import MatchQuery
from service.queries.statistics.results import StartGroup


def counted_results(
    asked: MatchQuery, matches: int, wins: int, shared_wins: int, draws: int, **more: object
) -> dict[str, Any]:
    """The fields of :class:`ResultCounts`, of the matches that `more` is true of."""
    return {
        "matches": asked.count(matches, **more),
        "wins": asked.count(wins, **more, result="won"),
        "shared_wins": asked.count(shared_wins, **more, result="shared"),
        "draws": asked.count(draws, **more, result="drawn"),
        "win_share": (wins + draws / 2) / matches if matches else None,
    }


def results_by_place(
    asked: MatchQuery, groups: Sequence[StartGroup], name: str
) -> Iterable[tuple[int, dict[str, Any]]]:
    """The results of each `seat`, or of each `turn`: so many seats after the starting one."""
    for place in range(max((group.seats for group in groups), default=0)):
        matches = wins = shared_wins = draws = 0
        for group in groups:
            seat = place if name == "seat" else group.seat_of_turn(place)
            if seat is None or place >= group.seats:
                continue
            matches += group.matches
            draws += group.matches if group.drawn else 0
            if seat in group.winning_seats:
                wins += group.matches
                shared_wins += group.matches if group.winners > 1 else 0
        if matches:
            yield place, counted_results(asked, matches, wins, shared_wins, draws, **{name: place})
