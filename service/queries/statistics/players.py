"""The statements that ask for the statistics of a player, and of two players beside each other."""

from typing import Final

from msgspec.structs import replace

from service.queries.filters import BETTER, KNOWN, OTHER_PERSON, PERSON, SCORED, SUBJECT, MatchFilter


def _measure(value: str, condition: str = "true") -> str:
    """A JSON object for a :class:`MeasureValues` of `value`, over rows that have a match and fulfil `condition`."""
    filtered = f"FILTER (WHERE ({condition}) AND {value} IS NOT NULL)"

    def extreme(aggregate: str, direction: str) -> str:
        first = f"(array_agg(match_id ORDER BY {value} {direction}, played_on, ordinal, opened) {filtered})[1]"
        return (
            f"CASE WHEN count(*) {filtered} > 0"
            f" THEN jsonb_build_object('value', {aggregate}({value}) {filtered}, 'match_id', {first}) END"
        )

    return (
        f"jsonb_build_object('matches', count(DISTINCT match_id) FILTER (WHERE {condition}),"
        f" 'values', count(*) {filtered}, 'total', coalesce(sum({value}) {filtered}, 0),"
        f" 'highest', {extreme('max', 'DESC')}, 'lowest', {extreme('min', 'ASC')})"
    )


# The best score of a person is the one of its own, as in leaderboards: it needs nobody else's.
_BEST: Final = """(array_agg(score ORDER BY CASE WHEN lowest THEN -score ELSE score END DESC, score DESC)
                    FILTER (WHERE open AND score IS NOT NULL))[1]"""


# Two players may turn out to be one person, who then has two seats in a match: matches are counted, not seats.
def player_query(wanted: MatchFilter) -> str:
    """One row: what :class:`PlayerFigures` holds, as JSON."""
    # The player is looked for once, unless somebody else has to sit beside.
    others = wanted if wanted.companion is not None else replace(wanted, player=None)
    return f"""
        WITH mine AS MATERIALIZED (
            SELECT m.match_id, {SUBJECT} AS subject, m.game, m.played_on, m.ordinal, m.opened, m.seats, m.steps,
                   m.duration, m.winners, m.drawn, m.lowest, {KNOWN} AS open, {SCORED} AS known,
                   CASE WHEN {KNOWN} THEN p.rank END AS rank,
                   p.seat, p.turn, p.score, p.winner, p.margin, p.thoughts, p.thinking, p.figures
            FROM statistics_seat p JOIN statistics_match m USING (match_id)
            WHERE p.player_id IN {PERSON} AND {others.where("statistics")}
        ),
        slices AS (
            SELECT CASE GROUPING(subject, seat, turn, seats, rank)
                       WHEN 31 THEN 'all' WHEN 15 THEN 'subject' WHEN 23 THEN 'seat' WHEN 27 THEN 'turn'
                       WHEN 29 THEN 'seats' ELSE 'rank' END AS by,
                   coalesce(subject::text, seat::text, turn::text, seats::text, rank::text) AS value,
                   count(DISTINCT match_id) AS matches,
                   count(DISTINCT match_id) FILTER (WHERE winner) AS wins,
                   count(DISTINCT match_id) FILTER (WHERE winner AND winners > 1) AS shared_wins,
                   count(DISTINCT match_id) FILTER (WHERE drawn) AS draws
            FROM mine GROUP BY GROUPING SETS ((), (subject), (seat), (turn), (seats), (rank))
        ),
        totals AS (
            SELECT subject, jsonb_agg(jsonb_build_object('total', total, 'values', counted) ORDER BY place) AS figures
            FROM (SELECT subject, place, coalesce(sum(amount), 0) AS total,
                         count(DISTINCT match_id) FILTER (WHERE amount IS NOT NULL) AS counted
                  FROM mine, unnest(figures) WITH ORDINALITY AS f (amount, place) GROUP BY subject, place) t
            GROUP BY subject
        ),
        games AS (
            SELECT subject, min(game) AS game, {_BEST} AS best,
                   {_measure("score", "open")} AS own,
                   {_measure("score", "known")} AS score,
                   {_measure("margin", "known AND winner")} AS won_by,
                   {_measure("-margin", "known AND NOT winner AND NOT drawn")} AS lost_by
            FROM mine GROUP BY subject
        ),
        played AS (
            SELECT match_id, played_on, ordinal, opened, steps, duration, bool_or(winner) AS won
            FROM mine GROUP BY match_id, played_on, ordinal, opened, steps, duration
        ),
        islands AS (
            SELECT *, count(*) FILTER (WHERE NOT won) OVER (ORDER BY played_on, ordinal, opened) AS island FROM played
        ),
        streaks AS (
            SELECT island, count(*) AS length,
                   (array_agg(match_id ORDER BY played_on, ordinal, opened))[1] AS first,
                   (array_agg(match_id ORDER BY played_on DESC, ordinal DESC, opened DESC))[1] AS last
            FROM islands WHERE won GROUP BY island
        ),
        met AS (
            SELECT coalesce(known.merged_into, o.player_id) AS player, count(DISTINCT o.match_id) AS matches,
                   min(opened) AS since, min(o.seat) AS seat
            FROM played JOIN statistics_seat o USING (match_id) LEFT JOIN players known ON known.id = o.player_id
            WHERE o.player_id NOT IN {PERSON}
            GROUP BY 1
        ),
        regulars AS (
            SELECT player, matches, row_number() OVER (ORDER BY matches DESC, since, seat, player) AS place FROM met
        )
        SELECT (SELECT jsonb_agg(slices) FROM slices) AS slices,
               (SELECT coalesce(jsonb_agg(to_jsonb(games) || jsonb_build_object('figures', coalesce(figures, '[]'))
                                          ORDER BY game, subject), '[]')
                FROM games LEFT JOIN totals USING (subject)) AS games,
               (SELECT {_measure("steps")} FROM played) AS steps,
               (SELECT {_measure("duration", "duration IS NOT NULL")} FROM played) AS duration,
               (SELECT jsonb_build_object('actions', coalesce(sum(thoughts), 0),
                                          'milliseconds', coalesce(sum(thinking), 0)) FROM mine) AS thinking,
               (SELECT to_jsonb(streaks) FROM streaks ORDER BY length DESC, island LIMIT 1) AS longest,
               (SELECT to_jsonb(streaks) FROM streaks WHERE island = (SELECT max(island) FROM islands)) AS current,
               (SELECT coalesce(jsonb_agg(regulars ORDER BY place), '[]')
                FROM regulars WHERE matches >= place) AS regulars
    """


