"""Actions and facts on the wire: what was stored once has to be read for ever.

``wire.json`` in each game's folder holds every example frozen. ``python -m tests.domain.wire`` adds what is missing
in it; it never changes what is there.
"""

from typing import Any

import msgspec
import pytest

from domain.kernel.actions import kinds_of
from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.domain.games.support import support_of
from tests.domain.wire import Frozen, encoded, frozen_examples

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
EVERY_EXAMPLE = pytest.mark.parametrize(
    ("game", "number"),
    [
        pytest.param(game, number, id=f"{key}-{number}")
        for key, game in GAMES.items()
        for number in range(len(frozen_examples(key)))
    ],
)


def frozen(game: AnyGame, number: int) -> Frozen:
    return frozen_examples(game.meta.key)[number]


def type_of(game: AnyGame, example: Frozen) -> Any:
    return {"action": game.action_type, "fact": game.fact_type}[example.what]


@EVERY_GAME
def test_every_action_and_fact_has_a_frozen_example(game: AnyGame) -> None:
    examples = {type(example) for example in support_of(game.meta.key).EXAMPLES}
    assert examples == {*kinds_of(game.action_type), *kinds_of(game.fact_type)}


@EVERY_GAME
def test_the_frozen_examples_are_those_of_the_support_module(game: AnyGame) -> None:
    assert len(frozen_examples(game.meta.key)) == len(support_of(game.meta.key).EXAMPLES)


@EVERY_EXAMPLE
def test_json_still_decodes_to_the_same_and_encodes_to_the_same(game: AnyGame, number: int) -> None:
    example = frozen(game, number)
    value = msgspec.json.decode(example.json, type=type_of(game, example))
    assert value == support_of(game.meta.key).EXAMPLES[number]
    assert type(value) is type(support_of(game.meta.key).EXAMPLES[number])
    assert msgspec.json.encode(value).decode() == example.json


@EVERY_EXAMPLE
def test_msgpack_still_decodes_to_the_same_and_encodes_to_the_same(game: AnyGame, number: int) -> None:
    example = frozen(game, number)
    value = msgspec.msgpack.decode(bytes.fromhex(example.msgpack), type=type_of(game, example))
    assert value == support_of(game.meta.key).EXAMPLES[number]
    assert msgspec.msgpack.encode(value).hex() == example.msgpack


@EVERY_GAME
def test_an_example_is_encoded_as_it_is_frozen(game: AnyGame) -> None:
    found = [encoded(value) for value in support_of(game.meta.key).EXAMPLES]
    assert found == list(frozen_examples(game.meta.key))


@EVERY_GAME
def test_unknown_fields_are_refused(game: AnyGame) -> None:
    for example in frozen_examples(game.meta.key):
        wire = {**msgspec.json.decode(example.json), "unheard_of": 1}
        with pytest.raises(msgspec.ValidationError, match="unheard_of"):
            msgspec.convert(wire, type_of(game, example))
