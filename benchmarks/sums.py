"""What is answered from sums as matches grow in number: statistics and leaderboards of a month, a year or a place."""

import asyncio
import http.client
from collections.abc import Iterator, Sequence
from datetime import date
from statistics import median
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlencode

import psycopg
from msgspec import Struct
from msgspec.structs import replace
from psycopg_pool import AsyncConnectionPool

from benchmarks import recount
from benchmarks.harness import Effort, Figure, Report, percentile
from benchmarks.stage import Stage, service, stage
from benchmarks.statistics import DAYS, FIRST_DAY, GAME, load_results
from domain.match.events import Visibility
from domain.registry import GAMES
from domain.subjects.subject import subject_of_game
from projections.ratings.projection import Ratings
from projections.statistics.projection import Statistics
from service.queries.filters import MatchFilter
from service.queries.leaderboards import Leaderboards, LeaderFilter
from service.queries.statistics.reader import StatisticsQueries
from service.reads.reads import Reads

FULL_SIZES: Final = (10_000, 100_000, 1_000_000)

_TIMES: Final = 60
"""How often each question is asked; match by match, which takes seconds, only some times."""
_TIMES_ONE_BY_ONE: Final = 3
_ALL: Final = MatchFilter(readable=tuple(Visibility), sees_all=True, game=GAME)
_YEAR: Final[dict[str, Any]] = {"played_from": date(2023, 1, 1), "played_to": date(2023, 12, 31)}
_LATE: Final[dict[str, Any]] = {"played_from": date(2023, 3, 11), "played_to": date(2024, 3, 17)}
_MONTH: Final[dict[str, Any]] = {"played_from": date(2023, 5, 1), "played_to": date(2023, 5, 31)}
_PLACE: Final[dict[str, Any]] = {"place": "Bologna"}
_EVERYTHING: Final[dict[str, str]] = {}
"""Options that all matches have, but sums don't know of: so that the matches themselves are gone through."""


class _Question(Struct, frozen=True):
    """What is asked: the address below that of the game, and the matches."""

    name: str
    path: str
    matches: MatchFilter | LeaderFilter


_QUESTIONS: Final = (
    _Question("statistics", "statistics", _ALL),
    _Question("statistics of a year", f"statistics?{urlencode(_YEAR)}", replace(_ALL, **_YEAR)),
    _Question("statistics of a year from any day on", f"statistics?{urlencode(_LATE)}", replace(_ALL, **_LATE)),
    _Question("statistics of a place", "statistics?place=Bologna", replace(_ALL, **_PLACE)),
    _Question("records", "records", _ALL),
    _Question("leaders of a month", f"leaderboard?{urlencode(_MONTH)}", LeaderFilter(**_MONTH)),
    _Question("leaders at a place", "leaderboard?place=Bologna", LeaderFilter(**_PLACE)),
)


def run(effort: Effort, sizes: Sequence[int] = ()) -> Report:
    """Each question at each number of matches: in SQL, beside the same of the matches themselves, and as an answer."""
    sizes = sizes or effort.summed
    figures: list[Figure] = []
    with stage() as place:
        load_results(place, sizes[0], only=GAME)
        for matches in sizes:
            _grow(place, sizes[0], matches)
            with service(place) as port:
                for question in _QUESTIONS:
                    figures += _figures(place, port, question, matches)
        database = place.database
    notes = (
        f"{database}.",
        "Matches of one game by 1,000 people on 2,000 days at 5 places, all public; an answer has what SQL gives.",
        "In SQL: the query alone, from psycopg, beside the same query of the matches themselves, by turns.",
        "Answers with the owner's token, one after the other; nothing is at hand of the one before.",
    )
    return Report("Sums", tuple(figures), notes)


def _figures(place: Stage, port: int, question: _Question, matches: int) -> Iterator[Figure]:
    by_sums, one_by_one = asyncio.run(_in_sql(place, question))
    name = f"{question.name}, {matches:,}"
    yield Figure(
        name=f"{name}, in SQL",
        value=1 / median(by_sums),
        best=1 / min(by_sums),
        unit="a second",
        p50_ms=median(by_sums) * 1000,
        p99_ms=percentile(sorted(by_sums), 0.99) * 1000,
        beside="match by match",
        ratio=median(one_by_one) / median(by_sums),
    )
    answers = _answers(place, port, question.path)
    yield Figure(
        name=f"{name}, answered",
        value=1 / median(answers),
        best=1 / min(answers),
        unit="answers/s",
        p50_ms=median(answers) * 1000,
        p99_ms=percentile(sorted(answers), 0.99) * 1000,
    )


async def _in_sql(place: Stage, question: _Question) -> tuple[list[float], list[float]]:
    """The seconds that it takes by sums, and match by match, by turns."""
    async with AsyncConnectionPool(place.conninfo, min_size=1, max_size=1, open=False) as pool:
        by_sums: list[float] = []
        one_by_one: list[float] = []
        as_matches = replace(question, matches=replace(question.matches, options=_EVERYTHING))
        for turn in range(_TIMES):
            for times, asked in ((by_sums, question), (one_by_one, as_matches)):
                if times is one_by_one and turn >= _TIMES_ONE_BY_ONE:
                    continue
                start = perf_counter()
                await _ask(Reads(pool), asked)
                times.append(perf_counter() - start)
        return by_sums, one_by_one


