"""What every action of every game has in common: its place on the wire.

An action is a frozen struct, tagged by ``type``; a game prefixes its classes with its own name, since the OpenAPI
document names components by the bare class.
"""

from typing import Annotated, Any, TypeAlias, get_args

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=0, le=15, description="A place at the table, counted from 0.")]


class Tagged(Struct, frozen=True, gc=False, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A value whose ``type`` says what it is; unknown fields are refused."""


class SeatAction(Tagged, frozen=True, kw_only=True):
    """An action of the player in `seat`."""

    seat: Seat


class ChanceAction(Tagged, frozen=True, kw_only=True):
    """An outcome that nobody chooses: reported from the table, or drawn by the server."""

    @property
    def seat(self) -> None:
        """Chance sits nowhere."""


class RecorderAction(Tagged, frozen=True, kw_only=True):
    """What whoever records notes: it is done by no seat, and chance doesn't decide it."""

    @property
    def seat(self) -> None:
        """Who records sits nowhere."""


AnyAction: TypeAlias = SeatAction | ChanceAction | RecorderAction
"""Whatever leads a match from one step to the next."""


class Fact(Tagged, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened. An outcome is a tuple of facts; folding them never needs the rules again."""


def kinds_of(union: Any) -> tuple[type[Tagged], ...]:
    """The structs of a union of actions or facts; of a single one, itself."""
    return get_args(union) or (union,)
