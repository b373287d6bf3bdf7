"""Variations of random matches of every game: as if they had been played, whatever is corrected around them."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.annotations.audience import Audience
from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import Finished
from domain.match.amendments import amend, restore
from domain.match.commands import NotPossible, open_match, play, retract
from domain.match.events import ActionsRetracted, MatchEvent, Origin
from domain.match.folding import evolve
from domain.match.folding import fold as fold_match
from domain.match.match import Match
from domain.registry import GAMES
from domain.variations import commands
from domain.variations.promotion import promote
from domain.variations.variation_line import VariationLine, line_of, lines
from domain.variations.variations import Variations, fold
from replays.stepper import Stepper
from tests.domain.games.covering import unless_covering
from tests.domain.games.play import ChosenDraws, RandomChoices, chosen_action
from tests.domain.games.support import support_of

MATCH = UUID(int=4711)
AT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "owner"}
TRIES = 2


def set_ups() -> list[Any]:
    return [
        pytest.param(game, setup, id=f"{key}-{name}", marks=unless_covering(key, name))
        for key, game in GAMES.items()
        for name, setup in support_of(key).SETUPS.items()
    ]


EVERY_SET_UP = pytest.mark.parametrize(("game", "setup"), set_ups())


def played_at_random(game: AnyGame, setup: Setup[Any], random: Random) -> Match:
    """A match, to its end or to somewhere in the middle."""
    seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
    match = evolve(None, open_match(game, setup.options, seats, played_on=date(2026, 11, 27), **BY))
    steps = random.choice([12, 40, 10_000])
    while not match.finished and (match.step < steps or match.awaits_server):
        match = evolve(match, play(match, chosen_action(game, match.state, RandomChoices(random)), **BY))
    return match


def thought_of(game: AnyGame, state: Any, random: Random) -> list[Any]:
    """Some actions that could follow on `state`, chance included."""
    actions: list[Any] = []
    for _ in range(random.randint(1, 12)):
        if isinstance(game.pending(state), Finished):
            break
        action = chosen_action(game, state, RandomChoices(random))
        for fact in game.decide(state, action):
            state = game.evolve(state, fact)
        actions.append(action)
    return actions


def with_variation(
    variations: Variations, match: Match, step: int, actions: Sequence[Any], parent: UUID | None = None
) -> tuple[Variations, UUID]:
    made = UUID(int=1000 + variations.version)
    event = commands.add(
        variations, match, made, parent, step, actions, title="what if", audience=Audience.SHARED, **BY
    )
    after = fold(variations, [event])
    assert after is not None
    return after, made


def begun() -> Variations:
    variations = fold(None, [commands.begin(MATCH, **BY)])
    assert variations is not None
    return variations


def from_scratch(match: Match, actions: Sequence[Any]) -> list[Any]:
    """The states of a match of the same set-up in which `actions` are played."""
    state = match.game.initial(Setup(len(match.seats), match.options))
    states = [state]
    for action in actions:
        for fact in match.game.decide(state, action):
            state = match.game.evolve(state, fact)
        states.append(state)
    return states


def actions_of(match: Match) -> list[Any]:
    return [ply.played.action for ply in match.line]


def a_variation(match: Match, random: Random) -> tuple[Variations, UUID, int, list[Any]] | None:
    """A variation from some step of the match, with that step and its actions."""
    step = random.randint(0, match.step)
    actions = thought_of(match.game, match.state_at(step), random)
    if not actions:
        return None
    variations, made = with_variation(begun(), match, step, actions)
    return variations, made, step, actions


def stands(line: VariationLine, number: int) -> None:
    assert (line.standing, line.obstacle, line.detached) == (number, None, False)


@EVERY_SET_UP
def test_a_variation_is_what_would_have_been_played(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(TRIES):
        random = Random(seed)
        match = played_at_random(game, setup, random)
        found = a_variation(match, random)
        if found is None:
            continue
        variations, made, step, actions = found
        line = line_of(match, variations, made)
        stands(line, len(actions))
        states = from_scratch(match, [*actions_of(match)[:step], *actions])
        assert [position.match.state for position in line.positions] == states[step:]
        assert [position.match.step for position in line.positions] == list(range(step, step + len(actions) + 1))
        assert line.step == step
        assert [position.played and position.played.action for position in line.positions] == [None, *actions]
        kept = msgspec.json.decode(msgspec.json.encode(variations.items[made].line))
        assert [move["serial"] for move in kept] == list(range(1, len(actions) + 1))


@EVERY_SET_UP
def test_variations_leave_variations(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(TRIES):
        random = Random(100 + seed)
        match = played_at_random(game, setup, random)
        variations, path, where = begun(), actions_of(match), random.randint(0, match.step)
        path, parent = path[:where], None
        wanted: dict[UUID, list[Any]] = {}
        begin = where
        for _ in range(4):
            actions = thought_of(game, from_scratch(match, path)[-1], random)
            if not actions:
                break
            variations, made = with_variation(variations, match, begin, actions, parent)
            wanted[made] = from_scratch(match, [*path, *actions])[len(path) :]
            begin, parent = random.randint(1, len(actions)), made
            path = [*path, *actions[:begin]]
        found = lines(match, variations, wanted)
        assert {made: [one.match.state for one in found[made].positions] for made in wanted} == wanted
        if parent is not None:
            assert lines(match, variations, [parent])[parent] == found[parent]
            assert variations.items[parent].depth == len(wanted)


def refused_for(game: AnyGame, state: Any, action: Any) -> str | None:
    try:
        game.decide(state, action)
    except RuleViolation as violation:
        return violation.clause
    return None


@EVERY_SET_UP
def test_a_refused_action_is_told_with_its_place(game: AnyGame, setup: Setup[Any]) -> None:
    random = Random(7)
    match = played_at_random(game, setup, random)
    wrong = next(ply.played.action for ply in match.line if ply.played.action.seat is not None)
    for step in range(match.step):
        actions = actions_of(match)[step : step + 2]
        state = from_scratch(match, [*actions_of(match)[:step], *actions])[-1]
        if (clause := refused_for(game, state, wrong)) is not None:
            with pytest.raises(commands.MoveRefused) as refusal:
                with_variation(begun(), match, step, [*actions, wrong])
            assert refusal.value.index == len(actions)
            assert refusal.value.before.state == state
            assert refusal.value.violation.clause == clause
            return
    assert support_of(game.meta.key).ENDINGS, "nothing was refused anywhere"


@EVERY_SET_UP
def test_it_goes_on_where_it_stopped(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(TRIES):
        random = Random(200 + seed)
        match = played_at_random(game, setup, random)
        found = a_variation(match, random)
        if found is None:
            continue
        whole, made, step, actions = found
        cut = random.randint(1, len(actions))
        variations, part = with_variation(begun(), match, step, actions[:cut])
        if actions[cut:]:
            event = commands.extend(variations, match, variations.items[part], actions[cut:], **BY)
            longer = fold(variations, [event])
            assert longer is not None
            assert line_of(match, longer, part) == line_of(match, whole, made)
            variations = longer
        shorter = fold(variations, [commands.cut(variations.items[part], cut, **BY)])
        assert shorter is not None
        assert [move.serial for move in shorter.items[part].line] == list(range(1, cut + 1))
        stands(line_of(match, shorter, part), cut)


@EVERY_SET_UP
def test_a_promoted_variation_is_the_match_recorded_so(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(TRIES):
        random = Random(300 + seed)
        match = played_at_random(game, setup, random)
        found = a_variation(match, random)
        if found is None:
            continue
        variations, made, step, actions = found
        line = line_of(match, variations, made)
        events = promote(MATCH, match, variations, variations.items[made], line, **BY)
        promoted = fold_match(None, events)
        assert promoted is not None
        assert promoted.state == line.positions[-1].match.state
        assert actions_of(promoted) == [*actions_of(match)[:step], *actions]
        assert (promoted.options, promoted.seats) == (match.options, match.seats)
        assert (promoted.origin, promoted.counted) == (Origin.VARIATION, False)
        assert promoted.forked_from is not None
        assert (promoted.forked_from.match_id, promoted.forked_from.step) == (MATCH, step)
        states = [position.state for position in Stepper().positions(UUID(int=1), promoted)]
        assert states == from_scratch(match, actions_of(promoted))


@EVERY_SET_UP
def test_what_is_corrected_behind_its_step_changes_nothing(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(TRIES):
        random = Random(400 + seed)
        match = played_at_random(game, setup, random)
        found = a_variation(match, random)
        if found is None or found[2] == match.step:
            continue
        variations, made, step, actions = found
        try:
            back = evolve(match, retract(match, step, "a slip", **BY))
        except NotPossible:  # all that follows was drawn by the server
            continue
        line = line_of(back, variations, made)
        stands(line, len(actions))
        states = [position.match.state for position in line_of(match, variations, made).positions]
        assert [position.match.state for position in line.positions] == states


@EVERY_SET_UP
def test_it_follows_its_step_when_the_match_is_corrected_before_it(game: AnyGame, setup: Setup[Any]) -> None:
    """All that still is legal stands, and is the same as decided anew; what follows is told with its clause."""
    for seed in range(TRIES):
        random = Random(500 + seed)
        match = played_at_random(game, setup, random)
        found = a_variation(match, random)
        if found is None:
            continue
        variations, made, step, actions = found
        chosen = [
            ply.played.step for ply in match.line[:step] if not (match.server_deals and ply.played.action.seat is None)
        ]
        if not chosen:
            continue
        at = random.choice(chosen)
        chance = ChosenDraws(RandomChoices(random))
        other = chosen_action(game, match.state_at(at - 1), RandomChoices(random))
        amended = match
        for event in amend(match, at, 0, [other], "forgotten", chance=chance, **BY).events:
            amended = evolve(amended, event)
        line = line_of(amended, variations, made)
        anchor = variations.items[made].anchor
        steps = [ply.played.step for ply in amended.line if ply.first_version == anchor]
        if not steps:
            assert line.detached
            continue
        assert line.step == steps[0]
        before = actions_of(amended)[: steps[0]]
        states = from_scratch(amended, [*before, *actions[: line.standing]])
        assert [position.match.state for position in line.positions] == states[steps[0] :]
        if line.standing < len(actions):
            assert line.obstacle is not None
            assert line.obstacle.step == line.standing + 1
            with pytest.raises(RuleViolation) as refusal:
                game.decide(states[-1], actions[line.standing])
            assert line.obstacle.violation.clause == refusal.value.clause
        else:
            stands(line, len(actions))


@EVERY_SET_UP
def test_without_its_step_it_has_no_place_until_that_is_restored(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(TRIES):
        random = Random(600 + seed)
        match = played_at_random(game, setup, random)
        found = a_variation(match, random)
        if found is None or found[2] == 0:
            continue
        variations, made, step, _ = found
        back_to = random.randint(0, step - 1)
        event: MatchEvent = retract(match, back_to, "a slip", **BY)
        assert isinstance(event, ActionsRetracted)
        back = evolve(match, event)
        if back.step >= step:  # what the server had drawn stands
            continue
        line = line_of(back, variations, made)
        assert (line.detached, line.step, line.positions) == (True, None, ())
        again = back
        chance = ChosenDraws(RandomChoices(random))
        for one in restore(back, match, event.to_step, "no slip", chance=chance, **BY).events:
            again = evolve(again, one)
        restored = [position.match.state for position in line_of(again, variations, made).positions]
        assert restored == [position.match.state for position in line_of(match, variations, made).positions]
