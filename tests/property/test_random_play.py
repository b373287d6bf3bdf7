"""What holds in every match of every game, whatever is played: Hypothesis makes the choices.

A game joins by being there: its set-ups and its own checks are read from ``tests/domain/games/<game>/support.py``.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from domain.kernel.actions import ChanceAction, SeatAction
from domain.kernel.errors import RuleViolation
from domain.kernel.game import SERVER, AnyGame, Language, Setup
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.registry import GAMES, clauses_of
from tests.domain.games.perturb import just_outside, perturbed
from tests.domain.games.play import (
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
from tests.domain.games.support import GameSupport, listed_form, support_of

NAMES = ("Ada", "Bea", "Cid", "Dov", "Eve", "Fay", "Gil", "Hal")


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


def matches() -> list[Any]:
    """Every game in each of its set-ups."""
    return [
        pytest.param(Match(game, setup, support_of(key)), id=f"{key}-{name}")
        for key, game in GAMES.items()
        for name, setup in support_of(key).SETUPS.items()
    ]


EVERY_MATCH = pytest.mark.parametrize("match", matches())
EVERY_GAME = pytest.mark.parametrize("key", GAMES)


class HypothesisChoices:
    """Choices of Hypothesis, which it can shrink."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def below(self, n: int) -> int:
        return self.data.draw(st.integers(0, n - 1)) if n > 1 else 0


def steps_of(match: Match, data: st.DataObject) -> Iterator[Step]:
    """A match as Hypothesis plays it."""
    return play(match.game, match.setup, HypothesisChoices(data), match.support.MOST_STEPS)


def sampling(data: st.DataObject) -> Random:
    """Where samples come from: too many to be choices of their own."""
    return Random(data.draw(st.integers(0, 2**32 - 1)))


# --- a match as a whole ----------------------------------------------------------------------------------------------


def check_end(match: Match, data: st.DataObject) -> None:
    """It comes to an end within the bound, and somebody wins then and not before."""
    game = match.game
    state = game.initial(match.setup)
    for step in steps_of(match, data):
        assert not isinstance(game.pending(step.before), Finished)
        state = step.after
        check_standings(match, state)
    assert isinstance(game.pending(state), Finished)


def check_standings(match: Match, state: Any) -> None:
    """A standing a seat; ranks follow from each other; winners are the first, and only at the end."""
    ended = isinstance(match.game.pending(state), Finished)
    for viewer in (*match.viewers, RECORDER):
        standings = match.game.standings(state, viewer)
        assert [standing.seat for standing in standings] == list(range(match.setup.seats))
        assert all(standing.rank is None or standing.score is not None for standing in standings)
        if not ended:
            assert all(standing.winner is None for standing in standings)
        if all(standing.rank is not None for standing in standings):
            check_ranks(standings)
    standings = match.game.standings(state, RECORDER)
    if ended:
        assert [standing.winner for standing in standings] == [standing.rank == 1 for standing in standings]
        assert any(standing.winner for standing in standings)


def check_ranks(standings: tuple[Standing, ...]) -> None:
    """1, 2, 2, 4: each rank is one more than the number of those before; a higher rank has no higher score."""
    ranks = sorted(standing.rank or 0 for standing in standings)
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    for one in standings:
        for other in standings:
            if (one.score, one.tie_breaks) == (other.score, other.tie_breaks):
                assert one.rank == other.rank


def check_replay(match: Match, data: st.DataObject) -> None:
    """The facts, read back from JSON or MessagePack, fold to the very states of the live match, from the start."""
    game = match.game
    from_json = from_msgpack = game.initial(match.setup)
    for step in steps_of(match, data):
        from_json = folded(game, from_json, [through_json(fact, game.fact_type) for fact in step.facts])
        from_msgpack = folded(game, from_msgpack, [through_msgpack(fact, game.fact_type) for fact in step.facts])
        assert from_json == from_msgpack == step.after
        assert through_json(step.action, game.action_type) == step.action
        assert through_msgpack(step.action, game.action_type) == step.action
        assert game.decide(step.before, through_json(step.action, game.action_type)) == step.facts


def through_json(value: Any, as_type: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=as_type, strict=True)


def through_msgpack(value: Any, as_type: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=as_type, strict=True)


def check_purity(match: Match, data: st.DataObject) -> None:
    """States are immutable values, whole and hashable; nothing that looks at them or decides on them changes them."""
    game = match.game
    match.support.check_conservation(game.initial(match.setup))
    for step in steps_of(match, data):
        match.support.check_conservation(step.after)
        assert immutable(step.after)
        assert all(map(immutable, (step.action, *step.facts)))
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


