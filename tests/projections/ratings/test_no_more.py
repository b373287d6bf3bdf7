"""A change rates again what it affects, and nothing else: counted."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from uuid import UUID

import psycopg
import pytest

from domain.match import commands
from domain.match.events import Visibility
from projections.follower import Follower
from projections.ratings import due
from projections.ratings.projection import Ratings
from tests.projections.ratings.club import FIRST, SETUPS, Club
from tests.projections.ratings.plain import expected, stored
from tests.tiers import thinned


class Counting:
    """A club whose matches of three are followed, and how many are rated on the way. They are private: in one pool."""

    def __init__(self, conninfo: str, club: Club) -> None:
        self.club = club
        self._conninfo = conninfo
        self._projection = Ratings()
        # A game in which one is ahead of another after a few actions.
        self._rules = next(rules for rules in SETUPS if rules[0].meta.key == "halunken" and rules[1].seats == 3)
        self._connection = psycopg.connect(conninfo, autocommit=True)

    def match(self, day: int, *people: UUID) -> UUID:
        """A match of three."""
        on = FIRST + timedelta(days=day)
        return self.club.result(people, on=on, rules=self._rules, visibility=Visibility.PRIVATE)

    def rated(self, limit: int = 500, *, brief: bool = False) -> int:
        """How many matches were rated since the last time, in batches of `limit` entries; all are rated right now."""
        rated = self._follow(limit, brief=brief)
        assert stored(self._conninfo) == expected(self.club.log)
        return rated

    def _follow(self, limit: int = 500, *, brief: bool = False) -> int:
        before = self._projection.rated
        follower = Follower(self._connection, lambda: self._projection, brief=brief)
        while follower.advance(limit):
            pass
        return self._projection.rated - before

    def rows_read(self) -> int:
        """The rows of the read model that are looked at for what is new."""
        query = "SELECT sum(idx_tup_fetch + seq_tup_read) FROM pg_stat_xact_user_tables WHERE relname LIKE 'rating_%'"
        self._connection.execute("SELECT pg_stat_force_next_flush()")  # else what was read before counts, too
        with self._connection.transaction():
            self._follow()
            row = self._connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def counting(conninfo: str) -> Iterator[Counting]:
    with Club(conninfo, "no more", people=0) as club:
        counting = Counting(conninfo, club)
        yield counting
        counting.close()


def three(counting: Counting) -> list[UUID]:
    return [counting.club.stranger() for _ in range(3)]


def test_each_match_is_rated_once_when_it_comes_in_the_order_of_play(counting: Counting) -> None:
    people = three(counting)
    for day in range(5):
        counting.match(day, *people)
        assert counting.rated() == 1
    for day in range(5, 15):
        counting.match(day, *people)
    assert counting.rated() == 10


CHANGES: dict[str, tuple[Callable[[Club, UUID], None], int]] = {
    "excluded": (lambda club, match: club.change(match, commands.describe, counted=False), 6),
    "removed": (lambda club, match: club.remove(match), 6),
    "reopened": (lambda club, match: club.change(match, commands.reopen, "not yet"), 6),
    "back-dated": (lambda club, match: club.change(match, commands.describe, played_on=FIRST - timedelta(days=1)), 10),
    "post-dated": (lambda club, match: club.change(match, commands.describe, played_on=FIRST + timedelta(days=6)), 7),
    "moved": (lambda club, match: club.change(match, commands.describe, place="Rome"), 0),
    "annotated": (lambda club, match: club.change(match, commands.describe, note="a note"), 0),
    "other seats": (
        lambda club, match: club.change(match, commands.change_seats, club.matches[match].seats[::-1]),
        7,
    ),
}
"""By what happens to the fourth of ten matches, one a day from the first: how many are rated for it."""


@pytest.mark.parametrize("change", thinned(CHANGES, quick=2))
def test_others_are_left_alone(counting: Counting, change: str) -> None:
    """Two clubs that never meet."""
    ours, theirs = three(counting), three(counting)
    matches = []
    for day in range(10):
        matches.append(counting.match(day, *ours))
        counting.match(day, *theirs)
    assert counting.rated() == 20
    happens, number = CHANGES[change]
    happens(counting.club, matches[3])
    assert counting.rated() == number


def test_a_late_match_rates_what_follows(counting: Counting) -> None:
    people = three(counting)
    for day in range(10):
        counting.match(day, *people)
    assert counting.rated() == 10
    counting.match(6, *people)
    assert counting.rated() == 1 + 3


def test_a_change_reaches_others_through_those_who_meet_them(counting: Counting) -> None:
    ours, theirs = three(counting), three(counting)
    first = counting.match(0, *ours)
    for day in range(1, 9):
        counting.match(day, *theirs)
    counting.match(5, ours[0], *theirs[:2])
    assert counting.rated() == 10
    counting.club.remove(first)
    assert counting.rated() == 1 + 3  # the one on day 5, and theirs on days 6 to 8


def test_it_stops_at_those_whose_rating_comes_out_the_same(counting: Counting) -> None:
    """Whom somebody has met for the first time makes no difference, if it was another one of whom nothing is known."""
    ada, bob, cid = three(counting)
    dan, eve, fay, gil = [*three(counting), counting.club.stranger()]
    first = counting.match(0, ada, bob, cid)
    for day in range(1, 6):
        counting.match(day, ada, bob, eve)
    for day in range(1, 3):
        counting.match(day, cid, fay, gil)
    assert counting.rated() == 8
    counting.club.change(first, commands.change_seats, [ada, bob, dan])
    assert counting.rated() == 1 + 2


def test_what_ends_as_it_was_rates_nothing(counting: Counting) -> None:
    people = three(counting)
    matches = [counting.match(day, *people) for day in range(4)]
    assert counting.rated() == 4
    counting.club.change(matches[1], commands.reopen, "not yet")
    counting.club.change(matches[1], commands.conclude, "after all")
    assert counting.rated() == 0


@pytest.mark.slow
def test_a_merge_rates_from_the_first_match_of_the_one_who_was_merged(counting: Counting) -> None:
    people = three(counting)
    alias = counting.club.stranger()
    for day in range(10):
        counting.match(day, alias if day in {4, 6} else people[0], *people[1:])
    assert counting.rated() == 10
    counting.club.merge(alias, people[0])
    assert counting.rated() == 6


@pytest.mark.slow
def test_several_changes_in_one_batch_are_one_pass(counting: Counting) -> None:
    people = three(counting)
    matches = [counting.match(day, *people) for day in range(10)]
    assert counting.rated() == 10
    for match in (matches[2], matches[5], matches[7]):
        counting.club.change(match, commands.describe, counted=False)
    assert counting.rated() == 5


def test_who_played_against_himself_is_not_rated(counting: Counting) -> None:
    ada, bob, cid = three(counting)
    counting.match(0, ada, bob, cid)
    counting.match(1, ada, bob, cid)
    assert counting.rated() == 2
    counting.club.merge(bob, ada)
    assert counting.rated() == 0


@pytest.mark.slow
def test_dates_far_apart_and_on_one_day(counting: Counting) -> None:
    people = three(counting)
    for on in (date.max, date.min, FIRST, FIRST, date.min):
        counting.match((on - FIRST).days, *people)
        counting.rated()


@pytest.mark.slow
@pytest.mark.parametrize("order", ["in the order of play", "the other way round", "at random"])
def test_a_long_log_is_worked_off_in_one_pass(counting: Counting, monkeypatch: pytest.MonkeyPatch, order: str) -> None:
    """Whatever the order in which it was recorded; then, when there is no backlog, each change is followed at once."""
    monkeypatch.setattr(due, "_BACKLOG", 20)
    monkeypatch.setattr(due, "_FEW", 5)
    people = three(counting)
    days = list(range(60))
    if order == "the other way round":
        days.reverse()
    elif order == "at random":
        counting.club.random.shuffle(days)
    for day in days:
        counting.match(day, *people)
    in_a_backlog = 60 + 5 * 6  # what comes early is rated at once, while it is little
    assert 60 <= counting.rated(limit=15) <= in_a_backlog + 4 * 60  # at the end of the log, batch by batch
    counting.match(30, *people)
    assert counting.rated() == 1 + 29


def test_matches_of_a_day_that_came_before_do_not_follow(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many they are: others needn't be spared the work."""
    monkeypatch.setattr(due, "_FEW_IF_BRIEF", 2)
    people = three(counting)
    for _ in range(6):
        counting.match(0, *people)
        assert counting.rated(brief=True) == 1


def test_a_late_match_reads_what_follows_and_not_what_came_before(counting: Counting) -> None:
    """As long as the tables aren't analysed, too: then a plan for small ones would go through all of them."""
    people = three(counting)

    def rows_read_for_a_late_match(day: int) -> int:
        counting.match(day, *people)
        return counting.rows_read()

    for day in range(0, 40, 4):
        counting.match(day, *people)
    counting.rated()
    with_few = rows_read_for_a_late_match(30)
    for day in range(100, 500, 4):
        counting.match(day, *people)
    counting.rated()
    with_many = rows_read_for_a_late_match(490)
    assert 0 < with_many <= 1.5 * with_few
