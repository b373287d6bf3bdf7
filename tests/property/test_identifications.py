"""Unknown cards that are seen later, in random matches: what was true is taken, and nothing that can't be."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.cards import UNKNOWN
from domain.kernel.errors import RuleViolation
from domain.kernel.unknowns import HasUnknowns, Identification
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.amendments import amend, restore
from domain.match.commands import NotPossible, open_match, play, retract
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.identification import Contradiction, identify
from domain.match.match import Match
from domain.registry import GAMES, clauses_of
from replays.stepper import Stepper
from tests.domain.games.perturb import just_outside
from tests.domain.games.play import ChosenDraws, RandomChoices, asked_seats, filled, folded, on_wire
from tests.domain.games.play import play as steps_of
from tests.domain.games.support import Retold, listed_form, support_of, unknowns_support_of

AT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "owner"}
DRAWING: dict[str, Any] = {**BY, "chance": ChosenDraws(RandomChoices(Random(0)))}
WITH_UNKNOWNS = pytest.mark.parametrize("key", [key for key, game in GAMES.items() if isinstance(game, HasUnknowns)])
SEEDS = pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])


class Told:
    """A match that was told without its hands, and what is identified in it."""

    def __init__(self, key: str, seed: int) -> None:
        self.key = key
        self.support = support_of(key)
        self.unknowns = unknowns_support_of(key)
        self.random = Random(f"{key} {seed} identified")
        self.retold, log = recorded(key, seed)
        self.log = [*log]
        self.match = folded_log(self.log)

    def happen(self, *events: MatchEvent) -> None:
        for event in events:
            self.log.append(event)
            self.match = evolve(self.match, event)

    def truths(self, step: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """The seats with unknown cards at `step`, and what these are."""
        state = self.match.state_at(step)
        for seat in range(len(self.match.seats)):
            if missing := self.unknowns.missing(state, self.retold.truth[step], seat):
                yield seat, missing

    def any_truth(self, last: int | None = None) -> tuple[int, Any] | None:
        """A step, and some of the unknown cards of a seat there."""
        step = self.random.randint(0, self.match.step if last is None else last)
        found = list(self.truths(step))
        if not found:
            return None
        seat, missing = self.random.choice(found)
        cards = self.random.sample(missing, self.random.randint(1, len(missing)))
        return step, self.identification(step, seat, cards)

    def any_guess(self) -> tuple[int, Any] | None:
        """A step, and some cards that a seat may have held there, or not."""
        step, seat = self.random.randint(0, self.match.step), self.random.randrange(len(self.match.seats))
        possible = self.unknowns.possible(self.match.state_at(step), seat)
        if not possible:
            return None
        return step, self.identification(step, seat, self.random.sample(possible, self.random.randint(1, 4)))

    def identification(self, step: int, seat: int, cards: Sequence[Any]) -> Any:
        return self.unknowns.identification(self.match.state_at(step), seat, cards)

    def identify(self, step: int, identification: Any) -> None:
        self.happen(identify(self.match, step, identification, "seen later", **BY))

    def identify_some(self, number: int) -> None:
        for _ in range(number):
            if found := self.any_truth():
                self.identify(*found)
        assert self.match.identified


@cache
def recorded(key: str, seed: int) -> tuple[Retold, tuple[MatchEvent, ...]]:
    game, retold = GAMES[key], unknowns_support_of(key).retold(Random(f"{key} {seed}"))
    seats = [UUID(int=seat + 1) for seat in range(retold.setup.seats)]
    log: list[MatchEvent] = [open_match(game, retold.setup.options, seats, played_on=date(2026, 11, 27), **BY)]
    match = evolve(None, log[0])
    for action in retold.actions:
        log.append(play(match, action, **BY))
        match = evolve(match, log[-1])
    assert match.finished
    return retold, tuple(log)


def folded_log(log: Sequence[MatchEvent]) -> Match:
    match = fold(None, log)
    assert match is not None
    return match


def viewers(match: Match) -> tuple[Viewer, ...]:
    return (*range(len(match.seats)), PUBLIC, RECORDER)


def seen(match: Match, viewer: Viewer) -> list[Any]:
    """All that `viewer` is told of every step."""
    shown: list[Any] = []
    for then in match.steps(0):
        asked = range(len(match.seats)) if viewer is RECORDER else [viewer] if isinstance(viewer, int) else []
        legal = [then.legal_actions(seat, viewer) for seat in asked]
        shown.append((match.game.view(then.state_for(viewer), viewer), then.standings(viewer), then.pending, legal))
    return shown


def unknown_cards(match: Match, seat: int) -> list[int]:
    """How many cards `seat` sees as unknown among all that it sees, step by step."""
    game = match.game
    return [
        msgspec.json.encode(game.view(then.state_for(seat), seat)).count(f'"{UNKNOWN}"'.encode())
        for then in match.steps(0)
    ]


def assert_it_stands(match: Match) -> None:
    """Every step follows from the one before by the rules of today."""
    known = match.known_at_start()
    for ply in match.line:
        facts = match.game.decide(known.state, ply.played.action)
        before, known = known, match.known_next(known, ply.played.step)
        assert replace(match, identified=()).known_next(before, ply.played.step).state == folded(
            match.game, before.state, facts
        )


# --- what was true ---


@WITH_UNKNOWNS
@SEEDS
def test_what_was_true_is_taken_at_any_step_in_any_order(key: str, seed: int) -> None:
    told = Told(key, seed)
    for _ in range(8):
        if found := told.any_truth():
            before = told.match
            told.identify(*found)
            assert (told.match.version, told.match.step) == (before.version + 1, before.step)
            assert [then.pending for then in told.match.steps(0)] == [then.pending for then in before.steps(0)]
            for then in told.match.steps(0):
                told.support.check_conservation(then.state)
            assert_it_stands(told.match)
    assert told.match.identified
    assert told.match == fold(None, told.log)


@pytest.mark.slow
@WITH_UNKNOWNS
@SEEDS
def test_the_seat_and_the_record_see_it_from_that_step_on_and_nobody_else_ever(key: str, seed: int) -> None:
    told = Told(key, seed)
    for _ in range(3):
        found = told.any_truth()
        if found is None:
            continue
        (step, identification), before = found, told.match
        told.identify(step, identification)
        for viewer in viewers(before):
            then, now = seen(before, viewer), seen(told.match, viewer)
            if viewer in (identification.seat, RECORDER):
                assert now[:step] == then[:step]
                assert now[step] != then[step]
            else:
                assert now == then
        unknown, left = (unknown_cards(match, identification.seat) for match in (before, told.match))
        assert left[step] < unknown[step]
        assert all(map(int.__le__, left, unknown))


@pytest.mark.slow
@WITH_UNKNOWNS
@SEEDS
def test_who_may_not_know_it_is_told_the_same_whatever_was_identified(key: str, seed: int) -> None:
    """Not even the numbers that follow from it, such as how many of a kind may be left."""
    told = Told(key, seed)
    for _ in range(20):
        found = told.any_guess()
        if found is None:
            continue
        step, one = found
        possible = told.unknowns.possible(told.match.state_at(step), one.seat)
        other = told.identification(step, one.seat, told.random.sample(possible, 2))
        matches = []
        for identification in (one, other):
            try:
                matches.append(evolve(told.match, identify(told.match, step, identification, "", **BY)))
            except Contradiction:
                break
        if len(matches) == 2:
            for viewer in viewers(told.match):
                if viewer not in (one.seat, RECORDER):
                    assert seen(matches[0], viewer) == seen(matches[1], viewer)


@pytest.mark.slow
@WITH_UNKNOWNS
@SEEDS
def test_when_everything_is_identified_the_record_is_the_truth(key: str, seed: int) -> None:
    told = Told(key, seed)
    for step in range(told.match.step + 1):
        for seat, missing in list(told.truths(step)):
            told.identify(step, told.identification(step, seat, missing))
    for step, then in enumerate(told.match.steps(0)):
        assert not list(told.truths(step))
        assert b'"unknown"' not in msgspec.json.encode(told.match.game.view(then.state, RECORDER))
    assert told.match.standings(RECORDER) == told.match.game.standings(told.retold.truth[-1], RECORDER)
    assert_it_stands(told.match)


@WITH_UNKNOWNS
@SEEDS
def test_what_is_listed_is_still_accepted_and_all_else_refused(key: str, seed: int) -> None:
    """Hands of which some cards are known and others aren't."""
    told, game, accepted = Told(key, seed), GAMES[key], 0
    told.identify_some(8)
    for then in list(told.match.steps(0))[:-1]:
        for seat in asked_seats(game, then.state):
            legal = then.legal_actions(seat, RECORDER)
            listed = told.random.sample(legal.actions, min(2, len(legal.actions)))
            for template in told.random.sample(legal.templates, min(2, len(legal.templates))):
                listed.append(filled(game, template, RandomChoices(told.random)))
                for wire in just_outside(template, told.random):
                    action = on_wire(game, wire)
                    assert is_accepted(then, action) is legal.admits(listed_form(key, then.state, action))
            for action in listed:
                assert is_accepted(then, action)
                accepted += 1
    assert accepted > 50


