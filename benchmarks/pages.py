"""Pages that look at thousands of matches: answers a second and their latencies, beside a page that looks at none."""

from collections.abc import Sequence
from statistics import median
from typing import Final
from uuid import UUID

from msgspec.structs import replace

from benchmarks.harness import Effort, Figure, Report, Samples
from benchmarks.load import Result, send
from benchmarks.stage import Stage, request, service, stage
from benchmarks.statistics import anew, load_results
from domain.registry import GAMES

_GAME: Final = next(key for key, game in GAMES.items() if not game.meta.titled)
_BASE: Final = "rules of a game"


def run(effort: Effort) -> Report:
    """Each page as somebody without a token gets it, one after the other on one connection."""
    rounds = max(1, effort.rounds - 3)
    with stage() as place:
        load_results(place, effort.listed_matches)
        rate(place)
        paths = paths_of(place)
        with service(place) as port:
            found = {name: [asked(port, same, effort) for _ in range(rounds)] for name, same in paths.items()}
        database = place.database
    notes = (
        database + ".",
        f"{effort.listed_matches:,} matches of {len(GAMES)} games, all public; ratings are made up.",
        "Pages are rendered whenever they are asked for, of figures that are at hand, but for those that say anew.",
    )
    return Report("Pages", tuple(page_figure(name, found) for name in paths), notes)


def asked(port: int, paths: Sequence[str], effort: Effort) -> Result:
    """Ask for pages with one content, one after the other."""
    requests = [request("GET", path, headers=("Accept: text/html",)) for path in paths]
    return send(port, [requests], effort, repeat=True)


def page_figure(name: str, found: dict[str, list[Result]], base: str = _BASE) -> Figure:
    """How fast a page is, beside the page `base`."""
    samples, beside = (Samples(tuple(result.rate for result in found[one])) for one in (name, base))
    figure = samples.figure(name, "pages/s", *(() if name == base else (base, beside)))
    return replace(
        figure,
        p50_ms=median(result.p50_ms for result in found[name]),
        p99_ms=median(result.p99_ms for result in found[name]),
    )


def paths_of(place: Stage) -> dict[str, list[str]]:
    """The addresses of each page; of several, each shows the same."""
    busiest, usual = _people(place)
    return {
        _BASE: [f"/games/{_GAME}/rules"],
        "a game": [f"/games/{_GAME}"],
        "statistics": ["/statistics"],
        "statistics, anew": anew("/statistics"),
        "statistics of a game": [f"/statistics?game={_GAME}"],
        "statistics of a game, anew": anew(f"/statistics?game={_GAME}"),
        "a person": [f"/players/{usual}"],
        "the busiest person": [f"/players/{busiest}"],
        "two people": [f"/players/{busiest}/against/{usual}"],
        "matches": ["/matches"],
        "people": ["/players"],
    }


def _people(place: Stage) -> tuple[UUID, UUID]:
    """Who has played most, and somebody who has played as much as most have."""
    with place.connect() as connection:
        query = "SELECT player_id FROM statistics_seat GROUP BY player_id ORDER BY count(*) DESC, player_id"
        people = [player for (player,) in connection.execute(query)]
    return people[0], people[len(people) // 2]


def rate(place: Stage) -> None:
    """Ratings of these matches, as if they had been worked out."""
    with place.connect() as connection:
        for statement in (_MATCHES, _SHARES, _STEPS, _TOTALS):
            connection.execute(statement)
        for table in ("rating_match", "rating_share", "rating_step", "rating_total"):
            connection.execute(f"VACUUM ANALYZE {table}")


_MATCHES: Final = """
    INSERT INTO rating_match
        (match_id, game, own_subject, subject, lowest, played_on, ordinal, opened, public, place, origin, sealed,
         irregular, drawn, tags, options, seats, players, persons, sides, ranks, scores, known_scores, won)
    SELECT m.match_id, m.game, m.subject, m.subject, m.lowest, m.played_on, m.ordinal, m.opened, true, m.place,
           m.origin, m.sealed, m.irregular, m.drawn, m.tags, m.options, m.seats, array_agg(s.player_id ORDER BY s.seat),
           array_agg(s.player_id ORDER BY s.seat), array_agg(s.seat ORDER BY s.seat),
           array_agg(s.rank ORDER BY s.seat), array_agg(s.score ORDER BY s.seat), array_agg(s.score ORDER BY s.seat),
           array_agg(s.winner ORDER BY s.seat)
    FROM statistics_match m JOIN statistics_seat s USING (match_id) GROUP BY m.match_id
"""
_SHARES: Final = """
    INSERT INTO rating_share (match_id, person, subject, public, won, shared, drawn, lowest, score, known_score)
    SELECT match_id, player_id, subject, true, winner, winner AND winners > 1, drawn, lowest, score, score
    FROM statistics_match JOIN statistics_seat USING (match_id)
"""
_STEPS: Final = """
    INSERT INTO rating_step
        (subject, pool, person, played_on, ordinal, opened, match_id, mu_before, sigma_before, mu, sigma)
    SELECT subject, pool, player_id, played_on, ordinal, opened, match_id, 25, 6, 25 + score / 10.0, 5
    FROM statistics_match JOIN statistics_seat USING (match_id), unnest(ARRAY['all', 'public']) pool
"""
_TOTALS: Final = """
    INSERT INTO rating_total
        (subject, pool, person, game, matches, wins, shared_wins, draws, best_score, best_merit, known_best_score,
         known_best_merit, rated, mu, sigma, shown)
    SELECT subject, pool, player_id, min(game), count(*), count(*) FILTER (WHERE winner),
           count(*) FILTER (WHERE winner AND winners > 1),
           count(*) FILTER (WHERE drawn), max(score), max(score), max(score), max(score), count(*), 25,
           5, 10 + avg(score) / 10
    FROM statistics_match JOIN statistics_seat USING (match_id), unnest(ARRAY['all', 'public']) pool
    GROUP BY subject, pool, player_id
"""
