"""People, as the API takes and gives them."""

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from service.queries.players import Player

New = Annotated[
    bool | UnsetType,
    Meta(
        description="What to make of a name that somebody has. `true`: somebody new has it, too. `false`: refuse it, "
        "and name those who have it. Where it isn't said, somebody new has it, and the answer names the others."
    ),
]


class PlayerRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person, by name. Two people may have the same name."""

    name: str
    new: New = UNSET


class PlayerName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another name for a person. Two people may have the same name."""

    name: str


class ConsentRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a person agrees that matches are in data sets for research.

    Attributes:
        agreed: false takes it back.
    """

    agreed: bool


class PlayerRef(Struct, frozen=True):
    """A player, with the name to show."""

    id: UUID
    name: str


class NewPlayer(Player, frozen=True, kw_only=True):
    """A person who was made known.

    Attributes:
        candidates: others who have that name, as the request didn't say whether somebody else is meant.
    """

    candidates: tuple[PlayerRef, ...] | UnsetType = UNSET


class MergeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The player that another one turned out to be."""

    into: UUID


class MergedPlayer(Player, frozen=True, kw_only=True):
    """A player who was merged into another one, or isn't any more; `position` is that of the change in the log."""

    position: int


class PlayerPage(Struct, frozen=True):
    """A page of players."""

    items: tuple[Player, ...]
    next_cursor: str | None
