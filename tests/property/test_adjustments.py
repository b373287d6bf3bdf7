"""Irregular play: whatever is put otherwise, all that holds in every match holds in these, too.

Every game that offers adjustments joins; those that it offers are put together at random.
"""

from random import Random
from typing import Any, Final, get_args

import msgspec
import pytest

from domain.kernel.adjusting import Adjust, HasAdjustments
from domain.kernel.errors import RuleViolation
from domain.kernel.languages import Language
from domain.kernel.pending import Finished
from domain.kernel.unknowns import HasUnknowns
from domain.kernel.viewer import PUBLIC, Viewer
from domain.match.asking import legal_for
from domain.registry import GAMES
from tests.domain.games import twin_walk
from tests.domain.games.irregular import offered, play_irregularly
from tests.domain.games.support import has_secrets, support_of
from tests.names import NAMES
from tests.property import test_non_interference as secrets
from tests.property import test_random_play as regular
from tests.property.test_random_play import RAW, Match, Moment

LANGUAGES: tuple[Language, ...] = get_args(Language)


def check_secrets(moment: Moment) -> None:
    """As in every match, but for what a seat may do: that follows from what it knows, as the walk of twins below shows.

    The record may know cards in the hands of others that were moved there by name.
    """
    match, step = moment.match, moment.step
    for viewer in match.viewers:
        legal = not isinstance(match.game, HasUnknowns)
        regular.check_state_keeps_secrets(match, step.after, viewer, moment.random, legal=legal)
        regular.check_event_keeps_secrets(match, step, viewer, moment.random)


CHECKS: Final = (
    regular.check_standings,
    regular.check_replay,
    regular.check_purity,
    regular.check_who_may_act,
    regular.check_listed,
    check_secrets,
    regular.check_telling,
)

ADJUSTABLE: Final = [one for one in regular.matches(quick=True) if isinstance(one.values[0].game, HasAdjustments)]
EVERY_MATCH = pytest.mark.parametrize("match", ADJUSTABLE)
EVERY_KEY = pytest.mark.parametrize("key", sorted({one.values[0].key for one in ADJUSTABLE}))


def steps_of(match: Match, seed: int) -> Any:
    """A match with adjusts in it."""
    return play_irregularly(match.game, match.setup, Random(seed), 2 * match.support.MOST_STEPS)


@EVERY_MATCH
def test_an_irregular_match_is_what_any_match_is_at_every_step(match: Match) -> None:
    """What is offered is accepted, the match always goes on, nothing gets lost, and nobody is told what is secret."""
    random = Random(3)
    adjusts = 0
    for step in steps_of(match, 3):
        adjusts += isinstance(step.action, Adjust)
        moment = Moment(match, step, [], random)
        for check in CHECKS:
            check(moment)
    assert adjusts


@pytest.mark.slow
@EVERY_MATCH
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_irregular_matches_come_to_an_end(match: Match, seed: int) -> None:
    step = None
    for step in steps_of(match, seed):
        match.support.check_conservation(step.after)
        regular.check_who_may_act(Moment(match, step, [], Random(seed)))
    assert step is not None
    assert isinstance(match.game.pending(step.after), Finished)


@EVERY_MATCH
def test_what_is_offered_has_words_in_every_language(match: Match) -> None:
    names = NAMES[: match.setup.seats]
    for step in steps_of(match, 4):
        if step.number % 7:
            continue
        offers = [offered(match.game, step.before, names, language) for language in LANGUAGES]
        assert len({len(choices.choices) for choices in offers}) == 1
        for choices in offers:
            labels = [choice.label for choice in choices.choices]
            assert len(labels) == len({*labels}) <= 10, "a list that somebody at the table can read"
            labels += [slot.label for slot in choices.slots]
            labels += [option.label for slot in choices.slots for option in slot.options]
            for label in labels:
                assert label
                assert not RAW.search(label), label
            assert all(choice.seat is None for choice in choices.choices)
            assert all(choice.action["type"] == "adjust" for choice in choices.choices)
            assert all(len(choice.action["changes"]) == 1 for choice in choices.choices)


