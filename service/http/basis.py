"""What an answer about a match rests on: as long as that is so, it may be given again to who has the same rights."""

from uuid import UUID

from msgspec import Struct


class Basis(Struct, frozen=True):
    """What an answer is made of.

    Attributes:
        version: of the match, the newest one, whatever is shown of it.
        seats: the players whose names are in it; none where no names are.
        names: by which these were told apart.
        annotations: the version of what people wrote to it; None where that doesn't count.
        own: whether it tells who asked what that one wrote: no other token is answered so.
        read_model: whose position is its last field, if one's is.
        front: the bytes in front of that.
    """

    match_id: UUID
    version: int
    seats: tuple[UUID, ...] = ()
    names: tuple[str, ...] = ()
    annotations: int | None = None
    own: bool = False
    read_model: str | None = None
    front: bytes = b""
