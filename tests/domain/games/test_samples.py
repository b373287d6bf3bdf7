"""The sample matches end as they are known to end, and each of their actions is one that the rules list."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.actions import SeatAction
from domain.kernel.game import AnyGame
from domain.kernel.pending import Finished
from domain.registry import GAMES
from tests.domain.games.play import on_wire
from tests.domain.games.support import SAMPLES, Table, listed_form, setup, support_of

EVERY_SAMPLE = pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)


def read(sample: Path) -> tuple[dict[str, Any], Table]:
    """The sample, and its match before the first action."""
    told = json.loads(sample.read_text(encoding="utf-8"))
    game = GAMES[told["game"]]
    return told, Table(game, game.initial(setup(game, told["seats"], told["options"])))


def is_listed(game: AnyGame, table: Table, action: SeatAction) -> bool:
    return table.legal(action.seat).admits(listed_form(game.meta.key, table.state, action))


@EVERY_SAMPLE
def test_a_sample_ends_as_it_is_known_to_end(sample: Path) -> None:
    told, table = read(sample)
    table.plays(*(on_wire(table.game, action) for action in told["actions"]))
    assert isinstance(table.pending, Finished)
    support_of(told["game"]).check_end(table.state, told["end"])


@EVERY_SAMPLE
def test_every_action_of_a_sample_is_listed_as_legal(sample: Path) -> None:
    told, table = read(sample)
    for number, wire in enumerate(told["actions"]):
        action = on_wire(table.game, wire)
        if isinstance(action, SeatAction):
            assert action.seat in table.asked, f"action {number}: {wire}"
            assert is_listed(table.game, table, action), f"action {number}: {wire}"
        table.plays(action)
