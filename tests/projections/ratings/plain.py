"""What the read model of ratings must say, worked out from the whole log by plain means, and read from its tables."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import psycopg
from openskill.models import BradleyTerryPart

from domain.codec import AnyEvent
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.events import Visibility
from domain.match.folding import fold
from domain.match.match import Match
from domain.match.parts import Status
from domain.people.events import MergeUndone, PlayersMerged
from domain.subjects.events import SubjectMergeUndone, SubjectsMerged
from domain.subjects.subject import subject_of_game, subject_of_title

Steps = dict[tuple[UUID, str, UUID], list[tuple[date, UUID, float, float, float, float]]]
"""By subject, pool and person, in order: date, match, mu and sigma before, mu and sigma after."""
Totals = dict[tuple[UUID, str, UUID], tuple[Any, ...]]
"""By subject, pool and person: matches, wins, shared wins, draws, best score, its merit, those known, rated, mu, ..."""


def expected(log: Sequence[tuple[UUID, AnyEvent]]) -> tuple[Steps, Totals]:
    """From all events with their originators, in order."""
    events: dict[UUID, list[Any]] = defaultdict(list)  # in the order of opening
    now: dict[UUID, UUID] = {}
    for originator_id, event in log:
        if isinstance(event, PlayersMerged):
            now[event.player] = event.into
        elif isinstance(event, SubjectsMerged):
            now[event.subject] = event.into
        elif isinstance(event, MergeUndone):
            del now[event.player]
        elif isinstance(event, SubjectMergeUndone):
            del now[event.subject]
        else:
            events[originator_id].append(event)

    def root(one: UUID) -> UUID:
        while one in now:
            one = now[one]
        return one

    finished = []
    for order, (match_id, of_match) in enumerate(events.items()):
        match = fold(None, of_match)
        if isinstance(match, Match) and not match.removed and match.counted and match.status is Status.FINISHED:
            if match.early_end is None and getattr(getattr(match.state, "closed", None), "unfinished", False):
                continue
            finished.append((match.played_on, match.ordinal, order, match_id, match))
    finished.sort(key=lambda one: one[:3])

    steps: Steps = defaultdict(list)
    totals: Totals = {}
    model = BradleyTerryPart(window_size=15)
    for pool in ("all", "public"):
        ratings: dict[tuple[UUID, UUID], Any] = {}
        counted: dict[tuple[UUID, UUID], list[Any]] = defaultdict(list)
        for played_on, _, _, match_id, match in finished:
            if pool == "public" and match.visibility is not Visibility.PUBLIC:
                continue
            game, people = root(subject_by_hand(match)), [root(player) for player in match.seats]
            full: Any = match.standings(RECORDER)
            summary_of: Any = match.standings(PUBLIC)
            if not match.options.keep_secrets:
                summary_of = full
            winners = {who for who, standing in zip(people, full, strict=True) if standing.winner}
            teams = sides_by_hand(match)
            won = len({team for team, standing in zip(teams, full, strict=True) if standing.winner})
            drawn = match.game.meta.key == "chess" and {standing.score for standing in full} == {Decimal("0.5")}
            rates = len(set(people)) == len(people) and len(set(teams)) > 1 and (won > 0 or drawn)
            better: Any = min if getattr(match.options, "winning", "") == "lowest" else max
            for who in set(people):
                seats = [seat for seat in range(len(people)) if people[seat] == who]
                scores = [full[seat].score for seat in seats if full[seat].score is not None]
                known = [summary_of[seat].score for seat in seats if summary_of[seat].score is not None]
                counted[game, who].append((who in winners, won, scores, known, drawn, rates, better))
            if not rates:
                continue
            ranks = [standing.rank for standing in summary_of]
            if None in ranks:
                ranks = [1 if who in winners else 2 for who in people]
            old = {who: ratings.get((game, who)) or model.rating() for who in people}
            sides: dict[Any, list[UUID]] = {}
            for who, team in sorted(
                zip(people, teams, strict=True), key=lambda one: (old[one[0]].mu, old[one[0]].sigma)
            ):
                sides.setdefault(team, []).append(who)
            rank_of = dict(zip(people, ranks, strict=True))
            placed = sorted(
                sides.values(),
                key=lambda side: (rank_of[side[0]], [(old[who].mu, old[who].sigma) for who in side]),
            )
            after = model.rate(
                [[old[who] for who in side] for side in placed], ranks=[rank_of[side[0]] for side in placed]
            )
            for side, of_side in zip(placed, after, strict=True):
                for who, new in zip(side, of_side, strict=True):
                    ratings[game, who] = new
                    before = old[who]
                    steps[game, pool, who].append((played_on, match_id, before.mu, before.sigma, new.mu, new.sigma))
        for (game, who), results in counted.items():
            rating = ratings.get((game, who))
            totals[game, pool, who] = (
                len(results),
                sum(won for won, *_ in results),
                sum(won and winners > 1 for won, winners, *_ in results),
                sum(drawn for *_, drawn, _, _ in results),
                *_best([(score, better) for _, _, scores, _, _, _, better in results for score in scores]),
                *_best([(score, better) for _, _, _, scores, _, _, better in results for score in scores]),
                sum(rates for *_, rates, _ in results),
                *((rating.mu, rating.sigma, rating.ordinal()) if rating else (None, None, None)),
            )
    return dict(steps), totals


def _best(scores: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    """The best of some scores, and its merit; each comes with which is better in its match."""
    ordered = sorted(((-score if better is min else score), score) for score, better in scores)
    return ordered[-1][::-1] if ordered else (None, None)


def subject_by_hand(match: Match) -> UUID:
    """What a match is of: for a sheet its title, if it has one."""
    title = getattr(match.options, "title", "")
    if not title:
        return subject_of_game(match.game.meta.key).id
    return subject_of_title(match.game.meta.key, title.upper()).id


def sides_by_hand(match: Match) -> list[Any]:
    """Who plays together, in seat order: teams by their names, or all."""
    if getattr(match.options, "winning", "") == "cooperative":
        return ["all"] * len(match.seats)
    teams = getattr(match.options, "teams", ())
    return [teams[seat] if teams and teams[seat] else seat for seat in range(len(match.seats))]


def stored(conninfo: str) -> tuple[Steps, Totals]:
    """The same, from the tables."""
    with psycopg.connect(conninfo) as connection:
        steps: Steps = defaultdict(list)
        for subject, pool, person, *step in connection.execute(
            "SELECT subject, pool, person, played_on, match_id, mu_before, sigma_before, mu, sigma FROM rating_step"
            " ORDER BY played_on, ordinal, opened"
        ):
            steps[subject, pool, person].append(tuple(step))
        totals = {
            (subject, pool, person): tuple(total)
            for subject, pool, person, *total in connection.execute(
                "SELECT subject, pool, person, matches, wins, shared_wins, draws, best_score, best_merit,"
                " known_best_score, known_best_merit, rated, mu, sigma, shown FROM rating_total"
            )
        }
    return dict(steps), totals
