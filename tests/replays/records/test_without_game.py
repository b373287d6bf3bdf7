"""The record of a match whose game isn't installed has the bytes that it would have with the game."""

from random import Random
from typing import Any

import pytest

from domain.codec import decode_without_game, encode, topic_of
from domain.kernel.adjusting import HasAdjustments
from domain.kernel.game import AnyGame, Setup
from domain.kernel.unknowns import HasUnknowns
from domain.kernel.viewer import RECORDER
from domain.registry import GAMES
from replays.records.form import written
from replays.records.without_game import record_without_game
from tests.domain.games.support import support_of
from tests.projections.test_missing_games import missing
from tests.replays.records.evenings import Evening, evening, irregular_evening, set_ups, unknown_evening

Log = list[tuple[int, Any]]


def same_bytes(one: Evening) -> None:
    stored = [(topic_of(event, one.game.meta.key), encode(event, bytes(8))) for event in one.log]
    with missing(one.game.meta.key):
        log: Log = [(version, decode_without_game(*event)) for version, event in enumerate(stored, start=1)]
    record = record_without_game(
        one.id,
        log,
        one.match.status,
        one.match.standings(RECORDER),
        {player.id: player for player in one.players},
        enumerate(one.written, start=1),
        enumerate(one.tried, start=1),
    )
    assert written(record) == written(one.record)


@pytest.mark.parametrize(("game", "setup"), [pytest.param(game, setup, id=name) for name, game, setup in set_ups()])
def test_whatever_happened_is_exported_with_the_same_bytes(game: AnyGame, setup: Setup[Any]) -> None:
    same_bytes(evening(game, setup, Random(2)))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if isinstance(game, HasAdjustments)])
def test_so_is_what_was_played_against_the_rules(key: str) -> None:
    same_bytes(irregular_evening(GAMES[key], next(iter(support_of(key).SETUPS.values())), Random(2)))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if isinstance(game, HasUnknowns)])
def test_so_is_what_was_identified_later(key: str) -> None:
    same_bytes(unknown_evening(GAMES[key], Random(2)))