def check_legality(match: Match, data: st.DataObject) -> None:
    """What is listed is accepted, what isn't is refused by an existing clause, and nobody else has anything to do."""
    random = sampling(data)
    played_before: list[Any] = [*of_actions(match.support.EXAMPLES)]
    for step in steps_of(match, data):
        check_who_may_act(match, step.before)
        for action in some_listed(match, step.before, random):
            assert_accepted(match, step.before, action)
        for action in nearly_right(match, step, played_before, random):
            check_one(match, step.before, action)
        played_before.append(step.action)
    for action in played_before:
        assert_refused(match, step.after, action)


def of_actions(examples: tuple[Any, ...]) -> list[Any]:
    return [example for example in examples if isinstance(example, SeatAction | ChanceAction)]


def check_who_may_act(match: Match, state: Any) -> None:
    """Each seat asked has something to do, nobody else has."""
    pending = match.game.pending(state)
    asked = asked_seats(match.game, state)
    assert len(set(asked)) == len(asked)
    assert isinstance(pending, AwaitChance) or asked
    for seat in range(match.setup.seats):
        legal = match.game.legal_actions(state, seat)
        assert any(True for _ in legal) == (seat in asked), f"seat {seat} of {asked}: {legal}"


def some_listed(match: Match, state: Any, random: Random) -> Iterator[Any]:
    """A few actions of each seat asked."""
    for seat in asked_seats(match.game, state):
        legal = match.game.legal_actions(state, seat)
        assert len({msgspec.json.encode(action) for action in legal.actions}) == len(legal.actions), "listed twice"
        yield from random.sample(legal.actions, min(5, len(legal.actions)))
        for template in random.sample(legal.templates, min(3, len(legal.templates))):
            action = filled(match.game, template, RandomChoices(random))
            assert template.admits(msgspec.to_builtins(action))
            yield action


def nearly_right(match: Match, step: Step, others: list[Any], random: Random) -> Iterator[Any]:
    """Actions of other moments and seats, and this moment's action with one thing changed."""
    seats = match.setup.seats
    wires: list[dict[str, Any]] = []
    for other in random.sample(others, min(5, len(others))):
        wire = msgspec.to_builtins(other)
        wires += [wire, {**wire, "seat": step.action.seat} if "seat" in wire and step.action.seat is not None else wire]
    wires += perturbed(match.key, msgspec.to_builtins(step.action), seats, random)
    if step.action.seat is not None:
        legal = match.game.legal_actions(step.before, step.action.seat)
        for template in legal.templates:
            wires += just_outside(template, random)
        for action in random.sample(legal.actions, min(2, len(legal.actions))):
            wires += perturbed(match.key, msgspec.to_builtins(action), seats, random)
    for wire in wires:
        try:
            yield on_wire(match.game, wire)
        except msgspec.ValidationError:
            continue


def check_one(match: Match, state: Any, action: Any) -> None:
    """`action` is accepted where it is listed; chance may report anything possible when it is awaited."""
    if isinstance(action, ChanceAction):
        if not isinstance(match.game.pending(state), AwaitChance):
            assert_refused(match, state, action)
        else:
            accepted_or_refused(match, state, action)
    elif is_listed(match, state, action):
        assert_accepted(match, state, action)
    else:
        assert_refused(match, state, action)


def is_listed(match: Match, state: Any, action: SeatAction) -> bool:
    if action.seat not in asked_seats(match.game, state):
        return False
    return match.game.legal_actions(state, action.seat).admits(listed_form(match.key, state, action))


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


def check_secrets(match: Match, data: st.DataObject) -> None:
    """Nothing that a viewer is told depends on what the viewer can't see."""
    random = sampling(data)
    for step in steps_of(match, data):
        for viewer in match.viewers:
            check_state_keeps_secrets(match, step.after, viewer, random)
            check_event_keeps_secrets(match, step, viewer, random)


def check_state_keeps_secrets(match: Match, state: Any, viewer: Viewer, random: Random) -> None:
    """View, standings, what is awaited, and the viewer's own legal actions."""
    game = match.game
    other = match.support.scrambled(state, viewer, random)
    match.support.check_conservation(other)
    assert game.view(other, viewer) == game.view(state, viewer)
    assert game.standings(other, viewer) == game.standings(state, viewer)
    assert game.pending(other) == game.pending(state)
    if isinstance(viewer, int):
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


def check_telling(match: Match, data: st.DataObject) -> None:
    """Every viewer is told every event in both languages; views and redacted events can be sent."""
    game = match.game
    names = NAMES[: match.setup.seats]
    for step in steps_of(match, data):
        for viewer in (*match.viewers, RECORDER):
            action, facts = game.redact(step.action, step.facts, viewer)
            assert type(action) is type(step.action)
            assert [type(fact) for fact in facts] == [type(fact) for fact in step.facts]
            msgspec.json.encode((action, facts))
            check_sentences(game, action, facts, names)
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

