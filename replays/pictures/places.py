"""The places of a picture that can be marked, by the names that annotations have for them."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace


class Spot(Struct, frozen=True):
    """A rectangle of a picture; `title` says what is there."""

    x: float
    y: float
    width: float
    height: float
    title: str


Places: TypeAlias = Mapping[str, Spot]
"""Spots by their names, such as ``seat:1``."""


def moved(places: Places, x: float, y: float) -> dict[str, Spot]:
    """`places` of a part that is drawn at (x, y)."""
    return {name: replace(spot, x=spot.x + x, y=spot.y + y) for name, spot in places.items()}


def within(name: str, title: str, places: Places) -> dict[str, Spot]:
    """`places` of the part with this name: ``hand`` of ``seat:1`` is ``seat:1:hand``."""
    return {f"{name}:{inner}": replace(spot, title=f"{title}: {spot.title}") for inner, spot in places.items()}
