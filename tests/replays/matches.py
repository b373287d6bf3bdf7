"""Random matches as logs, for the tests of replays."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from domain.kernel.game import Setup
from domain.match import amendments, commands
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.registry import game_of
from tests.domain.games.play import ChosenDraws, RandomChoices, chosen_action
from tests.domain.games.support import support_of

BEGIN: Final = datetime(2026, 5, 1, 20, tzinfo=UTC)
SHORT: Final = 20
"""A match of so many steps is short."""

NAMES: Final = (
    "Ada",
    "Bob",
    "Eve",
    "Gil",
    "Hal",
    "Fay",
    "Ida",
    "Jon",
    "Kim",
    "Leo",
    "Mia",
    "Ned",
    "Ola",
    "Pip",
    "Quin",
    "Rob",
)


def folded(log: Sequence[MatchEvent]) -> Match:
    match = fold(None, log)
    assert match is not None
    return match


def unfinished(log: Sequence[MatchEvent]) -> list[MatchEvent]:
    """`log`, with the last step taken back if it ended the match."""
    match = folded(log)
    return [*log, *([commands.retract(match, match.step - 1, "", at=BEGIN, by="t")] if match.finished else [])]


def recorded(key: str, random: Random, steps: int, setup: Setup[Any] | None = None) -> list[MatchEvent]:
    """The log of a random match of about `steps` events, in which here and there some are taken back or amended.

    A match that ends before is taken back and played again, so that it has that many all the same.
    """
    game = game_of(key)
    setup = setup or random.choice(list(support_of(key).SETUPS.values()))
    seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
    log: list[MatchEvent] = [
        commands.open_match(game, setup.options, seats, played_on=date(2026, 5, 1), at=BEGIN, by="t")
    ]
    match = evolve(None, log[0])
    while len(log) < steps and not (match.finished and match.step > SHORT):
        now: dict[str, Any] = {"at": BEGIN + timedelta(minutes=len(log)), "by": "t"}
        if match.finished:
            log.append(commands.retract(match, random.randrange(match.step), "once more", **now))
            match = evolve(match, log[-1])
            continue
        new: list[MatchEvent] = [commands.play(match, chosen_action(game, match.state, RandomChoices(random)), **now)]
        last = match.line[-1].played if match.line else None
        if last is not None and last.action.seat is not None and random.random() < 0.05:
            draws = ChosenDraws(RandomChoices(random))
            amendment = amendments.amend(match, match.step, 1, [last.action], "a slip", chance=draws, **now)
            new = list(amendment.events)
        log.extend(new)
        match = folded([*log]) if len(new) > 1 else evolve(match, new[0])
    return log