CHECKS: tuple[Callable[[Match, st.DataObject], None], ...] = (
    check_end,
    check_replay,
    check_purity,
    check_legality,
    check_secrets,
    check_telling,
)


@EVERY_MATCH
@settings(max_examples=4)
@given(data=st.data())
def test_a_match_ends_with_winners(match: Match, data: st.DataObject) -> None:
    check_end(match, data)


@EVERY_MATCH
@settings(max_examples=3)
@given(data=st.data())
def test_facts_read_back_replay_to_the_live_match(match: Match, data: st.DataObject) -> None:
    check_replay(match, data)


@EVERY_MATCH
@settings(max_examples=2)
@given(data=st.data())
def test_states_are_immutable_and_lose_no_piece(match: Match, data: st.DataObject) -> None:
    check_purity(match, data)


@EVERY_MATCH
@settings(max_examples=2)
@given(data=st.data())
def test_what_is_listed_is_accepted_and_all_else_refused(match: Match, data: st.DataObject) -> None:
    check_legality(match, data)


@EVERY_MATCH
@settings(max_examples=2)
@given(data=st.data())
def test_no_viewer_learns_a_secret(match: Match, data: st.DataObject) -> None:
    check_secrets(match, data)


@EVERY_MATCH
@settings(max_examples=2)
@given(data=st.data())
def test_every_event_is_told_to_every_viewer(match: Match, data: st.DataObject) -> None:
    check_telling(match, data)


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS)
@EVERY_MATCH
@settings(max_examples=50)
@given(data=st.data())
def test_many_more_matches(match: Match, check: Callable[[Match, st.DataObject], None], data: st.DataObject) -> None:
    check(match, data)


@EVERY_MATCH
def test_options_cross_the_wire(match: Match) -> None:
    options, as_type = match.setup.options, match.game.options_type
    assert through_json(options, as_type) == through_msgpack(options, as_type) == options


@EVERY_GAME
def test_set_ups_cover_every_number_of_seats_and_every_dealing(key: str) -> None:
    game, setups = GAMES[key], support_of(key).SETUPS.values()
    assert {setup.seats for setup in setups} == set(game.meta.seats)
    dealings = {member for setup in setups for member in type(setup.options.dealing)}
    assert {setup.options.dealing for setup in setups} == dealings


@EVERY_GAME
def test_demonstrations_are_dealt_by_the_server_and_can_be_played(key: str) -> None:
    game = GAMES[key]
    assert game.demos
    for demo in game.demos:
        assert demo.options.dealing == SERVER
        steps = list(play(game, demo, RandomChoices(Random(0)), support_of(key).MOST_STEPS))
        assert isinstance(game.pending(steps[-1].after), Finished)


@EVERY_GAME
def test_every_type_of_action_and_fact_occurs_in_random_play(key: str) -> None:
    """Else the properties above would say nothing about it."""
    game, support = GAMES[key], support_of(key)
    missing = {*get_args(game.action_type), *get_args(game.fact_type)} - {*getattr(support, "RARE", ())}
    for seed in range(30):
        for setup in support.SETUPS.values():
            for step in play(game, setup, RandomChoices(Random(seed)), support.MOST_STEPS):
                missing -= {type(step.action), *map(type, step.facts)}
            if not missing:
                return
    pytest.fail(f"never seen: {missing}")


@EVERY_GAME
def test_scrambling_and_disguising_change_what_a_viewer_cannot_see(key: str) -> None:
    """Else keeping secrets would be no feat."""
    game, support = GAMES[key], support_of(key)
    random = Random(0)
    states = actions = 0
    for setup in support.SETUPS.values():
        for step in play(game, setup, RandomChoices(random), support.MOST_STEPS):
            states += support.scrambled(step.after, PUBLIC, random) != step.after
            actions += support.disguised(step.before, step.action, 0, random) != step.action
    assert states > 10
    assert actions > 3


@EVERY_MATCH
def test_chance_is_asked_for_by_the_type_of_its_action(match: Match) -> None:
    for step in play(match.game, match.setup, RandomChoices(Random(1)), match.support.MOST_STEPS):
        pending = match.game.pending(step.before)
        if isinstance(pending, AwaitChance):
            assert pending.awaits["type"] == type_of(step.action)
            assert isinstance(step.action, ChanceAction)
        else:
            assert isinstance(pending, AwaitSeats)
            assert step.action.seat in asked_seats(match.game, step.before)
