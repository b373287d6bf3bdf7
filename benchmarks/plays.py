"""What is measured: whole matches by random legal play, and random games of chess. The same in every run."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Final, TypeAlias, TypeVar
from uuid import UUID

import chess
import msgspec
from msgspec import Struct

from domain.codec import encode, topic_of
from domain.games.klunker.actions import KlunkerDealing, KlunkerOptions
from domain.kernel.chance import Pile
from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished
from domain.match import commands
from domain.match.events import ActionPlayed, MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.registry import GAMES

T = TypeVar("T")

BY: Final = "5f0c9a1e7b42"  # as long as the id of a token
PLAYERS: Final = tuple(UUID(int=(7 << 120) + number) for number in range(16))

CHESS_PLIES: Final = 80
"""Half-moves of a game of chess as people play it; a random one would go on for some 350."""

LASTING: Final = {"chess": CHESS_PLIES}
"""Games that can be given up at any time; before so many actions nothing is chosen that ends them."""

_START: Final = datetime(2026, 11, 27, 19, 30, 0, 123456, tzinfo=UTC)
_TEMPLATE_SAMPLE: Final = 500


class Play(Struct, frozen=True):
    """One match: its events, and the same as topics and bytes."""

    game: AnyGame
    events: tuple[MatchEvent, ...]
    stored: tuple[tuple[str, bytes], ...]

    @property
    def actions(self) -> list[Any]:
        """The actions, those of chance included."""
        return [event.action for event in self.events if isinstance(event, ActionPlayed)]

    def steps(self) -> Iterator[tuple[Match, Any]]:
        """Every action with the match before it."""
        match: Match | None = None
        for event in self.events:
            if match is not None and isinstance(event, ActionPlayed):
                yield match, event.action
            match = evolve(match, event)


class _SeededChance:
    """Chance that comes out the same every time."""

    since = None

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        return self._random.sample(pile.left, len(places))


Choose: TypeAlias = Callable[[list[Any], Random], Any]
"""Chooses among legal actions."""


def at_random(actions: list[Any], random: Random) -> Any:
    """Any of the actions."""
    return random.choice(actions)


def as_little_as_possible(actions: list[Any], random: Random) -> Any:
    """One of those that are said in the fewest words: they put one card where others put several, or pass."""
    lengths = [len(msgspec.json.encode(action)) for action in actions]
    return random.choice([action for action, length in zip(actions, lengths, strict=True) if length == min(lengths)])


def play(game: AnyGame, setup: Setup[Any], seed: str, choose: Choose = at_random) -> Play:
    """A whole match by legal choices."""
    random = Random(seed)
    chance = _SeededChance(random)
    at = _START
    opened = commands.open_match(
        game, setup.options, PLAYERS[: setup.seats], played_on=at.date(), place="Bochum", at=at, by=BY
    )
    events: list[MatchEvent] = [opened]
    match = evolve(None, opened)
    while not match.finished:
        pending = match.pending
        action: Any
        if isinstance(pending, AwaitChance):
            action = game.draw(match.state, chance)
        else:
            assert isinstance(pending, AwaitSeats)
            choices = _choices(game, match.state, random.choice(pending.seats), random)
            if match.step < LASTING.get(game.meta.key, 0):
                choices = [one for one in choices if not _ends(game, match.state, one)] or choices
            action = choose(choices, random)
        at += timedelta(seconds=random.uniform(2, 40))
        event = commands.play(match, action, at=at, by=BY)
        events.append(event)
        match = evolve(match, event)
    return _stored(game, events, random)


def _stored(game: AnyGame, events: Sequence[MatchEvent], random: Random) -> Play:
    stored = tuple((topic_of(event, game.meta.key), encode(event, random.randbytes(8))) for event in events)
    return Play(game, tuple(events), stored)


def _ends(game: AnyGame, state: Any, action: Any) -> bool:
    """Whether the match is over after an action."""
    return isinstance(game.pending(game.decided(state, action).state), Finished)


def _choices(game: AnyGame, state: Any, seat: int, random: Random) -> list[Any]:
    """What a seat may do; of what a template allows, one thing."""
    legal = game.legal_actions(state, seat)
    choices: list[Any] = [*legal.actions]
    for template in legal.templates:
        wire = random.choice(list(islice(template, _TEMPLATE_SAMPLE)))
        choices.append(msgspec.convert(wire, game.action_type))
    return choices


@cache
def demo_plays(key: str, number: int) -> tuple[Play, ...]:
    """`number` matches of each of the set-ups that the game shows itself with."""
    game = GAMES[key]
    return tuple(
        play(game, setup, f"{key} {place} {n}") for place, setup in enumerate(game.demos) for n in range(number)
    )


@cache
def scripts(number: int) -> tuple[Play, ...]:
    """Matches of four at Klunker that can be posted as they are, since the recorder reports the cards dealt."""
    setup = Setup(4, KlunkerOptions(dealing=KlunkerDealing.OPEN))
    return tuple(play(GAMES["klunker"], setup, f"script {n}") for n in range(number))


@cache
def slow_script(number: int) -> Play:
    """A match of four at Klunker, played as slowly as can be, with at least `number` actions in its log.

    It was taken back to its middle and played on as before as often as that takes.
    """
    setup = Setup(4, KlunkerOptions(dealing=KlunkerDealing.OPEN))
    once = play(GAMES["klunker"], setup, "slow", as_little_as_possible)
    events, actions = list(once.events), once.actions
    match = fold(None, events)
    assert match is not None
    back = match.step // 2
    while sum(isinstance(event, ActionPlayed) for event in events) < number:
        now: dict[str, Any] = {"at": events[-1].at + timedelta(seconds=1), "by": BY}
        events.append(commands.retract(match, back, "", **now))
        match = evolve(match, events[-1])
        for action in actions[match.step :]:
            events.append(commands.play(match, action, **now))
            match = evolve(match, events[-1])
    return _stored(once.game, events, Random("slow"))


@cache
def chess_games(number: int) -> tuple[tuple[chess.Move, ...], ...]:
    """Random games of chess, ended after `CHESS_PLIES` half-moves."""
    random = Random("chess")
    games = []
    for _ in range(number):
        board = chess.Board()
        while len(board.move_stack) < CHESS_PLIES and not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
        games.append(tuple(board.move_stack))
    return tuple(games)
