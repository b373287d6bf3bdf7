"""Read models follow corrections and series, in batches of any size, as a rebuild does."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial, reduce
from random import Random
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from msgspec.msgpack import Encoder
from psycopg import sql
from psycopg.rows import dict_row

from domain.kernel.unknowns import HasUnknowns
from domain.kernel.viewer import RECORDER
from domain.match import amendments, commands
from domain.match.commands import NotPossible
from domain.match.events import ActionsRetracted, CardsIdentified, MatchEvent, Visibility
from domain.match.folding import evolve
from domain.match.identification import Contradiction, identify
from domain.match.match import Match
from domain.registry import GAMES
from domain.series.series import (
    Series,
    SeriesViolation,
    add_match,
    describe_series,
    open_series,
    remove_series,
    take_out_match,
)
from projections import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import project_batch
from projections.scoreboard.projection import Standings
from service.eventstore.dice import FAIR_CHANCE
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of, unknowns_support_of
from tests.service.eventstore.blocking import BlockingStore
from tests.service.eventstore.blocking import opened as opened_store

pytestmark = pytest.mark.slow

BY = "tester"
Rows = dict[str, list[dict[str, Any]]]


def rows(conninfo: str) -> Rows:
    """All rows of all read models."""
    with psycopg.connect(conninfo, row_factory=dict_row) as connection:
        return {
            table: sorted(
                connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table))).fetchall(), key=repr
            )
            for projection in PROJECTIONS
            for table in projection.tables
        }


class Recorder:
    """Records matches and series of one game at random, and corrects them."""

    def __init__(self, key: str, store: BlockingStore, random: Random) -> None:
        self.key = key
        self.matches = store.matches
        self.series = store.series
        self.random = random
        self.match_ids: list[UUID] = []
        self.series_ids: list[UUID] = []
        seats = GAMES[key].meta.seats
        self.players = [uuid4() for _ in range(3 if 3 in seats else seats[0])]
        self._scribe = store.commands()

    @property
    def identified(self) -> int:
        """How often cards were identified."""
        return sum(
            isinstance(event, CardsIdentified)
            for match_id in self.match_ids
            for _, event in self.matches.events(match_id)
        )

    def something(self) -> None:
        """Any write."""
        kinds: list[Callable[[], None]] = [
            self.open_match,
            *[self._play] * 3,
            *[self._correct] * 5,
            *[self._series] * 2,
        ]
        self.random.choice(kinds)()

    def open_match(self) -> None:
        """A match without actions."""
        setups = [setup for setup in support_of(self.key).SETUPS.values() if setup.seats == len(self.players)]
        setup = self.random.choice(setups)
        match_id = uuid4()
        self._scribe.open_match(match_id, GAMES[self.key], setup.options, self.players, by=BY)
        self.match_ids.append(match_id)

    def whole_match(self) -> None:
        """A match to its end."""
        self.open_match()
        self._scribe.revise(self.match_ids[-1], lambda match, at: self._played(match, at, 400))

    def secret_match(self) -> None:
        """A match to its end, told without its hands; of what was true, some is told later."""
        unknowns = unknowns_support_of(self.key)
        retold, match_id = unknowns.retold(self.random), uuid4()
        players = [uuid4() for _ in range(retold.setup.seats)]
        self._scribe.open_match(match_id, GAMES[self.key], retold.setup.options, players, by=BY)
        self._scribe.play(match_id, lambda match: retold.actions, by=BY)
        self.match_ids.append(match_id)
        for step in self.random.sample(range(len(retold.truth)), 12):
            state = self.matches.load(match_id).state_at(step)
            for seat in range(retold.setup.seats):
                if missing := unknowns.missing(state, retold.truth[step], seat):
                    held = unknowns.identification(state, seat, missing)
                    self._scribe.revise(match_id, partial(_told, step=step, held=held))

    def _revise(self, command: Callable[[Match, Any], list[MatchEvent]]) -> None:
        if not self.match_ids:
            return
        match_id = self.random.choice(self.match_ids)
        try:
            self._scribe.revise(match_id, command)
        except (NotPossible, Contradiction):
            return

    def _play(self) -> None:
        self._revise(lambda match, at: self._played(match, at, self.random.choice([1, 3, 40, 400])))

    def _played(self, match: Match, at: Any, most: int) -> list[MatchEvent]:
        events: list[MatchEvent] = []
        match = commands.let_server_draw(match, events, FAIR_CHANCE, at=at, by=BY)
        while not match.finished and len(events) < most:
            action = chosen_action(match.game, match.state, RandomChoices(self.random))
            events.append(commands.play(match, action, at=at, by=BY))
            match = commands.let_server_draw(evolve(match, events[-1]), events, FAIR_CHANCE, at=at, by=BY)
        return events

    def _correct(self) -> None:
        random = self.random

        def amend(match: Match, at: Any) -> list[MatchEvent]:
            if match.step == 0:
                return []
            step = random.randint(1, match.step)
            return [
                *amendments.amend(match, step, 1, [], "a slip", chance=FAIR_CHANCE, at=at, by=BY).events,
            ]

        def taken_back(match: Match, at: Any) -> ActionsRetracted:
            return commands.retract(match, random.randint(0, match.step), "a slip", at=at, by=BY)

        def take_back(match: Match, at: Any) -> list[MatchEvent]:
            return [taken_back(match, at)]

        def restore(match: Match, at: Any) -> list[MatchEvent]:
            retracted = taken_back(match, at)
            back = evolve(match, retracted)
            since = self._played(back, at, 3)
            other = reduce(evolve, since, back)
            again = amendments.restore(other, match, retracted.to_step, "no slip", chance=FAIR_CHANCE, at=at, by=BY)
            assert again.match.state == match.state
            return [retracted, *since, *again.events]

        def swap(match: Match, at: Any) -> list[MatchEvent]:
            return [commands.change_seats(match, random.sample(match.seats, len(match.seats)), at=at, by=BY)]

        def end(match: Match, at: Any) -> list[MatchEvent]:
            command: Any = random.choice([commands.conclude, commands.abandon, commands.reopen, commands.reopen])
            return [command(match, "so be it", at=at, by=BY)]

        self._revise(random.choice([amend, take_back, restore, swap, end, *[self._identify] * 2]))

    def _identify(self, match: Match, at: Any) -> list[MatchEvent]:
        """Some cards that a seat may have held; several tries, since most can't be."""
        if not isinstance(match.game, HasUnknowns):
            return []
        unknowns = unknowns_support_of(self.key)
        for _ in range(10):
            step, seat = self.random.randint(0, match.step), self.random.randrange(len(match.seats))
            state = match.state_at(step)
            if possible := unknowns.possible(state, seat):
                held = unknowns.identification(state, seat, self.random.sample(possible, self.random.randint(1, 2)))
                try:
                    return _told(match, at, step, held)
                except Contradiction:
                    continue
        return []

    def open_series(self) -> None:
        """A series without matches."""
        self.series_ids.append(uuid4())
        opened = open_series(self.key, self.players, self.random.randint(1, 5), at=datetime.now(UTC), by=BY)
        self.series.create(self.series_ids[-1], lambda: [opened])

    def _series(self) -> None:
        at = datetime.now(UTC)
        if not self.series_ids or self.random.random() < 0.2:
            self.open_series()
            return
        series_id = self.random.choice(self.series_ids)

        def decide(series: Series) -> list[Any]:
            match self.random.randrange(16):
                case 0:
                    self.series_ids.remove(series_id)
                    return [remove_series("a test", at=at, by=BY)]
                case 1:
                    return [
                        describe_series(series, title=str(series.version), visibility=Visibility.UNLISTED, at=at, by=BY)
                    ]
                case 2 | 3 | 4 if series.matches:
                    return [take_out_match(series, self.random.choice(series.matches), at=at, by=BY)]
                case _:
                    matches = [self.random.choice(self.match_ids)] if self.match_ids else []
                    return [add_match(series, match_id, self.key, self.players, at=at, by=BY) for match_id in matches]

        try:
            self.series.revise(series_id, decide)
        except SeriesViolation:
            return


