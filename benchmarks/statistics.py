"""Statistics: answers a second and their latencies over many matches, beside a bare count of the same matches."""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final
from uuid import UUID

import psycopg
from msgspec import Struct
from psycopg.types.json import Jsonb

from benchmarks import recount
from benchmarks.harness import Effort, Figure, Report, Samples
from benchmarks.load import send
from benchmarks.stage import Stage, request, service, stage
from domain.kernel.game import AnyGame
from domain.match.events import Visibility
from domain.registry import GAMES
from domain.subjects.subject import Subject, subject_of_game, subject_of_title
from service.queries.filters import MatchFilter

_PEOPLE: Final = 1_000
_REGULARS: Final = 20  # of them, a tenth of all seats is theirs
DAYS: Final = 2_000
FIRST_DAY: Final = date(2021, 1, 1)
_PLACES: Final = ("Bologna", "Torino", "Milano", "Napoli", "")
GAME: Final = next(key for key, game in GAMES.items() if not game.meta.titled)
_MORE_THAN_CACHED: Final = 600
SHEET: Final = "sheet"


class Question(Struct, frozen=True):
    """Addresses with the same answer, and the matches that it is about."""

    name: str
    paths: list[str]
    about: MatchFilter


def anew(path: str) -> list[str]:
    """The address `path` with an end of time that makes no difference: more of them than the service has at hand."""
    ends = (FIRST_DAY + timedelta(days=DAYS + number) for number in range(_MORE_THAN_CACHED))
    return [f"{path}{'&' if '?' in path else '?'}played_to={end}" for end in ends]


def run(effort: Effort) -> Report:
    """Each question with the owner's token, one after the other on one connection."""
    rounds = max(1, effort.rounds - 3)
    with stage() as place:
        load_results(place, effort.counted_matches)
        questions = _questions(place)
        with service(place) as port:
            asked = {q.name: [[request("GET", f"/api/v1/{path}", place.token) for path in q.paths]] for q in questions}
            ours = {
                name: [send(port, requests, effort, repeat=True) for _ in range(rounds)]
                for name, requests in asked.items()
            }
        with place.connect() as connection:
            counts = {q.name: Samples(tuple(_counts(connection, q, effort) for _ in range(rounds))) for q in questions}
        database = place.database
    figures: list[Figure] = []
    for question in questions:
        results = ours[question.name]
        samples = Samples(tuple(result.rate for result in results))
        told = samples.figure(question.name, "answers/s", "a bare count", counts[question.name])
        latencies = {
            "p50_ms": median(result.p50_ms for result in results),
            "p99_ms": median(result.p99_ms for result in results),
        }
        figures.append(Figure(**({name: getattr(told, name) for name in told.__struct_fields__} | latencies)))
    notes = (
        database + ".",
        f"{effort.counted_matches:,} matches of {len(GAMES)} games by {_PEOPLE} people on {DAYS} days, all public.",
        "Each is asked anew but for the one as before, which the service still has at hand.",
        "A bare count: psycopg asking for the number of the same matches, by the same condition, without the service.",
    )
    return Report("Statistics", tuple(figures), notes)


