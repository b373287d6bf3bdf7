"""The drawing that any game gets: it shows the view of every game without a flaw, and tells the same in words."""

from typing import get_args

import pytest

from domain.kernel.languages import Language
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.registry import GAMES
from replays.pictures import general
from tests.domain.games.support import support_of
from tests.replays.pictures.seen import NAMES, Picture, flaws, scene_after
from tests.replays.pictures.test_pictures import steps_of

LANGUAGES: tuple[Language, ...] = get_args(Language)
VIEWERS: tuple[Viewer, ...] = (PUBLIC, RECORDER, 0)


@pytest.mark.parametrize("key", GAMES)
def test_the_views_of_any_game_can_be_drawn(key: str) -> None:
    setup = next(iter(support_of(key).SETUPS))
    for number, step in enumerate(steps_of(key, setup, 23)):
        scene = scene_after(step, GAMES[key], VIEWERS[number % 3], LANGUAGES[number % 2])
        drawn = Picture(general.draw(scene))
        assert list(flaws(drawn)) == [], step.number
        assert all(name in drawn.description for name in NAMES[: len(scene.names)])
        fields = [name for name in type(scene.view).__struct_fields__ if name not in {"seats", "players", "hands"}]
        assert all(name.replace("_", " ").capitalize() in drawn.description for name in fields[:2])
