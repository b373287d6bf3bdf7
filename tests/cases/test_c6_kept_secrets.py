"""C6: what a match keeps secret it keeps secret when it has ended by the rules, too, in every place that shows it."""

from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from domain.games.dschunke.actions import DschunkeShowSpecials
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.meta import ALWAYS, EXTRA_ACTIONS
from domain.kernel.cards import HIDDEN
from domain.kernel.game import Setup
from domain.kernel.viewer import PUBLIC, Viewer
from domain.match.match import Match
from domain.registry import GAMES, game_of
from projections.statistics.result import seat_results
from replays.frames import Narrator, frame
from replays.pictures.scene import scene
from replays.stepper import Stepper
from tests.domain.games.covering import unless_covering
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of
from tests.domain.games.twin_walk import Pair, opened, played, walk

EVERY_SETUP = [
    pytest.param(key, name, marks=unless_covering(key, name)) for key in GAMES for name in support_of(key).SETUPS
]


def keeping(setup: Setup[Any]) -> Setup[Any]:
    return replace(setup, options=replace(setup.options, keep_secrets=True))


def ended(key: str, name: str, seed: int) -> Match:
    """A match that was played to its end by the rules, and keeps its secrets."""
    random = Random(seed)
    match = opened(game_of(key), keeping(support_of(key).SETUPS[name]))
    while not match.finished:
        match = played(match, chosen_action(match.game, match.state, RandomChoices(random)))
    return match


def test_C6_extra_actions_that_werent_played_stay_secret() -> None:
    found = 0
    for name in support_of("dschunke").SETUPS:
        match = ended("dschunke", name, seed=1)
        viewers: tuple[Viewer, ...] = (PUBLIC, *range(len(match.seats)))
        for viewer in viewers:
            view = match.game.view(match.state_for(viewer), viewer)
            for seat, shown in enumerate(view.seats):
                held = match.state.seats[seat].specials
                unplayed = [card for card in held if card in EXTRA_ACTIONS]
                found += len(unplayed)
                if viewer == seat:
                    assert set(unplayed) <= set(shown.special_cards)
                    continue
                assert not set(shown.special_cards) & set(EXTRA_ACTIONS)
                assert shown.special_cards.count(HIDDEN) == len(unplayed)
                scored = {card for card in held if card not in EXTRA_ACTIONS and card not in ALWAYS}
                assert scored <= set(shown.special_cards)  # they are counted in the open
                assert shown.yen is not None
    assert found


def test_C6_what_is_shown_at_the_end_is_what_counts_then() -> None:
    """A seat that tells the record its last cards tells the others of those only that are scored."""
    name = "4-free-secret"
    told = 0
    for seed in range(20):
        match = opened(game_of("dschunke"), keeping(support_of("dschunke").SETUPS[name]))
        random = Random(seed)
        while not match.finished:
            match = played(match, chosen_action(match.game, match.state, RandomChoices(random)))
            last = match.line[-1].played
            if isinstance(last.action, DschunkeShowSpecials):
                told += sum(card in EXTRA_ACTIONS for card in last.action.cards)
                for viewer in (PUBLIC, *range(4)):
                    action, facts = match.game.redact(last.action, last.outcome, viewer)
                    words = f"{to_builtins((action, facts))}"
                    words += match.game.sentence(action, facts, ["A", "B", "C", "D"], "en")
                    shown = {card for card in EXTRA_ACTIONS if f"'{card}'" in words}
                    assert shown == (
                        set(last.action.cards) & set(EXTRA_ACTIONS) if viewer == last.action.seat else set()
                    )
        if told:
            return
    pytest.fail("nobody had an extra action left")


def last_pair(key: str, name: str, viewer: Viewer, seed: int) -> Pair | None:
    """Two matches that ended by the rules and keep their secrets, which differ for others than `viewer` only."""
    *_, pair = walk(game_of(key), keeping(support_of(key).SETUPS[name]), viewer, Random(seed))
    return pair if pair.one.finished and pair.differ else None


@pytest.mark.slow
@pytest.mark.parametrize(("key", "name"), EVERY_SETUP)
def test_C6_an_ended_match_looks_the_same_whatever_it_keeps_secret(key: str, name: str) -> None:
    """Views, standings, frames with their sentences, pictures, and what statistics count."""
    viewer: Viewer = (PUBLIC, 0, 1)[list(support_of(key).SETUPS).index(name) % 3]
    if pair := last_pair(key, name, viewer, seed=1):
        narrator = Narrator(tuple(f"Player {seat}" for seat in range(len(pair.one.seats))), "en")
        shown = []
        for match in pair.matches:
            walked = list(Stepper().positions(match.seats[0], match, match.step - 1, match.step))
            before, now = walked
            shown.append(
                (
                    match.game.view(match.state_for(viewer), viewer),
                    match.standings(viewer),
                    frame(now, viewer, narrator, None),
                    scene(now, before, viewer, narrator, ()),
                    seat_results(match),
                )
            )
        assert shown[0] == shown[1], f"{key} {name} {viewer}"
        assert pair.one.state.phase == pair.other.state.phase != DschunkePhase.ACT
