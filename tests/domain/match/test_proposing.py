"""What is proposed to who records where the rules refuse an action."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.kernel.adjusting import HasAdjustments
from domain.kernel.errors import RuleViolation
from domain.match import commands
from domain.match.folding import evolve
from domain.match.match import Match
from domain.match.proposing import Proposal, proposals_at
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of
from tests.domain.games.twin_walk import opened, played
from tests.domain.match.examples import AT

ADJUSTED = [key for key, game in GAMES.items() if isinstance(game, HasAdjustments)]


def allows(match: Match, action: Any) -> bool:
    try:
        commands.play(match, action, at=AT, by="")
    except RuleViolation:
        return False
    return True


def refusals(key: str) -> Iterator[tuple[Match, Any]]:
    """Moments of a match, each with an action of a later one that the rules refuse there."""
    support = support_of(key)
    name = next(name for name, setup in support.SETUPS.items() if not getattr(setup.options, "server_deals", False))
    moments, choices = [opened(GAMES[key], support.SETUPS[name])], RandomChoices(Random(5))
    for _ in range(40):
        if moments[-1].finished:
            break
        moments.append(played(moments[-1], chosen_action(moments[-1].game, moments[-1].state, choices)))
    for match, later in zip(moments, moments[2:], strict=False):
        action = later.line[-1].played.action
        if not allows(match, action):
            yield match, action


@pytest.mark.parametrize("key", ADJUSTED)
def test_each_is_allowed_and_tells_whether_the_action_follows(key: str) -> None:
    found: list[Proposal] = []
    for match, action in refusals(key):
        for proposal in proposals_at(match, action, "So it was played."):
            found.append(proposal)
            assert proposal.adjust.reason == "So it was played."
            adjusted = evolve(match, commands.play(match, proposal.adjust, at=AT, by=""))
            assert proposal.followed == allows(adjusted, action)
    assert any(proposal.followed for proposal in found)


@pytest.mark.parametrize("key", sorted(GAMES.keys() - set(ADJUSTED)))
def test_a_game_without_adjustments_proposes_none(key: str) -> None:
    match = opened(GAMES[key], next(iter(support_of(key).SETUPS.values())))
    action = chosen_action(match.game, match.state, RandomChoices(Random(1)))
    assert proposals_at(match, action, "So it was played.") == ()