def duel_query(wanted: MatchFilter) -> str:
    """One row: a :class:`DuelResults` for each subject, as JSON."""

    def number(condition: str) -> str:
        return f"count(DISTINCT match_id) FILTER (WHERE {condition})"

    others = replace(wanted, player=None, companion=None)
    return f"""
        WITH pairs AS (
            SELECT m.match_id, {SUBJECT} AS subject, m.game, m.played_on, m.ordinal, m.opened, {KNOWN} AS open,
                   {SCORED} AS known, p.winner AS won, q.winner AS other_won, p.score - q.score AS difference,
                   {BETTER.format("p.score", "q.score")} AS better, {BETTER.format("q.score", "p.score")} AS worse
            FROM statistics_seat p JOIN statistics_match m USING (match_id)
            JOIN statistics_seat q ON q.match_id = p.match_id AND q.seat <> p.seat
            WHERE p.player_id IN {PERSON} AND q.player_id IN {OTHER_PERSON} AND {others.where("statistics")}
        ),
        duels AS (
            SELECT subject, min(game) AS game, count(DISTINCT match_id) AS matches,
                   {number("won")} AS wins, {number("other_won")} AS other_wins,
                   {number("open AND better")} AS better, {number("open AND difference = 0")} AS equal,
                   {number("open AND worse")} AS worse, {_measure("difference", "known")} AS difference
            FROM pairs GROUP BY subject
        )
        SELECT coalesce(jsonb_agg(duels ORDER BY game, subject), '[]') AS duels FROM duels
    """


def opponents_query(wanted: MatchFilter) -> str:
    """A row for each :class:`OpponentRow`, who was met most often first."""
    better = BETTER.replace("m.lowest", "mine.lowest")
    return f"""
        WITH mine AS MATERIALIZED (
            SELECT m.match_id, m.lowest, {KNOWN} AS known, p.score, p.winner
            FROM statistics_seat p JOIN statistics_match m USING (match_id)
            WHERE p.player_id IN {PERSON} AND {replace(wanted, player=None).where("statistics")}
        ),
        met AS (
            SELECT coalesce(known.merged_into, o.player_id) AS player, o.match_id,
                   bool_or(mine.winner) AS won, bool_or(o.winner) AS other_won,
                   bool_or(mine.known AND {better.format("mine.score", "o.score")}) AS better,
                   bool_or(mine.known AND {better.format("o.score", "mine.score")}) AS worse
            FROM mine JOIN statistics_seat o USING (match_id) LEFT JOIN players known ON known.id = o.player_id
            WHERE o.player_id NOT IN {PERSON}
            GROUP BY 1, 2
        )
        SELECT player, count(*) AS matches, count(*) FILTER (WHERE won) AS wins,
               count(*) FILTER (WHERE other_won) AS other_wins,
               count(*) FILTER (WHERE better) AS better, count(*) FILTER (WHERE worse) AS worse
        FROM met GROUP BY player ORDER BY matches DESC, player LIMIT %(limit)s
    """
