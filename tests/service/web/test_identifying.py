"""Where the page for unknown cards leads from a step at which the record knows all of them."""

from random import Random
from typing import Any

import pytest

from domain.kernel.game import Setup
from domain.kernel.unknowns import HasUnknowns
from domain.match.choosing import identifications_at
from domain.registry import GAMES
from service.web.identify_handlers import nearest_unknown
from tests.replays.matches import folded, recorded
from tests.service.web.test_recording import NAMES, view_of

STEPS = 24


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if isinstance(game, HasUnknowns)])
@pytest.mark.parametrize("dealing", ["secret", "open"])
def test_it_leads_to_the_nearest_step_with_unknown_cards(key: str, dealing: str) -> None:
    game: Any = GAMES[key]
    match = folded(recorded(key, Random(5), STEPS, Setup(3, game.options_type(dealing=dealing))))
    unknown = {
        step for step in range(match.step + 1) if identifications_at(game, match.state_at(step), NAMES, "en").choices
    }
    for step in range(match.step + 1):
        found = nearest_unknown(view_of(match), step)
        assert (found is None) is (not unknown)
        if found is not None:
            assert found in unknown
            assert abs(found - step) == min(abs(other - step) for other in unknown)
