"""Random logs: matches of every game, played, corrected and removed in any order; and what read models make of them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid4

import psycopg
from msgspec.structs import replace
from psycopg import sql

from domain.annotations import commands as annotation_commands
from domain.annotations.audience import Audience
from domain.annotations.content import Comment
from domain.kernel.game import AnyGame
from domain.kernel.pending import Finished
from domain.kernel.viewer import PUBLIC
from domain.match import amendments, commands
from domain.match.events import MatchEvent, Visibility
from domain.match.match import Match
from domain.registry import GAMES
from domain.series.series import add_match, evolve, open_series, take_out_match
from projections import PROJECTIONS
from service.eventstore.dice import FAIR_CHANCE
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of
from tests.service.eventstore.blocking import BlockingStore, opened

BY = "tester"


class Recorder:
    """Records matches at random."""

    def __init__(self, store: BlockingStore, random: Random) -> None:
        self.random = random
        self.store = store.matches
        self.match_commands = store.commands()
        self.series = store.series
        self.notes = store.notes
        self.playing: list[UUID] = []

    def open(self, game: AnyGame) -> UUID:
        """A match of any set-up."""
        setup = self.random.choice(list(support_of(game.meta.key).SETUPS.values()))
        match_id = uuid4()
        players = [uuid4() for _ in range(setup.seats)]
        self.match_commands.open_match(match_id, game, setup.options, players, by=BY)
        self._open_series(game, match_id, players)
        self._write_notes(match_id)
        self.playing.append(match_id)
        return match_id

    def _open_series(self, game: AnyGame, match_id: UUID, players: list[UUID]) -> None:
        """A series with a match, which may not stay in it."""
        key, at = game.meta.key, datetime.now(UTC)
        opened = open_series(key, players, 3, at=at, by=BY)
        added = add_match(evolve(None, opened), match_id, key, players, at=at, by=BY)
        series_id = uuid4()
        self.series.create(series_id, lambda: [opened, added])
        if self.random.random() < 0.3:
            self.series.revise(series_id, lambda series: [take_out_match(series, match_id, at=at, by=BY)])

    def _write_notes(self, match_id: UUID) -> None:
        """What people write beside a match stands in the same log; no read model is to stumble over it."""
        at = datetime.now(UTC)
        begun = annotation_commands.begin(match_id, at=at, by=BY)
        summary_of: dict[str, Any] = {
            "anchor": 0,
            "step": 0,
            "variation": None,
            "audience": Audience.PUBLIC,
            "eyes": PUBLIC,
        }
        self.notes.annotate(
            begun,
            lambda now: [annotation_commands.add(now, uuid4(), Comment(text="Well!"), **summary_of, at=at, by=BY)],
        )

    def play(self, match_id: UUID, most: int, played_at: datetime | None = None) -> None:
        """Up to `most` random actions in one write; a match that has ended isn't played any more."""
        self.match_commands.play(match_id, lambda match: self._actions(match, most), by=BY, played_at=played_at)
        if self.store.load(match_id).finished:
            self.playing.remove(match_id)

    def _actions(self, match: Match, most: int) -> Iterator[Any]:
        game, state = match.game, match.state
        for _ in range(most):
            if isinstance(game.pending(state), Finished) or (state is not match.state and match.awaits_server):
                return
            action = chosen_action(game, state, RandomChoices(self.random))
            yield action
            for fact in game.decide(state, action):
                state = game.evolve(state, fact)
            match = _with_state(match, state)
            if match.awaits_server:
                return

    def change(self, match_id: UUID) -> None:
        """Correct a fact, who sat where, an action; take back; end by agreement and go on; or remove the match."""
        kind = self.random.randrange(8)
        if kind == 0:
            self.remove(match_id)
        elif kind < 3:
            self.match_commands.revise(
                match_id,
                lambda match, at: [commands.change_seats(match, [uuid4() for _ in match.seats], at=at, by=BY)],
            )
        elif kind == 3:
            self.match_commands.revise(match_id, self._taken_back)
        elif kind == 4:
            self.match_commands.revise(match_id, self._amended)
        elif kind == 5:
            self.match_commands.revise(match_id, self._ended)
            if self.store.load(match_id).early_end is not None and self.random.random() < 0.5:
                self.match_commands.revise(match_id, lambda match, at: [commands.reopen(match, "a test", at=at, by=BY)])
            elif match_id in self.playing:
                self.playing.remove(match_id)
        else:
            self.match_commands.revise(match_id, self._described)

    def conclude(self, match_id: UUID) -> None:
        """End a match by agreement."""
        self.match_commands.revise(match_id, lambda match, at: [commands.conclude(match, "a test", at=at, by=BY)])
        self.playing.remove(match_id)

    def reopen(self, match_id: UUID) -> None:
        """Go on with one that ended by agreement."""
        self.match_commands.revise(match_id, lambda match, at: [commands.reopen(match, "a test", at=at, by=BY)])
        self.playing.append(match_id)

    def remove(self, match_id: UUID) -> None:
        """Remove a match."""
        self.match_commands.revise(match_id, lambda match, at: [commands.remove("a test", at=at, by=BY)])
        if match_id in self.playing:
            self.playing.remove(match_id)

    def _described(self, match: Match, at: datetime) -> list[MatchEvent]:
        described = commands.describe(
            match,
            played_on=date(2026, 1, self.random.randint(1, 28)),
            note=str(self.random.random()),
            ordinal=self.random.choice([None, 0, 7]),
            visibility=self.random.choice(list(Visibility)),
            tags=self.random.sample(["one", "two"], self.random.randrange(3)),
            counted=self.random.random() < 0.7,
            at=at,
            by=BY,
        )
        return [described]

    def _ended(self, match: Match, at: datetime) -> list[MatchEvent]:
        if match.finished:
            return []
        if self.random.random() < 0.5:
            return [commands.conclude(match, "a test", at=at, by=BY)]
        return [commands.abandon(match, "a test", at=at, by=BY)]

    def _taken_back(self, match: Match, at: datetime) -> list[MatchEvent]:
        if match.step < 2:
            return []
        try:
            return [commands.retract(match, self.random.randrange(match.step), "a test", at=at, by=BY)]
        except commands.NotPossible:  # all that follows was drawn by the server
            return []

    def _amended(self, match: Match, at: datetime) -> list[MatchEvent]:
        if match.step < 2:
            return []
        step = self.random.randint(1, match.step)
        same = [match.line[step - 1].played.action]
        if same[0].seat is None and match.server_deals:
            return []
        return list(amendments.amend(match, step, 1, same, "a test", chance=FAIR_CHANCE, at=at, by=BY).events)

    def something(self, game: AnyGame) -> None:
        """Any of these."""
        if not self.playing or self.random.random() < 0.1:
            self.open(game)
        elif self.random.random() < 0.15:
            self.change(self.random.choice(self.playing))
        else:
            self.play(self.random.choice(self.playing), self.random.randint(1, 30))