async def _ask(reads: Reads, question: _Question) -> None:
    wanted = question.matches
    if isinstance(wanted, LeaderFilter):
        subject = subject_of_game(GAME).id
        await Leaderboards(reads).leaders(subject, "all", wanted, "wins", None, 101, least=1, sees_all=True)
    elif question.path == "records":
        await StatisticsQueries(reads).records(GAMES[GAME], wanted)
    else:
        await StatisticsQueries(reads).game(GAMES[GAME], wanted)


def _answers(place: Stage, port: int, path: str) -> list[float]:
    """The seconds until each answer; in between, the service is told that its rows are others."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times: list[float] = []
    with place.connect() as database:
        for _ in range(_TIMES):
            database.execute("UPDATE projections SET generation = generation + 1 WHERE name = 'statistics'")
            start = perf_counter()
            connection.request(
                "GET", f"/api/v1/games/{GAME}/{path}", headers={"Authorization": f"Bearer {place.token}"}
            )
            answer = connection.getresponse()
            answer.read()
            times.append(perf_counter() - start)
            if answer.status != http.HTTPStatus.OK:
                raise RuntimeError(f"{path}: {answer.status}")
    connection.close()
    return times


# --- the matches ---


def _grow(place: Stage, first: int, matches: int) -> None:
    """Copy the first matches, on other days, until there are so many; and count the sums anew."""
    with place.connect() as connection:
        known = _count(connection)
        if matches > known:
            connection.execute(_COPY_SEATS, {"first": first, "from": known // first, "to": matches // first - 1})
            connection.execute(_COPY_MATCHES, {"first": first, "from": known // first, "to": matches // first - 1})
        for table in ("statistics_sum", "rating_match", "rating_share", "rating_sum", "rating_total"):
            connection.execute(f"TRUNCATE {table}")
        connection.execute(_RATING_MATCH)
        connection.execute(_RATING_SHARE)
        connection.execute(_RATING_TOTAL)
        for table in recount.SUMS:
            recount.fill(connection, table)
        for table in (*Statistics.tables, *Ratings.tables):
            connection.execute(f"VACUUM ANALYZE {table}")


def _count(connection: psycopg.Connection[Any]) -> int:
    row = connection.execute("SELECT count(*) FROM statistics_match").fetchone()
    return int(row[0]) if row else 0


_COPIED: Final = "FROM generate_series(%(from)s::integer, %(to)s::integer) copy, statistics_match m"

_COPY_MATCHES: Final = f"""
    INSERT INTO statistics_match
        (match_id, opened, played_on, game, subject, lowest, scored, seats, start_seat, options, ordinal, place, tags,
         visibility, origin, scores_known, sealed, irregular, steps, duration, winners, drawn, winning_seats,
         winning_score, highest_score, lowest_score, total_score, margin, thoughts, thinking, figures,
         highest_figures)
    SELECT md5(m.match_id::text || copy)::uuid, m.opened + copy * %(first)s,
           DATE '{FIRST_DAY}' + (m.played_on - DATE '{FIRST_DAY}' + copy * 37) %% {DAYS},
           m.game, m.subject, m.lowest, m.scored, m.seats, m.start_seat, m.options, m.ordinal, m.place, m.tags,
           m.visibility, m.origin, m.scores_known, m.sealed, m.irregular, m.steps, m.duration, m.winners, m.drawn,
           m.winning_seats, m.winning_score, m.highest_score, m.lowest_score, m.total_score, m.margin, m.thoughts,
           m.thinking, m.figures, m.highest_figures
    {_COPIED} WHERE m.opened <= %(first)s
"""

_COPY_SEATS: Final = f"""
    INSERT INTO statistics_seat
        (match_id, seat, player_id, turn, score, rank, winner, margin, thoughts, thinking, figures)
    SELECT md5(m.match_id::text || copy)::uuid, s.seat, s.player_id, s.turn, s.score, s.rank, s.winner, s.margin,
           s.thoughts, s.thinking, s.figures
    {_COPIED} JOIN statistics_seat s USING (match_id) WHERE m.opened <= %(first)s
"""

_RATING_MATCH: Final = """
    INSERT INTO rating_match
        (match_id, game, own_subject, subject, lowest, played_on, ordinal, opened, public, place, origin, sealed,
         irregular, drawn, tags, options, seats, players, persons, sides, ranks, scores, known_scores, won)
    SELECT match_id, game, subject, subject, lowest, played_on, ordinal, opened, true, place, origin, sealed, irregular,
           drawn, tags, options, seats, '{}', '{}', '{}', '{}', '{}', '{}', '{}'
    FROM statistics_match
"""

_RATING_SHARE: Final = """
    INSERT INTO rating_share (match_id, person, subject, public, won, shared, drawn, lowest, score, known_score)
    SELECT m.match_id, s.player_id, m.subject, true, s.winner, s.winner AND m.winners > 1, m.drawn, m.lowest,
           s.score, s.score
    FROM statistics_match m JOIN statistics_seat s USING (match_id)
"""

_RATING_TOTAL: Final = """
    INSERT INTO rating_total
        (subject, pool, person, game, matches, wins, shared_wins, draws, best_score, best_merit, known_best_score,
         known_best_merit, rated, mu, sigma, shown)
    SELECT s.subject, pool, s.person, m.game, count(*), count(*) FILTER (WHERE s.won), count(*) FILTER (WHERE s.shared),
           count(*) FILTER (WHERE s.drawn), max(s.score), max(s.score), max(s.score), max(s.score), count(*), 25, 8, 1
    FROM rating_share s JOIN rating_match m USING (match_id), unnest(ARRAY['all', 'public']) pool
    GROUP BY s.subject, pool, s.person, m.game
"""
