"""What holds in every match of every game, whatever is played: Hypothesis makes the choices.

A game joins by being there: its set-ups and its own checks are read from ``tests/domain/games/<game>/support.py``.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from domain.kernel.actions import ChanceAction, SeatAction, kinds_of
from domain.kernel.decision_builder import Decided
from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.languages import Language
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.registry import GAMES, clauses_of
from tests.domain.games.covering import unless_smallest
from tests.domain.games.perturb import just_outside, perturbed
from tests.domain.games.play import (
    Choices,
    RandomChoices,
    Step,
    asked_seats,
    filled,
    folded,
    on_wire,
    play,
    played,
    type_of,
)
from tests.domain.games.support import GameSupport, has_chance, has_secrets, listed_form, support_of
from tests.names import NAMES


class Match(Struct, frozen=True):
    """What is played: a game in one of its set-ups."""

    game: AnyGame
    setup: Setup[Any]
    support: GameSupport

    @property
    def key(self) -> str:
        return self.game.meta.key

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """All who may not see everything."""
        return (*range(self.setup.seats), PUBLIC)


def matches(*, quick: bool = False) -> list[Any]:
    """Every game in each of its set-ups."""
    return [
        pytest.param(
            Match(game, setup, support_of(key)), id=f"{key}-{name}", marks=unless_smallest(key, name) if quick else ()
        )
        for key, game in GAMES.items()
        for name, setup in support_of(key).SETUPS.items()
    ]


EVERY_MATCH = pytest.mark.parametrize("match", matches())
SOME_QUICKLY = pytest.mark.parametrize("match", matches(quick=True))
EVERY_GAME = pytest.mark.parametrize("key", GAMES)


class HypothesisChoices:
    """Choices of Hypothesis, which it can shrink."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def below(self, n: int) -> int:
        return self.data.draw(st.integers(0, n - 1)) if n > 1 else 0


class Moment:
    """A step of a match as the checks see it: what led there, and what the rules list for each seat before it."""

    def __init__(self, match: Match, step: Step, earlier: list[Any], random: Random) -> None:
        self.match, self.step, self.earlier, self.random = match, step, earlier, random
        self.asked = asked_seats(match.game, step.before)
        self.legal = [match.game.legal_actions(step.before, seat) for seat in range(match.setup.seats)]


def walk(match: Match, choices: Choices, random: Random) -> None:
    """Play a whole match, and hold each of its steps against all that has to be true of it.

    Samples come from `random`: there are too many to be choices of their own.
    """
    game, state = match.game, match.game.initial(match.setup)
    match.support.check_conservation(state)
    earlier = [example for example in match.support.EXAMPLES if isinstance(example, SeatAction | ChanceAction)]
    for step in play(game, match.setup, choices, match.support.MOST_STEPS):
        moment = Moment(match, step, earlier, random)
        match.support.check_regular(step.after)
        for check in CHECKS:
            check(moment)
        earlier.append(step.action)
        state = step.after
    assert isinstance(game.pending(state), Finished)
    for action in earlier:
        assert_refused(match, state, action)


# --- a match as a whole ----------------------------------------------------------------------------------------------


def check_standings(moment: Moment) -> None:
    """A standing a seat; ranks follow from each other; winners are the first, and only at the end."""
    match, state = moment.match, moment.step.after
    assert not isinstance(match.game.pending(moment.step.before), Finished)
    ended = isinstance(match.game.pending(state), Finished)
    for viewer in (*match.viewers, RECORDER):
        standings = match.game.standings(state, viewer)
        assert [standing.seat for standing in standings] == list(range(match.setup.seats))
        if has_secrets(match.key):
            assert all(standing.rank is None or standing.score is not None for standing in standings)
        if not ended:
            assert all(standing.winner is None for standing in standings)
        if all(standing.rank is not None for standing in standings):
            check_ranks(standings)
    standings = match.game.standings(state, RECORDER)
    if ended:
        first = [standing.rank == 1 for standing in standings]
        winners = [standing.winner for standing in standings]
        assert winners == first or (match.support.MAY_HAVE_NO_WINNER and not any(winners))


def check_ranks(standings: tuple[Standing, ...]) -> None:
    """1, 2, 2, 4: each rank is one more than the number of those before; a higher rank has no higher score."""
    ranks = sorted(standing.rank or 0 for standing in standings)
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    for one in standings:
        for other in standings:
            if (one.score, one.tie_breaks) == (other.score, other.tie_breaks):
                assert one.rank == other.rank


