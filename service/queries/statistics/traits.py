"""The statement that counts matches by what came about in play, such as the opening."""

from service.queries.filters import MatchFilter


def traits_query(wanted: MatchFilter) -> str:
    """A row for each of the `most` frequent values of `trait`, cut to `length`: steps, and as JSON starts and results.

    Every match that is asked for is looked at: there are no sums of these, since few ask and values are many.
    """
    return f"""
        WITH found AS (
            SELECT left(m.options ->> %(trait)s, %(length)s) AS value, m.seats, m.start_seat, m.winning_seats,
                   m.winners, m.drawn, count(*) AS matches, sum(m.steps) AS steps
            FROM statistics_match m WHERE {wanted.where("statistics")} AND m.options ->> %(trait)s IS NOT NULL
            GROUP BY 1, 2, 3, 4, 5, 6
        )
        SELECT value, sum(steps)::bigint AS steps, jsonb_agg(to_jsonb(found) - '{{value,steps}}'::text[]) AS groups
        FROM found GROUP BY value ORDER BY sum(matches) DESC, value COLLATE "C" LIMIT %(most)s
    """
