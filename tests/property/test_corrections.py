"""Taking back and correcting, in random matches of every game: the same as if it had been recorded right at once."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.actions import ChanceAction
from domain.kernel.chance import Pile
from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.amendments import Amendment, amend, restore
from domain.match.commands import NotPossible, abandon, conclude, let_server_draw, open_match, play, reopen, retract
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.match.parts import Status
from domain.registry import GAMES
from replays.stepper import Stepper
from tests.domain.games.covering import unless_covering
from tests.domain.games.irregular import next_action
from tests.domain.games.play import ChosenDraws, RandomChoices, begun, chosen_action
from tests.domain.games.support import support_of

AT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "owner"}
NOW: dict[str, Any] = {**BY, "played_on": date(2026, 11, 27)}
DRAWING: dict[str, Any] = {**BY, "chance": ChosenDraws(RandomChoices(Random(0)))}
MATCHES = 6


def set_ups() -> list[Any]:
    return [
        pytest.param(game, setup, id=f"{key}-{name}", marks=unless_covering(key, name))
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
    """A match, to its end or to somewhere in the middle, in which the rules aren't always kept."""
    match = opened(game, setup)
    steps = random.choice([12, 40, 10_000])
    while not match.finished and (match.step < steps or match.awaits_server):
        choices = RandomChoices(random)
        action = (
            chosen_action(game, match.state, choices) if match.awaits_server else next_action(game, match.state, random)
        )
        match = evolve(match, play(match, action, **BY))
    return match


def actions_of(match: Match) -> list[Any]:
    return [ply.played.action for ply in match.line]


def any_step(match: Match, random: Random) -> int:
    """A step that an action led to which somebody chose, or reported."""
    return random.choice([ply.played.step for ply in match.line if not dealt_by_server(match, ply.played.action)])


def chosen(match: Match, actions: Sequence[Any]) -> list[Any]:
    """`actions` without what the server drew."""
    return [action for action in actions if not dealt_by_server(match, action)]


def dealt_by_server(match: Match, action: Any) -> bool:
    return match.server_deals and isinstance(action, ChanceAction)


