"""Taking back and correcting, in random matches of every game: the same as if it had been recorded right at once."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.commands import Amendment, NotPossible, abandon, amend, conclude, open_match, play, reopen, retract
from domain.match.events import MatchEvent
from domain.match.match import Match, Status, evolve, fold
from domain.registry import GAMES
from replays.stepper import positions
from tests.domain.games.play import ChosenDraws, RandomChoices, chosen_action
from tests.domain.games.support import support_of

AT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "owner"}
MATCHES = 6


def set_ups() -> list[Any]:
    return [
        pytest.param(game, setup, id=f"{key}-{name}")
        for key, game in GAMES.items()
        for name, setup in support_of(key).SETUPS.items()
    ]


EVERY_SET_UP = pytest.mark.parametrize(("game", "setup"), set_ups())


def opened(game: AnyGame, setup: Setup[Any]) -> Match:
    seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
    return evolve(None, open_match(game, setup.options, seats, played_on=date(2026, 11, 27), **BY))


def recorded(match: Match, actions: Sequence[Any]) -> tuple[Match, list[MatchEvent]]:
    events: list[MatchEvent] = []
    for action in actions:
        events.append(play(match, action, **BY))
        match = evolve(match, events[-1])
    return match, events


def played_at_random(game: AnyGame, setup: Setup[Any], random: Random) -> Match:
    """A match, to its end or to somewhere in the middle."""
    match = opened(game, setup)
    steps = random.choice([12, 40, 10_000])
    while not match.finished and match.step < steps:
        match = evolve(match, play(match, chosen_action(game, match.state, RandomChoices(random)), **BY))
    return match


def actions_of(match: Match) -> list[Any]:
    return [ply.played.action for ply in match.line]


def another_action(match: Match, step: int, random: Random) -> Any:
    """Some action that could have led to `step`."""
    state = match.state_at(step - 1)
    choices = RandomChoices(random)
    if isinstance(match.game.pending(state), AwaitChance):
        return match.game.draw(state, ChosenDraws(choices))
    return chosen_action(match.game, state, choices)


def stands(match: Match, amendment: Amendment) -> Match:
    after = fold(match, amendment.events)
    assert after is not None
    return after


@EVERY_SET_UP
def test_an_amended_match_equals_one_recorded_so_from_scratch(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(MATCHES):
        random = Random(seed)
        match = played_at_random(game, setup, random)
        step = random.randint(1, match.step)
        remove = random.randint(0, min(2, match.step + 1 - step))
        new = [another_action(match, step, random)]
        amendment = amend(match, step, remove, new, "a slip", **BY)
        before = actions_of(match)
        wanted = [*before[: step - 1], *new, *before[step - 1 + remove : step - 1 + remove + amendment.kept]]
        if amendment.obstacle is None:
            assert amendment.kept == match.step - (step - 1) - remove
        after = stands(match, amendment)
        scratch, _ = recorded(opened(game, setup), wanted)
        assert after.state == scratch.state
        assert actions_of(after) == wanted
        assert after.version == match.version + 1 + len(new) + amendment.kept


@EVERY_SET_UP
def test_the_same_action_again_changes_nothing_but_the_log(game: AnyGame, setup: Setup[Any]) -> None:
    random = Random(1)
    match = played_at_random(game, setup, random)
    step = random.randint(1, match.step)
    amendment = amend(match, step, 1, [match.line[step - 1].played.action], "no slip after all", **BY)
    assert amendment.obstacle is None
    after = stands(match, amendment)
    assert (after.state, actions_of(after)) == (match.state, actions_of(match))
    assert after.version > match.version


@EVERY_SET_UP
def test_what_was_taken_back_can_be_played_again(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(MATCHES):
        random = Random(seed)
        match = played_at_random(game, setup, random)
        step = random.randrange(match.step)
        try:
            event = retract(match, step, "a slip", **BY)
        except NotPossible:  # all after that step was drawn by the server
            continue
        back = evolve(match, event)
        assert back.step == event.to_step >= step
        assert back.state == match.state_at(back.step)
        assert back.version == match.version + 1
        again, _ = recorded(back, actions_of(match)[back.step :])
        assert (again.state, actions_of(again)) == (match.state, actions_of(match))


@EVERY_SET_UP
def test_the_replay_shows_the_line_that_stands(game: AnyGame, setup: Setup[Any]) -> None:
    random = Random(2)
    log: list[MatchEvent] = []
    match = opened(game, setup)
    log.append(
        open_match(game, setup.options, match.seats, played_on=match.played_on, **BY),
    )
    for _ in range(4):
        for _ in range(random.randint(5, 15)):
            if match.finished:
                break
            log.append(play(match, chosen_action(game, match.state, RandomChoices(random)), **BY))
            match = evolve(match, log[-1])
        if match.step > 3:
            log.append(retract(match, random.randint(1, match.step - 2), "", **BY))
            match = evolve(match, log[-1])
    shown = list(positions(enumerate(log, start=1)))
    assert [position.match.step for position in shown] == list(range(match.step + 1))
    assert [position.match.state for position in shown] == [match.state_at(step) for step in range(match.step + 1)]
    assert [position.version for position in shown[1:]] == [ply.version for ply in match.line]


@EVERY_SET_UP
def test_ends_by_people(game: AnyGame, setup: Setup[Any]) -> None:
    match, _ = recorded(opened(game, setup), [])
    for _ in range(8):
        match = evolve(match, play(match, chosen_action(game, match.state, RandomChoices(Random(3))), **BY))
    assert {standing.winner for standing in match.standings(RECORDER)} == {None}

    concluded = evolve(match, conclude(match, "the last train", **BY))
    assert (concluded.status, concluded.finished) == (Status.FINISHED, True)
    for standing in concluded.standings(RECORDER):
        assert standing.winner is (standing.rank == 1)
    with pytest.raises(NotPossible):
        play(concluded, actions_of(match)[0], **BY)
    with pytest.raises(NotPossible):
        abandon(concluded, "", **BY)

    abandoned = evolve(match, abandon(match, "the cat", **BY))
    assert abandoned.status is Status.ABANDONED
    assert {standing.winner for standing in abandoned.standings(RECORDER)} == {False}
    assert not any(standing.winner for standing in abandoned.standings(PUBLIC))

    reopened = evolve(abandoned, reopen(abandoned, "it is gone", **BY))
    assert (reopened.status, reopened.state) == (Status.PLAYING, match.state)
    with pytest.raises(NotPossible):
        reopen(reopened, "", **BY)


@EVERY_SET_UP
def test_a_place_that_is_not_there_is_refused(game: AnyGame, setup: Setup[Any]) -> None:
    match = played_at_random(game, setup, Random(4))
    action = actions_of(match)[0]
    for step, remove in [(0, 1), (match.step + 2, 0), (match.step, 2), (match.step + 1, 1)]:
        with pytest.raises(NotPossible, match=r"^/step: "):
            amend(match, step, remove, [action], "", **BY)
    with pytest.raises(NotPossible, match=r"^/actions: "):
        amend(match, 1, 0, [], "", **BY)
    with pytest.raises(NotPossible, match=r"^/to_step: "):
        retract(match, match.step, "", **BY)
