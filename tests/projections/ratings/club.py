"""People who play all games, and correct what they recorded, at random; written into the log past the service."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from itertools import count
from random import Random
from types import TracebackType
from typing import Any, Final, Self
from uuid import UUID

import psycopg
from msgspec.structs import replace

from domain.codec import AnyEvent, encode, topic_of
from domain.kernel.game import AnyGame, Setup
from domain.match import commands
from domain.match.events import MOST_ORDINAL, MatchEvent, Origin, Visibility
from domain.match.folding import evolve
from domain.match.match import Match
from domain.people.events import PEOPLE, MergeUndone, PlayersMerged
from domain.registry import GAMES
from domain.subjects.events import SUBJECTS, SubjectMergeUndone, SubjectsMerged
from domain.subjects.subject import subject_of
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of

BY: Final = "tester"
AT: Final = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
FIRST: Final = date(2026, 1, 1)

SETUPS: Final = [(game, setup) for key, game in GAMES.items() for setup in support_of(key).SETUPS.values()]

TITLES: Final = sorted(
    {subject_of(game.meta, setup.options).id for game, setup in SETUPS if getattr(setup.options, "title", "")}
)


class Club:
    """The log of a club, and what is in it."""

    def __init__(self, conninfo: str, seed: str, people: int = 9, days: int = 30) -> None:
        self.random = Random(seed)
        self.people = [self._id() for _ in range(people)]
        self.merged: list[UUID] = []
        self.matches: dict[UUID, Match] = {}
        self.log: list[tuple[UUID, AnyEvent]] = []
        self._days = days
        self._merges = count(1)
        self._subject_merges = count(1)
        self.titles = list(TITLES)
        """Of which none is merged."""
        self.merged_titles: list[UUID] = []
        self._connection = psycopg.connect(conninfo, autocommit=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._connection.close()

    # --- what happens ---

    def stranger(self) -> UUID:
        """Somebody new."""
        self.people.append(self._id())
        return self.people[-1]

    def result(
        self,
        seats: Sequence[UUID] | None = None,
        *,
        on: date | None = None,
        rules: tuple[AnyGame, Setup[Any]] | None = None,
        visibility: Visibility | None = None,
        steps: int | None = None,
        ordinal: int = 0,
    ) -> UUID:
        """A match that was opened, played for a while, and concluded; what isn't given is anything."""
        match_id = self.open(seats, on=on, rules=rules, visibility=visibility, ordinal=ordinal)
        self.play(match_id, self.random.randint(3, 12) if steps is None else steps)
        if not self.matches[match_id].finished:
            self.change(match_id, commands.conclude, "enough")
        return match_id

    def open(
        self,
        seats: Sequence[UUID] | None = None,
        *,
        on: date | None = None,
        rules: tuple[AnyGame, Setup[Any]] | None = None,
        visibility: Visibility | None = None,
        ordinal: int = 0,
    ) -> UUID:
        """A match; what isn't given is anything."""
        game, setup = rules or self.random.choice([rules for rules in SETUPS if rules[1].seats <= len(self.people)])
        opened = commands.open_match(
            game,
            replace(setup.options, keep_secrets=self.random.random() < 0.3),
            seats or self.random.sample(self.people, setup.seats),
            played_on=on or self.day(),
            place=self.random.choice(["", "Bologna", "Rome"]),
            visibility=visibility or self.random.choice(list(Visibility)),
            origin=self.random.choice([Origin.TABLE, Origin.SIMULATION]),
            ordinal=ordinal,
            at=AT,
            by=BY,
        )
        match_id = self._id()
        self._write(match_id, [opened])
        return match_id

    def play(self, match_id: UUID, steps: int) -> None:
        """Up to so many random steps."""
        match, events = self.matches[match_id], list[MatchEvent]()
        while len(events) < steps and not match.finished:
            action = chosen_action(match.game, match.state, RandomChoices(self.random))
            events.append(commands.play(match, action, at=AT, by=BY))
            match = evolve(match, events[-1])
        self._write(match_id, events)

    def change(self, match_id: UUID, command: Callable[..., MatchEvent], *arguments: Any, **named: Any) -> None:
        """A command of :mod:`domain.match.commands`."""
        self._write(match_id, [command(self.matches[match_id], *arguments, **named, at=AT, by=BY)])

    def remove(self, match_id: UUID) -> None:
        """A match is removed."""
        self._write(match_id, [commands.remove("a test", at=AT, by=BY)])

    def merge(self, player: UUID, into: UUID) -> None:
        """Two people are one."""
        self.people.remove(player)
        self.merged.append(player)
        self._append(PEOPLE, [(next(self._merges), PlayersMerged(player=player, into=into, at=AT, by=BY))], "")

    def separate(self, player: UUID) -> None:
        """A merge is undone."""
        self.merged.remove(player)
        self.people.append(player)
        self._append(PEOPLE, [(next(self._merges), MergeUndone(player=player, at=AT, by=BY))], "")

    def merge_subjects(self, subject: UUID, into: UUID) -> None:
        """Two titles are one game."""
        self.titles.remove(subject)
        self.merged_titles.append(subject)
        event = SubjectsMerged(subject=subject, into=into, at=AT, by=BY)
        self._append(SUBJECTS, [(next(self._subject_merges), event)], "")

    def separate_subjects(self, subject: UUID) -> None:
        """They aren't after all."""
        self.merged_titles.remove(subject)
        self.titles.append(subject)
        event = SubjectMergeUndone(subject=subject, at=AT, by=BY)
        self._append(SUBJECTS, [(next(self._subject_merges), event)], "")

    def something(self) -> None:
        """Anything."""
        random = self.random
        kinds: dict[Callable[[], object], float] = {
            lambda: self.result(ordinal=self.ordinal()): 6,
            self.open: 0.5,
            lambda: self._correct(self._any(lambda match: not match.removed)): 5,
        }
        if len(self.people) > 6:
            kinds[lambda: self.merge(*random.sample(self.people, 2))] = 0.2
        if len(self.titles) > 1:
            kinds[lambda: self.merge_subjects(*random.sample(self.titles, 2))] = 0.2
        if self.merged_titles:
            kinds[lambda: self.separate_subjects(random.choice(self.merged_titles))] = 0.2
        if self.merged:
            kinds[lambda: self.separate(random.choice(self.merged))] = 0.1
        random.choices(list(kinds), list(kinds.values()))[0]()

    def _correct(self, match_id: UUID | None) -> None:
        if match_id is None:
            return
        random, match = self.random, self.matches[match_id]
        kind = random.choice(
            ["date", "ordinal", "visibility", "count", "place", "seats", "strangers", "end", "end", "back", "gone"]
        )
        if kind == "date":
            self.change(match_id, commands.describe, played_on=self.day())
        elif kind == "ordinal":
            self.change(match_id, commands.describe, ordinal=self.ordinal())
        elif kind == "visibility":
            self.change(match_id, commands.describe, visibility=random.choice(list(Visibility)))
        elif kind == "count":
            self.change(match_id, commands.describe, counted=not match.counted)
        elif kind == "place":
            self.change(match_id, commands.describe, place=random.choice(["Rome", "Milan"]))
        elif kind == "seats":
            self.change(match_id, commands.change_seats, random.sample(match.seats, len(match.seats)))
        elif kind == "strangers" and len(match.seats) <= len(self.people):
            self.change(match_id, commands.change_seats, random.sample(self.people, len(match.seats)))
        elif kind == "back" and match.step > 1:
            self._take_back(match_id)
        elif kind == "end" and match.early_end is not None:
            self.change(match_id, commands.reopen, "not yet")
        elif kind == "end" and not match.finished:
            end: Any = commands.abandon if random.random() < 0.3 else commands.conclude
            self.change(match_id, end, "enough")
        elif kind == "gone" and random.random() < 0.3:
            self.remove(match_id)

    def _take_back(self, match_id: UUID) -> None:
        """Some steps, others in their place, and an end again."""
        match = self.matches[match_id]
        try:
            self.change(match_id, commands.retract, self.random.randrange(match.step), "a slip")
        except commands.NotPossible:  # all that follows was drawn by the server
            return
        self.play(match_id, self.random.randrange(8))
        if self.random.random() < 0.7 and not self.matches[match_id].finished:
            self.change(match_id, commands.conclude, "enough")

    # --- small parts ---

    def day(self) -> date:
        """Any date."""
        return FIRST + timedelta(days=self.random.randrange(self._days))

    def ordinal(self) -> int:
        """Any place on a date; mostly the usual one."""
        return self.random.choice([0, 0, 0, 1, 2, MOST_ORDINAL])

    def _any(self, wanted: Callable[[Match], bool]) -> UUID | None:
        fitting = [match_id for match_id, match in self.matches.items() if wanted(match)]
        return self.random.choice(fitting) if fitting else None

    def _id(self) -> UUID:
        return UUID(int=self.random.getrandbits(128), version=4)

    def _write(self, match_id: UUID, events: Sequence[MatchEvent]) -> None:
        before = self.matches.get(match_id)
        version = before.version if before else 0
        after = reduce(evolve, events, before)
        assert after is not None
        self.matches[match_id] = after
        self._append(match_id, list(enumerate(events, version + 1)), after.game.meta.key)

    def _append(self, originator_id: UUID, events: Sequence[tuple[int, AnyEvent]], game: str) -> None:
        self.log += [(originator_id, event) for _, event in events]
        statement = "COPY match_events (originator_id, originator_version, topic, state) FROM STDIN BINARY"
        with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(["uuid", "int8", "text", "bytea"])
            for version, event in events:
                stored = encode(event, self.random.randbytes(8))
                copy.write_row((originator_id, version, topic_of(event, game), stored))