def _with_state(match: Match, state: Any) -> Match:
    return replace(match, state=state)


@contextmanager
def recorder(conninfo: str, seed: int = 0) -> Iterator[Recorder]:
    """A recorder whose choices `seed` decides."""
    with opened(conninfo) as store:
        yield Recorder(store, Random(seed))


def any_game(random: Random) -> AnyGame:
    return random.choice(list(GAMES.values()))


def rows(conninfo: str) -> dict[str, list[str]]:
    """All rows of all read models, their positions, and what they have set aside."""
    found = {
        **{table: sql.Identifier(table) for projection in PROJECTIONS for table in projection.tables},
        "projections": sql.SQL("(SELECT name, version, position FROM projections)"),
        "set_aside": sql.SQL("(SELECT projection, position, originator_id, fault FROM set_aside)"),
    }
    with psycopg.connect(conninfo) as connection:
        return {
            name: [
                text for (text,) in connection.execute(sql.SQL("SELECT t::text FROM {} t ORDER BY 1").format(source))
            ]
            for name, source in found.items()
        }


def last_position(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        (position,) = connection.execute("SELECT coalesce(max(notification_id), 0) FROM match_events").fetchone() or (
            0,
        )
    return int(position)


def position(conninfo: str, name: str) -> int:
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("SELECT position FROM projections WHERE name = %s", (name,)).fetchone()
    assert row is not None
    return int(row[0])


def wait_until(holds: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


def caught_up(conninfo: str) -> bool:
    """Whether all read models have got to the end of the log."""
    end = last_position(conninfo)
    return all(position(conninfo, projection.name) == end for projection in PROJECTIONS)
