"""The frozen wire examples; ``python -m tests.domain.wire`` freezes what a game's EXAMPLES have and its file lacks."""

from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.kernel.actions import Fact
from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.domain.games.support import GAMES_FOLDER, support_of
from tests.golden import replace_all


class Frozen(Struct, frozen=True):
    """One value as it was once encoded."""

    what: Literal["action", "fact"]
    json: str
    msgpack: str


def file_of(key: str) -> Path:
    return GAMES_FOLDER / key / "wire.json"


def frozen_examples(key: str) -> tuple[Frozen, ...]:
    """What the game's file holds, in the order of the game's EXAMPLES; before there is one, as they are encoded now."""
    file = file_of(key)
    if not file.exists():
        return tuple(map(encoded, support_of(key).EXAMPLES))
    return msgspec.json.decode(file.read_bytes(), type=tuple[Frozen, ...])


def encoded(value: Any) -> Frozen:
    """`value` as it is encoded now."""
    return Frozen(
        what="fact" if isinstance(value, Fact) else "action",
        json=msgspec.json.encode(value).decode(),
        msgpack=msgspec.msgpack.encode(value).hex(),
    )


def with_new_examples(game: AnyGame) -> bytes:
    """What the game's file holds, and the examples beyond those frozen: new ones stand at the end of EXAMPLES."""
    key = game.meta.key
    frozen = frozen_examples(key) if file_of(key).exists() else ()
    new = tuple(encoded(value) for value in support_of(key).EXAMPLES[len(frozen) :])
    return msgspec.json.format(msgspec.json.encode(frozen + new), indent=1) + b"\n"


if __name__ == "__main__":
    replace_all({file_of(key): with_new_examples(game) for key, game in GAMES.items()})
