"""What the read model of ratings must say, worked out from the whole log by plain means, and read from its tables."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

import psycopg
from openskill.models import BradleyTerryPart

from domain.codec import AnyEvent
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.events import Visibility
from domain.match.match import Match, fold
from domain.match.parts import Status
from domain.people.events import MergeUndone, PlayersMerged

Steps = dict[tuple[str, str, UUID], list[tuple[date, UUID, float, float, float, float]]]
"""By game, pool and person, in order: date, match, mu and sigma before, mu and sigma after."""
Totals = dict[tuple[str, str, UUID], tuple[Any, ...]]
"""By game, pool and person: matches, wins, shared wins, best score, best known score, rated, mu, sigma, shown."""


def expected(log: Sequence[tuple[UUID, AnyEvent]]) -> tuple[Steps, Totals]:
    """From all events with their originators, in order."""
    events: dict[UUID, list[Any]] = defaultdict(list)  # in the order of opening
    person_of: dict[UUID, UUID] = {}
    for originator_id, event in log:
        if isinstance(event, PlayersMerged):
            person_of[event.player] = event.into
        elif isinstance(event, MergeUndone):
            del person_of[event.player]
        else:
            events[originator_id].append(event)

    def person(player: UUID) -> UUID:
        while player in person_of:
            player = person_of[player]
        return player

    finished = []
    for order, (match_id, of_match) in enumerate(events.items()):
        match = fold(None, of_match)
        if isinstance(match, Match) and not match.removed and match.counted and match.status is Status.FINISHED:
            if match.game.meta.titled:  # each is of a game of its own
                continue
            finished.append((match.played_on, order, match_id, match))
    finished.sort(key=lambda one: one[:2])

    steps: Steps = defaultdict(list)
    totals: Totals = {}
    model = BradleyTerryPart(window_size=15)
    for pool in ("all", "public"):
        ratings: dict[tuple[str, UUID], Any] = {}
        counted: dict[tuple[str, UUID], list[Any]] = defaultdict(list)
        for played_on, _, match_id, match in finished:
            if pool == "public" and match.visibility is not Visibility.PUBLIC:
                continue
            game, people = match.game.meta.key, [person(player) for player in match.seats]
            full: Any = match.standings(RECORDER)
            summary_of: Any = match.standings(PUBLIC)
            if not match.options.keep_secrets:
                summary_of = full
            winners = {who for who, standing in zip(people, full, strict=True) if standing.winner}
            won = sum(bool(standing.winner) for standing in full)
            rates = len(set(people)) == len(people)
            for who in set(people):
                scores = [full[seat].score for seat in range(len(people)) if people[seat] == who]
                known = [summary_of[seat].score for seat in range(len(people)) if people[seat] == who]
                counted[game, who].append((who in winners, won, max(scores), known, rates))
            if not rates:
                continue
            ranks = [standing.rank for standing in summary_of]
            if None in ranks:
                ranks = [1 if who in winners else 2 for who in people]
            places = [
                (rank, ratings.get((game, who)) or model.rating(), who) for rank, who in zip(ranks, people, strict=True)
            ]
            places.sort(key=lambda place: (place[0], place[1].mu, place[1].sigma))
            after = model.rate([[old] for _, old, _ in places], ranks=[rank for rank, *_ in places])
            for (_, old, who), (new,) in zip(places, after, strict=True):
                ratings[game, who] = new
                steps[game, pool, who].append((played_on, match_id, old.mu, old.sigma, new.mu, new.sigma))
        for (game, who), results in counted.items():
            known = [score for *_, scores, _ in results for score in scores if score is not None]
            rating = ratings.get((game, who))
            totals[game, pool, who] = (
                len(results),
                sum(won for won, *_ in results),
                sum(won and winners > 1 for won, winners, *_ in results),
                max(score for _, _, score, _, _ in results),
                max(known, default=None),
                sum(rates for *_, rates in results),
                *((rating.mu, rating.sigma, rating.ordinal()) if rating else (None, None, None)),
            )
    return dict(steps), totals


def stored(conninfo: str) -> tuple[Steps, Totals]:
    """The same, from the tables."""
    with psycopg.connect(conninfo) as connection:
        steps: Steps = defaultdict(list)
        for game, pool, person, *step in connection.execute(
            "SELECT game, pool, person, played_on, match_id, mu_before, sigma_before, mu, sigma FROM rating_step"
            " ORDER BY played_on, opened"
        ):
            steps[game, pool, person].append(tuple(step))
        totals = {
            (game, pool, person): tuple(total)
            for game, pool, person, *total in connection.execute(
                "SELECT game, pool, person, matches, wins, shared_wins, best_score, known_best_score, rated,"
                " mu, sigma, shown FROM rating_total"
            )
        }
    return dict(steps), totals