class NoChance:
    """Chance that must not be asked."""

    since = None

    def draw(self, pile: Pile[Any], places: Sequence[int]) -> list[Any]:
        raise AssertionError(f"{len(places)} of {pile.name} were drawn anew")


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
def test_an_action_is_known_again_after_corrections_before_it(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(MATCHES):
        random = Random(seed)
        first = match = played_at_random(game, setup, random)
        for _ in range(2):
            step = any_step(match, random)
            before = match
            amendment = amend(match, step, 0, [another_action(match, step, random)], "forgotten", **DRAWING)
            match = stands(match, amendment)
            followed = [ply for ply in before.line[step - 1 :] if not dealt_by_server(match, ply.played.action)]
            known = {ply.first_version: ply.played.action for ply in match.line}
            for ply in followed[: amendment.kept]:
                assert known[ply.first_version] == ply.played.action
        assert all(ply.first_version <= ply.version for ply in match.line)
        assert [ply.first_version for ply in first.line] == [ply.version for ply in first.line]


@EVERY_SET_UP
def test_an_amended_match_equals_one_recorded_so_from_scratch(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(MATCHES):
        random = Random(seed)
        match = played_at_random(game, setup, random)
        step = any_step(match, random)
        remove = random.randint(0, min(2, match.step + 1 - step))
        new = [another_action(match, step, random)]
        amendment = amend(match, step, remove, new, "a slip", **DRAWING)
        before = actions_of(match)
        following = chosen(match, before[step - 1 + remove :])
        wanted = [*before[: step - 1], *new, *following[: amendment.kept]]
        if amendment.obstacle is None:
            assert amendment.kept == len(following)
        after = stands(match, amendment)
        assert chosen(match, actions_of(after)) == chosen(match, wanted)
        scratch, _ = recorded(opened(game, setup), actions_of(after))
        assert after.state == scratch.state
        assert after.version == match.version + 1 + after.step - (step - 1)


@EVERY_SET_UP
def test_what_the_server_drew_is_dealt_again(game: AnyGame, setup: Setup[Any]) -> None:
    """Nobody draws twice: playing the same again gives the same cards, wherever it was taken back to."""
    for seed in range(MATCHES):
        random = Random(seed)
        match = played_at_random(game, setup, random)
        if not match.server_deals:
            return
        back = evolve(match, retract(match, any_step(match, random) - 1, "once more", **BY))
        again = back
        for action in chosen(match, actions_of(match)[back.step :]):
            events: list[MatchEvent] = []
            again = let_server_draw(again, events, NoChance(), **BY)
            again = evolve(again, play(again, action, **BY))
        again = let_server_draw(again, [], NoChance(), **BY)
        assert (again.state, actions_of(again)) == (match.state, actions_of(match))
        assert again.draws == ()


@EVERY_SET_UP
def test_a_restoration_gives_the_match_as_it_was(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(MATCHES):
        random = Random(seed)
        match = played_at_random(game, setup, random)
        if not match.finished and random.random() < 0.5:
            end: Any = random.choice([conclude, abandon])
            match = evolve(match, end(match, "the last train", **BY))
        back = evolve(match, retract(match, any_step(match, random) - 1, "a slip", **BY))
        other = back
        for _ in range(random.randrange(4)):
            other = let_server_draw(other, [], ChosenDraws(RandomChoices(random)), **BY)
            if not other.finished:
                other = evolve(other, play(other, chosen_action(game, other.state, RandomChoices(random)), **BY))
        restored = restore(other, match, back.step, "no slip", **DRAWING)
        assert restored.obstacle is None
        after = stands(other, restored)
        assert (after.state, actions_of(after), after.early_end) == (match.state, actions_of(match), match.early_end)
        assert after.version > other.version


@EVERY_SET_UP
def test_an_amended_match_is_still_ended_by_the_people_who_ended_it(game: AnyGame, setup: Setup[Any]) -> None:
    random = Random(5)
    match, _ = recorded(opened(game, setup), [step.action for step in begun(game, setup, RandomChoices(random), 12)])
    for end in (conclude, abandon):
        ended = evolve(match, end(match, "the last train", **BY))
        step = any_step(match, random)
        after = stands(ended, amend(ended, step, 1, [match.line[step - 1].played.action], "", **DRAWING))
        assert (after.state, after.early_end) == (match.state, ended.early_end)


def test_only_the_server_deals_where_it_deals() -> None:
    for game in GAMES.values():
        match = played_at_random(game, game.demos[0], Random(6))
        deals = [ply.played for ply in match.line if isinstance(ply.played.action, ChanceAction)]
        if not match.server_deals:
            assert deals == []
            continue
        with pytest.raises(NotPossible, match=r"^/actions/0: "):
            amend(match, deals[-1].step, 1, [deals[-1].action], "", **DRAWING)


def test_a_line_that_goes_on_after_an_early_end_is_shown_so() -> None:
    for game in GAMES.values():
        log: list[MatchEvent] = [
            open_match(game, game.demos[0].options, [UUID(int=n + 1) for n in range(game.demos[0].seats)], **NOW)
        ]
        match = evolve(None, log[0])

        def happen(event: MatchEvent, log: list[MatchEvent] = log) -> None:
            nonlocal match
            log.append(event)
            match = evolve(match, event)

        for step in begun(game, game.demos[0], RandomChoices(Random(7)), 6):
            happen(play(match, step.action, **BY))
        happen(conclude(match, "the last train", **BY))
        happen(retract(match, match.step // 2, "it was late", **BY))
        again = chosen_action(game, match.state, RandomChoices(Random(8)))
        happen(play(match, again, **BY))
        shown = list(Stepper().positions(UUID(int=0), match))
        assert not any(isinstance(position.pending, Finished) for position in shown)


@EVERY_SET_UP
def test_the_same_action_again_changes_nothing_but_the_log(game: AnyGame, setup: Setup[Any]) -> None:
    random = Random(1)
    match = played_at_random(game, setup, random)
    step = any_step(match, random)
    amendment = amend(match, step, 1, [match.line[step - 1].played.action], "no slip after all", **DRAWING)
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
        with suppress(NotPossible):  # nothing lies behind the service's last draw
            log.append(retract(match, random.randint(1, max(1, match.step - 1)), "", **BY))
            match = evolve(match, log[-1])
    assert match.retractions
    shown = list(Stepper().positions(UUID(int=0), match))
    assert [position.step for position in shown] == list(range(match.step + 1))
    assert [position.state for position in shown] == [match.state_at(step) for step in range(match.step + 1)]
    assert [position.version for position in shown[1:]] == [ply.version for ply in match.line]


@EVERY_SET_UP
def test_ends_by_people(game: AnyGame, setup: Setup[Any]) -> None:
    first = begun(game, setup, RandomChoices(Random(3)), 8)
    match, _ = recorded(opened(game, setup), [step.action for step in first])
    assert {standing.winner for standing in match.standings(RECORDER)} == {None}

    concluded = evolve(match, conclude(match, "the last train", **BY))
    assert (concluded.status, concluded.finished) == (Status.FINISHED, True)
    for standing, public in zip(concluded.standings(RECORDER), concluded.standings(PUBLIC), strict=True):
        assert standing.winner is public.winner is (standing.rank == 1 and not game.drawn(match.state))
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
            amend(match, step, remove, [action], "", **DRAWING)
    with pytest.raises(NotPossible, match=r"^/actions: "):
        amend(match, 1, 0, [], "", **DRAWING)
    with pytest.raises(NotPossible, match=r"^/to_step: "):
        retract(match, match.step, "", **BY)
