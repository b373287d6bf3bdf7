"""People, as the API takes and gives them."""

from uuid import UUID

from msgspec import Struct

from service.queries.players import Player


class PlayerRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person, by name. Two people may have the same name."""

    name: str


class MergeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The player that another one turned out to be."""

    into: UUID


class MergedPlayer(Player, frozen=True, kw_only=True):
    """A player who was merged into another one, or isn't any more; `position` is that of the change in the log."""

    position: int


class PlayerRef(Struct, frozen=True):
    """A player, with the name to show."""

    id: UUID
    name: str


class PlayerPage(Struct, frozen=True):
    """A page of players."""

    items: tuple[Player, ...]
    next_cursor: str | None