def is_accepted(match: Match, action: Any) -> bool:
    try:
        match.game.decide(match.state, action)
    except RuleViolation:
        return False
    return True


@WITH_UNKNOWNS
def test_what_is_identified_while_a_match_goes_on_lets_the_truth_go_on(key: str) -> None:
    told = Told(key, 0)
    whole, told.log = told.log, told.log[:1]
    told.match = folded_log(told.log)
    for event in whole[1:]:
        told.happen(play(told.match, event.action, **BY))  # type: ignore[union-attr]
        if told.random.random() < 0.2 and (found := told.any_truth()):
            told.identify(*found)
    assert told.match.identified
    assert told.match == fold(None, told.log)
    assert [ply.played.action for ply in told.match.line] == list(told.retold.actions)


# --- what was not ---


@pytest.mark.slow
@WITH_UNKNOWNS
@SEEDS
def test_what_is_false_is_refused_with_both_places_or_contradicts_nothing(key: str, seed: int) -> None:
    told = Told(key, seed)
    told.identify_some(3)
    clauses = {clause.number for clause in clauses_of(key)} | {None}
    refused = taken = 0
    for _ in range(40):
        found = told.any_guess()
        if found is None:
            continue
        step, identification = found
        event = refusal = None
        try:
            event = identify(told.match, step, identification, "a guess", **BY)
        except Contradiction as contradiction:
            refusal = contradiction
        if refusal is not None:
            refused += 1
            assert refusal.step == step
            assert 0 <= refusal.conflicting_step <= told.match.step
            assert refusal.clause in clauses
            assert refusal.message[-1] == "."
        if event is None:
            continue
        taken += 1
        after = evolve(told.match, event)
        for then in after.steps(0):
            told.support.check_conservation(then.state)
        assert_it_stands(after)
    assert refused > 3
    assert taken > 0


