"""Rows of the tables that are read from read models: of the matches `ids`, as far as who asks may know them.

`all` is whether scores that a match keeps secret may be known, `pool` which matches count together in ratings.
"""

from typing import Final

from projections.ratings.model import CAUTION
from service.queries.filters import SUBJECT
from service.queries.player_names import ANONYMOUS_NAME

# What people call a title, or else as the match spells it; a game has none.
_NAME: Final = f"coalesce((SELECT t.name FROM subjects t WHERE t.id = {SUBJECT}), m.title)"
_SUBJECT: Final = f"{SUBJECT} AS subject, {_NAME} AS title"

PLAYS: Final = f"""
    SELECT m.match_id, m.game, {_SUBJECT}, m.edition, m.status, m.played_on, m.ordinal, m.place, m.note, m.tags,
           m.options, m.origin, m.visibility, m.counted, m.sealed, m.irregular, m.seats, m.start_seat, m.step AS steps,
           m.duration, m.winners, m.version, m.opened_at, m.updated_at, m.opened, m.changed
    FROM scoreboard_match m WHERE m.match_id = ANY(%(ids)s) ORDER BY m.opened
"""  # put together from constants

# Of a match that counts all tie-breaks are known but to those from whom it keeps its scores secret; before, a game may
# have a secret among them.
SEATS: Final = f"""
    SELECT m.match_id, s.seat, m.game, {_SUBJECT}, m.status, m.played_on, m.ordinal, m.place, m.tags, m.counted,
           m.seats, m.step AS steps, m.duration, m.winners, m.opened, s.player_id, coalesce(q.id, p.id) AS person_id,
           coalesce(q.name, p.name, '{ANONYMOUS_NAME}') AS name,
           (s.seat - m.start_seat + m.seats) %% m.seats AS turn,
           CASE WHEN %(all)s OR m.revealed THEN s.score ELSE s.public_score END AS score,
           CASE WHEN %(all)s OR m.revealed THEN s.rank ELSE s.public_rank END AS rank,
           s.winner,
           CASE WHEN %(all)s OR m.revealed THEN s.tie_breaks END AS tie_breaks,
           t.figures
    FROM scoreboard_match m JOIN scoreboard_seat s USING (match_id)
    JOIN players p ON p.id = s.player_id LEFT JOIN players q ON q.id = p.merged_into
    LEFT JOIN statistics_seat t USING (match_id, seat)
    WHERE m.match_id = ANY(%(ids)s) ORDER BY m.opened, s.seat
"""  # put together from constants

RATINGS: Final = f"""
    SELECT s.match_id, s.person AS person_id, r.game, s.subject, {_NAME} AS title, s.played_on, s.ordinal, s.opened,
           coalesce(p.name, '{ANONYMOUS_NAME}') AS name,
           r.ranks[array_position(r.persons, s.person)] AS rank, r.seats,
           s.mu_before, s.sigma_before, s.mu_before - {CAUTION} * s.sigma_before AS shown_before,
           s.mu, s.sigma, s.mu - {CAUTION} * s.sigma AS shown
    FROM rating_step s JOIN rating_match r USING (match_id) JOIN scoreboard_match m USING (match_id)
    LEFT JOIN players p ON p.id = s.person
    WHERE s.match_id = ANY(%(ids)s) AND s.pool = %(pool)s ORDER BY s.opened, s.person
"""  # put together from constants

REMOVALS: Final = """
    SELECT originator_id AS match_id, originator_version AS version, notification_id AS changed FROM match_events
    WHERE topic = 'match/removed' AND notification_id > %(after)s ORDER BY notification_id LIMIT %(limit)s
"""
