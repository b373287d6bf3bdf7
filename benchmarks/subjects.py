"""Pages and answers of a club that plays many titles, beside its page of statistics."""

from typing import Final

from benchmarks.harness import Effort, Report
from benchmarks.pages import asked, page_figure, rate
from benchmarks.stage import service, stage
from benchmarks.statistics import SHEET, anew, load_results, title_of

_MATCHES: Final = 5_000
_TITLES: Final = 300
_BASE: Final = "statistics, anew"


def run(effort: Effort) -> Report:
    """Each page as somebody without a token gets it, one after the other on one connection."""
    rounds = max(1, effort.rounds - 3)
    matches = min(_MATCHES, effort.listed_matches)
    with stage() as place:
        load_results(place, matches, _TITLES)
        rate(place)
        with place.connect() as connection:
            query = "SELECT player_id FROM statistics_seat GROUP BY player_id ORDER BY count(*) DESC, player_id LIMIT 1"
            ((busiest,),) = connection.execute(query).fetchall()
        title = f"/subjects/{title_of(0).id}"
        of_title = f"game={SHEET}&subject={title_of(0).id}"
        paths = {
            _BASE: anew("/statistics"),
            "what was played": ["/subjects"],
            "what was played, by name": ["/subjects?name=title+1"],
            "games": ["/games"],
            "a title": [title],
            "leaderboard of a title": [f"/games/{SHEET}/leaderboard?subject={title_of(0).id}"],
            "statistics of a title, anew": anew(f"/statistics?{of_title}"),
            "matches of a title": [f"/matches?{of_title}"],
            "matches": ["/matches"],
            "the busiest person": [f"/players/{busiest}"],
        }
        with service(place) as port:
            found = {name: [asked(port, same, effort) for _ in range(rounds)] for name, same in paths.items()}
        database = place.database
    notes = (
        database + ".",
        f"{matches:,} sheets of {_TITLES} titles, some of which are played far more often, all public.",
    )
    return Report("Titles", tuple(page_figure(name, found, _BASE) for name in paths), notes)