@WITH_UNKNOWNS
@SEEDS
def test_the_place_that_contradicts_is_where_it_becomes_impossible(key: str, seed: int) -> None:
    """Without what was recorded there and later, the identification would have been taken."""
    told = Told(key, seed)
    found = 0
    for _ in range(60):
        guess = told.any_guess()
        if guess is None:
            continue
        step, identification = guess
        try:
            identify(told.match, step, identification, "a guess", **BY)
        except Contradiction as contradiction:
            place = contradiction.conflicting_step
            if place > step:
                back = evolve(told.match, retract(told.match, place - 1, "", **BY))
                identify(back, step, identification, "a guess", **BY)
            elif place < step:
                identify(
                    evolve(told.match, retract(told.match, place - 1, "", **BY)), place - 1, identification, "", **BY
                )
            found += place != step
    assert found > 3


# --- with corrections ---


@WITH_UNKNOWNS
@SEEDS
def test_a_retraction_drops_it_and_a_restoration_brings_it_back(key: str, seed: int) -> None:
    told = Told(key, seed)
    told.identify_some(5)
    before, number = told.match, len(told.log)
    step = told.random.choice(before.identified).event.step
    to_step = max(0, step - told.random.randint(1, 10))
    if to_step == before.step:
        return
    told.happen(retract(told.match, to_step, "a slip", **BY))
    assert told.match.identified == tuple(one for one in before.identified if one.event.step <= to_step)
    assert told.match.known == before.known_at(to_step)
    restored = restore(told.match, before, to_step, "no slip", **DRAWING)
    assert restored.obstacle is None
    told.happen(*restored.events)
    assert told.match.known == before.known
    assert [one.event.identification for one in told.match.identified] == [
        one.event.identification for one in before.identified
    ]
    assert told.match == fold(None, told.log)
    assert len(told.log) > number