def check_replay(moment: Moment) -> None:
    """The facts, read back from JSON or MessagePack, fold to the very states of the live match."""
    game, step = moment.match.game, moment.step
    for through in (through_json, through_msgpack):
        assert folded(game, step.before, [through(fact, game.fact_type) for fact in step.facts]) == step.after
        assert through(step.action, game.action_type) == step.action
    assert game.decide(step.before, through_json(step.action, game.action_type)) == step.facts
    assert game.decided(step.before, step.action) == Decided(step.facts, step.after)


def through_json(value: Any, as_type: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=as_type, strict=True)


def through_msgpack(value: Any, as_type: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=as_type, strict=True)


def check_purity(moment: Moment) -> None:
    """States are immutable values, whole and hashable; nothing that looks at them or decides on them changes them."""
    match, game, step = moment.match, moment.match.game, moment.step
    match.support.check_conservation(step.after)
    assert all(map(immutable, (step.after, step.action, *step.facts)))
    before = repr(step.before)
    number = hash(step.before)
    assert game.decide(step.before, step.action) == step.facts
    for viewer in (*match.viewers, RECORDER):
        game.view(step.before, viewer)
        game.redact(step.action, step.facts, viewer)
    assert repr(step.before) == before
    assert hash(step.before) == number


def immutable(value: Any) -> bool:
    """Whether `value` is hashable, and frozen all the way down."""
    hash(value)
    if isinstance(value, Struct):
        return value.__struct_config__.frozen and all(
            immutable(getattr(value, name)) for name in value.__struct_fields__
        )
    return all(map(immutable, value)) if isinstance(value, tuple | frozenset) else not isinstance(value, list | dict)


# --- what is legal ---------------------------------------------------------------------------------------------------


def check_who_may_act(moment: Moment) -> None:
    """Each seat asked has something to do, nobody else has."""
    pending = moment.match.game.pending(moment.step.before)
    assert len(set(moment.asked)) == len(moment.asked)
    assert isinstance(pending, AwaitChance) or moment.asked
    for seat, legal in enumerate(moment.legal):
        if seat in moment.asked:
            assert legal.actions or legal.templates, f"seat {seat} has nothing to do"
        else:
            assert not legal.actions, f"seat {seat} of {moment.asked}: {legal}"
            assert not legal.templates, f"seat {seat} of {moment.asked}: {legal}"


def check_listed(moment: Moment) -> None:
    """What is listed is accepted: a few actions of each seat asked."""
    match, random = moment.match, moment.random
    for legal in (moment.legal[seat] for seat in moment.asked):
        assert len({msgspec.json.encode(action) for action in legal.actions}) == len(legal.actions), "listed twice"
        for action in random.sample(legal.actions, min(5, len(legal.actions))):
            assert_accepted(match, moment.step.before, action)
        for template in random.sample(legal.templates, min(3, len(legal.templates))):
            action = filled(match.game, template, RandomChoices(random))
            assert Legal(templates=(template,)).admits(action)
            assert_accepted(match, moment.step.before, action)


def check_nearly_right(moment: Moment) -> None:
    """What isn't listed is refused by an existing clause; chance may report anything possible when it is awaited."""
    match, state = moment.match, moment.step.before
    for action in nearly_right(moment):
        if isinstance(action, ChanceAction):
            if not accepted_or_refused(match, state, action):
                continue
            assert isinstance(match.game.pending(state), AwaitChance), f"not awaited, but accepted: {action}"
        elif is_listed(moment, action):
            assert_accepted(match, state, action)
        else:
            assert_refused(match, state, action)


def nearly_right(moment: Moment) -> Iterator[Any]:
    """Actions of other moments and seats, and this moment's action with one thing changed."""
    match, step, random = moment.match, moment.step, moment.random
    seats = match.setup.seats
    wires: list[dict[str, Any]] = []
    for other in random.sample(moment.earlier, min(5, len(moment.earlier))):
        wire = msgspec.to_builtins(other)
        wires += [wire, {**wire, "seat": step.action.seat} if "seat" in wire and step.action.seat is not None else wire]
    wires += perturbed(match.key, msgspec.to_builtins(step.action), seats, random)
    if step.action.seat is not None:
        legal = moment.legal[step.action.seat]
        for template in legal.templates:
            wires += just_outside(template, random)
        for action in random.sample(legal.actions, min(2, len(legal.actions))):
            wires += perturbed(match.key, msgspec.to_builtins(action), seats, random)
    for wire in wires:
        try:
            yield on_wire(match.game, wire)
        except msgspec.ValidationError:
            continue