def _told(match: Match, at: Any, step: int, held: Any) -> list[MatchEvent]:
    return [identify(match, step, held, "seen later", at=at, by=BY)]


@pytest.mark.parametrize("key", GAMES)
def test_batches_of_any_size_give_what_a_rebuild_gives(conninfo: str, key: str) -> None:
    random = Random(key)
    with opened_store(conninfo) as store:
        record = Recorder(key, store, random)
        if isinstance(GAMES[key], HasUnknowns):
            record.secret_match()
            assert record.identified > 3
        record.open_match()
        record.open_match()
        projections = [kind() for kind in PROJECTIONS]
        with psycopg.connect(conninfo, autocommit=True) as connection:
            for _ in range(70):
                record.something()
                place = random.randrange(len(projections))
                if random.random() < 0.2:  # as after a restart: nothing is remembered
                    projections[place] = PROJECTIONS[place]()
                for _ in range(random.randrange(4)):
                    project_batch(connection, projections[place], random.choice((1, 2, 5, 20, 100)))
            record.whole_match()
            record.open_series()  # all those before may have been removed by chance
            for projection in projections:
                while project_batch(connection, projection, random.randint(1, 50)):
                    pass
        followed = rows(conninfo)
        assert len(followed["scoreboard_match"]) > 2
        assert len(followed["move_history"]) > 30
        assert len(followed["series"]) > 0
        verify(followed, record)
        for kind in PROJECTIONS:
            rebuild(conninfo, kind(), lambda done, end: None)
        assert rows(conninfo) == followed


def verify(followed: Rows, record: Recorder) -> None:
    """The rows tell what the aggregates are."""

    def told_of(table: str, match_id: UUID, *columns: str) -> list[tuple[Any, ...]]:
        of_match = [row for row in followed[table] if row["match_id"] == match_id]
        return sorted((tuple(row[column] for column in columns) for row in of_match), key=lambda values: values[0])

    for match_id in record.match_ids:
        match = record.matches.load(match_id)
        assert match.state == record.matches.at_version(match_id, match.version).state
        history = told_of("move_history", match_id, "step", "version")
        assert history == [(ply.played.step, ply.version) for ply in match.line]
        standings = [Encoder().encode(Standings(then).by_viewer()) for then in match.steps(0)]
        assert told_of("scoreboard_step", match_id, "step", "standings") == list(enumerate(standings))
        seats = told_of("scoreboard_seat", match_id, "seat", "player_id", "score")
        assert seats == [(one.seat, match.seats[one.seat], one.score) for one in match.standings(RECORDER)]
        assert told_of("scoreboard_match", match_id, "status") == [(match.status,)]
    for series_id in record.series_ids:
        series = record.series.load(series_id)
        matches = sorted(
            (row["place"], row["match_id"]) for row in followed["series_match"] if row["series_id"] == series_id
        )
        assert tuple(match_id for _, match_id in matches) == series.matches