@EVERY_MATCH
def test_nothing_is_offered_or_accepted_after_the_end(match: Match) -> None:
    *_, last = steps_of(match, 5)
    assert not offered(match.game, last.after).choices
    adjusts = [step.action for step in steps_of(match, 5) if isinstance(step.action, Adjust)]
    for action in adjusts:
        with pytest.raises(RuleViolation):
            match.game.decide(last.after, action)


@EVERY_MATCH
def test_proposals_can_be_made_and_are_no_larger_than_an_adjust_may_be(match: Match) -> None:
    """Refused actions are those of other moments and other seats."""
    game, random = match.game, Random(6)
    assert isinstance(game, HasAdjustments)
    earlier: list[Any] = []
    for step in steps_of(match, 6):
        for action in random.sample(earlier, min(3, len(earlier))):
            if regular.accepted_or_refused(match, step.before, action):
                continue
            for changes in game.proposals(step.before, action):
                adjust = game.adjust_type(reason="So it was.", changes=tuple(changes))
                wire = msgspec.json.encode(adjust)
                assert msgspec.json.decode(wire, type=game.action_type) == adjust
                game.decide(step.before, adjust)
        if not isinstance(step.action, Adjust):
            earlier.append(step.action)


@EVERY_KEY
def test_every_kind_of_adjustment_occurs(key: str) -> None:
    """Else the properties above would say nothing about it."""
    support = support_of(key)
    game: Any = GAMES[key]
    missing = set(adjustment_kinds(game.adjust_type))
    for seed in range(20):
        for setup in support.SETUPS.values():
            for step in play_irregularly(game, setup, Random(seed), 2 * support.MOST_STEPS):
                if isinstance(step.action, Adjust):
                    missing -= {type(change) for change in step.action.changes}  # type: ignore[attr-defined]
            if not missing:
                return
    pytest.fail(f"never offered: {missing}")


def adjustment_kinds(adjust_type: Any) -> tuple[type, ...]:
    """The structs of the changes of an adjust."""
    changes = next(field for field in msgspec.structs.fields(adjust_type) if field.name == "changes")
    item = get_args(get_args(changes.type)[0])[0]
    return get_args(item) or (item,)


@pytest.mark.slow
@pytest.mark.parametrize("key", [*filter(has_secrets, sorted({one.values[0].key for one in ADJUSTABLE}))])
def test_disguising_changes_what_a_viewer_cannot_see_of_an_adjust(key: str) -> None:
    """Else keeping secrets would be no feat."""
    support, game = support_of(key), GAMES[key]
    random, hidden, different = Random(0), 0, 0
    for setup in support.SETUPS.values():
        for seed in range(3):
            for step in play_irregularly(game, setup, Random(seed), 2 * support.MOST_STEPS):
                if isinstance(step.action, Adjust):
                    viewer = random.randrange(setup.seats)
                    hidden += game.redact(step.action, step.facts, viewer)[0] != step.action
                    different += support.disguised(step.before, step.action, viewer, random) != step.action
                if hidden and different:
                    return
    assert bool(different) == bool(hidden)


# --- secrets of whole matches ---


@EVERY_MATCH
@pytest.mark.parametrize("viewer", [PUBLIC, 1])
def test_a_viewer_is_told_the_same_of_an_irregular_match_whatever_it_cannot_see(match: Match, viewer: Viewer) -> None:
    """See :mod:`tests.property.test_non_interference`."""
    random = Random(1)
    walk = twin_walk.walk(match.game, match.setup, viewer, random, 60, irregular=True)
    for number, pair in enumerate(walk):
        if pair.one.finished:
            return
        if pair.differ and isinstance(viewer, int) and viewer in twin_walk.asked(pair.one):
            secrets.same("legal actions", pair, lambda match: legal_for(match, 1))
        if pair.differ and number % 6 == 0:
            secrets.check(pair, random, 2)
        if isinstance(pair.one.line[-1].played.action if pair.one.line else None, Adjust):
            secrets.check(pair, random, 2)