def is_listed(moment: Moment, action: SeatAction) -> bool:
    if action.seat not in moment.asked:
        return False
    return moment.legal[action.seat].admits(listed_form(moment.match.key, moment.step.before, action))


def accepted_or_refused(match: Match, state: Any, action: Any) -> bool:
    """Whether the rules accept `action`; a refusal names a clause that exists, and anything else raised is a fault."""
    try:
        step = played(match.game, state, action, 0)
    except RuleViolation as refusal:
        if refusal.clause not in {clause.number for clause in clauses_of(match.key)} or refusal.message[-1] != ".":
            pytest.fail(f"not a refusal to tell people: {refusal}")
        return False
    match.support.check_conservation(step.after)
    return True


def assert_accepted(match: Match, state: Any, action: Any) -> None:
    assert accepted_or_refused(match, state, action), f"listed, but refused: {action}"


def assert_refused(match: Match, state: Any, action: Any) -> None:
    assert not accepted_or_refused(match, state, action), f"not listed, but accepted: {action}"


# --- secrets ---------------------------------------------------------------------------------------------------------


def check_secrets(moment: Moment) -> None:
    """Nothing that a viewer is told depends on what the viewer can't see."""
    for viewer in moment.match.viewers:
        check_state_keeps_secrets(moment.match, moment.step.after, viewer, moment.random)
        check_event_keeps_secrets(moment.match, moment.step, viewer, moment.random)


def check_state_keeps_secrets(match: Match, state: Any, viewer: Viewer, random: Random, *, legal: bool = True) -> None:
    """View, standings, what is awaited, and with `legal` the viewer's own legal actions."""
    game = match.game
    other = match.support.scrambled(state, viewer, random)
    match.support.check_conservation(other)
    assert game.view(other, viewer) == game.view(state, viewer)
    assert game.standings(other, viewer) == game.standings(state, viewer)
    assert game.pending(other) == game.pending(state)
    if legal and isinstance(viewer, int):
        assert game.legal_actions(other, viewer) == game.legal_actions(state, viewer)


def check_event_keeps_secrets(match: Match, step: Step, viewer: Viewer, random: Random) -> None:
    """The event of another action that looks the same, and of the same action in another state that looks the same."""
    game = match.game
    told = game.redact(step.action, step.facts, viewer)
    if any(isinstance(fact, match.support.REVEALING) for fact in step.facts):
        return
    action = match.support.disguised(step.before, step.action, viewer, random)
    if action != step.action:
        assert game.redact(action, game.decide(step.before, action), viewer) == told

    other = match.support.scrambled(step.before, viewer, random)
    try:
        facts = game.decide(other, step.action)
    except RuleViolation:
        assert step.action.seat != viewer, "the viewer's own action must not depend on what the viewer can't see"
    else:
        assert game.redact(step.action, facts, viewer) == told


# --- what is told ----------------------------------------------------------------------------------------------------

RAW = re.compile(r"\w_\w|\bNone\b|\bTrue\b|\bFalse\b|[<>{}\[\]]|  ")
"""What no sentence for people holds: identifiers, Python's words, braces, two blanks."""


def check_telling(moment: Moment) -> None:
    """Every viewer is told every event in both languages; views and redacted events can be sent."""
    match, game, step = moment.match, moment.match.game, moment.step
    for viewer in (*match.viewers, RECORDER):
        action, facts = game.redact(step.action, step.facts, viewer)
        assert type(action) is type(step.action)
        assert [type(fact) for fact in facts] == [type(fact) for fact in step.facts]
        msgspec.json.encode((action, facts))
        check_sentences(game, action, facts, NAMES[: match.setup.seats])
        view = game.view(step.after, viewer)
        assert through_json(view, game.view_type) == view
    assert game.redact(step.action, step.facts, RECORDER) == (step.action, step.facts)


