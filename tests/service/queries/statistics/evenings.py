"""Random evenings of a club: short matches of every game, written down, corrected, taken back, removed and mixed up."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Final
from uuid import UUID, uuid4

import httpx
import psycopg
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.figures import counted
from domain.kernel.game import AnyGame, Setup
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match import amendments, commands
from domain.match.events import MatchEvent, Visibility
from domain.match.folding import evolve
from domain.match.match import Match
from domain.match.parts import Status
from domain.match.thinking import thoughts_of
from domain.registry import GAMES
from service.eventstore.dice import FAIR_CHANCE
from tests.domain.games.irregular import adjust_kinds, play_irregularly
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import support_of
from tests.projections.ratings.plain import sides_by_hand, subject_by_hand
from tests.service.eventstore.blocking import BlockingStore, opened
from tests.service.queries.statistics.plain import Result, Seat
from tests.service.queries.statistics.sheets import filled

BY: Final = "tester"
NOW: Final = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
PLACES: Final = ("Bologna", "Bologna, Bar", "Torino", "")
TAGS: Final = ("club", "final", "Finale", "two words")


BEGINNING: Final = 25
"""Steps of the beginning of a match."""


class Line(Struct, frozen=True):
    """A match that was played at random, to take beginnings from."""

    game: AnyGame
    setup: Setup[Any]
    actions: tuple[Any, ...]


@cache
def lines() -> tuple[Line, ...]:
    """One for every set-up of every game; the first one of each game is whole, every other one irregular.

    Of titles there are also sheets as people fill them in, and where something comes about in play, such as an opening,
    more matches.
    """
    choices, found = RandomChoices(Random(1)), []
    for key, game in GAMES.items():
        support = support_of(key)
        for number, setup in enumerate(support.SETUPS.values()):
            whole = play(game, setup, choices, support.MOST_STEPS)
            if number % 2 and adjust_kinds(game):
                whole = play_irregularly(game, setup, Random(number), 2 * support.MOST_STEPS)
            steps = islice(whole, BEGINNING if number else None)
            found.append(Line(game, setup, tuple(step.action for step in steps)))
            if getattr(setup.options, "title", ""):
                seeds = [f"{setup.options.title} {times}" for times in range(6)]
                found += [Line(game, setup, tuple(filled(setup, Random(seed)))) for seed in seeds]
        if game.traits:
            setup = next(iter(support.SETUPS.values()))
            for seed in range(12):
                steps = islice(play(game, setup, RandomChoices(Random(seed)), support.MOST_STEPS), BEGINNING)
                found.append(Line(game, setup, tuple(step.action for step in steps)))
    return tuple(found)


class Evenings:
    """Writes matches down, straight into the log, and knows what has come of them."""

    def __init__(self, conninfo: str, store: BlockingStore, random: Random, people: int) -> None:
        self.random = random
        self.conninfo = conninfo
        self.store = store.matches
        self.match_commands = store.commands()
        self.matches: list[UUID] = []
        self.people: list[UUID] = []
        """Who can take a seat."""
        self.person: dict[UUID, UUID] = {}
        """Who each player is now."""
        self.into: dict[UUID, UUID] = {}
        """Into whom each player was merged who was."""
        self.subject_into: dict[UUID, UUID] = {}
        """Into which title each merged one was merged."""
        self.erased: set[UUID] = set()
        """Those whose names were forgotten, and with them those of whoever was merged into them."""
        for _ in range(people):
            self.join()

    def join(self) -> None:
        """Somebody new comes."""
        player = uuid4()
        with psycopg.connect(self.conninfo) as connection:
            connection.execute("INSERT INTO players (id, name) VALUES (%s, %s)", (player, str(player)[:8]))
        self.people.append(player)
        self.person[player] = player

    def record(self) -> None:
        """A match, of which the whole or a beginning is played, and that may be ended by agreement."""
        random = self.random
        line = random.choice([line for line in lines() if line.setup.seats <= len(self.people)])
        options = replace(line.setup.options, keep_secrets=random.random() < 0.3)
        opened = commands.open_match(
            line.game,
            options,
            self._seated(line.setup.seats),
            played_on=self._day(),
            place=random.choice(PLACES),
            visibility=self._visibility(),
            tags=self._tags(),
            at=NOW,
            by=BY,
        )
        match, events = evolve(None, opened), list[MatchEvent]([opened])
        length = len(line.actions) if random.random() < 0.5 else random.randrange(BEGINNING)
        timed, minutes = random.random() < 0.5, random.randint(0, 2)
        for number, action in enumerate(line.actions[:length]):
            played_at = NOW + timedelta(minutes=minutes * number) if timed else None
            events.append(commands.play(match, action, at=NOW, by=BY, played_at=played_at))
            match = evolve(match, events[-1])
        events += self._ending(match, NOW)
        self.matches.append(uuid4())
        self.store.create(self.matches[-1], lambda: events)

    def correct(self) -> None:
        """Something about one of the matches changes."""
        match_id = self.random.choice(self.matches)
        changes: list[Callable[[Match, datetime], Sequence[MatchEvent]]] = [
            self._taken_back,
            self._amended,
            self._described,
            self._described,
            self._reopened,
            lambda match, at: [commands.change_seats(match, self._seated(len(match.seats)), at=at, by=BY)],
        ]
        if self.random.random() < 0.1:
            changes = [lambda match, at: [commands.remove("a test", at=at, by=BY)]]
            self.matches.remove(match_id)
        with suppress(commands.NotPossible):  # some corrections don't fit where a match stands
            self.match_commands.revise(match_id, self.random.choice(changes))

    def merge(self, api: httpx.Client) -> None:
        """Two players turn out to be one person; somebody else comes."""
        gone, stays = self.random.sample(self.people, 2)
        answer = api.post(f"/api/v1/players/{gone}/merge", json={"into": str(stays)})
        assert answer.status_code == 200, answer.text
        self.into[gone] = stays
        self.people.remove(gone)
        self._look_who_is_who()
        self.join()

    def separate(self, api: httpx.Client) -> None:
        """A merge was wrong."""
        back = self.random.choice([player for player in self.into if self.person[player] not in self.erased])
        answer = api.delete(f"/api/v1/players/{back}/merge")
        assert answer.status_code == 200, answer.text
        del self.into[back]
        self.people.append(back)
        self._look_who_is_who()

    def subject_of(self, match: Match) -> UUID:
        """What a match is of now."""
        subject = subject_by_hand(match)
        while subject in self.subject_into:
            subject = self.subject_into[subject]
        return subject

    def titles(self) -> list[UUID]:
        """The titles of which there are matches that aren't removed, and that aren't merged."""
        matches = [self.store.load(match_id) for match_id in self.matches]
        titled = {subject_by_hand(match) for match in matches if getattr(match.options, "title", "")}
        return sorted(titled - self.subject_into.keys())

    def merge_titles(self, api: httpx.Client) -> None:
        """Two titles turn out to be one game."""
        titles = self.titles()
        if len(titles) > 1:
            gone, stays = self.random.sample(titles, 2)
            answer = api.post(f"/api/v1/subjects/{gone}/merge", json={"into": str(stays)})
            assert answer.status_code == 200, answer.text
            self.subject_into[gone] = stays

    def separate_titles(self, api: httpx.Client) -> None:
        """They aren't after all."""
        there = {subject_by_hand(self.store.load(match_id)) for match_id in self.matches}
        merged = sorted(self.subject_into.keys() & there)
        if merged:
            back = self.random.choice(merged)
            answer = api.delete(f"/api/v1/subjects/{back}/merge")
            assert answer.status_code == 200, answer.text
            del self.subject_into[back]

    def _look_who_is_who(self) -> None:
        for player in self.person:
            person = player
            while person in self.into:
                person = self.into[person]
            self.person[player] = person

    def erase(self, api: httpx.Client) -> None:
        """A name is forgotten; somebody else comes."""
        player = self.random.choice(self.people)
        assert api.delete(f"/api/v1/players/{player}").status_code == 204
        self.people.remove(player)
        self.erased.add(player)
        self.join()

    def results(self) -> list[Result]:
        """What has come of all matches, as a list for people who do statistics by hand."""
        found = [self.store.load(match_id) for match_id in self.matches]
        shown = zip(self.matches, self._opened(), found, strict=True)
        return [self._result(match_id, opened, match) for match_id, opened, match in shown]

    def _opened(self) -> list[int]:
        with psycopg.connect(self.conninfo) as connection:
            query = "SELECT originator_id, min(notification_id) FROM match_events GROUP BY originator_id"
            places: dict[UUID, int] = dict(connection.execute(query).fetchall())
        return [places[match_id] for match_id in self.matches]

    def _result(self, match_id: UUID, opened: int, match: Match) -> Result:
        standings = match.standings(RECORDER)
        outcomes = [ply.played.outcome for ply in match.line]
        figures = {figure.key: counted(figure, outcomes, len(match.seats)) for figure in match.game.figures}
        times = [ply.played.played_at for ply in match.line if ply.played.played_at is not None]
        thoughts = list(thoughts_of(match))
        hidden = any(standing.rank is None for standing in match.standings(PUBLIC))
        broken_off = match.early_end is None and getattr(getattr(match.state, "closed", None), "unfinished", False)
        sides = sides_by_hand(match)
        return Result(
            id=str(match_id),
            order=(match.played_on, opened),
            game=match.game.meta.key,
            subject=str(self.subject_of(match)),
            lowest=getattr(match.options, "winning", "") == "lowest",
            counts=match.status is Status.FINISHED and match.counted and not broken_off,
            visibility=match.visibility.value,
            irregular=bool(match.line.irregular_steps),
            secret=match.options.keep_secrets and hidden,
            place=match.place,
            tags=list(match.tags),
            dealing=getattr(match.options, "dealing", ""),
            traits=dict(match.game.traits_of(match.state)),
            start=match.game.starting_seat(match.options),
            steps=match.step,
            seconds=int((max(times) - min(times)).total_seconds()) if times else 0,
            seats=[
                Seat(
                    number=seat.seat,
                    person=str(self.person[player]),
                    side=sides[seat.seat],
                    score=seat.score,
                    rank=seat.rank or 0,
                    won=bool(seat.winner),
                    figures={key: amounts[seat.seat] for key, amounts in figures.items()},
                    times=[thought.seconds for thought in thoughts if thought.seat == seat.seat],
                )
                for seat, player in zip(standings, match.seats, strict=True)
            ],
        )

    # --- what changes ---

    def _taken_back(self, match: Match, at: datetime) -> list[MatchEvent]:
        retracted = commands.retract(match, self.random.randrange(match.step + 1), "a test", at=at, by=BY)
        return [retracted, *self._ending(evolve(match, retracted), at)]

    def _amended(self, match: Match, at: datetime) -> Sequence[MatchEvent]:
        step = self.random.randint(1, max(1, match.step))
        remove = self.random.randint(1, 2)
        amendment = amendments.amend(match, step, remove, (), "a test", chance=FAIR_CHANCE, at=at, by=BY)
        return [*amendment.events, *self._ending(amendment.match, at)]

    def _reopened(self, match: Match, at: datetime) -> list[MatchEvent]:
        reopened = commands.reopen(match, "a test", at=at, by=BY)
        return [reopened, *self._ending(evolve(match, reopened), at)]

    def _described(self, match: Match, at: datetime) -> list[MatchEvent]:
        described = commands.describe(
            match,
            played_on=self._day(),
            place=self.random.choice([None, *PLACES]),
            visibility=self._visibility(),
            tags=self._tags(),
            counted=self.random.random() < 0.8,
            at=at,
            by=BY,
        )
        return [described]

    def _ending(self, match: Match, at: datetime) -> list[MatchEvent]:
        """By agreement, most often; broken off; or none."""
        chance = self.random.random()
        if match.finished or chance < 0.08:
            return []
        end = commands.abandon if chance < 0.16 else commands.conclude
        return [end(match, "a test", at=at, by=BY)]

    def _seated(self, number: int) -> list[UUID]:
        return self.random.sample(self.people, number)

    def _day(self) -> date:
        return date(2025, 1, 1) + timedelta(days=self.random.randrange(60))

    def _visibility(self) -> Visibility:
        kinds = [Visibility.PUBLIC, Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE]
        return self.random.choice(kinds)

    def _tags(self) -> list[str]:
        return self.random.sample(TAGS, self.random.randrange(3))


@contextmanager
def evenings(conninfo: str, seed: int, people: int = 7) -> Iterator[Evenings]:
    """A club whose choices `seed` decides."""
    with opened(conninfo) as store:
        yield Evenings(conninfo, store, Random(seed), people)