def _questions(place: Stage) -> list[Question]:
    with place.connect() as connection:
        query = "SELECT player_id FROM statistics_seat GROUP BY player_id ORDER BY count(*) DESC, player_id"
        people = [player for (player,) in connection.execute(query)]
    busiest, usual = people[0], people[len(people) // 2]
    year = {"played_from": FIRST_DAY, "played_to": FIRST_DAY + timedelta(days=365)}

    def about(**wanted: Any) -> MatchFilter:
        return MatchFilter(readable=tuple(Visibility), sees_all=True, **wanted)

    return [
        Question("a game", anew(f"games/{GAME}/statistics"), about(game=GAME)),
        Question("a game, as before", [f"games/{GAME}/statistics"], about(game=GAME)),
        Question("a game, a year", [f"games/{GAME}/statistics?{year}" for year in _years()], about(game=GAME, **year)),
        Question("a game, a tag", anew(f"games/{GAME}/statistics?tag=cup"), about(game=GAME, tag="cup")),
        Question("records of a game", anew(f"games/{GAME}/records"), about(game=GAME)),
        Question("a player", anew(f"players/{usual}/statistics"), about(player=usual)),
        Question("the busiest player", anew(f"players/{busiest}/statistics"), about(player=busiest)),
        Question("two players", anew(f"players/{usual}/versus/{busiest}"), about(player=usual, companion=busiest)),
        Question(
            "the victories of a player",
            [f"matches?player={usual}&result=won&status=finished&counted=true"],
            about(player=usual, result="won"),
        ),
    ]


def _years() -> Iterator[str]:
    """Years one after the other, from each day on."""
    for number in range(_MORE_THAN_CACHED):
        first = FIRST_DAY + timedelta(days=number)
        yield f"played_from={first}&played_to={first + timedelta(days=365)}"


def _counts(connection: psycopg.Connection[Any], question: Question, effort: Effort) -> float:
    """Counts a second."""
    query = f"SELECT count(*) FROM statistics_match m WHERE {question.about.where('statistics')}"
    done, start = 0, perf_counter()
    while True:
        connection.execute(query, question.about.parameters())
        done += 1
        spent = perf_counter() - start
        if spent >= effort.seconds:
            return done / spent


# --- the matches ---


def load_results(place: Stage, matches: int, titles: int = 0, only: str | None = None) -> None:
    """Fill the read models with results, as if they had followed a log: of so many titles, or of one or all games."""
    untitled = [game for key, game in GAMES.items() if not game.meta.titled and key == (only or key)]
    games = [GAMES[SHEET]] if titles else untitled
    random = Random(7)
    people = [UUID(int=(17 << 120) + number) for number in range(_PEOPLE)]
    made = [_match(random, number, people, games, titles) for number in range(matches)]
    with place.connect() as connection, connection.cursor() as cursor:
        cursor.executemany("INSERT INTO players (id, name) VALUES (%s, %s)", [(each, str(each)) for each in people])
        _copy(cursor, "statistics_match", (match for match, _ in made))
        _copy(cursor, "statistics_seat", (seat for _, seats in made for seat in seats))
        recount.fill(connection, "statistics_sum")
        known = [title_of(number) for number in range(titles)]
        cursor.execute(_SCOREBOARD_MATCH, {"titles": Jsonb({str(one.id): one.title for one in known})})
        cursor.execute(_SCOREBOARD_SEAT)
        for table in (
            "statistics_match",
            "statistics_seat",
            "statistics_sum",
            "scoreboard_match",
            "scoreboard_seat",
            "players",
        ):
            cursor.execute(f"VACUUM ANALYZE {table}")


def _copy(cursor: psycopg.Cursor[Any], table: str, rows: Iterator[dict[str, Any]]) -> None:
    first = next(rows)
    with cursor.copy(f"COPY {table} ({', '.join(first)}) FROM STDIN") as copy:
        copy.write_row(list(first.values()))
        for row in rows:
            copy.write_row(list(row.values()))


def title_of(number: int) -> Subject:
    """A title of score sheets."""
    return subject_of_title(SHEET, f"Title {number:03}")


def _match(
    random: Random, number: int, people: list[UUID], games: list[AnyGame], titles: int
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of one match: the better score wins, equal ones share."""
    match_id = UUID(int=(19 << 120) + number)
    game = random.choice(games)
    # Some titles are played far more often than others.
    subject = title_of(int(titles * random.random() ** 2)) if titles else subject_of_game(game.meta.key)
    seats, figures = random.choice([seats for seats in game.meta.seats if 2 <= seats <= 5]), len(game.figures)
    start = random.randrange(seats)
    scores = [random.randint(0, 60) for _ in range(seats)]
    best, second = sorted(scores, reverse=True)[:2]
    seated: list[UUID] = []
    while len(seated) < seats:
        player = random.choice(people[:_REGULARS] if random.random() < 0.1 else people)
        if player not in seated:
            seated.append(player)
    counted = [[random.randint(0, 9) for _ in range(figures)] for _ in range(seats)]
    rows = [
        {
            "match_id": match_id,
            "seat": seat,
            "player_id": player,
            "turn": (seat - start) % seats,
            "score": score,
            "rank": 1 + sum(other > score for other in scores),
            "winner": score == best,
            "margin": score - (second if score == best else best),
            "thoughts": 0,
            "thinking": 0,
            "figures": counted[seat],
        }
        for seat, (player, score) in enumerate(zip(seated, scores, strict=True))
    ]
    winners = [seat for seat, score in enumerate(scores) if score == best]
    totals = list(zip(*counted, strict=True))
    return {
        "match_id": match_id,
        "opened": number + 1,
        "game": game.meta.key,
        "subject": subject.id,
        "lowest": False,
        "scored": True,
        "seats": seats,
        "start_seat": start,
        "options": Jsonb({"dealing": random.choice(["server", "table"]), "start_seat": str(start)}),
        "played_on": FIRST_DAY + timedelta(days=random.randrange(DAYS)),
        "ordinal": 0,
        "place": random.choice(_PLACES),
        "tags": random.sample(["club", "cup", "final"], random.randrange(2)),
        "visibility": "public",
        "origin": "table",
        "scores_known": True,
        "sealed": False,
        "irregular": False,
        "steps": random.randint(80, 400),
        "duration": random.randint(1_800, 7_200) if random.random() < 0.5 else None,
        "winners": len(winners),
        "drawn": False,
        "winning_seats": winners,
        "winning_score": best,
        "highest_score": best,
        "lowest_score": min(scores),
        "total_score": sum(scores),
        "margin": best - second,
        "thoughts": 0,
        "thinking": 0,
        "figures": [sum(amounts) for amounts in totals],
        "highest_figures": [max(amounts) for amounts in totals],
    }, rows


_SCOREBOARD_MATCH: Final = """
    INSERT INTO scoreboard_match
        (match_id, opened, version, game, subject, title, lowest, scored, decided, seats, start_seat, options, step,
         status, revealed, scores_known, winners, duration, counted, sealed, irregular, disputed, played_on,
         ordinal, place, note, tags, visibility, origin, opened_at, updated_at, edition, changed, drawn)
    SELECT match_id, opened, steps + 1, game, subject, %(titles)s::jsonb ->> subject::text, lowest, scored, true, seats,
           start_seat, options, steps, 'finished', true, true, winners, duration, true, sealed, irregular, false,
           played_on, ordinal, place, '', tags, visibility, origin, now(), now(), '', opened, drawn
    FROM statistics_match
"""

_SCOREBOARD_SEAT: Final = """
    INSERT INTO scoreboard_seat
        (match_id, seat, player_id, score, tie_breaks, rank, public_score, public_rank, winner)
    SELECT match_id, seat, player_id, score, '{}', rank, score, rank, winner FROM statistics_seat
"""