def check_sentences(game: AnyGame, action: Any, facts: tuple[Any, ...], names: tuple[str, ...]) -> None:
    languages: tuple[Language, ...] = get_args(Language)
    told = [game.sentence(action, facts, names, language) for language in languages]
    for sentence in told:
        assert sentence.strip() == sentence != ""
        assert not RAW.search(sentence), sentence
        assert sentence[-1] in ".!?", sentence
    assert len(set(told)) == len(told), "told in the same words in two languages"


# --- the tests -------------------------------------------------------------------------------------------------------

CHECKS: Final[tuple[Callable[[Moment], None], ...]] = (
    check_standings,
    check_replay,
    check_purity,
    check_who_may_act,
    check_listed,
    check_nearly_right,
    check_secrets,
    check_telling,
)


@SOME_QUICKLY
def test_a_match_is_what_it_has_to_be_at_every_step(match: Match) -> None:
    walk(match, RandomChoices(Random(1)), Random(1))


@pytest.mark.slow
@EVERY_MATCH
@settings(max_examples=2)
@given(seed=st.integers(2, 2**32 - 1))
def test_so_are_others(match: Match, seed: int) -> None:
    walk(match, RandomChoices(Random(seed)), Random(seed))


@pytest.mark.long
@EVERY_MATCH
@settings(max_examples=10)
@given(data=st.data())
def test_so_are_many_that_hypothesis_looks_for(match: Match, data: st.DataObject) -> None:
    walk(match, HypothesisChoices(data), Random(data.draw(st.integers(0, 2**32 - 1))))


@EVERY_MATCH
def test_options_cross_the_wire(match: Match) -> None:
    options, as_type = match.setup.options, match.game.options_type
    assert through_json(options, as_type) == through_msgpack(options, as_type) == options


@EVERY_GAME
def test_set_ups_cover_every_number_of_seats_and_every_dealing(key: str) -> None:
    game, setups = GAMES[key], support_of(key).SETUPS.values()
    assert {setup.seats for setup in setups} == set(game.meta.seats)
    if has_chance(key):
        dealings = {member for setup in setups for member in type(setup.options.dealing)}
        assert {setup.options.dealing for setup in setups} == dealings


@EVERY_GAME
def test_demonstrations_are_dealt_by_the_server_and_can_be_played(key: str) -> None:
    game = GAMES[key]
    assert game.demos
    for demo in game.demos:
        assert demo.options.server_deals == has_chance(key)
        steps = list(play(game, demo, RandomChoices(Random(0)), support_of(key).MOST_STEPS))
        assert isinstance(game.pending(steps[-1].after), Finished)


@EVERY_GAME
def test_every_type_of_action_and_fact_occurs_in_random_play(key: str) -> None:
    """Else the properties above would say nothing about it."""
    game, support = GAMES[key], support_of(key)
    missing = {*kinds_of(game.action_type), *kinds_of(game.fact_type)} - {*getattr(support, "RARE", ())}
    for seed in range(30):
        for setup in support.SETUPS.values():
            for step in play(game, setup, RandomChoices(Random(seed)), support.MOST_STEPS):
                missing -= {type(step.action), *map(type, step.facts)}
            if not missing:
                return
    pytest.fail(f"never seen: {missing}")


@pytest.mark.parametrize("key", [*filter(has_secrets, GAMES)])
def test_scrambling_and_disguising_change_what_a_viewer_cannot_see(key: str) -> None:
    """Else keeping secrets would be no feat."""
    game, support = GAMES[key], support_of(key)
    random = Random(0)
    states = actions = 0
    for setup in support.SETUPS.values():
        for step in play(game, setup, RandomChoices(random), support.MOST_STEPS):
            states += support.scrambled(step.after, PUBLIC, random) != step.after
            actions += support.disguised(step.before, step.action, 0, random) != step.action
    assert states
    assert actions


@SOME_QUICKLY
def test_chance_is_asked_for_by_the_type_of_its_action(match: Match) -> None:
    for step in play(match.game, match.setup, RandomChoices(Random(1)), match.support.MOST_STEPS):
        pending = match.game.pending(step.before)
        if isinstance(pending, AwaitChance):
            assert pending.awaits["type"] == type_of(step.action)
            assert isinstance(step.action, ChanceAction)
        else:
            assert isinstance(pending, AwaitSeats)
            assert step.action.seat in asked_seats(match.game, step.before)