@pytest.mark.slow
@WITH_UNKNOWNS
@SEEDS
def test_an_amendment_keeps_what_was_identified_or_names_it(key: str, seed: int) -> None:
    told = Told(key, seed)
    told.identify_some(5)
    named = 0
    for _ in range(8):
        before, step = told.match, told.random.randint(1, told.match.step)
        if told.random.random() < 0.5:
            same = before.line[step - 1].played.action
            amendment = amend(before, step, 1, [same], "no slip", **DRAWING)
            assert amendment.obstacle is None
            assert amendment.match.known == before.known
            assert amendment.kept == before.step - step
        else:
            amendment = amend(before, step, 1, [], "it wasn't so", **DRAWING)
        if amendment.obstacle is not None and amendment.obstacle.identification is not None:
            named += 1
            versions = {one.version: one.event.step for one in before.identified}
            assert amendment.obstacle.step == versions[amendment.obstacle.identification]
        after = folded_log([*told.log, *amendment.events])
        assert after == replace(amendment.match, version=after.version)
        assert after.known == after.known_at(after.step)
        assert_it_stands(after)


@pytest.mark.slow
@WITH_UNKNOWNS
def test_a_replay_shows_what_is_known_now(key: str) -> None:
    told = Told(key, 2)
    stepper, match_id = Stepper(), UUID(int=7)
    for _ in range(3):
        if found := told.any_truth():
            told.identify(*found)
        known = [told.match.known_at(step) for step in range(told.match.step + 1)]
        assert [position.known for position in stepper.positions(match_id, told.match)] == known
        for step in told.random.sample(range(told.match.step + 1), 5):
            position = stepper.position(match_id, told.match, step)
            assert position.known == known[step]
            for viewer in viewers(told.match):
                assert position.view(viewer) == told.match.game.view(known[step].state_for(viewer), viewer)


# --- what can't be asked ---


def test_a_game_without_unknown_cards_says_so() -> None:
    for game in GAMES.values():
        if not isinstance(game, HasUnknowns):
            setup = game.demos[0]
            seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
            match = evolve(None, open_match(game, setup.options, seats, played_on=date(2026, 11, 27), **BY))
            with pytest.raises(NotPossible, match="knows every card"):
                identify(match, 0, Identification(seat=0), "", **BY)


@WITH_UNKNOWNS
def test_steps_seats_and_cards_have_to_be_there(key: str) -> None:
    told = Told(key, 0)
    card = told.unknowns.possible(told.match.state_at(0), 0)[0]
    one = told.identification(0, 0, [card])
    for step, identification, pointer in [
        (told.match.step + 1, one, "/step"),
        (0, replace(one, seat=len(told.match.seats)), "/held/seat"),
        (0, told.identification(0, 0, []), "/held"),
    ]:
        with pytest.raises(NotPossible) as refusal:
            identify(told.match, step, identification, "", **BY)
        assert refusal.value.pointer == pointer


@WITH_UNKNOWNS
def test_what_the_record_knows_is_not_told_twice(key: str) -> None:
    told = Told(key, 3)
    told.identify_some(1)
    (one,) = told.match.identified
    with pytest.raises(NotPossible, match=r"^/held: "):
        told.identify(one.event.step, one.event.identification)


@WITH_UNKNOWNS
def test_where_the_server_deals_nothing_is_unknown(key: str) -> None:
    game, unknowns = GAMES[key], unknowns_support_of(key)
    assert isinstance(game, HasUnknowns)
    for setup in game.demos:
        for step in steps_of(game, setup, RandomChoices(Random(1)), support_of(key).MOST_STEPS):
            for seat in range(setup.seats):
                for card in unknowns.possible(step.after, seat)[:1]:
                    with pytest.raises(RuleViolation):
                        game.identify(step.after, unknowns.identification(step.after, seat, [card]))
